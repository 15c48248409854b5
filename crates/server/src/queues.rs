//! Queues of submitted problems, kept in memory for the pages. What editors decide is in the database.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::database::lock;
use super::problem::Problem;
use super::text::texts;
use crate::find::Submission;
use crate::store::temporary::TemporaryFolder;
use crate::store::{Store, StoredSubmission, SubmissionHash, SubmittedPlace};

texts! { "server/queues": NO_SUBMISSION }

/// The queues of this process, the last one that was asked for at the end.
#[derive(Debug, Default)]
pub(super) struct Queues {
    pub(super) open: Mutex<Vec<Arc<OpenQueue>>>,
    pub(super) threads: Mutex<Vec<JoinHandle<()>>>,
}

/// The problems of a submission beside the known ones of one state of the database.
#[derive(Debug)]
pub(super) struct OpenQueue {
    pub(super) submission: SubmissionHash,
    /// The state of the sources that were known.
    pub(super) stamp: (i64, i64),
    /// The ids of the sources that were imported from the submission, with which it is not compared.
    pub(super) own: Vec<i64>,
    /// Has the database of the submitted problems.
    pub(super) folder: TemporaryFolder,
    pub(super) is_canceled: AtomicBool,
    pub(super) state: Mutex<QueueState>,
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

impl QueueState {
    /// The indexes of the copies of a row.
    pub(super) fn copies(&self, of: usize) -> impl Iterator<Item = usize> {
        let behind = self.rows.iter().enumerate().skip(of + 1);
        behind.filter(move |(_, row)| row.copy_of == Some(of)).map(|(index, _)| index)
    }
}

/// A submitted problem.
#[derive(Clone, Debug)]
pub(super) struct QueueRow {
    pub(super) place: SubmittedPlace,
    pub(super) record_hash: [u8; 16],
    /// The index of the row of which this is a copy: the same problem with the same answers and faults.
    pub(super) copy_of: Option<usize>,
    /// With the closest known record only.
    pub(super) submission: Arc<Submission>,
}

impl Queues {
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
    pub(super) fn cancel(&self) {
        self.is_canceled.store(true, Ordering::SeqCst);
    }

    /// The queue as it is now.
    pub(super) fn state(&self) -> QueueState {
        lock(&self.state).clone()
    }

    pub(super) fn database(&self) -> PathBuf {
        self.folder.path().join("gtn.db")
    }

    /// The database of the submitted problems.
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub(super) fn store(&self) -> Result<Store, Problem> {
        Ok(Store::open(&self.database())?)
    }
}
