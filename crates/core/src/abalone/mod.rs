//! Abalone: the board of 61 cells, its 24 operations, keys of positions, and the rules of play.
//!
//! A module of its own beside [`go`](crate::go), which it never uses.
//!
//! | | |
//! |---|---|
//! | [`Cell`], [`Direction`], [`Board`] | where marbles are |
//! | [`Symmetry`], [`CanonicalForm`] | the 24 operations; the canonical text and its key |
//! | [`Setup`] | a board with what a text says about the side to move and the marbles lost |
//! | [`PositionForm`] | the forms of such texts |
//! | [`Position`], [`Move`], [`MoveError`] | the rules of play |
//! | [`Notation`], [`MoveStyle`], [`Position::read_move`] | Aba-Pro, Nacre and extended Nacre |
//! | [`GameRecord`] | games as text: APGN and linear texts |
//! | [`CodedComment`] | comments in saabacode |
//! | [`BoardImages`], [`Pattern`] | near boards; a few marbles anywhere on a board |
//! | [`Game`] | a game move by move, which counts repetitions |
//!
//! The texts of boards are IATN, in one line, and ATN, in nine.

mod apgn;
mod board;
mod canonical;
mod cell;
mod comment;
mod contains;
mod diagram;
mod fen;
mod game;
mod lost;
mod marble_rows;
mod moves;
mod movetext;
mod named_start;
mod near;
mod notation;
mod parse_error;
mod position_form;
mod position_text;
mod rules;
mod symmetry;
#[cfg(test)]
mod test_boards;
mod text;

pub use apgn::{
    GameFault, GameFaultCause, GameRecord, ReadGame, RecordedMove, ReplayedVariation, Variation,
};
pub use board::Board;
pub use canonical::{CanonicalForm, CanonicalTurn, KEY_SCHEME};
pub use cell::{CELLS, Cell, Direction, ParseCellError};
pub use comment::{
    CodedComment, CommentHead, CommentItem, CommentPart, CommentSign, CommentTarget,
};
pub use contains::{Pattern, Placement};
pub use game::{Game, Ply};
pub use lost::Lost;
pub use moves::Move;
pub use near::BoardImages;
pub use notation::{
    Ejection, LateralOrder, Marks, MoveStyle, Notation, ParseNotationError, ReadMove, ReadMoveError,
};
pub use parse_error::ParsePositionError;
pub use position_form::PositionForm;
pub use position_text::Setup;
pub use rules::{MoveError, Position, Push};
pub use symmetry::{ParseSymmetryError, Symmetry};
