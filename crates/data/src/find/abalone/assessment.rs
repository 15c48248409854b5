//! Tells whether a submitted problem of Abalone is new, and whether its answers agree with those of
//! the known records.

use std::collections::BTreeSet;

use super::super::assessment::Novelty;
use super::super::query::MatchKind;
use super::near::{NearMatch, find_near_in};
use super::query::Query;
use super::stored_text::read_problem;
use crate::Color;
use crate::abalone::{Board, Symmetry};
use crate::extract::abalone::ProblemText;
use crate::solution::{AnswerRelation, compare_answers};
use crate::store::{Store, StoreError, StoredAbaloneProblem};

/// What a database knows about a submitted problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assessment {
    /// How much of the problem is known.
    pub novelty: Novelty,
    /// How the first moves of the submitted solution relate to all those of the known records of
    /// the problem. `None` if the one or the other have none.
    pub answers: Option<AnswerRelation>,
    /// The known records, the closest first, each with the relation of its own first moves.
    pub matches: Vec<(NearMatch, Option<AnswerRelation>)>,
}

/// Looks up a submitted problem, which is in the database `submissions`, among the problems of
/// `known`; with `at_most` above 0 also those that differ in as many cells.
///
/// # Errors
/// If a database cannot be read or has a damaged problem.
pub fn assess_problem(
    known: (&Store, &[StoredAbaloneProblem]),
    at_most: u32,
    submissions: &Store,
    problem: &StoredAbaloneProblem,
) -> Result<Assessment, StoreError> {
    let text = read_problem(submissions, problem)?;
    let query = Query::new(text.setup);
    let board = text.setup.board;
    let submitted = first_moves(&text, Symmetry::IDENTITY, board);
    let found = find_near_in(known.1, &query, at_most);
    let (mut all, mut matches) = (BTreeSet::new(), Vec::new());
    for near in found.map_err(|error| error.in_store(known.0))? {
        let is_same = near.distance == 0 && query.identity().agrees(near.found.problem.identity());
        let mut moves = BTreeSet::new();
        if is_same {
            let text = read_problem(known.0, &near.found.problem)?;
            moves = first_moves(&text, near.found.operation.inverse(), board);
        }
        let answers = compare_answers(&[submitted.clone(), moves.clone()]);
        all.extend(moves);
        matches.push((near, answers.map(AnswerRelation::from)));
    }
    let novelty = match matches.first().map(|(near, _)| near.found.kind) {
        Some(MatchKind::SameProblem) => Novelty::SameProblem,
        Some(MatchKind::SamePosition) => Novelty::SamePosition,
        Some(_) => Novelty::Near,
        None => Novelty::New,
    };
    let answers = compare_answers(&[submitted, all]).map(AnswerRelation::from);
    Ok(Assessment { novelty, answers, matches })
}

/// The first moves of the solution, by their codes, after an operation that leads to `board`: of
/// moves that an operation of the board maps to each other, the first.
fn first_moves(text: &ProblemText, by: Symmetry, board: Board) -> BTreeSet<u16> {
    let keeps_colors = |symmetry: &Symmetry| symmetry.color(Color::Black) == Color::Black;
    let fixing: Vec<Symmetry> = board.stabilizer().filter(keeps_colors).collect();
    let lines = text.puzzle.iter().flat_map(|puzzle| &puzzle.lines);
    let moves = lines.filter_map(|line| line.record.moves.first());
    let first = |step: crate::abalone::Move| {
        let images = fixing.iter().map(|&fixing| step.transform(fixing).code());
        images.min().expect("the identity is in every stabilizer")
    };
    moves.map(|recorded| first(recorded.step.transform(by))).collect()
}
