//! Notations of moves: Aba-Pro, Nacre and extended Nacre.
//!
//! | | in line | lateral |
//! |---|---|---|
//! | Aba-Pro | rear marble and the next cell: `a1b2` | both ends, then where the first goes: `e6e8f6` |
//! | Nacre | rear marble, arrival of the front marble: `a1d4` | one end, arrival of the other: `e8f6` |
//! | extended Nacre | the arrival of a pushed marble counts, with marks: `C2C7>` | as Nacre: `E8F6` |
//!
//! [`Position::read_move`] reads all of them without being told which.

mod abapro;
mod nacre;
mod reader;
#[cfg(test)]
mod tests;
mod undo;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::cell::Cell;
use super::lost::Lost;
use super::moves::Move;
use super::rules::{MoveError, Push};
use crate::names;

#[cfg(doc)]
use super::rules::Position;
pub use abapro::LateralOrder;
pub use nacre::{Ejection, Marks};
pub use reader::ReadMove;

names! {
    /// A notation of moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Notation {
        /// `a1b2`, `e6e8f6`.
        AbaPro => "Aba-Pro",
        /// `a1d4`, `e8f6`.
        Nacre => "Nacre",
        /// `A1D4`, `I9F6>`, `E4I8>(1-1)`, `E8F6`.
        ExtendedNacre => "Extended Nacre",
    }

    /// The name: `Aba-Pro`, `Nacre` or `Extended Nacre`.
    pub fn name;
}

/// How moves are written: a notation, and for Aba-Pro the order of its lateral moves.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Board, GameRecord, LateralOrder, MoveStyle, Notation, Position};
///
/// let games = GameRecord::read_all("1.h8h9g8", Position::start(Board::STANDARD.negative()));
/// let style = MoveStyle { notation: Notation::AbaPro, lateral: LateralOrder::OutsideIn };
/// assert_eq!(games[0].record.to_linear(Notation::AbaPro), "1.h8h9g8");
/// assert_eq!(games[0].record.to_linear(style), "1.h9h8g9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveStyle {
    /// The notation.
    pub notation: Notation,
    /// Which end of a row Aba-Pro names first. The other notations have one order.
    pub lateral: LateralOrder,
}

/// The notation with its usual order of lateral moves.
impl From<Notation> for MoveStyle {
    fn from(notation: Notation) -> MoveStyle {
        MoveStyle { notation, lateral: LateralOrder::default() }
    }
}

impl MoveStyle {
    /// Writes a legal move, as [`Notation::write`] does.
    pub fn write(self, step: Move, push: Push, lost: Option<Lost>) -> String {
        match self.notation {
            Notation::AbaPro => step.to_aba_pro(self.lateral),
            Notation::Nacre => step.to_nacre(),
            Notation::ExtendedNacre => step.to_extended_nacre(push, lost),
        }
    }
}

/// A text that is not the name of a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not a notation: there are Aba-Pro, Nacre and extended Nacre", .0.escape_debug())]
pub struct ParseNotationError(pub String);

/// Why a text is not a legal move. Each has a [`code`](Self::code).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReadMoveError {
    /// The text is not two or three cells, perhaps with marks.
    #[error("a move is two or three cells, such as a1b2 or e6e8f6")]
    NotAMove,
    /// A letter and a digit that name no cell of the board.
    #[error("{0}{1} is not a cell")]
    NoSuchCell(char, char),
    /// A move leads to a cell that is not next to the first one.
    #[error("{0} and {1} are not next to each other")]
    NotAdjacent(Cell, Cell),
    /// No legal move has this text.
    #[error("no legal move is written so")]
    NoLegalMove,
    /// The text names a move, and it is not legal.
    #[error(transparent)]
    Rule(#[from] MoveError),
}

impl ReadMoveError {
    /// The code in messages and JSON, such as `not-adjacent`. It never changes.
    pub const fn code(self) -> &'static str {
        match self {
            ReadMoveError::NotAMove => "not-a-move",
            ReadMoveError::NoSuchCell(..) => "no-such-cell",
            ReadMoveError::NotAdjacent(..) => "not-adjacent",
            ReadMoveError::NoLegalMove => "no-legal-move",
            ReadMoveError::Rule(error) => error.code(),
        }
    }
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 3] = Notation::VALUES;

    /// Writes a legal move. `push` is what it does, `lost` the marbles lost after it. Only extended
    /// Nacre needs both; unknown losses are written as `(e)`.
    pub fn write(self, step: Move, push: Push, lost: Option<Lost>) -> String {
        MoveStyle::from(self).write(step, push, lost)
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name in either letter case; blanks and hyphens mean nothing.
impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Notation, ParseNotationError> {
        let letters = |text: &str| -> String {
            let letters = text.chars().filter(|char| !matches!(char, ' ' | '-' | '_'));
            letters.flat_map(char::to_lowercase).collect()
        };
        let notation =
            Notation::ALL.into_iter().find(|notation| letters(notation.name()) == letters(text));
        notation.ok_or_else(|| ParseNotationError(text.to_owned()))
    }
}

impl Move {
    /// Writes the move that takes the marbles back, in Aba-Pro: `g7g6` for `g4g5` of three marbles.
    ///
    /// It is the source's own way to write a game backward. It does not bring back marbles of the
    /// other side; [`Position::undo`] does.
    ///
    /// # Panics
    /// When a marble would move off the board, which no legal move does.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Direction, Move};
    ///
    /// let step = Move::in_line("a1".parse()?, 3, Direction::NorthEast).unwrap();
    /// assert_eq!(step.to_inverse(), "d4c3");
    /// # Ok::<(), gtn_db::abalone::ParseCellError>(())
    /// ```
    pub fn to_inverse(self) -> String {
        let (rear, last) = (self.rear(), self.last());
        let arrival = |cell| self.arrival(cell);
        if self.is_lateral() {
            format!("{}{}{rear}", arrival(rear), arrival(last))
        } else {
            format!("{}{last}", arrival(last))
        }
    }
}
