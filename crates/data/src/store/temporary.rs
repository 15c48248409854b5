//! Temporary files and folders. One that a killed process left is removed by the next process that
//! creates another one in the same folder.
//!
//! The process that creates a temporary file or folder holds a lock on it, which the operating system
//! releases when the process ends, for whatever reason. Where folders cannot be locked, such as on
//! Windows, they are left alone.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile, TempDir};

/// Names begin with the first and have the second; a folder that is being removed has more behind it.
const PREFIX: &str = ".gtn-db-";
const SUFFIX: &str = ".tmp";

/// A folder that is removed with everything in it when it is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    /// Released after the folder was removed.
    _lock: Option<File>,
}

impl TemporaryFolder {
    /// Creates a folder with a new name where the system keeps temporary files.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create() -> io::Result<TemporaryFolder> {
        let parent = tempfile::env::temp_dir();
        TemporaryFolder::enter(&parent, || {
            Builder::new().prefix(PREFIX).suffix(SUFFIX).tempdir_in(&parent)
        })
    }

    /// Creates the folder `parent/name`. The name is one of a temporary folder: `.gtn-db-….tmp`.
    ///
    /// # Errors
    /// If it cannot be created; [`io::ErrorKind::AlreadyExists`] if another process has it.
    pub fn create_named(parent: &Path, name: &str) -> io::Result<TemporaryFolder> {
        debug_assert!(is_temporary(name), "{name}");
        TemporaryFolder::enter(parent, || {
            Builder::new().prefix(name).rand_bytes(0).tempdir_in(parent)
        })
    }

    fn enter(
        parent: &Path,
        create: impl Fn() -> io::Result<TempDir>,
    ) -> io::Result<TemporaryFolder> {
        remove_abandoned(parent);
        loop {
            let folder = create()?;
            let lock = File::open(folder.path()).ok();
            if lock.as_ref().is_none_or(lock_first) && folder.path().exists() {
                return Ok(TemporaryFolder { folder, _lock: lock });
            }
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Creates a hidden file in a folder, with the permissions of a new file. The file is removed when it
/// is dropped, unless it got another name.
///
/// # Errors
/// If the file cannot be created.
pub fn create_file(folder: &Path) -> io::Result<NamedTempFile> {
    remove_abandoned(folder);
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
    loop {
        let file = builder.tempfile_in(folder)?;
        if lock_first(file.as_file()) && file.path().exists() {
            return Ok(file);
        }
    }
}

/// Locks a new file or folder. False if another process found it before, and removes it; true also
/// where a file system knows no locks.
fn lock_first(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

fn is_temporary(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| rest.contains(SUFFIX))
}

/// Removes the temporary files and folders in a folder whose process has ended.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Ok(kind) = entry.file_type() else { continue };
        // Opening a pipe would wait; a link leads elsewhere.
        if !name.to_str().is_some_and(is_temporary) || !(kind.is_file() || kind.is_dir()) {
            continue;
        }
        if let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            let _ = if kind.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let living_file = create_file(folder.path()).unwrap();
        let living = TemporaryFolder::create_named(folder.path(), ".gtn-db-e.tmp").unwrap();
        fs::write(living.path().join("x"), "x").unwrap();
        for name in [".gtn-db-a.tmp", ".gtn-db-export.json", ".gtn-db-a", "b.tmp", ".tmp"] {
            fs::write(at(name), "x").unwrap();
        }
        for name in [".gtn-db-b.tmp", ".gtn-db-c.tmp.old"] {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("y"), "y").unwrap();
        }
        // The same name is free for one process at a time.
        let taken = TemporaryFolder::create_named(folder.path(), ".gtn-db-e.tmp").unwrap_err();
        assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
        assert!(living_file.path().exists() && living.path().join("x").exists());
        for name in [".gtn-db-export.json", ".gtn-db-a", "b.tmp", ".tmp"] {
            assert!(at(name).exists(), "{name}");
        }
        for name in [".gtn-db-a.tmp", ".gtn-db-b.tmp", ".gtn-db-c.tmp.old"] {
            assert_eq!(at(name).exists(), cfg!(not(unix)) && name != ".gtn-db-a.tmp", "{name}");
        }
        drop(living);
        assert!(TemporaryFolder::create_named(folder.path(), ".gtn-db-e.tmp").is_ok());
    }

    /// Each looks for what was abandoned while the others create theirs.
    #[test]
    fn files_that_are_created_at_the_same_time_stay() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let file = create_file(folder.path()).unwrap();
                        std::thread::yield_now();
                        assert!(file.path().exists());
                    }
                });
            }
        });
    }
}
