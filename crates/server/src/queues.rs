//! Queues of submitted problems: assessed on a thread of their own, and kept in memory for the pages.
//! What editors decide is in the database.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::problem::{Problem, describe};
use super::state::{App, View};
use super::text::texts;
use crate::find::{CoreIndex, Known, Novelty, PositionIndex, Queue, Submission};
use crate::import::inputs::{Inputs, Limits};
use crate::import::{self, ImportOptions};
use crate::store::temporary::TemporaryFolder;
use crate::store::{ImportSession, Store, StoredSubmission, SubmissionHash, SubmittedPlace};
use gtn_db_core::Diagnostic;

texts! { "server/queues": NO_SUBMISSION }

/// The most queues in memory.
const KEPT: usize = 4;

/// The distance of near positions that are looked for.
const NEAR: u8 = 2;

/// The queues of this process, the last one that was asked for at the end.
#[derive(Debug, Default)]
pub(super) struct Queues {
    open: Mutex<Vec<Arc<OpenQueue>>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// The problems of a submission beside the known ones of one state of the database.
#[derive(Debug)]
pub(super) struct OpenQueue {
    submission: SubmissionHash,
    /// The state of the sources that were known.
    stamp: (i64, i64),
    /// The ids of the sources that were imported from the submission, with which it is not compared.
    own: Vec<i64>,
    /// Has the database of the submitted problems.
    folder: TemporaryFolder,
    is_canceled: AtomicBool,
    state: Mutex<QueueState>,
}

/// How far a queue is.
#[derive(Clone, Debug, Default)]
pub(super) struct QueueState {
    /// The problems that were assessed, in the order of the submission.
    pub(super) rows: Vec<QueueRow>,
    pub(super) phase: Phase,
    /// What was skipped: each place with its cause.
    pub(super) skipped: Vec<(String, String)>,
    /// The number of games, and of problems of Abalone, which are not judged here.
    pub(super) others: u64,
}

/// What the thread of a queue does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Phase {
    /// The files are read, and what is the same is looked for.
    #[default]
    Comparing,
    /// What is near the new problems, contains them or lies in them is looked for.
    Searching,
    /// Nothing.
    Done,
    /// The files or the database could not be read.
    Failed(String),
}

/// A submitted problem.
#[derive(Clone, Debug)]
pub(super) struct QueueRow {
    pub(super) place: SubmittedPlace,
    pub(super) record_hash: [u8; 16],
    /// Where the record is in the database of the submissions.
    at: (i64, u32, u32),
    /// With the closest known record only.
    pub(super) submission: Arc<Submission>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queues {
    /// The queue of a submission, which may go on growing. Begins it if there is none of the present
    /// state of the sources.
    ///
    /// # Errors
    /// 404 without such a submission; 500 if the disk or a thread is missing.
    pub(super) fn open(
        &self,
        app: &Arc<App>,
        view: &View<'_>,
        submission: SubmissionHash,
    ) -> Result<Arc<OpenQueue>, Problem> {
        let found = find_submission(view.store, submission)?;
        let stamp = view.store.source_stamp()?;
        let mut open = lock(&self.open);
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
        let (filled, app) = (Arc::clone(&queue), Arc::clone(app));
        let fill = move || {
            let done = catch_unwind(AssertUnwindSafe(|| filled.fill(&app, named)));
            lock(&filled.state).phase = match done {
                Ok(Ok(())) => Phase::Done,
                Ok(Err(problem)) => {
                    problem.log.iter().for_each(|log| (app.report)(log));
                    Phase::Failed(problem.detail)
                }
                Err(_) => {
                    (app.report)("the assessment of a submission panicked");
                    Phase::Failed("the server failed; its log says why".to_owned())
                }
            };
        };
        let thread =
            thread::Builder::new().name("queue".to_owned()).spawn(fill).map_err(internal)?;
        let mut threads = lock(&self.threads);
        threads.retain(|thread| !thread.is_finished());
        threads.push(thread);
        if open.len() == KEPT {
            open.remove(0).cancel();
        }
        open.push(Arc::clone(&queue));
        Ok(queue)
    }

    /// Ends all threads, and waits for their ends.
    pub(super) fn end(&self) {
        lock(&self.open).drain(..).for_each(|queue| queue.cancel());
        for thread in lock(&self.threads).drain(..) {
            let _ = thread.join(); // a panic was reported
        }
    }
}

/// A submission.
///
/// # Errors
/// 404 without such a submission.
pub(super) fn find_submission(
    store: &Store,
    hash: SubmissionHash,
) -> Result<StoredSubmission, Problem> {
    store.submission(hash)?.ok_or_else(|| Problem::not_found(NO_SUBMISSION))
}

/// The name of the source that a submitted file becomes: `upload/2026-11-26-HASH/name`.
pub(super) fn source_name(date: &str, submission: SubmissionHash, name: &str) -> String {
    format!("{}{name}", source_prefix(date, submission))
}

/// The beginning of the names of the sources of a submission.
pub(super) fn source_prefix(date: &str, submission: SubmissionHash) -> String {
    format!("upload/{date}-{}/", hex(submission))
}

/// The digits of a hash in names and addresses.
pub(super) fn hex(hash: [u8; 16]) -> String {
    format!("{:032x}", u128::from_be_bytes(hash))
}

/// The hash in an address.
///
/// # Errors
/// 404 if the text is none.
pub(super) fn parse_hash(text: &str) -> Result<SubmissionHash, Problem> {
    let number = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32);
    let hash = number.map(u128::to_be_bytes);
    hash.ok_or_else(|| Problem::not_found(NO_SUBMISSION))
}

impl OpenQueue {
    fn cancel(&self) {
        self.is_canceled.store(true, Ordering::SeqCst);
    }

    /// The queue as it is now.
    pub(super) fn state(&self) -> QueueState {
        lock(&self.state).clone()
    }

    fn database(&self) -> PathBuf {
        self.folder.path().join("gtn.db")
    }

    /// The database of the submitted problems.
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub(super) fn store(&self) -> Result<Store, Problem> {
        Ok(Store::open(&self.database())?)
    }

    fn fill(&self, app: &App, files: Vec<(String, PathBuf)>) -> Result<(), Problem> {
        let inputs = Inputs::rename(files, Limits::default());
        let inputs = inputs.map_err(|error| Problem::internal(describe(&error)))?;
        let mut options = ImportOptions::new(&self.is_canceled);
        options.max_listed = import::MAX_LISTED;
        let session = ImportSession::open(&self.database())?;
        let imported = import::import(session, inputs, options, &|_| ())?;
        let store = self.store()?;
        let families = store.family_counts()?;
        {
            let mut state = lock(&self.state);
            state.others = families.go.games + families.abalone.records + families.abalone.games;
            let skipped = imported.diagnostics.iter().filter(|fault| !fault.is_kept());
            let describe = |fault: &Diagnostic| (fault.location.to_string(), fault.message.clone());
            state.skipped = skipped.map(describe).collect();
        }
        app.with_view(|view| {
            let positions = PositionIndex::load_like(view.store, &store)?;
            let cores = CoreIndex::load_like(view.store, &store)?;
            let known = Known {
                store: view.store,
                cores: &cores,
                positions: &positions,
                near: None,
                contained: false,
                nearest: false,
                all: false,
                without: &self.own,
            };
            let mut queue = Queue::new(&known, &store, &imported.diagnostics);
            for at in store.record_places()? {
                if self.is_canceled.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let Some(mut submission) = queue.assess(at, |_| true)? else { continue };
                submission.matches.truncate(1);
                let place = SubmittedPlace {
                    source: submission.record.at.source.clone(),
                    tree: submission.record.at.tree,
                    problem: submission.record.at.problem,
                };
                let record_hash = store.record_hash(submission.record.id)?;
                let submission = Arc::new(submission);
                lock(&self.state).rows.push(QueueRow { place, record_hash, at, submission });
            }
            lock(&self.state).phase = Phase::Searching;
            let positions = view.positions()?;
            let known = Known {
                positions: &positions,
                near: Some(NEAR),
                contained: true,
                nearest: true,
                ..known
            };
            self.search(&known, &store)
        })
    }

    /// Looks for more that is like the new problems.
    fn search(&self, known: &Known<'_>, store: &Store) -> Result<(), Problem> {
        let is_new = |row: &QueueRow| row.submission.verdict.novelty == Novelty::New;
        let new: Vec<(usize, (i64, u32, u32))> = {
            let state = lock(&self.state);
            let rows = state.rows.iter().enumerate();
            rows.filter(|(_, row)| is_new(row)).map(|(index, row)| (index, row.at)).collect()
        };
        let mut queue = Queue::new(known, store, &[]);
        for (index, at) in new {
            if self.is_canceled.load(Ordering::Relaxed) {
                return Ok(());
            }
            let Some(found) = queue.assess(at, |_| true)? else { continue };
            if found.verdict.novelty != Novelty::New {
                let mut state = lock(&self.state);
                let mut submission = Submission::clone(&state.rows[index].submission);
                submission.verdict = found.verdict;
                submission.matches = found.matches;
                submission.matches.truncate(1);
                state.rows[index].submission = Arc::new(submission);
            }
        }
        Ok(())
    }
}
