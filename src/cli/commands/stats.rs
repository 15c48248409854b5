//! `gtn-db stats`: counts of the database, and a check of its integrity.

use std::io::Write;

use clap::Args;
use gtn_db::PositionKey;
use gtn_db::escape::Escaped;
use gtn_db::gtn::SubPosition;
use gtn_db::store::{DatabaseSummary, Store};
use indicatif::BinaryBytes;
use serde::Serialize;

use crate::cli::output::time::{local_time, utc_time};
use crate::cli::output::{OutputArgs, Row, plural};
use crate::cli::{Global, Outcome, report};

/// Count the problems and games in the database, describe its file, and check that it is sound
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db stats --verify")]
pub struct StatsArgs {
    /// Run SQLite's integrity check, and compare every stored position with its key
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// The row of the table; docs/json.md describes the fields.
#[derive(Serialize)]
struct Line {
    records: u64,
    problems: u64,
    positions: u64,
    games: u64,
    sources: u64,
    path: String,
    bytes: u64,
    schema: i64,
    last_import: Option<LastImport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<u64>,
}

/// The last import; docs/json.md describes the fields.
#[derive(Serialize)]
struct LastImport {
    time: String,
    sources: u64,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] =
        &["records", "problems", "positions", "games", "sources"];
    const FIELDS: &'static [&'static str] = &[
        "records",
        "problems",
        "positions",
        "games",
        "sources",
        "path",
        "bytes",
        "schema",
        "last_import.time",
        "last_import.sources",
        "faults",
    ];

    fn cells(&self) -> Vec<String> {
        let numbers = [self.records, self.problems, self.positions, self.games, self.sources];
        numbers.map(|number| number.to_string()).into()
    }
}

pub fn run(args: &StatsArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let faults = if args.verify { Some(verify(&store)?) } else { None };
    let counts = store.counts()?;
    let summary = store.summary()?;
    let last_import = summary
        .last_import
        .map(|(import, sources)| LastImport { time: utc_time(import.started), sources });
    let mut listing = args.output.listing()?;
    listing.push(&Line {
        records: counts.records,
        problems: counts.problems,
        positions: counts.positions,
        games: counts.games,
        sources: counts.sources,
        path: store.path().display().to_string(),
        bytes: summary.bytes,
        schema: summary.schema,
        last_import,
        faults,
    })?;
    let mut out = listing.finish()?;
    if args.output.is_table() {
        match faults {
            None => {
                for line in describe(&store, &summary) {
                    writeln!(out, "{}", Escaped(&line))?;
                }
            }
            Some(0) => writeln!(out, "The database is sound: every text has its key")?,
            Some(_) => {}
        }
        out.flush()?;
    }
    Ok(if faults.is_some_and(|faults| faults > 0) { Outcome::Failed } else { Outcome::Done })
}

/// The lines about the file of the database, for people.
fn describe(store: &Store, summary: &DatabaseSummary) -> Vec<String> {
    let path = store.path().display();
    let size = BinaryBytes(summary.bytes);
    let mut lines = vec![format!("Database: {path}, {size}, schema {}", summary.schema)];
    if let Some((import, sources)) = summary.last_import {
        let sources = plural(sources, "source");
        lines.push(format!("Last import: {}, {sources}", local_time(import.started)));
    }
    lines
}

/// Reports the faults of the database. Returns their number.
fn verify(store: &Store) -> anyhow::Result<u64> {
    let mut faults = 0;
    let mut fault = |what: &str| {
        faults += 1;
        report(what);
    };
    for what in store.check_integrity()? {
        fault(&what);
    }
    store.for_each_position(|_, key, text| {
        if PositionKey::of_text(text) != key {
            fault(&format!("position {key}: the key of its text is another one"));
        }
        match text.parse::<SubPosition>() {
            Ok(sub) if sub.canonicalize().text() == text => {}
            Ok(_) => fault(&format!("position {key}: its text is not canonical")),
            Err(error) => fault(&format!("position {key}: its text cannot be read: {error}")),
        }
    })?;
    Ok(faults)
}
