//! `gtn-db import`: imports files into the database.

mod databases;
mod reread;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};
use gtn_db::Diagnostic;
use gtn_db::import::inputs::Limits;
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::model::{TreeKind, TreeOptions, TurnSource, Variations};
use gtn_db::store::{ImportSession, Store, Tally, copy_database};
use serde::Serialize;

use crate::cli::error::CommandError;
use crate::cli::input::gather_inputs;
use crate::cli::output::progress::Progress;
use crate::cli::output::{plural, stdout};
use crate::cli::temporaries::TemporaryFolder;
use crate::cli::{Global, Outcome, signals};
use gtn_db::escape::write_json;
use reread::JsonReread;

/// The most findings with the same code that are shown to a person.
const MAX_SHOWN: usize = 10;

/// The most phrases for the side to move that `--json` lists.
const MAX_PHRASES: usize = 100;

/// Import problems and games from SGF files, folders, archives, JSON, lists of positions, databases
#[derive(Debug, Args)]
#[command(after_help = "\
A file that is in the database from the same path is imported again only if it has changed, or if \
--as or --variations asks for something else; its records are then replaced. A file that was moved \
keeps its records. What was imported from below a folder, or from an archive, and is gone now, is \
reported and kept, unless --prune removes it. Another database of gtn-db is merged. Games are \
replayed under the Japanese rules; a variation is cut off at its first illegal move.

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
    /// Import every game tree as a problem or as a game; by default its content decides
    #[arg(long = "as", value_name = "KIND")]
    kind: Option<Kind>,
    /// Which lines of games to keep: the main line, or all variations (the default)
    #[arg(long, value_name = "WHICH")]
    variations: Option<VariationsArg>,
    /// Skip archive entries that unpack to more than this number of bytes, such as 500M or 2G
    #[arg(long, value_name = "BYTES", value_parser = parse_bytes, default_value = "256M")]
    max_entry: u64,
    /// The name of standard input; other content under the same name replaces what was there
    #[arg(long, value_name = "NAME", value_parser = NonEmptyStringValueParser::new())]
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
        write_json(&mut stdout(), &Json::of(&report, args))?;
    } else {
        print_summary(&report, args)?;
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
    new: u64,
    changed: u64,
    unchanged: u64,
    moved: u64,
    gone: &'a [String],
    pruned: bool,
    passed_over: &'a BTreeMap<String, u64>,
    dry_run: bool,
    older: u64,
    decisions: u64,
    reread: Option<JsonReread>,
    interrupted: bool,
    turns: Turns,
    turn_words: Vec<TurnWords<'a>>,
    omitted: u64,
    /// The old name of `omitted`.
    untold: u64,
    skipped: Vec<JsonSkip<'a>>,
}

/// The numbers of records by how their side to move is known.
#[derive(Serialize)]
struct Turns {
    #[serde(rename = "PL")]
    property: u64,
    #[serde(rename = "first moves")]
    first_moves: u64,
    words: u64,
    none: u64,
}

impl Turns {
    fn of(tally: &Tally) -> Turns {
        Turns {
            property: tally.records_by(TurnSource::Property),
            first_moves: tally.records_by(TurnSource::FirstMoves),
            words: tally.records_by(TurnSource::Words),
            none: tally.records_by(TurnSource::None),
        }
    }
}

/// A phrase that named the side to move, and the number of records read by it.
#[derive(Serialize)]
struct TurnWords<'a> {
    words: &'a str,
    records: u64,
}

impl TurnWords<'_> {
    /// The phrases, the most frequent first; at most [`MAX_PHRASES`].
    fn list(tally: &Tally) -> Vec<TurnWords<'_>> {
        let phrases = tally.turn_words.iter();
        let mut list: Vec<_> =
            phrases.map(|(words, &records)| TurnWords { words, records }).collect();
        list.sort_by_key(|phrase| (Reverse(phrase.records), phrase.words));
        list.truncate(MAX_PHRASES);
        list
    }
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

impl<'a> Json<'a> {
    fn of(report: &'a Report, args: &ImportArgs) -> Json<'a> {
        let tally = &report.tally;
        Json {
            records: tally.records,
            problems: tally.problems(),
            games: tally.games,
            positions: tally.positions(),
            new_positions: tally.new_positions,
            sources: tally.sources,
            new: report.new_sources(),
            changed: report.changed,
            unchanged: report.unchanged,
            moved: report.moved,
            gone: &report.gone,
            pruned: args.prune,
            passed_over: &report.passed_over.by_extension,
            dry_run: args.dry_run,
            older: report.older,
            decisions: report.decisions,
            reread: report.reread.map(JsonReread::of),
            interrupted: report.is_interrupted,
            turns: Turns::of(tally),
            turn_words: TurnWords::list(tally),
            omitted: report.omitted(),
            untold: report.omitted(),
            skipped: report.diagnostics.iter().map(JsonSkip::of).collect(),
        }
    }
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
