//! How many duplicates positions have, without their records.

use std::collections::HashSet;

use super::decisions::Decisions;
use super::duplicates::{Cluster, Identity};
use crate::store::{RepeatedCounts, Store, StoreError};

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
        let records = cluster.records.len() as u64;
        if records > 1 {
            self.duplicates += 1;
            self.redundant += records - 1;
        }
    }

    /// Adds other counts.
    pub fn append(&mut self, other: DuplicateCounts) {
        self.duplicates += other.duplicates;
        self.redundant += other.redundant;
    }

    /// The duplicates among counted positions.
    fn of(counts: RepeatedCounts, identity: Identity) -> DuplicateCounts {
        let RepeatedCounts { positions, records, problems, redundant } = counts;
        let (duplicates, redundant) = match identity {
            Identity::Problem => (problems, redundant),
            Identity::Position => (positions, records.saturating_sub(positions)),
        };
        DuplicateCounts { duplicates, redundant }
    }
}

/// The first positions with several records, and how many duplicates the others have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedPositions {
    /// The ids of positions, in the order in which their first records were imported: those of the first
    /// duplicates, and all whose records have to be compared, because they have decisions, boards of several
    /// sizes, or [unclear problems](Store::positions_with_unclear_problems).
    pub ids: Vec<i64>,
    /// The duplicates of all other positions.
    pub others: DuplicateCounts,
}

/// Finds the positions of the first `limit` duplicates, and counts the duplicates of the others as
/// [`Decisions::cluster_records`] groups them, without reading their records.
///
/// # Errors
/// If the database cannot be read.
pub fn count_duplicates(
    store: &Store,
    decisions: &Decisions,
    identity: Identity,
    limit: u64,
) -> Result<RepeatedPositions, StoreError> {
    let _snapshot = store.snapshot_if_none()?;
    store.count_selected_repeated()?;
    let decided: HashSet<i64> = decisions.positions(store)?.into_iter().collect();
    let (mut walked, mut listed) = (Vec::new(), 0);
    let mut counted = RepeatedCounts::default(); // of the positions that are walked
    store.visit_repeated(|position| {
        if listed >= limit {
            return false;
        }
        let counts = position.counts.unwrap_or_default();
        if !decided.contains(&position.id) {
            listed += DuplicateCounts::of(counts, identity).duplicates;
        }
        counted += counts;
        walked.push((position.first, position.id));
        true
    })?;
    let last = walked.last().map_or(0, |&(first, _)| first);
    let mut compared = store.repeated_to_compare()?;
    for &id in &decided {
        compared.extend(store.repeated_position(id)?.filter(|position| position.counts.is_some()));
    }
    for position in compared.into_iter().filter(|position| position.first > last) {
        counted += position.counts.unwrap_or_default();
        walked.push((position.first, position.id));
    }
    walked.sort_unstable();
    let others = store.repeated_total_without(counted)?;
    let ids = walked.into_iter().map(|(_, id)| id).collect();
    Ok(RepeatedPositions { ids, others: DuplicateCounts::of(others, identity) })
}
