//! Assesses the problems of a submission on a thread of their own.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use gtn_db_core::Diagnostic;

use super::database::lock;
use super::problem::{Problem, describe};
use super::queues::{OpenQueue, Phase, QueueRow, find_submission, source_name, source_prefix};
use super::state::{App, View};
use crate::find::{CoreIndex, Known, Novelty, Queue, Submission, Submissions};
use crate::import::inputs::{Inputs, Limits};
use crate::import::{self, ImportOptions};
use crate::model::Occurrence;
use crate::store::temporary::TemporaryFolder;
use crate::store::{ImportSession, Store, SubmissionHash, SubmittedPlace};

/// The most queues in memory.
const KEPT: usize = 4;

/// The distance of near positions that are looked for.
const NEAR: u8 = 2;

/// The queue of a submission, which may go on growing. Begins it if there is none of the present
/// state of the sources.
///
/// # Errors
/// 404 without such a submission; 500 if the disk or a thread is missing.
pub(super) fn open_queue(
    app: &Arc<App>,
    view: &View<'_>,
    submission: SubmissionHash,
) -> Result<Arc<OpenQueue>, Problem> {
    let found = find_submission(view.store, submission)?;
    let stamp = view.store.source_stamp()?;
    let mut open = lock(&app.queues.open);
    if let Some(at) = open.iter().position(|queue| queue.submission == submission) {
        let queue = open.remove(at);
        if queue.stamp == stamp && !matches!(lock(&queue.state).phase, Phase::Failed(_)) {
            open.push(Arc::clone(&queue));
            return Ok(queue);
        }
        queue.cancel();
    }
    let files = view.store.submitted_files(submission)?;
    let internal = |error: std::io::Error| Problem::internal(describe(&error));
    let folder = TemporaryFolder::create().map_err(internal)?;
    let mut named = Vec::with_capacity(files.len());
    for (number, (name, content)) in files.into_iter().enumerate() {
        let path = folder.path().join(number.to_string());
        std::fs::write(&path, content).map_err(internal)?;
        named.push((source_name(&found.date, submission, &name), path));
    }
    let prefix = source_prefix(&found.date, submission);
    let own = view.store.sources_with_prefix(&prefix)?;
    let queue = Arc::new(OpenQueue {
        submission,
        stamp,
        own: own.into_iter().map(|(id, _)| id).collect(),
        folder,
        is_canceled: AtomicBool::new(false),
        state: Mutex::default(),
    });
    let (filled, reader) = (Arc::clone(&queue), Arc::clone(app));
    let work = move || {
        let done = catch_unwind(AssertUnwindSafe(|| fill(&filled, &reader, named)));
        if filled.is_canceled.load(Ordering::SeqCst) {
            return; // the queue stays incomplete
        }
        lock(&filled.state).phase = match done {
            Ok(Ok(())) => Phase::Done,
            Ok(Err(problem)) => {
                problem.log.iter().for_each(|log| (reader.report)(log));
                Phase::Failed(problem.detail)
            }
            Err(_) => {
                (reader.report)("the assessment of a submission panicked");
                Phase::Failed("the server failed; its log says why".to_owned())
            }
        };
    };
    let thread = thread::Builder::new().name("queue".to_owned()).spawn(work).map_err(internal)?;
    let mut threads = lock(&app.queues.threads);
    threads.retain(|thread| !thread.is_finished());
    threads.push(thread);
    if open.len() == KEPT {
        open.remove(0).cancel();
    }
    open.push(Arc::clone(&queue));
    Ok(queue)
}

/// Assesses all problems of the files.
fn fill(open: &OpenQueue, app: &App, files: Vec<(String, PathBuf)>) -> Result<(), Problem> {
    let inputs = Inputs::rename(files, Limits::default());
    let inputs = inputs.map_err(|error| Problem::internal(describe(&error)))?;
    let mut options = ImportOptions::new(&open.is_canceled);
    options.max_listed = import::MAX_LISTED;
    let session = ImportSession::open(&open.database())?;
    let imported = import::import(session, inputs, options, &|_| ())?;
    let store = open.store()?;
    let families = store.family_counts()?;
    {
        let mut state = lock(&open.state);
        state.others = families.go.games + families.abalone.records + families.abalone.games;
        let skipped = imported.diagnostics.iter().filter(|fault| !fault.is_kept());
        let describe = |fault: &Diagnostic| (fault.location.to_string(), fault.message.clone());
        state.skipped = skipped.map(describe).collect();
    }
    app.with_view(|view| {
        let mut source = view.position_source()?;
        let asked = Submissions::look_up(&store, view.store, &open.own)?;
        let cores = CoreIndex::load_like(view.store, &asked, Some(0))?;
        let known = Known {
            store: view.store,
            cores: &cores,
            positions: source.like(&asked, None, false)?,
            near: None,
            contained: false,
            nearest: false,
            all: false,
            without: &open.own,
        };
        let mut queue = Queue::new(&known, &store, &imported.diagnostics);
        let mut firsts: HashMap<SubmittedPlace, usize> = HashMap::new();
        for id in store.record_ids()? {
            if open.is_canceled.load(Ordering::Relaxed) {
                return Ok(());
            }
            let Some(mut submission) = queue.assess(id, |_| true)? else { continue };
            submission.matches.truncate(1);
            let place_of = |at: &Occurrence| SubmittedPlace {
                source: at.source.clone(),
                tree: at.tree,
                problem: at.problem,
            };
            let place = place_of(&submission.record.at);
            let first = submission.copy_of.as_ref().and_then(|at| firsts.get(&place_of(at)));
            let record_hash = store.record_hash(submission.record.id)?;
            let mut state = lock(&open.state);
            let is_same =
                |&&first: &&usize| state.rows[first].submission.rules() == submission.rules();
            let copy_of = first.filter(is_same).copied();
            if copy_of.is_none() {
                firsts.insert(place.clone(), state.rows.len());
            }
            let submission = Arc::new(submission);
            state.rows.push(QueueRow { place, record_hash, copy_of, submission });
        }
        lock(&open.state).phase = Phase::Searching;
        let cores = CoreIndex::load_like(view.store, &asked, None)?;
        let mut source = view.position_source()?;
        let known = Known {
            cores: &cores,
            positions: source.like(&asked, Some(NEAR), true)?,
            near: Some(NEAR),
            contained: true,
            nearest: true,
            ..known
        };
        search(open, &known, &store)
    })
}

/// Looks for more that is like the new problems. What is found of a problem is found of its copies.
fn search(open: &OpenQueue, known: &Known<'_>, store: &Store) -> Result<(), Problem> {
    let is_new =
        |row: &QueueRow| row.submission.verdict.novelty == Novelty::New && row.copy_of.is_none();
    let mut copies: HashMap<usize, Vec<usize>> = HashMap::new();
    let new: Vec<(usize, i64)> = {
        let state = lock(&open.state);
        let rows = || state.rows.iter().enumerate();
        for (index, row) in rows() {
            row.copy_of.iter().for_each(|&first| copies.entry(first).or_default().push(index));
        }
        let new = rows().filter(|(_, row)| is_new(row));
        new.map(|(index, row)| (index, row.submission.record.id)).collect()
    };
    let mut queue = Queue::new(known, store, &[]);
    for (index, id) in new {
        if open.is_canceled.load(Ordering::Relaxed) {
            return Ok(());
        }
        let Some(found) = queue.assess(id, |_| true)? else { continue };
        if found.verdict.novelty != Novelty::New {
            let mut matches = found.matches;
            matches.truncate(1);
            let mut state = lock(&open.state);
            let copies = copies.remove(&index).unwrap_or_default();
            for index in copies.into_iter().chain([index]) {
                let mut submission = Submission::clone(&state.rows[index].submission);
                submission.verdict = found.verdict.clone();
                submission.matches = matches.clone();
                state.rows[index].submission = Arc::new(submission);
            }
        }
    }
    Ok(())
}
