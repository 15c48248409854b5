//! The problems nearest to a position that is not known.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::containment::{ContainedQuery, ContainmentMatch};
use super::cores::{CoreIndex, share};
use super::decisions::Decisions;
use super::position_index::PositionIndex;
use super::query::{MatchKind, PositionQuery, RecordMatch};
use super::similar::find_similar;
use crate::PositionKey;
use crate::go::Symmetry;
use crate::similarity::{CoreProblem, Surroundings};
use crate::store::{CoreRows, Store, StoreError};

/// A problem near a position, by its first record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearestProblem {
    /// The key of the position.
    pub key: PositionKey,
    /// How the record matches; [`MatchKind::Nearest`] if it is only near.
    pub matched: RecordMatch,
    /// The number of points that differ, of those in [`points`](Self::points).
    pub distance: u16,
    /// The number of points that were compared: those of the core, or of the window and a line
    /// around it. 0 where the whole position is part of the query, or the query part of it.
    pub points: u16,
}

/// The number of nearest problems in a list whose request names no number.
pub const NEAREST_COUNT: usize = 5;

/// The largest number of nearest problems that a request may name.
pub const MAX_NEAREST: usize = 20;

/// The largest number of records compared with a query: those whose first moves have the rarest surroundings.
const MAX_CANDIDATES: usize = 5_000;

/// The most points that differ in a near position.
pub(super) const NEAR: u8 = 3;

/// What is compared with a query, without regard to answers.
fn to_core_problem(query: &PositionQuery) -> CoreProblem {
    let around = Surroundings::endless(query.window.open);
    CoreProblem::new(&query.window, around, query.turn, Vec::new(), &[])
}

/// The position without moves, to be compared with what contains it or lies in it.
pub(super) fn contained_query(query: &PositionQuery) -> ContainedQuery<'_> {
    let (window, board) = (&query.window, query.given.clone());
    let (turn, moves, accepted) = (query.turn, Vec::new(), Vec::new());
    ContainedQuery { window, board, turn, moves, accepted }
}

/// Finds up to `count` problems that are most like a query, one for each position, but not those of
/// its own position: the same core, the same shape, near in a few points, containing or contained,
/// and those whose core differs in at most a quarter of its points. Sorted in this order, then by
/// the share of differing points, the larger number of stones, and key.
///
/// # Errors
/// When the database cannot be read.
pub fn find_nearest(
    store: &Store,
    positions: &PositionIndex,
    query: &PositionQuery,
    count: usize,
) -> Result<Vec<NearestProblem>, StoreError> {
    let problem = to_core_problem(query);
    let cores =
        CoreIndex::load(store, CoreRows::WithRarest(&problem.asked_patterns(), MAX_CANDIDATES))?;
    let mut found: Vec<(NearestProblem, usize)> = Vec::new();
    let stones = |key: PositionKey| -> Result<usize, StoreError> {
        let text = store.position(key)?.map(|position| position.text);
        Ok(text.map_or(0, |text| text.matches(['X', 'O']).count()))
    };
    for (laid, is_nearest) in
        [(cores.find(&problem, 0), false), (cores.find_nearest(&problem, 2 * count), true)]
    {
        for hit in laid.iter().take(2 * count) {
            let key = cores.problems()[hit.number as usize].key;
            let matched = cores.match_records(store, hit, Symmetry::IDENTITY)?.into_iter().next();
            if let Some(mut matched) = matched {
                if is_nearest {
                    matched.kind = MatchKind::Nearest;
                }
                let (distance, points) = (hit.hit.distance, hit.hit.area);
                let stones = usize::from(hit.hit.stones);
                found.push((NearestProblem { key, matched, distance, points }, stones));
            }
        }
    }
    for similar in find_similar(store, positions, query, NEAR)? {
        let (key, distance) = (similar.position.key, u16::from(similar.distance.unwrap_or(0)));
        if let Some(first) = similar.records.into_iter().next() {
            let points = query.window.board.size().area() as u16;
            let problem = NearestProblem { key, matched: first.matched, distance, points };
            found.push((problem, stones(key)?));
        }
    }
    for (hit, _) in contained_query(query).find(store, positions, true)? {
        let ContainmentMatch { key, kind, operation, turn, record, .. } = hit;
        let matched = RecordMatch { kind, operation, turn, has_other_size: false, record };
        found.push((NearestProblem { key, matched, distance: 0, points: 0 }, stones(key)?));
    }
    found.sort_by_key(|(problem, stones)| {
        let share = share(problem.distance, problem.points);
        let kind = problem.matched.kind;
        // A position has no answer that the larger of two could contain.
        let is_contained = matches!(kind, MatchKind::Contains | MatchKind::Contained);
        (
            (kind == MatchKind::Nearest, is_contained, kind),
            share,
            Reverse(*stones),
            problem.key,
            problem.matched.record.id,
        )
    });
    let (mut seen, mut nearest) = (HashSet::from([query.key()]), Vec::new());
    let decisions = Decisions::load(store)?;
    for (problem, _) in found {
        if nearest.len() < count
            && seen.insert(problem.key)
            && !decisions.separate(store, query.key(), problem.key)?
        {
            nearest.push(problem);
        }
    }
    Ok(nearest)
}
