//! `gtn-db compare`: which submitted problems are new, and whether the answers of the others agree.

mod keys;
mod page;
mod row;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, value_parser};
use gtn_db::answer::abalone::ProblemExport;
use gtn_db::export::abalone::Format;
use gtn_db::find::abalone;
use gtn_db::find::{
    CoreIndex, Identity, Known, MAX_NEAR, Novelty, PositionSource, Queue, QueueClass, Submission,
    Submissions,
};
use gtn_db::import::inputs::Limits;
use gtn_db::model::Charset;
use gtn_db::sgf::{GameTree, Layout, write_tree};
use gtn_db::similarity::MAX_DISTANCE;
use gtn_db::solution::AnswerRelation;
use gtn_db::store::{Store, StoredAbaloneProblem, StoredRecord};
use gtn_db::{Diagnostic, Rule};

use row::SubmissionRow;

use crate::cli::error::CommandError;
use crate::cli::input::{gather_inputs, list_files};
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, OutputFile, fit_sentence, plural};
use crate::cli::scratch_database::ScratchDatabase;
use crate::cli::{Global, Outcome, report};

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

/// How many problems have each value of a field.
#[derive(Default)]
struct Summary {
    verdicts: BTreeMap<Novelty, u64>,
    answers: BTreeMap<AnswerRelation, u64>,
    repeated: u64,
    faults: BTreeMap<Rule, u64>,
}

impl Summary {
    fn add(&mut self, submission: &Submission) {
        self.add_verdict(submission.verdict.novelty, submission.verdict.answers);
        self.repeated += u64::from(submission.repeated.is_some());
        for rule in submission.rules() {
            *self.faults.entry(rule).or_default() += 1;
        }
    }

    fn add_verdict(&mut self, novelty: Novelty, answers: Option<AnswerRelation>) {
        *self.verdicts.entry(novelty).or_default() += 1;
        if let Some(answers) = answers {
            *self.answers.entry(answers).or_default() += 1;
        }
    }

    fn has(&self, class: QueueClass) -> bool {
        match class {
            QueueClass::Verdict(novelty) => self.verdicts.contains_key(&novelty),
            QueueClass::Answers(answers) => self.answers.contains_key(&answers),
            QueueClass::Repeated => self.repeated > 0,
            QueueClass::Fault(rule) => self.faults.contains_key(&rule),
        }
    }

    /// A sentence such as `5 problems: 2 same problem, 3 new; answers: 1 agree; 1 repeated; faults: 1 no-answer`.
    fn line(&self) -> String {
        fn list<T: Copy>(counts: &BTreeMap<T, u64>, name: fn(T) -> &'static str) -> String {
            let parts = counts.iter().map(|(&value, count)| format!("{count} {}", name(value)));
            parts.collect::<Vec<_>>().join(", ")
        }
        let mut line = plural(self.verdicts.values().sum(), "problem");
        if !self.verdicts.is_empty() {
            line += &format!(": {}", list(&self.verdicts, Novelty::name));
        }
        if !self.answers.is_empty() {
            line += &format!("; answers: {}", list(&self.answers, AnswerRelation::name));
        }
        if self.repeated > 0 {
            line += &format!("; {} repeated", self.repeated);
        }
        if !self.faults.is_empty() {
            line += &format!("; faults: {}", list(&self.faults, Rule::name));
        }
        line
    }
}

/// Where `-o` leads.
enum Target {
    /// The chosen problems, as SGF or APGN.
    Problems(OutputFile),
    /// A page of them.
    Page(OutputFile, page::Rows),
}

impl CompareArgs {
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
    let is_piped = args.file.as_deref().is_some_and(OutputFile::is_stdout);
    if is_piped && !args.output.is_table() {
        return Err(CommandError::new("a listing and -o - both write to standard output").into());
    }
    let is_page =
        |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("html"));
    if args.only.is_empty() && args.file.as_ref().is_some_and(|path| !is_page(path)) {
        let message = "-o writes the problems of --only, or a page if its name ends with .html";
        return Err(CommandError::new(message).into());
    }
    let inputs = gather_inputs(&args.paths, Limits::default())?;
    let create = |path: &PathBuf| -> anyhow::Result<Target> {
        let file = OutputFile::create(path, &list_files(&inputs), global)?;
        Ok(match is_page(path) {
            true => Target::Page(file, page::Rows::default()),
            false => Target::Problems(file),
        })
    };
    let mut target = args.file.as_ref().map(create).transpose()?;
    let known = Store::open(&global.database()?)?;
    let _snapshot = known.snapshot()?;
    let scratch = ScratchDatabase::import(inputs, global)?;
    let (submissions, imported) = (&scratch.store, &scratch.imported);
    let mut source = PositionSource::new(&known, !global.no_index)?;
    let asked = match args.all {
        true => Submissions::all(submissions),
        false => Submissions::look_up(submissions, &known, &[])?,
    };
    let positions = source.like(&asked, args.near, args.contained)?;
    // The nearest problems can have other cores.
    let distance = (!args.nearest).then_some(args.near.unwrap_or(0));
    let lookup = Known {
        store: &known,
        cores: &CoreIndex::load_like(&known, &asked, distance)?,
        positions,
        near: args.near,
        contained: args.contained,
        nearest: args.nearest,
        all: args.all,
        without: &[],
    };

    let counts = submissions.counts()?;
    let problems = submissions.abalone_problems()?;
    let of_go = submissions.family_counts()?.go;
    if matches!(target, Some(Target::Problems(_))) && of_go.records > 0 && !problems.is_empty() {
        let message = "-o: there are problems of Go and of Abalone; compare one after the other";
        return Err(CommandError::new(message).into());
    }
    let progress = Progress::start(global, "Comparing", Some(counts.records));
    let mut listing = args.output.listing()?;
    let mut queue = Queue::new(&lookup, submissions, &imported.diagnostics);
    let mut summary = Summary::default();
    let (mut chosen, mut with_more) = (0, 0);
    let mut faults = FaultReport::default();
    let is_chosen = |submission: &Submission| {
        args.only.is_empty() || args.only.iter().any(|&class| submission.has(class))
    };
    for id in submissions.record_ids()? {
        progress.add(1);
        let is_listed = chosen < args.limit.count() && !is_piped;
        let needs_matches = matches!(target, Some(Target::Page(..))) || !args.output.is_table();
        let submission = queue
            .assess(id, |submission| is_listed && needs_matches && is_chosen(submission))?
            .expect("the database of the submissions changes only in this process");
        summary.add(&submission);
        faults.add(&submission.faults);
        with_more += u64::from(submission.verdict.has_more);
        if !is_chosen(&submission) {
            continue;
        }
        match &mut target {
            Some(Target::Problems(file)) => write_record(submissions, &submission.record, file)?,
            Some(Target::Page(_, rows)) if is_listed => {
                rows.add(&lookup, submissions, &submission)?
            }
            _ => {}
        }
        if is_listed {
            listing.push(&SubmissionRow::new(&submission))?;
        }
        chosen += 1;
    }
    let known_problems = known.abalone_problems()?;
    for problem in &problems {
        progress.add(1);
        let at_most = args.near.unwrap_or(0).into();
        let assessment =
            abalone::assess_problem((&known, &known_problems), at_most, submissions, problem)?;
        summary.add_verdict(assessment.novelty, assessment.answers);
        let has = |class: &QueueClass| match *class {
            QueueClass::Verdict(novelty) => novelty == assessment.novelty,
            QueueClass::Answers(answers) => Some(answers) == assessment.answers,
            QueueClass::Repeated | QueueClass::Fault(_) => false,
        };
        if !args.only.is_empty() && !args.only.iter().any(has) {
            continue;
        }
        let row = SubmissionRow::of_abalone(problem, &assessment);
        match &mut target {
            Some(Target::Problems(file)) => write_apgn(submissions, problem, file)?,
            Some(Target::Page(_, rows)) => rows.add_abalone(&row),
            None => {}
        }
        if chosen < args.limit.count() && !is_piped {
            listing.push(&row)?;
        }
        chosen += 1;
    }
    drop(progress);
    if with_more > 0 {
        let problems = plural(with_more, "problem");
        let have = if with_more == 1 { "has" } else { "have" };
        report(&format!(
            "{problems} {have} more than {MAX_NEAR} near positions; the nearest of those compared count"
        ));
    }
    scratch.report_skipped();
    faults.report();
    let mut out = listing.finish()?;
    match target {
        Some(Target::Problems(file)) if chosen > 0 => file.finish()?,
        Some(Target::Page(mut file, rows)) => {
            let lines = [summary.line(), args.asked_kinds()];
            rows.write(chosen, lines, &mut file)?;
            file.finish()?;
        }
        _ => {} // no problem was chosen: a file that is there stays as it is
    }
    if args.output.is_table() && !is_piped {
        writeln!(out, "{}", fit_sentence(&summary.line()))?;
        writeln!(out, "{}", fit_sentence(&args.asked_kinds()))?;
        if counts.games > 0 {
            writeln!(out, "{} not compared", plural(counts.games, "game"))?;
        }
    }
    out.flush()?;
    Ok(match args.fail_on.iter().any(|&class| summary.has(class)) {
        _ if imported.skipped_items > 0 => Outcome::Skipped,
        false => Outcome::Done,
        true => Outcome::NothingFound,
    })
}

/// Prints the first ten faults on standard error, but none that says what a record leaves unsaid.
#[derive(Default)]
struct FaultReport {
    count: usize,
}

impl FaultReport {
    const SHOWN: usize = 10;

    fn add(&mut self, faults: &[Diagnostic]) {
        const UNSAID: [Rule; 2] = [Rule::NoAnswer, Rule::TurnUnknown];
        for fault in faults.iter().filter(|fault| !UNSAID.contains(&fault.rule)) {
            self.count += 1;
            if self.count <= FaultReport::SHOWN {
                report(&format!("{}: {}", fault.location, fault.message));
            }
        }
    }

    fn report(&self) {
        if let Some(more @ 1..) = self.count.checked_sub(FaultReport::SHOWN) {
            let more = plural(more as u64, "more finding");
            report(&format!("and {more}; `gtn-db check` lists all"));
        }
    }
}

/// Writes a problem of Abalone as APGN.
fn write_apgn(
    store: &Store,
    problem: &StoredAbaloneProblem,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for cluster in abalone::cluster_records(std::slice::from_ref(problem), Identity::Problem) {
        let problem = ProblemExport::default().build(store, &cluster)?;
        Format::Apgn.write_problem(&problem, out)?;
    }
    Ok(())
}

/// Writes the game tree of a record as it was submitted, but in UTF-8.
fn write_record(store: &Store, record: &StoredRecord, out: &mut impl Write) -> anyhow::Result<()> {
    let sgf = store.sgf(record.id)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(record.charset.as_ref()));
    write_tree(&tree, Layout::OneLine, out)?;
    Ok(writeln!(out)?)
}
