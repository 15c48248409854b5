//! From the paths a user names to the files behind them.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::WalkDir;

use super::sniff::Promise;
use super::source_name::{Label, full_path, is_hidden};
use super::{SkipCause, SkippedInput};

/// One thing to do, in order.
#[derive(Debug)]
pub(super) enum Step {
    Stdin,
    /// A file the user named: anything may be in it.
    Named {
        path: PathBuf,
        size: u64,
    },
    /// A file in a folder, taken for what its name promises.
    Found {
        folder: Arc<Folder>,
        relative: PathBuf,
        promise: Promise,
        size: u64,
    },
    Skip(SkippedInput),
}

impl Step {
    /// Bytes on disk.
    pub(super) fn size(&self) -> u64 {
        match self {
            Step::Named { size, .. } | Step::Found { size, .. } => *size,
            Step::Stdin | Step::Skip(_) => 0,
        }
    }
}

/// A folder the user named.
#[derive(Debug)]
pub(super) struct Folder {
    name: String,
    full: PathBuf,
}

impl Folder {
    pub(super) fn path(&self, relative: &Path) -> PathBuf {
        self.full.join(relative)
    }

    pub(super) fn label(&self, relative: &Path) -> Label {
        Label::below(&self.name, &self.full, relative)
    }
}

/// The steps found so far.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) steps: Vec<Step>,
    /// Files in folders that are of no interest.
    pub(super) ignored: u64,
}

impl Plan {
    /// Adds what one argument stands for.
    pub(super) fn add(&mut self, path: &Path) {
        if path.as_os_str().is_empty() {
            self.skip(Label::as_written(path), SkipCause::EmptyArgument);
        } else if path == Path::new("-") {
            self.steps.push(Step::Stdin);
        } else {
            match path.metadata() {
                Ok(metadata) if metadata.is_dir() => self.walk(path),
                Ok(metadata) => self
                    .steps
                    .push(Step::Named { path: path.to_owned(), size: size_on_disk(&metadata) }),
                Err(error) => self.skip(Label::as_written(path), cause(path, error)),
            }
        }
    }

    fn walk(&mut self, path: &Path) {
        let folder = Arc::new(Folder { name: Label::argument(path).name, full: full_path(path) });
        let entries = WalkDir::new(&folder.full)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter()
            // The folder itself was named: it may be hidden. Files stay, to be counted.
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
        let promise = Promise::of(&name.to_string_lossy());
        // Opening a pipe or a device nobody asked for could block for good.
        if !entry.file_type().is_file()
            || is_hidden(name.as_encoded_bytes())
            || promise == Promise::Nothing
        {
            self.ignored += 1;
            return;
        }
        let relative = relative(folder, entry.path());
        match entry.metadata() {
            Ok(metadata) => self.steps.push(Step::Found {
                folder: Arc::clone(folder),
                relative,
                promise,
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
        let label = folder.label(&relative(folder, &path));
        let cause = match error.loop_ancestor() {
            Some(ancestor) => {
                SkipCause::LinkLoop { folder: folder.label(&relative(folder, ancestor)).name }
            }
            None => {
                let unknown = || io::Error::other("the folder cannot be walked");
                cause(&path, error.into_io_error().unwrap_or_else(unknown))
            }
        };
        self.skip(label, cause);
    }

    fn skip(&mut self, label: Label, cause: SkipCause) {
        let name = label.name;
        self.steps.push(Step::Skip(SkippedInput { name, cause }));
    }
}

fn relative(folder: &Folder, path: &Path) -> PathBuf {
    path.strip_prefix(&folder.full).unwrap_or(path).to_owned()
}

/// Devices and pipes have no size to count on.
fn size_on_disk(metadata: &Metadata) -> u64 {
    if metadata.is_file() { metadata.len() } else { 0 }
}

fn cause(path: &Path, error: io::Error) -> SkipCause {
    if error.kind() != io::ErrorKind::NotFound {
        SkipCause::Unreadable(error)
    } else if path.is_symlink() {
        SkipCause::BrokenLink
    } else {
        SkipCause::Missing
    }
}
