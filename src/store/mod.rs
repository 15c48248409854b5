//! The database: the only SQL of the project.
//!
//! It knows keys and texts, and no boards. Three tables for problems: a **source** is a
//! file or an entry of an archive, a **position** a canonical text under its
//! key, a **record** a problem as one source has it.
//!
//! ```text
//!   source 1 ───< record >─── 1 position
//! ```
//!
//! And three for games, with the same number for the same game: `game` is what
//! they are filtered by, `game_line` the moves, `game_tree` the SGF. What a
//! search reads, it reads from the first page to the last.
//!
//! Positions and records are appended in the order of import, so that their
//! pages fill one after the other; only the index of the keys is met in random
//! order. It is small (some 30 bytes a position), and a batch of rows goes in
//! sorted by key: so the time an import takes grows with what it brings, not
//! with what is there.

mod checkpoint;
mod decision;
mod error;
mod games;
mod lock;
mod query;
mod schema;
mod source;
mod writer;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

pub use decision::{Decision, Judged, Judgment, tree_hash};
pub use error::StoreError;
pub use games::{GameFilter, StoredGame};
pub use query::{Counts, Snapshot, StoredPosition, StoredRecord, StoredSource};
pub use source::Held;
pub use writer::{ImportSession, Tally};

use lock::ImportLock;

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a database to read from it.
    ///
    /// An older schema is migrated, which writes.
    ///
    /// # Errors
    /// When there is none at the path, when it is no database of gtn-db, or
    /// one of a newer version.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let fail = |error| StoreError::sqlite(path, error);
        // Read and write, if that is allowed: so SQLite can take away the files
        // beside the database when the last one closes it.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(fail)?;
        match schema::version(&connection) {
            Ok(version) => {
                let connection = match version.check(path)? {
                    schema::State::Current => connection,
                    schema::State::Older => schema::migrate(path)?,
                    schema::State::Blank => {
                        return Err(StoreError::Missing { path: path.to_owned() });
                    }
                };
                schema::prepare_reader(&connection, path)?;
                Ok(Store { connection, path: path.to_owned() })
            }
            Err(error) if is_blocked_by_folder(&error) && !has_log(path) => {
                Store::open_immutable(path)
            }
            Err(error) => Err(fail(error)),
        }
    }

    /// Opens a database that lies where nothing can be written.
    ///
    /// SQLite wants to write beside a database in WAL mode even to read it.
    /// Nobody can change this one, and no log waits to be read, so it need not.
    fn open_immutable(path: &Path) -> Result<Store, StoreError> {
        let fail = |error| StoreError::sqlite(path, error);
        let mut uri = String::from("file:");
        for byte in path.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                    uri.push(char::from(*byte));
                }
                _ => uri.push_str(&format!("%{byte:02x}")),
            }
        }
        uri.push_str("?immutable=1");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(uri, flags).map_err(fail)?;
        match schema::version(&connection).map_err(fail)?.check(path)? {
            schema::State::Current => {}
            _ => return Err(StoreError::ReadOnly { path: path.to_owned() }),
        }
        schema::prepare_reader(&connection, path)?;
        Ok(Store { connection, path: path.to_owned() })
    }

    /// Opens a database to import into it, made if it is not there.
    ///
    /// # Errors
    /// As for [`open`](Self::open), and when another import is under way.
    pub fn import(path: &Path) -> Result<ImportSession, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        }
        let lock = ImportLock::take(path)?;
        let connection = schema::migrate(path)?;
        ImportSession::new(connection, path, lock)
    }

    /// Where the database lies.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Whether SQLite could not read because it could not write beside the file.
fn is_blocked_by_folder(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    matches!(error.sqlite_error_code(), Some(CannotOpen | ReadOnly))
}

/// Whether a write-ahead log with something in it lies beside the database.
fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}
