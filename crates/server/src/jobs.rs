//! Imports that go on after the request that began them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use jiff::Timestamp;
use serde::Serialize;

use super::problem::{Problem, describe};
use crate::answer::ImportJson;
use crate::import::inputs::{Inputs, Limits};
use crate::import::{self, ImportError, ImportOptions, reread_records};
use crate::model::READING;
use crate::store::temporary::TemporaryFolder;
use crate::store::{ImportSession, StoreError};

/// The most imports that are remembered.
const KEPT: usize = 8;

/// Files that a client has sent.
#[derive(Debug)]
pub(super) struct Upload {
    /// The names of the sources that the files become, and where the files are in `folder`.
    pub(super) files: Vec<(String, PathBuf)>,
    /// Removed with the upload.
    pub(super) folder: TemporaryFolder,
}

/// The imports of this process: at most one that runs, and the last ones that have ended.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    jobs: Mutex<Vec<Arc<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// An import.
#[derive(Debug)]
pub(super) struct Job {
    /// Random, so that an address of an earlier process leads nowhere.
    pub(super) id: String,
    /// The names of its files, which are those of sources or begin those of the entries of archives.
    pub(super) files: Vec<String>,
    /// The number of bytes to read.
    total: u64,
    bytes: AtomicU64,
    is_canceled: AtomicBool,
    end: Mutex<Option<End>>,
}

/// How an import has ended.
#[derive(Clone, Debug)]
enum End {
    Imported(Box<ImportJson>),
    Failed(String),
}

/// An import and how far it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct JobJson {
    /// Names the import in `/api/v1/jobs/{id}`.
    pub(super) id: String,
    pub(super) state: JobState,
    /// The number of bytes that were read.
    pub(super) bytes: u64,
    /// The number of bytes to read.
    pub(super) total: u64,
    /// What was imported, as `import --json` prints it; null while the import runs, and if it
    /// failed.
    pub(super) report: Option<ImportJson>,
    /// Why the import failed, in a sentence.
    pub(super) error: Option<String>,
}

/// Whether an import runs, and how it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum JobState {
    /// It goes on.
    Running,
    /// All files were read.
    Done,
    /// It was ended early; the files that were finished are kept.
    Canceled,
    /// The database could not be read or written.
    Failed,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// The import with this id, if it is remembered.
    pub(super) fn find(&self, id: &str) -> Option<Arc<Job>> {
        lock(&self.jobs).iter().find(|job| job.id == id).cloned()
    }

    /// Forgets an import that has ended.
    pub(super) fn forget(&self, id: &str) {
        lock(&self.jobs).retain(|job| job.id != id || job.is_running());
    }

    /// The import that runs.
    pub(super) fn running(&self) -> Option<Arc<Job>> {
        lock(&self.jobs).iter().find(|job| job.is_running()).cloned()
    }

    /// Begins to import files on a thread of its own. Messages about bugs and damage go to
    /// `report`.
    ///
    /// # Errors
    /// 409 if another import runs; 500 if the files are gone, or the system refuses a thread.
    pub(super) fn begin(
        &self,
        session: ImportSession,
        upload: Upload,
        report: fn(&str),
    ) -> Result<Arc<Job>, Problem> {
        let mut jobs = lock(&self.jobs);
        if jobs.iter().any(|job| job.is_running()) {
            return Err(Problem::importing());
        }
        let Upload { files, folder } = upload;
        let names = files.iter().map(|(name, _)| name.clone()).collect();
        let inputs = Inputs::rename(files, Limits::default());
        let inputs = inputs.map_err(|error| Problem::internal(describe(&error)))?;
        let mut id = [0; 8];
        getrandom::fill(&mut id).expect("the system has random bytes");
        let job = Arc::new(Job {
            id: format!("{:016x}", u64::from_le_bytes(id)),
            files: names,
            total: inputs.total_bytes(),
            bytes: AtomicU64::new(0),
            is_canceled: AtomicBool::new(false),
            end: Mutex::new(None),
        });
        let running = Arc::clone(&job);
        let run = move || {
            let _folder = folder;
            let imported = catch_unwind(AssertUnwindSafe(|| running.import(session, inputs)));
            let end = match imported {
                Ok(Ok(imported)) => End::Imported(Box::new(imported)),
                Ok(Err(error)) => {
                    let problem = Problem::from(error);
                    problem.log.iter().for_each(|log| report(log));
                    End::Failed(problem.detail)
                }
                Err(_) => {
                    report("an import panicked");
                    End::Failed("the import failed; the log of the server says why".to_owned())
                }
            };
            *lock(&running.end) = Some(end);
        };
        let thread = thread::Builder::new().name("import".to_owned()).spawn(run);
        let thread = thread.map_err(|error| Problem::internal(describe(&error)))?;
        *lock(&self.thread) = Some(thread);
        if jobs.len() == KEPT {
            jobs.remove(0);
        }
        jobs.push(Arc::clone(&job));
        Ok(job)
    }

    /// Ends the import that runs, and waits for its end. Finished sources are kept.
    pub(super) fn end(&self) {
        if let Some(job) = self.running() {
            job.cancel();
        }
        let thread = lock(&self.thread).take();
        if let Some(thread) = thread {
            let _ = thread.join(); // a panic was reported
        }
    }
}

impl Job {
    fn import(
        &self,
        mut session: ImportSession,
        inputs: Inputs,
    ) -> Result<ImportJson, ImportError> {
        let mut options = ImportOptions::new(&self.is_canceled);
        options.started = Some(Timestamp::now().as_second());
        options.max_listed = import::MAX_LISTED;
        let mut report = import::Report::default();
        report.reread = self.reread_if_due(&mut session)?;
        report.is_interrupted = report.reread.is_some_and(|reread| !reread.is_complete);
        let progress = |bytes| {
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        };
        report.append(import::import(session, inputs, options, &progress)?);
        Ok(ImportJson::new(&report, options.prune, false))
    }

    /// Reads all records again if an earlier version of gtn-db read them.
    fn reread_if_due(
        &self,
        session: &mut ImportSession,
    ) -> Result<Option<import::Reread>, StoreError> {
        if session.reading()? >= READING {
            return Ok(None);
        }
        reread_records(session, &self.is_canceled, &|_| ()).map(Some)
    }

    /// Ends the import early.
    pub(super) fn cancel(&self) {
        self.is_canceled.store(true, Ordering::SeqCst);
    }

    /// Whether the import goes on.
    pub(super) fn is_running(&self) -> bool {
        lock(&self.end).is_none()
    }

    /// The import as it is now.
    pub(super) fn describe(&self) -> JobJson {
        let (state, report, error) = match lock(&self.end).clone() {
            None => (JobState::Running, None, None),
            Some(End::Failed(error)) => (JobState::Failed, None, Some(error)),
            Some(End::Imported(report)) if report.interrupted => {
                (JobState::Canceled, Some(*report), None)
            }
            Some(End::Imported(report)) => (JobState::Done, Some(*report), None),
        };
        let bytes = self.bytes.load(Ordering::Relaxed);
        JobJson { id: self.id.clone(), state, bytes, total: self.total, report, error }
    }
}
