//! The digests of the games that no segment has yet.

use rayon::prelude::*;

use crate::games::{DIGEST_FORMAT, digest_game};
use crate::store::{LoadedSegment, Segment, Store, StoreError, UnindexedGame};

/// Games whose moves are in memory at a time.
pub(super) const GAMES_AT_ONCE: usize = 16_384;

/// So few games are not worth the start of other threads.
const SEQUENTIAL: usize = 2_000;

/// The digests of games behind the last segment, in memory.
#[derive(Debug, Default)]
pub struct GameTail(pub(super) Vec<LoadedSegment>);

impl GameTail {
    /// Makes the digests of all games behind the last segment.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store) -> Result<GameTail, StoreError> {
        let segments = store.game_segments(DIGEST_FORMAT)?;
        let mut last = segments.last().map_or(i64::MIN, Segment::last);
        let mut tail = GameTail::default();
        while let Some(added) = tail.add(&store.games_behind(last, GAMES_AT_ONCE)?) {
            last = added;
        }
        Ok(tail)
    }

    /// Makes the digests of games, given by their ids in ascending order.
    pub(super) fn load_some(store: &Store, games: &[i64]) -> Result<GameTail, StoreError> {
        let mut tail = GameTail::default();
        for games in games.chunks(GAMES_AT_ONCE) {
            tail.add(&store.unindexed_games(games)?);
        }
        Ok(tail)
    }

    /// Adds games. Returns the id of the last one.
    fn add(&mut self, games: &[UnindexedGame]) -> Option<i64> {
        let digest = |game: &UnindexedGame| digest_game(&game.lines);
        let digests: Vec<_> = match games.len() {
            ..SEQUENTIAL => games.iter().map(digest).collect(),
            _ => games.par_iter().map(digest).collect(),
        };
        let segment = LoadedSegment::new(games, &digests)?;
        let last = segment.segment().last();
        self.0.push(segment);
        Some(last)
    }
}
