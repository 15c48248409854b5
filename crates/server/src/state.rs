//! What all requests share: settings, connections, indexes; and how a request reads the database.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task;
use tokio::time::timeout;

use super::batches::Batches;
use super::database::Database;
use super::exports::Exports;
use super::jobs::Jobs;
use super::near_search::NearSearches;
use super::problem::Problem;
use super::queues::Queues;
use crate::publish::{BookOptions, BookPart, Publication};
use crate::store::{ImportSession, StoreError};
pub(super) use crate::view::View;

/// The most uploads and exports at a time.
const TRANSFERS: usize = 8;

/// Makes a part of a book as PDF, or says why it does not.
pub type CompileBook = fn(&Publication, BookOptions, BookPart) -> Result<Vec<u8>, String>;

/// What the person who runs the server has chosen.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// The values of Host that are answered, in lower case.
    pub(super) hosts: Vec<String>,
    pub(super) is_read_only: bool,
    /// The longest body of an import, in bytes.
    pub(super) max_upload: usize,
    /// Whether pages of other sites may read the API.
    pub(super) has_cors: bool,
    /// The path below which a proxy has the server, such as `/go`; empty for none.
    pub(super) base_path: String,
    /// What makes books as PDF, if something does.
    pub(super) compile_book: Option<CompileBook>,
    /// How long a request waits for its turn.
    pub(super) patience: Duration,
}

impl Default for Settings {
    /// Answers under no name, takes no uploads, and waits as long as docs/serve.md says.
    fn default() -> Settings {
        Settings {
            hosts: Vec::new(),
            is_read_only: false,
            max_upload: 0,
            has_cors: false,
            base_path: String::new(),
            compile_book: None,
            patience: Duration::from_secs(2),
        }
    }
}

/// What all requests share.
#[derive(Debug)]
pub(super) struct App {
    pub(super) settings: Settings,
    /// What a form of a page of this process must bring.
    pub(super) token: String,
    /// Takes messages for the person who runs the server.
    pub(super) report: fn(&str),
    /// As many permits as threads: work that has begun cannot be cancelled.
    permits: Arc<Semaphore>,
    database: Database,
    /// Held while decisions are written, so that they wait for each other.
    writer: Arc<tokio::sync::Mutex<()>>,
    /// The imports.
    pub(super) jobs: Jobs,
    /// The submissions that are looked at.
    pub(super) queues: Queues,
    /// The decisions that can be taken back at once.
    pub(super) batches: Batches,
    /// The exports that pages ask about.
    pub(super) exports: Exports,
    pub(super) near_searches: NearSearches,
    /// One for the search of the solver that runs.
    pub(super) solving: Arc<Semaphore>,
    /// One for each body that is being received, and for each export that is being sent.
    pub(super) transfers: Arc<Semaphore>,
}

impl App {
    /// Opens the database. A database with an older schema is migrated first.
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub(super) fn open(
        database: &Path,
        settings: Settings,
        report: fn(&str),
    ) -> Result<App, StoreError> {
        let database = Database::open(database, settings.patience)?;
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let mut token = [0; 16];
        getrandom::fill(&mut token).expect("the system has random bytes");
        Ok(App {
            settings,
            token: token.iter().map(|byte| format!("{byte:02x}")).collect(),
            report,
            permits: Arc::new(Semaphore::new(threads)),
            database,
            writer: Arc::default(),
            jobs: Jobs::default(),
            queues: Queues::default(),
            batches: Batches::default(),
            exports: Exports::default(),
            near_searches: NearSearches::default(),
            solving: Arc::new(Semaphore::new(1)),
            transfers: Arc::new(Semaphore::new(TRANSFERS)),
        })
    }

    /// Runs work that reads the database or computes, on a thread that may block. Waits for its
    /// turn as long as the settings say.
    ///
    /// # Errors
    /// Those of `work`; 503 if no thread is free in time or the database is gone, and 500 if the
    /// work panics.
    pub(super) async fn read<T: Send + 'static>(
        self: Arc<App>,
        work: impl FnOnce(&View<'_>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.run(|app| app.with_view(work)).await
    }

    /// Runs work that writes decisions or verdicts, which no index has, in a transaction of its own. The store of its view reads
    /// the state before the transaction. Waits for the work of others as long as the settings say,
    /// but not for an import.
    ///
    /// # Errors
    /// Those of `work`, after which nothing is written; 409 while an import is under way; else as
    /// for [`read`](Self::read).
    pub(super) async fn write_decisions<T: Send + 'static>(
        self: Arc<App>,
        work: impl FnOnce(&View<'_>, &mut ImportSession) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let writing = timeout(self.settings.patience, Arc::clone(&self.writer).lock_owned()).await;
        let writing = writing.map_err(|_| Problem::busy())?;
        let write = move |app: &App| {
            let _writing = writing;
            app.database.with(&app.jobs, |connections| {
                let mut session = connections.begin_import()?;
                let done = connections.with_view(|view| work(view, &mut session))?;
                // The session keeps others from writing, so the states before and after the commit
                // differ in decisions only.
                connections.indexes.commit_decisions(|| {
                    session.commit()?;
                    connections.with_store(|store| Ok::<_, Problem>(store.version()?))
                })?;
                Ok(done)
            })
        };
        self.run(write).await
    }

    /// Runs work on a thread that may block.
    async fn run<T: Send + 'static>(
        self: Arc<App>,
        work: impl FnOnce(&App) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let permit = timeout(self.settings.patience, Arc::clone(&self.permits).acquire_owned());
        let permit = permit.await.map_err(|_| Problem::busy())?;
        let permit = permit.expect("the semaphore is never closed");
        let run = move || {
            let _permit = permit; // until the work has ended, even if nobody waits for it
            work(&self)
        };
        let done = task::spawn_blocking(run).await;
        done.unwrap_or_else(|error| Err(Problem::internal(format!("a request failed: {error}"))))
    }

    /// Begins an import, which no other import and no decision can join.
    ///
    /// # Errors
    /// 503 without a database; else as for [`Store::begin_import`].
    pub(super) fn begin_import(&self) -> Result<ImportSession, Problem> {
        self.database.with(&self.jobs, |connections| Ok(connections.begin_import()?))
    }

    /// Runs work in a snapshot, on a thread that may block.
    pub(super) fn with_view<T>(
        &self,
        work: impl FnOnce(&View<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.database.with(&self.jobs, |connections| connections.with_view(work))
    }
}
