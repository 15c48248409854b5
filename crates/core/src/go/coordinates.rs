//! Coordinates as players write them: `Q16` is column Q, row 16 from below.

use super::{Point, Size};

/// The letters of the columns: I is left out because it looks like J.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The letters of a column counted from 0 at the left: A to Z without I, then AA to AZ, BA
/// and BB.
pub fn column_name(col: u8) -> String {
    let count = LETTERS.len() as u8;
    let letter = |at: u8| char::from(LETTERS[usize::from(at)]);
    let first = (col / count).checked_sub(1).map(letter);
    first.into_iter().chain([letter(col % count)]).collect()
}

impl Point {
    /// The coordinates on a board of the given size: the letter of the column, then the row
    /// counted from below.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::go::{Point, Size};
    ///
    /// assert_eq!(Point::new(8, 18).name(Size::STANDARD), "J1");
    /// ```
    pub fn name(self, board: Size) -> String {
        format!("{}{}", column_name(self.col), board.rows().saturating_sub(self.row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_names_up_to_the_widest_board() {
        let names = [0, 7, 8, 18, 24, 25, 49, 50, 51].map(column_name);
        assert_eq!(names, ["A", "H", "J", "T", "Z", "AA", "AZ", "BA", "BB"]);
    }
}
