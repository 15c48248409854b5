//! `gtn-db export`: each problem once, games of Abalone, or joseki.

mod abalone;
mod destination;
mod format;
mod joseki;
#[cfg(feature = "parquet")]
mod parquet;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use gtn_db::answer::abalone::ProblemExport;
use gtn_db::export::{ExportOptions, Format, build_file_name, copy_escaped};
use gtn_db::find::{ChosenProblem, ProblemSet};
use gtn_db::model::Problem;
use gtn_db::solution::{Dialect, Losses};
#[cfg(feature = "parquet")]
use gtn_db::store::GameFilter;
use gtn_db::store::{ProblemFilter, Store, StoreError};

use format::FormatArg;
use joseki::{JosekiTree, export_joseki};

use crate::cli::args::{
    CornerArgs, FamilyArg, FamilyArgs, GameArgs, OrientArg, Own, ProblemArgs, SetArgs,
    dialect_parser, first_given,
};
use crate::cli::error::CommandError;
use crate::cli::output::progress::Progress;
use crate::cli::output::{OutputFile, OutputFolder, plural, print_line};
use crate::cli::publishing::{
    Edition, FormatArgs, PublicationArgs, PublicationFormat, choose_problems, name_why_none,
    publish,
};
use crate::cli::{Global, Outcome, report};
use gtn_db::escape::Escaped;

/// Export each problem once, with the names of all its sources; or export joseki
#[derive(Debug, Args)]
#[command(after_help = "\
Of the records of a problem, export keeps one: one from the most preferred source, else the one \
whose solution has the most moves, else the one imported first. Problems are in the order in \
which their first records were imported. The same database always gives the same output.

A file is replaced as a whole, at the end. In a folder, .gtn-db-export.json lists the files of the \
export. The next export into the folder replaces these files, removes those that it does not write \
again, and keeps whatever somebody has changed. It does not touch other files without --force.

Of Abalone, problems and games are exported. Without --family, the format tells the family, and for \
json and csv it is Go, unless the database has only Abalone. Problems are in the orientation and \
colors of the kept record, which is the first of those that say most. What a format cannot say is \
counted on standard error.

With --format parquet, -o names a folder that gets all records and games, a row each: \
problems/part=0/0.parquet and so on, where part is the first hexadecimal digit of the key. With \
options that select problems, only problems are written; with options that select games, only \
games; with both, both. docs/export.md describes the columns.

Example:
  gtn-db export --black-first -o problems.sgf
  gtn-db export --solutions union -o problems/
  gtn-db export --joseki --min-games 10 -o joseki.sgf
  gtn-db export --format apgn --notation nacre -o abalone.apgn")]
pub struct ExportArgs {
    /// The format [default: by the name of the file, else sgf; of Abalone apgn]
    #[arg(long, short, value_name = "FORMAT")]
    format: Option<FormatArg>,
    /// With --format csv: an apostrophe before texts that a spreadsheet would evaluate as formulas
    #[arg(long)]
    escape_formulas: bool,
    /// Write to this file, or to standard output with -; a folder, or a path that ends with /, gets
    /// one file per problem [default: -]
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    /// With -o FOLDER: replace files there that no earlier export wrote
    #[arg(long, requires = "output")]
    force: bool,
    /// The orientation of the problems [default: top-right; of Abalone as-is]
    #[arg(long, value_name = "WHERE")]
    orient: Option<OrientArg>,
    /// Exchange the colors of problems in which White is to move
    #[arg(long)]
    black_first: bool,
    /// Exchange the colors of half of the problems
    #[arg(
        long,
        value_name = "WHICH",
        conflicts_with = "black_first",
        help_heading = "Choosing problems"
    )]
    swap_colors: Option<SwapArg>,
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
    /// With sgf and json: what the solver has computed (`check --solve`), apart from the answers of the
    /// records: GC of the root, or the field `computed`
    #[arg(long)]
    computed: bool,
    /// With --format parquet: also the table of pairs of problems with the same core, `cores`
    #[arg(long)]
    cores: bool,
    /// Export joseki instead: the moves played in the corners of games, as one SGF tree with
    /// counts in its comments
    #[arg(
        long,
        conflicts_with_all = [
            "orient", "black_first", "swap_colors", "prefer", "marks", "one_per", "ids", "not_in", "sound",
            "answers_from", "exclude_near", "per_source", "sample", "seed", "order", "solutions",
            "marked", "limit",
        ],
    )]
    joseki: bool,
    /// With --joseki: begin with this corner, written as for `gtn-db joseki` [default: the empty corner]
    #[arg(long, value_name = "POSITION", requires = "joseki")]
    from: Option<OsString>,
    /// With --joseki: these games are dictionaries. They do not count; their moves and comments are written
    /// beside those of the other games
    #[arg(long, value_name = "GAME,…", value_delimiter = ',', requires = "joseki")]
    dictionary: Vec<i64>,
    #[command(flatten)]
    family: FamilyArgs,
    #[command(flatten, next_help_heading = "Games of Abalone")]
    style: abalone::StyleArgs,
    #[command(flatten, next_help_heading = "Selecting problems")]
    filter: ProblemArgs<OwnMarks>,
    /// Only records that mark their answers in this way
    #[arg(
        long,
        value_name = "MARKS",
        value_parser = dialect_parser(),
        help_heading = "Selecting problems",
    )]
    marked: Option<Dialect>,
    #[command(flatten, next_help_heading = "Choosing problems")]
    set: SetArgs,
    #[command(flatten, next_help_heading = "Books, cards and data sets")]
    publication: PublicationArgs,
    #[command(flatten, next_help_heading = "Books, cards and data sets")]
    of_format: FormatArgs,
    #[command(flatten, next_help_heading = "With --joseki")]
    corners: CornerArgs,
    #[command(flatten, next_help_heading = "With --joseki or --format parquet")]
    games: GameArgs,
}

/// `--marks` are the marks to write; `--marked` selects records.
#[derive(Debug)]
struct OwnMarks;

impl Own for OwnMarks {
    const LEFT_OUT: &'static [&'static str] = &["source", "ids", "marks", "rights", "comment"];
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
enum SwapArg {
    /// Those that --seed and the problem determine
    Random,
    /// None
    Never,
}

pub fn run(args: &ExportArgs, global: &Global) -> anyhow::Result<Outcome> {
    args.check()?;
    let takes_computed = matches!(args.format(), None | Some(FormatArg::Sgf | FormatArg::Json));
    if args.computed && (args.joseki || !takes_computed) {
        return Err(CommandError::new("--computed is for --format sgf and json").into());
    }
    let store = Store::open(&global.database()?)?;
    if args.find_family(&store)? == FamilyArg::Abalone {
        return abalone::run(&args.to_abalone_job(&store)?, global);
    }
    if args.format() == Some(FormatArg::Parquet) {
        return export_parquet(args, &store, global);
    }
    if let Some(format) = args.format().and_then(FormatArg::publication) {
        return export_publication(args, &store, format, global);
    }
    let format = args.format().unwrap_or(FormatArg::Sgf).of_go()?;
    if let Some(option) = args.style.given_option() {
        return Err(CommandError::new(format!("{option} is about games of Abalone")).into());
    }
    if args.joseki {
        let tree = JosekiTree {
            games: &args.games,
            corners: args.corners,
            from: args.from.as_ref(),
            dictionaries: &args.dictionary,
            file: args.file(),
        };
        export_joseki(&tree, &store, global)?;
        return Ok(Outcome::Done);
    }
    let create = |path| OutputFile::create(path, &[], global);
    let file = args.file().filter(|path| !destination::is_folder(path)).map(create).transpose()?;
    let _snapshot = store.snapshot()?;
    let job = Job {
        store: &store,
        set: choose_problems(&store, &args.problem_filter(), &args.set, global)?,
        format: match args.marks {
            Some(Dialect::OgsJson) => Format::OgsJson,
            Some(Dialect::SolJson) => Format::SolJson,
            _ => format,
        },
        options: args.export_options(),
        escape_formulas: args.escape_formulas,
        has_computed: args.computed,
    };
    let chosen = job.set.problems();
    if chosen.is_empty() {
        let why = name_why_none(&store)?;
        let place = args
            .file()
            .map_or(String::new(), |path| format!("; nothing was written to {}", path.display()));
        report(&format!("{why}{place}"));
    }
    let losses = match args.file() {
        None => job.write_all(chosen, OutputFile::stdout(), global)?,
        Some(_) if chosen.is_empty() => Losses::default(),
        Some(path) => {
            let losses = match file {
                Some(file) => job.write_all(chosen, file, global)?,
                None => job.write_each(chosen, path, args.force, global)?,
            };
            let problems = plural(chosen.len() as u64, "problem");
            print_line(format_args!(
                "{problems} written to {}",
                Escaped(&path.display().to_string())
            ))?;
            losses
        }
    };
    if !global.is_quiet() {
        report_losses(&losses, args);
    }
    Ok(if chosen.is_empty() { Outcome::NothingFound } else { Outcome::Done })
}

/// Publishes the problems in a format of books, cards or data sets.
fn export_publication(
    args: &ExportArgs,
    store: &Store,
    format: PublicationFormat,
    global: &Global,
) -> anyhow::Result<Outcome> {
    let _snapshot = store.snapshot()?;
    let set = choose_problems(store, &args.problem_filter(), &args.set, global)?;
    let edition = Edition {
        store,
        set: &set,
        format,
        args: &args.publication,
        of_format: &args.of_format,
        export: args.export_options(),
        conditions: [args.filter.describe(), args.set.describe()].concat(),
        seed: args.set.seed(),
        output: args.output.as_deref().unwrap_or(Path::new("-")),
        is_forced: args.force,
        inputs: &[],
    };
    publish(&edition, global)
}

/// Writes tables to the folder that `-o` names.
#[cfg(feature = "parquet")]
fn export_parquet(args: &ExportArgs, store: &Store, global: &Global) -> anyhow::Result<Outcome> {
    let Some(path) = args.file() else {
        return Err(
            CommandError::new("--format parquet writes a folder; name the folder with -o").into()
        );
    };
    let has_problem_options = args.filter.given_option().is_some()
        || args.marked.is_some()
        || args.games.given_common_option().is_some();
    let has_game_options = args.games.given_game_option().is_some();
    if has_problem_options {
        store.select_records(&args.problem_filter())?;
    }
    let job = parquet::Job {
        store,
        has_problems: has_problem_options || !has_game_options,
        games: match has_game_options {
            true => Some(GameFilter { sql: None, ..args.games.to_filter()? }),
            false => (!has_problem_options).then(GameFilter::default),
        },
        has_cores: args.cores,
    };
    job.run(path, args.force, global)
}

#[cfg(not(feature = "parquet"))]
fn export_parquet(_: &ExportArgs, _: &Store, _: &Global) -> anyhow::Result<Outcome> {
    Err(CommandError::without_parquet("--format parquet").into())
}

/// Says what the written solutions do not say, one line per kind.
fn report_losses(losses: &Losses, args: &ExportArgs) {
    let union = (args.solutions == SolutionsArg::Union).then_some("--solutions union");
    let marks = args.marks.map(|dialect| format!("--marks {dialect}"));
    let options: Vec<&str> = union.into_iter().chain(marks.as_deref()).collect();
    let options = match &*options.join(" ") {
        "" => String::new(),
        options => format!(" ({options})"),
    };
    for (loss, count) in losses.iter() {
        report(&format!("{}{options}", loss.describe(count)));
    }
}

impl ExportArgs {
    /// The file or folder to write to; none for standard output.
    fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !OutputFile::is_stdout(path))
    }

    /// The format that is named, else that of the name of the file, unless another option tells what is written.
    fn format(&self) -> Option<FormatArg> {
        let of_name = || {
            let file = self.file().filter(|path| !destination::is_folder(path))?;
            FormatArg::of_path(file).filter(|_| self.marks.is_none() && !self.joseki)
        };
        self.format.or_else(of_name)
    }

    /// Boards and solutions.
    fn export_options(&self) -> ExportOptions {
        ExportOptions {
            orientation: self.orient.map(Into::into).unwrap_or_default(),
            black_first: self.black_first,
            swap_colors: self.swap_colors == Some(SwapArg::Random),
            seed: self.set.seed(),
            marks: self.marks,
            merge_solutions: self.solutions == SolutionsArg::Union,
        }
    }

    /// The records to export.
    fn problem_filter(&self) -> ProblemFilter {
        let mut filter = self.filter.to_filter();
        filter.conditions.dialect = self.marked;
        self.games.with_common(filter)
    }

    /// The family to export.
    fn find_family(&self, store: &Store) -> Result<FamilyArg, StoreError> {
        let named = self.family.family().or_else(|| self.format()?.family());
        if let Some(family) = named.or(self.joseki.then_some(FamilyArg::Go)) {
            return Ok(family);
        }
        let counts = store.family_counts()?;
        let is_only_abalone = counts.go.is_empty() && !counts.abalone.is_empty();
        Ok(if is_only_abalone { FamilyArg::Abalone } else { FamilyArg::Go })
    }

    /// What to export of Abalone.
    ///
    /// # Errors
    /// If an option only applies to Go.
    fn to_abalone_job<'a>(&'a self, store: &'a Store) -> anyhow::Result<abalone::Job<'a>> {
        let is_turned = !matches!(self.orient, None | Some(OrientArg::AsIs | OrientArg::Canonical));
        let given = first_given([
            ("--orient other than as-is and canonical", is_turned),
            ("--swap-colors", self.swap_colors.is_some()),
            ("--marks", self.marks.is_some()),
            ("--solutions union", self.solutions == SolutionsArg::Union),
            ("--joseki", self.joseki),
            ("--marked", self.marked.is_some()),
        ]);
        let given = given.or_else(|| self.set.given_option());
        let comment = self.games.comment().map(|_| "--comment");
        if let Some(option) = given.or_else(|| self.filter.go_option()).or(comment) {
            return Err(CommandError::new(format!("{option}: only for Go, not for Abalone")).into());
        }
        Ok(abalone::Job {
            store,
            format: self.format().unwrap_or(FormatArg::Apgn).of_abalone()?,
            problems: ProblemExport {
                prefer: &self.set.prefer,
                is_canonical: matches!(self.orient, Some(OrientArg::Canonical)),
                black_first: self.black_first,
            },
            conditions: self.filter.abalone_conditions(store)?,
            style: &self.style,
            limit: self.set.limit.unwrap_or(usize::MAX),
            output: self.output.as_deref(),
            is_forced: self.force,
            escape_formulas: self.escape_formulas,
        })
    }

    /// Refuses options that have no effect with or without `--joseki`. Clap
    /// refuses the others.
    fn check(&self) -> Result<(), CommandError> {
        if self.joseki && self.format.is_some_and(|format| format != FormatArg::Sgf) {
            return Err(CommandError::new("--joseki writes SGF; --format cannot be changed"));
        }
        if let (true, Some(option)) = (self.joseki, self.filter.given_option()) {
            return Err(CommandError::new(format!("{option} does not apply to --joseki")));
        }
        let is_publication = self.format().and_then(FormatArg::publication).is_some();
        let given = self.publication.given_option().or_else(|| self.of_format.given_option());
        if let Some(option) = given.filter(|_| !is_publication) {
            let message = format!("{option} applies to books, cards and data sets");
            let hint = "name a --format such as html, or make a book with `gtn-db book`";
            return Err(CommandError::new(message).with_hint(hint));
        }
        if self.escape_formulas && self.format() != Some(FormatArg::Csv) {
            return Err(CommandError::new("--escape-formulas applies to --format csv"));
        }
        let is_parquet = self.format() == Some(FormatArg::Parquet);
        let foreign = [
            ("--orient", self.orient.is_some()),
            ("--black-first", self.black_first),
            ("--swap-colors", self.swap_colors.is_some()),
            ("--prefer", !self.set.prefer.is_empty()),
            ("--marks", self.marks.is_some()),
            ("--solutions union", self.solutions == SolutionsArg::Union),
            ("--limit", self.set.limit.is_some()),
        ];
        if self.cores && !is_parquet {
            return Err(CommandError::new("--cores applies to --format parquet"));
        }
        let foreign = first_given(foreign).or_else(|| self.set.given_option());
        if let Some(option) = foreign.filter(|_| is_parquet) {
            let message =
                format!("{option} does not apply to --format parquet, which has all records");
            return Err(CommandError::new(message));
        }
        let of_games = self.games.given_game_option().filter(|_| !is_parquet);
        match of_games.or_else(|| self.corners.given_option()) {
            Some(option) if !self.joseki => {
                Err(CommandError::new(format!("{option} can only be used with --joseki")))
            }
            _ => Ok(()),
        }
    }
}

/// Reads problems from a database and writes them.
struct Job<'a> {
    store: &'a Store,
    set: ProblemSet,
    format: Format,
    options: ExportOptions,
    escape_formulas: bool,
    has_computed: bool,
}

impl Job<'_> {
    /// Reads a problem with everything that is exported of it.
    fn load_problem(&self, chosen: &ChosenProblem) -> anyhow::Result<Problem> {
        let problem = self.set.load(self.store, chosen, self.options.merge_solutions)?;
        let mut problem = problem.with_context(|| format!("position {} is gone", chosen.key()))?;
        if self.has_computed {
            problem.computed = self.set.load_computed(self.store, chosen)?;
        }
        Ok(problem)
    }

    /// Writes a problem. Returns what is lost.
    fn write(&self, problem: &Problem, out: &mut impl Write) -> io::Result<Losses> {
        if !self.escape_formulas {
            return self.format.write_problem(problem, &self.options, out);
        }
        let mut rows = Vec::new();
        let losses = self.format.write_problem(problem, &self.options, &mut rows)?;
        copy_escaped(&rows, out)?;
        Ok(losses)
    }

    /// Writes all problems to one file.
    fn write_all(
        &self,
        chosen: &[ChosenProblem],
        mut out: OutputFile,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        self.format.write_start(&mut out)?;
        let progress = out.progress(global, "Writing problems", chosen.len() as u64);
        for chosen in chosen {
            progress.add(1);
            let problem = self.load_problem(chosen)?;
            losses.extend(&self.write(&problem, &mut out)?);
        }
        out.finish()?;
        Ok(losses)
    }

    /// Writes each problem to a file of its own in a folder.
    fn write_each(
        &self,
        chosen: &[ChosenProblem],
        path: &Path,
        is_forced: bool,
        global: &Global,
    ) -> anyhow::Result<Losses> {
        let mut losses = Losses::default();
        let mut folder = OutputFolder::create(path, is_forced, global)?;
        let progress = Progress::start(global, "Writing problems", Some(chosen.len() as u64));
        for (one, number) in chosen.iter().zip(1..) {
            progress.add(1);
            let problem = self.load_problem(one)?;
            let name = problem.kept.name.as_deref();
            let name = build_file_name(number, chosen.len(), name, self.format.extension());
            let mut bytes = Vec::new();
            self.format.write_start(&mut bytes)?;
            losses.extend(&self.write(&problem, &mut bytes)?);
            folder.write(&name, &bytes)?;
        }
        drop(progress);
        destination::report_changed(path, &folder.finish(global)?);
        Ok(losses)
    }
}
