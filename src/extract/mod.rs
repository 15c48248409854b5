//! From a game tree, or a line of text, to what the database keeps: pure
//! functions, without any reading or writing.
//!
//! # Problem or game?
//!
//! A tree that starts from an **empty** board and has moves is a game, and so
//! is one that starts from a **handicap**:
//!
//! - black stones alone, as many as `HA` says, and at least 2;
//! - 2 to 9 black stones alone, all on handicap points, with White to move
//!   first or nobody;
//! - two black and two white stones on the four corner handicap points, those
//!   of a color across from each other: the opening of old Chinese games.
//!
//! Every other tree with stones to start from is a problem. The stones may
//! stand in the first nodes behind the root, down to the first move. A tree
//! with neither stones nor moves is a game when it names a player, else nothing.

mod board_place;
mod diagram_sgf;
mod faults;
mod game;
mod game_info;
mod handicap;
mod igtn;
mod json;
mod problem;
mod replay;
mod start;
mod turn;

pub use board_place::BoardPlace;
pub use diagram_sgf::diagram_sgf;
pub use igtn::line;
pub use json::{json, json_values};
pub use problem::{Setup, setup, solution, tree};
pub use turn::Stated;

use crate::Disposition;
use crate::model::{Game, Record};

/// What a game tree turned out to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extracted {
    /// A problem.
    Problem(Box<Record>),
    /// A game.
    Game(Box<Game>),
    /// Nothing that could be kept; a [`Fault`](crate::Fault) says why.
    Nothing,
}

impl Extracted {
    /// Whether the tree is kept.
    pub fn disposition(&self) -> Disposition {
        match self {
            Extracted::Problem(_) | Extracted::Game(_) => Disposition::Kept,
            Extracted::Nothing => Disposition::Skipped,
        }
    }
}
