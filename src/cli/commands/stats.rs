//! `gtn-db stats`: counts of the database, and a check of its integrity.

use std::io::Write;

use clap::Args;
use gtn_db::answer::{AbaloneStatsJson, DifferenceJson, StatsJson};
use gtn_db::escape::Escaped;
use gtn_db::find;
use gtn_db::model::READING;
use gtn_db::store::{DatabaseSummary, Difference, Store};
use indicatif::BinaryBytes;
use serde::Serialize;

use crate::cli::output::progress::Progress;
use crate::cli::output::time::local_time;
use crate::cli::output::{OutputArgs, Row, join, plural};
use crate::cli::{Global, Outcome, report};

/// Count the problems and games in the database, describe its file, and check that it is sound
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db stats --verify")]
pub struct StatsArgs {
    /// Run SQLite's integrity check, compare every row with its checksum, and derive positions,
    /// solutions and games again from the stored SGF and texts; list each row that differs
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// The fields in front of those of Abalone.
const COUNTS: &[&str] = &["records", "problems", "positions", "games", "sources"];
/// The fields behind those of Abalone.
const DATABASE: &[&str] = &[
    "path",
    "bytes",
    "schema",
    "last_import.time",
    "last_import.sources",
    "faults",
    "reading",
    "current_reading",
];
const ABALONE: &[&str] = &[
    "abalone.records",
    "abalone.problems",
    "abalone.positions",
    "abalone.games",
    "abalone.moves",
    "abalone.game_positions",
];

impl Row for StatsJson {
    const HEADINGS: &'static [&'static str] = COUNTS;
    const FIELDS: &'static [&'static str] = &join::<13>(&[COUNTS, DATABASE]);
}

/// The statistics of a database with Abalone, which has more fields.
#[derive(Serialize)]
#[serde(transparent)]
struct WithAbalone<'a>(&'a StatsJson);

impl Row for WithAbalone<'_> {
    const HEADINGS: &'static [&'static str] = COUNTS;
    const FIELDS: &'static [&'static str] = &join::<19>(&[COUNTS, ABALONE, DATABASE]);
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
    let summary = store.summary()?;
    let differences = found.filter(|_| args.output.json);
    let differences =
        differences.map(|found| found.into_iter().map(DifferenceJson::from).collect());
    let stats = StatsJson { faults, differences, ..StatsJson::new(&store)? };
    let mut out = if stats.abalone.is_some() {
        let mut listing = args.output.listing()?;
        listing.push(&WithAbalone(&stats))?;
        listing.finish()?
    } else {
        let mut listing = args.output.listing()?;
        listing.push(&stats)?;
        listing.finish()?
    };
    if args.output.is_table() {
        if let Some(abalone) = &stats.abalone {
            writeln!(out, "{}", describe_abalone(abalone))?;
        }
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

/// The line about the problems and games of Abalone, for people.
fn describe_abalone(stats: &AbaloneStatsJson) -> String {
    format!(
        "Of Abalone: {}, {}, {}; {} with {} and {}",
        plural(stats.records, "record"),
        plural(stats.problems, "problem"),
        plural(stats.positions, "position"),
        plural(stats.games, "game"),
        plural(stats.moves, "move"),
        plural(stats.game_positions, "position"),
    )
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
    let abalone = store.abalone_counts()?; // its positions are no rows of their own
    let total = counts.positions - abalone.positions + counts.records + counts.games;
    let progress = Progress::start(global, "Verifying", Some(total));
    found.extend(find::verify(store, &|checked| progress.add(checked))?);
    Ok(found)
}
