//! Points of a solution, which may be outside the window of the problem.

use crate::go::{Point, Size, Symmetry};

/// A point by its column and row, counted from 0 at the top left point of a
/// board or of a canonical text.
///
/// A solution may leave the window of its problem, so in canonical coordinates
/// both numbers may be negative, or larger than the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SolutionPoint {
    /// The row.
    pub row: i8,
    /// The column.
    pub col: i8,
}

impl SolutionPoint {
    /// The point in a column and a row.
    pub fn new(col: i8, row: i8) -> SolutionPoint {
        SolutionPoint { row, col }
    }

    /// The image of the point under an operation on a rectangle, inside and
    /// outside the rectangle.
    pub(super) fn transform(self, symmetry: Symmetry, rectangle: Size) -> SolutionPoint {
        let (col, row) =
            symmetry.signed_point((i16::from(self.col), i16::from(self.row)), rectangle);
        // Boards have at most 52 lines: every point is within twice that.
        SolutionPoint { row: row as i8, col: col as i8 }
    }

    /// The point this many columns to the right and rows down.
    pub(super) fn moved(self, cols: i16, rows: i16) -> Option<SolutionPoint> {
        Some(SolutionPoint {
            row: i8::try_from(i16::from(self.row) + rows).ok()?,
            col: i8::try_from(i16::from(self.col) + cols).ok()?,
        })
    }

    /// The point as a point of a board, or `None` if it is outside.
    pub fn on_board(self, board: Size) -> Option<Point> {
        let point = Point::new(u8::try_from(self.col).ok()?, u8::try_from(self.row).ok()?);
        board.contains(point).then_some(point)
    }
}

impl From<Point> for SolutionPoint {
    fn from(point: Point) -> SolutionPoint {
        // A board has at most 52 lines.
        SolutionPoint { row: point.row as i8, col: point.col as i8 }
    }
}
