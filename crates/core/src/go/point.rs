//! A point of the board.

use std::fmt;

/// A point, counted from 0 at the top left.
///
/// Printed as GobanTN writes coordinates: `(m,n)` is column m, row n, counted from 1. See
/// [`name`](Self::name) for coordinates such as `Q16`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Point;
///
/// assert_eq!(Point::new(3, 0).to_string(), "(4,1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The row, 0 at the top. Declared first, so that points sort row by row.
    pub row: u8,
    /// The column, 0 at the left.
    pub col: u8,
}

impl Point {
    /// The point in column `col` and row `row`, both counted from 0.
    pub const fn new(col: u8, row: u8) -> Point {
        Point { row, col }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", u16::from(self.col) + 1, u16::from(self.row) + 1)
    }
}
