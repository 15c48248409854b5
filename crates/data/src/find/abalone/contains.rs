//! Finds problems that contain a few marbles, or are contained in a position.

use rayon::prelude::*;

use super::super::query::MatchKind;
use super::damaged::DamagedRowError;
use super::query::{ProblemMatch, Query, own_board, transform_turn};
use crate::Color;
use crate::abalone::{Board, Pattern, Placement, Symmetry};
use crate::store::{Store, StoreError, StoredAbaloneProblem};

/// A problem that contains the query, or is contained in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContainmentMatch {
    /// The problem. Its operation maps the query to it up to a shift, and is
    /// the first one if there are several.
    pub found: ProblemMatch,
    /// The marbles of the larger board that the smaller one lies on.
    pub marbles: Board,
    /// The number of places.
    pub placements: usize,
}

/// Finds the problems that contain the marbles of the query, turned, recolored
/// and shifted; its empty cells stand for anything. In the order of import.
/// With a side to move in the query, only problems in which this side may be to
/// move at one of the places.
///
/// # Errors
/// When the database cannot be read or has a damaged problem.
///
/// # Panics
/// When the query has no marble, which no text of a position has.
pub fn find_containing(store: &Store, query: &Query) -> Result<Vec<ContainmentMatch>, StoreError> {
    let pattern = Pattern::new(query.setup().board).expect("a position has a marble");
    collect(store, |problem| {
        let placements = pattern.placements_in(own_board(&problem)?);
        Ok(describe(query, MatchKind::Contains, problem, &placements, |symmetry| symmetry))
    })
}

/// Finds the problems whose marbles are contained in the query, as
/// [`find_containing`] finds the others. Takes about 0.1 ms for each problem
/// that has no more marbles than the query.
///
/// # Errors
/// As for [`find_containing`].
pub fn find_within(store: &Store, query: &Query) -> Result<Vec<ContainmentMatch>, StoreError> {
    let whole = query.setup().board;
    collect(store, |problem| {
        let board = own_board(&problem)?;
        if !may_contain(whole, board) {
            return Ok(None);
        }
        let pattern = Pattern::new(board).expect("a position has a marble");
        let placements = pattern.placements_in(whole);
        Ok(describe(query, MatchKind::Contained, problem, &placements, Symmetry::inverse))
    })
}

/// The matches of all problems, in the order of import.
fn collect(
    store: &Store,
    find: impl Fn(StoredAbaloneProblem) -> Result<Option<ContainmentMatch>, DamagedRowError>
    + Sync
    + Send,
) -> Result<Vec<ContainmentMatch>, StoreError> {
    let problems = store.abalone_problems()?;
    let found: Result<Vec<Option<ContainmentMatch>>, DamagedRowError> =
        problems.into_par_iter().map(find).collect();
    Ok(found.map_err(|error| error.in_store(store))?.into_iter().flatten().collect())
}

/// Whether one board has enough marbles to contain the other, in its own or in swapped colors.
fn may_contain(large: Board, small: Board) -> bool {
    let has_enough =
        |small: Board| Color::ALL.iter().all(|&color| small.count(color) <= large.count(color));
    has_enough(small) || has_enough(small.negative())
}

/// Describes a match; `None` without a place where the side to move may be that of the query.
/// `to_problem` makes the operation from the query to the problem of that of a placement.
fn describe(
    query: &Query,
    kind: MatchKind,
    problem: StoredAbaloneProblem,
    placements: &[Placement],
    to_problem: impl Fn(Symmetry) -> Symmetry,
) -> Option<ContainmentMatch> {
    let to_query = |operation: Symmetry| problem.symmetry.inverse().then(operation.inverse());
    let has_turn = |operation: Symmetry| {
        let turn = transform_turn(problem.turn, to_query(operation)).color();
        query.setup().turn.is_none() || turn.is_none() || turn == query.setup().turn
    };
    let places = placements.iter().map(|place| (to_problem(place.symmetry), place));
    let first = places.filter(|place| has_turn(place.0)).min_by_key(|place| place.0);
    let (operation, place) = first?;
    let found = ProblemMatch {
        kind,
        operation,
        turn: transform_turn(problem.turn, to_query(operation)),
        lost: problem.lost.map(|lost| lost.transform(to_query(operation))),
        problem,
    };
    Some(ContainmentMatch { found, marbles: place.marbles, placements: placements.len() })
}
