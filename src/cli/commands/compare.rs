//! `gtn-db compare`: which submitted problems are new, and whether the answers of the others agree.

mod keys;
mod page;
mod queue_report;
mod row;
mod summary;

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use gtn_db::find::abalone;
use gtn_db::find::{CoreIndex, Known, PositionSource, Queue, QueueClass, Submissions};
use gtn_db::import::inputs::Limits;
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::store::{FamilyCounts, Store};

use queue_report::{QueueReport, Target, is_page};

use crate::cli::error::CommandError;
use crate::cli::input::{gather_inputs, list_files};
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, OutputFile};
use crate::cli::scratch_database::ScratchDatabase;
use crate::cli::{Global, Outcome};

/// Compare problems with the database: which are new, and whether the answers of the others agree
#[derive(Debug, Args)]
#[command(after_help = "\
Nothing is imported. Each problem gets a verdict, the closest kind of likeness to a known record: same \
problem; same position, when the other side is to move or one of the two does not say who is; same \
core, when the part of the board where the right lines are played is the same (docs/find.md); same \
shape, when the same stones have other edges; with --contained also contained, with --near near, with \
--nearest nearest; else new.

Beside the verdict, of any kind, are: answers, how the answers of the problem relate to those of all \
known records of the same problem (agree; contradicts, when a move is right in one and wrong in \
another; disjoint; lists fewer; assumed, when they differ where nobody states an answer); repeated, an \
earlier submission of the same call that is the same problem; and faults, such as a chain without a \
liberty, a move off the board or a missing answer, by their codes of `gtn-db check`.

--only and --fail-on take values of all of these, with - for blanks: new, same-core, contradicts, \
repeated, no-answer.

Exit status: 0 no problem has a value of --fail-on, so without it every problem is known; 1 at least \
one has; 2 error; 3 something was skipped.

Example:
  gtn-db compare data/teacher-notes.sgf
  gtn-db compare data/teacher-notes.sgf --near 3 --contained
  gtn-db compare data/teacher-notes.sgf --near 2 --only new -o -
  gtn-db compare data/teacher-notes.sgf --fail-on contradicts,disjoint
  gtn-db compare data/teacher-notes.sgf -o report.html")]
pub struct CompareArgs {
    /// Files, folders and archives, as for import
    #[arg(required_unless_present = "keys", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Compare a list of `export --format keys` instead, which has no texts of problems
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "near", "contained", "nearest", "all", "only", "fail_on", "file"])]
    keys: Option<PathBuf>,
    /// With --keys: the text with which the list was salted
    #[arg(long, value_name = "TEXT", requires = "keys")]
    salt: Option<String>,
    /// Also look for positions that differ in at most K points (1 to 5), and for cores that do. Of more
    /// than 100 such positions, the nearest
    #[arg(
        long,
        value_name = "K",
        value_parser = value_parser!(u8).range(1..=i64::from(MAX_DISTANCE)),
    )]
    near: Option<u8>,
    /// Also look for problems that contain the position with its answer, and for those that are
    /// contained in it with theirs; with six stones or more
    #[arg(long)]
    contained: bool,
    /// Name up to five of the nearest problems of what is not known otherwise
    #[arg(long)]
    nearest: bool,
    /// List the known problems of every kind, not of the closest kind alone; and what contains a
    /// position, or lies in it, without its answer
    #[arg(long)]
    all: bool,
    /// List only the problems with one of these values of verdict, answers, repeated or faults
    #[arg(long, value_name = "VALUE", value_delimiter = ',')]
    only: Vec<QueueClass>,
    /// End with status 1 if a problem has one of these values
    #[arg(long, value_name = "VALUE", value_delimiter = ',', default_value = "new")]
    fail_on: Vec<QueueClass>,
    /// Write the problems of --only to this file, as SGF in UTF-8, those of Abalone as APGN; - is
    /// standard output. A file that ends with .html is a page of all problems, or those of --only, with
    /// boards side by side
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    limit: LimitArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl CompareArgs {
    /// Whether the chosen problems go to standard output.
    fn is_piped(&self) -> bool {
        self.file.as_deref().is_some_and(OutputFile::is_stdout)
    }

    /// Refuses options that exclude each other.
    fn check(&self) -> Result<(), CommandError> {
        if self.is_piped() && !self.output.is_table() {
            return Err(CommandError::new("a listing and -o - both write to standard output"));
        }
        if self.only.is_empty() && self.file.as_ref().is_some_and(|path| !is_page(path)) {
            let message = "-o writes the problems of --only, or a page if its name ends with .html";
            return Err(CommandError::new(message));
        }
        Ok(())
    }

    /// A sentence about the kinds of likeness that were looked for.
    fn asked_kinds(&self) -> String {
        let near = self.near.map(|k| format!("near by {k}"));
        let asked = [
            Some("same problem, same position, same core, same shape".to_owned()),
            self.contained.then(|| "contained".to_owned()),
            near,
            self.nearest.then(|| "nearest".to_owned()),
        ];
        let asked: Vec<String> = asked.into_iter().flatten().collect();
        format!("looked for: {}", asked.join(", "))
    }
}

pub fn run(args: &CompareArgs, global: &Global) -> anyhow::Result<Outcome> {
    if let Some(list) = &args.keys {
        return keys::run(list, args.salt.as_deref(), args.output, global);
    }
    args.check()?;
    let inputs = gather_inputs(&args.paths, Limits::default())?;
    let create = |path: &Path| Target::create(path, &list_files(&inputs), global);
    let target = args.file.as_deref().map(create).transpose()?;
    let known = Store::open(&global.database()?)?;
    let _snapshot = known.snapshot()?;
    let scratch = ScratchDatabase::import(inputs, global)?;
    let mut report = QueueReport::new(args, &scratch.store, target)?;
    let FamilyCounts { go, abalone, .. } = scratch.store.family_counts()?;
    let progress = Progress::start(global, "Comparing", Some(go.records + abalone.records));
    compare_go(args, &known, &scratch, !global.no_index, &mut report, &progress)?;
    compare_abalone(args, &known, &scratch.store, &mut report, &progress)?;
    drop(progress);
    report.finish(&scratch)
}

fn compare_go(
    args: &CompareArgs,
    known: &Store,
    scratch: &ScratchDatabase,
    with_index: bool,
    report: &mut QueueReport<'_>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let submissions = &scratch.store;
    let mut source = PositionSource::new(known, with_index)?;
    let asked = match args.all {
        true => Submissions::all(submissions),
        false => Submissions::look_up(submissions, known, &[])?,
    };
    let positions = source.like(&asked, args.near, args.contained)?;
    // The nearest problems can have other cores.
    let distance = (!args.nearest).then_some(args.near.unwrap_or(0));
    let known = Known {
        store: known,
        cores: &CoreIndex::load_like(known, &asked, distance)?,
        positions,
        near: args.near,
        contained: args.contained,
        nearest: args.nearest,
        all: args.all,
        without: &[],
    };
    let mut queue = Queue::new(&known, submissions, &scratch.imported.diagnostics);
    for id in submissions.record_ids()? {
        progress.add(1);
        let submission = queue
            .assess(id, |submission| report.needs_matches(submission))?
            .expect("the database of the submissions changes only in this process");
        report.add(&known, &submission)?;
    }
    Ok(())
}

fn compare_abalone(
    args: &CompareArgs,
    known: &Store,
    submissions: &Store,
    report: &mut QueueReport<'_>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let problems = known.abalone_problems()?;
    let at_most = args.near.unwrap_or(0).into();
    for problem in submissions.abalone_problems()? {
        progress.add(1);
        let assessment =
            abalone::assess_problem((known, &problems), at_most, submissions, &problem)?;
        report.add_abalone(&problem, &assessment)?;
    }
    Ok(())
}
