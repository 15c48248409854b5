//! `gtn-db sources`: the list.

use std::io::Write;

use gtn_db::answer::SourceJson;
use gtn_db::import::{CheckDepth, PlaceState};
use gtn_db::model::SourcePattern;
use gtn_db::store::{SourceDetails, Store};
use serde::Serialize;

use super::summary::{check, summarize};
use crate::cli::output::time::local_time;
use crate::cli::output::{OutputArgs, Row};
use crate::cli::{Global, Outcome};

/// A source as a row; docs/json.md describes the fields.
#[derive(Serialize)]
struct SourceRow {
    #[serde(flatten)]
    source: SourceJson,
    /// When the source was imported, for people.
    #[serde(skip)]
    imported_locally: String,
}

impl SourceRow {
    fn new(source: &SourceDetails, state: Option<PlaceState>) -> SourceRow {
        SourceRow {
            source: SourceJson::new(source, state),
            imported_locally: source
                .import
                .map_or_else(String::new, |import| local_time(import.started)),
        }
    }
}

impl Row for SourceRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "source", "place", "records", "games", "bytes", "imported", "state"];
    const FIELDS: &'static [&'static str] =
        &["id", "name", "place", "path", "entry", "records", "games", "bytes", "imported", "state"];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "source" => Some(self.source.name.clone()),
            "imported" => Some(self.imported_locally.clone()),
            _ => None,
        }
    }
}

/// Lists the sources that match a pattern, with their states if `has_states`.
pub fn list(
    pattern: Option<&SourcePattern>,
    has_states: bool,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let mut sources = store.source_details()?;
    if let Some(pattern) = pattern {
        sources.retain(|source| source.is_selected(pattern));
    }
    let states = has_states.then(|| check(&sources, CheckDepth::Content, global));
    let mut listing = output.listing()?;
    for (number, source) in sources.iter().enumerate() {
        let state = states.as_ref().map(|states| states[number]);
        listing.push(&SourceRow::new(source, state))?;
    }
    let mut out = listing.finish()?;
    if output.is_table() {
        let mut summary = summarize(&sources);
        for state in [PlaceState::Changed, PlaceState::Gone, PlaceState::Unknown] {
            let count = states.iter().flatten().filter(|&&found| found == state).count();
            if count > 0 {
                summary.push_str(&format!(", {count} {}", state.name()));
            }
        }
        writeln!(out, "{summary}")?;
        out.flush()?;
    }
    Ok(if sources.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}
