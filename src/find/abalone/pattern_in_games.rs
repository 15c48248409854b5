//! Finds games with a position that is near a query, or contains a pattern.

use super::super::query::MatchKind;
use super::query::{GameMatch, Query};
use super::replay::GamePlace;
use super::scan::scan_games;
use crate::abalone::{BoardImages, Pattern};
use crate::store::{GameFilter, Store, StoreError};

/// Finds the positions of games that differ from a query in at most `at_most`
/// cells under the best of the 24 operations: the nearest first, then in the
/// order of import and of the moves. Replays all games that fulfill the filter.
///
/// # Errors
/// When the database cannot be read or has a damaged game.
pub fn find_near_in_games(
    store: &Store,
    query: &Query,
    at_most: u32,
    filter: &GameFilter,
) -> Result<Vec<GameMatch>, StoreError> {
    let images = BoardImages::new(query.setup().board);
    let mut matches = scan_games(store, filter, |game, replayed| {
        let near = |at: GamePlace<'_>| {
            let (distance, operation) = images.distance(at.position.board, at_most)?;
            if distance == 0 {
                return query.match_position(game, at);
            }
            Some(GameMatch::new(game, at, (MatchKind::Near, operation, distance)))
        };
        replayed.places().filter_map(near).collect()
    })?;
    matches.sort_by_key(|found| (found.distance, found.game.id, found.ply));
    Ok(matches)
}

/// Finds where the marbles of a query come to stand in games, turned, recolored
/// and shifted; its empty cells stand for anything. A match is the first
/// position of those in a row that contain them, with the first operation; its
/// distance is 0. In the order of import and of the moves. Replays all games
/// that fulfill the filter.
///
/// # Errors
/// When the database cannot be read or has a damaged game.
///
/// # Panics
/// When the query has no marble, which no text of a position has.
pub fn find_containing_in_games(
    store: &Store,
    query: &Query,
    filter: &GameFilter,
) -> Result<Vec<GameMatch>, StoreError> {
    let pattern = Pattern::new(query.setup().board).expect("a position has a marble");
    scan_games(store, filter, |game, replayed| {
        let mut was_in = false;
        let begins = |at: GamePlace<'_>| {
            let is_in = pattern.is_in(at.position.board);
            if std::mem::replace(&mut was_in, is_in) || !is_in {
                return None;
            }
            let placements = pattern.placements_in(at.position.board);
            let first = placements.first().expect("the board contains the pattern");
            Some(GameMatch::new(game, at, (MatchKind::Contains, first.symmetry, 0)))
        };
        replayed.places().filter_map(begins).collect()
    })
}
