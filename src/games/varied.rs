//! Games with variations: the lines behind the first.
//!
//! A line behind the first differs from the one before it in its own steps. A
//! shape begins to stand there when a stone that it asks for is put on the
//! board, or one is taken off where it asks for none; so only placements are
//! looked at that have such a point. First the points of all own steps tell
//! whether there can be one at all; then the lines are played through.
//!
//! The lines come in the order of the file, so they leave the first line
//! earlier and earlier. A stone of the first line that contradicts a placement
//! and is never taken rules out all variations that leave it later, which are
//! the first of them: the rest is played through.

use super::index::{CHANGING, NEVER, setups};
use super::placement::{Placement, Placements};
use super::{Change, DamagedMovesError, Lines};
use crate::Color;
use crate::go::Size;

/// A game with variations.
#[derive(Debug)]
pub(super) struct Varied {
    /// The number of the game in the database.
    pub game: i64,
    /// The number of positions behind those of the first line.
    pub positions: u64,
    lines: Box<[Line]>,
    /// The changes of the first line, then the own changes of the others.
    changes: Box<[Packed]>,
    /// For each line the steps that are no moves; nothing when there are none.
    setups: Box<[Box<[u16]>]>,
    /// For each color a bit for each point where there ever is a stone of it.
    ever: [Box<[u64]>; 2],
    /// The same for stones that are put on the board in variations, and last
    /// for points where a stone is taken off there.
    own: [Box<[u64]>; 3],
    /// For each color a bit for each stone that stands where the first
    /// variation begins, and stays in every line.
    fixed: [Box<[u64]>; 2],
}

#[derive(Debug)]
struct Line {
    /// Where its own changes end.
    end: u32,
    /// The steps that the line before has too.
    shared: u16,
    /// The steps that the first line has too.
    base: u16,
}

/// A change in two bytes, without its step: whether it is the first of a
/// step, the point (or [`NOWHERE`]), and 0 for no stone, 1 for black, 2 for white.
#[derive(Clone, Copy, Debug)]
struct Packed(u16);

/// The point of a step that changes nothing, such as a pass.
const NOWHERE: u16 = 0xfff;

impl Packed {
    fn new(is_first: bool, point: u16, stone: Option<Color>) -> Packed {
        let stone = stone.map_or(0, |color| 1 + color as u16);
        Packed(u16::from(is_first) << 15 | point << 2 | stone)
    }

    fn is_first(self) -> bool {
        self.0 >> 15 == 1
    }

    fn point(self) -> u16 {
        self.0 >> 2 & NOWHERE
    }

    fn stone(self) -> Option<Color> {
        [None, Some(Color::Black), Some(Color::White), None][usize::from(self.0 & 3)]
    }
}

fn set(points: &mut [u64], point: u16) {
    points[usize::from(point / 64)] |= 1 << (point % 64);
}

fn has(points: &[u64], point: u16) -> bool {
    points[usize::from(point / 64)] >> (point % 64) & 1 == 1
}

/// A span in which a placement stands in a variation.
#[derive(Debug)]
pub(super) struct Standing {
    /// The number of the placement.
    pub placement: u32,
    /// The first step.
    pub step: u16,
    /// The first step behind it; [`u16::MAX`] when there is none.
    pub broken: u16,
    /// The stones that are put into its rectangle from then on, in order:
    /// point, color, step.
    pub plays: Vec<(u16, Color, u16)>,
}

impl Varied {
    /// A game whose first line has been read.
    pub fn new(game: i64, lines: &mut Lines<'_>) -> Result<Varied, DamagedMovesError> {
        let words = lines.size().area().div_ceil(64);
        let none = || vec![0; words].into_boxed_slice();
        let (mut ever, mut own) = ([none(), none()], [none(), none(), none()]);
        let first = lines.changes().to_vec();
        let mut positions = 0;
        let (mut found, mut changes, mut all_setups) = (Vec::new(), Vec::new(), Vec::new());
        loop {
            let is_first = found.is_empty();
            let shared = if is_first { 0 } else { lines.shared() };
            if !is_first {
                positions += (lines.steps().len() - shared) as u64;
            }
            let from = lines.changes().partition_point(|change| usize::from(change.step) < shared);
            let mut last = shared;
            for change in &lines.changes()[from..] {
                // Steps without a change stand there too, so that they count.
                let step = usize::from(change.step);
                let nothing = Packed::new(true, NOWHERE, None);
                changes.extend((last..step).map(|_| nothing));
                changes.push(Packed::new(step >= last, change.point, change.stone));
                last = step + 1;
                if let Some(color) = change.stone {
                    set(&mut ever[color as usize], change.point);
                }
                if !is_first {
                    set(&mut own[change.stone.map_or(2, |color| color as usize)], change.point);
                }
            }
            all_setups.push(setups(lines.steps()));
            found.push(Line { end: changes.len() as u32, shared: shared as u16, base: 0 });
            if !lines.next()? {
                break;
            }
        }
        let mut base = u16::MAX;
        for line in found.iter_mut().skip(1) {
            base = line.shared.min(base);
            line.base = base;
        }
        let begin = found.iter().skip(1).map(|line: &Line| line.shared).min().unwrap_or(0);
        let mut fixed = [none(), none()];
        for &Change { step, point, stone } in &first {
            let (word, bit) = (usize::from(point / 64), 1 << (point % 64));
            fixed.iter_mut().for_each(|set| set[word] &= !bit);
            if let (true, Some(color)) = (step < begin, stone) {
                fixed[color as usize][word] |= bit;
            }
        }
        for word in 0..words {
            let changed = own.iter().fold(0, |all, set| all | set[word]);
            fixed.iter_mut().for_each(|set| set[word] &= !changed);
        }
        if all_setups.iter().all(|setups| setups.is_empty()) {
            all_setups.clear();
        }
        let (lines, changes, setups) = (found.into(), changes.into(), all_setups.into());
        Ok(Varied { game, positions, lines, changes, setups, ever, own, fixed })
    }

    pub fn bytes(&self) -> usize {
        let words: usize =
            self.ever.iter().chain(&self.own).chain(&self.fixed).map(|set| set.len()).sum();
        let setups = self.setups.iter().map(|setups| size_of_val(setups) + size_of_val(&**setups));
        size_of::<Varied>()
            + words * size_of::<u64>()
            + size_of_val(&*self.lines)
            + size_of_val(&*self.changes)
            + setups.sum::<usize>()
    }

    /// Whether a placement may begin to stand in a variation.
    fn may_hold(&self, placement: &Placement) -> bool {
        let mut begins = 0;
        for i in 0..self.own[0].len() {
            let [black, white] = [placement.stones_set[0][i], placement.stones_set[1][i]];
            let never = black & !self.ever[0][i] | white & !self.ever[1][i];
            let [fixed_black, fixed_white] = [self.fixed[0][i], self.fixed[1][i]];
            let taken = black & fixed_white
                | white & fixed_black
                | placement.empty_set[i] & (fixed_black | fixed_white);
            if never | taken != 0 {
                return false;
            }
            begins |= black & self.own[0][i]
                | white & self.own[1][i]
                | placement.empty_set[i] & self.own[2][i];
        }
        begins != 0
    }

    /// The last step in which a variation may leave the first line and a
    /// placement begin to stand in it. `time` tells of each point what the
    /// index holds of the first line.
    fn last_base(&self, placement: &Placement, time: impl Fn(u16) -> u16) -> u16 {
        let mut last = u16::MAX;
        let mut look = |points: &[u16], is_wrong: fn(u16) -> bool| {
            for &point in points {
                let time = time(point);
                let stays = time != NEVER && time != CHANGING && !has(&self.own[2], point);
                if stays && is_wrong(time) {
                    last = last.min((time as i16).unsigned_abs() - 1);
                }
            }
        };
        look(&placement.stones[0], |time| time > NEVER);
        look(&placement.stones[1], |time| time < NEVER);
        look(&placement.empty, |_| true);
        last
    }

    /// The first line that is to be played through; 0 when there is none.
    fn first(&self, placements: &Placements, time: impl Fn(u16) -> u16) -> usize {
        let latest = self.lines.get(1).map_or(0, |line| line.base);
        let mut last = None;
        for placement in placements.all.iter().filter(|placement| self.may_hold(placement)) {
            // A setup may put a stone in the place of another.
            let all = u16::MAX;
            let base = if self.setups.is_empty() { self.last_base(placement, &time) } else { all };
            last = last.max(Some(base));
            if base >= latest {
                return 1;
            }
        }
        let Some(last) = last else { return 0 };
        let first = 1 + self.lines[1..].partition_point(|line| line.base > last);
        if first < self.lines.len() { first } else { 0 }
    }

    /// Hands every span in which a placement begins to stand in a variation to
    /// `visit`, line by line, with the numbers of the steps of the line that
    /// are no moves. `size` is that of the pattern.
    pub fn stands(
        &self,
        placements: &Placements,
        size: Size,
        time: impl Fn(u16) -> u16,
        mut visit: impl FnMut(&[Standing], &[u16]),
    ) {
        let first = self.first(placements, time);
        let Some(begin) = self.lines.get(first).filter(|_| first > 0).map(|line| line.base) else {
            return;
        };
        let mut board = Stones { placements, size, stones: vec![None; placements.board.area()] };
        // What the changes of the present line have changed.
        let mut undo: Vec<Undo> = Vec::with_capacity(self.changes.len());
        let mut found = Vec::new();
        // The first line as far as it is needed, then the others.
        let mut from = 0;
        for i in [0].into_iter().chain(first..self.lines.len()) {
            let line = &self.lines[i];
            if i == first {
                from = self.lines[i - 1].end as usize;
            }
            while let Some(last) = undo.pop_if(|last| last.step >= line.shared) {
                board.stones[usize::from(last.point)] = last.before;
            }
            let own = &self.changes[from..line.end as usize];
            from = line.end as usize;
            let steps = own.chunk_by(|_, next| !next.is_first());
            for (changes, step) in steps.zip(line.shared..) {
                if i == 0 && step >= begin {
                    break;
                }
                let kept = undo.len();
                for change in changes.iter().filter(|change| change.point() != NOWHERE) {
                    let (point, stone) = (change.point(), change.stone());
                    let there = &mut board.stones[usize::from(point)];
                    undo.push(Undo { step, point, before: *there, stone });
                    *there = stone;
                }
                if i > 0 && undo.len() > kept {
                    board.look(&undo[kept..], &mut found);
                }
            }
            if !found.is_empty() {
                visit(&found, self.setups.get(i).map_or(&[], |setups| setups));
                found.clear();
            }
        }
    }
}

/// The board of a line that is played through.
struct Stones<'a> {
    placements: &'a Placements,
    /// Of the pattern.
    size: Size,
    stones: Vec<Option<Color>>,
}

impl Stones<'_> {
    /// Looks at what a step has broken and what stands with it, after the
    /// changes of the step.
    fn look(&self, step: &[Undo], found: &mut Vec<Standing>) {
        // Of several changes of one point, the first knows what was there.
        let is_changed = |i: usize| {
            let Undo { point, before, .. } = step[i];
            self.stones[usize::from(point)] != before
                && step[..i].iter().all(|other| other.point != point)
        };
        let number = step[0].step;
        for standing in &mut *found {
            let placement = &self.placements.all[standing.placement as usize];
            for change in step {
                if let Some(color) = change.stone
                    && placement.covers(self.placements.board, self.size, change.point)
                {
                    standing.plays.push((change.point, color, number));
                }
            }
            let asks = |i: &usize| placement.asks(step[*i].point);
            if standing.broken == u16::MAX && (0..step.len()).filter(asks).any(is_changed) {
                standing.broken = number;
            }
        }
        for i in (0..step.len()).filter(|&i| is_changed(i)) {
            let point = step[i].point;
            for &placed in self.placements.asking(point, self.stones[usize::from(point)]) {
                let placement = &self.placements.all[placed as usize];
                if !placement.matches(&self.stones) {
                    continue;
                }
                // Once, though several of its points may have changed.
                let asks = |&j: &usize| placement.asks(step[j].point);
                if !(0..i).filter(asks).any(is_changed) {
                    found.push(Standing {
                        placement: placed,
                        step: number,
                        broken: u16::MAX,
                        plays: Vec::new(),
                    });
                }
            }
        }
    }
}

/// A change of the present line, and what was there before it.
struct Undo {
    step: u16,
    point: u16,
    before: Option<Color>,
    stone: Option<Color>,
}
