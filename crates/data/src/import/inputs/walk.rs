//! From the paths a user names to the files behind them.

#[cfg(feature = "parquet")]
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::labels::Root;
use super::passed_over::PassedOver;
use super::skip::{ArgumentError, SkipCause};
use super::sniff::ExtensionHint;
use super::source_name::{full_path, is_hidden, name_below};
#[cfg(feature = "parquet")]
use super::tables::folder_of_tables;

/// One step of a visit.
#[derive(Debug)]
pub(super) enum Step {
    Stdin,
    /// A file under another name, by which its place is known.
    Renamed {
        name: String,
        path: PathBuf,
        size: u64,
    },
    /// Bytes under the name of a file.
    Bytes {
        name: String,
        bytes: Vec<u8>,
        is_named: bool,
    },
    /// A file that the user named, whatever its extension.
    Named {
        root: usize,
        size: u64,
    },
    /// A file in a folder, with a known extension. `target` is its path if a link leads to it.
    Found {
        root: usize,
        relative: PathBuf,
        target: Option<PathBuf>,
        hint: ExtensionHint,
        size: u64,
    },
    /// The tables of a folder, in files by their paths below the root, with their sizes.
    #[cfg(feature = "parquet")]
    Tables {
        root: usize,
        folder: PathBuf,
        files: Vec<(PathBuf, u64)>,
    },
    /// A place at or below a root that cannot be read.
    Skip {
        root: usize,
        relative: PathBuf,
        cause: SkipCause,
    },
}

impl Step {
    /// The number of bytes on disk.
    pub(super) fn size(&self) -> u64 {
        match self {
            Step::Renamed { size, .. } | Step::Named { size, .. } | Step::Found { size, .. } => {
                *size
            }
            Step::Bytes { bytes, .. } => bytes.len() as u64,
            #[cfg(feature = "parquet")]
            Step::Tables { files, .. } => files.iter().map(|(_, size)| size).sum(),
            Step::Stdin | Step::Skip { .. } => 0,
        }
    }
}

/// The steps of a visit, in order.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// The files and folders that the user named.
    pub(super) roots: Vec<Root>,
    pub(super) steps: Vec<Step>,
    /// The files in folders that are of unknown kind.
    pub(super) passed_over: PassedOver,
}

impl Plan {
    /// Adds the steps for one argument.
    pub(super) fn add(&mut self, path: &Path) -> Result<(), ArgumentError> {
        if path == Path::new("-") {
            self.steps.push(Step::Stdin);
            return Ok(());
        }
        if path.as_os_str().is_empty() {
            return Err(ArgumentError::Empty);
        }
        let metadata = read_metadata(path)?;
        let root = self.roots.len();
        self.roots.push(Root::new(path, metadata.is_dir()));
        if metadata.is_dir() {
            self.walk(root);
        } else {
            self.steps.push(Step::Named { root, size: size_on_disk(&metadata) });
        }
        Ok(())
    }

    fn walk(&mut self, root: usize) {
        let folder = self.roots[root].full.clone();
        #[cfg(feature = "parquet")]
        let first = self.steps.len();
        let entries = WalkDir::new(&folder)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter()
            // The folder itself may be hidden, as the user named it.
            .filter_entry(|entry| {
                entry.depth() == 0 || !is_hidden(entry.file_name().as_encoded_bytes())
            });
        // The depth of the link that led to the entries that follow.
        let mut link: Option<usize> = None;
        for entry in entries {
            match entry {
                Ok(entry) => {
                    link = link.filter(|&depth| depth < entry.depth());
                    if entry.path_is_symlink() {
                        link = link.or(Some(entry.depth()));
                    }
                    self.consider(root, &folder, &entry, link.is_some());
                }
                Err(error) => self.walk_error(root, &folder, error),
            }
        }
        #[cfg(feature = "parquet")]
        self.gather_tables(root, first);
    }

    /// Drops the links to files that are visited without a link, and those to files to which
    /// another link leads.
    pub(super) fn drop_links(&mut self) {
        let Plan { roots, steps, .. } = self;
        // The file, and whether a link leads to it.
        let file = |step: &Step| match step {
            Step::Named { root, .. } => Some((roots[*root].full.clone(), roots[*root].is_link)),
            Step::Found { target: Some(target), .. } => Some((target.clone(), true)),
            Step::Found { root, relative, .. } => Some((roots[*root].full.join(relative), false)),
            _ => None,
        };
        let files: Vec<Option<(PathBuf, bool)>> = steps.iter().map(file).collect();
        if files.iter().flatten().all(|(_, is_link)| !is_link) {
            return;
        }
        let direct = files.iter().flatten().filter(|(_, is_link)| !is_link);
        let mut seen: HashSet<&Path> = direct.map(|(file, _)| &**file).collect();
        let mut files = files.iter();
        steps.retain(|_| match files.next().and_then(Option::as_ref) {
            Some((file, true)) => seen.insert(file),
            _ => true,
        });
    }

    /// Puts the files with tables from the step `first` on together by their folders.
    #[cfg(feature = "parquet")]
    fn gather_tables(&mut self, root: usize, first: usize) {
        let mut tables = BTreeMap::<PathBuf, Vec<(PathBuf, u64)>>::new();
        for step in self.steps.split_off(first) {
            match step {
                Step::Found { relative, hint: ExtensionHint::Table, size, .. } => {
                    let folder = folder_of_tables(&relative);
                    tables.entry(folder).or_default().push((relative, size));
                }
                other => self.steps.push(other),
            }
        }
        let step = |(folder, files)| Step::Tables { root, folder, files };
        self.steps.extend(tables.into_iter().map(step));
    }

    fn consider(&mut self, root: usize, folder: &Path, entry: &walkdir::DirEntry, is_linked: bool) {
        if entry.file_type().is_dir() {
            return;
        }
        let name = entry.file_name().to_string_lossy();
        let target = is_linked.then(|| full_path(entry.path()));
        // A link is the place of its target, so the name of the target counts first.
        let of_target = target.as_deref().and_then(Path::file_name).map(OsStr::to_string_lossy);
        let hint = of_target.map_or(ExtensionHint::None, |name| ExtensionHint::of(&name));
        let hint = if hint == ExtensionHint::None { ExtensionHint::of(&name) } else { hint };
        // Opening a pipe or a device that nobody named could block forever.
        if !entry.file_type().is_file() || hint == ExtensionHint::None {
            self.passed_over.count(&name);
            return;
        }
        let relative = relative(folder, entry.path());
        match entry.metadata() {
            Ok(metadata) => {
                let size = size_on_disk(&metadata);
                self.steps.push(Step::Found { root, relative, target, hint, size });
            }
            Err(error) => self.walk_error(root, folder, error),
        }
    }

    fn walk_error(&mut self, root: usize, folder: &Path, error: walkdir::Error) {
        let path = error.path().unwrap_or(folder).to_owned();
        let hidden = path.file_name().is_some_and(|name| is_hidden(name.as_encoded_bytes()));
        if hidden && error.depth() > 0 {
            return;
        }
        let cause = match error.loop_ancestor() {
            Some(ancestor) => {
                let label = &self.roots[root].label;
                SkipCause::LinkLoop { folder: name_below(label, &relative(folder, ancestor)) }
            }
            None => {
                let unknown = || io::Error::other("the folder cannot be walked");
                cause_of(&path, error.into_io_error().unwrap_or_else(unknown))
            }
        };
        self.skip(root, relative(folder, &path), cause);
    }

    fn skip(&mut self, root: usize, relative: PathBuf, cause: SkipCause) {
        self.steps.push(Step::Skip { root, relative, cause });
    }
}

fn relative(folder: &Path, path: &Path) -> PathBuf {
    path.strip_prefix(folder).unwrap_or(path).to_owned()
}

/// The metadata of a file or folder that the user named.
pub(super) fn read_metadata(path: &Path) -> Result<Metadata, ArgumentError> {
    path.metadata().map_err(|error| ArgumentError::Unreadable {
        path: path.to_owned(),
        cause: cause_of(path, error),
    })
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
