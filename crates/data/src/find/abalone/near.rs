//! Finds problems that differ from a position in few cells.

use super::super::query::MatchKind;
use super::query::{ProblemMatch, Query, own_board, transform_turn};
use crate::Color;
use crate::abalone::{Board, BoardImages, Cell};
use crate::store::{Store, StoreError};

/// A problem near a query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearMatch {
    /// The number of cells that differ; 0 for the same position.
    pub distance: u32,
    /// The cells that differ, in the orientation of the query, with what the
    /// problem has there in the colors of the query.
    pub difference: Vec<(Cell, Option<Color>)>,
    /// The problem. Its operation is the first of those that give the distance.
    pub found: ProblemMatch,
}

/// Finds the problems that differ from a query in at most `at_most` cells under
/// the best of the 24 operations: the nearest first, then by kind, then in the
/// order of import. Compares all problems, in less than a microsecond each.
///
/// # Errors
/// When the database cannot be read or has a damaged problem.
pub fn find_near(store: &Store, query: &Query, at_most: u32) -> Result<Vec<NearMatch>, StoreError> {
    let images = BoardImages::new(query.setup().board);
    let mut matches = Vec::new();
    for problem in store.abalone_problems()? {
        let board = own_board(&problem).map_err(|error| error.in_store(store))?;
        let Some((distance, operation)) = images.distance(board, at_most) else { continue };
        let back = operation.inverse();
        let found = if distance == 0 {
            query.match_problem(problem)
        } else {
            // From the colors of the canonical text to those of the problem and of the query.
            let to_query = problem.symmetry.inverse().then(back);
            let lost = problem.lost.map(|lost| lost.transform(to_query));
            let turn = transform_turn(problem.turn, to_query);
            ProblemMatch { kind: MatchKind::Near, operation, turn, lost, problem }
        };
        let difference = list_differences(query.setup().board, board.transform(back));
        matches.push(NearMatch { distance, difference, found });
    }
    matches.sort_by_key(|near| (near.distance, near.found.kind, near.found.problem.id));
    Ok(matches)
}

/// The cells in which two boards differ, with the color on the second one.
fn list_differences(one: Board, other: Board) -> Vec<(Cell, Option<Color>)> {
    let differs = |cell: &Cell| one.color(*cell) != other.color(*cell);
    Cell::all().filter(differs).map(|cell| (cell, other.color(cell))).collect()
}
