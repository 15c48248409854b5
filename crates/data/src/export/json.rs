//! The format [`Format::Json`](super::Format::Json).

use std::io::{self, Write};

use serde::Serialize;

use super::oriented_problem::OrientedProblem;
use super::sgf;
use crate::escape::write_json;
use crate::model::ReplacedRecord;
use crate::sgf::value::format_point;
use crate::solution::{Certainty, Losses};

#[derive(Serialize)]
struct Row<'a> {
    key: String,
    turn: &'a str,
    igtn: String,
    text: &'a str,
    operation: &'a str,
    source: &'a str,
    tree: u32,
    problem: u32,
    name: Option<&'a str>,
    answers: Vec<Option<String>>,
    sgf: String,
    certainty: Option<&'static str>,
    others: Vec<Other<'a>>,
    rights: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replaces: Vec<Replaced<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    computed: Option<Computed>,
}

/// What a solver computed.
#[derive(Serialize)]
struct Computed {
    outcome: &'static str,
    settled: bool,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct Other<'a> {
    source: &'a str,
    tree: u32,
    problem: u32,
    name: Option<&'a str>,
    operation: &'a str,
}

/// A record of a problem that is left out because this one stands for it.
#[derive(Serialize)]
struct Replaced<'a> {
    source: &'a str,
    tree: u32,
    problem: u32,
    name: Option<&'a str>,
    same: &'static str,
}

/// Writes the object.
pub(super) fn write(oriented: &OrientedProblem<'_>, out: &mut impl Write) -> io::Result<Losses> {
    let problem = oriented.problem;
    let (sgf, losses) = sgf::format_tree(oriented);
    let row = Row {
        key: problem.key.to_string(),
        turn: oriented.turn.name(),
        igtn: oriented.window()?.to_string(),
        text: &problem.text,
        operation: oriented.onto_canonical().name(),
        source: &problem.kept.source,
        tree: problem.kept.tree,
        problem: problem.kept.problem,
        name: problem.kept.name.as_deref(),
        answers: oriented.answers(Some(&sgf)).into_iter().map(|at| at.map(format_point)).collect(),
        sgf,
        certainty: oriented.certainty().map(Certainty::name),
        others: problem
            .others
            .iter()
            .map(|other| Other {
                source: &other.source,
                tree: other.tree,
                problem: other.problem,
                name: other.name.as_deref(),
                operation: oriented.onto(other).name(),
            })
            .collect(),
        rights: problem.rights_texts(),
        replaces: problem
            .replaced
            .iter()
            .map(|ReplacedRecord { at, sameness }| Replaced {
                source: &at.source,
                tree: at.tree,
                problem: at.problem,
                name: at.name.as_deref(),
                same: sameness.name(),
            })
            .collect(),
        computed: problem.computed.as_ref().map(|computed| Computed {
            outcome: computed.outcome,
            settled: computed.is_settled,
            moves: oriented.computed_moves().map(format_point).collect(),
        }),
    };
    write_json(out, &row)?;
    Ok(losses)
}
