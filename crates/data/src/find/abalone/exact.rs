//! Finds the problems of the same position.

use super::query::{ProblemMatch, Query};
use crate::store::{Store, StoreError};

/// Looks up the problems of the position of a query by its key: the same
/// problem first, then in the order of import.
///
/// # Errors
/// When the database cannot be read.
pub fn find_exact(store: &Store, query: &Query) -> Result<Vec<ProblemMatch>, StoreError> {
    let problems = store.abalone_problems_with(query.key())?;
    let mut matches: Vec<ProblemMatch> =
        problems.into_iter().map(|problem| query.match_problem(problem)).collect();
    matches.sort_by_key(|found| (found.kind, found.problem.id));
    Ok(matches)
}
