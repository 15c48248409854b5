//! How a query is aligned with a position, and where the two differ.

use std::fmt;

use crate::Color;
use crate::go::Symmetry;

/// One way to place a query on a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Alignment {
    /// Maps the query onto the window that was added to the index.
    pub symmetry: Symmetry,
    /// The points that differ, in the coordinates of the query's window, row
    /// by row.
    pub differences: Vec<Difference>,
}

/// A point at which a position differs from the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    /// The point, in the query's coordinates.
    pub at: QueryPoint,
    /// The position's stone on that point, in the query's colors; `None` where
    /// the position is empty.
    pub found: Option<Color>,
}

/// A point in the query's coordinates, counted from 0 at the top left.
///
/// Coordinates may be negative, or larger than the query, where the query's
/// side is open.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::similarity::QueryPoint;
///
/// assert_eq!(QueryPoint { col: 3, row: 0 }.to_string(), "(4,1)");
/// assert_eq!(QueryPoint { col: -1, row: 0 }.to_string(), "(0,1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QueryPoint {
    /// The row. The first field, so that points sort in reading order.
    pub row: i16,
    /// The column.
    pub col: i16,
}

impl fmt::Display for QueryPoint {
    /// Formats the point as GobanTN does: column first, counted from 1.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.col + 1, self.row + 1)
    }
}
