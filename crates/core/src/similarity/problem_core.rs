//! The core of a problem: the part of its board where its right lines are played.
//!
//! Two problems have the **same core** if one of the eight symmetries, with or without exchanged
//! colors, lays the core of the one on the board of the other so that every point and every real
//! edge agrees, the same side is to move, and an accepted first move lies on an accepted first move.
//! Walls, outside stones and the rest of the board do not matter. The relation is not transitive.
//!
//! ```text
//!   X X X O . . O         The lines are played on the points a to d. The core is the rectangle
//!   a b X O . . .         around them, grown by a line and cut at the edges of the board:
//!   c d X O . X .         4 rows and 3 columns. Neither the wall to the right nor the stone
//!   O O O O . . .         outside is part of it.
//! ```
//!
//! Candidates for the relation come from an inverted index: the [pattern](CoreProblem::patterns)
//! of the 3x3 points around each accepted first move, `core1`. It is stored in databases, so it
//! never changes its meaning; `crates/core/tests/data/core1.txt` pins it. Every candidate is verified.

use super::alignment::{Difference, QueryPoint};
use super::core_code::{self, Code, NARROW, REACH, Shape};
use super::first_move::FirstMove;
use super::possible_moves::PossibleMoves;
use super::rectangle::{Place, Rectangle};
use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::SubPosition;

/// The fewest moves in right lines that give a problem a core.
const MIN_MOVES: usize = 3;

/// The fewest stones within one line around the right lines, and within two. With six within one
/// line, 19 of 27 pairs that readers call the same problem have the same core; with these, 22.
const MIN_STONES: [u16; 2] = [3, 6];

/// A core of fewer stones must agree within two lines around the right lines. Of 500 boards from games,
/// fights of three to six stones lay by chance on 222 within one line.
const FIRM_STONES: u16 = 7;

/// Stands for a problem without an answer in an index of candidates.
pub const NO_ANSWER: u32 = u32::MAX;

/// The operations without exchanged colors.
const EIGHT: std::ops::Range<usize> = 0..8;

/// A point without a stone, a stone, or a point beyond the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Content {
    Empty,
    Stone(Color),
    Outside,
}

impl Content {
    /// Two bits, as patterns have them.
    fn code(self, player: Color) -> Code {
        match self {
            Content::Empty => 0,
            Content::Stone(color) if color == player => 1,
            Content::Stone(_) => 2,
            Content::Outside => 3,
        }
    }
}

/// Where a window lies on its board: the lines of the board before the window's first column and
/// row, and behind its last ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Surroundings {
    /// The lines to the left of the window and above it.
    pub before: (u8, u8),
    /// The lines to the right of the window and below it.
    pub after: (u8, u8),
}

impl Surroundings {
    /// A board that goes on without end beyond the open sides of a window.
    pub fn endless(open: Sides) -> Surroundings {
        let lines = |side| if open.contains(side) { u8::MAX } else { 0 };
        Surroundings {
            before: (lines(Sides::LEFT), lines(Sides::TOP)),
            after: (lines(Sides::RIGHT), lines(Sides::BOTTOM)),
        }
    }

    /// The lines around the image of the window.
    pub fn transform(self, symmetry: Symmetry) -> Surroundings {
        let (mut before, mut after) = (self.before, self.after);
        for _ in 0..symmetry.quarter_turns() {
            (before, after) = ((after.1, before.0), (before.1, after.0));
        }
        if symmetry.mirrors() {
            (before.0, after.0) = (after.0, before.0);
        }
        Surroundings { before, after }
    }
}

/// A problem as it is compared with others by its core.
///
/// All points are counted from the first point of its window.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoreProblem {
    size: Size,
    /// The stones of the window, row by row.
    stones: Vec<Option<Color>>,
    board: Rectangle,
    turn: Option<Color>,
    accepted: Vec<FirstMove>,
    /// The rectangle around the right lines.
    lines: Option<Rectangle>,
    /// The number of stones in the core.
    core_stones: u16,
}

/// A rectangle around a first move, from the move on, and which of its sides are edges of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CoreFrame {
    rectangle: Rectangle,
    edges: Sides,
}

/// A core as it is seen from a first move by its player.
pub(super) struct CoreView {
    pub(super) frame: CoreFrame,
    /// The [hash](CoreProblem::hash_in) of what is in the frame.
    pub(super) hash: u64,
}

/// How the core of one problem lies on the board of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreHit {
    /// Maps the problem with the core onto the other one.
    pub symmetry: Symmetry,
    /// The number of points of the core, with a margin of one line, that differ.
    pub distance: u16,
    /// The number of points of the core.
    pub area: u16,
    /// The number of stones in the core.
    pub stones: u16,
    /// The lines around the right lines that agree: 2, or 1; 0 if points differ.
    pub margin: u8,
    /// Whether an accepted first move lies on an accepted first move. Otherwise the other problem
    /// has no answer, or does not say who is to move.
    pub has_common_move: bool,
    /// A point of the first problem, and the point of the other one that it is mapped to.
    anchors: (Place, Place),
}

/// All that decides on which boards a core lies, and how: problems with equal keys have the core on the same
/// boards, and there with the same [`CoreHit`] but for the places of its [anchors](CoreHit::anchors).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoreKey {
    /// All points are counted from the first point of the rectangle with a margin of two lines.
    accepted: Vec<FirstMove>,
    rectangles: [Rectangle; 2],
    edges: [Sides; 2],
    /// What is in the larger rectangle.
    contents: Vec<Content>,
}

impl CoreHit {
    /// A point of the problem with the core, and the point of the other one onto which it is laid, each
    /// from the first point of its window.
    pub fn anchors(&self) -> [QueryPoint; 2] {
        <[Place; 2]>::from(self.anchors).map(|(col, row)| QueryPoint { row, col })
    }
}

impl CoreProblem {
    /// Makes a problem of a window. `accepted` are its accepted first moves, empty if the side to
    /// move is not known; `lines` are the moves of its right lines, passes left out, or empty if none of
    /// these lines has three moves. All are counted
    /// from the first point of the window.
    pub fn new(
        window: &SubPosition,
        around: Surroundings,
        turn: Option<Color>,
        mut accepted: Vec<(Color, QueryPoint)>,
        lines: &[QueryPoint],
    ) -> CoreProblem {
        let size = window.board.size();
        let board = Rectangle {
            first: (-i16::from(around.before.0), -i16::from(around.before.1)),
            last: (
                i16::from(size.cols()) - 1 + i16::from(around.after.0),
                i16::from(size.rows()) - 1 + i16::from(around.after.1),
            ),
        };
        accepted.sort_unstable();
        accepted.dedup();
        accepted.retain(|(_, at)| board.contains((at.col, at.row)));
        let lines = if lines.len() >= MIN_MOVES && !accepted.is_empty() {
            let places = lines.iter().map(|at| (at.col, at.row));
            Rectangle::around(places.filter(|&at| board.contains(at)))
        } else {
            None
        };
        let stones = size.points().map(|at| window.board.get(at)).collect();
        let mut problem =
            CoreProblem { size, stones, board, turn, accepted: Vec::new(), lines, core_stones: 0 };
        problem.accepted = accepted
            .into_iter()
            .map(|(color, at)| problem.first_move(color, (at.col, at.row)))
            .collect();
        let count = |margin| problem.core(margin).map_or(0, |core| problem.count_stones(core));
        let counts = [1, 2].map(count);
        if counts.into_iter().zip(MIN_STONES).any(|(stones, least)| stones < least) {
            problem.lines = None;
        }
        problem.core_stones = counts[0];
        problem
    }

    /// Whether the problem has a core: at least three moves of right lines, with stones around them.
    pub fn has_core(&self) -> bool {
        self.lines.is_some()
    }

    /// Whether the problem has an accepted first move on the board.
    pub fn is_answered(&self) -> bool {
        !self.accepted.is_empty()
    }

    /// The number of points of the core; 0 without one. Of two problems, the core of the one
    /// with the larger core is compared with the other's board.
    pub fn core_area(&self) -> u16 {
        self.core(1).map_or(0, Rectangle::area)
    }

    /// The key of the core, if the problem has one.
    pub fn core_key(&self) -> Option<CoreKey> {
        let cores = [self.core(1)?, self.core(2)?];
        let (col, row) = cores[1].first;
        let moved = |at: Place| (at.0 - col, at.1 - row);
        let accepted = self.accepted.iter();
        Some(CoreKey {
            accepted: accepted.map(|first| FirstMove { at: moved(first.at), ..*first }).collect(),
            rectangles: cores
                .map(|core| Rectangle { first: moved(core.first), last: moved(core.last) }),
            edges: cores.map(|core| core.edges(self.board)),
            contents: cores[1].places().map(|at| self.content(at)).collect(),
        })
    }

    /// The rectangle around the right lines, grown by some lines and cut at the board.
    fn core(&self, margin: i16) -> Option<Rectangle> {
        Some(self.lines?.grown(margin).cut(self.board))
    }

    /// The points to compare with a position for the distance between the two: the core; without one, what lies within
    /// three lines of the accepted first moves in the window and a line around it; without an answer
    /// all of that.
    fn nearest_rectangle(&self) -> Rectangle {
        self.core(1).unwrap_or_else(|| {
            let last = (i16::from(self.size.cols()) - 1, i16::from(self.size.rows()) - 1);
            let window = Rectangle { first: (0, 0), last }.grown(1).cut(self.board);
            let moves = self.accepted.iter().map(|first| first.at);
            Rectangle::around(moves).map_or(window, |moves| moves.grown(3).cut(window))
        })
    }

    /// Whether the core has so few stones that it must agree within two lines around the right lines.
    fn is_small(&self) -> bool {
        self.core_stones < FIRM_STONES
    }

    /// A board has at most 2,704 stones.
    fn count_stones(&self, rectangle: Rectangle) -> u16 {
        let stones = rectangle.places().filter(|&at| matches!(self.content(at), Content::Stone(_)));
        stones.count() as u16
    }

    fn content(&self, (col, row): Place) -> Content {
        match (u8::try_from(col), u8::try_from(row)) {
            (Ok(col), Ok(row)) if self.size.contains(Point::new(col, row)) => {
                let number = usize::from(self.size.number(Point::new(col, row)));
                self.stones[number].map_or(Content::Empty, Content::Stone)
            }
            _ if self.board.contains((col, row)) => Content::Empty,
            _ => Content::Outside,
        }
    }

    /// The patterns of scheme [`core1`](crate::CORE_SCHEME) of its accepted first moves, sorted: the 3x3 points around
    /// each move, as two bits a point from the top left one on, 0 for empty, 1 for a stone of the
    /// side to move, 2 for one of the other side, 3 beyond the edge; the least of the eight images.
    pub fn patterns(&self) -> Vec<u32> {
        sorted(self.accepted.iter().map(|first| first.pattern))
    }

    /// The patterns of all empty points in the window and two lines around it: where a first move
    /// may be in a position without answers.
    pub fn patterns_of_empty_points(&self) -> Vec<u32> {
        let patterns = |(color, at)| self.pattern(at, color);
        sorted(self.possible_moves().into_iter().map(patterns))
    }

    /// What an index of candidates has of the problem, sorted: the pattern of each accepted first move, and
    /// [what is around it](super::StoredMove::to_number); without an answer [`NO_ANSWER`] and 0.
    pub fn indexed_moves(&self) -> Vec<(u32, i64)> {
        if !self.is_answered() {
            return vec![(NO_ANSWER, 0)];
        }
        let moves = self.stored_moves().map(|(pattern, around)| (pattern, around.to_number()));
        let mut moves: Vec<(u32, i64)> = moves.collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// What a problem that may have the same core has in an index of candidates.
    pub fn asked_patterns(&self) -> Vec<u32> {
        match self.is_answered() {
            true => {
                let unanswered = self.has_core().then_some(NO_ANSWER);
                self.patterns().into_iter().chain(unanswered).collect()
            }
            false => self.patterns_of_empty_points(),
        }
    }

    /// The accepted first moves, each with the shape that the core has within two lines of it; none
    /// without a core.
    pub(super) fn first_moves_in_core(&self) -> impl Iterator<Item = (&FirstMove, Shape)> {
        self.first_moves().into_iter().filter_map(|(first, shape)| Some((first, shape?)))
    }

    /// The accepted first moves, each with the shape that the core has within two lines of it, if there is one.
    pub(super) fn first_moves(&self) -> Vec<(&FirstMove, Option<Shape>)> {
        let core = self.core(1);
        let shape = |first: &FirstMove| core.map(|core| self.shape(core, first.at));
        self.accepted.iter().map(|first| (first, shape(first))).collect()
    }

    /// Calls `visit` with each point where a first move may be, its player and its code: of the accepted
    /// first moves, or without answers of all empty points.
    pub(super) fn visit_possible_moves(&self, mut visit: impl FnMut((Color, Place), Code)) {
        match self.is_answered() {
            true => self
                .accepted
                .iter()
                .for_each(|first| visit((first.color, first.at), first.images[0])),
            false => {
                let moves = self.possible_moves().into_iter();
                moves.for_each(|(color, at)| visit((color, at), self.code(at, color)));
            }
        }
    }

    /// What must agree for the same core, as it is seen from a first move, in one of the eight orientations;
    /// `None` without a core.
    pub(super) fn core_view(&self, first: &FirstMove, symmetry: Symmetry) -> Option<CoreView> {
        let core = self.core(if self.is_small() { 2 } else { 1 })?;
        let back = symmetry.inverse();
        let turned = |(col, row): Place| back.turned((col - first.at.0, row - first.at.1));
        let rectangle = Rectangle::around([core.first, core.last].map(turned))?;
        let edges = core.edges(self.board).transform(back);
        let content = |at: Place| {
            let (cols, rows) = symmetry.turned(at);
            self.content((first.at.0 + cols, first.at.1 + rows)).code(first.color)
        };
        let hash = hash_contents(rectangle.places().map(content));
        Some(CoreView { frame: CoreFrame { rectangle, edges }, hash })
    }

    /// The hash of what is in a frame around a first move; `None` if its edges are not those of the board.
    pub(super) fn hash_in(&self, frame: &CoreFrame, (color, at): (Color, Place)) -> Option<u64> {
        let moved = |(cols, rows): Place| (at.0 + cols, at.1 + rows);
        let Rectangle { first, last } = frame.rectangle;
        let there = Rectangle { first: moved(first), last: moved(last) };
        let is_on = there.cut(self.board) == there && there.edges(self.board) == frame.edges;
        is_on.then(|| hash_contents(there.places().map(|at| self.content(at).code(color))))
    }

    /// All points where a first move may be in a position without answers, with what is around them.
    pub(super) fn possible_first_moves(&self) -> impl Iterator<Item = FirstMove> {
        self.possible_moves().into_iter().map(|(color, at)| self.first_move(color, at))
    }

    /// The points where a first move may be, grouped by their patterns. To be made once if the cores of many
    /// problems are compared with this problem.
    pub fn group_possible_moves(&self) -> PossibleMoves {
        PossibleMoves::new(self.possible_first_moves())
    }

    /// The possible first moves around which, within one line, is what is around some of `moves`.
    fn moves_like(&self, moves: &[FirstMove]) -> Vec<FirstMove> {
        let narrow = |code: Code| code & core_code::mask(NARROW);
        let wanted: Vec<Code> = moves.iter().flat_map(|first| first.images).map(narrow).collect();
        let is_wanted =
            |&(color, at): &(Color, Place)| wanted.contains(&narrow(self.code(at, color)));
        let moves = self.possible_moves().into_iter().filter(is_wanted);
        moves.map(|(color, at)| self.first_move(color, at)).collect()
    }

    /// The points of a rectangle within two lines of a point, and those beyond its real edges.
    fn points_around(&self, rectangle: Rectangle, (col, row): Place) -> Code {
        let edges = rectangle.edges(self.board);
        let grown = |side| i16::from(edges.contains(side));
        let Rectangle { first, last } = rectangle;
        let rectangle = Rectangle {
            first: (first.0 - grown(Sides::LEFT), first.1 - grown(Sides::TOP)),
            last: (last.0 + grown(Sides::RIGHT), last.1 + grown(Sides::BOTTOM)),
        };
        let is_in = |(cols, rows)| rectangle.contains((col + cols, row + rows));
        core_code::encode(|at| if is_in(at) { 3 } else { 0 })
    }

    /// The shape that a rectangle has within two lines of a point; [`NARROW`] unless it has all points
    /// within one line. Beyond a real edge, it has a line more.
    fn shape(&self, rectangle: Rectangle, (col, row): Place) -> Shape {
        let narrow = core_code::mask(NARROW);
        if self.points_around(rectangle, (col, row)) & narrow != narrow {
            return NARROW;
        }
        let edges = rectangle.edges(self.board);
        let sides = [
            (Sides::LEFT, col - rectangle.first.0),
            (Sides::RIGHT, rectangle.last.0 - col),
            (Sides::TOP, row - rectangle.first.1),
            (Sides::BOTTOM, rectangle.last.1 - row),
        ];
        let is_far = |(side, lines): (Sides, i16)| lines + i16::from(edges.contains(side)) >= REACH;
        let bit = |(bit, side)| u8::from(is_far(side)) << bit;
        (0..).zip(sides).map(bit).fold(NARROW, |shape, bit| shape | bit)
    }

    fn possible_moves(&self) -> Vec<(Color, Place)> {
        let last = (i16::from(self.size.cols()) - 1, i16::from(self.size.rows()) - 1);
        let around = Rectangle { first: (0, 0), last }.grown(2).cut(self.board);
        let colors = [Color::Black, Color::White].into_iter();
        let colors = colors.filter(|&color| self.turn.is_none_or(|turn| turn == color));
        let empty = || around.places().filter(|&at| self.content(at) == Content::Empty);
        colors.flat_map(|color| empty().map(move |at| (color, at))).collect()
    }

    fn first_move(&self, color: Color, at: Place) -> FirstMove {
        let code = self.code(at, color);
        let images = std::array::from_fn(|turn| core_code::image(code, Symmetry::ALL[turn]));
        FirstMove { color, at, pattern: self.pattern(at, color), images }
    }

    /// What is within two lines of a point, for a side to move.
    fn code(&self, (col, row): Place, color: Color) -> Code {
        core_code::encode(|(cols, rows)| self.content((col + cols, row + rows)).code(color))
    }

    fn pattern(&self, (col, row): Place, color: Color) -> u32 {
        let neighbors =
            [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let codes =
            neighbors.map(|(cols, rows)| self.content((col + cols, row + rows)).code(color) as u32);
        let image = |symmetry: &Symmetry| {
            neighbors.iter().fold(0, |code, &at| {
                let (cols, rows) = symmetry.turned(at);
                code << 2 | codes[((rows + 1) * 3 + cols + 1) as usize]
            })
        };
        let images = Symmetry::ALL[EIGHT].iter().map(image);
        images.min().expect("there are eight symmetries")
    }

    /// Lays the core on the board of another problem, so that at most `distance` points differ, and no
    /// more than a quarter of its stones, rounded. A core of few stones is grown by a line and agrees whole.
    /// Returns the best way: with a common first move, then the fewest differing points, then the
    /// larger margin; `None` if the problem has no core.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::Color;
    /// use gtn_db::go::Sides;
    /// use gtn_db::similarity::{CoreProblem, QueryPoint, Surroundings};
    ///
    /// let at = |col, row| QueryPoint { col, row };
    /// let around = Surroundings::endless(Sides::RIGHT | Sides::BOTTOM);
    /// let make = |window: &str, lines: &[QueryPoint]| {
    ///     let accepted = vec![(Color::Black, at(1, 0))];
    ///     Ok::<_, gtn_db::gtn::ParseGtnError>(CoreProblem::new(
    ///         &window.parse()?, around, Some(Color::Black), accepted, lines,
    ///     ))
    /// };
    /// let one = make("3x4|...X_OO.X_XXX._!!!!_", &[at(1, 0), at(0, 0), at(2, 0)])?;
    /// // more stones outside, and no lines behind the first move
    /// let other = make("4x5|...X._OO.X._XXX.._OOO.._!!!!!_", &[])?;
    /// assert_eq!(one.find_core_in(&other, 0).unwrap().margin, 2);
    /// assert!(other.find_core_in(&one, 0).is_none());
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn find_core_in(&self, other: &CoreProblem, distance: u16) -> Option<CoreHit> {
        self.find_core_at(other, None, distance)
    }

    /// The same as [`find_core_in`](Self::find_core_in). `possible` has the possible moves of the other problem,
    /// which saves time if many problems are compared with that one.
    pub fn find_core_at(
        &self,
        other: &CoreProblem,
        possible: Option<&PossibleMoves>,
        distance: u16,
    ) -> Option<CoreHit> {
        let core = self.core(1)?;
        let wide = self.core(2).expect("it has a core");
        let stones = self.core_stones;
        if self.is_small() {
            let hit = self.lay_on(wide, (other, possible), 0, true)?;
            return Some(CoreHit { margin: 2, area: core.area(), stones, ..hit });
        }
        let distance = distance.min((stones + 1) / 4);
        let mut hit = self.lay_on(core, (other, possible), distance, true)?;
        if hit.distance == 0 {
            let is_equal = self.count_differences(wide, other, hit.symmetry, hit.anchors, 0);
            hit.margin = 1 + u8::from(is_equal.is_some());
        }
        Some(hit)
    }

    /// Lays the core on the board of another problem, real edges on real edges; without a core, what
    /// lies within three lines of the accepted first moves. Returns the way with the fewest differing
    /// points, at most `distance`. `possible` has the possible moves of the other problem.
    pub fn lay_nearest_on(
        &self,
        other: &CoreProblem,
        possible: &PossibleMoves,
        distance: u16,
    ) -> Option<CoreHit> {
        self.lay_on(self.nearest_rectangle(), (other, Some(possible)), distance, false)
    }

    /// The number of points of what [`lay_nearest_on`](Self::lay_nearest_on) lays on a board.
    pub fn nearest_area(&self) -> u16 {
        self.nearest_rectangle().area()
    }

    /// The best way to lay a rectangle on another board. With `has_neighbors`, what is within one line of the
    /// first move must be the same there, as candidates are found by; else it is so in some orientation.
    fn lay_on(
        &self,
        what: Rectangle,
        (other, possible): (&CoreProblem, Option<&PossibleMoves>),
        distance: u16,
        has_neighbors: bool,
    ) -> Option<CoreHit> {
        let has_common_move = self.is_answered() && other.is_answered();
        let moves: Vec<FirstMove> = match possible {
            _ if has_common_move => other.accepted.clone(),
            Some(possible) => possible.like(&self.accepted),
            None => other.moves_like(&self.accepted),
        };
        let mut best: Option<CoreHit> = None;
        let mut most = distance;
        for from in &self.accepted {
            let around = self.points_around(what, from.at);
            for onto in moves.iter().filter(|onto| onto.pattern == from.pattern) {
                for symmetry in &Symmetry::ALL {
                    let image = onto.images[usize::from(symmetry.index()) % onto.images.len()];
                    let differing =
                        |mask| core_code::count_differences(from.images[0], image, mask);
                    if symmetry.color(from.color) != onto.color
                        || has_neighbors && differing(core_code::mask(NARROW)) > 0
                        || differing(around) > most.into()
                    {
                        continue;
                    }
                    let anchors = (from.at, onto.at);
                    let Some(found) = self.count_differences(what, other, *symmetry, anchors, most)
                    else {
                        continue;
                    };
                    if best.as_ref().is_some_and(|best| best.distance <= found) {
                        continue;
                    }
                    most = found;
                    best = Some(CoreHit {
                        symmetry: *symmetry,
                        distance: found,
                        area: what.area(),
                        stones: self.count_stones(what),
                        margin: 0,
                        has_common_move,
                        anchors,
                    });
                }
            }
        }
        best
    }

    /// The number of points of a rectangle that differ when its point `from` is mapped to a point of
    /// another board; `None` if there are more than `most`, or if the edges do not agree.
    fn count_differences(
        &self,
        what: Rectangle,
        other: &CoreProblem,
        symmetry: Symmetry,
        (from, onto): (Place, Place),
        most: u16,
    ) -> Option<u16> {
        let moved = |(col, row): Place| {
            let (col, row) = symmetry.turned((col - from.0, row - from.1));
            (col + onto.0, row + onto.1)
        };
        let image = Rectangle::around([what.first, what.last].map(moved))?;
        if what.edges(self.board).transform(symmetry) != image.edges(other.board)
            || image.cut(other.board) != image
        {
            return None;
        }
        let mut count = 0;
        for at in what.places() {
            count += u16::from(self.image(symmetry, at) != other.content(moved(at)));
            if count > most {
                return None;
            }
        }
        Some(count)
    }

    /// What is at a point, in the colors after an operation.
    fn image(&self, symmetry: Symmetry, at: Place) -> Content {
        match self.content(at) {
            Content::Stone(color) => Content::Stone(symmetry.color(color)),
            content => content,
        }
    }

    /// The points at which the core, or without one the window and a line around it, differs from
    /// the other problem as `hit` lays it there; on the board of this problem, with what the other
    /// one has there in the colors of this problem.
    pub fn list_differences(&self, other: &CoreProblem, hit: &CoreHit) -> Vec<Difference> {
        let (from, onto) = hit.anchors;
        let differs = |at: Place| {
            let (col, row) = hit.symmetry.turned((at.0 - from.0, at.1 - from.1));
            let there = other.content((col + onto.0, row + onto.1));
            let found = match there {
                Content::Stone(color) => Some(hit.symmetry.color(color)),
                Content::Empty | Content::Outside => None,
            };
            (self.image(hit.symmetry, at) != there)
                .then_some(Difference { at: QueryPoint { row: at.1, col: at.0 }, found })
        };
        self.nearest_rectangle().places().filter_map(differs).collect()
    }
}

/// A hash of the [codes](Content::code) of points.
fn hash_contents(codes: impl Iterator<Item = Code>) -> u64 {
    // FNV-1a over points; equal hashes only make candidates.
    codes.fold(0xcbf2_9ce4_8422_2325, |hash, code| (hash ^ code).wrapping_mul(0x0100_0000_01b3))
}

fn sorted(patterns: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut patterns: Vec<u32> = patterns.collect();
    patterns.sort_unstable();
    patterns.dedup();
    patterns
}
