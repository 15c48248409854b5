//! `gtn-db compare`: which submitted problems are new, and whether the answers of the others agree.

mod args;
mod keys;
mod page;
mod queue_report;
mod row;
mod summary;

use std::path::Path;

use gtn_db::find::abalone;
use gtn_db::find::{CoreIndex, Known, PositionSource, Queue, Submissions};
use gtn_db::import::inputs::Limits;
use gtn_db::store::{FamilyCounts, Store};

pub use args::CompareArgs;
use queue_report::{QueueReport, Target};

use crate::cli::input::{gather_inputs, list_files};
use crate::cli::output::progress::Progress;
use crate::cli::scratch_database::ScratchDatabase;
use crate::cli::{Global, Outcome};

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
