//! `gtn-db sources`: the sources of the database.

mod change;
mod confirm;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use gtn_db::import::{CheckDepth, PlaceState, check_places};
use gtn_db::model::SourcePattern;
use gtn_db::store::{SourceDetails, Store};
use serde::Serialize;

use crate::cli::output::progress::Progress;
use crate::cli::output::time::{local_time, utc_time};
use crate::cli::output::{OutputArgs, Row, plural};
use crate::cli::{Global, Outcome};

/// List the files that the problems and games come from; remove or rename them
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "ACTION",
    subcommand_help_heading = "Actions",
    after_help = "\
A PATTERN is a name from the list, a file name, a folder, an archive, or a path on disk. In it * \
stands for any text, even one with slashes, and ? for one character. Quote a pattern with these \
characters, so that the shell does not replace it by names of files.

Example:
  gtn-db sources 'books/*.zip'
  gtn-db sources --check
  gtn-db sources rm --last-import"
)]
pub struct SourcesArgs {
    /// List only the sources that match
    #[arg(value_name = "PATTERN")]
    pattern: Option<SourcePattern>,
    /// Compare each source with its file: present, changed, gone, or unknown
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    Rm(RmArgs),
    Prune(PruneArgs),
    Rename(RenameArgs),
}

/// Remove sources with their problems and games
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db sources rm 'drafts/*' old.sgf
  gtn-db sources rm --last-import")]
struct RmArgs {
    /// The sources to remove
    #[arg(value_name = "PATTERN", required_unless_present = "last_import")]
    patterns: Vec<SourcePattern>,
    /// Remove what the last import wrote; the old content of files that it replaced is not restored
    #[arg(long, conflicts_with = "patterns")]
    last_import: bool,
    #[command(flatten)]
    consent: Consent,
}

/// Remove sources whose file or archive entry is not on disk anymore
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  gtn-db sources prune books/")]
struct PruneArgs {
    /// Only sources from files in this folder [default: all]
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    consent: Consent,
}

/// Rename a file, folder or archive in the names of its sources
#[derive(Debug, Args)]
#[command(after_help = "\
Only names in the database change, no files. Problems and games keep their ids and decisions.

Example:
  gtn-db sources rename books/1a 'books/Graded problems 1'")]
struct RenameArgs {
    /// The name of a source, or of a folder or archive at the beginning of names
    old: String,
    /// The new name
    new: String,
    #[command(flatten)]
    consent: Consent,
}

/// The option of actions that change the database.
#[derive(Clone, Copy, Debug, Args)]
struct Consent {
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

pub fn run(args: &SourcesArgs, global: &Global) -> anyhow::Result<Outcome> {
    match &args.action {
        None => list(args, global),
        Some(Action::Rm(args)) if args.last_import => {
            change::remove_last_import(args.consent, global)
        }
        Some(Action::Rm(args)) => change::remove(&args.patterns, args.consent, global),
        Some(Action::Prune(args)) => change::prune(args.folder.as_deref(), args.consent, global),
        Some(Action::Rename(args)) => change::rename(&args.old, &args.new, args.consent, global),
    }
}

impl SourcesArgs {
    /// Whether the command may ask something on the terminal.
    pub fn is_interactive(&self) -> bool {
        self.action.is_some()
    }
}

/// A source as a row; docs/json.md describes the fields.
#[derive(Serialize)]
struct SourceRow {
    id: i64,
    name: String,
    path: Option<String>,
    entry: Option<String>,
    records: u64,
    games: u64,
    bytes: u64,
    imported: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// When the source was imported, for people.
    #[serde(skip)]
    imported_locally: String,
}

impl SourceRow {
    fn new(source: &SourceDetails, state: Option<PlaceState>) -> SourceRow {
        let path = source.file.as_ref().map(|file| file.path.display().to_string());
        SourceRow {
            id: source.id,
            name: source.name.clone(),
            path,
            entry: source.entry().map(str::to_owned),
            records: source.records,
            games: source.games,
            bytes: source.bytes,
            imported: source.import.map(|import| utc_time(import.started)),
            state: state.map(state_name),
            imported_locally: source
                .import
                .map_or_else(String::new, |import| local_time(import.started)),
        }
    }
}

impl Row for SourceRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "source", "path", "records", "games", "bytes", "imported", "state"];
    const FIELDS: &'static [&'static str] =
        &["id", "name", "path", "entry", "records", "games", "bytes", "imported", "state"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.id.to_string(),
            self.name.clone(),
            self.path.clone().unwrap_or_default(),
            self.records.to_string(),
            self.games.to_string(),
            self.bytes.to_string(),
            self.imported_locally.clone(),
            self.state.unwrap_or_default().to_owned(),
        ]
    }
}

fn state_name(state: PlaceState) -> &'static str {
    match state {
        PlaceState::Present => "present",
        PlaceState::Changed => "changed",
        PlaceState::Gone => "gone",
        PlaceState::Unknown => "unknown",
    }
}

fn list(args: &SourcesArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    let mut sources = store.source_details()?;
    if let Some(pattern) = &args.pattern {
        sources.retain(|source| source.is_selected(pattern));
    }
    let states = args.check.then(|| check(&sources, CheckDepth::Content, global));
    let mut listing = args.output.listing()?;
    for (number, source) in sources.iter().enumerate() {
        let state = states.as_ref().map(|states| states[number]);
        listing.push(&SourceRow::new(source, state))?;
    }
    let mut out = listing.finish()?;
    if args.output.is_table() {
        let mut summary = summarize(&sources);
        for state in [PlaceState::Changed, PlaceState::Gone, PlaceState::Unknown] {
            let count = states.iter().flatten().filter(|&&found| found == state).count();
            if count > 0 {
                summary.push_str(&format!(", {count} {}", state_name(state)));
            }
        }
        writeln!(out, "{summary}")?;
        out.flush()?;
    }
    Ok(if sources.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// The states of sources, with a progress bar.
fn check(sources: &[SourceDetails], depth: CheckDepth, global: &Global) -> Vec<PlaceState> {
    let total = sources.iter().filter(|source| source.file.is_some()).count() as u64;
    let progress = Progress::start(global, "Checking sources", Some(total));
    check_places(sources, depth, &|count| progress.add(count))
}

/// `2 sources, 30 records, 1 game`.
fn summarize(sources: &[SourceDetails]) -> String {
    let records = sources.iter().map(|source| source.records).sum();
    let games = sources.iter().map(|source| source.games).sum();
    format!(
        "{}, {}, {}",
        plural(sources.len() as u64, "source"),
        plural(records, "record"),
        plural(games, "game")
    )
}
