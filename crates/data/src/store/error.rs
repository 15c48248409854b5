//! What can go wrong with a database.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::types::Type;
use rusqlite::{ErrorCode, Row, ffi};
use thiserror::Error;

/// Why a database could not be opened, read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no file, or an empty one.
    #[error("no database at {}", path.display())]
    Missing {
        /// Where the database was looked for.
        path: PathBuf,
    },
    /// The folder of a new database could not be created.
    #[error("cannot create the folder {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The lock file of the database could not be opened.
    #[error("cannot write to the database {}", path.display())]
    Lock {
        /// The database.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// There is a folder in place of the file.
    #[error("{} is a folder, not a database", path.display())]
    IsFolder {
        /// The folder.
        path: PathBuf,
    },
    /// The system does not open the file.
    #[error("cannot open the database {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The file is not a database, or one of another program.
    #[error("{} is not a gtn-db database", path.display())]
    NotADatabase {
        /// The file.
        path: PathBuf,
    },
    /// A newer version of gtn-db wrote the database.
    #[error(
        "the database {} was written by a newer version of gtn-db (schema {found}; this version \
         reads schemas up to {known})",
        path.display()
    )]
    Newer {
        /// The database.
        path: PathBuf,
        /// Its schema.
        found: i64,
        /// The newest schema that this version knows.
        known: i64,
    },
    /// A newer version of gtn-db read the records.
    #[error(
        "the records of the database {} were read by a newer version of gtn-db (reading {found}; \
         this version knows readings up to {known})",
        path.display()
    )]
    NewerReading {
        /// The database.
        path: PathBuf,
        /// The version of the rules by which its records were read.
        found: i64,
        /// The newest version of the rules that this version knows.
        known: i64,
    },
    /// A query that a user wrote in SQL is none, may not run, or was not answered.
    #[error("the query was not answered: {cause}")]
    Query {
        /// What is wrong.
        cause: String,
    },
    /// The keys were made by another key scheme.
    #[error(
        "the database {} has keys of the scheme `{}`; this version of gtn-db makes `{known}`",
        path.display(),
        found.escape_debug()
    )]
    KeyScheme {
        /// The database.
        path: PathBuf,
        /// The scheme of its keys.
        found: String,
        /// The scheme of this version.
        known: &'static str,
    },
    /// A database was to be merged into itself.
    #[error("{} is the database itself", path.display())]
    Itself {
        /// The database.
        path: PathBuf,
    },
    /// Another import into the database is running.
    #[error("another import or `check --solve` is writing to {}", path.display())]
    ImportRunning {
        /// The database.
        path: PathBuf,
    },
    /// The database has several hard links.
    #[error(
        "cannot write to the database {}: the file has {links} names (hard links), and SQLite \
         protects a file with one name only",
        path.display()
    )]
    HardLinks {
        /// The database.
        path: PathBuf,
        /// The number of its names.
        links: u64,
    },
    /// Another process or connection kept the database locked for too long.
    #[error("the database {} is locked by another program", path.display())]
    Busy {
        /// The database.
        path: PathBuf,
    },
    /// The file or its folder may not be written to.
    #[error("cannot write to the database {}: the file or its folder is read-only", path.display())]
    ReadOnly {
        /// The database.
        path: PathBuf,
    },
    /// There is no space left on the disk, where SQLite writes beside the database even to read it, or
    /// for its temporary files.
    #[error(
        "cannot write to the database {}, beside it or to a temporary file: the disk is full",
        path.display()
    )]
    Full {
        /// The database.
        path: PathBuf,
    },
    /// The file is corrupt, or holds a value that gtn-db never writes.
    #[error("the database {} is damaged: {what}", path.display())]
    Damaged {
        /// The database.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// A condition is not a valid SQL expression, does more than read the
    /// documented columns, or exceeds its limits.
    #[error("`{}` is not a condition on {what}: {cause}", expression.escape_debug())]
    Expression {
        /// The expression.
        expression: String,
        /// What the condition is to select: `games` or `problems`.
        what: &'static str,
        /// The reason.
        cause: String,
    },
    /// A pattern for sources matches none.
    #[error("no source matches `{}`", pattern.escape_debug())]
    NoSource {
        /// The pattern.
        pattern: String,
    },
    /// Comments are looked for, and the index does not have all of them.
    #[error("not all comments of the database {} are indexed", path.display())]
    NoCommentIndex {
        /// The database.
        path: PathBuf,
    },
    /// Anything else that SQLite reports.
    #[error("cannot use the database {}: {error}", path.display())]
    Sqlite {
        /// The database.
        path: PathBuf,
        /// What SQLite reports.
        error: rusqlite::Error,
    },
}

impl StoreError {
    /// The database does not have the tables of its schema.
    pub(super) fn unfit(path: &Path, detail: &str) -> StoreError {
        let what = format!("its tables are not those of its user_version ({detail})");
        StoreError::Damaged { path: path.to_owned(), what }
    }

    /// The meaning of an SQLite error for the database at `path`.
    pub(super) fn from_sqlite(path: &Path, error: rusqlite::Error) -> StoreError {
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, SqlInputError,
            SqliteFailure,
        };
        // SQLite opens a folder and then cannot read it.
        if path.is_dir() {
            return StoreError::IsFolder { path: path.to_owned() };
        }
        // SQLite says only that it cannot read a pipe, or open a file of somebody else.
        let metadata = fs::metadata(path);
        if metadata.as_ref().is_ok_and(|metadata| !metadata.is_file()) {
            return StoreError::NotADatabase { path: path.to_owned() };
        }
        if metadata.is_ok()
            && error.sqlite_error_code() == Some(ErrorCode::CannotOpen)
            && let Err(source) = File::open(path)
        {
            return StoreError::Unreadable { path: path.to_owned(), source };
        }
        let path = path.to_owned();
        // Of a statement of this crate, which fits the tables of its schema.
        if let SqlInputError { msg, .. } | SqliteFailure(_, Some(msg)) = &error
            && is_about_tables(msg)
        {
            return StoreError::unfit(&path, msg);
        }
        // SQLite writes beside a database even to read it.
        if let SqliteFailure(failure, _) = &error
            && failure.extended_code == ffi::SQLITE_IOERR_SHMSIZE
        {
            return StoreError::Full { path };
        }
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => StoreError::NotADatabase { path },
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Busy { path },
            Some(ErrorCode::ReadOnly) => StoreError::ReadOnly { path },
            Some(ErrorCode::DiskFull) => StoreError::Full { path },
            Some(ErrorCode::DatabaseCorrupt) => {
                StoreError::Damaged { path, what: error.to_string() }
            }
            _ => match error {
                FromSqlConversionFailure(_, _, what) => {
                    StoreError::Damaged { path, what: what.to_string() }
                }
                InvalidColumnType(..) | IntegralValueOutOfRange(..) => {
                    StoreError::Damaged { path, what: error.to_string() }
                }
                error => StoreError::Sqlite { path, error },
            },
        }
    }
}

/// The message alone: an error also shows the SQL around the expression, which
/// the user did not write.
pub(super) fn message(error: rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg,
        rusqlite::Error::SqliteFailure(_, Some(message)) => message,
        other => other.to_string(),
    }
}

/// Whether a message of SQLite says that a table, view or column is missing, or is there already.
fn is_about_tables(message: &str) -> bool {
    let texts = [
        "no such table",
        "no such view",
        "no such column",
        "already exists",
        "duplicate column name",
    ];
    texts.iter().any(|text| message.contains(text))
}

/// Reads a row of a table whose first column is the id. An error for a value
/// that gtn-db never writes names the table, the id and the column.
pub(super) fn read_row<T>(
    row: &Row<'_>,
    table: &str,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    read(row).map_err(|error| {
        let (column, what) = match error {
            FromSqlConversionFailure(column, _, what) => (column, what.to_string()),
            InvalidColumnType(column, _, found) => {
                (column, format!("a value of the type {}", found.to_string().to_lowercase()))
            }
            IntegralValueOutOfRange(column, value) => (column, format!("{value} is out of range")),
            other => return other,
        };
        let id: i64 = row.get(0).unwrap_or_default();
        let name = row.as_ref().column_name(column).unwrap_or("?");
        let what = format!("{table} {id}: {name}: {what}");
        FromSqlConversionFailure(column, Type::Null, what.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_named_also_while_reading_and_no_text_stands_twice() {
        let of = |code, text: Option<&str>| {
            let failure = ffi::Error::new(code);
            let error = rusqlite::Error::SqliteFailure(failure, text.map(str::to_owned));
            StoreError::from_sqlite(Path::new("x.db"), error)
        };
        let full = of(ffi::SQLITE_IOERR_SHMSIZE, Some("disk I/O error"));
        assert!(matches!(full, StoreError::Full { .. }), "{full:?}");
        let other = of(ffi::SQLITE_IOERR_READ, Some("disk I/O error"));
        assert_eq!(other.to_string(), "cannot use the database x.db: disk I/O error");
        assert!(std::error::Error::source(&other).is_none());
    }
}
