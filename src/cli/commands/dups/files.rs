//! `gtn-db dups --files`: files that other files contain.

use std::io::Write;

use gtn_db::import::{
    Containment, FactKind, RedundantSource, SourceContent, find_redundant_sources,
};
use gtn_db::model::SourcePattern;
use gtn_db::store::{SourceDetails, Store};
use serde::Serialize;

use super::limit::Limit;
use crate::cli::error::CommandError;
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
    lost: Vec<&'static str>,
}

/// Which files to list.
pub struct Request<'a> {
    pub content: SourceContent,
    /// Of equal files, those to keep, the most preferred first.
    pub prefer: &'a [SourcePattern],
    /// List only these; all if there is no pattern.
    pub sources: &'a [SourcePattern],
    pub limit: Limit,
}

impl Row for FileRow {
    const HEADINGS: &'static [&'static str] =
        &["relation", "source", "records", "games", "other_source", "lost"];
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
        "lost",
    ];
}

impl FileRow {
    fn new(sources: &[SourceDetails], redundant: &RedundantSource) -> FileRow {
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
            lost: redundant.lost.iter().map(|kind: &FactKind| kind.name()).collect(),
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
    request: &Request<'_>,
    output: OutputArgs,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let (sources, redundant) = find(store, request, global)?;
    let limit = request.limit;
    let mut listing = output.listing()?;
    for redundant in redundant.iter().take(limit.max()) {
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
                    "{}{}: {} copy, {} same, {} part",
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

/// Prints the paths of the redundant files that can go without a loss, each with a NUL character
/// after it. Entries of archives have no path of their own and are left out.
pub fn print_paths(
    store: &Store,
    request: &Request<'_>,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let (sources, mut redundant) = find(store, request, global)?;
    redundant.retain(|redundant| redundant.is_safe_file(&sources));
    let mut out = stdout();
    let files = redundant.iter().filter_map(|redundant| sources[redundant.source].file.as_ref());
    for file in files.take(request.limit.max()) {
        out.write_all(file.path.as_os_str().as_encoded_bytes())?;
        out.write_all(b"\0")?;
    }
    out.flush()?;
    Ok(outcome(&redundant))
}

fn find(
    store: &Store,
    request: &Request<'_>,
    global: &Global,
) -> anyhow::Result<(Vec<SourceDetails>, Vec<RedundantSource>)> {
    let Request { content, prefer, sources: listed, .. } = *request;
    let _snapshot = store.snapshot()?;
    let progress = Progress::start(global, "Reading files", None);
    let (sources, mut redundant) =
        find_redundant_sources(store, content, prefer, &|count| progress.add(count))?;
    let is_any = |pattern: &SourcePattern| sources.iter().any(|source| source.is_selected(pattern));
    if let Some(pattern) = prefer.iter().find(|pattern| !is_any(pattern)) {
        let message = format!("--prefer: no source matches `{}`", pattern.as_str());
        return Err(CommandError::new(message)
            .with_hint("`gtn-db sources` lists all sources")
            .into());
    }
    redundant.retain(|redundant| {
        let source = &sources[redundant.source];
        listed.is_empty() || listed.iter().any(|pattern| source.is_selected(pattern))
    });
    Ok((sources, redundant))
}

fn outcome(redundant: &[RedundantSource]) -> Outcome {
    if redundant.is_empty() { Outcome::NothingFound } else { Outcome::Done }
}
