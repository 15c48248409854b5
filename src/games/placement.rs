//! One placement of a shape, and where it stands in the first lines of games.
//!
//! For 32 lines at once it keeps two numbers a line, the step since which all
//! stones stand and the last step in which all empty points are empty, and
//! gives up as soon as no line is left where the first comes before the second.
//! Only lines in which a point of the placement changed more than once are
//! then looked at one by one.

use std::ops::Range;
use std::sync::OnceLock;

use super::Next;
use super::index::{Block, CHANGING, LANES, NEVER};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::{Asked, Pattern};

/// After so many points it is looked at whether any line is left.
const CHECK_EVERY: usize = 4;
/// With so many hits at once, what is next is found for all together.
const MANY: u32 = 8;

/// One placement of a pattern on a board.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    pub symmetry: Symmetry,
    pub origin: Point,
    /// Points that ask for black, for white, for no stone, for nothing.
    pub stones: [Vec<u16>; 2],
    pub empty: Vec<u16>,
    pub anything: Vec<u16>,
    /// For each color a bit for each point that asks for it.
    pub stones_set: [Vec<u64>; 2],
    /// The same for points that ask for no stone.
    pub empty_set: Vec<u64>,
}

/// All placements of a pattern on a board that differ in what they ask for.
#[derive(Debug)]
pub(super) struct Placements {
    pub board: Size,
    pub all: Vec<Placement>,
    /// Made when it is asked for; see [`asking`](Self::asking).
    by_point: OnceLock<(Vec<u32>, Vec<u32>)>,
}

impl Placements {
    pub fn new(pattern: &Pattern, board: Size) -> Placements {
        let mut images: Vec<Pattern> = Vec::new();
        let mut all = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = pattern.transform(symmetry);
            if images.contains(&image) {
                continue;
            }
            let origins = image.origins(board);
            all.extend(origins.map(|at| Placement::new(&image, symmetry, at, board)));
            images.push(image);
        }
        Placements { board, all, by_point: OnceLock::new() }
    }

    /// The numbers of the placements that ask for this stone, or for none, on a
    /// point.
    pub fn asking(&self, point: u16, stone: Option<Color>) -> &[u32] {
        let place = |point: u16, stone: Option<Color>| {
            usize::from(point) * 3 + stone.map_or(0, |color| 1 + color as usize)
        };
        let (starts, numbers) = self.by_point.get_or_init(|| {
            let asked = |placement: &Placement| {
                let [black, white] = &placement.stones;
                let of = |points: &[u16], stone| {
                    points.iter().map(|&at| place(at, stone)).collect::<Vec<_>>()
                };
                let stones = [of(black, Some(Color::Black)), of(white, Some(Color::White))];
                [stones.concat(), of(&placement.empty, None)].concat()
            };
            // First where the numbers of each place end; filled from there
            // downwards, ends become starts.
            let mut starts = vec![0; self.board.area() * 3 + 1];
            for place in self.all.iter().flat_map(asked) {
                starts[place] += 1;
            }
            let sum = starts.iter_mut().fold(0, |sum, end| {
                *end += sum;
                *end
            });
            let mut numbers = vec![0; sum as usize];
            for (placement, number) in self.all.iter().zip(0..) {
                for place in asked(placement) {
                    starts[place] -= 1;
                    numbers[starts[place] as usize] = number;
                }
            }
            (starts, numbers)
        });
        let at = place(point, stone);
        &numbers[starts[at] as usize..starts[at + 1] as usize]
    }
}

/// How early games come to a point of the board: those on the third and fourth
/// lines of the corners first, then those of the sides.
fn rank(at: u16, board: Size) -> u8 {
    let cols = u16::from(board.cols());
    let (col, row) = ((at % cols) as u8, (at / cols) as u8);
    let height = |at: u8, side: u8| match at.min(side - 1 - at) {
        2 | 3 => 0,
        4 | 5 => 1,
        0 => 4,
        _ => 2,
    };
    height(col, board.cols()) + height(row, board.rows())
}

impl Placement {
    fn new(image: &Pattern, symmetry: Symmetry, origin: Point, board: Size) -> Placement {
        let none = vec![0; board.area().div_ceil(64)];
        let mut placement = Placement {
            symmetry,
            origin,
            stones: Default::default(),
            empty: vec![],
            anything: vec![],
            stones_set: [none.clone(), none.clone()],
            empty_set: none,
        };
        for point in image.size().points() {
            let row = u16::from(origin.row) + u16::from(point.row);
            let col = u16::from(origin.col) + u16::from(point.col);
            let at = row * u16::from(board.cols()) + col;
            let (word, bit) = (usize::from(at / 64), 1 << (at % 64));
            match image.asked(point) {
                Asked::Anything => placement.anything.push(at),
                Asked::Empty => {
                    placement.empty.push(at);
                    placement.empty_set[word] |= bit;
                }
                Asked::Stone(color) => {
                    placement.stones[color as usize].push(at);
                    placement.stones_set[color as usize][word] |= bit;
                }
            }
        }
        // The sooner a line drops out the better.
        placement.empty.sort_by_key(|&at| rank(at, board));
        placement
    }

    /// For each 64 points of the board, a bit for those that it asks something of.
    pub fn asked(&self) -> impl Iterator<Item = u64> {
        let [black, white] = &self.stones_set;
        black.iter().zip(white).zip(&self.empty_set).map(|((b, w), e)| b | w | e)
    }

    /// Whether it asks something of a point.
    pub fn asks(&self, point: u16) -> bool {
        let has = |set: &[u64]| set[usize::from(point / 64)] >> (point % 64) & 1 == 1;
        self.stones_set.iter().any(|set| has(set)) || has(&self.empty_set)
    }

    /// Whether it stands on a board.
    pub fn matches(&self, stones: &[Option<Color>]) -> bool {
        let is = |points: &[u16], stone| points.iter().all(|&at| stones[usize::from(at)] == stone);
        is(&self.stones[0], Some(Color::Black))
            && is(&self.stones[1], Some(Color::White))
            && is(&self.empty, None)
    }

    /// A stone of the game as the pattern, of this size, has it.
    pub fn in_pattern(&self, board: Size, size: Size, at: u16, color: Color, step: u16) -> Next {
        let cols = u16::from(board.cols());
        let point =
            Point::new((at % cols) as u8 - self.origin.col, (at / cols) as u8 - self.origin.row);
        let back = self.symmetry.inverse();
        Next { step, point: back.point(point, self.symmetry.size(size)), color: back.color(color) }
    }

    /// Whether a point of the board lies in the rectangle of the pattern,
    /// which has this size.
    pub fn covers(&self, board: Size, size: Size, at: u16) -> bool {
        let cols = u16::from(board.cols());
        let turned = self.symmetry.size(size);
        let within = |at: u16, from: u8, len: u8| {
            at.checked_sub(u16::from(from)).is_some_and(|at| at < u16::from(len))
        };
        within(at % cols, self.origin.col, turned.cols())
            && within(at / cols, self.origin.row, turned.rows())
    }
}

/// Since when all stones stand, and until when all empty points are empty, in
/// steps plus one; see [`super::index`].
struct Lanes {
    since: [u16; LANES],
    until: [u16; LANES],
}

impl Lanes {
    fn any(&self) -> bool {
        let is_left = |(&since, &until): (&u16, &u16)| u16::from(since <= until);
        self.since.iter().zip(&self.until).map(is_left).fold(0, |any, left| any | left) != 0
    }

    fn black(&mut self, times: &[u16; LANES]) {
        self.since = std::array::from_fn(|lane| times[lane].max(self.since[lane]));
    }

    fn white(&mut self, times: &[u16; LANES]) {
        self.since = std::array::from_fn(|lane| times[lane].wrapping_neg().max(self.since[lane]));
    }

    fn empty(&mut self, times: &[u16; LANES]) {
        self.until = std::array::from_fn(|lane| last_empty(times[lane]).min(self.until[lane]));
    }
}

/// The last step in which a point is empty, plus one. A point that changes
/// more than once becomes 0 - 1, which is never.
fn last_empty(time: u16) -> u16 {
    (time as i16).unsigned_abs().wrapping_sub(1)
}

/// A span of steps in which a placement stands in the first line of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub lane: usize,
    /// The first step.
    pub step: u16,
    /// The first step behind it; [`u16::MAX`] when there is none.
    pub broken: u16,
    /// The point of the stone that is next, if that is known already.
    pub next: Option<u16>,
}

impl Placement {
    /// The lines of a tile in which it may stand, and when.
    fn lanes(&self, tile: &[[u16; LANES]]) -> Option<Lanes> {
        let mut lanes = Lanes { since: [1; LANES], until: [NEVER - 1; LANES] };
        let [black, white] = &self.stones;
        for points in black.chunks(CHECK_EVERY) {
            points.iter().for_each(|&point| lanes.black(&tile[usize::from(point)]));
            if !lanes.any() {
                return None;
            }
        }
        for points in white.chunks(CHECK_EVERY) {
            points.iter().for_each(|&point| lanes.white(&tile[usize::from(point)]));
            if !lanes.any() {
                return None;
            }
        }
        for points in self.empty.chunks(CHECK_EVERY) {
            points.iter().for_each(|&point| lanes.empty(&tile[usize::from(point)]));
            if !lanes.any() {
                return None;
            }
        }
        Some(lanes)
    }

    /// Hands every span of steps in which it stands in a tile to `visit`.
    /// `wanted` has a bit for each line that is to be looked at.
    pub fn stands(&self, block: &Block, tile: usize, wanted: u32, mut visit: impl FnMut(Standing)) {
        let times = block.tile(tile);
        let Some(lanes) = self.lanes(times) else { return };
        let mut left = 0u32;
        for lane in 0..LANES {
            left |= u32::from(lanes.since[lane] <= lanes.until[lane]) << lane;
        }
        left &= wanted;
        let taken = if left.count_ones() >= MANY && self.anything.is_empty() {
            Some(self.taken(times, &lanes.until))
        } else {
            None
        };
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let (since, until) = (lanes.since[lane], lanes.until[lane]);
            let broken = if until >= NEVER - 1 { u16::MAX } else { until };
            let line = tile * LANES + lane;
            let mut changing = block.changing(line).iter().zip(self.asked());
            if changing.all(|(changing, asked)| changing & asked == 0) {
                let next = taken.as_ref().map(|taken| taken[lane]);
                visit(Standing { lane, step: since - 1, broken, next });
            } else {
                for span in self.spans(block, line, since - 1..broken) {
                    visit(Standing { lane, step: span.start, broken: span.end, next: None });
                }
            }
        }
    }

    /// For each line the empty point that is taken first.
    fn taken(&self, times: &[[u16; LANES]], until: &[u16; LANES]) -> [u16; LANES] {
        let mut taken = [0; LANES];
        for &point in &self.empty {
            let first = times[usize::from(point)].iter().zip(until);
            for (taken, (&time, &until)) in taken.iter_mut().zip(first) {
                *taken = if last_empty(time) == until { point } else { *taken };
            }
        }
        taken
    }

    /// The spans of steps in which the placement stands in a line, within the
    /// span in which its points stand that change at most once.
    fn spans(&self, block: &Block, line: usize, within: Range<u16>) -> Vec<Range<u16>> {
        let mut end = within.end;
        let mut spans = vec![within];
        let has = |set: &[u64], at: u16| set[usize::from(at / 64)] >> (at % 64) & 1 == 1;
        for (point, stones) in block.apart(line) {
            if has(&self.empty_set, point) {
                let mut stones = stones.peekable();
                if stones.peek().is_none_or(|&(_, from, _)| from >= end) {
                    continue; // it is empty for long enough
                }
                let mut from = 0;
                let last = std::iter::once((Color::Black, u16::MAX, u16::MAX));
                let empty = stones.chain(last).map(|(_, start, end)| {
                    let empty = from..start;
                    from = end;
                    empty
                });
                spans = both(&spans, empty);
            } else if let Some(color) =
                Color::ALL.into_iter().find(|&color| has(&self.stones_set[color as usize], point))
            {
                let stands = stones.filter(|span| span.0 == color);
                spans = both(&spans, stands.map(|(_, from, to)| from..to));
            }
            match spans.last() {
                Some(last) => end = last.end,
                None => return spans,
            }
        }
        spans
    }

    /// The stones that are put on its points in the first line of a game
    /// behind a step, in no order: point, color, step.
    pub fn plays<'a>(
        &'a self,
        block: &'a Block,
        line: usize,
        after: u16,
    ) -> impl Iterator<Item = (u16, Color, u16)> + 'a {
        let tile = block.tile(line / LANES);
        let lane = line % LANES;
        let points = self.empty.iter().chain(&self.anything).chain(self.stones.iter().flatten());
        points
            .flat_map(move |&point| {
                let time = tile[usize::from(point)][lane];
                let simple = match time {
                    CHANGING | NEVER => None,
                    ..NEVER => Some((Color::Black, time - 1)),
                    _ => Some((Color::White, time.wrapping_neg() - 1)),
                };
                let changing = (time == CHANGING).then(|| block.spans(line, point));
                let apart = changing.into_iter().flatten().map(|(color, from, _)| (color, from));
                simple.into_iter().chain(apart).map(move |(color, step)| (point, color, step))
            })
            .filter(move |&(_, _, step)| step > after)
    }

    /// The stone that is put into it next: point, color, step.
    pub fn next(
        &self,
        block: &Block,
        line: usize,
        standing: Standing,
    ) -> Option<(u16, Color, u16)> {
        if standing.broken == u16::MAX && self.anything.is_empty() {
            return None; // its empty points stay empty
        }
        let color = |time: u16| if time < NEVER { Color::Black } else { Color::White };
        let time = |&point: &u16| block.tile(line / LANES)[usize::from(point)][line % LANES];
        if let Some(point) = standing.next {
            return Some((point, color(time(&point)), standing.broken));
        }
        if self.anything.is_empty() {
            let is_taken = |point: &&u16| last_empty(time(point)) == standing.broken;
            if let Some(point) = self.empty.iter().find(is_taken) {
                return Some((*point, color(time(point)), standing.broken));
            }
        }
        self.plays(block, line, standing.step)
            .filter(|&(_, _, step)| step <= standing.broken)
            .min_by_key(|&(_, _, step)| step)
    }
}

/// What lies in both of two lists of spans, each in order.
fn both(one: &[Range<u16>], other: impl Iterator<Item = Range<u16>>) -> Vec<Range<u16>> {
    let mut spans: Vec<Range<u16>> = Vec::new();
    let mut first = 0;
    for other in other {
        while one.get(first).is_some_and(|span| span.end <= other.start) {
            first += 1;
        }
        for span in one[first..].iter().take_while(|span| span.start < other.end) {
            let common = span.start.max(other.start)..span.end.min(other.end);
            if common.is_empty() {
                continue;
            }
            // A stone that is taken and put back in one step never was away.
            match spans.last_mut() {
                Some(last) if last.end == common.start => last.end = common.end,
                _ => spans.push(common),
            }
        }
    }
    spans
}
