//! `gtn-db check`: whether problems hold what they say.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use gtn_db::Rule;
use gtn_db::store::Store;

use crate::cli::json::finding::FindingRow;
use crate::cli::output::{OutputArgs, plural};
use crate::cli::scratch_database::{ScratchDatabase, check_with_progress};
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

pub fn run(args: &CheckArgs, global: &Global) -> anyhow::Result<Outcome> {
    let stored;
    let mut scratch = None;
    let (store, skipped) = if args.paths.is_empty() {
        stored = Store::open(&global.database()?)?;
        (&stored, &[][..])
    } else {
        let ScratchDatabase { store, imported, .. } =
            scratch.insert(ScratchDatabase::import(&args.paths, global)?);
        (&*store, &imported.diagnostics[..])
    };
    let mut found = check_with_progress(store, skipped, args.strict, global)?;
    found.retain(|finding| args.only.is_empty() || args.only.contains(&finding.rule));
    let records = store.counts()?.records;

    let is_for_people = !args.output.json && !args.output.csv;
    let count = found.len() as u64;
    let mut listing = args.output.listing()?;
    for finding in found {
        listing.push(&FindingRow::from(finding))?;
    }
    let mut out = listing.finish()?;
    if is_for_people {
        let (findings, problems) = (plural(count, "finding"), plural(records, "problem"));
        writeln!(out, "{findings} in {problems}")?;
    }
    out.flush()?;
    if let Some(ScratchDatabase { imported, .. }) = &scratch
        && let untold @ 1.. = imported.omitted()
    {
        crate::cli::report(&format!("{untold} more things were skipped, and are not listed"));
    }
    Ok(if count == 0 { Outcome::Done } else { Outcome::Skipped })
}
