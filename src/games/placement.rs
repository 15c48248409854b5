//! One placement of a shape, and where it stands in the first lines of games.
//!
//! 32 lines are looked at together; see [`super::lanes`]. What is left of them
//! stands from the last of its stones until the first of its empty points is
//! taken, but for lines in which one of these two changes again: they are
//! looked at one by one.

use std::ops::Range;
use std::sync::OnceLock;

use super::Next;
use super::again::{Again, Spans};
use super::alike::Alike;
use super::bits::ones;
use super::by_point::ByPoint;
use super::corners::OTHER;
use super::index::{Block, First, LANES};
use super::lanes::{self, Lanes, Points};
use crate::Color;
use crate::go::{Point, Size, Symmetry};
use crate::gtn::{Asked, Pattern};

/// All placements of a pattern on a board that differ in what they ask for.
#[derive(Debug)]
pub(super) struct Placements {
    board: Size,
    /// The size of the pattern as it was asked for.
    pub shape: Size,
    /// What is alike in it.
    pub alike: Alike,
    /// The points of the board, by number.
    points: Vec<Point>,
    images: Vec<Image>,
    all: Vec<(u8, Point)>,
    /// Made when it is asked for.
    by_point: OnceLock<ByPoint>,
}

/// What stands on a point, in a byte that is compared at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stone(u8);

/// A pattern after an operation.
#[derive(Debug)]
struct Image {
    symmetry: Symmetry,
    pattern: Pattern,
    /// Points that ask for black, for white, for no stone, for nothing, by
    /// their number on the board, counted from the first point.
    stones: [Vec<u16>; 2],
    empty: Vec<u16>,
    anything: Vec<u16>,
}

/// One placement of a pattern on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement<'a> {
    placements: &'a Placements,
    image: &'a Image,
    pub origin: Point,
    /// The number of that point.
    from: u16,
}

/// A placement that begins to stand in the first line of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub lane: usize,
    /// The first step.
    pub step: u16,
    pub next: Option<Next>,
}

impl Stone {
    pub const NONE: Stone = Stone(0);

    pub fn of(color: Color) -> Stone {
        Stone(1 + color as u8)
    }

    /// Nothing, black, white: 0 to 2.
    pub fn code(self) -> u8 {
        self.0
    }

    /// The one with this code.
    pub fn from_code(code: u8) -> Stone {
        Stone(code)
    }

    pub fn color(self) -> Option<Color> {
        [None, Some(Color::Black), Some(Color::White)].get(usize::from(self.0)).copied().flatten()
    }
}

impl Placements {
    pub fn new(pattern: &Pattern, board: Size) -> Placements {
        let points: Vec<Point> = board.points().collect();
        let transformed = Symmetry::ALL.map(|symmetry| (symmetry, pattern.transform(symmetry)));
        let alike = Alike::new(pattern, &transformed);
        // What changes nothing before another operation gives the same as it.
        let is_first = |(symmetry, _): &(Symmetry, Pattern)| {
            alike.symmetries().all(|same| same.then(*symmetry).index() >= symmetry.index())
        };
        let (mut images, mut all) = (Vec::<Image>::new(), Vec::new());
        let ordered = Ordered::new(pattern, board);
        for (symmetry, pattern) in transformed.into_iter().filter(is_first) {
            let (number, placements) = (images.len() as u8, all.len()); // up to 16
            all.extend(pattern.origins(board).map(|origin| (number, origin)));
            if all.len() > placements {
                images.push(Image::new(pattern, symmetry, board, &ordered));
            }
        }
        let (shape, by_point) = (pattern.size(), OnceLock::new());
        Placements { board, shape, alike, points, images, all, by_point }
    }

    /// Those in the order in which they are tried, each with its number.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Placement<'_>)> {
        (0..self.all.len() as u32).map(|number| (number, self.at(number)))
    }

    /// The one with a number.
    #[inline(always)]
    pub fn at(&self, number: u32) -> Placement<'_> {
        let (image, origin) = self.all[number as usize];
        let from = self.board.number(origin);
        let image = &self.images[usize::from(image)];
        Placement { placements: self, image, origin, from }
    }

    /// The number of placements.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The number of points of the board.
    pub fn area(&self) -> usize {
        self.points.len()
    }

    /// Whether each has a bit of its own in a word.
    pub fn have_bits(&self) -> bool {
        self.len() <= 64
    }

    /// A bit for a placement; all bits where there are more placements than bits.
    pub fn bit(&self, number: u32) -> u64 {
        if self.have_bits() { 1 << number } else { u64::MAX }
    }

    /// For each point those that have to do with it.
    pub fn by_point(&self) -> &ByPoint {
        self.by_point.get_or_init(|| ByPoint::new(self))
    }
}

/// How late games come to the edge of the board.
const LATEST: u8 = 4;

/// How late games come to the lines along a side: to the third and fourth first.
fn lateness(side: u8) -> Vec<u8> {
    let late = |at: u8| match at.min(side - 1 - at) {
        2 | 3 => 0,
        4 | 5 => 1,
        0 => LATEST,
        _ => 2,
    };
    (0..side).map(late).collect()
}

/// The points of a pattern as it was asked for, by what they ask for: black,
/// white, no stone, nothing.
///
/// The points that must be empty are those first that drop lines out soonest, at
/// least where the pattern lies in the middle of where it may: those to which
/// games come early.
struct Ordered {
    size: Size,
    stones: [Vec<Point>; 2],
    empty: Vec<Point>,
    anything: Vec<Point>,
}

impl Ordered {
    fn new(pattern: &Pattern, board: Size) -> Ordered {
        let size = pattern.size();
        let (mut origins, count) = (pattern.origins(board), pattern.origins(board).count());
        // Where it lies only after other operations, this tells little.
        let origin = origins.nth(count / 2).unwrap_or(Point::new(0, 0));
        let (cols, rows) = (lateness(board.cols()), lateness(board.rows()));
        let late = |point: Point| {
            let col = cols.get(usize::from(origin.col + point.col)).unwrap_or(&0);
            let row = rows.get(usize::from(origin.row + point.row)).unwrap_or(&0);
            col + row
        };
        let points: Vec<(u8, Point)> = size.points().map(|point| (late(point), point)).collect();
        let (mut stones, mut empty, mut anything) = ([vec![], vec![]], vec![], vec![]);
        for lateness in 0..=2 * LATEST {
            for &(_, point) in points.iter().filter(|&&(late, _)| late == lateness) {
                match pattern.asked(point) {
                    Asked::Anything => anything.push(point),
                    Asked::Empty => empty.push(point),
                    Asked::Stone(color) => stones[color as usize].push(point),
                }
            }
        }
        Ordered { size, stones, empty, anything }
    }
}

impl Image {
    fn new(pattern: Pattern, symmetry: Symmetry, board: Size, ordered: &Ordered) -> Image {
        let Ordered { size, stones: [black, white], empty, anything } = ordered;
        // It is as far everywhere from one point to the next.
        let number = |col: u8, row: u8| {
            let point = Point::new(col.min(size.cols() - 1), row.min(size.rows() - 1));
            board.number(symmetry.point(point, *size))
        };
        let start = number(0, 0);
        let right = number(1, 0).wrapping_sub(start);
        let below = number(0, 1).wrapping_sub(start);
        let numbers = |points: &Vec<Point>| -> Vec<u16> {
            let number = |&Point { col, row }: &Point| {
                let right = u16::from(col).wrapping_mul(right);
                start.wrapping_add(right).wrapping_add(u16::from(row).wrapping_mul(below))
            };
            points.iter().map(number).collect()
        };
        let [black, white] = [numbers(black), numbers(white)];
        let stones = if symmetry.is_negative() { [white, black] } else { [black, white] };
        let (empty, anything) = (numbers(empty), numbers(anything));
        Image { symmetry, pattern, stones, empty, anything }
    }
}

impl Placement<'_> {
    /// The operation that carries the pattern there.
    pub fn symmetry(&self) -> Symmetry {
        self.image.symmetry
    }

    /// The size of its rectangle.
    pub fn size(&self) -> Size {
        self.image.pattern.size()
    }

    /// The points of its rectangle, row by row.
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> {
        let (cols, board) = (usize::from(self.size().cols()), self.placements.board.cols());
        let starts = (usize::from(self.from)..).step_by(board.into());
        starts.take(self.size().rows().into()).map(move |start| start..start + cols)
    }

    /// The points that ask for a stone, with its color.
    pub fn stones(&self) -> impl Iterator<Item = (u16, Color)> {
        let [black, white] = &self.image.stones;
        let black = black.iter().map(|&point| (self.from + point, Color::Black));
        black.chain(white.iter().map(|&point| (self.from + point, Color::White)))
    }

    /// The points that must be empty.
    pub fn empty(&self) -> impl Iterator<Item = u16> {
        self.image.empty.iter().map(|&point| self.from + point)
    }

    /// The points that ask for something, with what they ask for.
    pub fn asked_of_points(&self) -> impl Iterator<Item = (u16, Stone)> {
        let stones = self.stones().map(|(point, color)| (point, Stone::of(color)));
        stones.chain(self.empty().map(|point| (point, Stone::NONE)))
    }

    /// The pattern as it lies there.
    pub fn pattern(&self) -> &Pattern {
        &self.image.pattern
    }

    /// What it asks of a point; nothing outside of its rectangle.
    pub fn asked(&self, point: u16) -> Option<Asked> {
        let Point { col, row } = self.placements.points[usize::from(point)];
        let col = col.wrapping_sub(self.origin.col);
        let row = row.wrapping_sub(self.origin.row);
        let point = Point::new(col, row);
        self.size().contains(point).then(|| self.pattern().asked(point))
    }

    /// The points of its rectangle that change again in a line, with what it
    /// asks of them.
    pub fn again<'a>(&self, line: &Line<'a>) -> impl Iterator<Item = (u16, Asked, Spans<'a>)> {
        // They come in order.
        let rows = u16::from(self.size().rows()) * u16::from(self.placements.board.cols());
        let end = self.from + rows;
        let points = line.again().skip_while(|&(point, _)| point < self.from);
        let points = points.take_while(move |&(point, _)| point < end);
        points.filter_map(|(point, spans)| Some((point, self.asked(point)?, spans)))
    }

    /// Whether a stone that it asks for never is in a line, as the first stone on
    /// its point tells.
    pub fn lacks_a_stone(&self, line: &Line<'_>) -> bool {
        self.stones().any(|(point, color)| {
            let first = line.first(point);
            first == First::NEVER || first.stays() && first.color() != color
        })
    }

    /// Whether it asks something of a point.
    pub fn asks(&self, point: u16) -> bool {
        self.asked(point).is_some_and(|asked| asked != Asked::Anything)
    }

    /// Whether it stands on a board.
    pub fn matches(&self, stones: &[Stone]) -> bool {
        let Points { from, stones: [black, white], empty, .. } = self.points();
        let are = |points: &[u16], stone: Stone| {
            points.iter().all(|point| stones[usize::from(from + point)] == stone)
        };
        are(black, Stone::of(Color::Black))
            && are(white, Stone::of(Color::White))
            && are(empty, Stone::NONE)
    }

    /// What is alike in the pattern.
    pub fn alike(&self) -> &Alike {
        &self.placements.alike
    }

    /// A stone of the game as the pattern has it.
    pub fn in_pattern(&self, at: u16, color: Color, step: u16) -> Next {
        let Point { col, row } = self.placements.points[usize::from(at)];
        let point = Point::new(col - self.origin.col, row - self.origin.row);
        let back = self.image.symmetry.inverse();
        Next { step, point: back.point(point, self.size()), color: back.color(color) }
    }

    #[inline(always)]
    pub fn points(&self) -> Points<'_> {
        let Image { stones: [black, white], empty, anything, .. } = self.image;
        Points { from: self.from, stones: [black, white], empty, anything }
    }

    /// Hands every span of steps in which it stands in lines of a tile, one bit
    /// for each that is `left`, to `visit`.
    pub fn stands(
        &self,
        block: &Block,
        tile: usize,
        lanes: &Lanes,
        left: u32,
        mut visit: impl FnMut(Standing),
    ) {
        let plays = lanes::plays(block.tile(tile), self.points(), lanes);
        let mut spans = Vec::new();
        for lane in ones(left) {
            let line = Line::new(block, tile, lane);
            let (since, until) = (First(lanes.since[lane]).step(), First(lanes.until[lane]));
            let end = if until == First::NEVER { u16::MAX } else { until.step() };
            if lanes.stones[lane] & First::AGAIN == 0 && plays.again[lane] > until.0 | 1 {
                let once = plays.next(lane).map(|(step, point)| (step, self.from + point));
                let next = match once {
                    _ if !self.image.anything.is_empty() => self.next(&line, once, since, end),
                    Some((step, point)) => {
                        Some(self.in_pattern(point, line.first(point).color(), step))
                    }
                    None => None,
                };
                visit(Standing { lane, step: since, next });
                continue;
            }
            self.spans(&line, since..end, &mut spans);
            for &Range { start: step, end: broken } in &spans {
                let once = self.plays_once(&line, step).map(|(step, point, _)| (step, point));
                let next = self.next(&line, once.min(), step, broken);
                visit(Standing { lane, step, next });
            }
        }
    }

    /// Gathers the spans of steps in which it stands in a line, within the
    /// span in which it does as far as points that do not change again tell.
    fn spans(&self, line: &Line<'_>, within: Range<u16>, spans: &mut Vec<Range<u16>>) {
        let mut end = within.end;
        spans.clear();
        spans.push(within);
        for (_, asked, stones) in self.again(line) {
            match asked {
                Asked::Empty => {
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
                    *spans = both(spans, empty);
                }
                Asked::Stone(color) => {
                    let stands = stones.filter(|span| span.0 == color);
                    *spans = both(spans, stands.map(|(_, from, to)| from..to));
                }
                Asked::Anything => {}
            }
            match spans.last() {
                Some(last) => end = last.end,
                None => return,
            }
        }
    }

    /// The stones that are put into its rectangle in a line behind a step, in
    /// order.
    pub fn plays(&self, block: &Block, line: usize, after: u16) -> Vec<Next> {
        let line = Line::new(block, line / LANES, line % LANES);
        let mut plays: Vec<(u16, u16, Color)> =
            self.plays_once(&line, after).chain(self.plays_again(&line, after)).collect();
        plays.sort_unstable_by_key(|&(step, point, _)| (step, point));
        plays.into_iter().map(|(step, point, color)| self.in_pattern(point, color, step)).collect()
    }

    /// Those on points that change once, in no order: step, point, color.
    fn plays_once(&self, line: &Line<'_>, after: u16) -> impl Iterator<Item = (u16, u16, Color)> {
        let Image { stones: [black, white], empty, anything, .. } = self.image;
        let points = [empty, anything, black, white].into_iter().flatten();
        points.filter_map(move |point| {
            let point = self.from + point;
            let first = line.first(point);
            let is_play = first.stays() && first.step() > after;
            is_play.then(|| (first.step(), point, first.color()))
        })
    }

    /// Those on points that change again.
    fn plays_again(&self, line: &Line<'_>, after: u16) -> impl Iterator<Item = (u16, u16, Color)> {
        self.again(line).flat_map(move |(point, _, stones)| {
            let plays = stones.filter(move |&(_, step, _)| step > after);
            plays.map(move |(color, step, _)| (step, point, color))
        })
    }

    /// The first of them, if it comes until the placement is broken. `once` is
    /// the step and the point of the first one on a point that changes once.
    fn next(
        &self,
        line: &Line<'_>,
        once: Option<(u16, u16)>,
        after: u16,
        broken: u16,
    ) -> Option<Next> {
        let once = once.map(|(step, point)| (step, point, line.first(point).color()));
        let plays = self.plays_again(line, after).chain(once);
        let next = plays.min_by_key(|&(step, point, _)| (step, point));
        let (step, point, color) = next.filter(|&(step, ..)| step <= broken)?;
        Some(self.in_pattern(point, color, step))
    }
}

/// The first line of a game.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    block: &'a Block,
    tile: usize,
    lane: usize,
}

impl<'a> Line<'a> {
    pub fn new(block: &'a Block, tile: usize, lane: usize) -> Line<'a> {
        Line { block, tile, lane }
    }

    /// Its number in the block.
    pub fn number(&self) -> usize {
        self.tile * LANES + self.lane
    }

    /// The first stone on a point.
    pub fn first(&self, point: u16) -> First {
        self.block.tile(self.tile)[usize::from(point)].0[self.lane]
    }

    /// A stone in a corner, counted from the first one, as
    /// [`Corners`](super::corners::Corners) has them.
    pub fn corner_stone(&self, corner: usize, stone: u8) -> u8 {
        let column = self.block.corners(self.tile).0[corner].get(usize::from(stone));
        column.map_or(OTHER, |column| column[self.lane])
    }

    /// Its steps behind the first that are no moves.
    pub fn setups(&self) -> &'a [u16] {
        self.block.setups(self.number())
    }

    /// Whether stones are set up in mid-game.
    pub fn is_set_up(&self) -> bool {
        self.block.set_up_in(self.tile) >> self.lane & 1 == 1
    }

    /// The points that change again.
    pub fn again(&self) -> Again<'a> {
        self.block.again(self.number())
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
