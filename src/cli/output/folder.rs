//! The folder that `-o` names.
//!
//! A manifest in the folder lists the files that were written there, with the hashes of their
//! contents. A later output replaces these files and no others. Files are first written to a
//! folder of their own, then moved one by one. Before the first move, the manifest lists the old
//! files and the new ones, so that it is right whenever the process ends.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use anyhow::Context;
use gtn_db::extract::explain_json_error;
use gtn_db::publish::Folder;
use serde::{Deserialize, Serialize};

use super::file::{OutputFile, write_error};
use super::guard::{refuse_input_folder, refuse_reads, refuse_source_folder};
use super::text::plural;
use crate::cli::error::CommandError;
use crate::cli::global::Global;
use crate::cli::temporaries::{CreatedFolders, TemporaryFolder};

/// The name of the manifest.
const MANIFEST: &str = ".gtn-db-export.json";

/// The name of the folder for files that are being written.
const STAGING: &str = ".gtn-db-export.tmp";

/// A folder that gets the files of one output.
///
/// ```ignore
/// let mut folder = OutputFolder::create(path, is_forced, global)?;
/// folder.write("1.sgf", b"(;GM[1])")?;
/// let kept = folder.finish(global)?;
/// ```
pub struct OutputFolder {
    path: PathBuf,
    /// Whether files that no output wrote may be replaced.
    is_forced: bool,
    staging: TemporaryFolder,
    /// Dropped after the staging folder was removed.
    created: CreatedFolders,
    /// The files of earlier outputs.
    old: BTreeSet<Entry>,
    new: BTreeSet<Entry>,
}

impl Folder for OutputFolder {
    fn add(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.write(name, content)
    }
}

/// A file in the manifest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Entry {
    name: String,
    /// The BLAKE3 hash of the content, in hexadecimal digits.
    blake3: String,
}

#[derive(Serialize, Deserialize)]
struct Manifest {
    /// The files that gtn-db wrote. While an output replaces files, a name may stand here twice.
    files: BTreeSet<Entry>,
}

impl Entry {
    fn new(name: &str, content: &[u8]) -> Entry {
        Entry { name: name.to_owned(), blake3: blake3::hash(content).to_string() }
    }

    /// The entry for the content of the file at a path.
    fn of_file(name: &str, path: &Path) -> io::Result<Entry> {
        let hash = blake3::Hasher::new().update_reader(File::open(path)?)?.finalize();
        Ok(Entry { name: name.to_owned(), blake3: hash.to_string() })
    }

    /// The entry of a file in a folder; none for anything that is not a regular file.
    fn read(folder: &Path, name: &str) -> io::Result<Option<Entry>> {
        let path = folder.join(name);
        match fs::symlink_metadata(&path)?.is_file() {
            true => Ok(Some(Entry::of_file(name, &path)?)),
            false => Ok(None),
        }
    }
}

impl OutputFolder {
    /// Begins an output to a folder, which is created if need be.
    ///
    /// # Errors
    /// If sources of the database are in the folder, or it cannot be written, or its manifest cannot
    /// be read and is not forced.
    pub fn create(path: &Path, is_forced: bool, global: &Global) -> anyhow::Result<OutputFolder> {
        refuse_source_folder(path, global)?;
        let created = CreatedFolders::create(path).map_err(|error| write_error(path, &error))?;
        let old = match Manifest::read(&path.join(MANIFEST)) {
            Ok(manifest) => manifest.files,
            Err(_) if is_forced => BTreeSet::new(),
            Err(error) => return Err(error),
        };
        let staging = TemporaryFolder::create_named(path, STAGING).map_err(|error| match error
            .kind()
        {
            io::ErrorKind::AlreadyExists => anyhow::Error::from(
                CommandError::new(format!("another export writes to {}", path.display()))
                    .with_hint(format!("if none does, remove {}", path.join(STAGING).display())),
            ),
            kind => write_error(path, &io::Error::from(kind)).into(),
        })?;
        let path = path.to_owned();
        Ok(OutputFolder { path, is_forced, staging, created, old, new: BTreeSet::new() })
    }

    /// Begins an output to a folder of its own: one with other things in it is refused, unless an earlier output
    /// wrote there or it is forced. `inputs` are the files that the command reads.
    ///
    /// # Errors
    /// Those of [`create`](Self::create), and if the folder has other things or inputs in it.
    pub fn create_own(
        path: &Path,
        inputs: &[PathBuf],
        is_forced: bool,
        global: &Global,
    ) -> anyhow::Result<OutputFolder> {
        refuse_input_folder(path, inputs)?;
        if !is_forced && !path.join(MANIFEST).exists() {
            let entries = fs::read_dir(path).into_iter().flatten().flatten();
            let names = entries.map(|entry| entry.file_name());
            // Systems and tools for versions have hidden files everywhere.
            let mut visible = names.filter(|name| !name.as_encoded_bytes().starts_with(b"."));
            if let Some(other) = visible.next() {
                let (folder, other) = (path.display(), Path::new(&other).display());
                let message = format!(
                    "cannot write to {folder}: other things are in this folder, such as {other}"
                );
                return Err(CommandError::new(message)
                    .with_hint("choose a new folder, or write beside these things with --force")
                    .into());
            }
        }
        OutputFolder::create(path, is_forced, global)
    }

    /// Writes a file, whose name may have folders, separated by slashes.
    pub fn write(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        debug_assert!(is_file_name(name), "{name}");
        // The folder itself may be gone after a signal; it is not made again.
        for (end, _) in name.match_indices('/') {
            let _ = fs::create_dir(self.staging.path().join(&name[..end]));
        }
        fs::write(self.staging.path().join(name), content)
            .map_err(|error| write_error(&self.path.join(name), &error))?;
        self.new.insert(Entry::new(name, content));
        Ok(())
    }

    /// Creates a file, whose name may have folders, separated by slashes. [`add`](Self::add) it
    /// when it is written.
    #[cfg(feature = "parquet")]
    pub fn create_file(&self, name: &str) -> io::Result<File> {
        debug_assert!(is_file_name(name), "{name}");
        let path = self.staging.path().join(name);
        path.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| File::create(&path))
            .map_err(|error| write_error(&self.path.join(name), &error))
    }

    /// Adds a file that was [created](Self::create_file) and is complete.
    #[cfg(feature = "parquet")]
    pub fn add_created(&mut self, name: &str) -> io::Result<()> {
        let entry = Entry::of_file(name, &self.staging.path().join(name))
            .map_err(|error| write_error(&self.path.join(name), &error))?;
        self.new.insert(entry);
        Ok(())
    }

    /// Puts the files in their places and removes those of earlier outputs that are not among
    /// them. Returns the names of old files that somebody has changed, which are kept.
    ///
    /// # Errors
    /// If a file in the way was not written by an output or was changed since, unless forced.
    /// Nothing was changed then.
    pub fn finish(self, global: &Global) -> anyhow::Result<Vec<String>> {
        let OutputFolder { created: _created, path, is_forced, staging, old, new } = self;
        refuse_foreign_files(&path, &old, &new, is_forced, global)?;
        let manifest = path.join(MANIFEST);
        Manifest { files: old.union(&new).cloned().collect() }.write(&manifest, global)?;
        for Entry { name, .. } in &new {
            let (written, target) = (staging.path().join(name), path.join(name));
            let permissions = fs::symlink_metadata(&target).map(|old| old.permissions());
            target
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .map_err(|error| write_error(&target, &error))?;
            permissions
                .map_or(Ok(()), |permissions| fs::set_permissions(&written, permissions))
                .and_then(|()| fs::rename(&written, &target))
                .map_err(|error| write_error(&target, &error))?;
        }
        let mut changed = Vec::new();
        let names = |entries: &BTreeSet<Entry>| -> BTreeSet<String> {
            entries.iter().map(|entry| entry.name.clone()).collect()
        };
        for name in names(&old).difference(&names(&new)) {
            match Entry::read(&path, name) {
                Ok(Some(entry)) if old.contains(&entry) => remove_file(&path, name)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                _ => changed.push(name.clone()),
            }
        }
        Manifest { files: new }.write(&manifest, global)?;
        Ok(changed)
    }
}

/// Removes a file, and the folders in its name that are empty then.
fn remove_file(folder: &Path, name: &str) -> io::Result<()> {
    let path = folder.join(name);
    fs::remove_file(&path).map_err(|error| write_error(&path, &error))?;
    let above = Path::new(name).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
    for above in above {
        if fs::remove_dir(folder.join(above)).is_err() {
            break; // something else is in it
        }
    }
    Ok(())
}

/// Refuses an output if a file is in its way that is neither in the manifest nor equal to the new
/// file. Nothing is removed for a folder or a database.
fn refuse_foreign_files(
    folder: &Path,
    old: &BTreeSet<Entry>,
    new: &BTreeSet<Entry>,
    is_forced: bool,
    global: &Global,
) -> anyhow::Result<()> {
    let mut foreign = Vec::new();
    for Entry { name, .. } in new {
        let path = folder.join(name);
        match Entry::read(folder, name) {
            Ok(Some(entry)) if old.contains(&entry) || new.contains(&entry) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            _ if path.is_dir() => {
                let message = format!("cannot write to {}: this is a folder", path.display());
                return Err(CommandError::new(message).into());
            }
            _ => {
                refuse_reads(&path, &path, &[], global)?;
                foreign.push(path);
            }
        }
    }
    match foreign.first() {
        Some(first) if !is_forced => {
            let more = match foreign.len() as u64 - 1 {
                0 => String::new(),
                more => format!(", and {} more", plural(more, "file")),
            };
            let message =
                format!("{}{more}: not as an earlier export wrote this file", first.display());
            Err(CommandError::new(message)
                .with_hint("choose another folder, or replace such files with --force")
                .into())
        }
        _ => Ok(()),
    }
}

impl Manifest {
    /// Reads a manifest; without a file, an empty one.
    fn read(path: &Path) -> anyhow::Result<Manifest> {
        let text = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Manifest { files: BTreeSet::new() });
            }
            text => text.with_context(|| path.display().to_string())?,
        };
        let refuse = |why: String| {
            let message = format!("{}: not a list of exported files: {why}", path.display());
            CommandError::new(message)
                .with_hint("choose another folder, or replace the files there with --force")
        };
        let manifest: Manifest =
            serde_json::from_slice(&text).map_err(|error| refuse(explain_json_error(&error)))?;
        match manifest.files.iter().find(|entry| !is_file_name(&entry.name)) {
            Some(entry) => {
                Err(refuse(format!("`{}` is not the name of a file", entry.name)).into())
            }
            None => Ok(manifest),
        }
    }

    fn write(&self, path: &Path, global: &Global) -> anyhow::Result<()> {
        let mut out = OutputFile::create(path, &[], global)?;
        serde_json::to_writer_pretty(&mut out, self)?;
        out.write_all(b"\n")?;
        Ok(out.finish()?)
    }
}

/// Whether a name is that of a file below the folder: names of folders, separated by slashes, and
/// the name of the file.
fn is_file_name(name: &str) -> bool {
    let is_normal = |component| matches!(component, Component::Normal(_));
    !name.is_empty()
        && name
            .split('/')
            .all(|part| Path::new(part).components().eq([Component::Normal(part.as_ref())]))
        && Path::new(name).components().all(is_normal)
}
