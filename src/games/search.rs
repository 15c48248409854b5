//! Where a shape stands in games, and what is played there next.
//!
//! A **hit** is one placement of the shape in one game under one operation,
//! counted when it first stands, and again when it was broken and came back.
//! A shape that an operation carries onto itself lies there once: placements
//! that ask the same of the same points are one, with the first of their
//! operations. A variation has the hits that begin after it leaves the line
//! before it.
//!
//! What is played **next** is the next stone that is put inside of the shape's
//! rectangle while the shape stands: on a `?`, or on a `.`, which breaks it.
//! Stones elsewhere may come before. Where none comes, nothing is next.
//!
//! The search tries every placement on every tile of 32 lines. For each it
//! keeps two numbers a line, the step since which all stones stand and the
//! last step in which all empty points are empty, and gives up as soon as no
//! line is left where the first comes before the second. Only lines in which a
//! point of the placement changed more than once are then looked at one by one.

use std::ops::Range;

use rayon::prelude::*;

use super::index::{Block, CHANGING, Index, LANES, Line, NEVER};
use super::{Asked, Pattern};
use crate::Color;
use crate::go::{Point, Size, Symmetry};

/// After so many points it is looked at whether any line is left.
const CHECK_EVERY: usize = 4;

/// One placement of a pattern on a board.
#[derive(Clone, Debug)]
struct Placement {
    symmetry: Symmetry,
    origin: Point,
    /// Points that ask for black, for white, for no stone, for nothing.
    stones: [Vec<u16>; 2],
    empty: Vec<u16>,
    anything: Vec<u16>,
    /// A bit for each point that asks for something.
    asked: Vec<u64>,
}

/// A shape that stands in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The step with which it stands.
    pub step: u16,
    /// The first step with which it does not; [`u16::MAX`] when it stands to
    /// the end of the line.
    pub broken: u16,
    /// Which of the placements, in the order in which they are tried.
    placement: u32,
    /// The stone that is put into it next, and with which step.
    pub next: Option<Next>,
}

/// The stone that is put into a shape next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The step.
    pub step: u16,
    /// The point in the shape, as it was asked for.
    pub point: Point,
    /// The player, in the colors of what was asked for.
    pub color: Color,
}

/// The hits of a line of a game.
#[derive(Debug)]
pub struct Found<'a> {
    /// The number of the game in the database.
    pub game: i64,
    /// The hits, in the order in which they begin.
    pub hits: &'a [Hit],
    line: &'a Line,
    placements: &'a [Placement],
}

impl Found<'_> {
    /// The number of moves up to a step.
    pub fn move_number(&self, step: u16) -> u16 {
        self.line.move_number(step)
    }

    /// The operation that carries the shape onto the game, and where its top
    /// left point lies then.
    pub fn lies(&self, hit: &Hit) -> (Symmetry, Point) {
        let placement = &self.placements[hit.placement as usize];
        (placement.symmetry, placement.origin)
    }
}

/// What is asked of the hits.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The hit begins with this move, or before.
    pub before_move: Option<u16>,
    /// Who plays into the shape next, in the colors of the shape.
    pub next: Option<Color>,
    /// The stones that are put into the shape next, in this order, with
    /// whatever is played elsewhere between them.
    pub sequence: Vec<(Color, Point)>,
}

/// A search.
#[derive(Clone, Debug)]
pub struct Search {
    pattern: Pattern,
    conditions: Conditions,
    /// The numbers of the games to be searched, ascending; all when none.
    among: Option<Vec<i64>>,
}

impl Search {
    /// A search for a pattern, in all games.
    pub fn new(pattern: Pattern) -> Search {
        Search { pattern, conditions: Conditions::default(), among: None }
    }

    /// The same, for hits that meet conditions.
    pub fn with(self, conditions: Conditions) -> Search {
        Search { conditions, ..self }
    }

    /// The same, in some games: their numbers, ascending.
    pub fn among(self, games: Vec<i64>) -> Search {
        Search { among: Some(games), ..self }
    }

    /// What is looked for.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Searches all games. Each part of them is folded into a value of its
    /// own, on some thread; these come back in the order of the games, which
    /// is that of import among boards of one size.
    pub fn fold<T: Send>(
        &self,
        index: &Index,
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut T, &Found<'_>) + Sync,
    ) -> Vec<T> {
        let mut sizes: Vec<Size> = index.blocks.iter().map(|block| block.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let placed: Vec<Vec<Placement>> =
            sizes.iter().map(|&size| placements(&self.pattern, size)).collect();
        let of = |size: Size| &placed[sizes.partition_point(|&other| other < size)];
        let search = |block: &Block| {
            let mut value = start();
            self.block(block, of(block.size), &mut value, &visit);
            value
        };
        index.blocks.par_iter().map(search).collect()
    }

    fn block<T>(
        &self,
        block: &Block,
        placements: &[Placement],
        value: &mut T,
        visit: &impl Fn(&mut T, &Found<'_>),
    ) {
        let mut hits: [Vec<Hit>; LANES] = Default::default();
        for tile in 0..block.tiles() {
            let lines = tile * LANES..block.lines.len().min((tile + 1) * LANES);
            let wanted = self.wanted(block, lines.clone());
            if wanted == 0 {
                continue;
            }
            for (placement, number) in placements.iter().zip(0..) {
                placement.hits(block, tile, wanted, |lane, step, broken| {
                    let hit = Hit { step, broken, placement: number, next: None };
                    hits[lane].push(hit);
                });
            }
            for (hits, line) in hits.iter_mut().zip(lines) {
                if !hits.is_empty() {
                    self.finish(block, line, placements, hits);
                    hits.sort_by_key(|hit| (hit.step, hit.placement));
                    let found = Found {
                        game: block.lines[line].game,
                        hits,
                        line: &block.lines[line],
                        placements,
                    };
                    if !hits.is_empty() {
                        visit(value, &found);
                    }
                }
                hits.clear();
            }
        }
    }

    /// A bit for each line of a tile that is to be searched.
    fn wanted(&self, block: &Block, lines: Range<usize>) -> u32 {
        let all = u32::MAX >> (LANES - lines.len());
        let Some(among) = &self.among else { return all };
        block.lines[lines].iter().zip(0..).fold(0, |wanted, (line, lane)| {
            wanted | u32::from(among.binary_search(&line.game).is_ok()) << lane
        })
    }

    /// Finds what is played next, and drops what does not meet the conditions.
    fn finish(&self, block: &Block, line: usize, placements: &[Placement], hits: &mut Vec<Hit>) {
        let Conditions { before_move, next, sequence } = &self.conditions;
        if let Some(last) = *before_move {
            hits.retain(|hit| block.lines[line].move_number(hit.step) <= last);
        }
        for hit in &mut *hits {
            let placement = &placements[hit.placement as usize];
            hit.next = placement.next(block, line, hit, self.pattern.size());
        }
        if let Some(color) = *next {
            hits.retain(|hit| hit.next.is_some_and(|next| next.color == color));
        }
        if !sequence.is_empty() {
            hits.retain(|hit| {
                let placement = &placements[hit.placement as usize];
                placement.is_followed_by(sequence, block, line, hit, self.pattern.size())
            });
        }
    }
}

/// All placements of a pattern on a board that differ in what they ask for.
fn placements(pattern: &Pattern, board: Size) -> Vec<Placement> {
    let mut images: Vec<Pattern> = Vec::new();
    let mut placements = Vec::new();
    for symmetry in Symmetry::ALL {
        let image = pattern.transform(symmetry);
        if images.contains(&image) {
            continue;
        }
        placements.extend(image.origins(board).map(|origin| {
            let mut placement = Placement {
                symmetry,
                origin,
                stones: Default::default(),
                empty: vec![],
                anything: vec![],
                asked: vec![0; board.area().div_ceil(64)],
            };
            for point in image.size().points() {
                let row = u16::from(origin.row) + u16::from(point.row);
                let col = u16::from(origin.col) + u16::from(point.col);
                let at = row * u16::from(board.cols()) + col;
                match image.asked(point) {
                    Asked::Anything => {
                        placement.anything.push(at);
                        continue;
                    }
                    Asked::Empty => placement.empty.push(at),
                    Asked::Stone(color) => placement.stones[color as usize].push(at),
                }
                placement.asked[usize::from(at / 64)] |= 1 << (at % 64);
            }
            placement
        }));
        images.push(image);
    }
    placements
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
        for (since, &time) in self.since.iter_mut().zip(times) {
            *since = time.max(*since);
        }
    }

    fn white(&mut self, times: &[u16; LANES]) {
        for (since, &time) in self.since.iter_mut().zip(times) {
            *since = time.wrapping_neg().max(*since);
        }
    }

    /// A point that changes more than once becomes 0 - 1, which never ends.
    fn empty(&mut self, times: &[u16; LANES]) {
        for (until, &time) in self.until.iter_mut().zip(times) {
            *until = (time as i16).unsigned_abs().wrapping_sub(1).min(*until);
        }
    }
}

impl Placement {
    /// The lines of a tile in which it may stand, as bits, and when.
    fn lanes(&self, tile: &[[u16; LANES]]) -> Option<Lanes> {
        let mut lanes = Lanes { since: [1; LANES], until: [NEVER - 1; LANES] };
        let mut seen = 0;
        let mut is_left = |lanes: &Lanes| {
            seen += 1;
            seen % CHECK_EVERY != 0 || lanes.any()
        };
        for &point in &self.stones[0] {
            lanes.black(&tile[usize::from(point)]);
            if !is_left(&lanes) {
                return None;
            }
        }
        for &point in &self.stones[1] {
            lanes.white(&tile[usize::from(point)]);
            if !is_left(&lanes) {
                return None;
            }
        }
        for &point in &self.empty {
            lanes.empty(&tile[usize::from(point)]);
            if !is_left(&lanes) {
                return None;
            }
        }
        lanes.any().then_some(lanes)
    }

    /// Hands every hit in a tile to `hit`: the lane, the step with which it
    /// stands, and the step that breaks it.
    fn hits(&self, block: &Block, tile: usize, wanted: u32, mut hit: impl FnMut(usize, u16, u16)) {
        let Some(lanes) = self.lanes(block.tile(tile)) else { return };
        for lane in 0..LANES {
            let (since, until) = (lanes.since[lane], lanes.until[lane]);
            if since > until || wanted >> lane & 1 == 0 {
                continue;
            }
            let line = tile * LANES + lane;
            let shared = block.lines[line].shared;
            let changing = block.changing(line).iter().zip(&self.asked);
            // `since` and `until` are steps plus one; the line may have none
            // before its own.
            if changing.into_iter().all(|(changing, asked)| changing & asked == 0) {
                if since > shared {
                    let broken = if until >= NEVER - 1 { u16::MAX } else { until };
                    hit(lane, since - 1, broken);
                }
            } else {
                let broken = if until >= NEVER - 1 { u16::MAX } else { until };
                for span in self.spans(block, line, since - 1..broken) {
                    if span.start >= shared {
                        hit(lane, span.start, span.end);
                    }
                }
            }
        }
    }

    /// The spans of steps in which the placement stands in a line, within the
    /// span in which its points stand that change at most once.
    fn spans(&self, block: &Block, line: usize, within: Range<u16>) -> Vec<Range<u16>> {
        let mut spans = vec![within];
        let changing = block.changing(line);
        let is_changing =
            |point: &&u16| changing[usize::from(**point / 64)] >> (**point % 64) & 1 == 1;
        let colors = [Color::Black, Color::White];
        for (color, points) in colors.into_iter().zip(&self.stones) {
            for &point in points.iter().filter(is_changing) {
                let stands = block.spans(line, point).filter(|span| span.0 == color);
                spans = both(&spans, stands.map(|(_, from, to)| from..to));
                if spans.is_empty() {
                    return spans;
                }
            }
        }
        for &point in self.empty.iter().filter(is_changing) {
            let mut from = 0;
            let last = std::iter::once((Color::Black, u16::MAX, u16::MAX));
            let empty = block.spans(line, point).chain(last).map(|(_, start, end)| {
                let empty = from..start;
                from = end;
                empty
            });
            spans = both(&spans, empty);
            if spans.is_empty() {
                return spans;
            }
        }
        spans
    }

    /// The stones that are put on points of the placement behind a step, as
    /// the point's place in the lists, in no order.
    fn plays<'a>(
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

    /// A stone of the game as the pattern has it.
    fn in_pattern(&self, board: Size, size: Size, (at, color, step): (u16, Color, u16)) -> Next {
        let cols = u16::from(board.cols());
        let point = Point::new(
            (at % cols) as u8 - self.origin.col,
            (at / cols) as u8 - self.origin.row,
        );
        let back = self.symmetry.inverse();
        Next {
            step,
            point: back.point(point, self.symmetry.size(size)),
            color: back.color(color),
        }
    }

    fn next(&self, block: &Block, line: usize, hit: &Hit, size: Size) -> Option<Next> {
        if hit.broken == u16::MAX && self.anything.is_empty() {
            return None; // its empty points stay empty
        }
        let next = self
            .plays(block, line, hit.step)
            .filter(|&(_, _, step)| step <= hit.broken)
            .min_by_key(|&(_, _, step)| step)?;
        Some(self.in_pattern(block.size, size, next))
    }

    fn is_followed_by(
        &self,
        sequence: &[(Color, Point)],
        block: &Block,
        line: usize,
        hit: &Hit,
        size: Size,
    ) -> bool {
        let mut plays: Vec<_> = self.plays(block, line, hit.step).collect();
        plays.sort_unstable_by_key(|&(_, _, step)| step);
        let mut played = plays.into_iter().map(|play| self.in_pattern(block.size, size, play));
        sequence.iter().all(|&(color, point)| {
            played.next().is_some_and(|next| (next.color, next.point) == (color, point))
        })
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
