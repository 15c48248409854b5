//! A game move by move.

use std::collections::HashMap;

use super::board::Board;
use super::moves::Move;
use super::rules::{MoveError, Position, Push};
use crate::Color;

/// A game that is played or replayed. Counts how often each position has stood.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Board, Direction, Game, Position};
///
/// let mut game = Game::new(Position::start(Board::STANDARD));
/// let there_and_back = [
///     ("c3", Direction::NorthEast),
///     ("g5", Direction::SouthEast),
///     ("d4", Direction::SouthWest),
///     ("f5", Direction::NorthWest),
/// ];
/// let mut times = Vec::new();
/// for (rear, direction) in there_and_back {
///     let step = game.position().in_line(rear.parse()?, direction)?;
///     times.push(game.play(step)?.occurrence);
/// }
/// assert_eq!(times, [1, 1, 1, 2], "the start stands a second time");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// How often each board has stood with each side to move. Lost marbles need no place in the
    /// key: the board has fewer then.
    occurrences: HashMap<(Board, Color), u32>,
}

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// What the move did to the other side.
    pub push: Push,
    /// How often the board after the move has stood with the same side to move, this time
    /// included. Above 1 is a repetition, which no rule forbids.
    pub occurrence: u32,
}

impl Game {
    /// A game that begins with a position.
    pub fn new(position: Position) -> Game {
        Game { position, occurrences: HashMap::from([((position.board, position.turn), 1)]) }
    }

    /// The position after all moves.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Makes a move. After an error the game is unchanged.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, step: Move) -> Result<Ply, MoveError> {
        let push = self.position.play(step)?;
        let occurrence =
            self.occurrences.entry((self.position.board, self.position.turn)).or_default();
        *occurrence += 1;
        Ok(Ply { push, occurrence: *occurrence })
    }
}
