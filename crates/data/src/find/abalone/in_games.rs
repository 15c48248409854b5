//! Finds the games in which a position stood.

use std::collections::HashMap;
use std::sync::Arc;

use super::damaged::DamagedRowError;
use super::query::{GameMatch, Query};
use super::replay::ReplayedGame;
use super::scan::load_games;
use crate::store::{GameFilter, Store, StoreError, StoredAbaloneGame, StoredPly};

/// Looks up the places where the position of a query stood in the games that
/// fulfill a filter, in the order of import, of the lines and of the moves. Uses
/// the index of all positions and replays the found games only, up to the last
/// of these places.
///
/// # Errors
/// When the database cannot be read, or has a damaged game.
pub fn find_in_games(
    store: &Store,
    query: &Query,
    filter: &GameFilter,
) -> Result<Vec<GameMatch>, StoreError> {
    let plies = store.abalone_plies(query.key())?;
    let by_game: Vec<&[StoredPly]> = plies.chunk_by(|one, other| one.game == other.game).collect();
    let ids = by_game.iter().map(|plies| plies[0].game);
    let ids = match &filter.ids {
        None => ids.collect(),
        Some(only) => ids.filter(|id| only.contains(id)).collect(),
    };
    let games = load_games(store, &GameFilter { ids: Some(ids), ..filter.clone() })?;
    let games: HashMap<i64, Arc<StoredAbaloneGame>> =
        games.into_iter().map(|game| (game.id, game)).collect();
    let mut matches = Vec::new();
    for plies in by_game {
        // Without one, the filter excludes the game, or an import has removed it.
        let Some(game) = games.get(&plies[0].game) else { continue };
        let last = plies.iter().map(|found| found.ply).max().unwrap_or_default();
        let replayed = ReplayedGame::up_to(store, game, last)?;
        let mut places = replayed.indexed_places();
        let mut next_ply = 0; // of the iterator
        for found in plies {
            let skipped = found.ply.checked_sub(next_ply);
            let place = skipped.and_then(|skipped| places.nth(skipped as usize));
            next_ply = found.ply.saturating_add(1);
            if let Some(None) = place {
                continue; // a variation begins at a place that is found in the line before
            }
            let matched = place.flatten().and_then(|place| query.match_position(game, place));
            matches.push(matched.ok_or_else(|| {
                let what = format!("its position {} is not the indexed one", found.ply);
                DamagedRowError::new("abalone_game", game.id, what).in_store(store)
            })?);
        }
    }
    Ok(matches)
}
