//! `gtn-db check --solve`: compares the answers of records with what the solver proves.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use gtn_db::answer::SolveFindingJson;
use gtn_db::find::{
    SolveClass, SolveCounts, SolveFinding, count_solvable, solve_problems, visit_verdicts,
};
use gtn_db::import::inputs::Limits as InputLimits;
use gtn_db::solve::{BookMove, Limits};
use gtn_db::store::{ImportSession, Store};

use crate::cli::input::gather_inputs;
use crate::cli::output::progress::Progress;
use crate::cli::output::{LimitArgs, OutputArgs, Row, plural};
use crate::cli::scratch_database::ScratchDatabase;
use crate::cli::signals::{Ending, cancel_flag};
use crate::cli::{Global, Outcome, report};

/// More take days, and Ctrl-C ends them.
pub(super) const MAX_NODES: u64 = 1_000_000_000_000;

/// Searches look at the flag every 1,024 nodes, and proofs that are being made are finished.
const ENDING: Ending =
    Ending { grace: Duration::from_secs(3), note: "interrupted; the verdicts so far are kept" };

/// What is listed if the user names no class.
const LISTED: [SolveClass; 4] =
    [SolveClass::Refuted, SolveClass::Differs, SolveClass::Dual, SolveClass::Found];

pub(super) fn class_parser() -> impl TypedValueParser<Value = SolveClass> {
    let named = |name: &str| SolveClass::ALL.into_iter().find(|class| class.name() == name);
    PossibleValuesParser::new(SolveClass::ALL.iter().map(|class| class.name()))
        .map(move |name| named(&name).expect("the possible values are the names of all classes"))
}

impl Row for SolveFindingJson {
    const HEADINGS: &'static [&'static str] =
        &["class", "key", "source", "tree", "turn", "finding"];
    const FIELDS: &'static [&'static str] = &[
        "class", "key", "turn", "source", "tree", "name", "outcome", "unknown", "stated", "agrees",
        "accepted", "moves", "further", "nodes",
    ];

    fn cell(&self, heading: &str) -> Option<String> {
        match heading {
            "key" => Some(self.key[..8].to_owned()),
            "finding" => Some(self.finding.clone()),
            _ => None,
        }
    }
}

/// What is solved, and what is listed.
pub(super) struct Job<'a> {
    /// Files, folders and archives; the database if there are none.
    pub(super) paths: &'a [PathBuf],
    /// The classes to list; those of [`LISTED`] if there are none.
    pub(super) classes: &'a [SolveClass],
    /// The most positions to search for each problem.
    pub(super) nodes: u64,
    pub(super) limit: LimitArgs,
    pub(super) output: &'a OutputArgs,
}

pub(super) fn run(job: &Job<'_>, global: &Global) -> anyhow::Result<Outcome> {
    let scratch;
    let path = if job.paths.is_empty() {
        global.database()?
    } else {
        let inputs = gather_inputs(job.paths, InputLimits::default())?;
        scratch = ScratchDatabase::import(inputs, global)?;
        scratch.report_skipped();
        scratch.store.path().to_owned()
    };
    let store = Store::open(&path)?;
    let altered = store.altered_verdict_count()?;
    if altered > 0 {
        report(&format!("altered and computed again: {}", plural(altered, "stored verdict")));
    }
    let cancel = cancel_flag(ENDING);
    let limits = Limits { nodes: job.nodes, cancel: Some(cancel) };
    let SolveCounts { solved, known } = {
        let progress = Progress::start(global, "Solving", Some(count_solvable(&store)?));
        let mut session = ImportSession::open(&path)?;
        let counts = solve_problems(&store, &mut session, &limits, |count| progress.add(count))?;
        session.finish()?;
        counts
    };
    if cancel.load(Ordering::Relaxed) {
        report(&format!(
            "interrupted: {} solved, {known} known before; the same command goes on",
            plural(solved, "problem")
        ));
        return Ok(Outcome::Interrupted);
    }
    let classes = if job.classes.is_empty() { &LISTED[..] } else { job.classes };
    let mut listing = job.output.listing()?;
    let mut tally = Tally::default();
    let mut listed = 0;
    let has_bar = job.output.is_table() || !io::stdout().is_terminal();
    let progress = has_bar.then(|| Progress::start(global, "Comparing", None));
    let mut damaged = 0;
    visit_verdicts(
        &store,
        |found| {
            progress.iter().for_each(|progress| progress.add(1));
            tally.count(&found);
            if classes.contains(&found.class) {
                listed += 1;
                if listed <= job.limit.count() {
                    listing.push(&SolveFindingJson::new(&found))?;
                }
            }
            anyhow::Ok(())
        },
        |error| {
            damaged += 1;
            report(&error.to_string());
        },
    )?;
    drop(progress);
    let mut out = listing.finish()?;
    if job.output.is_table() {
        out.write_all(tally.summary().as_bytes())?;
    }
    out.flush()?;
    Ok(match (damaged, listed) {
        (1.., _) => Outcome::Failed,
        (_, 0) => Outcome::Done,
        _ => Outcome::Skipped,
    })
}

/// How many records have each class.
#[derive(Default)]
struct Tally {
    classes: BTreeMap<SolveClass, u64>,
    unknown: BTreeMap<&'static str, u64>,
    /// Records with an answer and a verdict that is not settled, and those of them of which an accepted
    /// move is confirmed.
    answered: u64,
    confirmed: u64,
    /// Records that state an outcome of which something is claimed, and those of them that agree.
    stated: u64,
    agreeing: u64,
}

impl Tally {
    fn count(&mut self, found: &SolveFinding) {
        *self.classes.entry(found.class).or_default() += 1;
        self.stated += u64::from(found.agrees.is_some());
        self.agreeing += u64::from(found.agrees == Some(true));
        if let Err(why) = found.outcome {
            *self.unknown.entry(why.name()).or_default() += 1;
        } else if found.class != SolveClass::Settled && !found.accepted.is_empty() {
            let has_confirmed = found.accepted.iter().any(|(_, one)| *one == BookMove::Confirmed);
            self.answered += 1;
            self.confirmed += u64::from(has_confirmed);
        }
    }

    fn summary(&self) -> String {
        let list = |counts: &mut dyn Iterator<Item = (&'static str, u64)>| {
            let texts: Vec<String> =
                counts.map(|(name, count)| format!("{name} {count}")).collect();
            texts.join(", ")
        };
        let all: u64 = self.classes.values().sum();
        let mut classes = self.classes.iter().map(|(class, &count)| (class.name(), count));
        let mut text = format!("{}: {}\n", plural(all, "record"), list(&mut classes));
        if !self.unknown.is_empty() {
            let mut unknown = self.unknown.iter().map(|(&name, &count)| (name, count));
            text += &format!("unknown: {}\n", list(&mut unknown));
        }
        if self.answered > 0 {
            text += &format!(
                "of {} with an answer and a verdict that is not settled, an accepted move is confirmed in {}\n",
                plural(self.answered, "record"),
                self.confirmed
            );
        }
        if self.stated > 0 {
            text += &format!(
                "of {} that state an outcome and have a verdict, {} agree\n",
                plural(self.stated, "record"),
                self.agreeing
            );
        }
        text
    }
}
