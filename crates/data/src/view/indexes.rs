//! Indexes in memory of one state of the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use super::book_list::BookNumber;
use super::conflict_list::ConflictList;
use super::core_list::CorePair;
use super::near_list::NearList;
use crate::find::abalone::ReplayedGames;
use crate::find::{
    BoardMoves, Decisions, GameTail, ListedProblem, LoadGamesError, PositionIndex, PositionSource,
    ProblemList, list_duplicates, load_games, load_joseki,
};
use crate::games::{GameIndex, Search};
use crate::gtn::Pattern;
use crate::joseki::{CornerOptions, Joseki, Kept};
use crate::model::GameOutcome;
use crate::similarity::{MAX_DISTANCE, NearPair};
use crate::store::{DatabaseVersion, FamilyCounts, GameFilter, ProblemFilter, Store, StoreError};

/// The largest number of positions whose next moves are kept, some KiB each.
const MAX_NEXT: usize = 64;

/// The most games that are in memory as a whole: some 100 MiB with their corners.
const GAMES_IN_MEMORY: u64 = 20_000;

/// The most positions that are in memory as a whole, if the database has an index of positions: some
/// 6 MiB.
const POSITIONS_IN_MEMORY: u64 = if cfg!(test) { 50 } else { 20_000 };

/// Indexes of one state of the database. Each part is loaded when it is
/// first asked for.
///
/// Who asks for a part passes a store whose snapshot is of this state; a `View` does.
#[derive(Debug, Default)]
pub(super) struct Indexes {
    /// The state of the database; `None` before the first question.
    pub(super) version: Option<DatabaseVersion>,
    content: Arc<ContentIndexes>,
    duplicates: Lazy<Vec<ListedProblem>>,
    conflicts: Lazy<ConflictList>,
    near: [Lazy<NearList>; MAX_DISTANCE as usize],
    cores: [Lazy<Vec<CorePair>>; MAX_DISTANCE as usize + 1],
}

/// The indexes that decisions do not change.
#[derive(Debug, Default)]
struct ContentIndexes {
    families: Lazy<FamilyCounts>,
    positions: Positions,
    keeps_positions: Lazy<bool>,
    problems: Lazy<ProblemList>,
    games: Lazy<GameIndex>,
    tail: Lazy<GameTail>,
    has_few_games: Lazy<bool>,
    abalone_games: Lazy<ReplayedGames>,
    outcomes: Lazy<Vec<GameOutcome>>,
    /// By the text of a position on the whole board.
    next: Mutex<HashMap<String, Arc<BoardMoves>>>,
    joseki: Lazy<Joseki>,
    book_numbers: Lazy<Vec<BookNumber>>,
    /// With the pairs that decisions separate, as in `cores`.
    near: [Lazy<NearList>; MAX_DISTANCE as usize],
    cores: [Lazy<Vec<CorePair>>; MAX_DISTANCE as usize + 1],
}

/// All positions. They are not loaded again while a caller still holds them.
#[derive(Debug, Default)]
struct Positions {
    last: Mutex<Weak<PositionIndex>>,
    kept: OnceLock<Arc<PositionIndex>>,
}

/// A part that is loaded once; who asks meanwhile waits.
#[derive(Debug)]
struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Lazy<T> {
    fn default() -> Lazy<T> {
        Lazy(Mutex::new(None))
    }
}

impl<T> Lazy<T> {
    fn get<E>(&self, load: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        // A panic while loading leaves None behind.
        let mut part = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(part) = &*part {
            return Ok(Arc::clone(part));
        }
        let loaded = Arc::new(load()?);
        *part = Some(Arc::clone(&loaded));
        Ok(loaded)
    }

    /// Whether the part is loaded. Never waits.
    fn is_loaded(&self) -> bool {
        self.0.try_lock().is_ok_and(|part| part.is_some())
    }
}

impl Indexes {
    /// Nothing is loaded yet.
    pub(super) fn new(version: DatabaseVersion) -> Indexes {
        Indexes::with_content(version, Arc::default())
    }

    /// The indexes of a state that differs from this one in decisions only. They share with these
    /// what decisions do not change.
    pub(super) fn after_decisions(&self, version: DatabaseVersion) -> Indexes {
        Indexes::with_content(version, Arc::clone(&self.content))
    }

    fn with_content(version: DatabaseVersion, content: Arc<ContentIndexes>) -> Indexes {
        Indexes { version: Some(version), content, ..Indexes::default() }
    }

    /// The numbers of records and games of each family.
    pub(super) fn families(&self, store: &Store) -> Result<Arc<FamilyCounts>, StoreError> {
        self.content.families.get(|| store.family_counts())
    }

    /// All positions, for near positions, shapes and containment.
    pub(super) fn positions(&self, store: &Store) -> Result<Arc<PositionIndex>, StoreError> {
        let Positions { last, kept } = &self.content.positions;
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(positions) = last.upgrade() {
            return Ok(positions);
        }
        let positions = Arc::new(PositionIndex::load(store)?);
        *last = Arc::downgrade(&positions);
        if self.keeps_positions(store)? {
            kept.get_or_init(|| Arc::clone(&positions));
        }
        Ok(positions)
    }

    /// Whether these are the positions that [`positions`](Self::positions) returned last.
    pub(super) fn has_positions(&self, positions: &Arc<PositionIndex>) -> bool {
        let last = self.content.positions.last.lock().unwrap_or_else(PoisonError::into_inner);
        std::ptr::eq(last.as_ptr(), Arc::as_ptr(positions))
    }

    /// Whether all positions are kept in memory: they are few, or the database has no index of positions.
    pub(super) fn keeps_positions(&self, store: &Store) -> Result<bool, StoreError> {
        let load = || {
            let is_read = store.has_more_positions(POSITIONS_IN_MEMORY)?
                && PositionSource::new(store, true)?.has_index();
            Ok(!is_read)
        };
        self.content.keeps_positions.get(load).map(|keeps| *keeps)
    }

    /// All problems.
    pub(super) fn problems(&self, store: &Store) -> Result<Arc<ProblemList>, StoreError> {
        self.content.problems.get(|| ProblemList::load(store, &ProblemFilter::default()))
    }

    /// All problems with several records, after the decisions of people.
    pub(super) fn duplicates(&self, store: &Store) -> Result<Arc<Vec<ListedProblem>>, StoreError> {
        self.duplicates.get(|| list_duplicates(store, &Decisions::load(store)?))
    }

    /// All games, for patterns and next moves.
    pub(super) fn games(&self, store: &Store) -> Result<Arc<GameIndex>, LoadGamesError> {
        self.content.games.get(|| load_games(store, None))
    }

    /// The digests of the games that the index of games does not have.
    pub(super) fn game_tail(&self, store: &Store) -> Result<Arc<GameTail>, StoreError> {
        self.content.tail.get(|| GameTail::load(store))
    }

    /// Whether all games may be in memory at once, which makes answers faster than the index of games.
    pub(super) fn has_few_games(&self, store: &Store) -> Result<bool, StoreError> {
        let load = || Ok(!store.has_more_games(GAMES_IN_MEMORY)?);
        self.content.has_few_games.get(load).map(|few| *few)
    }

    /// All games of Abalone, for near positions and patterns.
    pub(super) fn abalone_games(&self, store: &Store) -> Result<Arc<ReplayedGames>, StoreError> {
        let load = || ReplayedGames::load(store, &GameFilter::default());
        self.content.abalone_games.get(load)
    }

    /// The winners and years of all games, sorted by game.
    pub(super) fn outcomes(&self, store: &Store) -> Result<Arc<Vec<GameOutcome>>, StoreError> {
        self.content.outcomes.get(|| store.game_outcomes(None))
    }

    /// The number of games that reach a position on the whole board, and the moves played next in
    /// them, as `find` finds them. The answers to the last questions are kept.
    pub(super) fn next_moves(
        &self,
        pattern: &Pattern,
        find: impl FnOnce(&Search) -> Result<BoardMoves, LoadGamesError>,
    ) -> Result<Arc<BoardMoves>, LoadGamesError> {
        let next = || self.content.next.lock().unwrap_or_else(PoisonError::into_inner);
        let text = pattern.to_string();
        if let Some(known) = next().get(&text) {
            return Ok(Arc::clone(known));
        }
        let found = find(&Search::new(pattern.clone()))?;
        let (mut next, found) = (next(), Arc::new(found));
        if next.len() == MAX_NEXT {
            next.clear();
        }
        next.insert(text, Arc::clone(&found));
        Ok(found)
    }

    /// The corners of all games in windows of the default size.
    pub(super) fn joseki(&self, store: &Store) -> Result<Arc<Joseki>, LoadGamesError> {
        self.content.joseki.get(|| load_joseki(store, None, CornerOptions::default(), Kept::All))
    }

    /// The numbers under which two hands of one book have different positions.
    pub(super) fn book_numbers(&self, store: &Store) -> Result<Arc<Vec<BookNumber>>, StoreError> {
        self.content.book_numbers.get(|| BookNumber::find_all(store))
    }

    /// The duplicates with contradicting answers.
    pub(super) fn conflicts(&self, store: &Store) -> Result<Arc<ConflictList>, StoreError> {
        self.conflicts.get(|| ConflictList::load(store))
    }

    /// The pairs of positions at a distance of at most `k`, 1 to [`MAX_DISTANCE`], after the
    /// decisions of people. `find` finds all pairs if they are not loaded.
    pub(super) fn near(
        &self,
        store: &Store,
        k: u8,
        find: impl FnOnce(&PositionIndex) -> (Vec<NearPair>, bool),
    ) -> Result<Arc<NearList>, StoreError> {
        let number = usize::from(k) - 1;
        self.near[number].get(|| {
            let load = || {
                let positions = self.positions(store)?;
                NearList::new(store, &positions, find(&positions))
            };
            self.content.near[number].get(load)?.without_separated(store)
        })
    }

    /// Whether the pairs at a distance of at most `k` are loaded.
    pub(super) fn has_near(&self, k: u8) -> bool {
        self.content.near[usize::from(k) - 1].is_loaded()
    }

    /// The pairs of positions whose problems have cores that differ in at most `k` points, 0 to
    /// [`MAX_DISTANCE`], after the decisions of people.
    pub(super) fn cores(&self, store: &Store, k: u8) -> Result<Arc<Vec<CorePair>>, StoreError> {
        self.cores[usize::from(k)].get(|| {
            let all = self.content.cores[usize::from(k)].get(|| CorePair::find_all(store, k))?;
            CorePair::without_separated(store, &all)
        })
    }
}
