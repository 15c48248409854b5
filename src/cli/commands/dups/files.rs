//! `gtn-db dups --files`: files that other files contain.

use std::io::Write;

use gtn_db::find::{Containment, RedundantSource, SourceContent, find_redundant_sources};
use gtn_db::store::{SourceDetails, Store};
use serde::Serialize;

use super::limit::Limit;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputArgs, Row, plural, stdout};
use crate::cli::{Global, Outcome};

/// A redundant source; docs/json.md describes the fields.
#[derive(Serialize)]
struct FileRow {
    relation: &'static str,
    source: String,
    path: Option<String>,
    entry: Option<String>,
    records: u64,
    games: u64,
    other_source: String,
    other_path: Option<String>,
    other_entry: Option<String>,
}

impl Row for FileRow {
    const HEADINGS: &'static [&'static str] =
        &["relation", "source", "records", "games", "other_source"];
    const FIELDS: &'static [&'static str] = &[
        "relation",
        "source",
        "path",
        "entry",
        "records",
        "games",
        "other_source",
        "other_path",
        "other_entry",
    ];
}

impl FileRow {
    fn new(sources: &[SourceDetails], redundant: RedundantSource) -> FileRow {
        let (source, keeper) = (&sources[redundant.source], &sources[redundant.keeper]);
        let path = |source: &SourceDetails| Some(source.file.as_ref()?.path.display().to_string());
        let entry = |source: &SourceDetails| source.entry().map(str::to_owned);
        FileRow {
            relation: relation(redundant.containment),
            source: source.name.clone(),
            path: path(source),
            entry: entry(source),
            records: source.records,
            games: source.games,
            other_source: keeper.name.clone(),
            other_path: path(keeper),
            other_entry: entry(keeper),
        }
    }
}

fn relation(containment: Containment) -> &'static str {
    match containment {
        Containment::Copy => "copy",
        Containment::Same => "same",
        Containment::Part => "part",
    }
}

/// Lists the files and archive entries that others contain.
pub fn list(
    store: &Store,
    content: SourceContent,
    limit: Limit,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let (sources, redundant) = find(store, content, global)?;
    let mut listing = output.listing()?;
    for &redundant in redundant.iter().take(limit.max()) {
        listing.push(&FileRow::new(&sources, redundant))?;
    }
    let mut out = listing.finish()?;
    if output.is_table() {
        let count = redundant.len() as u64;
        match count {
            0 => writeln!(out, "No redundant sources")?,
            _ => {
                let of = |wanted| {
                    let is_wanted = |found: &&RedundantSource| found.containment == wanted;
                    redundant.iter().filter(is_wanted).count()
                };
                writeln!(
                    out,
                    "{}{}: {} with the same bytes as another one, {} with the same content, {} \
                     with a part of it",
                    plural(count, "redundant source"),
                    limit.note(count),
                    of(Containment::Copy),
                    of(Containment::Same),
                    of(Containment::Part),
                )?;
            }
        }
        out.flush()?;
    }
    Ok(outcome(&redundant))
}

/// Prints the paths of the redundant files, each with a NUL character after it.
/// Entries of archives have no path of their own and are left out.
pub fn print_paths(
    store: &Store,
    content: SourceContent,
    limit: Limit,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let (sources, mut redundant) = find(store, content, global)?;
    redundant.retain(|redundant| sources[redundant.source].entry().is_none());
    let mut out = stdout();
    let files = redundant.iter().filter_map(|redundant| sources[redundant.source].file.as_ref());
    for file in files.take(limit.max()) {
        out.write_all(file.path.as_os_str().as_encoded_bytes())?;
        out.write_all(b"\0")?;
    }
    out.flush()?;
    Ok(outcome(&redundant))
}

fn find(
    store: &Store,
    content: SourceContent,
    global: &Global,
) -> anyhow::Result<(Vec<SourceDetails>, Vec<RedundantSource>)> {
    let _snapshot = store.snapshot()?;
    let _progress = Progress::start(global, "Comparing files", None);
    let sources = store.source_details()?;
    let redundant = find_redundant_sources(store, &sources, content)?;
    Ok((sources, redundant))
}

fn outcome(redundant: &[RedundantSource]) -> Outcome {
    if redundant.is_empty() { Outcome::NothingFound } else { Outcome::Done }
}
