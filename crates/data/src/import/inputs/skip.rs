//! Inputs that could not be read, and why.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Something that could not be read.
#[derive(Debug)]
pub struct SkippedInput {
    /// The name, as in [`Input::name`](super::Input::name).
    pub name: String,
    /// Why it was skipped.
    pub cause: SkipCause,
}

impl fmt::Display for SkippedInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.cause)
    }
}

/// An argument that names no file or folder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArgumentError {
    /// An empty argument.
    #[error("a path is empty")]
    Empty,
    /// A path that leads nowhere.
    #[error("{}: {cause}", path.display())]
    Unreadable {
        /// The path.
        path: PathBuf,
        /// Why it leads nowhere.
        cause: SkipCause,
    },
}

/// Why something was skipped. The message is shown after the name of the input
/// and a colon.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SkipCause {
    /// A path without a file or folder.
    #[error("there is no such file or folder")]
    Missing,
    /// A symbolic link whose target is gone.
    #[error("the target of the symbolic link does not exist")]
    BrokenLink,
    /// A symbolic link to a folder that contains the link.
    #[error("the symbolic link leads back to {folder}, which contains it")]
    LinkLoop {
        /// The name of that folder.
        folder: String,
    },
    /// The operating system refuses to read it.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] io::Error),
    /// A large content could not be written to a temporary file.
    #[error("cannot be written to a temporary file: {0}")]
    Spool(#[source] io::Error),
    /// A content is longer than [`Limits::max_entry`](super::Limits::max_entry).
    #[error("is longer than {limit} bytes")]
    TooLarge {
        /// The limit.
        limit: u64,
    },
    /// An archive unpacks to more than an archive may.
    #[error("unpacks to more than {limit} bytes in all; the rest of the archive was not read")]
    ArchiveTooLarge {
        /// The limit.
        limit: u64,
    },
    /// Unpacking needs more memory than an archive may ask for.
    #[error("needs {needed} bytes of memory to unpack; the limit is {limit}")]
    TooMuchMemory {
        /// The number of bytes that the archive asks for.
        needed: u64,
        /// The limit.
        limit: u64,
    },
    /// An archive in an archive.
    #[error("is an archive inside an archive; unpack the outer one first")]
    NestedArchive,
    /// A table in an archive.
    #[error("is a table inside an archive; unpack the archive first")]
    NestedTable,
    /// A Parquet file that is no table of gtn-db, or one of another version.
    #[error("{reason}")]
    Table {
        /// The sentence without its subject.
        reason: String,
    },
    /// The rest of a row group of a Parquet file.
    #[error("row group {group} cannot be read from row {row} of {rows} on: {reason}")]
    RowGroup {
        /// The number of the row group, from 1.
        group: u64,
        /// The number of the first row that is missing, from 1.
        row: u64,
        /// The number of rows that the row group should have.
        rows: i64,
        /// The fault that was found.
        reason: String,
    },
    /// A row of a table.
    #[error("row group {group}, row {row}: {reason}")]
    Row {
        /// The number of the row group, from 1.
        group: u64,
        /// The number of the row in the row group, from 1.
        row: u64,
        /// The fault that was found.
        reason: String,
    },
    /// A line of a text whose lines are inputs.
    #[error("line {line}: {reason}")]
    Line {
        /// The number of the line, from 1.
        line: u64,
        /// The first byte in the text that cannot be read.
        offset: u64,
        /// The fault that was found.
        reason: String,
    },
    /// A password is needed.
    #[error("is encrypted")]
    Encrypted,
    /// A compression method that is not supported.
    #[error("has an unsupported compression method ({method})")]
    UnsupportedMethod {
        /// The name or number of the method.
        method: String,
    },
    /// The content is not valid, or the end is missing.
    #[error("is damaged or cut off: {reason}")]
    Damaged {
        /// The fault that was found.
        reason: String,
    },
    /// Of several entries of one name only the last can be read.
    #[error("has several entries with the same name; only the last of these was read")]
    RepeatedNames,
    /// Entries that can only be reached by reading one that could not be read.
    #[error("could not be read to the end; entries not reached: {entries}")]
    Lost {
        /// The number of these entries that would have been imported.
        entries: u64,
    },
    /// gtn-db was built without the feature `archives`.
    #[error("is an archive, and this gtn-db was built without support for archives")]
    ArchivesDisabled,
    /// gtn-db was built without the feature `parquet`.
    #[error("is a Parquet file, and this gtn-db was built without support for Parquet")]
    TablesDisabled,
}

/// Why data could not be read.
pub(super) fn explain_read_error(error: &io::Error) -> String {
    match error.kind() {
        // Each library has another text for it.
        io::ErrorKind::UnexpectedEof => "it ends too early".to_owned(),
        _ => error.to_string(),
    }
}
