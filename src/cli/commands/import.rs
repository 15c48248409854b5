//! `gtn-db import`: imports files into the database.

mod databases;
mod reread;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{Args, ValueEnum};
use gtn_db::Diagnostic;
use gtn_db::abalone::Setup;
use gtn_db::answer::ImportJson;
use gtn_db::escape::write_json;
use gtn_db::import::inputs::Limits;
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::model::{TreeKind, TreeOptions, TreeParts, Variations};
use gtn_db::store::{ImportSession, Store, copy_database};

use crate::cli::args::{lossy_parser, parse_abalone_start};
use crate::cli::error::CommandError;
use crate::cli::input::gather_inputs;
use crate::cli::output::progress::Progress;
use crate::cli::output::{plural, stdout};
use crate::cli::temporaries::TemporaryFolder;
use crate::cli::{Global, Outcome, signals};

/// The most findings with the same code that are shown to a person.
const MAX_SHOWN: usize = 10;

/// Import problems and games from SGF files, folders, archives, JSON, lists of positions, databases
#[derive(Debug, Args)]
#[command(after_help = "\
A file that is in the database from the same path is imported again only if it has changed, or if \
--as or --variations asks for something else; its records are then replaced. A file that was moved \
keeps its records. What was imported from below a folder, or from an archive, and is gone now, is \
reported and kept, unless --prune removes it. Another database of gtn-db is merged. Tables that \
`export --format parquet` wrote are read back if gtn-db was built with the feature parquet. Games in \
GIB, NGF and UGF, and the dump of online-go.com (one game a line) are read like SGF. Games \
are replayed under the Japanese rules; a variation is cut off at its first illegal move.

Example:
  gtn-db import problems/ collection.zip")]
pub struct ImportArgs {
    /// Files, folders, archives (.zip .7z .tar .tar.gz .tar.xz .tar.zst), other databases of
    /// gtn-db, or - for standard input
    #[arg(required_unless_present = "reread", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Read all records again from the SGF in the database, by the rules of this version for sides
    /// to move and answers; an import does so by itself after an update of gtn-db
    #[arg(long)]
    reread: bool,
    /// Import every game tree as problems or as a game, every tree as one problem, or each set-up as
    /// one; by default the content of a tree decides
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<Kind>,
    /// Which lines of games to keep: the main line, or all variations (the default)
    #[arg(long, value_name = "WHICH")]
    variations: Option<VariationsArg>,
    /// The position before the first move of Abalone games that name no known one: the name of
    /// a start, such as belgian (the default) or standard, or a position in any form
    #[arg(long, value_name = "POSITION", value_parser = parse_abalone_start)]
    start: Option<Setup>,
    /// Skip archive entries that unpack to more than this number of bytes, such as 500M or 2G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "256M")]
    max_entry: u64,
    /// The name of standard input; other content under the same name replaces what was there
    #[arg(long, value_name = "NAME", value_parser = lossy_parser().try_map(refuse_empty))]
    name: Option<String>,
    /// Remove what was imported from below these folders or from these archives and is gone
    #[arg(long)]
    prune: bool,
    /// Tell what the import would do, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the summary as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Problems,
    Games,
    One,
    Each,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum VariationsArg {
    Main,
    All,
}

/// Parses a number of bytes, with K, M or G for powers of 1024.
fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'k', 'm', 'g']);
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        _ => return Err("write a number, followed by K, M or G if you like".to_owned()),
    };
    let number: u64 =
        digits.parse().map_err(|_| "not a number of bytes, such as 500M".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more bytes than a file can have".to_owned())
}

fn refuse_empty(name: String) -> Result<String, &'static str> {
    if name.is_empty() { Err("the name is empty") } else { Ok(name) }
}

pub fn run(args: &ImportArgs, global: &Global) -> anyhow::Result<Outcome> {
    if args.name.is_some() && !args.paths.iter().any(|path| path.as_os_str() == "-") {
        return Err(CommandError::new("--name is for standard input, and no path is `-`").into());
    }
    let database = global.database()?;
    if args.paths.is_empty() {
        Store::open(&database)?; // an import would make a database
    }
    let (databases, files) = databases::open(&args.paths, &database)?;
    let limits = Limits { max_entry: args.max_entry, ..Limits::default() };
    let inputs = gather_inputs(&files, limits)?.with_stdin_name(args.name.clone());
    // A dry run imports into a copy of the database.
    let copy = if args.dry_run { Some(TemporaryFolder::create()?) } else { None };
    let mut session = match &copy {
        Some(folder) => {
            let path = folder.path().join("gtn.db");
            copy_database(&database, &path)?;
            ImportSession::open(&path)?
        }
        None => ImportSession::open(&database)?,
    };
    let (kind, parts) = match args.kind {
        Some(Kind::Problems) => (Some(TreeKind::Problem), None),
        Some(Kind::Games) => (Some(TreeKind::Game), None),
        Some(Kind::One) => (Some(TreeKind::Problem), Some(TreeParts::One)),
        Some(Kind::Each) => (None, Some(TreeParts::Each)),
        None => (None, None),
    };
    let variations = args.variations.map(|variations| match variations {
        VariationsArg::Main => Variations::Main,
        VariationsArg::All => Variations::All,
    });
    let mut options = ImportOptions::new(signals::cancel_flag(signals::Ending::WRITER));
    options.tree_options = TreeOptions { kind, parts, variations, abalone_start: args.start };
    options.started = Some(jiff::Timestamp::now().as_second());
    options.prune = args.prune;
    options.max_listed = if args.json { import::MAX_LISTED } else { MAX_SHOWN };
    let mut report = databases::merge(&mut session, databases, options, global)?;
    if !report.is_interrupted {
        report.reread = reread::reread_if_due(&mut session, args.reread, global)?;
        report.is_interrupted = report.reread.is_some_and(|reread| !reread.is_complete);
    }
    let progress = Progress::start_bytes(global, "Importing", inputs.total_bytes());
    report.append(import::import(session, inputs, options, &|bytes| progress.add(bytes))?);
    drop(progress);

    if args.json {
        write_json(&mut stdout(), &ImportJson::new(&report, args.prune, args.dry_run))?;
    } else {
        print_summary(&report, args)?;
    }
    Ok(if report.is_interrupted {
        Outcome::Interrupted
    } else if report.has_damage {
        Outcome::Skipped
    } else {
        Outcome::Done
    })
}

/// Prints the summary for a person, and the findings on standard error.
fn print_summary(report: &Report, args: &ImportArgs) -> anyhow::Result<()> {
    for skip in &report.diagnostics {
        let Diagnostic { location, message, .. } = skip;
        let kept = if skip.is_kept() { " (kept)" } else { "" };
        crate::cli::report(&format!("{location}: {message}{kept}"));
    }
    for (code, count) in &report.counts {
        if let Some(more @ 1..) = count.checked_sub(MAX_SHOWN as u64) {
            let findings = plural(more, "more finding");
            crate::cli::report(&format!("and {findings} with the code {code}; --json lists all"));
        }
    }
    for name in report.gone.iter().take(MAX_SHOWN) {
        crate::cli::report(&format!("{name}: gone"));
    }
    if let Some(more @ 1..) = report.gone.len().checked_sub(MAX_SHOWN) {
        crate::cli::report(&format!("and {} gone", plural(more as u64, "more source")));
    }
    let mut out = stdout();
    if args.dry_run {
        writeln!(out, "a dry run, which writes nothing:")?;
    }
    for line in summary(report, args.prune) {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// The lines of the summary.
fn summary(report: &Report, is_pruned: bool) -> Vec<String> {
    let tally = &report.tally;
    let mut lines: Vec<String> = report.reread.iter().map(reread::describe).collect();
    if tally.records > 0 {
        lines.push(format!(
            "{} from {}: {} ({} new), {}",
            plural(tally.records, "record"),
            plural(tally.sources, "source"),
            plural(tally.positions(), "position"),
            tally.new_positions,
            plural(tally.problems(), "problem"),
        ));
    }
    if tally.games > 0 {
        lines.push(plural(tally.games, "game"));
    }
    let abalone = [(tally.abalone_records, "record"), (tally.abalone_games, "game")];
    let abalone = abalone.into_iter().filter(|&(count, _)| count > 0);
    let abalone: Vec<String> = abalone.map(|(count, noun)| plural(count, noun)).collect();
    if !abalone.is_empty() {
        lines.push(format!("of Abalone: {}", abalone.join(", ")));
    }
    lines.extend(count_sources(report, is_pruned));
    let passed_over = &report.passed_over.by_extension;
    if !passed_over.is_empty() {
        lines.push(format!("passed over: {}", list_extensions(passed_over)));
    }
    if report.older > 0 {
        let sources = plural(report.older, "source");
        lines.push(format!("{sources} left out: the database has a newer import of the same file"));
    }
    if report.decisions > 0 {
        lines.push(plural(report.decisions, "decision"));
    }
    if report.remarks > 0 {
        let what = if report.remarks == 1 { "tag or rights" } else { "tags and rights" };
        lines.push(format!("{} {what}", report.remarks));
    }
    if report.skipped_items > 0 {
        let what = if report.skipped_items == 1 { "tree or file" } else { "trees or files" };
        lines.push(format!("{} {what} skipped", report.skipped_items));
    }
    if report.is_interrupted {
        lines.push("interrupted; the sources that were finished are kept".to_owned());
    }
    if lines.is_empty() {
        lines.push("found nothing to import".to_owned());
    }
    lines
}

/// The line that tells what became of the sources; `None` if all are new.
fn count_sources(report: &Report, is_pruned: bool) -> Option<String> {
    let new = report.new_sources();
    let gone = if is_pruned { "gone and removed" } else { "gone" };
    let states = [
        (new, "new"),
        (report.changed, "changed"),
        (report.unchanged, "unchanged"),
        (report.moved, "moved"),
        (report.gone.len() as u64, gone),
    ];
    let mut states = states.into_iter().filter(|&(count, _)| count > 0);
    let (count, state) = states.next()?;
    let mut line = format!("{} {state}", plural(count, "source"));
    let rest: Vec<String> = states.map(|(count, state)| format!("{count} {state}")).collect();
    if count == new && rest.is_empty() {
        return None;
    }
    for part in rest {
        line.push_str(", ");
        line.push_str(&part);
    }
    Some(line)
}

/// Numbers of files by extension, the largest first.
fn list_extensions(passed_over: &BTreeMap<String, u64>) -> String {
    let mut counts: Vec<_> = passed_over.iter().collect();
    counts.sort_by_key(|&(extension, &count)| (Reverse(count), extension));
    let describe = |(extension, count): &(&String, &u64)| match extension.as_str() {
        "" => format!("{count} without an extension"),
        extension => format!("{count} .{extension}"),
    };
    let mut parts: Vec<String> = counts.iter().take(MAX_SHOWN).map(describe).collect();
    let more: u64 = counts.iter().skip(MAX_SHOWN).map(|&(_, count)| count).sum();
    if more > 0 {
        parts.push(format!("{more} of other kinds"));
    }
    parts.join(", ")
}
