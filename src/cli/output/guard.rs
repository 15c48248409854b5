//! What no output may replace: the database, its log, and the inputs.
//!
//! Files are compared by identity, so a symbolic link, a hard link and another
//! way to write a path protect as the path itself.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::cli::error::CommandError;
use crate::cli::global::Global;

/// The first bytes of every SQLite database.
const SQLITE_HEADER: [u8; 16] = *b"SQLite format 3\0";

/// The files of SQLite and of the import beside a database, by their ends.
const BESIDE_DATABASE: [&str; 4] = ["-wal", "-shm", "-journal", "-lock"];

/// Where a file is, or would be: equal for all paths to the same file.
#[derive(PartialEq, Eq)]
struct Place {
    /// The file, or the folder of a file that does not exist.
    existing: FileId,
    /// The name of a file that does not exist.
    missing: Option<OsString>,
}

#[cfg(unix)]
type FileId = (u64, u64);

/// The device and the inode of a file.
#[cfg(unix)]
fn file_id(path: &Path) -> io::Result<FileId> {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).map(|metadata| (metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
type FileId = PathBuf;

#[cfg(not(unix))]
fn file_id(path: &Path) -> io::Result<FileId> {
    fs::canonicalize(path)
}

impl Place {
    /// The place of a path; none when not even the folder exists.
    fn of(path: &Path) -> Option<Place> {
        if let Ok(existing) = file_id(path) {
            return Some(Place { existing, missing: None });
        }
        let existing = file_id(folder_of(path)).ok()?;
        Some(Place { existing, missing: Some(path.file_name()?.to_owned()) })
    }
}

/// The folder of a file; `.` for a bare name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Refuses an output that would replace the database, a file that belongs to it, any other
/// database, or one of the inputs. `target` is the path behind all symbolic links.
///
/// Costs a look at the metadata of every input if the target exists.
pub(super) fn refuse_reads(
    target: &Path,
    shown: &Path,
    inputs: &[PathBuf],
    global: &Global,
) -> Result<(), CommandError> {
    let refuse = |why: &str| {
        let message = format!("cannot write to {}: {why}", shown.display());
        Err(CommandError::new(message).with_hint("choose another file; nothing was changed"))
    };
    let Some(place) = Place::of(target) else { return Ok(()) };
    let is_target = |path: &Path| Place::of(path).as_ref() == Some(&place);
    if let Some(database) = global.find_database() {
        let real = fs::canonicalize(&database).ok();
        for path in [Some(database), real].into_iter().flatten() {
            if is_target(&path) {
                return refuse("this is the database");
            }
            for end in BESIDE_DATABASE {
                let mut beside = path.as_os_str().to_owned();
                beside.push(end);
                if is_target(Path::new(&beside)) {
                    return refuse("this file belongs to the database");
                }
            }
        }
    }
    if place.missing.is_none() && inputs.iter().any(|input| is_target(input)) {
        return refuse("the command reads this file");
    }
    if target.is_file() && is_database(target) {
        return refuse("this is a database");
    }
    Ok(())
}

/// Whether a file is a database of SQLite; no for a file that cannot be read.
fn is_database(path: &Path) -> bool {
    let mut header = [0; SQLITE_HEADER.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header == SQLITE_HEADER
}
