//! All games, replayed one after another.

use std::sync::Arc;

use rayon::prelude::*;

use super::damaged::DamagedRowError;
use super::replay::ReplayedGame;
use crate::store::{GameFilter, Store, StoreError, StoredAbaloneGame};

/// Loads the games that fulfill a filter, in the order of import.
pub(super) fn load_games(
    store: &Store,
    filter: &GameFilter,
) -> Result<Vec<Arc<StoredAbaloneGame>>, StoreError> {
    let mut games = Vec::new();
    store.for_each_abalone_game(filter, |game| games.push(Arc::new(game)))?;
    Ok(games)
}

/// Calls `find` with each game that fulfills a filter, on all threads, and
/// returns the results in the order of import.
pub(super) fn scan_games<T: Send>(
    store: &Store,
    filter: &GameFilter,
    find: impl Fn(&Arc<StoredAbaloneGame>, ReplayedGame) -> T + Sync,
) -> Result<Vec<T>, StoreError> {
    let games = load_games(store, filter)?;
    let found: Result<Vec<T>, DamagedRowError> = games
        .par_iter()
        .map(|game| Ok(find(game, ReplayedGame::decode(game, usize::MAX)?)))
        .collect();
    found.map_err(|error| error.in_store(store))
}
