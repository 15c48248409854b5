//! The lock that allows one import at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::error::StoreError;

/// Held as long as an import runs. The operating system releases the lock when
/// the process ends, for whatever reason.
///
/// The lock is on a file of its own beside the database, because SQLite's locks
/// on the database are released when any handle of the process on the database
/// is closed.
#[derive(Debug)]
pub(super) struct ImportLock {
    _file: File,
}

impl ImportLock {
    /// Acquires the lock of the database at a path, without waiting.
    pub(super) fn acquire(database: &Path) -> Result<ImportLock, StoreError> {
        let mut path = database.as_os_str().to_owned();
        path.push("-lock");
        let path_of_database = || database.to_owned();
        let fail = |source: std::io::Error| match source.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly { path: path_of_database() }
            }
            std::io::ErrorKind::StorageFull => StoreError::Full { path: path_of_database() },
            _ => StoreError::Lock { path: path_of_database(), source },
        };
        let file =
            File::options().create(true).append(true).open(Path::new(&path)).map_err(fail)?;
        match file.try_lock() {
            Ok(()) => Ok(ImportLock { _file: file }),
            Err(TryLockError::WouldBlock) => {
                Err(StoreError::ImportRunning { path: path_of_database() })
            }
            Err(TryLockError::Error(error)) => Err(fail(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }

    #[test]
    fn a_lock_file_that_cannot_be_opened_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let error = ImportLock::acquire(&folder.path().join("no/such/x.db")).unwrap_err();
        assert!(matches!(error, StoreError::Lock { .. }));
    }
}
