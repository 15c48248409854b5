//! What no output may replace: the database, its log, its sources, and the inputs.
//!
//! Files are compared by identity, so a symbolic link, a hard link and another
//! way to write a path protect as the path itself.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use gtn_db::import::{FileId, file_id};
use gtn_db::store::Store;

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
    let refuse = |why: &str| refuse(shown, why);
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

/// Refuses an output that would replace a source of the database, or change a folder of tables that
/// is one. `target` is the path behind all symbolic links.
///
/// Costs a look at the metadata of every file of the database if the target exists.
pub(super) fn refuse_source(
    target: &Path,
    shown: &Path,
    global: &Global,
) -> Result<(), CommandError> {
    let place = file_id(target).ok();
    let is_source = |file: PathBuf| {
        target.starts_with(&file) || place.is_some() && file_id(&file).ok() == place
    };
    match source_files(global).into_iter().any(is_source) {
        true => refuse(shown, "this is a source of the database"),
        false => Ok(()),
    }
}

/// Refuses an output to a folder that is a source of the database, or has one.
pub(super) fn refuse_source_folder(folder: &Path, global: &Global) -> Result<(), CommandError> {
    let Ok(full) = fs::canonicalize(folder) else { return Ok(()) };
    let is_source = |file: PathBuf| file.starts_with(&full) || full.starts_with(&file);
    match source_files(global).into_iter().any(is_source) {
        true => refuse(folder, "sources of the database are in this folder"),
        false => Ok(()),
    }
}

/// Refuses an output to a folder that has a file in it which the command reads, or is, or would be, inside a folder that
/// the command reads.
pub(super) fn refuse_input_folder(folder: &Path, inputs: &[PathBuf]) -> Result<(), CommandError> {
    let existing = folder.ancestors().find_map(|folder| fs::canonicalize(folder).ok());
    let Some(existing) = existing.or_else(|| fs::canonicalize(".").ok()) else { return Ok(()) };
    let is_new = !folder.exists();
    let is_touched = |input: &PathBuf| {
        fs::canonicalize(input).is_ok_and(|input| {
            let has_input = !is_new && input.starts_with(&existing);
            has_input || input.is_dir() && existing.starts_with(&input)
        })
    };
    match inputs.iter().any(is_touched) {
        true => refuse(folder, "the command reads files in this folder"),
        false => Ok(()),
    }
}

/// The files and folders from which the sources of the database come; none if the database cannot
/// be read.
fn source_files(global: &Global) -> Vec<PathBuf> {
    let files = |path: PathBuf| Store::open(&path).and_then(|store| store.file_paths());
    global.find_database().map(files).and_then(Result::ok).unwrap_or_default()
}

fn refuse(shown: &Path, why: &str) -> Result<(), CommandError> {
    let message = format!("cannot write to {}: {why}", shown.display());
    Err(CommandError::new(message).with_hint("choose another place; nothing was changed"))
}

/// Whether a file is a database of SQLite; no for a file that cannot be read.
fn is_database(path: &Path) -> bool {
    let mut header = [0; SQLITE_HEADER.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header == SQLITE_HEADER
}
