//! From the paths a user names to the files behind them.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::skip::{SkipCause, SkippedInput};
use super::sniff::ExtensionHint;
use super::source_name::{SourceName, full_path, is_hidden};

/// One step of a visit.
#[derive(Debug)]
pub(super) enum Step {
    Stdin,
    /// A file that the user named, whatever its extension.
    Named {
        path: PathBuf,
        size: u64,
    },
    /// A file in a folder, with a known extension.
    Found {
        folder: Arc<Folder>,
        relative: PathBuf,
        hint: ExtensionHint,
        size: u64,
    },
    Skip(SkippedInput),
}

impl Step {
    /// The number of bytes on disk.
    pub(super) fn size(&self) -> u64 {
        match self {
            Step::Named { size, .. } | Step::Found { size, .. } => *size,
            Step::Stdin | Step::Skip(_) => 0,
        }
    }
}

/// A folder that the user named.
#[derive(Debug)]
pub(super) struct Folder {
    name: String,
    full: PathBuf,
}

impl Folder {
    pub(super) fn path(&self, relative: &Path) -> PathBuf {
        self.full.join(relative)
    }

    pub(super) fn name_of(&self, relative: &Path) -> SourceName {
        SourceName::below(&self.name, &self.full, relative)
    }
}

/// The steps of a visit, in order.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// The number of files in folders that are hidden or of no interest.
    pub(super) ignored: u64,
}

impl Plan {
    /// Adds the steps for one argument.
    pub(super) fn add(&mut self, path: &Path) {
        if path.as_os_str().is_empty() {
            self.skip(SourceName::as_written(path), SkipCause::EmptyArgument);
        } else if path == Path::new("-") {
            self.steps.push(Step::Stdin);
        } else {
            match path.metadata() {
                Ok(metadata) if metadata.is_dir() => self.walk(path),
                Ok(metadata) => self
                    .steps
                    .push(Step::Named { path: path.to_owned(), size: size_on_disk(&metadata) }),
                Err(error) => self.skip(SourceName::as_written(path), cause_of(path, error)),
            }
        }
    }

    fn walk(&mut self, path: &Path) {
        let folder =
            Arc::new(Folder { name: SourceName::of_argument(path).shown, full: full_path(path) });
        let entries = WalkDir::new(&folder.full)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter()
            // The folder itself may be hidden, as the user named it. Hidden files
            // are kept here to be counted.
            .filter_entry(|entry| {
                entry.depth() == 0
                    || entry.file_type().is_file()
                    || !is_hidden(entry.file_name().as_encoded_bytes())
            });
        for entry in entries {
            match entry {
                Ok(entry) => self.consider(&folder, &entry),
                Err(error) => self.walk_error(&folder, error),
            }
        }
    }

    fn consider(&mut self, folder: &Arc<Folder>, entry: &walkdir::DirEntry) {
        if entry.file_type().is_dir() {
            return;
        }
        let name = entry.file_name();
        let hint = ExtensionHint::of(&name.to_string_lossy());
        // Opening a pipe or a device that nobody named could block forever.
        if !entry.file_type().is_file()
            || is_hidden(name.as_encoded_bytes())
            || hint == ExtensionHint::None
        {
            self.ignored += 1;
            return;
        }
        let relative = relative(folder, entry.path());
        match entry.metadata() {
            Ok(metadata) => self.steps.push(Step::Found {
                folder: Arc::clone(folder),
                relative,
                hint,
                size: size_on_disk(&metadata),
            }),
            Err(error) => self.walk_error(folder, error),
        }
    }

    fn walk_error(&mut self, folder: &Folder, error: walkdir::Error) {
        let path = error.path().unwrap_or(&folder.full).to_owned();
        let hidden = path.file_name().is_some_and(|name| is_hidden(name.as_encoded_bytes()));
        if hidden && error.depth() > 0 {
            self.ignored += 1;
            return;
        }
        let name = folder.name_of(&relative(folder, &path));
        let cause = match error.loop_ancestor() {
            Some(ancestor) => {
                SkipCause::LinkLoop { folder: folder.name_of(&relative(folder, ancestor)).shown }
            }
            None => {
                let unknown = || io::Error::other("the folder cannot be walked");
                cause_of(&path, error.into_io_error().unwrap_or_else(unknown))
            }
        };
        self.skip(name, cause);
    }

    fn skip(&mut self, name: SourceName, cause: SkipCause) {
        let name = name.shown;
        self.steps.push(Step::Skip(SkippedInput { name, cause }));
    }
}

fn relative(folder: &Folder, path: &Path) -> PathBuf {
    path.strip_prefix(&folder.full).unwrap_or(path).to_owned()
}

/// The number of bytes on disk; 0 for devices and pipes.
fn size_on_disk(metadata: &Metadata) -> u64 {
    if metadata.is_file() { metadata.len() } else { 0 }
}

fn cause_of(path: &Path, error: io::Error) -> SkipCause {
    if error.kind() != io::ErrorKind::NotFound {
        SkipCause::Unreadable(error)
    } else if path.is_symlink() {
        SkipCause::BrokenLink
    } else {
        SkipCause::Missing
    }
}
