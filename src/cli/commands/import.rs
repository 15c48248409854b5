//! `gtn-db import`: brings files into the database.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Args, ValueEnum};
use gtn_db::import::inputs::{Inputs, Limits};
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::model::{TreeKind, TreeOptions, Variations};
use gtn_db::store::ImportSession;
use gtn_db::{Diagnostic, Location};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::cli::output::{plural, stdout};
use crate::cli::{Global, Outcome};
use gtn_db::escape::write_json;

/// Of what was not taken as it stands, so many of each kind are told one by one.
const TOLD: usize = 10;

/// Set by Ctrl-C.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// Import problems and games from SGF files, folders, archives, JSON and lists of IGTN
#[derive(Debug, Args)]
#[command(after_help = "\
A file that is in the database with the same content and name is passed over, unless --as or \
--variations wants something else of it; one that has changed replaces its old records. Games are \
replayed by the rules; what these forbid ends a line.

Example:
  gtn-db import problems/ collection.zip")]
pub struct ImportArgs {
    /// Files, folders, archives (.zip .7z .tar .tar.gz .tar.xz .tar.zst), or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Take every game tree for this, whatever it looks like
    #[arg(long = "as", value_name = "WHAT")]
    kind: Option<Kind>,
    /// Which lines of games to keep: what was played, or the variations too; all unless told
    #[arg(long, value_name = "WHICH")]
    variations: Option<VariationsArg>,
    /// Skip an entry of an archive that unpacks to more than this, such as 500M or 2G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "256M")]
    max_entry: u64,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
    /// Print what was done as one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Problems,
    Games,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum VariationsArg {
    Main,
    All,
}

/// A number of bytes, with K, M or G for powers of 1024.
fn parse_bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'k', 'm', 'g']);
    let shift = match &text[digits.len()..] {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        _ => return Err("write a number, with K, M or G behind it".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|error| format!("{error}"))?;
    number.checked_mul(1 << shift).ok_or_else(|| "too many".to_owned())
}

pub fn run(args: &ImportArgs, global: &Global) -> anyhow::Result<Outcome> {
    let session = ImportSession::open(&global.database()?)?;
    // From here on there is something to end cleanly.
    ctrlc::set_handler(|| {
        if CANCEL.swap(true, Ordering::Relaxed) {
            // A second time: something is stuck, such as a pipe that nobody writes to. What is
            // committed is safe.
            std::process::exit(Outcome::Interrupted.status().into());
        }
    })?;

    let limits = Limits { max_entry: args.max_entry, ..Limits::default() };
    let inputs = Inputs::gather(&args.paths, limits);
    let bar = progress_bar(inputs.total_bytes(), args.quiet);
    let kind = args.kind.map(|kind| match kind {
        Kind::Problems => TreeKind::Problem,
        Kind::Games => TreeKind::Game,
    });
    let variations = args.variations.map(|variations| match variations {
        VariationsArg::Main => Variations::Main,
        VariationsArg::All => Variations::All,
    });
    let mut options = ImportOptions::new(&CANCEL);
    options.tree_options = TreeOptions { kind, variations };
    options.max_listed = if args.json { import::MAX_LISTED } else { TOLD };
    let report = import::import(session, inputs, options, &|bytes| bar.inc(bytes))?;
    bar.finish_and_clear();

    if args.json {
        write_json(&mut stdout(), &Json::of(&report))?;
    } else {
        tell(&report)?;
    }
    Ok(if report.is_interrupted {
        Outcome::Interrupted
    } else if report.diagnostics.is_empty() {
        Outcome::Done
    } else {
        Outcome::Skipped
    })
}

fn progress_bar(bytes: u64, is_quiet: bool) -> ProgressBar {
    if is_quiet || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = "{bar:30} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left";
    let bar = ProgressBar::new(bytes);
    if let Ok(style) = ProgressStyle::with_template(style) {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// What `--json` prints; docs/json.md describes it.
#[derive(Serialize)]
struct Json<'a> {
    records: u64,
    problems: u64,
    games: u64,
    positions: u64,
    new_positions: u64,
    sources: u64,
    unchanged: u64,
    interrupted: bool,
    untold: u64,
    skipped: Vec<JsonSkip<'a>>,
}

#[derive(Serialize)]
struct JsonSkip<'a> {
    code: &'static str,
    source: &'a str,
    tree: Option<u32>,
    offset: u64,
    cause: &'a str,
    kept: bool,
}

impl JsonSkip<'_> {
    fn of(skip: &Diagnostic) -> JsonSkip<'_> {
        JsonSkip {
            code: skip.rule.name(),
            source: &skip.location.source,
            tree: (skip.location.tree > 0).then_some(skip.location.tree),
            offset: skip.location.offset,
            cause: &skip.message,
            kept: skip.is_kept(),
        }
    }
}

impl Json<'_> {
    fn of(report: &Report) -> Json<'_> {
        let tally = &report.tally;
        Json {
            records: tally.records,
            problems: tally.problems(),
            games: tally.games,
            positions: tally.positions(),
            new_positions: tally.new_positions,
            sources: tally.sources,
            unchanged: report.unchanged,
            interrupted: report.is_interrupted,
            untold: report.omitted(),
            skipped: report.diagnostics.iter().map(JsonSkip::of).collect(),
        }
    }
}

/// Tells a person what was done, and on standard error what was not.
fn tell(report: &Report) -> anyhow::Result<()> {
    for skip in &report.diagnostics {
        let Diagnostic { location: Location { source, tree, offset }, message, .. } = skip;
        // Without a tree the whole source is meant.
        let place = match tree {
            0 => String::new(),
            _ => format!(", tree {tree}, byte {offset}"),
        };
        let kept = if skip.is_kept() { " (kept)" } else { "" };
        crate::cli::report(&format!("{source}{place}: {message}{kept}"));
    }
    for (code, count) in &report.counts {
        if let Some(more @ 1..) = count.checked_sub(TOLD as u64) {
            crate::cli::report(&format!("and {more} more of the kind {code}, which --json lists"));
        }
    }
    let mut out = stdout();
    for line in summary(report) {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// What was done, in as many lines as there is to say.
fn summary(report: &Report) -> Vec<String> {
    let tally = &report.tally;
    let mut lines = Vec::new();
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
    if report.unchanged > 0 {
        lines.push(format!("{} unchanged", plural(report.unchanged, "source")));
    }
    if report.skipped_items > 0 {
        let what = if report.skipped_items == 1 { "tree or file" } else { "trees or files" };
        lines.push(format!("{} {what} skipped", report.skipped_items));
    }
    if report.is_interrupted {
        lines.push("interrupted: what was finished is kept".to_owned());
    }
    if lines.is_empty() {
        lines.push("nothing to import was found".to_owned());
    }
    lines
}
