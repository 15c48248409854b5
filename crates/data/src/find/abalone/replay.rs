//! Stored games, replayed move by move.

use super::damaged::DamagedRowError;
use crate::abalone::{Move, Position, Push, Setup};
use crate::store::{Store, StoreError, StoredAbaloneGame};

/// All positions and moves of a stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplayedGame {
    /// The positions: before the first move, and after each one. At least one.
    pub positions: Vec<Position>,
    /// The moves, with what each did to the other side. One fewer than the
    /// positions.
    pub moves: Vec<(Move, Push)>,
}

/// A position of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlace<'a> {
    /// The number of moves before.
    pub ply: u32,
    /// The position.
    pub position: &'a Position,
    /// The move that follows.
    pub next: Option<Move>,
}

impl ReplayedGame {
    /// Replays a game. Takes about 50 ns per move.
    ///
    /// # Errors
    /// When the start is no position, or a move is not legal, which happens only
    /// in a damaged database.
    pub fn new(store: &Store, game: &StoredAbaloneGame) -> Result<ReplayedGame, StoreError> {
        ReplayedGame::decode(game, usize::MAX).map_err(|error| error.in_store(store))
    }

    /// Replays at most `limit` moves; the error does not name the database.
    pub(super) fn decode(
        game: &StoredAbaloneGame,
        limit: usize,
    ) -> Result<ReplayedGame, DamagedRowError> {
        let damaged = |what: String| DamagedRowError::new("abalone_game", game.id, what);
        let start: Setup =
            game.start.parse().map_err(|error| damaged(format!("its start: {error}")))?;
        let mut position = start.to_position();
        let (codes, rest) = game.moves.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(damaged("its moves end within a move".to_owned()));
        }
        let codes = &codes[..codes.len().min(limit)];
        let mut positions = Vec::with_capacity(codes.len() + 1);
        let mut moves = Vec::with_capacity(codes.len());
        positions.push(position);
        for (&code, number) in codes.iter().zip(1..) {
            let code = u16::from_le_bytes(code);
            let step = Move::from_code(code)
                .ok_or_else(|| damaged(format!("move {number}: no move has the code {code}")))?;
            let push =
                position.play(step).map_err(|error| damaged(format!("move {number}: {error}")))?;
            positions.push(position);
            moves.push((step, push));
        }
        Ok(ReplayedGame { positions, moves })
    }

    /// All places of the game, in the order of the moves.
    pub(super) fn places(&self) -> impl Iterator<Item = GamePlace<'_>> {
        (0..).zip(&self.positions).map(|(ply, position)| GamePlace {
            ply,
            position,
            next: self.moves.get(ply as usize).map(|&(step, _)| step),
        })
    }
}
