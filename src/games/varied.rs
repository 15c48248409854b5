//! Games with variations: the lines behind the first.
//!
//! A line behind the first differs from the one before it in its own steps. A
//! shape begins to stand there when a stone that it asks for is put on the
//! board, or one is taken off where it asks for none; so only placements are
//! looked at that have such a point. First the points of all own steps tell
//! whether there can be one at all; then lines are played through.
//!
//! Lines that leave the first line at one step are a **group**; see
//! [`super::groups`]. A stone of the first line that contradicts a placement and
//! is never taken rules out all groups that leave it later.

use std::cmp::Reverse;
use std::ops::Range;

use super::bits::ones;
use super::by_point::ByPoint;
use super::corners::{CornerSteps, Corners};
use super::ever::Own;
use super::groups::{Group, Groups, bits};
use super::index::{First, Firsts};
use super::placement::{self, Placement, Placements, Stone};
use super::sieve::{Placed, Sieve};
use super::{Change, DamagedMovesError, Lines, Next};
use crate::Color;
use crate::go::Size;

/// A game with variations.
#[derive(Debug)]
pub(super) struct Varied {
    /// The number of the game in the database.
    pub game: i64,
    /// The number of positions behind those of the first line.
    pub positions: u64,
    /// Where the own changes of each line end.
    ends: Box<[u32]>,
    /// For each line the steps that the line before has too.
    shared: Box<[u16]>,
    groups: Groups,
    /// The steps that all lines share.
    begin: u16,
    /// The changes of the first line, then the own changes of the others.
    changes: Box<[Packed]>,
    /// For each line the steps that are no moves; nothing when there are none.
    setups: Box<[Box<[u16]>]>,
    /// The first stones of the first line in the corners.
    corners: CornerSteps,
    /// A bit for each point where a stone is or may be taken off the board in
    /// variations.
    taken: Box<[u64]>,
}

/// A change in two bytes, without its step: whether it is the first of a
/// step, the point (or [`NOWHERE`]), and 0 for no stone, 1 for black, 2 for white.
#[derive(Clone, Copy, Debug)]
struct Packed(u16);

/// More placements than this have most of the board in some.
const MANY: usize = 64;

/// The point of a step that changes nothing, such as a pass.
const NOWHERE: u16 = 0xfff;

impl Packed {
    fn new(is_first: bool, point: u16, stone: Stone) -> Packed {
        Packed(u16::from(is_first) << 15 | point << 2 | u16::from(stone.code()))
    }

    fn is_first(self) -> bool {
        self.0 >> 15 == 1
    }

    fn point(self) -> u16 {
        self.0 >> 2 & NOWHERE
    }

    fn stone(self) -> Stone {
        Stone::from_code(self.0 as u8 & 3)
    }

    /// Whether some changes put a stone on a point.
    fn are_with(changes: &[Packed], point: u16, color: Color) -> bool {
        let wanted = Packed::new(false, point, Stone::of(color)).0;
        // To the end: so many are looked at at a time.
        changes.iter().fold(false, |is_any, change| is_any | (change.0 << 1 == wanted << 1))
    }
}

fn set(points: &mut [u64], point: u16) {
    points[usize::from(point / 64)] |= 1 << (point % 64);
}

fn unset(points: &mut [u64], point: u16) {
    points[usize::from(point / 64)] &= !(1 << (point % 64));
}

fn has(points: &[u64], point: u16) -> bool {
    points[usize::from(point / 64)] >> (point % 64) & 1 == 1
}

/// A placement that begins to stand in a variation.
#[derive(Debug)]
pub(super) struct Standing {
    /// The number of the placement.
    pub placement: u32,
    /// The first step.
    pub step: u16,
    /// The stone that is put into its rectangle next, while it stands.
    pub next: Option<Next>,
    /// All stones that are put there from then on, in order, if they are wanted.
    pub plays: Vec<Next>,
    /// Whether it stands and nothing is next yet.
    is_open: bool,
}

/// Memory that is used again for each game.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// What stands on the board.
    stones: Vec<Stone>,
    /// What the changes of the present line have changed.
    undo: Vec<Undo>,
    /// What stands in the present line.
    standing: Vec<Standing>,
    /// The stones that the first line has not from some step back: that step, the
    /// point, and the color.
    missing: Vec<(u16, u16, Color)>,
    /// Groups in which one placement may begin to stand, a bit each, and those
    /// in which any may.
    groups: Vec<u64>,
    possible: Vec<u64>,
}

impl Varied {
    /// A game, with its moves as they are stored, and what there is on its
    /// points.
    pub fn new(game: i64, bytes: &[u8]) -> Result<(Varied, Own), DamagedMovesError> {
        let mut lines = Lines::new(bytes)?;
        let words = lines.size().area().div_ceil(64);
        let none = || vec![0; words];
        let mut never = [vec![u64::MAX; words], vec![u64::MAX; words], none()];
        let (mut own, mut taken) = (none(), none().into_boxed_slice());
        let mut first = Vec::new();
        let mut positions = 0;
        // A change takes a byte at least, a line three.
        let most = bytes.len() / 3;
        let (mut ends, mut all_shared) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut changes = Vec::with_capacity(bytes.len());
        let mut groups: Vec<Group> = Vec::new();
        let mut all_setups: Vec<Box<[u16]>> = Vec::new();
        while lines.next()? {
            let is_first = ends.is_empty();
            let shared = lines.shared() as u16; // lines are not longer
            let mut last = shared;
            let (mut puts, mut takes) = (0, false);
            for change in lines.own_changes() {
                // Steps without a change stand there too, so that they count.
                for _ in last..change.step {
                    changes.push(Packed::new(true, NOWHERE, Stone::NONE));
                }
                let stone = change.stone.map_or(Stone::NONE, Stone::of);
                changes.push(Packed::new(change.step >= last, change.point, stone));
                last = change.step + 1;
                if let Some(color) = change.stone {
                    unset(&mut never[color as usize], change.point);
                    puts |= bits(change.point, color);
                }
                if !is_first {
                    set(&mut own, change.point);
                    // A setup may put a stone in the place of another.
                    let is_setup = lines.setups().binary_search(&change.step).is_ok();
                    if is_setup || change.stone.is_none() {
                        set(&mut taken, change.point);
                        takes = true;
                    }
                }
            }
            if is_first {
                first = lines.changes().to_vec();
            } else {
                positions += (lines.steps().len() - lines.shared()) as u64;
                match groups.last_mut() {
                    Some(group) if group.base <= shared => {
                        group.puts |= puts;
                        group.takes |= takes;
                    }
                    _ => groups.push(Group { base: shared, line: ends.len() as u32, puts, takes }),
                }
            }
            all_setups.push(lines.setups().into());
            ends.push(changes.len() as u32);
            all_shared.push(shared);
        }
        let begin = groups.last().map_or(0, |group| group.base);
        let mut fixed = [none(), none()];
        for &Change { step, point, stone } in &first {
            fixed.iter_mut().for_each(|fixed| unset(fixed, point));
            if let (true, Some(color)) = (step < begin, stone) {
                set(&mut fixed[color as usize], point);
            }
        }
        for word in 0..words {
            let [black, white] = [fixed[0][word] & !own[word], fixed[1][word] & !own[word]];
            never[0][word] |= white;
            never[1][word] |= black;
            never[2][word] |= black | white;
        }
        if all_setups.iter().all(|setups| setups.is_empty()) {
            all_setups.clear();
        }
        let varied = Varied {
            game,
            positions,
            groups: Groups::new(&groups, ends.len()),
            ends: ends.into(),
            shared: all_shared.into(),
            begin,
            changes: changes.into(),
            setups: all_setups.into(),
            corners: CornerSteps::UNKNOWN,
            taken,
        };
        Ok((varied, Own { never, changes: own }))
    }

    /// Tells it of the corners of its first line.
    pub fn begin(&mut self, corners: &Corners, tile: &[Firsts], lane: usize, board: Size) {
        let may_be_taken = |point| has(&self.taken, point);
        self.corners = CornerSteps::of(corners, tile, lane, board, may_be_taken);
    }

    /// Its corners, and the steps that all lines share.
    pub fn corners(&self) -> (&CornerSteps, u16) {
        (&self.corners, self.begin)
    }

    pub fn bytes(&self) -> usize {
        let setups = self.setups.iter().map(|setups| size_of_val(setups) + size_of_val(&**setups));
        size_of::<Varied>()
            + size_of_val(&*self.taken)
            + size_of_val(&*self.ends)
            + size_of_val(&*self.shared)
            + self.groups.bytes()
            + size_of_val(&*self.changes)
            + setups.sum::<usize>()
    }

    /// The last step in which a variation may leave the first line so that this
    /// is asked of a point at some time behind it.
    fn last_base(&self, point: u16, first: First, asked: Option<Color>) -> u16 {
        let is_wrong = first.stays() && Some(first.color()) != asked;
        if is_wrong && !has(&self.taken, point) { first.step() } else { u16::MAX }
    }

    /// Adds the groups that may have a line in which a placement begins to stand
    /// to those that are possible. Tells whether there is one.
    fn add_possible(
        &self,
        placement: &Placement<'_>,
        first: impl Fn(u16) -> First,
        memory: &mut Memory,
    ) -> bool {
        // A placement begins with a stone that was missing where the group
        // left the first line, unless one was taken off before.
        let is_taken = |point: u16| has(&self.taken, point);
        let Memory { missing, groups: found, possible, .. } = memory;
        let mut last = u16::MAX;
        let (mut is_put_back, mut own) = (false, 0);
        missing.clear();
        for (point, color) in placement.stones() {
            own |= bits(point, color);
            let there = first(point);
            last = last.min(self.last_base(point, there, Some(color)));
            is_put_back |= there.changes() || is_taken(point);
            if there.stays() && there.color() == color {
                missing.push((there.step(), point, color));
            } else if !there.changes() {
                missing.push((u16::MAX, point, color));
            }
        }
        is_put_back |= placement.empty().any(is_taken);
        missing.sort_unstable_by_key(|&(step, ..)| Reverse(step));

        // Groups leave earlier and earlier: more and more stones are missing.
        found.clear();
        found.resize(possible.len(), 0);
        let mut next = missing.iter().peekable();
        let (mut all, mut from) = (0, self.groups.leaving_by(last));
        let mut is_any = false;
        while from < self.groups.count() {
            let base = self.groups.base(from);
            while let Some(&(_, point, color)) = next.next_if(|&&(step, ..)| step >= base) {
                all |= bits(point, color);
            }
            let end = next
                .peek()
                .map_or(self.groups.count(), |&&(step, ..)| self.groups.leaving_by(step));
            if all != 0 || is_put_back {
                for (word, groups) in self.groups.that_may(from..end, all, own) {
                    is_any |= groups & possible[word] != 0;
                    found[word] |= groups & !possible[word];
                }
            }
            from = end;
        }
        let Some(word) = found.iter().rposition(|&groups| groups != 0) else { return is_any };
        let earliest = self.groups.base(64 * word + found[word].ilog2() as usize);
        for point in placement.empty() {
            last = last.min(self.last_base(point, first(point), None));
            if last < earliest {
                return is_any;
            }
        }
        let from = self.groups.leaving_by(last);
        found[..from / 64].fill(0);
        found[from / 64] &= u64::MAX << (from % 64);
        for (number, (possible, found)) in possible.iter_mut().zip(found).enumerate() {
            for bit in ones(*found).filter(|bit| self.puts(64 * number + bit, missing)) {
                *possible |= 1 << bit;
                is_any = true;
            }
        }
        is_any
    }

    /// Whether a group puts the stones that are missing where it leaves the first
    /// line.
    fn puts(&self, group: usize, missing: &[(u16, u16, Color)]) -> bool {
        let (base, lines) = (self.groups.base(group), self.groups.lines(group));
        let changes = &self.changes[self.end(lines.start)..self.end(lines.end)];
        let mut missing = missing.iter().take_while(|&&(step, ..)| step >= base);
        missing.all(|&(_, point, color)| Packed::are_with(changes, point, color))
    }

    /// Whether it has so few moves that to play them takes no longer than to look
    /// at the placements.
    pub fn is_short(&self, placements: &Placements) -> bool {
        2 * placements.len() > self.changes.len()
    }

    /// Finds the groups that may have a line in which one of some placements
    /// begins to stand, and those of the placements that may, as
    /// [`Placements::bit`] has them.
    fn find_possible(
        &self,
        placements: &Placements,
        among: &[u32],
        sieve: Option<&Sieve>,
        line: &placement::Line<'_>,
        memory: &mut Memory,
    ) -> u64 {
        let is_short = self.is_short(placements);
        memory.possible.clear();
        memory.possible.resize(self.groups.words(), if is_short { u64::MAX } else { 0 });
        if is_short {
            return u64::MAX;
        }
        let left = sieve.map_or(0, |sieve| {
            let among = among.iter().fold(0, |all, &number| all | sieve.bit(number));
            sieve.left_in(&self.corners, &self.groups, among)
        });
        let is_left = |number: &&u32| sieve.is_none_or(|sieve| sieve.is_in(**number, left));
        let mut left = among.iter().filter(is_left).peekable();
        if left.peek().is_none() {
            return 0;
        }
        // Many placements ask for most points: read one after the other, they
        // come to the processor by themselves.
        let area = if placements.len() > MANY { placements.area() } else { 0 };
        let firsts: Vec<First> = (0..area).map(|point| line.first(point as u16)).collect();
        let first = |point: u16| match firsts.get(usize::from(point)) {
            Some(&first) => first,
            None => line.first(point),
        };
        let mut may_stand = 0;
        for &number in left {
            if self.add_possible(&placements.at(number), first, memory) {
                may_stand |= placements.bit(number);
            }
        }
        may_stand
    }

    /// Hands all placements that begin to stand in a variation to `visit`, line
    /// by line, with the numbers of the steps of the line that are no moves.
    /// `among` are the placements that may, `line` is the first line; of what is
    /// played in them `all_plays` may be wanted, or what is next.
    pub fn stands(
        &self,
        Placed { placements, sieve }: &Placed,
        among: &[u32],
        all_plays: bool,
        line: &placement::Line<'_>,
        memory: &mut Memory,
        mut visit: impl FnMut(&[Standing], &[u16]),
    ) {
        let among = self.find_possible(placements, among, sieve.as_ref(), line, memory);
        let Memory { stones, undo, standing, possible, .. } = memory;
        let words = possible.iter().zip(0..);
        let groups = words.flat_map(|(&word, i)| ones(word).map(move |bit| 64 * i + bit));
        let mut groups = groups.take_while(|&group| group < self.groups.count()).peekable();
        let Some(&latest) = groups.peek() else { return };
        stones.clear();
        stones.resize(placements.area(), Stone::NONE);
        undo.clear();
        let by_point = placements.by_point();
        let mut board = Stones { placements, among, by_point, all_plays, stones };
        // The first line as far as it is needed, then the others.
        board.play(self.own(0), 0..self.groups.base(latest), undo, None);
        for i in groups.flat_map(|group| self.groups.lines(group)) {
            let shared = self.shared[i];
            while let Some(last) = undo.pop_if(|last| last.step >= shared) {
                board.stones[usize::from(last.point)] = last.before;
            }
            board.play(self.own(i), shared..u16::MAX, undo, Some(standing));
            if !standing.is_empty() {
                visit(standing, self.setups.get(i).map_or(&[], |setups| setups));
                standing.clear();
            }
        }
    }

    /// The own changes of a line.
    fn own(&self, line: usize) -> &[Packed] {
        &self.changes[self.end(line)..self.end(line + 1)]
    }

    /// Where the own changes of so many lines end.
    fn end(&self, lines: usize) -> usize {
        lines.checked_sub(1).map_or(0, |last| self.ends[last] as usize)
    }
}

/// The board of a line that is played through.
struct Stones<'a> {
    placements: &'a Placements,
    /// Those that may begin to stand, as [`Placements::bit`] has them.
    among: u64,
    by_point: &'a ByPoint,
    /// Whether all stones are wanted that are put into what stands, or the next
    /// one.
    all_plays: bool,
    stones: &'a mut Vec<Stone>,
}

impl Stones<'_> {
    /// Plays the own changes of a line, which belong to these steps, and adds what
    /// stands then, if that is wanted. Changes that make no difference to the
    /// placements are left out.
    fn play(
        &mut self,
        own: &[Packed],
        steps: Range<u16>,
        undo: &mut Vec<Undo>,
        mut found: Option<&mut Vec<Standing>>,
    ) {
        let (among, ByPoint { asking_any, around, .. }) = (self.among, self.by_point);
        let concerns = |near: &[u64], change: &Packed| {
            near.get(usize::from(change.point())).is_some_and(|placed| placed & among != 0)
        };
        // Points that nothing is asked of matter only to what stands around them.
        let (mut near, mut is_open) = (&asking_any[..], false);
        let mut step = steps.start.wrapping_sub(1);
        let mut own = own.iter().peekable();
        while let Some(change) = own.next() {
            step = step.wrapping_add(change.is_first().into());
            if step == steps.end {
                return;
            }
            if !concerns(near, change) {
                continue;
            }
            let kept = undo.len();
            self.lay(change, step, undo);
            while let Some(change) = own.next_if(|change| !change.is_first()) {
                if concerns(near, change) {
                    self.lay(change, step, undo);
                }
            }
            let Some(found) = &mut found else { continue };
            let changes = &undo[kept..];
            if is_open {
                self.tell(changes, found);
            }
            self.begin(changes, found);
            is_open = found.iter().any(|standing| !self.is_told(standing));
            near = if is_open { around } else { asking_any };
        }
    }

    /// Makes one change on the board.
    fn lay(&mut self, change: &Packed, step: u16, undo: &mut Vec<Undo>) {
        let (point, stone) = (change.point(), change.stone());
        let there = &mut self.stones[usize::from(point)];
        undo.push(Undo { step, point, before: *there, stone });
        *there = stone;
    }

    /// Whether all that is wanted of what has stood is told.
    fn is_told(&self, standing: &Standing) -> bool {
        !standing.is_open && !self.all_plays
    }

    /// Whether one of the changes of a step has changed its point, after all of
    /// them. Of several changes of one point, the first knows what was there.
    fn is_changed(&self, step: &[Undo], i: usize) -> bool {
        let Undo { point, before, .. } = step[i];
        self.stones[usize::from(point)] != before
            && step[..i].iter().all(|other| other.point != point)
    }

    /// Tells what the changes of a step put into what stands, and whether they
    /// break it.
    fn tell(&self, step: &[Undo], found: &mut [Standing]) {
        for standing in found.iter_mut().filter(|standing| !self.is_told(standing)) {
            let placement = self.placements.at(standing.placement);
            for change in step {
                let Some(color) = change.stone.color() else { continue };
                if placement.asked(change.point).is_none() {
                    continue;
                }
                let play = placement.in_pattern(change.point, color, change.step);
                if standing.is_open && standing.next.is_none() {
                    standing.next = Some(play);
                }
                if self.all_plays {
                    standing.plays.push(play);
                }
            }
            let is_broken_by = |i: usize| placement.asks(step[i].point) && self.is_changed(step, i);
            standing.is_open =
                standing.is_open && standing.next.is_none() && !(0..step.len()).any(is_broken_by);
        }
    }

    /// Adds what stands with the changes of a step.
    fn begin(&self, step: &[Undo], found: &mut Vec<Standing>) {
        for (i, change) in step.iter().enumerate() {
            if !self.is_changed(step, i) {
                continue;
            }
            let stone = self.stones[usize::from(change.point)];
            for placed in self.by_point.asking(change.point, stone, self.among) {
                let placement = self.placements.at(placed);
                // Once, though several of its points may have changed.
                let begins_with =
                    |i: usize| placement.asks(step[i].point) && self.is_changed(step, i);
                if placement.matches(self.stones) && !(0..i).any(begins_with) {
                    found.push(Standing {
                        placement: placed,
                        step: change.step,
                        next: None,
                        plays: Vec::new(),
                        is_open: true,
                    });
                }
            }
        }
    }
}

/// A change of the present line, and what was there before it.
#[derive(Debug)]
struct Undo {
    step: u16,
    point: u16,
    before: Stone,
    stone: Stone,
}
