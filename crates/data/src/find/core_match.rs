//! Problems of a database as cores, and how one of them matches a query.

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::PositionKey;
use crate::similarity::{CoreHit, CoreProblem, PossibleMoves};

/// Records of one position that have the same board around them and the same right lines.
#[derive(Debug)]
#[non_exhaustive]
pub struct StoredCore {
    /// The id of the position.
    pub position: i64,
    /// The key of the position.
    pub key: PositionKey,
    /// The problem in the orientation and colors of the canonical text.
    pub problem: CoreProblem,
    /// The ids of the records with their sources, in the order of import.
    pub records: Vec<(i64, i64)>,
}

/// A problem of an index that has the same core as a query, or is near it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreMatch {
    /// The number of the problem in the index.
    pub number: u32,
    /// How the core of the one lies on the board of the other.
    pub hit: CoreHit,
    /// Whether the core is that of the query, and lies on the problem of the index.
    pub is_of_query: bool,
}

impl CoreMatch {
    /// The order of matches: the same core before near ones, a common first move before none, the
    /// larger margin, the fewest differing points.
    pub(super) fn rank(&self) -> impl Ord + use<> {
        let CoreHit { distance, margin, has_common_move, .. } = self.hit;
        (distance > 0, !has_common_move, Reverse(margin), distance)
    }
}

/// Sorts matches by rank, then by the order of import, and keeps the first of each position.
pub(super) fn keep_best<R: Ord>(
    problems: &[StoredCore],
    found: &mut Vec<CoreMatch>,
    rank: impl Fn(&CoreMatch) -> R,
) {
    found.sort_by_cached_key(|found| (rank(found), found.number));
    let mut seen = HashSet::new();
    found.retain(|found| seen.insert(problems[found.number as usize].position));
}

/// Lays the larger one of two cores on the board of the other problem, so that at most `distance` points
/// differ. Returns with the hit whether the core is that of the query, whose possible first moves are
/// `possible`.
pub(super) fn compare_cores(
    query: &CoreProblem,
    possible: Option<&PossibleMoves>,
    other: &CoreProblem,
    distance: u16,
) -> Option<(CoreHit, bool)> {
    let is_of_query = query.core_area() >= other.core_area();
    let hit = match is_of_query {
        true => query.find_core_in(other, distance),
        false => other.find_core_at(query, possible, distance),
    };
    Some((hit?, is_of_query))
}
