//! The list of problems of Abalone.

use super::game_fields::ProblemFields;
use super::listing::Cursor;
use super::problem::Problem;
use super::state::View;
use crate::PositionKey;
use crate::find::Identity;
use crate::find::abalone::{
    Cluster, PositionRecords, ProblemConditions, cluster_records, load_positions,
};

/// The positions with a record that fulfills a filter, and their problems.
pub(super) struct AbaloneProblems {
    positions: Vec<PositionRecords>,
    problems: Vec<ListedAbalone>,
}

/// A problem of the list. Problems sort in the order of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListedAbalone {
    /// The id of the first selected record of the position.
    first: i64,
    /// The number of the problem among those of its position, from 0: the index of its cluster.
    number: u32,
    /// The index of the position.
    position: usize,
}

impl From<&ListedAbalone> for Cursor {
    fn from(&ListedAbalone { first, number, .. }: &ListedAbalone) -> Cursor {
        Cursor { first, number }
    }
}

impl AbaloneProblems {
    /// Loads the problems that a request asks for, in the order in which the first selected records
    /// of their positions were imported. Reads all problems.
    ///
    /// # Errors
    /// As for [`ProblemFields::to_abalone_conditions`].
    pub(super) fn load(
        view: &View<'_>,
        fields: &ProblemFields,
    ) -> Result<AbaloneProblems, Problem> {
        let conditions = fields.to_abalone_conditions()?;
        let conditions = ProblemConditions::new(view.store, &[], &conditions)?;
        let positions = load_positions(view.store, |record| conditions.are_fulfilled_by(record))?;
        let listed = positions.iter().enumerate().flat_map(|(position, found)| {
            let first = found.records[0].id;
            let count = cluster_records(&found.records, Identity::Problem).len() as u32;
            (0..count).map(move |number| ListedAbalone { first, number, position })
        });
        Ok(AbaloneProblems { problems: listed.collect(), positions })
    }

    /// The problems.
    pub(super) fn problems(&self) -> &[ListedAbalone] {
        &self.problems
    }

    /// The key of a problem's position, and its selected records.
    pub(super) fn cluster(&self, problem: &ListedAbalone) -> (PositionKey, Cluster<'_>) {
        let PositionRecords { key, records, .. } = &self.positions[problem.position];
        let mut clusters = cluster_records(records, Identity::Problem);
        (*key, clusters.swap_remove(problem.number as usize))
    }
}
