//! A submitted problem as a row of the listing and as an object of JSON.

use std::fmt::Display;

use gtn_db::Rule;
use gtn_db::find::abalone::{self, NearMatch, ProblemMatch};
use gtn_db::find::{KnownRecord, MatchKind, Submission};
use gtn_db::model::Occurrence;
use gtn_db::solution::AnswerRelation;
use gtn_db::store::StoredAbaloneProblem;
use serde::Serialize;

use crate::cli::output::Row;

/// A submitted problem; docs/json.md describes the fields.
#[derive(Serialize)]
pub struct SubmissionRow {
    pub query: String,
    pub tree: u32,
    /// The rank in the tree; none for Abalone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<u32>,
    pub name: Option<String>,
    pub key: String,
    pub verdict: &'static str,
    pub answers: Option<&'static str>,
    pub repeated: Option<RepeatedJson>,
    pub faults: Vec<&'static str>,
    /// Empty in a table.
    pub matches: Vec<MatchJson>,
    /// The first known record, and how many more there are; else the earlier problem.
    #[serde(skip)]
    pub known_as: String,
}

/// An earlier problem of the same comparison.
#[derive(Clone, Serialize)]
pub struct RepeatedJson {
    pub query: String,
    pub tree: u32,
    pub problem: u32,
    /// Tree and problem as tables show them.
    #[serde(skip)]
    pub place: String,
}

impl RepeatedJson {
    fn new(at: &Occurrence) -> RepeatedJson {
        RepeatedJson {
            query: at.source.clone(),
            tree: at.tree,
            problem: at.problem,
            place: at.tree_and_problem().to_string(),
        }
    }
}

#[derive(Serialize)]
pub struct MatchJson {
    pub kind: &'static str,
    pub key: String,
    pub distance: Option<u8>,
    pub margin: Option<u8>,
    pub nearest: bool,
    pub turn: &'static str,
    pub operation: &'static str,
    pub source: String,
    pub tree: u32,
    /// The rank in the tree; none for Abalone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<u32>,
    pub name: Option<String>,
    pub answers: Option<&'static str>,
}

impl SubmissionRow {
    pub fn new(submission: &Submission) -> SubmissionRow {
        let Submission { position, record, verdict, matches, .. } = submission;
        let repeated = submission.repeated.as_ref().map(RepeatedJson::new);
        let first = verdict.first.as_ref();
        let known_as = first
            .map(|first| {
                let over = if verdict.has_more { "over " } else { "" };
                describe_known(&first.source, first.tree_and_problem(), over, verdict.matches)
            })
            .or_else(|| repeated.as_ref().map(|at| describe_known(&at.query, &at.place, "", 1)));
        SubmissionRow {
            query: record.at.source.clone(),
            tree: record.at.tree,
            problem: Some(record.at.problem),
            name: record.at.name.clone(),
            key: position.key.to_string(),
            verdict: verdict.novelty.name(),
            answers: verdict.answers.map(AnswerRelation::name),
            repeated,
            faults: submission.rules().into_iter().map(Rule::name).collect(),
            matches: matches.iter().map(MatchJson::new).collect(),
            known_as: known_as.unwrap_or_default(),
        }
    }

    pub fn of_abalone(
        problem: &StoredAbaloneProblem,
        assessment: &abalone::Assessment,
    ) -> SubmissionRow {
        SubmissionRow {
            query: problem.source.clone(),
            tree: problem.number,
            problem: None,
            name: problem.name.clone(),
            key: problem.key.to_string(),
            verdict: assessment.novelty.name(),
            answers: assessment.answers.map(AnswerRelation::name),
            repeated: None,
            faults: Vec::new(),
            matches: assessment.matches.iter().map(MatchJson::of_abalone).collect(),
            known_as: assessment
                .matches
                .first()
                .map(|(NearMatch { found: ProblemMatch { problem, .. }, .. }, _)| {
                    describe_known(&problem.source, problem.number, "", assessment.matches.len())
                })
                .unwrap_or_default(),
        }
    }
}

impl MatchJson {
    fn of_abalone((known, answers): &(NearMatch, Option<AnswerRelation>)) -> MatchJson {
        let ProblemMatch { kind, operation, turn, problem, .. } = &known.found;
        MatchJson {
            kind: kind.name(),
            key: problem.key.to_string(),
            distance: u8::try_from(known.distance).ok(),
            margin: None,
            nearest: false,
            turn: turn.name(),
            operation: operation.name(),
            source: problem.source.clone(),
            tree: problem.number,
            problem: None,
            name: problem.name.clone(),
            answers: answers.map(AnswerRelation::name),
        }
    }

    fn new(known: &KnownRecord) -> MatchJson {
        let KnownRecord { key, matched, distance, margin, answers, .. } = known;
        let at = &matched.record.at;
        MatchJson {
            kind: matched.kind.name(),
            key: key.to_string(),
            distance: *distance,
            margin: *margin,
            nearest: matched.kind == MatchKind::Nearest,
            turn: matched.turn.name(),
            operation: matched.operation.name(),
            source: at.source.clone(),
            tree: at.tree,
            problem: Some(at.problem),
            name: at.name.clone(),
            answers: answers.map(AnswerRelation::name),
        }
    }
}

/// The first known record, and how many more there are.
fn describe_known(source: &str, at: impl Display, over: &str, count: usize) -> String {
    let more = match count - 1 {
        0 => String::new(),
        more => format!(" and {over}{more} more"),
    };
    format!("{source}, tree {at}{more}")
}

impl Row for SubmissionRow {
    const HEADINGS: &'static [&'static str] =
        &["verdict", "answers", "faults", "source", "tree", "name", "known as", "key"];
    const FIELDS: &'static [&'static str] = &[
        "query", "tree", "problem", "name", "key", "verdict", "answers", "repeated", "faults",
        "matches",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "source" => Some(self.query.clone()),
            "faults" => {
                let repeated = self.repeated.as_ref().map(|_| "repeated");
                let all: Vec<&str> =
                    repeated.into_iter().chain(self.faults.iter().copied()).collect();
                Some(all.join(", "))
            }
            "known as" => Some(self.known_as.clone()),
            _ => None,
        }
    }
}
