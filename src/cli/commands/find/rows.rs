//! The answers that several searches give: a row for each record, and a sentence about all.

use gtn_db::answer::RecordMatchJson;
use gtn_db::find::{MatchKind, PositionQuery, RecordMatch};
use gtn_db::model::Turn;
use serde::Serialize;

use super::request::Naming;
use crate::cli::output::{Row, plural};

/// A match of a query; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct Labeled<T> {
    pub query: String,
    /// `query` for tables, if there are several.
    #[serde(skip)]
    pub query_cell: String,
    #[serde(flatten)]
    pub found: T,
}

impl<T> Labeled<T> {
    /// What was found of the query with this label.
    pub fn new(label: &str, naming: Naming, found: T) -> Labeled<T> {
        Labeled { query: label.to_owned(), query_cell: naming.cell(label), found }
    }
}

impl Row for Labeled<RecordMatchJson> {
    const HEADINGS: &'static [&'static str] =
        &["query", "kind", "turn", "operation", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "key",
        "turn",
        "operation",
        "source",
        "tree",
        "name",
        "other_size",
        "after",
    ];

    fn cells(&self) -> Vec<String> {
        record_cells(&self.query_cell, &self.found)
    }
}

/// The cells of a record that matches the query in `query_cell`.
pub fn record_cells(query_cell: &str, found: &RecordMatchJson) -> Vec<String> {
    let kind = match &found.after {
        Some(_) => format!("after {}", found.after_names),
        None if found.other_size => "same position, other board size".to_owned(),
        None => found.kind.to_owned(),
    };
    vec![
        query_cell.to_owned(),
        kind,
        found.turn.to_owned(),
        found.operation.to_owned(),
        found.source.clone(),
        found.tree.to_string(),
        found.name.clone().unwrap_or_default(),
        found.key.clone(),
    ]
}

/// A sentence about all records of the same position.
pub fn summarize(query: &PositionQuery, found: &[&RecordMatch]) -> String {
    if found.is_empty() {
        return format!("Not found: {}", query.key());
    }
    let (sized, found): (Vec<&RecordMatch>, Vec<&RecordMatch>) =
        found.iter().partition(|matched| matched.has_other_size);
    let same_problem =
        found.iter().filter(|matched| matched.kind == MatchKind::SameProblem).count() as u64;
    let others = found.iter().copied().filter(|matched| matched.kind == MatchKind::SamePosition);
    let (unknown, other): (Vec<&RecordMatch>, Vec<&RecordMatch>) =
        others.partition(|matched| matched.turn == Turn::Unknown || query.turn.is_none());
    let mut parts = Vec::new();
    if same_problem > 0 {
        parts.push(format!("the same problem in {}", plural(same_problem, "record")));
    }
    if !unknown.is_empty() {
        let why = match (query.turn, unknown.len()) {
            (None, _) => "add --turn to compare the side to move",
            (_, 1) => "which does not say who is to move",
            _ => "which do not say who is to move",
        };
        let records = plural(unknown.len() as u64, "record");
        parts.push(format!("the same position in {records} ({why})"));
    }
    if !other.is_empty() {
        let records = plural(other.len() as u64, "record");
        parts.push(format!("the same position with the other side to move in {records}"));
    }
    if !sized.is_empty() {
        let records = plural(sized.len() as u64, "record");
        parts.push(format!("the same stones on a board of another size in {records}"));
    }
    format!("Found {}", parts.join(", "))
}
