//! Boards as text for terminals, with the names of rows and numbers.

use std::fmt::Write;

use super::board::Board;
use super::cell::Cell;
use crate::Color;

/// The column of e5, from 0.
const CENTER: usize = 12;

impl Board {
    /// Draws the board: nine rows with their letters, and a last line with numbers 1 to 5. The
    /// numbers stand where the diagonals end. Each line ends with a line feed.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::Board;
    ///
    /// let diagram = "
    ///       i O O O O O
    ///      h O O O O O O
    ///     g . . O O O . .
    ///    f . . . . . . . .
    ///   e . . . . . . . . .
    ///    d . . . . . . . . 9
    ///     c . . X X X . . 8
    ///      b X X X X X X 7
    ///       a X X X X X 6
    ///          1 2 3 4 5
    /// ";
    /// assert_eq!(format!("\n{}", Board::STANDARD.to_diagram()), diagram);
    /// ```
    pub fn to_diagram(self) -> String {
        let mut text = String::new();
        for row in (1..=9_u8).rev() {
            let first = Cell::row_cells(row).next().expect("each row has cells");
            let mut line = format!("{:>width$}", first.letter(), width = column(first) - 1);
            for cell in Cell::row_cells(row) {
                line.push(' ');
                line.push(self.color(cell).map_or('.', Color::gtn_char));
            }
            // The diagonal that ends in the last cell of the row above.
            if row < 5 {
                write!(line, " {}", row + 5).expect("writing to a String does not fail");
            }
            text.push_str(&line);
            text.push('\n');
        }
        let indent = CENTER - 3;
        writeln!(text, "{:indent$}1 2 3 4 5", "").expect("writing to a String does not fail");
        text
    }
}

/// The column of a cell in the text, from 0: two columns per number, one per row.
fn column(cell: Cell) -> usize {
    (CENTER + 2 * usize::from(cell.number())) - (5 + usize::from(cell.row()))
}
