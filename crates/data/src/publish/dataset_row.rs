//! A row of a data set, whatever the form of its file.

use serde::Serialize;

use super::published_problem::{Answer, PublishedProblem};
use crate::solution::Certainty;

/// A row of the data set.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub(super) key: String,
    pub(super) canonical_turn: &'static str,
    pub(super) turn: &'static str,
    pub(super) number: u64,
    pub(super) igtn: String,
    pub(super) text: &'a str,
    pub(super) operation: &'static str,
    pub(super) board: String,
    pub(super) answers: Vec<String>,
    pub(super) certainty: Option<&'static str>,
    pub(super) disputed: bool,
    pub(super) level: Option<&'a str>,
    pub(super) genre: Option<&'a str>,
    pub(super) tags: &'a [String],
    pub(super) chapter: Option<&'a str>,
    pub(super) sources: Vec<&'a str>,
    pub(super) rights: Vec<&'a str>,
    pub(super) cluster: Option<u32>,
    pub(super) sgf: &'a str,
}

/// The row of a problem.
pub(super) fn make_row<'a>(
    problem: &'a PublishedProblem,
    chapter: Option<&'a str>,
    has_cluster: bool,
) -> Row<'a> {
    let answer = |one: Answer| match one.at {
        Some(_) => problem.sgf_point(one.at),
        None => "tenuki".to_owned(),
    };
    Row {
        key: problem.key.to_string(),
        canonical_turn: problem.canonical_turn.name(),
        turn: problem.turn.name(),
        number: problem.number,
        igtn: problem.window.to_string(),
        text: &problem.text,
        operation: problem.operation.name(),
        board: problem.tree.board.size().to_string(),
        answers: problem.answers().into_iter().map(answer).collect(),
        certainty: problem.certainty().map(Certainty::name),
        disputed: problem.is_disputed,
        level: problem.level.as_deref(),
        genre: problem.genre.as_deref(),
        tags: &problem.tags,
        chapter,
        sources: problem.sources.iter().map(|source| source.source.as_str()).collect(),
        rights: problem.rights(),
        cluster: has_cluster.then_some(problem.cluster),
        sgf: &problem.sgf,
    }
}
