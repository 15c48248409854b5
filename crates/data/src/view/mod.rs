//! One state of the database with indexes of the same state, which are loaded when they are first
//! asked for and kept from one question to the next.

mod book_list;
mod conflict_list;
mod core_list;
mod indexes;
mod near_list;
#[cfg(test)]
mod tests;
mod unknown_place;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use book_list::{BookNumber, BookNumberPlace};
pub use conflict_list::{
    ConflictList, ConflictPlace, ListedConflict, find_undecided, identify_sides,
};
pub use core_list::{CorePair, CorePlace};
use indexes::Indexes;
pub use near_list::{NearList, NearPlace};
pub use unknown_place::UnknownPlace;

use crate::Color;
use crate::find::abalone::ReplayedGames;
use crate::find::{
    BoardMoves, GameSource, LikeGame, ListReached, ListedProblem, LoadGamesError, PositionIndex,
    PositionSource, ProblemList, Profile, ProfileOptions, count_results, find_corner_games,
    find_like_games, find_profile, played_next,
};
use crate::games::{Collector, GameIndex, ListGames, Search};
use crate::gtn::Pattern;
use crate::joseki::{Corner, CornerMoves, CornerOptions, Joseki};
use crate::model::GameOutcome;
use crate::similarity::NearPair;
use crate::store::{DatabaseVersion, FamilyCounts, GameFilter, Store, StoreError};

/// One state of the database: a store that reads it in a snapshot, and indexes of the same state.
#[derive(Debug)]
pub struct View<'a> {
    /// Reads the state of the database.
    pub store: &'a Store,
    indexes: Arc<Indexes>,
}

impl View<'_> {
    /// The numbers of records and games of each family.
    pub fn families(&self) -> Result<Arc<FamilyCounts>, StoreError> {
        self.indexes.families(self.store)
    }

    /// The positions, for near positions, shapes and containment: few are kept in memory, of many the
    /// index of positions is read for each question.
    pub fn position_source(&self) -> Result<PositionSource<'_>, StoreError> {
        match self.indexes.keeps_positions(self.store)? {
            true => Ok(PositionSource::of_all(self.store, self.positions()?)),
            false => PositionSource::new(self.store, true),
        }
    }

    /// All positions, to compare them with each other. Many are in memory only as long as the caller has
    /// them.
    pub fn positions(&self) -> Result<Arc<PositionIndex>, StoreError> {
        self.indexes.positions(self.store)
    }

    /// Whether [`positions`](Self::positions) of the same state has returned these.
    pub fn has_positions(&self, positions: &Arc<PositionIndex>) -> bool {
        self.indexes.has_positions(positions)
    }

    /// All problems.
    pub fn problems(&self) -> Result<Arc<ProblemList>, StoreError> {
        self.indexes.problems(self.store)
    }

    /// All problems with several records, after the decisions of people.
    pub fn duplicates(&self) -> Result<Arc<Vec<ListedProblem>>, StoreError> {
        self.indexes.duplicates(self.store)
    }

    /// All games, for patterns and next moves.
    pub fn games(&self) -> Result<Arc<GameIndex>, LoadGamesError> {
        self.indexes.games(self.store)
    }

    /// The number of games that reach a position on the whole board, and the moves played next in
    /// them, as [`played_next`](crate::find::played_next) finds them in all games.
    pub fn next_moves(&self, pattern: &Pattern) -> Result<Arc<BoardMoves>, LoadGamesError> {
        self.indexes.next_moves(pattern, |search| self.played_next(None, search))
    }

    /// Searches games, those with these ids in ascending order or all, as [`Search::run`] does. Reads
    /// the index of games if there are too many for the memory.
    ///
    /// # Errors
    /// When the database cannot be read, or the moves of a game cannot be decoded.
    pub fn search<C: Collector>(
        &self,
        games: Option<Vec<i64>>,
        search: &Search,
        collector: &C,
    ) -> Result<C::Output, LoadGamesError> {
        if self.reads_index(search)? {
            return self.game_source(games)?.search(search, collector);
        }
        Ok(restrict(search, games).run(&*self.games()?, collector))
    }

    /// Searches games, and counts what follows in them as [`count_results`] does.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn search_and_count<C: Collector>(
        &self,
        games: Option<Vec<i64>>,
        search: &Search,
        collector: &C,
    ) -> Result<(C::Output, BoardMoves), LoadGamesError> {
        if self.reads_index(search)? {
            return self.game_source(games)?.search_and_count(search, collector);
        }
        let collectors = (collector, ListReached);
        let (found, reached) = restrict(search, games).run(&*self.games()?, &collectors);
        Ok((found, count_results(&reached, &self.outcomes()?)))
    }

    /// Finds what was played next in games, those with these ids in ascending order or all, as
    /// [`played_next`] does.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn played_next(
        &self,
        games: Option<Vec<i64>>,
        search: &Search,
    ) -> Result<BoardMoves, LoadGamesError> {
        if self.reads_index(search)? {
            return self.game_source(games)?.played_next(search);
        }
        Ok(played_next(&self.outcomes()?, &*self.games()?, &restrict(search, games)))
    }

    /// Counts the moves in one corner of games, those with these ids in ascending order or all.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn corner_moves(
        &self,
        games: Option<Vec<i64>>,
        corner: &Corner,
        turn: Color,
        options: CornerOptions,
    ) -> Result<CornerMoves, LoadGamesError> {
        // The corners that are kept are those of all moves.
        if options == CornerOptions::default() && self.has_few_games()? {
            let joseki = self.joseki()?;
            return Ok(match games {
                None => joseki.moves(corner, turn),
                Some(games) => joseki.moves_in(&games, corner, turn),
            });
        }
        self.game_source(games)?.corner_moves(corner, turn, options)
    }

    /// The games in which a corner occurs with this player to move, in ascending order; `search` is for the
    /// window of the corner.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn corner_games(
        &self,
        search: &Search,
        (corner, turn): (&Corner, Color),
        options: CornerOptions,
    ) -> Result<Vec<i64>, LoadGamesError> {
        if options == CornerOptions::default() && self.has_few_games()? {
            return Ok(self.joseki()?.games_with(corner, turn));
        }
        let games = self.search(None, search, &ListGames)?;
        find_corner_games(self.store, &games, (corner, turn), options)
    }

    /// Finds the profile of a player in games, those with these ids in ascending order or all, as
    /// [`find_profile`] does.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn profile(
        &self,
        games: Option<Vec<i64>>,
        name: &str,
        start: &Pattern,
        options: ProfileOptions,
    ) -> Result<Profile, LoadGamesError> {
        find_profile(self.store, &self.game_source(games)?, name, start, options)
    }

    /// Finds the games that are most like a game, among those with these ids in ascending order or all, as
    /// [`find_like_games`] does.
    ///
    /// # Errors
    /// As for [`search`](Self::search).
    pub fn like_games(
        &self,
        games: Option<Vec<i64>>,
        lines: &[u8],
        left_out: Option<i64>,
        limit: usize,
    ) -> Result<Vec<LikeGame>, LoadGamesError> {
        find_like_games(self.store, &self.game_source(games)?, lines, left_out, limit)
    }

    /// Whether the index of games is to answer a search.
    fn reads_index(&self, search: &Search) -> Result<bool, StoreError> {
        Ok(!self.has_few_games()? && GameSource::answers_from_index(search))
    }

    fn has_few_games(&self) -> Result<bool, StoreError> {
        self.indexes.has_few_games(self.store)
    }

    /// The games with these ids, or all, in the index of games.
    fn game_source(&self, games: Option<Vec<i64>>) -> Result<GameSource<'_>, StoreError> {
        let mut source = GameSource::new(self.store, &GameFilter::default(), true)?;
        source.restrict_to(games);
        source.share_tail(self.indexes.game_tail(self.store)?);
        Ok(source)
    }

    /// All games of Abalone, for near positions and patterns.
    pub fn abalone_games(&self) -> Result<Arc<ReplayedGames>, StoreError> {
        self.indexes.abalone_games(self.store)
    }

    /// The winners and years of all games, sorted by game.
    pub fn outcomes(&self) -> Result<Arc<Vec<GameOutcome>>, StoreError> {
        self.indexes.outcomes(self.store)
    }

    /// The duplicates with contradicting answers.
    pub fn conflicts(&self) -> Result<Arc<ConflictList>, StoreError> {
        self.indexes.conflicts(self.store)
    }

    /// The pairs of positions at a distance of at most `k`, 1 to 5, after the decisions of people.
    /// Unless they are [loaded](Self::has_near), `find` finds the pairs as
    /// [`find_all_near_pairs`](crate::find::find_all_near_pairs) does.
    pub fn near(
        &self,
        k: u8,
        find: impl FnOnce(&PositionIndex) -> (Vec<NearPair>, bool),
    ) -> Result<Arc<NearList>, StoreError> {
        self.indexes.near(self.store, k, find)
    }

    /// Whether [`near`](Self::near) has its pairs in memory.
    pub fn has_near(&self, k: u8) -> bool {
        self.indexes.has_near(k)
    }

    /// The pairs of positions whose problems have the same core, or cores that differ in at most `k`
    /// points, 0 to 5, after the decisions of people.
    pub fn cores(&self, k: u8) -> Result<Arc<Vec<CorePair>>, StoreError> {
        self.indexes.cores(self.store, k)
    }

    /// The numbers under which two hands of one book have different positions.
    pub fn book_numbers(&self) -> Result<Arc<Vec<BookNumber>>, StoreError> {
        self.indexes.book_numbers(self.store)
    }

    /// The corners of all games in windows of the default size.
    pub fn joseki(&self) -> Result<Arc<Joseki>, LoadGamesError> {
        self.indexes.joseki(self.store)
    }
}

/// The indexes of the latest state of a database that a question has seen. Several threads may ask
/// at a time, each with a store of its own.
#[derive(Debug, Default)]
pub struct IndexCache(Mutex<Arc<Indexes>>);

impl IndexCache {
    fn lock(&self) -> MutexGuard<'_, Arc<Indexes>> {
        // The indexes are only ever replaced as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks a question in a snapshot, with indexes of the same state.
    ///
    /// # Errors
    /// Those of `work`, and if the database cannot be read.
    pub fn with_view<T, E: From<StoreError>>(
        &self,
        store: &Store,
        work: impl FnOnce(&View<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        loop {
            let _snapshot = store.snapshot()?;
            let version = store.version()?;
            let indexes = {
                let mut indexes = self.lock();
                match indexes.version {
                    Some(loaded) if loaded == version => {}
                    Some(loaded)
                        if loaded.identity == version.identity
                            && loaded.generation > version.generation =>
                    {
                        continue; // another question has seen a later state: look again
                    }
                    _ => *indexes = Arc::new(Indexes::new(version)),
                }
                Arc::clone(&indexes)
            };
            return work(&View { store, indexes });
        }
    }

    /// Commits a transaction that changed decisions only, and keeps the indexes that do not depend
    /// on decisions. `commit` returns the state after the transaction; until then nobody may write
    /// to the database.
    ///
    /// # Errors
    /// Those of `commit`.
    pub fn commit_decisions<E>(
        &self,
        commit: impl FnOnce() -> Result<DatabaseVersion, E>,
    ) -> Result<(), E> {
        let mut indexes = self.lock();
        *indexes = Arc::new(indexes.after_decisions(commit()?));
        Ok(())
    }
}

/// A search in games with these ids alone, or in all.
fn restrict(search: &Search, games: Option<Vec<i64>>) -> Search {
    match games {
        None => search.clone(),
        Some(games) => search.clone().restrict_to(games),
    }
}
