//! What is wrong with the text of a position.

use thiserror::Error;

use super::cell::Cell;
use super::lost::Lost;
use crate::Color;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParsePositionError {
    /// The text has none of the known forms.
    #[error(
        "`{}` is not an Abalone position: write an IATN such as aba5|… with 61 points, nine rows, \
         0a12b123_0a45b456, 0a1a2,0a4a5, or rows as in ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb b",
        .0.escape_debug()
    )]
    UnknownForm(String),
    /// The text before `|` names another side than 5.
    #[error("`{}`: only boards of side 5 are known, written aba5|", .0.escape_debug())]
    UnknownSide(String),
    /// The number of points after `|` is not 61.
    #[error("expected 61 points after `aba5|`, found {0}")]
    PointCount(usize),
    /// The number of rows is not nine.
    #[error("{0} rows: a board has nine, i to a")]
    RowCount(usize),
    /// A row does not have its number of cells.
    #[error("row {row} has {found} cells instead of {expected}")]
    RowLength {
        /// The letter of the row.
        row: char,
        /// The number of cells that the text has.
        found: usize,
        /// The number of cells of this row.
        expected: usize,
    },
    /// A character that stands for no content of a cell.
    #[error("{cell}: `{}` is not one of {expected}", found.escape_debug())]
    UnknownPoint {
        /// The cell whose turn it is.
        cell: Cell,
        /// The character.
        found: char,
        /// The characters that may be there.
        expected: &'static str,
    },
    /// A character of a row that is neither a marble nor a number of empty cells.
    #[error("row {row}: `{}` is not one of {}, {} and 1 to 9", found.escape_debug(), marbles[0], marbles[1])]
    UnknownRowCharacter {
        /// The letter of the row.
        row: char,
        /// The character.
        found: char,
        /// The characters of black and of white marbles.
        marbles: [char; 2],
    },
    /// A name that is no cell of the board.
    #[error("{}: `{}` is not a cell", color.name(), name.escape_debug())]
    NoSuchCell {
        /// The color of the marble.
        color: Color,
        /// The name.
        name: String,
    },
    /// A marble that is named twice, or once for each color.
    #[error("there are two marbles on {0}")]
    OccupiedTwice(Cell),
    /// The text of a color does not begin with the number of marbles that it has lost.
    #[error("{}: `{}` is not a number of lost marbles, 0 to {max}", color.name(), found.escape_debug(), max = Lost::MAX)]
    Lost {
        /// The color.
        color: Color,
        /// What is in place of the number.
        found: String,
    },
    /// A FEN has something else than the number of points of a color.
    #[error("{}: `{}` is not a number of points, 0 to {max}", color.name(), found.escape_debug(), max = Lost::MAX)]
    Points {
        /// The color.
        color: Color,
        /// What is in place of the number.
        found: String,
    },
    /// The side to move is missing or is not one of two letters.
    #[error("`{}` is not a side to move: write {expected}", found.escape_debug())]
    Turn {
        /// What is in place of the side.
        found: String,
        /// The two letters.
        expected: &'static str,
    },
    /// Something follows the position.
    #[error("`{}` after the position", .0.escape_debug())]
    Rest(String),
    /// There is no marble.
    #[error("the board is empty: a position has at least one marble")]
    NoMarbles,
}
