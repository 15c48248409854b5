//! `gtn-db import`: imports files into the database.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use gtn_db::import::inputs::Limits;
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::model::{TreeKind, TreeOptions, Variations};
use gtn_db::store::ImportSession;
use gtn_db::{Diagnostic, Location};
use serde::Serialize;

use crate::cli::input::gather_inputs;
use crate::cli::output::progress::Progress;
use crate::cli::output::{plural, stdout};
use crate::cli::{Global, Outcome, signals};
use gtn_db::escape::write_json;

/// The most findings with the same code that are shown to a person.
const MAX_SHOWN: usize = 10;

/// Import problems and games from SGF files, folders, archives, JSON and lists of positions
#[derive(Debug, Args)]
#[command(after_help = "\
A file whose content is in the database under the same file name is not imported again, unless \
--as or --variations asks for something else. A file that has changed replaces its old records. \
Games are replayed under the Japanese rules; a variation is cut off at its first illegal move.

Example:
  gtn-db import problems/ collection.zip")]
pub struct ImportArgs {
    /// Files, folders, archives (.zip .7z .tar .tar.gz .tar.xz .tar.zst), or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Import every game tree as a problem or as a game; by default its content decides
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<Kind>,
    /// Which lines of games to keep: the main line, or all variations (the default)
    #[arg(long, value_name = "WHICH")]
    variations: Option<VariationsArg>,
    /// Skip archive entries that unpack to more than this number of bytes, such as 500M or 2G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "256M")]
    max_entry: u64,
    /// Print the summary as one JSON object
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

pub fn run(args: &ImportArgs, global: &Global) -> anyhow::Result<Outcome> {
    let limits = Limits { max_entry: args.max_entry, ..Limits::default() };
    let inputs = gather_inputs(&args.paths, limits)?;
    let session = ImportSession::open(&global.database()?)?;
    let progress = Progress::start_bytes(global, "Importing", inputs.total_bytes());
    let kind = args.kind.map(|kind| match kind {
        Kind::Problems => TreeKind::Problem,
        Kind::Games => TreeKind::Game,
    });
    let variations = args.variations.map(|variations| match variations {
        VariationsArg::Main => Variations::Main,
        VariationsArg::All => Variations::All,
    });
    let mut options = ImportOptions::new(signals::cancel_flag());
    options.tree_options = TreeOptions { kind, variations };
    options.started = Some(jiff::Timestamp::now().as_second());
    options.max_listed = if args.json { import::MAX_LISTED } else { MAX_SHOWN };
    let report = import::import(session, inputs, options, &|bytes| progress.add(bytes))?;
    drop(progress);

    if args.json {
        write_json(&mut stdout(), &Json::of(&report))?;
    } else {
        print_summary(&report)?;
    }
    Ok(if report.is_interrupted {
        Outcome::Interrupted
    } else if report.diagnostics.is_empty() {
        Outcome::Done
    } else {
        Outcome::Skipped
    })
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
    omitted: u64,
    /// The old name of `omitted`.
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
            omitted: report.omitted(),
            untold: report.omitted(),
            skipped: report.diagnostics.iter().map(JsonSkip::of).collect(),
        }
    }
}

/// Prints the summary for a person, and the findings on standard error.
fn print_summary(report: &Report) -> anyhow::Result<()> {
    for skip in &report.diagnostics {
        let Diagnostic { location: Location { source, tree, offset }, message, .. } = skip;
        // Tree 0 stands for the whole source.
        let place = match tree {
            0 => String::new(),
            _ => format!(", tree {tree}, byte {offset}"),
        };
        let kept = if skip.is_kept() { " (kept)" } else { "" };
        crate::cli::report(&format!("{source}{place}: {message}{kept}"));
    }
    for (code, count) in &report.counts {
        if let Some(more @ 1..) = count.checked_sub(MAX_SHOWN as u64) {
            let findings = plural(more, "more finding");
            crate::cli::report(&format!("and {findings} with the code {code}; --json lists all"));
        }
    }
    let mut out = stdout();
    for line in summary(report) {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// The lines of the summary.
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
    let unchanged = report.unchanged - report.copies;
    if unchanged > 0 {
        lines.push(format!("{} unchanged", plural(unchanged, "source")));
    }
    if report.copies > 0 {
        let sources = plural(report.copies, "source");
        lines.push(format!("{sources} already imported from another path"));
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
