//! `gtn-db stats`: counts of the database, and a check of its integrity.

use std::io::Write;

use clap::Args;
use gtn_db::escape::Escaped;
use gtn_db::find;
use gtn_db::model::READING;
use gtn_db::store::{DatabaseSummary, Difference, Store};
use indicatif::BinaryBytes;
use serde::Serialize;

use crate::cli::output::progress::Progress;
use crate::cli::output::time::{local_time, utc_time};
use crate::cli::output::{OutputArgs, Row, plural};
use crate::cli::{Global, Outcome, report};

/// Count the problems and games in the database, describe its file, and check that it is sound
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db stats --verify")]
pub struct StatsArgs {
    /// Run SQLite's integrity check, compare every row with its checksum, and derive positions,
    /// solutions and games again from the stored SGF; list each row that differs
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
    reading: i64,
    current_reading: i64,
    last_import: Option<LastImport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<Vec<DifferenceJson>>,
}

/// A row that is not as it was written.
#[derive(Serialize)]
struct DifferenceJson {
    table: &'static str,
    row: String,
    what: String,
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
        "reading",
        "current_reading",
    ];

    fn cells(&self) -> Vec<String> {
        let numbers = [self.records, self.problems, self.positions, self.games, self.sources];
        numbers.map(|number| number.to_string()).into()
    }
}

pub fn run(args: &StatsArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let found = if args.verify { Some(verify(&store, global)?) } else { None };
    let faults = found.as_ref().map(|found| found.len() as u64);
    if !args.output.json {
        for Difference { table, row, what } in found.iter().flatten() {
            report(&format!("{table} {row}: {what}"));
        }
    }
    let counts = store.counts()?;
    let summary = store.summary()?;
    let last_import = summary
        .last_import
        .map(|(import, sources)| LastImport { time: utc_time(import.started), sources });
    let json = |Difference { table, row, what }| DifferenceJson { table, row, what };
    let differences = found.filter(|_| args.output.json);
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
        reading: summary.reading,
        current_reading: READING,
        last_import,
        faults,
        differences: differences.map(|found| found.into_iter().map(json).collect()),
    })?;
    let mut out = listing.finish()?;
    if args.output.is_table() {
        match faults {
            None => {
                for line in describe(&store, &summary) {
                    writeln!(out, "{}", Escaped(&line))?;
                }
            }
            Some(0) => writeln!(out, "The database is sound: every row is as it was written")?,
            Some(_) => {}
        }
        if summary.reading < READING {
            writeln!(
                out,
                "An earlier version of gtn-db read the records; `gtn-db import --reread` reads \
                 their sides to move and answers again"
            )?;
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

/// Lists what is wrong with the database.
fn verify(store: &Store, global: &Global) -> anyhow::Result<Vec<Difference>> {
    let integrity = store.check_integrity()?;
    let fault = |what| Difference { table: "sqlite", row: "?".to_owned(), what };
    let mut found: Vec<Difference> = integrity.into_iter().map(fault).collect();
    let counts = store.counts()?;
    let total = counts.positions + counts.records + counts.games;
    let progress = Progress::start(global, "Verifying", Some(total));
    found.extend(find::verify(store, &|checked| progress.add(checked))?);
    Ok(found)
}
