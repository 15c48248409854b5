//! How many duplicates a position has, without its records.

use std::collections::HashMap;

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

/// Counts the duplicates of each position with several records as
/// [`Decisions::cluster_records`] groups them. Positions of which the records themselves have to be
/// compared are left out: those with decisions, with boards of several sizes, and with several
/// records in one game tree. Reads an index and the texts of the positions.
///
/// # Errors
/// If the database cannot be read.
pub fn count_duplicates(
    store: &Store,
    decisions: &Decisions,
    identity: Identity,
) -> Result<HashMap<i64, DuplicateCounts>, StoreError> {
    let mut counts = HashMap::new();
    // The position that is being read, with the numbers of its records: without a side to move, and
    // for each side to move.
    let (mut position, mut unknown, mut turns) = (0, 0, Vec::<u64>::new());
    let mut finish = |position: i64, unknown: u64, turns: &mut Vec<u64>| {
        let (mut found, all) = (DuplicateCounts::default(), unknown + turns.iter().sum::<u64>());
        if identity == Identity::Position || turns.is_empty() {
            found.add_records(all);
        } else {
            turns.iter().for_each(|count| found.add_records(count + unknown));
        }
        turns.clear();
        if all > 1 {
            counts.insert(position, found);
        }
    };
    store.for_each_turn(|next, turn, count| {
        if next != position {
            finish(position, unknown, &mut turns);
            (position, unknown) = (next, 0);
        }
        match turn {
            Turn::Unknown => unknown = count,
            _ => turns.push(count),
        }
    })?;
    finish(position, unknown, &mut turns);
    let compared = [
        store.repeated_positions_of_several_sizes()?,
        store.positions_repeated_in_trees()?,
        decisions.positions(store)?,
    ];
    compared.iter().flatten().for_each(|position| {
        counts.remove(position);
    });
    Ok(counts)
}
