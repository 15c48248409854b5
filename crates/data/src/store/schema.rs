//! The schema, its versions and migrations, and the settings of connections.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction};
use rusqlite_migration::{HookResult, M, Migrations};

use super::error::{StoreError, message};
use super::location::Location;
use super::{answers, checksum, repeated_query, text_functions};
use crate::KEY_SCHEME;
use crate::abalone;
use crate::model::READING;

/// Marks the file as a database of gtn-db: `gtnd` in ASCII.
const APPLICATION_ID: i64 = 0x6774_6e64;

/// The migrations from an empty database to the current schema. A migration
/// that has been released never changes.
static MIGRATIONS: LazyLock<Migrations<'static>> = LazyLock::new(|| {
    Migrations::new(vec![
        M::up(gtn_db_migrations::INITIAL),
        M::up(gtn_db_migrations::SOLUTIONS),
        M::up(gtn_db_migrations::GAMES),
        M::up(gtn_db_migrations::VARIATIONS),
        M::up_with_hook(gtn_db_migrations::PLACES, complete_rows),
        M::up_with_hook(gtn_db_migrations::READING, set_reading),
        M::up(gtn_db_migrations::ABALONE),
        M::up_with_hook(gtn_db_migrations::PARTS, complete_decisions),
        M::up(gtn_db_migrations::CORES),
        M::up_with_hook(gtn_db_migrations::CHECKSUMS, complete_checksums),
        M::up(gtn_db_migrations::TAGS),
        M::up_with_hook(gtn_db_migrations::BOOKS, add_books),
        M::up(gtn_db_migrations::VERDICTS),
        M::up(gtn_db_migrations::SUBMISSIONS),
        M::up(gtn_db_migrations::SEGMENTS),
        M::up(gtn_db_migrations::COMMENTS),
        M::up(gtn_db_migrations::AROUND),
        M::up_with_hook(gtn_db_migrations::IDS, add_ids_to_checksums),
        M::up(gtn_db_migrations::WINDOWS),
        M::up_with_hook(gtn_db_migrations::REPEATED, count_repeated),
    ])
});

/// The current schema: the number of [`MIGRATIONS`].
const CURRENT: i64 = 20;

/// Gives the rows of an older database their answers and checksums.
fn complete_rows(transaction: &Transaction<'_>) -> HookResult {
    checksum::register(transaction)?;
    answers::complete(transaction)?;
    for checked in
        [&checksum::SOURCE, &checksum::RECORD, &checksum::GAME, &checksum::EARLY_DECISION]
    {
        transaction.execute(&checked.update_checksum("1"), [])?;
    }
    Ok(())
}

/// Gives the unaltered decisions of an older database checksums that include the new columns.
fn complete_decisions(transaction: &Transaction<'_>) -> HookResult {
    checksum::register(transaction)?;
    let is_sound = format!("checksum IS {}", checksum::EARLY_DECISION.expression());
    transaction.execute(&checksum::DECISION.update_checksum(&is_sound), [])?;
    Ok(())
}

/// Gives files, imports and the database itself their checksums.
fn complete_checksums(transaction: &Transaction<'_>) -> HookResult {
    checksum::register(transaction)?;
    for checked in [&checksum::FILE, &checksum::IMPORT, &checksum::DATABASE] {
        transaction.execute(&checked.update_checksum("1"), [])?;
    }
    Ok(())
}

/// Gives the sources of an older database their books.
fn add_books(transaction: &Transaction<'_>) -> HookResult {
    text_functions::register(transaction)?;
    transaction.execute(&checksum::SOURCE.derive(), [])?;
    Ok(())
}

/// Gives the unaltered rows whose checksums were made without their ids new ones.
fn add_ids_to_checksums(transaction: &Transaction<'_>) -> HookResult {
    checksum::register(transaction)?;
    for checked in checksum::NUMBERED {
        let is_sound = format!("checksum IS {}", checked.expression_without_id());
        transaction.execute(&checked.update_checksum(&is_sound), [])?;
    }
    Ok(())
}

/// Counts the duplicates of the positions of an older database.
fn count_repeated(transaction: &Transaction<'_>) -> HookResult {
    repeated_query::fill(transaction)?;
    Ok(())
}

/// Gives a database without records, such as a new one, the current reading.
fn set_reading(transaction: &Transaction<'_>) -> HookResult {
    transaction.execute(
        "UPDATE database SET reading = ?1 WHERE NOT EXISTS (SELECT 1 FROM record)",
        [READING],
    )?;
    Ok(())
}

/// How long a connection waits for a lock of another one.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// The page size of a new database. These large pages save a seventh of the
/// time of an import and make a small database 100 KiB larger.
const PAGE_BYTES: i64 = 16_384;

/// What the header of a database file says.
pub(super) struct Version {
    application: i64,
    schema: i64,
    pages: i64,
}

/// What has to be done with a database before it is used.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The file is empty.
    Blank,
    /// The schema is to be migrated.
    Older,
    /// Nothing: the schema is the current one.
    Current,
}

/// Reads the header of a database file.
pub(super) fn read_version(connection: &Connection) -> rusqlite::Result<Version> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok(Version {
        // The first one, because it reads the file and fails if the file is not
        // a database.
        pages: pragma("page_count")?,
        application: pragma("application_id")?,
        schema: pragma("user_version")?,
    })
}

impl Version {
    pub(super) fn check(&self, path: &Path) -> Result<State, StoreError> {
        let path = path.to_owned();
        match (self.application, self.schema) {
            (0, 0) if self.pages == 0 => Ok(State::Blank),
            (APPLICATION_ID, CURRENT) => Ok(State::Current),
            (APPLICATION_ID, 0..CURRENT) => Ok(State::Older),
            (APPLICATION_ID, ..0) => Err(StoreError::unfit(&path, "it is negative")),
            (APPLICATION_ID, found) => Err(StoreError::Newer { path, found, known: CURRENT }),
            _ => Err(StoreError::NotADatabase { path }),
        }
    }
}

/// Opens a database for writing, creates it if there is none, and migrates it
/// to the current schema.
pub(super) fn open_for_writing(location: &Location) -> Result<Connection, StoreError> {
    let path = location.path();
    let fail = |error| StoreError::from_sqlite(path, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut connection = location.connect(flags).map_err(fail)?;
    connection.busy_timeout(BUSY_TIMEOUT).map_err(fail)?;
    checksum::register(&connection).map_err(fail)?;
    text_functions::register(&connection).map_err(fail)?;
    let state = read_version(&connection).map_err(fail)?.check(path)?;
    if state == State::Blank {
        // There is nothing to lose yet, so no write has to wait for the disk.
        connection.pragma_update(None, "synchronous", "OFF").map_err(fail)?;
        connection.pragma_update(None, "page_size", PAGE_BYTES).map_err(fail)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(fail)?;
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(fail)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(fail)?;
    if state != State::Current {
        MIGRATIONS.to_latest(&mut connection).map_err(|error| match error {
            // The rows of a later schema.
            rusqlite_migration::Error::RusqliteError { err, .. }
                if err.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) =>
            {
                StoreError::unfit(path, &message(err))
            }
            rusqlite_migration::Error::RusqliteError { err, .. } => fail(err),
            other => StoreError::Damaged { path: path.to_owned(), what: other.to_string() },
        })?;
    }
    connection.pragma_update(None, "foreign_keys", true).map_err(fail)?;
    check_meaning(&connection, path)?;
    Ok(connection)
}

/// Fails if the keys of the database were made by another key scheme, or its
/// records read by newer rules than this version knows.
fn check_meaning(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let fail = |error| StoreError::from_sqlite(path, error);
    for (name, known) in [("key_scheme", KEY_SCHEME), ("key_scheme_abalone", abalone::KEY_SCHEME)] {
        let found: Option<String> = connection
            .query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0))
            .optional()
            .map_err(fail)?;
        let Some(found) = found else {
            return Err(StoreError::unfit(path, &format!("no {name}")));
        };
        if found != known {
            return Err(StoreError::KeyScheme { path: path.to_owned(), found, known });
        }
    }
    let reading = reading(connection).map_err(fail)?;
    if reading > READING {
        let path = path.to_owned();
        return Err(StoreError::NewerReading { path, found: reading, known: READING });
    }
    Ok(())
}

/// The version of the rules by which the records were read; 1 if the row is missing.
pub(super) fn reading(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT ifnull(max(reading), 1) FROM database", [], |row| row.get(0))
}

/// Configures a connection for reading.
pub(super) fn prepare_reader(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let prepare = || {
        connection.busy_timeout(BUSY_TIMEOUT)?;
        checksum::register(connection)?;
        text_functions::register(connection)?;
        // Pages are read from the page cache of the system, without a copy.
        connection.pragma_update(None, "mmap_size", 1_i64 << 36)?;
        connection.pragma_update(None, "query_only", true)
    };
    prepare().map_err(|error| StoreError::from_sqlite(path, error))?;
    check_meaning(connection, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_migrations_lead_to_the_current_schema() {
        assert!(MIGRATIONS.validate().is_ok());
        let mut connection = Connection::open_in_memory().unwrap();
        MIGRATIONS.to_latest(&mut connection).unwrap();
        assert_eq!(read_version(&connection).unwrap().schema, CURRENT);
    }
}
