//! Stones with open sides, and the window that identifies a problem.

use std::fmt;
use std::str::FromStr;

use super::grammar::{self, ParsedText};
use super::{Cell, ParseGtnError};
use crate::Color;
use crate::go::{Board, Point, Region, Sides, Size, Symmetry};

/// On each axis, the nearer edge belongs to the window if at most this many empty lines are between
/// it and the stones.
const NEAR_EDGE: u8 = 4;
/// The same limit for the farther edge.
const FAR_EDGE: u8 = 1;

/// A rectangle of a goban: its stones, and the sides beyond which the board continues.
///
/// Parsed from and printed as IGTN; annotations are ignored.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::gtn::SubPosition;
///
/// let corner: SubPosition = "2x4|...X_XXXX_!!!!_".parse()?;
/// assert_eq!(corner.canonicalize().text(), "4x4|!!!!_...._...._OOOO_...O_");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubPosition {
    /// The stones.
    pub board: Board,
    /// The open sides, beyond which the board continues; the others are edges of the goban.
    pub open: Sides,
}

/// The part of a board that identifies a problem; made by [`SubPosition::window`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its location on the board.
    pub region: Region,
    /// Its stones and open sides.
    pub sub: SubPosition,
}

/// A window on one axis: the lines `start..end`, and whether each end is open.
struct AxisWindow {
    start: u8,
    end: u8,
    is_open: (bool, bool),
}

impl AxisWindow {
    /// Applies the rule of [`SubPosition::window`] to one axis of `lines` lines. All stones are on
    /// the lines `stones.0..stones.1`. An open side counts as an edge infinitely far away.
    fn around(stones: (u8, u8), lines: u8, is_open: (bool, bool)) -> AxisWindow {
        let before = (!is_open.0).then_some(stones.0);
        let after = (!is_open.1).then_some(lines - stones.1);
        let within = |distance: Option<u8>, limit: u8| distance.is_some_and(|d| d <= limit);
        let is_nearer = |this: Option<u8>, other: Option<u8>| match (this, other) {
            (Some(this), Some(other)) => this <= other,
            (this, _) => this.is_some(),
        };
        let limit = |nearer| if nearer { NEAR_EDGE } else { FAR_EDGE };
        let has_first_edge = within(before, limit(is_nearer(before, after)));
        let has_last_edge = within(after, limit(is_nearer(after, before)));
        AxisWindow {
            start: if has_first_edge { 0 } else { stones.0 },
            end: if has_last_edge { lines } else { stones.1 },
            is_open: (!has_first_edge, !has_last_edge),
        }
    }
}

impl SubPosition {
    /// A whole goban: all sides are closed.
    pub fn goban(board: Board) -> SubPosition {
        SubPosition { board, open: Sides::NONE }
    }

    /// The window: the smallest rectangle with all stones, extended to the edges near them.
    /// `None` when there are no stones.
    ///
    /// On each axis the nearer edge is included when at most 4 empty lines are between it and the
    /// stones, the farther edge when at most 1 is. At equal distances both count as nearer. The
    /// window of a window is the window itself.
    ///
    /// ```text
    ///   . O . . . . . . .          . O . . . . _
    ///   O O O O . X . . .          O O O O . X _     top and left are edges; right and
    ///   . X X X X X . . .    →     . X X X X X _     bottom are open: they are farther
    ///   . . . . . . . . .          ! ! ! ! ! ! _     than their opposites, and 3 and 2
    ///   . . . . . . . . .                            empty lines away
    /// ```
    pub fn window(&self) -> Option<Window> {
        let stones = self.board.bounds()?;
        let (origin, size, lines) = (stones.origin, stones.size, self.board.size());
        let has = |side| self.open.contains(side);
        let cols = AxisWindow::around(
            (origin.col, origin.col + size.cols()),
            lines.cols(),
            (has(Sides::LEFT), has(Sides::RIGHT)),
        );
        let rows = AxisWindow::around(
            (origin.row, origin.row + size.rows()),
            lines.rows(),
            (has(Sides::TOP), has(Sides::BOTTOM)),
        );
        let region = Region {
            origin: Point::new(cols.start, rows.start),
            size: Size::new(cols.end - cols.start, rows.end - rows.start)
                .expect("a window is part of a board"),
        };
        let side = |is_open, side| if is_open { side } else { Sides::NONE };
        let open = side(cols.is_open.0, Sides::LEFT)
            | side(cols.is_open.1, Sides::RIGHT)
            | side(rows.is_open.0, Sides::TOP)
            | side(rows.is_open.1, Sides::BOTTOM);
        Some(Window { region, sub: SubPosition { board: self.board.cut(region), open } })
    }

    /// Cuts the rectangle with the given size and open sides out of its canonical square, removing
    /// the lines that squaring added. `None` when this is not the square of such a rectangle.
    pub fn unsquared(&self, size: Size, open: Sides) -> Option<SubPosition> {
        let origin = size.origin_in_square(open);
        let is_square = self.board.size() == size.squared();
        is_square.then(|| SubPosition { board: self.board.cut(Region { origin, size }), open })
    }

    /// Applies an operation, to open sides too.
    pub fn transform(&self, symmetry: Symmetry) -> SubPosition {
        SubPosition { board: self.board.transform(symmetry), open: self.open.transform(symmetry) }
    }
}

impl FromStr for SubPosition {
    type Err = ParseGtnError;

    /// Parses an IGTN; annotations are ignored.
    fn from_str(text: &str) -> Result<SubPosition, ParseGtnError> {
        let parse_stone = |char| Cell::from_char(char).map(|cell| cell.stone);
        let ParsedText { size, open, cells } = grammar::parse_igtn(text, parse_stone)?;
        let mut board = Board::new(size);
        for (point, stone) in size.points().zip(cells) {
            board.set(point, stone);
        }
        Ok(SubPosition { board, open })
    }
}

impl fmt::Display for SubPosition {
    /// Formats the sub-position as IGTN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let points = size.points().map(|at| self.board.get(at).map_or('.', Color::gtn_char));
        write!(f, "{size}|{}", grammar::format_rows(size, self.open, points, ""))
    }
}
