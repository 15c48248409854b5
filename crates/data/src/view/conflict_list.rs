//! The conflicts of a database, in the order of `dups --conflicts`.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use super::unknown_place::UnknownPlace;
use crate::find::{
    Comparison, Decisions, identify_record, visit_conflict, visit_conflicts, walk_positions,
};
use crate::solution::Conflict;
use crate::store::{JudgedRecord, Store, StoreError, StoredPosition};

/// The place of a conflict in the list: its text is `1-12-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConflictPlace {
    /// The number of its class.
    class: usize,
    /// The id of the first record of the position.
    first: i64,
    /// The number of the conflict among those of the position.
    number: usize,
}

/// A conflict of the list.
#[derive(Clone, Copy, Debug)]
pub struct ListedConflict {
    pub place: ConflictPlace,
    /// The id of the position.
    pub position: i64,
    /// How the records contradict each other.
    pub class: Conflict,
    /// Whether people have decided about the first records of any two sides, or which is the best.
    pub is_decided: bool,
}

/// All conflicts, the gravest first.
#[derive(Debug)]
pub struct ConflictList(Vec<ListedConflict>);

impl fmt::Display for ConflictPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.class, self.first, self.number)
    }
}

impl FromStr for ConflictPlace {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<ConflictPlace, UnknownPlace> {
        let parse = || {
            let (class, rest) = text.split_once('-')?;
            let (first, number) = rest.split_once('-')?;
            let (class, first) = (class.parse().ok()?, first.parse().ok()?);
            Some(ConflictPlace { class, first, number: number.parse().ok()? })
        };
        parse().ok_or(UnknownPlace)
    }
}

impl ConflictList {
    /// Compares all duplicates. Their records are read.
    pub(super) fn load(store: &Store) -> Result<ConflictList, StoreError> {
        let decisions = Decisions::load(store)?;
        let (first, mut listed) = (Cell::new(0), Vec::<ListedConflict>::new());
        let walk = walk_positions(store, 2)?.inspect(|stored| {
            if let Ok((_, records)) = stored {
                first.set(records.first().map_or(0, |record| record.id));
            }
        });
        visit_conflicts(store, &decisions, walk, |position, number, comparison| {
            let Some(class) = comparison.conflict else { return Ok(()) };
            let judged = identify_sides(store, position, comparison)?;
            listed.push(ListedConflict {
                place: ConflictPlace { class: class as usize, first: first.get(), number },
                position: position.id,
                class,
                is_decided: find_undecided(&decisions, &judged).is_none(),
            });
            Ok::<(), StoreError>(())
        })?;
        listed.sort_by_key(|one| one.place);
        Ok(ConflictList(listed))
    }

    /// The grave conflicts, or all.
    pub fn listed(&self, all: bool) -> &[ListedConflict] {
        let end =
            if all { self.0.len() } else { self.0.partition_point(|one| one.class.is_grave()) };
        &self.0[..end]
    }
}

impl ListedConflict {
    /// Loads the conflict and passes it to `visit`. `None` if the database has changed since the
    /// list was loaded.
    ///
    /// # Errors
    /// If the database cannot be read; those of `visit`.
    pub fn visit<T, E: From<StoreError>>(
        &self,
        store: &Store,
        decisions: &Decisions,
        visit: impl FnOnce(&StoredPosition, &Comparison<'_>) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        visit_conflict(store, decisions, (self.position, self.place.number), visit)
    }
}

/// The first record of each side of a conflict, as decisions identify it.
pub fn identify_sides(
    store: &Store,
    position: &StoredPosition,
    comparison: &Comparison<'_>,
) -> Result<Vec<JudgedRecord>, StoreError> {
    let firsts = comparison.groups.iter().map(|group| group.records[0]);
    firsts.map(|record| identify_record(store, position.key, record)).collect()
}

/// The first two records without a decision. `None` if there are none, or one record is better than
/// all others.
pub fn find_undecided(decisions: &Decisions, judged: &[JudgedRecord]) -> Option<(usize, usize)> {
    let is_best = |one: &JudgedRecord| {
        let is_worse =
            |other: &JudgedRecord| one.hash == other.hash || decisions.is_better(one, other);
        judged.iter().all(is_worse)
    };
    if judged.iter().any(is_best) {
        return None;
    }
    let pairs =
        (0..judged.len()).flat_map(|one| (one + 1..judged.len()).map(move |other| (one, other)));
    let mut pairs = pairs.filter(|&(one, other)| judged[one].hash != judged[other].hash);
    pairs.find(|&(one, other)| !decisions.is_decided(&judged[one], &judged[other]))
}
