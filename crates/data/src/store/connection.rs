//! The connection that reads a database.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags, Transaction};

use super::error::StoreError;
use super::location::{self, Location};
use super::lock::ImportLock;
use super::schema;

/// A connection that reads a database.
/// [`ImportSession`](super::ImportSession) is the one that writes.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    pub(super) location: Location,
}

/// A [`Store`] reads one state of the database as long as its snapshot lives.
#[derive(Debug)]
pub struct Snapshot<'a>(#[expect(dead_code, reason = "ends when it is dropped")] Transaction<'a>);

/// The state of a database at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DatabaseVersion {
    /// The database: random bytes that are made with it.
    pub identity: [u8; 16],
    /// The number of commits so far. Every commit that writes raises the number.
    pub generation: i64,
}

impl Store {
    /// Opens the database in the file `path` for reading.
    ///
    /// A database with an older schema is migrated first, which writes to the
    /// file.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such file or the file is empty,
    /// [`StoreError::NotADatabase`] if it is something else, and
    /// [`StoreError::Newer`] if a newer version of gtn-db wrote it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        match fs::metadata(path) {
            Ok(_) => Store::connect(Location::File(path.to_owned())),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(StoreError::Missing { path: path.to_owned() })
            }
            Err(source) => Err(StoreError::Unreadable { path: path.to_owned(), source }),
        }
    }

    /// Makes an empty database in memory. [`begin_import`](Self::begin_import)
    /// fills it. The database is gone with the last [`Store`] or
    /// [`ImportSession`](super::ImportSession) on it.
    ///
    /// Unlike reads from a file, reads from memory fail with
    /// [`StoreError::Busy`] while an import has uncommitted changes.
    ///
    /// # Errors
    /// If SQLite cannot make it.
    pub fn open_in_memory() -> Result<Store, StoreError> {
        let location = Location::new_in_memory();
        // Keeps the database alive until the second connection is open.
        let _first = schema::open_for_writing(&location)?;
        Store::connect(location)
    }

    /// Opens another connection to the same database, for another thread.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn reopen(&self) -> Result<Store, StoreError> {
        Store::connect(self.location.clone())
    }

    pub(super) fn connect(location: Location) -> Result<Store, StoreError> {
        let path = location.path();
        let Opened { connection, state, is_immutable } = open_as_it_is(&location)?;
        let connection = match state {
            schema::State::Current => connection,
            schema::State::Older if is_immutable => {
                return Err(StoreError::ReadOnly { path: path.to_owned() });
            }
            schema::State::Older => {
                drop(connection);
                let lock = ImportLock::acquire_after_migration(path, || is_older(&location));
                let _lock = match lock {
                    // Another process has migrated the database and goes on with an import.
                    Err(StoreError::ImportRunning { .. }) => None,
                    lock => Some(lock?),
                };
                schema::open_for_writing(&location)?
            }
            schema::State::Blank => return Err(StoreError::Missing { path: path.to_owned() }),
        };
        schema::prepare_reader(&connection, path)?;
        Ok(Store { connection, location })
    }

    /// The path of the database; `:memory:` for one in memory.
    pub fn path(&self) -> &Path {
        self.location.path()
    }

    /// Which database this is, and in which state. Whoever caches what a
    /// database holds compares two versions to learn whether the cache is stale.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn version(&self) -> Result<DatabaseVersion, StoreError> {
        self.run(|connection| {
            let sql = "SELECT identity, generation FROM database";
            connection.prepare_cached(sql)?.query_row([], |row| {
                Ok(DatabaseVersion { identity: row.get(0)?, generation: row.get(1)? })
            })
        })
    }

    /// Begins a snapshot: until it is dropped, this connection reads the
    /// database as it was at the first read after this call. An import into a
    /// file can go on at the same time.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, StoreError> {
        // The transaction only reads, so the rollback on drop undoes nothing.
        self.run(|connection| connection.unchecked_transaction()).map(Snapshot)
    }

    /// Begins a [snapshot](Self::snapshot), unless this connection has one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn snapshot_if_none(&self) -> Result<Option<Snapshot<'_>>, StoreError> {
        self.connection.is_autocommit().then(|| self.snapshot()).transpose()
    }

    /// Reads the database through a cache of 8 MiB from now on. Until then, and
    /// faster, each page that was read once is mapped into memory, so a query of
    /// all records occupies as much memory as the file.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn limit_cache(&self) -> Result<(), StoreError> {
        self.run(|connection| {
            connection.pragma_update(None, "mmap_size", 0)?;
            connection.pragma_update(None, "cache_size", -8 * 1024)
        })
    }

    /// Moves what is in the write-ahead log into the file of the database, and empties the log,
    /// unless another connection still reads the log.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn checkpoint(&self) -> Result<(), StoreError> {
        self.run(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })
    }

    /// Runs statements and adds the path of the database to their error.
    pub(super) fn run<'a, T>(
        &'a self,
        run: impl FnOnce(&'a Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        run(&self.connection).map_err(|error| StoreError::from_sqlite(self.path(), error))
    }
}

/// Copies the database in the file `from` to the new file `to`, as it is now and
/// whatever its schema. Returns false if there is no database.
///
/// # Errors
/// As for [`Store::open`], and if the copy cannot be written.
pub fn copy_database(from: &Path, to: &Path) -> Result<bool, StoreError> {
    if !from.exists() {
        return Ok(false);
    }
    let Opened { connection, state, .. } = open_as_it_is(&Location::File(from.to_owned()))?;
    if state == schema::State::Blank {
        return Ok(false);
    }
    let copy = || {
        connection.busy_timeout(schema::BUSY_TIMEOUT)?;
        let mut copy = Connection::open(to)?;
        Backup::new(&connection, &mut copy)?.step(-1) // all pages
    };
    copy().map(|_| true).map_err(|error| StoreError::from_sqlite(to, error))
}

/// A connection to a database that may have an older schema.
struct Opened {
    connection: Connection,
    state: schema::State,
    /// Whether nobody can change the database.
    is_immutable: bool,
}

/// Whether a database has an older schema.
pub(super) fn is_older(location: &Location) -> Result<bool, StoreError> {
    Ok(open_as_it_is(location)?.state == schema::State::Older)
}

/// Opens a database without a migration.
fn open_as_it_is(location: &Location) -> Result<Opened, StoreError> {
    let path = location.path();
    let fail = |error| StoreError::from_sqlite(path, error);
    if is_frozen(path) {
        return open_immutable(path);
    }
    // With write access where that is allowed, so that SQLite can remove
    // the files beside the database when the last connection is closed.
    let connection = location.connect(OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(fail)?;
    connection.busy_timeout(schema::BUSY_TIMEOUT).map_err(fail)?;
    match schema::read_version(&connection) {
        Ok(version) => Ok(Opened { connection, state: version.check(path)?, is_immutable: false }),
        Err(error) if is_blocked_by_folder(&error) && !has_wal(path) => {
            // SQLite writes beside a database in WAL mode even to read it.
            // Nobody can change this one and no WAL waits to be read, so
            // SQLite need not do so here.
            open_immutable(path)
        }
        Err(error) => Err(fail(error)),
    }
}

/// Opens a file that nobody can change.
fn open_immutable(path: &Path) -> Result<Opened, StoreError> {
    let fail = |error| StoreError::from_sqlite(path, error);
    let connection = location::connect_immutable(path).map_err(fail)?;
    let state = schema::read_version(&connection).map_err(fail)?.check(path)?;
    Ok(Opened { connection, state, is_immutable: true })
}

/// Whether nobody may write to a file, and nobody has the database open. SQLite would leave a file
/// beside the database that cannot be written either, not even when the database can be again.
fn is_frozen(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.permissions().readonly())
        && File::options().write(true).open(path).is_err()
        && !has_wal(path)
        && !beside(path, "-shm").exists()
}

/// Whether SQLite could not read a file because it could not write beside it.
fn is_blocked_by_folder(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
    matches!(error.sqlite_error_code(), Some(CannotOpen | ReadOnly))
}

/// Whether there is a write-ahead log with content beside the database.
fn has_wal(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|wal| wal.len() > 0)
}

/// The file of SQLite beside a database whose name has this end.
fn beside(path: &Path, end: &str) -> PathBuf {
    // SQLite resolves symbolic links.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.into_os_string();
    name.push(end);
    name.into()
}
