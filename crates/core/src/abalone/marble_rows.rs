//! Rows of marbles in which a digit stands for as many empty cells.

use super::board::Board;
use super::cell::Cell;
use super::parse_error::ParsePositionError;
use crate::Color;

/// How rows are written.
pub(super) struct MarbleRows {
    /// The numbers of the rows in their order: 1 for a to 9 for i.
    pub rows: [u8; 9],
    /// The characters of black and of white marbles.
    pub marbles: [char; 2],
}

impl MarbleRows {
    /// Reads a board: nine rows with `/` between them.
    ///
    /// # Errors
    /// When a row has too many or too few cells or an unknown character, or the board is empty.
    pub(super) fn read(&self, text: &str) -> Result<Board, ParsePositionError> {
        let count = text.split('/').count();
        if count != self.rows.len() {
            return Err(ParsePositionError::RowCount(count));
        }
        let mut board = Board::EMPTY;
        for (number, text) in self.rows.into_iter().zip(text.split('/')) {
            let row = char::from(b'a' + number - 1);
            let mut colors = Vec::new();
            for found in text.chars() {
                let color = self.marbles.iter().position(|&marble| marble == found);
                match (color, found.to_digit(10)) {
                    (Some(color), _) => colors.push(Some(Color::ALL[color])),
                    (None, Some(empty @ 1..)) => colors.extend((0..empty).map(|_| None)),
                    _ => {
                        let marbles = self.marbles;
                        return Err(ParsePositionError::UnknownRowCharacter {
                            row,
                            found,
                            marbles,
                        });
                    }
                }
            }
            let expected = Cell::row_cells(number).count();
            if colors.len() != expected {
                let found = colors.len();
                return Err(ParsePositionError::RowLength { row, found, expected });
            }
            Cell::row_cells(number).zip(colors).for_each(|(cell, color)| board.set(cell, color));
        }
        if board.is_empty() { Err(ParsePositionError::NoMarbles) } else { Ok(board) }
    }
}
