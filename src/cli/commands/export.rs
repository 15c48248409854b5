//! `gtn-db export`: every problem once.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use gtn_db::export::{Format, Options, Orient, file_name};
use gtn_db::find::{By, Cluster, Decisions};
use gtn_db::model::{OtherTree, Problem, Source, Turn};
use gtn_db::solution::Dialect;
use gtn_db::store::{Store, StoredRecord, StoredSource};

use crate::cli::commands::games::GameArgs;
use crate::cli::commands::joseki::{self, CornerArgs};
use crate::cli::output::{plural, stdout};
use crate::cli::{Global, Outcome};
use gtn_db::escape::{Escaped, EscapedLines};

/// Export every problem once, and name all its sources; or joseki
#[derive(Debug, Args)]
#[command(after_help = "\
Of the records of a problem one is kept: from a preferred source, else the one with the most \
moves in its solution, else the one imported first. The problems come in the order in which \
their first records were imported, and the output is the same from run to run.

Example:
  gtn-db export --joseki -o joseki.sgf
  gtn-db export --format sgf --black-first -o problems.sgf")]
pub struct ExportArgs {
    /// What to write
    #[arg(long, short, value_name = "FORMAT", default_value = "sgf")]
    format: FormatArg,
    /// A file, or a folder (with / at its end) for one file a problem; standard output when missing
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// Where to put the corner, or the edge, of each problem
    #[arg(long, value_name = "WHERE", default_value = "top-right")]
    orient: OrientArg,
    /// Exchange the colors where White is to move
    #[arg(long)]
    black_first: bool,
    /// Keep the records of this source first: its name, its file name, or a folder or archive it
    /// lies in; give it several times, the most preferred first
    #[arg(long, value_name = "SOURCE")]
    prefer: Vec<String>,
    /// Mark the answers in this way, whatever the records have; a record without any mark gets
    /// none. ogs-json and sol-json write JSON, one puzzle a line, in place of the format
    #[arg(long, value_name = "HOW", value_parser = parse_marks)]
    marks: Option<Dialect>,
    /// Whose solutions to write
    #[arg(long, value_name = "WHOSE", default_value = "kept")]
    solutions: SolutionsArg,
    /// Write what is played in the corners of games instead: a tree with counts in its comments
    #[arg(long, conflicts_with = "prefer")]
    joseki: bool,
    #[command(flatten, next_help_heading = "With --joseki")]
    corners: CornerArgs,
    #[command(flatten, next_help_heading = "With --joseki")]
    games: GameArgs,
}

/// A way to mark answers that can be written.
fn parse_marks(name: &str) -> Result<Dialect, String> {
    let known = || Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::None);
    known().find(|dialect| dialect.name() == name).ok_or_else(|| {
        let names: Vec<&str> = known().map(Dialect::name).collect();
        format!("write one of {}", names.join(", "))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolutionsArg {
    /// That of the record that is kept
    Kept,
    /// Those of all records in one tree: every branch names its records, and contradictions are
    /// marked (UC)
    Union,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// One collection of game trees
    Sgf,
    /// One line a problem, with comments
    Igtn,
    /// One object a line
    Json,
    /// A table
    Csv,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Format {
        match format {
            FormatArg::Sgf => Format::Sgf,
            FormatArg::Igtn => Format::Igtn,
            FormatArg::Json => Format::Json,
            FormatArg::Csv => Format::Csv,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OrientArg {
    TopRight,
    TopLeft,
    /// As the kept record has it
    AsIs,
    /// As the canonical text has it, colors included
    Canonical,
}

impl From<OrientArg> for Orient {
    fn from(orient: OrientArg) -> Orient {
        match orient {
            OrientArg::TopRight => Orient::TopRight,
            OrientArg::TopLeft => Orient::TopLeft,
            OrientArg::AsIs => Orient::AsIs,
            OrientArg::Canonical => Orient::Canonical,
        }
    }
}

pub fn run(args: &ExportArgs, global: &Global) -> anyhow::Result<Outcome> {
    let store = Store::open(&global.database()?)?;
    if args.joseki {
        if !matches!(args.format, FormatArg::Sgf) {
            bail!("joseki are written as SGF only");
        }
        joseki::export(&store, &args.games, args.corners, args.output.as_deref())?;
        return Ok(Outcome::Done);
    }
    if args.games.is_given() || args.corners.is_given() {
        bail!("this is for --joseki only");
    }
    let job = Job {
        store: &store,
        prefer: &args.prefer,
        decisions: Decisions::of(&store)?,
        format: match args.marks {
            Some(Dialect::OgsJson) => Format::OgsJson,
            Some(Dialect::SolJson) => Format::SolJson,
            _ => args.format.into(),
        },
        options: Options {
            orient: args.orient.into(),
            black_first: args.black_first,
            marks: args.marks,
            union: args.solutions == SolutionsArg::Union,
        },
    };
    let chosen = choose(&store, &args.prefer, &job.decisions)?;
    match &args.output {
        None if io::stdout().is_terminal() => job.show_all(&chosen)?,
        None => job.write_all(&chosen, &mut stdout())?,
        Some(path) if is_folder(path) => job.write_each(&chosen, path)?,
        Some(path) => {
            let shown = || path.display().to_string();
            let file = fs::File::create(path).with_context(shown)?;
            job.write_all(&chosen, &mut BufWriter::new(file)).with_context(shown)?;
        }
    }
    if let Some(path) = &args.output {
        let problems = plural(chosen.len() as u64, "problem");
        writeln!(stdout(), "{problems} written to {}", Escaped(&path.display().to_string()))?;
    }
    Ok(if chosen.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// Whether one file a problem is wanted.
fn is_folder(path: &Path) -> bool {
    let ends_like_one = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    ends_like_one || path.is_dir()
}

/// A problem that goes out, by number: a million of them must fit into memory.
struct Chosen {
    /// The first record of the problem, which gives it its place.
    first: i64,
    position: i64,
    turn: Turn,
}

/// The problems in their order.
fn choose(store: &Store, prefer: &[String], decisions: &Decisions) -> anyhow::Result<Vec<Chosen>> {
    let sources = store.sources()?;
    for wanted in prefer {
        let is_known = |source: &StoredSource| Source::is_within(&source.name, wanted);
        if !sources.iter().any(is_known) {
            bail!("there is no source {wanted} to prefer");
        }
    }
    let mut chosen = Vec::new();
    for id in store.positions_with_records(1)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        for cluster in decisions.clusters(store, &position, &records, By::Problem)? {
            if let Some(first) = cluster.records.first() {
                chosen.push(Chosen { first: first.id, position: id, turn: cluster.turn });
            }
        }
    }
    chosen.sort_by_key(|chosen| (chosen.first, chosen.turn));
    Ok(chosen)
}

/// The whole of what a problem goes out with.
fn problem(job: &Job<'_>, chosen: &Chosen) -> anyhow::Result<Problem> {
    let Job { store, prefer, decisions, .. } = job;
    let missing = || format!("position {} is gone", chosen.position);
    let position = store.position_by_id(chosen.position)?.with_context(missing)?;
    let records = store.records(chosen.position)?;
    let clusters = decisions.clusters(store, &position, &records, By::Problem)?;
    let is_chosen = |cluster: &&Cluster<'_>| {
        let first = cluster.records.first().map(|first| first.id);
        cluster.turn == chosen.turn && first == Some(chosen.first)
    };
    let cluster = clusters.iter().find(is_chosen).with_context(missing)?;
    let kept = cluster.kept(prefer).with_context(missing)?;
    let others = || cluster.records.iter().filter(|record| record.id != kept.id);
    let tree = |record: &&StoredRecord| -> anyhow::Result<OtherTree> {
        Ok(OtherTree {
            placement: record.placement,
            charset: record.charset.clone(),
            dialect: record.solution.as_ref().map(|solution| solution.dialect),
            sgf: store.sgf(record.id)?,
        })
    };
    let other_trees = if job.options.union {
        others().map(tree).collect::<anyhow::Result<_>>()?
    } else {
        Vec::new()
    };
    Ok(Problem {
        key: position.key,
        text: position.text,
        turn: chosen.turn,
        sgf: store.sgf(kept.id)?,
        placement: kept.placement,
        charset: kept.charset.clone(),
        dialect: kept.solution.as_ref().map(|solution| solution.dialect),
        kept: kept.at.clone(),
        others: others().map(|record| record.at.clone()).collect(),
        other_trees,
    })
}

/// Where the problems come from, and how they are written.
struct Job<'a> {
    store: &'a Store,
    prefer: &'a [String],
    decisions: Decisions,
    format: Format,
    options: Options,
}

impl Job<'_> {
    /// Writes all problems one behind the other.
    fn write_all(&self, chosen: &[Chosen], out: &mut impl Write) -> anyhow::Result<()> {
        self.format.write_start(out)?;
        for chosen in chosen {
            let problem = problem(self, chosen)?;
            self.format.write_problem(&problem, &self.options, out)?;
        }
        Ok(out.flush()?)
    }

    /// Shows all problems on a terminal, which control characters must not reach.
    fn show_all(&self, chosen: &[Chosen]) -> anyhow::Result<()> {
        let mut out = stdout();
        let mut bytes = Vec::new();
        self.format.write_start(&mut bytes)?;
        for chosen in chosen {
            let problem = problem(self, chosen)?;
            self.format.write_problem(&problem, &self.options, &mut bytes)?;
            writeln!(out, "{}", EscapedLines(&String::from_utf8_lossy(&bytes)))?;
            bytes.clear();
        }
        Ok(out.flush()?)
    }

    /// Writes each problem into a file of its own.
    fn write_each(&self, chosen: &[Chosen], folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (one, number) in chosen.iter().zip(1..) {
            let problem = problem(self, one)?;
            let name = problem.kept.name.as_deref();
            let path = folder.join(file_name(number, chosen.len(), name, self.format.extension()));
            let mut bytes = Vec::new();
            self.format.write_start(&mut bytes)?;
            self.format.write_problem(&problem, &self.options, &mut bytes)?;
            fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}
