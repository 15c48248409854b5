//! From the paths a user names to the contents of the files behind them.
//!
//! A path may be a file, a folder, an archive or `-` for standard input. Every content is
//! delivered once for each way that leads to it, in an order that is the same everywhere: the
//! arguments as given, folders sorted by the bytes of their names, archives in their own order.
//! Only one content is held at a time, and in memory only while it is small.
//!
//! What is taken:
//! - a file that was named, whatever it is called: containers are told by their first bytes, and
//!   everything else is text;
//! - in folders and archives, what its extension promises: `.sgf`, `.igtn`, `.gtn` or `.txt` when
//!   they begin with a position in one line, and `.json`, `.jsonl` or `.ndjson` when their first
//!   part has the fields of a problem;
//! - in folders, archives too: `.zip`, `.7z`, `.tar`, `.tar.gz`, `.tar.xz`, `.tar.zst` and their
//!   short forms, and the single files `.sgf.gz`, `.sgf.xz` and `.sgf.zst`.
//!
//! Hidden files are passed over, and everything else in folders and archives is only counted.
//! What should have been taken and cannot be read comes back as a [`SkippedInput`].
//!
//! ```
//! use std::ops::ControlFlow;
//! use gtn_db::import::inputs::{Delivery, Inputs, Limits};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("1.sgf");
//! std::fs::write(&file, "(;AB[aa])")?;
//!
//! let mut names = Vec::new();
//! Inputs::gather(&[file], Limits::default()).visit(&mut |delivery| {
//!     match delivery {
//!         Delivery::Input(input) => names.push(input.name),
//!         Delivery::Skipped(skip) => eprintln!("{skip}"),
//!         Delivery::Progress(_) => {}
//!     }
//!     ControlFlow::Continue(())
//! });
//! assert_eq!(names, ["1.sgf"]);
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(feature = "archives")]
mod archive;
mod content;
mod sniff;
mod source_name;
mod walk;

#[cfg(all(test, feature = "archives"))]
mod archive_tests;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use content::Collector;
pub use content::{Content, ContentReader};
use sniff::{Expect, Format, HEAD, Promise};
use source_name::Label;
use walk::{Plan, Step};

/// How much one content may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that standard input or one archive entry may unpack to. A whole archive may unpack
    /// to 64 times as many.
    pub max_entry: u64,
    /// Bytes that are kept in memory; larger contents are left or put in a file.
    pub in_memory: usize,
}

impl Default for Limits {
    /// 256 MiB, of which 8 MiB in memory.
    fn default() -> Self {
        Limits { max_entry: 256 << 20, in_memory: 8 << 20 }
    }
}

/// What a list of paths stands for, found before anything is read.
#[derive(Debug)]
pub struct Inputs {
    plan: Plan,
    limits: Limits,
}

/// What [`Inputs::visit`] hands out.
#[derive(Debug)]
pub enum Delivery {
    /// Something to import.
    Input(Input),
    /// Something that could not be read.
    Skipped(SkippedInput),
    /// So many bytes on disk are done since the last time. They add up to
    /// [`Inputs::total_bytes`]; zero is a sign of life from a long unpacking.
    Progress(u64),
}

/// Something to import.
#[derive(Debug)]
pub struct Input {
    /// What to show: `x.sgf`, `folder/1a/x.sgf`, `archive.7z/1a/x.sgf`, or `-`.
    /// It may hold control characters.
    pub name: String,
    /// What tells two places apart: the full path on disk, with the name of an entry behind it.
    pub identity: String,
    /// How to read it.
    pub kind: Kind,
    /// Its bytes.
    pub content: Content,
}

/// How an input is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Smart Game Format.
    Sgf,
    /// Positions in GobanTN, one in each line.
    IgtnLines,
    /// Problems as JSON objects: one, a list, or several behind each other.
    Json,
}

/// Something that could not be read.
#[derive(Debug)]
pub struct SkippedInput {
    /// What it is called, as in [`Input::name`].
    pub name: String,
    /// Why it was skipped.
    pub cause: SkipCause,
}

impl fmt::Display for SkippedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.cause)
    }
}

/// Why something was skipped. The sentence goes behind its name and a colon.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SkipCause {
    /// An argument without a character.
    #[error("the path is empty")]
    EmptyArgument,
    /// A path that leads nowhere.
    #[error("there is no such file or folder")]
    Missing,
    /// A symbolic link whose target is gone.
    #[error("this symbolic link leads to nothing")]
    BrokenLink,
    /// A symbolic link to a folder that holds it.
    #[error("this symbolic link leads back to {folder}, which holds it")]
    LinkLoop {
        /// The name of that folder.
        folder: String,
    },
    /// The system does not let it be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// A content that was not kept because a temporary file failed.
    #[error("cannot be put in a temporary file: {0}")]
    Spool(#[source] io::Error),
    /// More than [`Limits::max_entry`].
    #[error("holds more than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// More than an archive may unpack to.
    #[error("unpacks to more than {limit} bytes in all; the rest of the archive was not read")]
    ArchiveTooLarge {
        /// The limit.
        limit: u64,
    },
    /// Unpacking would take more memory than an archive may ask for.
    #[error("takes {needed} bytes of memory to unpack; {limit} are allowed")]
    TooMuchMemory {
        /// What its maker chose.
        needed: u64,
        /// The limit.
        limit: u64,
    },
    /// An archive in an archive.
    #[error("is an archive inside an archive; unpack the outer one first")]
    NestedArchive,
    /// A password is needed.
    #[error("is encrypted")]
    Encrypted,
    /// Compressed in a way this program does not know.
    #[error("is compressed in a way that cannot be read ({method})")]
    UnsupportedMethod {
        /// The name or number of the method.
        method: String,
    },
    /// Not what it should be, or only a part of it.
    #[error("is damaged or cut off: {reason}")]
    Damaged {
        /// What was found to be wrong.
        reason: String,
    },
    /// Entries that can only be reached through one that could not be read.
    #[error("entries lost behind the one that could not be read: {entries}")]
    Lost {
        /// How many of them would have been taken.
        entries: u64,
    },
    /// This program was built without the feature `archives`.
    #[error("is an archive, and this program was built without support for archives")]
    ArchivesDisabled,
}

impl Inputs {
    /// Finds the files behind the paths. Folders are walked, nothing is opened, and what is wrong
    /// with a path is told by [`Inputs::visit`] in its turn.
    pub fn gather(paths: &[PathBuf], limits: Limits) -> Inputs {
        let mut plan = Plan::default();
        for path in paths {
            plan.add(path);
        }
        Inputs { plan, limits }
    }

    /// How many bytes on disk will be gone through; standard input does not count.
    pub fn total_bytes(&self) -> u64 {
        self.plan.steps.iter().fold(0, |total, step| total.saturating_add(step.size()))
    }

    /// Hands out everything in order until `sink` breaks, and returns the number of files and
    /// entries that were passed over as hidden or of no interest.
    pub fn visit(self, sink: &mut dyn FnMut(Delivery) -> ControlFlow<()>) -> u64 {
        let mut outlet =
            Outlet { sink, limits: self.limits, ignored: self.plan.ignored, in_sink: false };
        for step in self.plan.steps {
            if outlet.visit(step).is_break() {
                break;
            }
        }
        outlet.ignored
    }
}

/// The way out, and what is counted on it.
struct Outlet<'a> {
    sink: &'a mut dyn FnMut(Delivery) -> ControlFlow<()>,
    limits: Limits,
    ignored: u64,
    /// Whether the sink is running: its panics are none of ours.
    in_sink: bool,
}

/// A file on the way from the disk.
struct Opened<'a> {
    label: &'a Label,
    promise: Promise,
    /// Whether the user named it: then its content counts more than its name.
    named: bool,
    size: u64,
}

impl Outlet<'_> {
    fn send(&mut self, delivery: Delivery) -> ControlFlow<()> {
        self.in_sink = true;
        let answer = (self.sink)(delivery);
        self.in_sink = false;
        answer
    }

    fn skip(&mut self, label: &Label, cause: SkipCause) -> ControlFlow<()> {
        let name = label.name.clone();
        self.send(Delivery::Skipped(SkippedInput { name, cause }))
    }

    fn deliver(&mut self, label: Label, kind: Kind, content: Content) -> ControlFlow<()> {
        let Label { name, identity } = label;
        self.send(Delivery::Input(Input { name, identity, kind, content }))
    }

    fn visit(&mut self, step: Step) -> ControlFlow<()> {
        match step {
            Step::Skip(skip) => self.send(Delivery::Skipped(skip)),
            Step::Stdin => {
                let opened = Opened {
                    label: &Label::stdin(),
                    promise: Promise::Nothing,
                    named: true,
                    size: 0,
                };
                self.stream(&opened, &mut io::stdin().lock())
            }
            Step::Named { path, size } => {
                let label = Label::argument(&path);
                let opened =
                    Opened { promise: Promise::of(&label.name), label: &label, named: true, size };
                self.open(&opened, &path)
            }
            Step::Found { folder, relative, promise, size } => {
                let opened =
                    Opened { label: &folder.label(&relative), promise, named: false, size };
                self.open(&opened, &folder.path(&relative))
            }
        }
    }

    fn open(&mut self, opened: &Opened<'_>, path: &Path) -> ControlFlow<()> {
        let file = File::open(path).and_then(|file| Ok((file.metadata()?, file)));
        match file {
            Ok((metadata, file)) if metadata.is_file() => {
                let len = metadata.len();
                self.content(opened, Content::File { file, len })
            }
            // A pipe the user named, as the shell's `<(command)` is.
            Ok((_, mut file)) => {
                // Its path says nothing about what comes through it, as `-` does not.
                let identity = format!("-{}", opened.label.identity);
                let label = Label { name: opened.label.name.clone(), identity };
                self.stream(&Opened { label: &label, ..*opened }, &mut file)
            }
            Err(error) => {
                self.skip(opened.label, SkipCause::Unreadable(error))?;
                self.send(Delivery::Progress(opened.size))
            }
        }
    }

    /// Takes in what can be read only once.
    fn stream(&mut self, opened: &Opened<'_>, source: &mut dyn Read) -> ControlFlow<()> {
        let limit = self.limits.max_entry;
        let mut collector = Collector::new(self.limits.in_memory);
        let mut buffer = vec![0; HEAD];
        loop {
            let pushed = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => collector.push(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                Err(error) => return self.skip(opened.label, SkipCause::Unreadable(error)),
            };
            if let Err(error) = pushed {
                return self.skip(opened.label, SkipCause::Spool(error));
            }
            if collector.len() > limit {
                return self.skip(opened.label, SkipCause::TooLarge { limit });
            }
            self.send(Delivery::Progress(0))?;
        }
        self.content(opened, collector.finish())
    }

    /// Finds out what a content is and delivers it, or what is in it.
    fn content(&mut self, opened: &Opened<'_>, mut content: Content) -> ControlFlow<()> {
        let head = match head(&mut content) {
            Ok(head) => head,
            Err(error) => {
                self.skip(opened.label, SkipCause::Unreadable(error))?;
                return self.send(Delivery::Progress(opened.size));
            }
        };
        let by_content = sniff::container(&head);
        let (format, expect) = match opened.promise {
            // The name tells what to expect, and the content which one it is.
            Promise::Container(promised, expect) if !opened.named => {
                (Some(by_content.unwrap_or(promised)), expect)
            }
            Promise::Container(promised, expect) => {
                (Some(by_content.unwrap_or(promised)), expect.named())
            }
            Promise::Text(expect) if !opened.named => (None, expect),
            Promise::Text(expect) => (by_content, expect.named()),
            Promise::Nothing => (by_content, Expect::Any(Kind::Sgf)),
        };
        if let Some(format) = format {
            return self.container(opened, format, expect, content);
        }
        match expect.decide(&head) {
            Some(kind) => match self.settle(head, content) {
                Ok(content) => self.deliver(opened.label.clone(), kind, content)?,
                Err(error) => self.skip(opened.label, SkipCause::Unreadable(error))?,
            },
            None => self.ignored += 1,
        }
        self.send(Delivery::Progress(opened.size))
    }

    /// Reads small files to memory.
    fn settle(&self, mut head: Vec<u8>, mut content: Content) -> io::Result<Content> {
        if matches!(content, Content::Memory(_)) || content.len() > self.limits.in_memory as u64 {
            return Ok(content);
        }
        if head.len() as u64 == content.len() {
            return Ok(Content::Memory(head));
        }
        head.clear();
        content.reader()?.read_to_end(&mut head)?;
        Ok(Content::Memory(head))
    }

    #[cfg(feature = "archives")]
    fn container(
        &mut self,
        opened: &Opened<'_>,
        format: Format,
        expect: Expect,
        content: Content,
    ) -> ControlFlow<()> {
        archive::unpack(self, opened.label, format, expect, content, opened.size)
    }

    #[cfg(not(feature = "archives"))]
    fn container(
        &mut self,
        opened: &Opened<'_>,
        _: Format,
        _: Expect,
        _: Content,
    ) -> ControlFlow<()> {
        self.skip(opened.label, SkipCause::ArchivesDisabled)?;
        self.send(Delivery::Progress(opened.size))
    }
}

/// The first bytes of a content.
fn head(content: &mut Content) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    content.reader()?.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}
