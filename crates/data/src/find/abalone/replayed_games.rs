//! Games in memory, to find positions that are near a query or contain a pattern.

use std::sync::Arc;

use rayon::prelude::*;

use super::super::query::MatchKind;
use super::query::{GameMatch, Query};
use super::replay::{GamePlace, ReplayedGame};
use super::scan::scan_games;
use crate::abalone::{BoardImages, Pattern};
use crate::store::{GameFilter, Store, StoreError, StoredAbaloneGame};

/// Games with all positions of all lines, for many queries. Takes about 40 bytes per move.
#[derive(Debug)]
pub struct ReplayedGames {
    /// In the order of import.
    games: Vec<(Arc<StoredAbaloneGame>, ReplayedGame)>,
}

impl ReplayedGames {
    /// Replays the games that fulfill a filter.
    ///
    /// # Errors
    /// When the database cannot be read or has a damaged game.
    pub fn load(store: &Store, filter: &GameFilter) -> Result<ReplayedGames, StoreError> {
        let texts = store.abalone_texts_with_parentheses()?;
        let games = scan_games(store, filter, |game, replayed| {
            let replayed = match texts.get(&game.id) {
                Some(text) => replayed.with_variations(game, text),
                None => replayed,
            };
            (Arc::clone(game), replayed)
        })?;
        Ok(ReplayedGames { games })
    }

    /// Finds the positions that differ from a query in at most `at_most` cells
    /// under the best of the 24 operations: the nearest first, then in the order
    /// of import, of the lines and of the moves.
    pub fn find_near(&self, query: &Query, at_most: u32) -> Vec<GameMatch> {
        let images = BoardImages::new(query.setup().board);
        let mut matches = self.collect(|game, replayed| {
            let near = |at: GamePlace<'_>| {
                let (distance, operation) = images.distance(at.position.board, at_most)?;
                if distance == 0 {
                    return query.match_position(game, at);
                }
                Some(GameMatch::new(game, at, (MatchKind::Near, operation, distance)))
            };
            replayed.places().filter_map(near).collect()
        });
        matches.sort_by_key(|found| (found.distance, found.game.id, found.line, found.ply));
        matches
    }

    /// Finds where the marbles of a query come to stand, turned, recolored and
    /// shifted; its empty cells stand for anything. A match is the first position
    /// of those in a row that contain them, with the first operation; its distance
    /// is 0. In the order of import and of the moves.
    ///
    /// # Panics
    /// When the query has no marble, which no text of a position has.
    pub fn find_containing(&self, query: &Query) -> Vec<GameMatch> {
        let pattern = Pattern::new(query.setup().board).expect("a position has a marble");
        self.collect(|game, replayed| {
            let (mut line, mut was_in) = (1, false);
            let begins = |at: GamePlace<'_>| {
                if std::mem::replace(&mut line, at.line) != at.line {
                    was_in =
                        pattern.is_in(replayed.variations[line as usize - 2].positions[0].board);
                }
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

    /// The matches in each game, in the order of import. Asks all threads.
    fn collect(
        &self,
        find: impl Fn(&Arc<StoredAbaloneGame>, &ReplayedGame) -> Vec<GameMatch> + Sync,
    ) -> Vec<GameMatch> {
        let found = self.games.par_iter().map(|(game, replayed)| find(game, replayed));
        found.collect::<Vec<_>>().into_iter().flatten().collect()
    }
}
