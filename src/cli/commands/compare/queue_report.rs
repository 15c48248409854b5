//! What `compare` prints and writes of the submitted problems.

use std::io::Write;
use std::path::{Path, PathBuf};

use gtn_db::answer::abalone::ProblemExport;
use gtn_db::export::abalone::Format;
use gtn_db::find::abalone::{self, Assessment};
use gtn_db::find::{Identity, Known, MAX_NEAR, QueueClass, Submission};
use gtn_db::model::Charset;
use gtn_db::sgf::{GameTree, Layout, write_tree};
use gtn_db::store::{Store, StoredAbaloneProblem, StoredRecord};
use gtn_db::{Diagnostic, Rule};

use super::args::{CompareArgs, is_page};
use super::page::Rows;
use super::row::SubmissionRow;
use super::summary::Summary;
use crate::cli::error::CommandError;
use crate::cli::output::{Listing, OutputFile, Stdout, fit_sentence, plural};
use crate::cli::scratch_database::ScratchDatabase;
use crate::cli::{Global, Outcome, report};

/// Where `-o` leads.
pub enum Target {
    /// The chosen problems, as SGF or APGN.
    Problems(OutputFile),
    /// A page of them.
    Page(OutputFile, Rows),
}

impl Target {
    /// Creates the file at a path, which must be none of the `inputs`.
    pub fn create(path: &Path, inputs: &[PathBuf], global: &Global) -> anyhow::Result<Target> {
        let file = OutputFile::create(path, inputs, global)?;
        Ok(match is_page(path) {
            true => Target::Page(file, Rows::default()),
            false => Target::Problems(file),
        })
    }
}

/// The report of a comparison, to which one submitted problem after the other is added.
pub struct QueueReport<'a> {
    args: &'a CompareArgs,
    /// The database of the submitted problems.
    submissions: &'a Store,
    target: Option<Target>,
    listing: Listing<SubmissionRow, Stdout>,
    summary: Summary,
    faults: FaultReport,
    /// The problems that `--only` chooses.
    chosen: usize,
    /// The problems with more near positions than are compared.
    with_more: u64,
}

impl<'a> QueueReport<'a> {
    /// A report without problems.
    ///
    /// # Errors
    /// If `target` is a file of problems and there are both Go problems and problems of Abalone.
    pub fn new(
        args: &'a CompareArgs,
        submissions: &'a Store,
        target: Option<Target>,
    ) -> anyhow::Result<QueueReport<'a>> {
        let families = submissions.family_counts()?;
        let is_mixed = families.go.records > 0 && families.abalone.records > 0;
        if is_mixed && matches!(target, Some(Target::Problems(_))) {
            let message =
                "-o: there are problems of Go and of Abalone; compare one after the other";
            return Err(CommandError::new(message).into());
        }
        Ok(QueueReport {
            args,
            submissions,
            target,
            listing: args.output.listing()?,
            summary: Summary::default(),
            faults: FaultReport::default(),
            chosen: 0,
            with_more: 0,
        })
    }

    /// Whether the report shows the known records of a problem.
    pub fn needs_matches(&self, submission: &Submission) -> bool {
        let has_room_for_matches =
            matches!(self.target, Some(Target::Page(..))) || !self.args.output.is_table();
        has_room_for_matches && self.is_listed() && self.is_chosen(|class| submission.has(class))
    }

    /// Whether the next chosen problem is within `--limit` and standard output is free for the listing.
    fn is_listed(&self) -> bool {
        self.chosen < self.args.limit.count() && !self.args.is_piped()
    }

    /// Whether `--only` chooses a problem that `has` some of its values.
    fn is_chosen(&self, has: impl Fn(QueueClass) -> bool) -> bool {
        let only = &self.args.only;
        only.is_empty() || only.iter().any(|&class| has(class))
    }

    /// Adds a Go problem.
    pub fn add(&mut self, known: &Known<'_>, submission: &Submission) -> anyhow::Result<()> {
        self.summary.add(submission);
        self.faults.add(&submission.faults);
        self.with_more += u64::from(submission.verdict.has_more);
        if !self.is_chosen(|class| submission.has(class)) {
            return Ok(());
        }
        let is_listed = self.is_listed();
        match &mut self.target {
            Some(Target::Problems(file)) => {
                write_record(self.submissions, &submission.record, file)?;
            }
            Some(Target::Page(_, rows)) if is_listed => {
                rows.add(known, self.submissions, submission)?;
            }
            _ => {}
        }
        if is_listed {
            self.listing.push(&SubmissionRow::new(submission))?;
        }
        self.chosen += 1;
        Ok(())
    }

    /// Adds a problem of Abalone.
    pub fn add_abalone(
        &mut self,
        problem: &StoredAbaloneProblem,
        assessment: &Assessment,
    ) -> anyhow::Result<()> {
        self.summary.add_verdict(assessment.novelty, assessment.answers);
        let has = |class| match class {
            QueueClass::Verdict(novelty) => novelty == assessment.novelty,
            QueueClass::Answers(answers) => Some(answers) == assessment.answers,
            QueueClass::Repeated | QueueClass::Fault(_) => false,
        };
        if !self.is_chosen(has) {
            return Ok(());
        }
        let row = SubmissionRow::of_abalone(problem, assessment);
        match &mut self.target {
            Some(Target::Problems(file)) => write_apgn(self.submissions, problem, file)?,
            Some(Target::Page(_, rows)) => rows.add_abalone(&row),
            None => {}
        }
        if self.is_listed() {
            self.listing.push(&row)?;
        }
        self.chosen += 1;
        Ok(())
    }

    /// Prints what is left to print, and finishes the file. A file stays as it is if no problem was chosen.
    pub fn finish(self, scratch: &ScratchDatabase) -> anyhow::Result<Outcome> {
        let args = self.args;
        if self.with_more > 0 {
            let problems = plural(self.with_more, "problem");
            let have = if self.with_more == 1 { "has" } else { "have" };
            report(&format!(
                "{problems} {have} more than {MAX_NEAR} near positions; the nearest of those compared count"
            ));
        }
        scratch.report_skipped();
        self.faults.report();
        let mut out = self.listing.finish()?;
        match self.target {
            Some(Target::Problems(file)) if self.chosen > 0 => file.finish()?,
            Some(Target::Page(mut file, rows)) => {
                let mut lines = vec![self.summary.line(), args.asked_kinds()];
                lines.extend(scratch.skipped().map(|line| format!("Not read: {line}")));
                rows.write(self.chosen, lines, &mut file)?;
                file.finish()?;
            }
            _ => {}
        }
        if args.output.is_table() && !args.is_piped() {
            writeln!(out, "{}", fit_sentence(&self.summary.line()))?;
            writeln!(out, "{}", fit_sentence(&args.asked_kinds()))?;
            let families = self.submissions.family_counts()?;
            let games = families.go.games + families.abalone.games;
            if games > 0 {
                writeln!(out, "{} not compared", plural(games, "game"))?;
            }
        }
        out.flush()?;
        Ok(match args.fail_on.iter().any(|&class| self.summary.has(class)) {
            _ if scratch.imported.skipped_items > 0 => Outcome::Skipped,
            false => Outcome::Done,
            true => Outcome::NothingFound,
        })
    }
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
