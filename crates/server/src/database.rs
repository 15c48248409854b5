//! The connections to the file of the database, also after another file has taken its place.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;

use super::jobs::Jobs;
use super::problem::{Problem, describe};
use crate::store::{ImportSession, Store, StoreError};
use crate::view::{IndexCache, View};

/// How often a request looks whether all others have left the file that was replaced.
const PAUSE: Duration = Duration::from_millis(10);

/// The database: a path at which a file is.
#[derive(Debug)]
pub(super) struct Database {
    path: PathBuf,
    /// How long a request waits for those that read a file that was replaced.
    patience: Duration,
    /// `None` after a file that could not be opened has taken the place of the one before.
    current: RwLock<Option<Connections>>,
}

/// The connections to one file, and what is in memory of its content.
#[derive(Debug)]
pub(super) struct Connections {
    file: FileIdentity,
    /// Opens more connections to the file.
    opener: Mutex<Store>,
    /// Connections that no request uses.
    idle: Mutex<Vec<Store>>,
    pub(super) indexes: IndexCache,
}

/// Which file is at a path: device and inode. The number of an inode is not used again while a
/// connection is open. Elsewhere than on Unix nobody can replace or delete a file that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileIdentity(u64, u64);

#[cfg(unix)]
impl From<&Metadata> for FileIdentity {
    fn from(metadata: &Metadata) -> FileIdentity {
        use std::os::unix::fs::MetadataExt;
        FileIdentity(metadata.dev(), metadata.ino())
    }
}

#[cfg(not(unix))]
impl From<&Metadata> for FileIdentity {
    fn from(_: &Metadata) -> FileIdentity {
        FileIdentity(0, 0)
    }
}

impl FileIdentity {
    /// The file at a path. The file is not opened: SQLite loses its locks on a file when any other
    /// descriptor of the file is closed.
    fn of(path: &Path) -> Result<FileIdentity, Problem> {
        match fs::metadata(path) {
            Ok(metadata) => Ok((&metadata).into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(gone()),
            Err(error) => Err(Problem::internal(describe(&error))),
        }
    }
}

fn gone() -> Problem {
    unavailable("the file of the database is gone; the server answers when it is back")
}

fn unavailable(detail: &str) -> Problem {
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail)
}

/// Locks what stays whole even if a request panics.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Database {
    /// Opens a database. One with an older schema is migrated first.
    ///
    /// # Errors
    /// As for [`Store::open`].
    pub(super) fn open(path: &Path, patience: Duration) -> Result<Database, StoreError> {
        let missing = || StoreError::Missing { path: path.to_owned() };
        let file = FileIdentity::of(path).map_err(|_| missing())?;
        let connections = Connections::open(path, file)?;
        let current = RwLock::new(Some(connections));
        Ok(Database { path: path.to_owned(), patience, current })
    }

    /// Runs work with connections to the file that is now at the path. If another file has taken
    /// the place of the one before, waits for the requests that read that one, and opens the new
    /// one. Otherwise the cost is that of a system call.
    ///
    /// # Errors
    /// Those of `work`; 503 if there is no file, or others still use the file that was there before;
    /// else as for [`Store::open`].
    pub(super) fn with<T>(
        &self,
        jobs: &Jobs,
        work: impl FnOnce(&Connections) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let begun = Instant::now();
        loop {
            let file = FileIdentity::of(&self.path)?;
            let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
            if let Some(connections) = current.as_ref().filter(|current| current.file == file) {
                return work(connections);
            }
            drop(current);
            if jobs.running().is_some() {
                return Err(unavailable(
                    "the file of the database was replaced during an import; the server answers \
                     when the import has ended",
                ));
            }
            if !self.reopen(file)? {
                if begun.elapsed() > self.patience {
                    return Err(unavailable(
                        "the file of the database was replaced; the server answers when all \
                         downloads from the old one have ended",
                    ));
                }
                thread::sleep(PAUSE);
            }
        }
    }

    /// Opens the file at the path in place of the one before. Returns whether no request uses the
    /// one before.
    fn reopen(&self, file: FileIdentity) -> Result<bool, Problem> {
        let mut current = match self.current.try_write() {
            Ok(current) => current,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Ok(false),
        };
        if current.as_ref().is_some_and(|current| current.file == file) {
            return Ok(true); // another request was faster
        }
        // SQLite finds the log of a database by its name, so the old log must be empty, and no old
        // connection open, when the new file is read.
        if let Some(connections) = current.take() {
            connections.close();
        }
        *current = Some(Connections::open(&self.path, file)?);
        Ok(true)
    }
}

impl Connections {
    fn open(path: &Path, file: FileIdentity) -> Result<Connections, StoreError> {
        let store = Store::open(path)?;
        Ok(Connections {
            file,
            opener: Mutex::new(store),
            idle: Mutex::default(),
            indexes: IndexCache::default(),
        })
    }

    /// Closes the connections and moves what is in the log into the file, wherever that is now.
    fn close(self) {
        drop(self.idle);
        // A database that cannot be written has no log.
        let _ = lock(&self.opener).checkpoint();
    }

    /// Runs work with a connection that no other request uses.
    ///
    /// # Errors
    /// Those of `work`; as for [`Store::reopen`].
    pub(super) fn with_store<T>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let idle = lock(&self.idle).pop();
        let store = match idle {
            Some(store) => store,
            None => lock(&self.opener).reopen()?,
        };
        let done = work(&store);
        lock(&self.idle).push(store);
        done
    }

    /// Runs work in a snapshot with indexes of the same state.
    ///
    /// # Errors
    /// As for [`with_store`](Self::with_store).
    pub(super) fn with_view<T>(
        &self,
        work: impl FnOnce(&View<'_>) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.with_store(|store| self.indexes.with_view(store, work))
    }

    /// Begins an import, which no other import and no decision can join.
    ///
    /// # Errors
    /// As for [`Store::begin_import`].
    pub(super) fn begin_import(&self) -> Result<ImportSession, StoreError> {
        lock(&self.opener).begin_import()
    }
}
