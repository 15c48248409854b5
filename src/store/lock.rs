//! One import at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::StoreError;

/// Held while an import is under way; the system lets go of it when the
/// process ends, however it ends.
///
/// A file of its own beside the database: SQLite's locks on the database go
/// when any handle of the process on that file is closed.
#[derive(Debug)]
pub(super) struct ImportLock {
    _file: File,
}

impl ImportLock {
    /// Takes the lock of the database at a path.
    pub(super) fn take(database: &Path) -> Result<ImportLock, StoreError> {
        let mut path = database.as_os_str().to_owned();
        path.push("-lock");
        let io = |source: std::io::Error| match source.kind() {
            std::io::ErrorKind::PermissionDenied | std::io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly { path: database.to_owned() }
            }
            std::io::ErrorKind::StorageFull => StoreError::Full { path: database.to_owned() },
            _ => StoreError::Lock { path: database.to_owned(), source },
        };
        let file = File::options().create(true).append(true).open(Path::new(&path)).map_err(io)?;
        match file.try_lock() {
            Ok(()) => Ok(ImportLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy { path: database.to_owned() }),
            Err(TryLockError::Error(error)) => Err(io(error)),
        }
    }
}
