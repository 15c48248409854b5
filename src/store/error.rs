//! What can go wrong with a database.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// Why a database could not be opened, read or written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// No file there.
    #[error("there is no database at {}", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The folder of a new database could not be made.
    #[error("the folder {} could not be made", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file of the lock could not be opened.
    #[error("the database {} cannot be written", path.display())]
    Lock {
        /// The database.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another file.
    #[error("{} is no database of gtn-db", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Made by a later version.
    #[error(
        "the database {} was made by a newer gtn-db (schema {found}, this one knows {known})",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest schema this program knows.
        known: i64,
    },
    /// Keys made in another way.
    #[error("the keys of {} are of the scheme `{}`, not `{known}`", path.display(), found.escape_debug())]
    KeyScheme {
        /// The file.
        path: PathBuf,
        /// The scheme it names.
        found: String,
        /// The scheme of this program.
        known: &'static str,
    },
    /// A second import.
    #[error("another import into {} is under way", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// A file or folder that may not be written.
    #[error("the database {} cannot be written: it or its folder is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// No space left.
    #[error("the disk that holds the database {} is full", path.display())]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// A stored value that this program never writes.
    #[error("the database {} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// An SQL expression of the user's that cannot be read, or may not be run.
    #[error("`{}` cannot be asked of a game: {cause}", expression.escape_debug())]
    Expression {
        /// The expression.
        expression: String,
        /// What SQLite says of it.
        cause: String,
    },
    /// Anything else that SQLite reports.
    #[error("the database {}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// What an error of SQLite means for the database at a path.
    pub(super) fn sqlite(path: &Path, error: rusqlite::Error) -> StoreError {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::Foreign { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::DatabaseCorrupt) => {
                StoreError::Damaged { path, what: error.to_string() }
            }
            _ => StoreError::Sqlite { path, source: error },
        }
    }
}
