//! What is played in a corner.

use crate::go::Point;
use crate::model::{Breakdown, Results};

/// A continuation in a corner: a move, or tenuki.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Move {
    /// The canonical point in the orientation of the query; `None` for tenuki.
    pub point: Option<Point>,
    /// How many occurrences have this continuation.
    pub occurrences: u64,
    /// The number of games, and the wins and losses of the player, each occurrence counted.
    pub results: Results,
}

/// The continuations of a corner with a player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CornerMoves {
    /// The number of games with an occurrence.
    pub games: u64,
    /// The number of occurrences: the sum of those of all continuations.
    pub occurrences: u64,
    /// The occurrences by year and rank, with the results of the player to move.
    pub breakdown: Breakdown,
    /// The continuations, the one with most occurrences first.
    pub moves: Vec<Move>,
}
