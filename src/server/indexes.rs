//! Indexes in memory of one state of the database.

use std::sync::{Arc, Mutex, PoisonError};

use super::conflict_list::ConflictList;
use super::near_list::NearList;
use crate::find::abalone::ReplayedGames;
use crate::find::{
    Decisions, ListedProblem, LoadGamesError, PositionIndex, ProblemList, list_duplicates,
    load_games, load_joseki,
};
use crate::games::GameIndex;
use crate::joseki::{CornerOptions, Joseki, Kept};
use crate::model::GameOutcome;
use crate::similarity::MAX_DISTANCE;
use crate::store::{DatabaseVersion, GameFilter, ProblemFilter, Store, StoreError};

/// Indexes of one state of the database. Each part is loaded when it is
/// first asked for.
///
/// A request that asks for a part passes a store whose snapshot is of this state; a
/// `View` of `state.rs` does.
#[derive(Debug)]
pub(super) struct Indexes {
    /// The state of the database.
    pub(super) version: DatabaseVersion,
    positions: Lazy<PositionIndex>,
    problems: Lazy<ProblemList>,
    duplicates: Lazy<Vec<ListedProblem>>,
    games: Lazy<GameIndex>,
    abalone_games: Lazy<ReplayedGames>,
    outcomes: Lazy<Vec<GameOutcome>>,
    joseki: Lazy<Joseki>,
    conflicts: Lazy<ConflictList>,
    near: [Lazy<NearList>; MAX_DISTANCE as usize],
}

/// A part that is loaded once; who asks meanwhile waits.
#[derive(Debug)]
struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Lazy<T> {
    const fn new() -> Lazy<T> {
        Lazy(Mutex::new(None))
    }

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
}

impl Indexes {
    /// Nothing is loaded yet.
    pub(super) fn new(version: DatabaseVersion) -> Indexes {
        Indexes {
            version,
            positions: Lazy::new(),
            problems: Lazy::new(),
            duplicates: Lazy::new(),
            games: Lazy::new(),
            abalone_games: Lazy::new(),
            outcomes: Lazy::new(),
            joseki: Lazy::new(),
            conflicts: Lazy::new(),
            near: [const { Lazy::new() }; MAX_DISTANCE as usize],
        }
    }

    /// All positions, for near positions, shapes and containment.
    pub(super) fn positions(&self, store: &Store) -> Result<Arc<PositionIndex>, StoreError> {
        self.positions.get(|| PositionIndex::load(store))
    }

    /// All problems.
    pub(super) fn problems(&self, store: &Store) -> Result<Arc<ProblemList>, StoreError> {
        self.problems.get(|| ProblemList::load(store, &ProblemFilter::default()))
    }

    /// All problems with several records, after the decisions of people.
    pub(super) fn duplicates(&self, store: &Store) -> Result<Arc<Vec<ListedProblem>>, StoreError> {
        self.duplicates.get(|| list_duplicates(store, &Decisions::load(store)?))
    }

    /// All games, for patterns and next moves.
    pub(super) fn games(&self, store: &Store) -> Result<Arc<GameIndex>, LoadGamesError> {
        self.games.get(|| load_games(store, None))
    }

    /// All games of Abalone, for near positions and patterns.
    pub(super) fn abalone_games(&self, store: &Store) -> Result<Arc<ReplayedGames>, StoreError> {
        self.abalone_games.get(|| ReplayedGames::load(store, &GameFilter::default()))
    }

    /// The winners and years of all games, sorted by game.
    pub(super) fn outcomes(&self, store: &Store) -> Result<Arc<Vec<GameOutcome>>, StoreError> {
        self.outcomes.get(|| store.game_outcomes(None))
    }

    /// The corners of all games in windows of the default size.
    pub(super) fn joseki(&self, store: &Store) -> Result<Arc<Joseki>, LoadGamesError> {
        self.joseki.get(|| load_joseki(store, None, CornerOptions::default(), Kept::All))
    }

    /// The duplicates with contradicting answers.
    pub(super) fn conflicts(&self, store: &Store) -> Result<Arc<ConflictList>, StoreError> {
        self.conflicts.get(|| ConflictList::load(store))
    }

    /// The pairs of positions at a distance of at most `k`, 1 to [`MAX_DISTANCE`].
    pub(super) fn near(&self, store: &Store, k: u8) -> Result<Arc<NearList>, StoreError> {
        let positions = self.positions(store)?;
        self.near[usize::from(k) - 1].get(|| NearList::load(store, &positions, k))
    }
}
