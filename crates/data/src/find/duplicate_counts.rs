//! How many duplicates a position has, without its records.

use std::collections::HashSet;

use super::decisions::Decisions;
use super::duplicates::{Cluster, Identity};
use crate::model::Turn;
use crate::store::{Store, StoreError};

/// Duplicates, and records besides those to keep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuplicateCounts {
    /// The clusters with several records.
    pub duplicates: u64,
    /// The records of these clusters besides one of each.
    pub redundant: u64,
}

impl DuplicateCounts {
    /// Adds a cluster.
    pub fn add(&mut self, cluster: &Cluster<'_>) {
        self.add_records(cluster.records.len() as u64);
    }

    /// Adds other counts.
    pub fn append(&mut self, other: DuplicateCounts) {
        self.duplicates += other.duplicates;
        self.redundant += other.redundant;
    }

    fn add_records(&mut self, records: u64) {
        if records > 1 {
            self.duplicates += 1;
            self.redundant += records - 1;
        }
    }
}

/// The positions with several records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedPositions {
    /// The ids of the positions, in the order in which their first records were imported.
    pub ids: Vec<i64>,
    /// The duplicates of each position, in the order of the ids of positions.
    counts: Vec<(i64, DuplicateCounts)>,
}

impl RepeatedPositions {
    /// The duplicates of a position. `None` if its records have to be compared one by one: it has decisions,
    /// boards of several sizes, or [unclear problems](Store::positions_with_unclear_problems).
    pub fn count(&self, position: i64) -> Option<DuplicateCounts> {
        let place = self.counts.binary_search_by_key(&position, |&(id, _)| id).ok()?;
        Some(self.counts[place].1)
    }
}

/// Finds the positions with several records, and counts their duplicates as
/// [`Decisions::cluster_records`] groups them. Reads indexes of all records.
///
/// # Errors
/// If the database cannot be read.
pub fn count_duplicates(
    store: &Store,
    decisions: &Decisions,
    identity: Identity,
) -> Result<RepeatedPositions, StoreError> {
    let (mut counts, mut repeated, mut mixed) = (Vec::new(), Vec::new(), Vec::new());
    let mut finish = |position: i64, records: &[(Turn, i64)]| {
        let [_, _, ..] = records else { return };
        let mut found = DuplicateCounts::default();
        let all = records.len() as u64;
        let groups = || records.chunk_by(|one, other| one.0 == other.0);
        let is_unknown = |group: &&[(Turn, i64)]| group[0].0 == Turn::Unknown;
        let unknown = groups().find(is_unknown).map_or(0, |group| group.len() as u64);
        if identity == Identity::Position || unknown == all {
            found.add_records(all);
        } else {
            let known = groups().filter(|group| !is_unknown(group));
            known.for_each(|group| found.add_records(group.len() as u64 + unknown));
        }
        if unknown > 0 && unknown < all {
            mixed.push(position);
        }
        counts.push((position, found));
        repeated.extend(records.iter().map(|(_, record)| record).min().map(|&id| (id, position)));
    };
    let (mut position, mut records) = (0, Vec::new());
    store.for_each_turn(|next, turn, record| {
        if next != position {
            finish(position, &records);
            records.clear();
            position = next;
        }
        records.push((turn, record));
    })?;
    finish(position, &records);
    let mut compared: HashSet<i64> = store.positions_of_several_sizes()?.into_iter().collect();
    compared.extend(store.positions_repeated_in_trees()?.into_iter().map(|(position, _)| position));
    compared.extend(decisions.positions(store)?);
    for position in mixed {
        if store.has_answer_without_turn(position)? {
            compared.insert(position);
        }
    }
    counts.retain(|(position, _)| !compared.contains(position));
    repeated.sort_unstable();
    Ok(RepeatedPositions { ids: repeated.into_iter().map(|(_, id)| id).collect(), counts })
}
