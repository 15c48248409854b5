//! Stones and open sides, and the window that identity looks through.

use std::fmt;
use std::str::FromStr;

use super::{Diagram, ParseGtnError};
use crate::go::{Board, Point, Region, Sides, Size, Symmetry};

/// The farthest lines that an edge near the stones still belongs to the window.
const NEAR_EDGE: u8 = 4;
/// The same for the edge that is farther than its opposite.
const FAR_EDGE: u8 = 1;

/// A rectangle of a goban: its stones, and the sides beyond which it goes on.
///
/// ```
/// use gtn_db::gtn::SubPosition;
///
/// let corner: SubPosition = "2x4|...X_XXXX_!!!!_".parse()?;
/// assert_eq!(corner.canonical().text(), "4x4|!!!!_...._...._OOOO_...O_");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubPosition {
    /// The stones.
    pub board: Board,
    /// The sides that can be extended; the others are edges of the goban.
    pub open: Sides,
}

/// The part of a board that a problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Where on the board it lies.
    pub region: Region,
    /// What is in it.
    pub sub: SubPosition,
}

/// From `start` (inclusive) to `end` (exclusive) on one axis of the board, and
/// whether each end is open.
struct Span {
    start: u8,
    end: u8,
    is_open: (bool, bool),
}

impl Span {
    /// The rule of the window on one axis. `stones` are the first line with a
    /// stone and the first behind the last; a side that is open is an edge
    /// infinitely far away.
    fn of(stones: (u8, u8), lines: u8, is_open: (bool, bool)) -> Span {
        let before = (!is_open.0).then_some(stones.0);
        let after = (!is_open.1).then_some(lines - stones.1);
        let within = |distance: Option<u8>, limit: u8| distance.is_some_and(|d| d <= limit);
        let is_nearer = |this: Option<u8>, other: Option<u8>| match (this, other) {
            (Some(this), Some(other)) => this <= other,
            (this, _) => this.is_some(),
        };
        let limit = |nearer| if nearer { NEAR_EDGE } else { FAR_EDGE };
        let takes_first = within(before, limit(is_nearer(before, after)));
        let takes_last = within(after, limit(is_nearer(after, before)));
        Span {
            start: if takes_first { 0 } else { stones.0 },
            end: if takes_last { lines } else { stones.1 },
            is_open: (!takes_first, !takes_last),
        }
    }
}

impl SubPosition {
    /// A whole goban: no side can be extended.
    pub fn goban(board: Board) -> SubPosition {
        SubPosition { board, open: Sides::NONE }
    }

    /// The window: the smallest rectangle with all stones, grown to the edges
    /// that matter. None when there is no stone.
    ///
    /// On each axis the nearer edge matters when at most 4 empty lines lie
    /// between it and the stones, the farther one when at most 1 does; where
    /// both are equally far, both or neither.
    ///
    /// ```text
    ///   . O . . . . . . .          . O . . . . _
    ///   O O O O . X . . .          O O O O . X _     edges at the top and left;
    ///   . X X X X X . . .    →     . X X X X X _     open to the right, where 3
    ///   . . . . . . . . .          ! ! ! ! ! ! _     lines lie between, and below
    ///   . . . . . . . . .
    /// ```
    pub fn window(&self) -> Option<Window> {
        let stones = self.board.bounds()?;
        let (origin, size, lines) = (stones.origin, stones.size, self.board.size());
        let has = |side| self.open.contains(side);
        let cols = Span::of(
            (origin.col, origin.col + size.cols()),
            lines.cols(),
            (has(Sides::LEFT), has(Sides::RIGHT)),
        );
        let rows = Span::of(
            (origin.row, origin.row + size.rows()),
            lines.rows(),
            (has(Sides::TOP), has(Sides::BOTTOM)),
        );
        let region = Region {
            origin: Point::new(cols.start, rows.start),
            size: Size::new(cols.end - cols.start, rows.end - rows.start).ok()?,
        };
        let side = |is_open, side| if is_open { side } else { Sides::NONE };
        let open = side(cols.is_open.0, Sides::LEFT)
            | side(cols.is_open.1, Sides::RIGHT)
            | side(rows.is_open.0, Sides::TOP)
            | side(rows.is_open.1, Sides::BOTTOM);
        Some(Window { region, sub: SubPosition { board: self.board.cut(region), open } })
    }

    /// The rectangle that a canonical square was made of, when it has this size
    /// and these open sides; none when the square is of another size.
    pub fn unsquared(&self, size: Size, open: Sides) -> Option<SubPosition> {
        let origin = size.origin_in_square(open);
        let is_square = self.board.size() == size.squared();
        is_square.then(|| SubPosition { board: self.board.cut(Region { origin, size }), open })
    }

    /// The sub-position after an operation.
    pub fn transform(&self, symmetry: Symmetry) -> SubPosition {
        SubPosition { board: self.board.transform(symmetry), open: self.open.transform(symmetry) }
    }
}

impl FromStr for SubPosition {
    type Err = ParseGtnError;

    /// Reads an IGTN; annotations are left out.
    fn from_str(text: &str) -> Result<SubPosition, ParseGtnError> {
        Ok(text.parse::<Diagram>()?.sub_position())
    }
}

impl fmt::Display for SubPosition {
    /// Prints the IGTN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Diagram::from(self).fmt(f)
    }
}
