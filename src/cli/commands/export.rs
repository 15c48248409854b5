//! `gtn-db export`: each problem once, or joseki.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gtn_db::Color;
use gtn_db::export::{ExportOptions, Format, Orientation, build_file_name};
use gtn_db::find::{Cluster, Decisions, Identity};
use gtn_db::joseki::{self, Corner};
use gtn_db::model::{OtherTree, Problem, Source, Turn};
use gtn_db::solution::{Dialect, Losses};
use gtn_db::store::{ProblemFilter, Store, StoredRecord, StoredSource};

use crate::cli::args::{BoardAndTurnArgs, CornerArgs, GameArgs, dialect_parser};
use crate::cli::error::CommandError;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFile, OutputFolder, plural, stdout};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::{Escaped, EscapedLines};

/// Export each problem once, with the names of all its sources; or export joseki
#[derive(Debug, Args)]
#[command(after_help = "\
Of the records of a problem, export keeps one: one from the most preferred source, else the one \
whose solution has the most moves, else the one imported first. Problems are in the order in \
which their first records were imported. The same database always gives the same output.

A file is replaced as a whole, at the end. In a folder, .gtn-db-export.json lists the files of the \
export. The next export into the folder replaces these files, removes those that it does not write \
again, and keeps whatever somebody has changed. It does not touch other files without --force.

Example:
  gtn-db export --black-first -o problems.sgf
  gtn-db export --solutions union -o problems/
  gtn-db export --joseki --min-games 10 -o joseki.sgf")]
pub struct ExportArgs {
    /// The format of the output
    #[arg(long, short, value_name = "FORMAT", default_value = "sgf")]
    format: FormatArg,
    /// Write to this file, or to standard output with -; a folder, or a path that ends with /, gets
    /// one file per problem [default: -]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// With -o FOLDER: replace files there that no earlier export wrote
    #[arg(long, requires = "output")]
    force: bool,
    /// The orientation of the problems
    #[arg(long, value_name = "WHERE", default_value = "top-right")]
    orient: OrientArg,
    /// Exchange the colors of problems in which White is to move
    #[arg(long)]
    black_first: bool,
    /// Keep records of this source where possible: its name, its file name, or a folder or archive
    /// that contains it. Repeat the option for several sources, the most preferred first
    #[arg(long, value_name = "SOURCE")]
    prefer: Vec<String>,
    /// Mark right and wrong answers in this way, whatever the marks of the record; a record
    /// without marks gets none. ogs-json and sol-json write one JSON puzzle per line in place of
    /// --format. What the marks cannot express is counted on standard error
    #[arg(
        long,
        value_name = "MARKS",
        value_parser = PossibleValuesParser::new(writable_marks()).try_map(|name| name.parse::<Dialect>()),
    )]
    marks: Option<Dialect>,
    /// The solutions to export
    #[arg(long, value_name = "WHICH", default_value = "kept")]
    solutions: SolutionsArg,
    /// Export joseki instead: the moves played in the corners of games, as one SGF tree with
    /// counts in its comments
    #[arg(
        long,
        conflicts_with_all = [
            "orient", "black_first", "prefer", "marks", "solutions", "marked", "limit",
        ],
    )]
    joseki: bool,
    #[command(flatten, next_help_heading = "Selecting problems")]
    filter: BoardAndTurnArgs,
    /// Only records that mark their answers in this way
    #[arg(
        long,
        value_name = "MARKS",
        value_parser = dialect_parser(),
        help_heading = "Selecting problems",
    )]
    marked: Option<Dialect>,
    /// Export at most N problems [default: all]
    #[arg(long, value_name = "N", help_heading = "Selecting problems")]
    limit: Option<usize>,
    #[command(flatten, next_help_heading = "With --joseki")]
    corners: CornerArgs,
    #[command(flatten, next_help_heading = "With --joseki")]
    games: GameArgs,
}

/// The names of the dialects that can be written.
fn writable_marks() -> impl Iterator<Item = &'static str> {
    Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::None).map(Dialect::name)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SolutionsArg {
    /// The solution of the kept record
    Kept,
    /// The solutions of all records, merged into one tree: branches name their records, and
    /// contradictions are marked with UC
    Union,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// One collection of game trees
    Sgf,
    /// One IGTN per line, with comments
    Igtn,
    /// One object per line
    Json,
    /// Comma-separated values
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
    /// The corner or side of the problem at the top right
    TopRight,
    /// The corner or side of the problem at the top left
    TopLeft,
    /// As in the kept record
    AsIs,
    /// As in the canonical text, colors included
    Canonical,
}

impl From<OrientArg> for Orientation {
    fn from(orient: OrientArg) -> Orientation {
        match orient {
            OrientArg::TopRight => Orientation::TopRight,
            OrientArg::TopLeft => Orientation::TopLeft,
            OrientArg::AsIs => Orientation::AsIs,
            OrientArg::Canonical => Orientation::Canonical,
        }
    }
}

pub fn run(args: &ExportArgs, global: &Global) -> anyhow::Result<Outcome> {
    args.check()?;
    let store = Store::open(&global.database()?)?;
    if args.joseki {
        export_joseki(args, &store, global)?;
        return Ok(Outcome::Done);
    }
    store.select_records(&ProblemFilter {
        dialect: args.marked,
        sql: args.games.expression.to_expression(),
        ..args.filter.to_filter()
    })?;
    let job = Job {
        store: &store,
        prefer: &args.prefer,
        decisions: Decisions::load(&store)?,
        format: match args.marks {
            Some(Dialect::OgsJson) => Format::OgsJson,
            Some(Dialect::SolJson) => Format::SolJson,
            _ => args.format.into(),
        },
        options: ExportOptions {
            orientation: args.orient.into(),
            black_first: args.black_first,
            marks: args.marks,
            merge_solutions: args.solutions == SolutionsArg::Union,
        },
    };
    let create = |path| OutputFile::create(path, &[], global);
    let file = args.file().filter(|path| !is_folder(path)).map(create).transpose()?;
    let mut chosen = job.choose_problems(global)?;
    chosen.truncate(args.limit.unwrap_or(usize::MAX));
    let losses = match args.file() {
        None if io::stdout().is_terminal() => job.show_all(&chosen)?,
        None => job.write_all(&chosen, OutputFile::stdout(), global)?,
        Some(path) if chosen.is_empty() => {
            let path = path.display();
            report(&format!("the database has no problems; nothing was written to {path}"));
            Losses::default()
        }
        Some(path) => {
            let losses = match file {
                Some(file) => job.write_all(&chosen, file, global)?,
                None => job.write_each(&chosen, path, args.force, global)?,
            };
            let problems = plural(chosen.len() as u64, "problem");
            let mut out = stdout();
            writeln!(out, "{problems} written to {}", Escaped(&path.display().to_string()))?;
            out.flush()?;
            losses
        }
    };
    if !global.is_quiet() {
        report_losses(&losses, args);
    }
    Ok(if chosen.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// Says what the written solutions do not say, one line per kind.
fn report_losses(losses: &Losses, args: &ExportArgs) {
    let union = (args.solutions == SolutionsArg::Union).then_some("--solutions union");
    let marks = args.marks.map(|dialect| format!("--marks {dialect}"));
    let options: Vec<&str> = union.into_iter().chain(marks.as_deref()).collect();
    for (loss, count) in losses.iter() {
        report(&format!("{} ({})", loss.describe(count), options.join(" ")));
    }
}

impl ExportArgs {
    /// The file or folder to write to; none for standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !OutputFile::is_stdout(path))
    }

    /// Refuses options that have no effect with or without `--joseki`. Clap
    /// refuses the others.
    fn check(&self) -> Result<(), CommandError> {
        if self.joseki && self.format != FormatArg::Sgf {
            return Err(CommandError::new("--joseki writes SGF; --format cannot be changed"));
        }
        if let (true, Some(option)) = (self.joseki, self.filter.given_option()) {
            return Err(CommandError::new(format!("{option} does not apply to --joseki")));
        }
        let option = self.games.given_game_option().or_else(|| self.corners.given_option());
        match option {
            Some(option) if !self.joseki => {
                Err(CommandError::new(format!("{option} can only be used with --joseki")))
            }
            _ => Ok(()),
        }
    }
}

/// Writes the tree of all joseki as SGF, to a file or to standard output.
fn export_joseki(args: &ExportArgs, store: &Store, global: &Global) -> anyhow::Result<()> {
    let min_games = args.corners.min_games.unwrap_or(2);
    let progress = Progress::start(global, "Reading games", None);
    let kept = CornerArgs::kept_for_tree(min_games);
    let joseki = args.corners.load_joseki(store, &args.games, kept)?;
    drop(progress);
    let joseki::CornerOptions { window, moves } = args.corners.to_options();
    let corner = Corner::empty(window).context("no board has such a corner")?;
    let (_, first_moves) = joseki.moves(&corner, Color::Black);
    if !first_moves.iter().any(|found| found.results.games >= min_games) {
        return Err(no_joseki(args, store, min_games)?.into());
    }
    let mut out = match args.file() {
        Some(path) => OutputFile::create(path, &[], global)?,
        None => OutputFile::stdout(),
    };
    joseki::write_sgf(&joseki, &corner, Color::Black, min_games, moves.into(), &mut out)?;
    Ok(out.finish()?)
}

/// Why there is nothing to export.
fn no_joseki(args: &ExportArgs, store: &Store, min_games: u64) -> anyhow::Result<CommandError> {
    let games = match args.games.select_games(store)? {
        None => store.counts()?.games,
        Some(games) => games.len() as u64,
    };
    Ok(match (games, args.games.given_option()) {
        (0, Some(option)) => CommandError::new("no game of the database fits the options")
            .with_hint(format!("`gtn-db games` with {option} lists the games that fit")),
        (0, None) => CommandError::new("the database has no games")
            .with_hint("`gtn-db import FOLDER` adds the games of a folder"),
        _ => CommandError::new(format!("no move in a corner occurs in {min_games} games"))
            .with_hint("lower the number with --min-games"),
    })
}

/// Whether to write one file per problem.
fn is_folder(path: &Path) -> bool {
    let ends_like_one = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    ends_like_one || path.is_dir()
}

/// A problem to export. Small, because a million of them must fit in memory.
struct Chosen {
    /// The first record of the problem; the order of the output.
    first: i64,
    position: i64,
    turn: Turn,
}

/// Reads problems from a database and writes them.
struct Job<'a> {
    store: &'a Store,
    prefer: &'a [String],
    decisions: Decisions,
    format: Format,
    options: ExportOptions,
}

impl Job<'_> {
    /// The problems to export, in order.
    fn choose_problems(&self, global: &Global) -> anyhow::Result<Vec<Chosen>> {
        let sources = self.store.sources()?;
        for wanted in self.prefer {
            let is_known = |source: &StoredSource| Source::is_within(&source.name, wanted);
            if !sources.iter().any(is_known) {
                bail!("--prefer: the database has no source `{wanted}`");
            }
        }
        let mut chosen = Vec::new();
        let positions = self.store.positions_with_records(1)?;
        let progress = Progress::start(global, "Grouping records", Some(positions.len() as u64));
        for id in positions {
            progress.add(1);
            let Some(position) = self.store.position_by_id(id)? else { continue };
            let records = self.store.records(id)?;
            for cluster in self.decisions.cluster_records(
                self.store,
                &position,
                &records,
                Identity::Problem,
            )? {
                if let Some(first) = cluster.records.first() {
                    chosen.push(Chosen { first: first.id, position: id, turn: cluster.turn });
                }
            }
        }
        chosen.sort_by_key(|chosen| (chosen.first, chosen.turn));
        Ok(chosen)
    }

    /// Reads a problem with everything that is exported of it.
    fn load_problem(&self, chosen: &Chosen) -> anyhow::Result<Problem> {
        let Job { store, prefer, decisions, .. } = self;
        let missing = || format!("position {} is gone", chosen.position);
        let position = store.position_by_id(chosen.position)?.with_context(missing)?;
        let records = store.records(chosen.position)?;
        let clusters = decisions.cluster_records(store, &position, &records, Identity::Problem)?;
        let is_chosen = |cluster: &&Cluster<'_>| {
            let first = cluster.records.first().map(|first| first.id);
            cluster.turn == chosen.turn && first == Some(chosen.first)
        };
        let cluster = clusters.iter().find(is_chosen).with_context(missing)?;
        let kept = cluster.choose_representative(prefer);
        let others = || cluster.records.iter().filter(|record| record.id != kept.id);
        let tree = |record: &&StoredRecord| -> anyhow::Result<OtherTree> {
            Ok(OtherTree {
                placement: record.placement,
                charset: record.charset.clone(),
                dialect: record.solution.as_ref().map(|solution| solution.dialect),
                sgf: store.sgf(record.id)?,
            })
        };
        let other_trees = if self.options.merge_solutions {
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

    /// Writes all problems to one file.
    fn write_all(
        &self,
        chosen: &[Chosen],
        mut out: OutputFile,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        self.format.write_start(&mut out)?;
        let progress = Progress::start(global, "Writing problems", Some(chosen.len() as u64));
        for chosen in chosen {
            progress.add(1);
            let problem = self.load_problem(chosen)?;
            losses.extend(&self.format.write_problem(&problem, &self.options, &mut out)?);
        }
        out.finish()?;
        Ok(losses)
    }

    /// Prints all problems on a terminal, with control characters escaped.
    fn show_all(&self, chosen: &[Chosen]) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        let mut out = stdout();
        let mut bytes = Vec::new();
        self.format.write_start(&mut bytes)?;
        for chosen in chosen {
            let problem = self.load_problem(chosen)?;
            losses.extend(&self.format.write_problem(&problem, &self.options, &mut bytes)?);
            writeln!(out, "{}", EscapedLines(&String::from_utf8_lossy(&bytes)))?;
            bytes.clear();
        }
        out.flush()?;
        Ok(losses)
    }

    /// Writes each problem to a file of its own in a folder.
    fn write_each(
        &self,
        chosen: &[Chosen],
        path: &Path,
        is_forced: bool,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        let mut folder = OutputFolder::create(path, is_forced)?;
        let progress = Progress::start(global, "Writing problems", Some(chosen.len() as u64));
        for (one, number) in chosen.iter().zip(1..) {
            progress.add(1);
            let problem = self.load_problem(one)?;
            let name = problem.kept.name.as_deref();
            let name = build_file_name(number, chosen.len(), name, self.format.extension());
            let mut bytes = Vec::new();
            self.format.write_start(&mut bytes)?;
            losses.extend(&self.format.write_problem(&problem, &self.options, &mut bytes)?);
            folder.write(&name, &bytes)?;
        }
        drop(progress);
        let changed = folder.finish(global)?;
        if let [first, others @ ..] = &*changed {
            let more = match others.len() as u64 {
                0 => String::new(),
                more => format!(" and {}", plural(more, "more file")),
            };
            let first = path.join(first);
            report(&format!("{}{more}: changed since the last export, kept", first.display()));
        }
        Ok(losses)
    }
}
