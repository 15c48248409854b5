//! Temporary files and folders, and folders for output. They are removed when they are dropped, and by
//! [`remove_all`] when a signal ends the process; those for output only if they are empty.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gtn_db::store::temporary;
use tempfile::NamedTempFile;

/// The paths of all temporary files and folders of the process. A path is
/// created and inserted under the lock.
static PATHS: Mutex<Paths> =
    Mutex::new(Paths { temporary: BTreeSet::new(), output: BTreeSet::new() });

struct Paths {
    temporary: BTreeSet<PathBuf>,
    /// Folders that the process created for its output. A folder sorts before those in it.
    output: BTreeSet<PathBuf>,
}

fn lock() -> MutexGuard<'static, Paths> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file that can become a permanent one.
pub struct TemporaryFile {
    file: NamedTempFile,
    /// Dropped after the file was removed.
    _entry: Entry,
}

/// A folder that is removed with everything in it.
pub struct TemporaryFolder {
    folder: temporary::TemporaryFolder,
    /// Dropped after the folder was removed.
    _entry: Entry,
}

/// A path in [`PATHS`], as long as this value lives.
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        lock().temporary.remove(&self.0);
    }
}

/// The folders that an output created, the outermost first. Those that are empty when this value is dropped are
/// removed: an output that fails leaves none behind.
#[derive(Default)]
pub struct CreatedFolders(Vec<PathBuf>);

impl CreatedFolders {
    /// Creates a folder and those above it that do not exist.
    pub fn create(path: &Path) -> io::Result<CreatedFolders> {
        let mut created = CreatedFolders::default();
        let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.exists();
        let missing: Vec<&Path> = path.ancestors().take_while(is_missing).collect();
        for folder in missing.into_iter().rev() {
            let mut paths = lock();
            match fs::create_dir(folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                result => result?,
            }
            paths.output.insert(folder.to_owned());
            created.0.push(folder.to_owned());
        }
        // Fails if a file is in the way.
        fs::create_dir_all(path).map(|()| created)
    }
}

impl Drop for CreatedFolders {
    fn drop(&mut self) {
        let mut paths = lock();
        for folder in self.0.iter().rev() {
            paths.output.remove(folder);
            let _ = fs::remove_dir(folder); // fails if something is in it
        }
    }
}

impl TemporaryFile {
    /// Creates a hidden file in a folder. A file that is to take the place of
    /// another one gets its permissions, every other those of a new file.
    pub fn create(folder: &Path, permissions: Option<Permissions>) -> io::Result<TemporaryFile> {
        let mut paths = lock();
        let file = temporary::create_file(folder)?;
        paths.temporary.insert(file.path().to_owned());
        drop(paths);
        let entry = Entry(file.path().to_owned());
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(TemporaryFile { file, _entry: entry })
    }

    /// Gives the file its final name, in place of a file with that name.
    /// Everything written is on the disk before.
    pub fn persist(self, path: &Path) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(path).map_err(|failure| failure.error)?;
        Ok(())
    }
}

impl Write for TemporaryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        File::flush(self.file.as_file_mut())
    }
}

impl TemporaryFolder {
    /// Creates a folder with a new name where the system keeps temporary files.
    pub fn create() -> io::Result<TemporaryFolder> {
        TemporaryFolder::enter(|| {
            temporary::TemporaryFolder::create().map_err(|error| {
                let folder = std::env::temp_dir();
                let message =
                    format!("no temporary folder in {}: {}", folder.display(), error.kind());
                io::Error::new(error.kind(), message)
            })
        })
    }

    /// Creates the folder `parent/name`, unless another process has it.
    pub fn create_named(parent: &Path, name: &str) -> io::Result<TemporaryFolder> {
        TemporaryFolder::enter(|| temporary::TemporaryFolder::create_named(parent, name))
    }

    fn enter(
        create: impl FnOnce() -> io::Result<temporary::TemporaryFolder>,
    ) -> io::Result<TemporaryFolder> {
        let mut paths = lock();
        let folder = create()?;
        paths.temporary.insert(folder.path().to_owned());
        let entry = Entry(folder.path().to_owned());
        Ok(TemporaryFolder { folder, _entry: entry })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes all temporary files and folders of the process, and then the folders for output that are empty. A
/// thread that creates another one afterwards waits until the process ends.
pub fn remove_all() {
    let paths = lock();
    paths.temporary.iter().for_each(|path| remove(path));
    for folder in paths.output.iter().rev() {
        let _ = fs::remove_dir(folder); // fails if something is in it
    }
    mem::forget(paths);
}

/// Removes a file, or a folder in which other threads may be creating files. A folder is renamed
/// first, so that nothing can be created under its old name meanwhile.
fn remove(path: &Path) {
    if !path.is_dir() {
        let _ = fs::remove_file(path);
        return;
    }
    let renamed = path.with_added_extension("old");
    let path = if fs::rename(path, &renamed).is_ok() { &renamed } else { path };
    let give_up = Instant::now() + Duration::from_secs(1);
    while fs::remove_dir_all(path).is_err() && path.exists() && Instant::now() < give_up {
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_registered(path: &Path) -> bool {
        lock().temporary.contains(path)
    }

    #[test]
    fn temporaries_are_registered_as_long_as_they_live() {
        let folder = TemporaryFolder::create().unwrap();
        let path = folder.path().to_owned();
        let file = TemporaryFile::create(&path, None).unwrap();
        let file_path = file.file.path().to_owned();
        assert!(is_registered(&path) && is_registered(&file_path));
        drop(file);
        assert!(!is_registered(&file_path) && !file_path.exists());

        let mut file = TemporaryFile::create(&path, None).unwrap();
        let file_path = file.file.path().to_owned();
        file.write_all(b"whole").unwrap();
        file.persist(&path.join("x")).unwrap();
        assert!(!is_registered(&file_path) && !file_path.exists());
        assert_eq!(fs::read(path.join("x")).unwrap(), b"whole");

        let inner = TemporaryFolder::create_named(&path, ".gtn-db-staging.tmp").unwrap();
        assert_eq!(inner.path(), path.join(".gtn-db-staging.tmp"));
        assert!(TemporaryFolder::create_named(&path, ".gtn-db-staging.tmp").is_err());
        drop(inner);
        drop(folder);
        assert!(!is_registered(&path) && !path.exists());
    }

    #[test]
    fn a_folder_is_removed_while_another_thread_creates_files_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("database");
        fs::create_dir(&path).unwrap();
        thread::scope(|scope| {
            let creating = scope.spawn(|| {
                let until = Instant::now() + Duration::from_millis(50);
                (0..).take_while(|_| Instant::now() < until).for_each(|number| {
                    let _ = File::create(path.join(format!("{number}")));
                });
            });
            while !path.join("0").exists() {
                thread::yield_now();
            }
            remove(&path);
            creating.join().unwrap();
        });
        assert!(!path.exists());
    }
}
