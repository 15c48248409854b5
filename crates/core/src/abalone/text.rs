//! The texts of boards: IATN in one line, ATN in nine.
//!
//! ```text
//!   aba5|OOOOOOOOOOO..OOO…      O O O O O       row i
//!                             O O O O O O       row h
//!                              . . O O O . .    blanks mean nothing
//! ```

use std::fmt::{self, Write};
use std::str::FromStr;

use super::board::Board;
use super::cell::{CELLS, Cell};
use super::parse_error::ParsePositionError;
use crate::Color;

/// What an IATN begins with. The number is the side of the board.
const PREFIX: &str = "aba5|";

/// The length of an IATN.
const IATN_LENGTH: usize = PREFIX.len() + CELLS;

/// The content of a cell for a character of an IATN; `None` for any other character.
fn point(char: char) -> Option<Option<Color>> {
    match char {
        '.' => Some(None),
        'X' => Some(Some(Color::Black)),
        'O' => Some(Some(Color::White)),
        _ => None,
    }
}

impl Board {
    /// The bytes of the IATN.
    pub(super) fn to_iatn(self) -> [u8; IATN_LENGTH] {
        let mut text = [b'.'; IATN_LENGTH];
        text[..PREFIX.len()].copy_from_slice(PREFIX.as_bytes());
        for color in Color::ALL {
            for cell in self.cells(color) {
                text[PREFIX.len() + usize::from(cell.index())] = color.gtn_char() as u8;
            }
        }
        text
    }

    /// Formats an ATN: nine lines, each indented and with its line feed.
    pub fn to_atn(self) -> String {
        let mut text = String::new();
        for row in (1..=9_u8).rev() {
            let mut separator = " ".repeat(usize::from(row.abs_diff(5)));
            for cell in Cell::row_cells(row) {
                let char = self.color(cell).map_or('.', Color::gtn_char);
                write!(text, "{separator}{char}").expect("writing to a String does not fail");
                separator.replace_range(.., " ");
            }
            text.push('\n');
        }
        text
    }

    /// Reads an ATN: nine rows of `.`, `X` and `O`, i first. Blanks and empty lines mean nothing.
    ///
    /// # Errors
    /// When a row has too many or too few points or a character is none of these.
    pub fn from_atn(text: &str) -> Result<Board, ParsePositionError> {
        let rows: Vec<String> = text
            .lines()
            .map(|line| line.chars().filter(|char| !char.is_whitespace()).collect())
            .filter(|row: &String| !row.is_empty())
            .collect();
        if rows.len() != 9 {
            return Err(ParsePositionError::RowCount(rows.len()));
        }
        for (row, text) in (1..=9).rev().zip(&rows) {
            let cells = Cell::row_cells(row);
            let (found, expected) = (text.chars().count(), cells.clone().count());
            if found != expected {
                let row = cells.map(Cell::letter).next().expect("no row is empty");
                return Err(ParsePositionError::RowLength { row, found, expected });
            }
        }
        read_points(&rows.concat())
    }
}

/// Reads 61 points.
fn read_points(points: &str) -> Result<Board, ParsePositionError> {
    let mut board = Board::EMPTY;
    for (cell, found) in Cell::all().zip(points.chars()) {
        let expected = "`.`, `X` and `O`";
        let color =
            point(found).ok_or(ParsePositionError::UnknownPoint { cell, found, expected })?;
        board.set(cell, color);
    }
    if board.is_empty() { Err(ParsePositionError::NoMarbles) } else { Ok(board) }
}

/// Formats the IATN: `aba5|` and 61 points.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_iatn();
        f.write_str(std::str::from_utf8(&text).expect("an IATN is ASCII"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// Reads an IATN and nothing else.
impl FromStr for Board {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Board, ParsePositionError> {
        let Some(points) = text.strip_prefix(PREFIX) else {
            return Err(match text.split_once('|') {
                Some((side, _)) => ParsePositionError::UnknownSide(side.to_owned()),
                None => ParsePositionError::UnknownForm(text.to_owned()),
            });
        };
        match points.chars().count() {
            CELLS => read_points(points),
            count => Err(ParsePositionError::PointCount(count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::test_boards::boards;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_are_read_as_written(board in boards()) {
            prop_assert_eq!(board.to_string().parse(), Ok(board));
            prop_assert_eq!(Board::from_atn(&board.to_atn()), Ok(board));
        }
    }

    #[test]
    fn an_atn_is_a_hexagon() {
        let text = "    O O O O O\n   O O O O O O\n  . . O O O . .\n . . . . . . . .\n. . . . . . . . .\n . . . . . . . .\n  . . X X X . .\n   X X X X X X\n    X X X X X\n";
        assert_eq!(Board::STANDARD.to_atn(), text);
        assert_eq!(Board::from_atn(&text.replace(' ', "")), Ok(Board::STANDARD));
        assert_eq!(Board::from_atn(&text.replace('\n', "\r\n\r\n")), Ok(Board::STANDARD));
    }

    #[test]
    fn an_iatn_with_a_fault_is_not_read() {
        let read = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        let points = ".".repeat(61);
        assert_eq!(read("aba4|X"), "`aba4`: only boards of side 5 are known, written aba5|");
        assert_eq!(read("aba5|X"), "expected 61 points after `aba5|`, found 1");
        assert_eq!(read(&format!("aba5|X{points}")), "expected 61 points after `aba5|`, found 62");
        let text = format!("aba5|{}", points.replacen("......", ".....x", 1));
        assert_eq!(read(&text), "h4: `x` is not one of `.`, `X` and `O`");
        assert!(read(&format!("aba5|{points}")).starts_with("the board is empty"));
        assert!(read("").contains("not an Abalone position"));
    }

    #[test]
    fn an_atn_with_a_fault_is_not_read() {
        let text = Board::STANDARD.to_atn();
        let read = |text: &str| Board::from_atn(text).unwrap_err().to_string();
        assert_eq!(read(&text[14..]), "8 rows: a board has nine, i to a");
        assert_eq!(
            read(&text.replacen(". . O O O", ". O O O", 1)),
            "row g has 6 cells instead of 7"
        );
        assert_eq!(read(&text.replacen('O', "b", 1)), "i5: `b` is not one of `.`, `X` and `O`");
    }
}
