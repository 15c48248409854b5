//! A position with its records and what problems they are of.

use super::duplicates::Cluster;
use crate::model::Turn;
use crate::store::{StoredPosition, StoredRecord};

/// A position with its records, divided among its problems.
#[derive(Debug)]
pub(super) struct ClusteredPosition {
    pub(super) position: StoredPosition,
    records: Vec<StoredRecord>,
    /// The side to move of each problem, the places of its records, and [`Cluster::worse`].
    problems: Vec<(Turn, Vec<usize>, Vec<i64>)>,
}

impl ClusteredPosition {
    /// Divides the records of a position as `cluster` does.
    ///
    /// # Errors
    /// Those of `cluster`.
    pub(super) fn new<E>(
        position: StoredPosition,
        records: Vec<StoredRecord>,
        cluster: impl for<'a> FnOnce(&StoredPosition, &'a [StoredRecord]) -> Result<Vec<Cluster<'a>>, E>,
    ) -> Result<ClusteredPosition, E> {
        let place = |record: &&StoredRecord| {
            let found = records.binary_search_by_key(&record.id, |record| record.id);
            found.expect("a cluster has records of the position, which are sorted by id")
        };
        let problem = |cluster: Cluster<'_>| {
            (cluster.turn, cluster.records.iter().map(place).collect(), cluster.worse)
        };
        let clusters = cluster(&position, &records)?;
        let problems = clusters.into_iter().map(problem).collect();
        Ok(ClusteredPosition { position, records, problems })
    }

    /// The number of problems.
    pub(super) fn len(&self) -> usize {
        self.problems.len()
    }

    /// The problem with a number, from 0.
    pub(super) fn cluster(&self, number: usize) -> Option<Cluster<'_>> {
        let (turn, places, worse) = self.problems.get(number)?;
        let records = places.iter().map(|&place| &self.records[place]).collect();
        Some(Cluster { turn: *turn, records, worse: worse.clone() })
    }

    /// All problems.
    pub(super) fn clusters(&self) -> impl Iterator<Item = Cluster<'_>> {
        (0..self.len()).filter_map(|number| self.cluster(number))
    }
}
