//! The lock that allows one import at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::StoreError;

/// The time between two attempts to acquire the lock during a migration.
const WAIT: Duration = Duration::from_millis(20);

/// Held as long as an import or a migration runs. The operating system releases the lock when
/// the process ends, for whatever reason.
///
/// The lock is on a file of its own beside the database, because SQLite's locks
/// on the database are released when any handle of the process on the database
/// is closed. The lock file is removed with the lock, except on Windows, where
/// an open file cannot be removed.
///
/// Every name of the database leads to the same lock: symbolic links are
/// resolved, as SQLite does for the files that it writes beside the database. A
/// database with several hard links is refused, because SQLite would look for
/// these files beside each name and overwrite what it does not find there.
#[derive(Debug)]
pub(super) struct ImportLock {
    path: PathBuf,
    _file: File,
}

impl ImportLock {
    /// Acquires the lock of the database at a path, without waiting. Makes an
    /// empty file if there is no database yet.
    pub(super) fn acquire(database: &Path) -> Result<ImportLock, StoreError> {
        let path_of_database = || database.to_owned();
        let fail = |source: io::Error| match source.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly { path: path_of_database() }
            }
            ErrorKind::StorageFull => StoreError::Full { path: path_of_database() },
            _ => StoreError::Lock { path: path_of_database(), source },
        };
        if database.is_dir() {
            return Err(StoreError::IsFolder { path: path_of_database() });
        }
        let mut path = resolve(database).map_err(fail)?.into_os_string();
        let links = count_links(Path::new(&path)).map_err(fail)?;
        if links > 1 {
            return Err(StoreError::HardLinks { path: path_of_database(), links });
        }
        path.push("-lock");
        let path = PathBuf::from(path);
        loop {
            let file = File::options().create(true).append(true).open(&path).map_err(fail)?;
            match file.try_lock() {
                // Else the import that held the lock has removed this file.
                Ok(()) if is_at(&file, &path) => return Ok(ImportLock { path, _file: file }),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::ImportRunning { path: path_of_database() });
                }
                Err(TryLockError::Error(error)) => return Err(fail(error)),
            }
        }
    }
}

impl ImportLock {
    /// Acquires the lock of the database at a path. Waits as long as another process holds the lock
    /// and `is_older` says that the schema is an older one: whoever holds the lock then migrates the
    /// database first.
    pub(super) fn acquire_after_migration(
        database: &Path,
        is_older: impl Fn() -> Result<bool, StoreError>,
    ) -> Result<ImportLock, StoreError> {
        loop {
            match ImportLock::acquire(database) {
                Err(StoreError::ImportRunning { .. }) if is_older()? => thread::sleep(WAIT),
                lock => return lock,
            }
        }
    }
}

impl Drop for ImportLock {
    fn drop(&mut self) {
        // Before the lock is released: whoever opens the removed file does not
        // find it at the path. A file that stays does no harm.
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// The path of a database without symbolic links. Makes an empty file if there
/// is none.
fn resolve(database: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(database) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            File::options().create(true).append(true).open(database)?;
            fs::canonicalize(database)
        }
        resolved => resolved,
    }
}

/// The number of names of a file.
#[cfg(unix)]
fn count_links(path: &Path) -> io::Result<u64> {
    use std::os::unix::fs::MetadataExt;
    Ok(fs::metadata(path)?.nlink())
}

#[cfg(not(unix))]
fn count_links(_: &Path) -> io::Result<u64> {
    Ok(1)
}

/// Whether an open file is still the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(open), Ok(found)) => identity(open) == identity(found),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true // the file is never removed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder that end like the one of a lock file.
    fn lock_files(folder: &Path) -> usize {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.as_encoded_bytes().ends_with(b"-lock")).count()
    }

    #[test]
    fn the_second_import_is_refused_until_the_first_ends() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        let other = folder.path().join("y.db");
        let first = ImportLock::acquire(&database).unwrap();
        let error = ImportLock::acquire(&database).unwrap_err();
        assert!(matches!(error, StoreError::ImportRunning { path } if path == database));
        assert!(ImportLock::acquire(&other).is_ok());
        drop(first);
        assert!(ImportLock::acquire(&database).is_ok());
        assert!(cfg!(not(unix)) || lock_files(folder.path()) == 0);
    }

    #[cfg(unix)]
    #[test]
    fn no_other_name_gets_round_the_lock() {
        use std::os::unix::fs::symlink;

        let folder = tempfile::tempdir().unwrap();
        let [database, link, hard] =
            ["x.db", "link.db", "hard.db"].map(|name| folder.path().join(name));
        symlink(&database, &link).unwrap();
        // The link leads to a file that is not there yet.
        let first = ImportLock::acquire(&link).unwrap();
        assert!(matches!(ImportLock::acquire(&database), Err(StoreError::ImportRunning { .. })));
        drop(first);
        let first = ImportLock::acquire(&database).unwrap();
        assert!(matches!(ImportLock::acquire(&link), Err(StoreError::ImportRunning { .. })));
        fs::hard_link(&database, &hard).unwrap();
        let error = ImportLock::acquire(&hard).unwrap_err();
        assert!(matches!(error, StoreError::HardLinks { links: 2, .. }), "{error}");
        drop(first);
        assert_eq!(lock_files(folder.path()), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_is_held_by_one_of_many_threads() {
        use std::sync::atomic::{AtomicU32, Ordering};

        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("x.db");
        let (holders, acquired) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        match ImportLock::acquire(&database) {
                            Ok(lock) => {
                                assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                                acquired.fetch_add(1, Ordering::SeqCst);
                                holders.fetch_sub(1, Ordering::SeqCst);
                                drop(lock);
                            }
                            Err(StoreError::ImportRunning { .. }) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                });
            }
        });
        assert!(acquired.into_inner() > 0);
        assert_eq!(lock_files(folder.path()), 0);
    }

    #[test]
    fn a_lock_file_that_cannot_be_opened_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = ImportLock::acquire(&folder.path().join("no/such/x.db")).unwrap_err();
        assert!(matches!(error, StoreError::Lock { .. }));
    }
}
