//! All problems that a filter selects, in the order of import.

use std::collections::{HashMap, HashSet};

use super::decisions::Decisions;
use super::duplicates::{Cluster, Identity, cluster_records, split_by_board};
use super::walk::walk_positions;
use crate::model::Turn;
use crate::store::{
    ProblemFilter, SelectedRecord, Store, StoreError, StoredPosition, StoredRecord,
};

/// A problem of a list. Problems sort in the order of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListedProblem {
    /// The id of the first selected record of the position.
    pub first: i64,
    /// The number of the problem among those of its position, from 0: the index of its cluster.
    pub number: u32,
    /// The id of the position.
    pub position: i64,
}

/// The problems with a record that fulfills a filter, in the order in which the first such records
/// of their positions were imported: 24 bytes each.
#[derive(Clone, Debug)]
pub struct ProblemList {
    problems: Vec<ListedProblem>,
    /// The ids of the selected records in ascending order; `None` if all are selected.
    selected: Option<Vec<i64>>,
}

impl ProblemList {
    /// Lists the problems that a filter selects. Reads every record once.
    ///
    /// # Errors
    /// As for [`Store::find_records`].
    pub fn load(store: &Store, filter: &ProblemFilter) -> Result<ProblemList, StoreError> {
        let records = store.find_records(filter)?;
        let unclear = store.positions_with_unclear_problems()?.into_iter().collect();
        ProblemList::of_records(store, &records, filter.is_empty(), &unclear)
    }

    /// Lists the problems of some records in the order of import; `are_all` if there are no others.
    /// `unclear` are the [positions](Store::positions_with_unclear_problems) whose problems the side to
    /// move does not tell apart.
    pub(super) fn of_records(
        store: &Store,
        records: &[SelectedRecord],
        are_all: bool,
        unclear: &HashSet<i64>,
    ) -> Result<ProblemList, StoreError> {
        let mut place_of: HashMap<i64, usize> = HashMap::new();
        // Each position with its first record, and a bit for each side to move that a record has.
        let mut positions: Vec<(i64, i64, u8)> = Vec::new();
        let mut sizes: Vec<[u8; 2]> = Vec::new();
        let mut of_sizes: HashSet<i64> = HashSet::new();
        for record in records {
            let place = *place_of.entry(record.position).or_insert(positions.len());
            if place == positions.len() {
                positions.push((record.id, record.position, 0));
                sizes.push(record.size);
            }
            if record.turn != Turn::Unknown {
                positions[place].2 |= 1 << record.turn.code();
            }
            if record.size != sizes[place] {
                of_sizes.insert(record.position);
            }
        }
        let selected = (!are_all).then(|| records.iter().map(|record| record.id).collect());
        let mut list = ProblemList { problems: Vec::with_capacity(positions.len()), selected };
        for (first, position, turns) in positions {
            let mut count = turns.count_ones().max(1);
            // The side to move does not tell these problems apart.
            if (unclear.contains(&position) || of_sizes.contains(&position))
                && let Some((found, records)) = list.load_records(store, position)?
            {
                count = cluster_records(&found, &records, Identity::Problem).len() as u32;
            }
            let problem = |number| ListedProblem { first, number, position };
            list.problems.extend((0..count).map(problem));
        }
        Ok(list)
    }

    /// Lists at least the first `limit` problems that a filter selects; without a filter, in time for
    /// these alone.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn load_first(
        store: &Store,
        filter: &ProblemFilter,
        limit: usize,
    ) -> Result<ProblemList, StoreError> {
        if !filter.is_empty() || limit == usize::MAX {
            return ProblemList::load(store, filter);
        }
        let mut list = ProblemList { problems: Vec::new(), selected: None };
        for (first, position) in store.first_positions(limit)? {
            if let Some((found, records)) = list.load_records(store, position)? {
                let clusters = cluster_records(&found, &records, Identity::Problem);
                let problem = |(number, _)| ListedProblem { first, number, position };
                list.problems.extend((0..).zip(&clusters).map(problem));
            }
        }
        Ok(list)
    }

    /// The problems.
    pub fn problems(&self) -> &[ListedProblem] {
        &self.problems
    }

    /// Calls `visit` with each of some problems of the list: its position, the selected records of the
    /// position, and those of the problem. A problem that an import has removed since is left out.
    ///
    /// # Errors
    /// Those of `visit`, and if the database cannot be read.
    pub fn visit<E: From<StoreError>>(
        &self,
        store: &Store,
        problems: &[ListedProblem],
        mut visit: impl FnMut(&StoredPosition, &[StoredRecord], &Cluster<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        for of_position in problems.chunk_by(|one, next| one.position == next.position) {
            let found = self.load_records(store, of_position[0].position)?;
            let Some((position, records)) = found else { continue };
            let clusters = cluster_records(&position, &records, Identity::Problem);
            for problem in of_position {
                if let Some(cluster) = clusters.get(problem.number as usize) {
                    visit(&position, &records, cluster)?;
                }
            }
        }
        Ok(())
    }

    /// Loads a position of the list with its selected records. `None` if an import has removed the
    /// position since.
    ///
    /// The problem is number [`ListedProblem::number`] of the clusters that
    /// [`cluster_records`] makes of these records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn load_records(
        &self,
        store: &Store,
        position: i64,
    ) -> Result<Option<(StoredPosition, Vec<StoredRecord>)>, StoreError> {
        let Some(found) = store.position_by_id(position)? else { return Ok(None) };
        let mut records = store.records(position)?;
        if let Some(selected) = &self.selected {
            records.retain(|record| selected.binary_search(&record.id).is_ok());
        }
        Ok(Some((found, records)))
    }
}

/// The number of problems of a database, of Go and of Abalone.
///
/// # Errors
/// If the database cannot be read.
pub fn count_problems(store: &Store) -> Result<u64, StoreError> {
    let mut count = store.counts()?.problems;
    for id in store.positions_with_unclear_problems()? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        let sides = |records: Vec<&StoredRecord>| {
            let known =
                records.iter().map(|record| record.turn).filter(|&turn| turn != Turn::Unknown);
            known.collect::<HashSet<_>>().len().max(1)
        };
        let counted: usize = split_by_board(&position, &records).into_iter().map(sides).sum();
        let clusters = cluster_records(&position, &records, Identity::Problem).len();
        count = (count + clusters as u64).saturating_sub(counted as u64);
    }
    Ok(count)
}

/// Lists the problems with several records, after the decisions of people, in the order of import.
/// Each is number [`ListedProblem::number`] of the clusters that [`Decisions::cluster_records`]
/// makes of the records of its position.
///
/// # Errors
/// If the database cannot be read.
pub fn list_duplicates(
    store: &Store,
    decisions: &Decisions,
) -> Result<Vec<ListedProblem>, StoreError> {
    let mut listed = Vec::new();
    for stored in walk_positions(store, 2)? {
        let (position, records) = stored?;
        let clusters = decisions.cluster_records(store, &position, &records, Identity::Problem)?;
        let first = records[0].id; // the walk skips positions with fewer than two records
        let duplicates = (0..).zip(&clusters).filter(|(_, cluster)| cluster.redundant() > 0);
        listed.extend(duplicates.map(|(number, _)| ListedProblem {
            first,
            number,
            position: position.id,
        }));
    }
    Ok(listed)
}
