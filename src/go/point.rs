//! A point of the board.

use std::fmt;

use super::Size;

/// The letters of the columns: there is no I, which looks like a J.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// What players call a column, from 0 at the left: A to Z without I, then AA
/// to AZ, BA and BB.
pub fn column_name(col: u8) -> String {
    let count = LETTERS.len() as u8;
    let letter = |at: u8| char::from(LETTERS[usize::from(at)]);
    let tens = (col / count).checked_sub(1).map(letter);
    tens.into_iter().chain([letter(col % count)]).collect()
}

/// A point, counted from 0 at the top left.
///
/// Printed as GobanTN writes coordinates: `(m,n)` is column m, row n, from 1.
///
/// ```
/// use gtn_db::go::Point;
///
/// assert_eq!(Point::new(3, 0).to_string(), "(4,1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The row, 0 at the top. First, so that points sort as they are read.
    pub row: u8,
    /// The column, 0 at the left.
    pub col: u8,
}

impl Point {
    /// The point in column `col` and row `row`, both from 0.
    pub const fn new(col: u8, row: u8) -> Point {
        Point { row, col }
    }

    /// What players call the point on a board of the given size: the letter of
    /// its column, and its row from below.
    ///
    /// ```
    /// use gtn_db::go::{Point, Size};
    ///
    /// assert_eq!(Point::new(8, 18).name(Size::STANDARD), "J1");
    /// ```
    pub fn name(self, board: Size) -> String {
        format!("{}{}", column_name(self.col), board.rows().saturating_sub(self.row))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", u16::from(self.col) + 1, u16::from(self.row) + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::column_name;

    #[test]
    fn columns_have_names_up_to_the_widest_board() {
        let names = [0, 7, 8, 18, 24, 25, 49, 50, 51].map(column_name);
        assert_eq!(names, ["A", "H", "J", "T", "Z", "AA", "AZ", "BA", "BB"]);
    }
}
