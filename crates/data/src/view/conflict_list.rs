//! The conflicts of a database, in the order of `dups --conflicts`.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use super::unknown_place::UnknownPlace;
use crate::find::{Comparison, Decisions, for_each_conflict, identify_record, walk_positions};
use crate::store::{JudgedRecord, Store, StoreError, StoredPosition};

/// The place of a conflict in the list: its text is `12-0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ConflictPlace {
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
    position: i64,
    /// Whether people have decided about the first records of any two sides, or which is the best.
    pub is_decided: bool,
}

/// All conflicts.
#[derive(Debug)]
pub struct ConflictList(Vec<ListedConflict>);

impl fmt::Display for ConflictPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.first, self.number)
    }
}

impl FromStr for ConflictPlace {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<ConflictPlace, UnknownPlace> {
        let numbers = text.split_once('-');
        let place = numbers.and_then(|(first, number)| {
            Some(ConflictPlace { first: first.parse().ok()?, number: number.parse().ok()? })
        });
        place.ok_or(UnknownPlace)
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
        for_each_conflict(store, walk, |position, comparison| {
            let last = listed.last().filter(|last| last.position == position.id);
            let number = last.map_or(0, |last| last.place.number + 1);
            let judged = identify_sides(store, position, comparison)?;
            listed.push(ListedConflict {
                place: ConflictPlace { first: first.get(), number },
                position: position.id,
                is_decided: find_undecided(&decisions, &judged).is_none(),
            });
            Ok::<(), StoreError>(())
        })?;
        Ok(ConflictList(listed))
    }

    /// The conflicts.
    pub fn conflicts(&self) -> &[ListedConflict] {
        &self.0
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
        visit: impl FnOnce(&StoredPosition, &Comparison<'_>) -> Result<T, E>,
    ) -> Result<Option<T>, E> {
        let Some(position) = store.position_by_id(self.position)? else { return Ok(None) };
        let records = store.records(self.position)?;
        let (mut found, mut visit, mut visited) = (0, Some(visit), None);
        let position = std::iter::once(Ok((position, records)));
        for_each_conflict(store, position, |position, comparison| {
            if found == self.place.number
                && let Some(visit) = visit.take()
            {
                visited = Some(visit(position, comparison)?);
            }
            found += 1;
            Ok::<(), E>(())
        })?;
        Ok(visited)
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
