//! The answers that several searches give: a row for each record, and a sentence about all.

use std::io::{self, Write};

use gtn_db::answer::{NearestMatchJson, RecordMatchJson};
use gtn_db::escape::Escaped;
use gtn_db::find::{MatchKind, PositionQuery, RecordMatch};
use gtn_db::model::Turn;
use serde::Serialize;

use super::request::Naming;
use crate::cli::output::{Listing, OutputArgs, Row, Stdout, plural, stdout};

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

    /// How much was found of the query with this label, which a table names even if it is the only one.
    pub fn counted(label: &str, found: T) -> Labeled<T> {
        Labeled::new(label, Naming::Several, found)
    }
}

/// The columns of what is found begin with the query.
impl<T: Row> Row for Labeled<T> {
    const HEADINGS: &'static [&'static str] = T::HEADINGS;
    const FIELDS: &'static [&'static str] = T::FIELDS;

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "query" => Some(self.query_cell.clone()),
            _ => self.found.cell(heading),
        }
    }
}

/// A record of the position, or one of the problems nearest to it.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ExactMatchJson {
    Same(RecordMatchJson),
    Nearest(NearestMatchJson),
}

impl Row for ExactMatchJson {
    const HEADINGS: &'static [&'static str] =
        &["query", "kind", "differs", "turn", "operation", "source", "tree", "name", "key"];
    const FIELDS: &'static [&'static str] = &[
        "query",
        "kind",
        "key",
        "turn",
        "operation",
        "source",
        "tree",
        "problem",
        "name",
        "other_size",
        "after",
        "nearest",
        "distance",
        "points",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match (heading, self) {
            ("differs", ExactMatchJson::Nearest(found)) if found.points > 0 => {
                Some(format!("{} of {}", found.distance, found.points))
            }
            ("differs", _) => Some(String::new()),
            (_, ExactMatchJson::Same(record)) => record_cell(record, heading),
            (_, ExactMatchJson::Nearest(found)) => record_cell(&found.record, heading),
        }
    }
}

/// The text of a cell that says more than the field of its name.
pub fn record_cell(record: &RecordMatchJson, heading: &str) -> Option<String> {
    match (heading, &record.after) {
        ("kind", Some(_)) => Some(format!("after {}", record.after_names)),
        ("kind", None) if record.other_size => Some("same position, other board size".to_owned()),
        _ => None,
    }
}

/// The answers to the queries of a search: rows of all queries, or a table for each of them.
pub struct Answers<T: Row> {
    output: OutputArgs,
    naming: Naming,
    /// The rows of all queries; `None` for tables.
    listing: Option<Listing<Labeled<T>, Stdout>>,
    is_first: bool,
}

impl<T: Row> Answers<T> {
    pub fn start(output: OutputArgs, naming: Naming) -> io::Result<Answers<T>> {
        let listing = if output.is_table() { None } else { Some(output.listing()?) };
        Ok(Answers { output, naming, listing, is_first: true })
    }

    /// Lists what was found of a query. A table is below the drawn board and the sentences that
    /// `describe` gives; what is behind the table can be written to the returned output.
    pub fn push(
        &mut self,
        label: &str,
        is_found: bool,
        found: impl Iterator<Item = T>,
        describe: impl FnOnce() -> (String, Vec<String>),
    ) -> anyhow::Result<Option<Stdout>> {
        let naming = self.naming;
        let mut rows = found.map(|found| Labeled::new(label, naming, found));
        match &mut self.listing {
            Some(listing) => {
                if !is_found {
                    naming.push_not_found(listing, label)?;
                }
                rows.try_for_each(|row| listing.push(&row))?;
            }
            None => {
                let (board, sentences) = describe();
                let mut out = stdout();
                if !std::mem::take(&mut self.is_first) {
                    writeln!(out)?;
                }
                write!(out, "{board}\n{}", Escaped(&naming.prefix(label)))?;
                sentences.iter().try_for_each(|text| writeln!(out, "{}", Escaped(text)))?;
                drop(out); // the table locks standard output itself
                let mut table = self.output.listing()?;
                rows.try_for_each(|row| table.push(&row))?;
                return Ok(Some(table.finish()?));
            }
        }
        Ok(None)
    }

    /// Writes the rest.
    pub fn finish(self) -> io::Result<()> {
        self.listing.map_or(Ok(()), |listing| listing.finish().map(drop))
    }
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
