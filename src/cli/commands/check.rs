//! `gtn-db check`: whether problems hold what they say.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use clap::Args;
use gtn_db::import::inputs::{Inputs, Limits};
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::model::{Charset, Occurrence};
use gtn_db::store::{ImportSession, Store, StoredRecord};
use gtn_db::{Diagnostic, Disposition, Fault, Location, Rule, check};
use rayon::prelude::*;
use serde::Serialize;

use crate::cli::output::{OutputArgs, Row, plural};
use crate::cli::{Global, Outcome};

/// Check problems: setups, answers, side to move, every move by the rules of play
#[derive(Debug, Args)]
#[command(after_help = "\
Codes: unreadable, syntax, board-size, other-game, no-position; setup-point, setup-twice, \
setup-both, setup-no-liberty; answer-point, answer-occupied, answer-self-capture, answer-ko, \
answer-turn, answer-setup; no-answer, no-refutation; turn-unknown, turn-conflict; of games \
move-illegal, move-turn, game-fact; strict. \
Articles are those of the Japanese rules.

Without paths the problems of the database are checked. Exit status: 0 nothing found, 3 something \
found.

Example:
  gtn-db check problems/ --json")]
pub struct CheckArgs {
    /// Files, folders and archives, as for import; the database is not touched
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// List findings of these codes only
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    only: Vec<Rule>,
    /// Add the verdict of sgf-parse on conformance to SGF FF[4]
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A finding; docs/json.md describes its fields.
#[derive(Serialize)]
pub struct Line {
    code: &'static str,
    source: String,
    tree: Option<u32>,
    offset: u64,
    cause: String,
}

impl Row for Line {
    const HEADINGS: &'static [&'static str] = &["code", "source", "tree", "byte", "finding"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.code.to_owned(),
            self.source.clone(),
            self.tree.map(|tree| tree.to_string()).unwrap_or_default(),
            self.offset.to_string(),
            self.cause.clone(),
        ]
    }
}

impl From<Diagnostic> for Line {
    fn from(finding: Diagnostic) -> Line {
        let Diagnostic { location: Location { source, tree, offset }, rule, message, .. } = finding;
        let tree = (tree > 0).then_some(tree);
        Line { code: rule.name(), source, tree, offset, cause: message }
    }
}

pub fn run(args: &CheckArgs, global: &Global) -> anyhow::Result<Outcome> {
    let imported;
    let (store, skipped) = if args.paths.is_empty() {
        imported = None;
        (Store::open(&global.database()?)?, &[][..])
    } else {
        let (folder, store, report) = temporary(&args.paths)?;
        imported = Some((folder, report));
        let skipped = imported.as_ref().map(|(_, report)| &report.diagnostics[..]);
        (store, skipped.unwrap_or_default())
    };
    let mut found = findings(&store, skipped, args.strict)?;
    found.retain(|finding| args.only.is_empty() || args.only.contains(&finding.rule));
    let records = store.counts()?.records;

    let is_for_people = !args.output.json && !args.output.csv;
    let count = found.len() as u64;
    let mut listing = args.output.listing()?;
    for finding in found {
        listing.push(&Line::from(finding))?;
    }
    let mut out = listing.finish()?;
    if is_for_people {
        let (findings, problems) = (plural(count, "finding"), plural(records, "problem"));
        writeln!(out, "{findings} in {problems}")?;
    }
    out.flush()?;
    if let Some((_, report)) = imported
        && let untold @ 1.. = report.omitted()
    {
        crate::cli::report(&format!("{untold} more things were skipped, and are not listed"));
    }
    Ok(if count == 0 { Outcome::Done } else { Outcome::Skipped })
}

/// Files in a database of their own, which is gone with the folder.
pub fn temporary(paths: &[PathBuf]) -> anyhow::Result<(tempfile::TempDir, Store, Report)> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("gtn.db");
    let cancel = AtomicBool::new(false);
    let mut options = ImportOptions::new(&cancel);
    options.max_listed = import::MAX_LISTED;
    let inputs = Inputs::gather(paths, Limits::default());
    let report = import::import(ImportSession::open(&path)?, inputs, options, &|_| ())?;
    if report.is_interrupted {
        bail!("the reading of the files was ended");
    }
    let store = Store::open(&path)?;
    Ok((folder, store, report))
}

/// Records that one thread checks at a time.
const RECORDS: usize = 1024;

/// What is wrong with the records of a database, and with what could not be
/// imported into it, by source and place.
pub fn findings(
    store: &Store,
    skipped: &[Diagnostic],
    strict: bool,
) -> anyhow::Result<Vec<Diagnostic>> {
    let mut found = Vec::new();
    let mut waiting = Vec::with_capacity(RECORDS);
    let mut take = |waiting: &mut Vec<(StoredRecord, Vec<u8>)>| {
        let lists: Vec<Vec<Diagnostic>> =
            waiting.par_iter().map(|(record, sgf)| of_record(record, sgf, strict)).collect();
        found.extend(lists.into_iter().flatten());
        waiting.clear();
    };
    store.for_each_record(|record, sgf| {
        waiting.push((record, sgf));
        if waiting.len() == RECORDS {
            take(&mut waiting);
        }
    })?;
    take(&mut waiting);
    found.extend_from_slice(skipped);
    // What was told of a tree on import and kept is found once more.
    found.sort();
    found.dedup();
    Ok(found)
}

fn of_record(record: &StoredRecord, sgf: &[u8], strict: bool) -> Vec<Diagnostic> {
    let charset = Charset::for_reading(record.charset.as_ref());
    let dialect = record.solution.as_ref().map(|solution| solution.dialect);
    let mut faults = check::tree(sgf, charset, dialect);
    if strict {
        faults.extend(check::strict(sgf, charset));
    }
    let Occurrence { source, tree, .. } = &record.at;
    let locate = |fault: Fault| fault.locate(source, *tree, record.offset, Disposition::Kept);
    faults.into_iter().map(locate).collect()
}
