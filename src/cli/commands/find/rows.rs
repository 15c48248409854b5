//! The answers that several searches give: a row for each record, and a sentence about all.

use gtn_db::find::{MatchKind, PositionQuery, RecordMatch};
use gtn_db::model::Turn;
use gtn_db::store::StoredPosition;
use serde::Serialize;

use super::request::Naming;
use crate::cli::output::{Row, plural};

/// A record of the position; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct RecordRow {
    pub query: String,
    /// `query` for tables, if there are several.
    #[serde(skip)]
    pub query_cell: String,
    pub kind: &'static str,
    pub key: String,
    pub turn: &'static str,
    pub operation: &'static str,
    pub source: String,
    pub tree: u32,
    pub name: Option<String>,
    pub other_size: bool,
    /// The moves that lead from the setup of the record to the query, as SGF has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Vec<String>>,
    /// The moves of `after` for tables, such as `B A1 W B2`.
    #[serde(skip)]
    pub after_names: String,
}

impl Row for RecordRow {
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
        let kind = match &self.after {
            Some(_) => format!("after {}", self.after_names),
            None if self.other_size => "same position, other board size".to_owned(),
            None => self.kind.to_owned(),
        };
        vec![
            self.query_cell.clone(),
            kind,
            self.turn.to_owned(),
            self.operation.to_owned(),
            self.source.clone(),
            self.tree.to_string(),
            self.name.clone().unwrap_or_default(),
            self.key.clone(),
        ]
    }
}

impl RecordRow {
    /// The row of a record that matches the query with this label.
    pub fn new(
        label: &str,
        naming: Naming,
        position: &StoredPosition,
        matched: &RecordMatch,
    ) -> RecordRow {
        RecordRow {
            query: label.to_owned(),
            query_cell: naming.cell(label),
            kind: matched.kind.name(),
            key: position.key.to_string(),
            turn: matched.turn.name(),
            operation: matched.operation.name(),
            source: matched.record.at.source.clone(),
            tree: matched.record.at.tree,
            name: matched.record.at.name.clone(),
            other_size: matched.has_other_size,
            after: None,
            after_names: String::new(),
        }
    }
}

/// A sentence about all records of the same position.
pub fn summarize(query: &PositionQuery, found: &[&RecordMatch]) -> String {
    if found.is_empty() {
        return format!("Not found: {}", query.key());
    }
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
    format!("Found {}", parts.join(", "))
}
