//! The position of a stored key.

use super::damaged::DamagedRowError;
use super::query::own_board;
use super::replay::ReplayedGame;
use crate::PositionKey;
use crate::abalone::Setup;
use crate::store::{Store, StoreError};

/// The position with a key, without a side to move: as its first problem has
/// it, or else as it first stood in a game. `None` if there is neither.
///
/// # Errors
/// When the database cannot be read or has a damaged problem or game.
pub fn find_by_key(store: &Store, key: PositionKey) -> Result<Option<Setup>, StoreError> {
    if let Some(problem) = store.abalone_problems_with(key)?.first() {
        let board = own_board(problem).map_err(|error| error.in_store(store))?;
        return Ok(Some(board.into()));
    }
    for place in store.abalone_plies(key)? {
        let Some(game) = store.abalone_game(place.game)? else { continue };
        let replayed = ReplayedGame::up_to(store, &game, place.ply)?;
        let found = replayed.indexed_places().nth(place.ply as usize).flatten();
        let found = found.ok_or_else(|| {
            let what = format!("it has no position {}", place.ply);
            DamagedRowError::new("abalone_game", game.id, what).in_store(store)
        })?;
        return Ok(Some(found.position.board.into()));
    }
    Ok(None)
}
