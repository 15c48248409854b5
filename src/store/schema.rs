//! The schema, its versions, and how a connection is set up.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use super::StoreError;
use crate::KEY_SCHEME;

/// Tells a database of gtn-db from any other: `gtnd`.
const APPLICATION_ID: i64 = 0x6774_6e64;

/// Every step from an empty database to the present schema. A step that has
/// been released never changes.
static MIGRATIONS: LazyLock<Migrations<'static>> = LazyLock::new(|| {
    Migrations::new(vec![
        M::up(include_str!("../../migrations/0001-initial/up.sql")),
        M::up(include_str!("../../migrations/0002-solutions/up.sql")),
        M::up(include_str!("../../migrations/0003-games/up.sql")),
        M::up(include_str!("../../migrations/0004-variations/up.sql")),
    ])
});

/// The number of steps in [`MIGRATIONS`].
const CURRENT: i64 = 4;

/// The page size of a new database: the large ones save a seventh of the time
/// of an import, and cost a small database 100 KiB.
const PAGE_BYTES: i64 = 16_384;

/// What a file says of itself.
pub(super) struct Version {
    application: i64,
    schema: i64,
    pages: i64,
}

/// What can be done with a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing in it yet.
    Blank,
    /// To be migrated first.
    Older,
    /// As this program makes it.
    Current,
}

/// Reads what the file says of itself.
pub(super) fn version(connection: &Connection) -> rusqlite::Result<Version> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
    Ok(Version {
        // First: it reads the file, so a file of another sort is found out.
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
            (APPLICATION_ID, found) => Err(StoreError::Newer { path, found, known: CURRENT }),
            _ => Err(StoreError::Foreign { path }),
        }
    }
}

/// Opens a file to write, and brings it to the present schema.
pub(super) fn migrate(path: &Path) -> Result<Connection, StoreError> {
    let fail = |error| StoreError::sqlite(path, error);
    let mut connection = Connection::open(path).map_err(fail)?;
    connection.busy_timeout(Duration::from_secs(5)).map_err(fail)?;
    let state = version(&connection).map_err(fail)?.check(path)?;
    if state == State::Blank {
        // There is nothing to lose yet, and nothing to wait for.
        connection.pragma_update(None, "synchronous", "OFF").map_err(fail)?;
        connection.pragma_update(None, "page_size", PAGE_BYTES).map_err(fail)?;
        connection.pragma_update(None, "application_id", APPLICATION_ID).map_err(fail)?;
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(fail)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(fail)?;
    if state != State::Current {
        MIGRATIONS.to_latest(&mut connection).map_err(|error| match error {
            rusqlite_migration::Error::RusqliteError { err, .. } => fail(err),
            other => StoreError::Damaged { path: path.to_owned(), what: other.to_string() },
        })?;
    }
    connection.pragma_update(None, "foreign_keys", true).map_err(fail)?;
    check_keys(&connection, path)?;
    Ok(connection)
}

/// Whether the keys are made as this program makes them.
fn check_keys(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let scheme: String = connection
        .query_row("SELECT value FROM meta WHERE name = 'key_scheme'", [], |row| row.get(0))
        .map_err(|error| StoreError::sqlite(path, error))?;
    if scheme == KEY_SCHEME {
        return Ok(());
    }
    Err(StoreError::KeyScheme { path: path.to_owned(), found: scheme, known: KEY_SCHEME })
}

/// Sets a connection up for reading.
pub(super) fn prepare_reader(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let prepare = || {
        connection.busy_timeout(Duration::from_secs(5))?;
        // Pages are read where the system has them, without a copy.
        connection.pragma_update(None, "mmap_size", 1_i64 << 36)?;
        connection.pragma_update(None, "query_only", true)
    };
    prepare().map_err(|error| StoreError::sqlite(path, error))?;
    check_keys(connection, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_lead_from_nothing_to_the_present_schema() {
        assert!(MIGRATIONS.validate().is_ok());
        let mut connection = Connection::open_in_memory().unwrap();
        MIGRATIONS.to_latest(&mut connection).unwrap();
        assert_eq!(version(&connection).unwrap().schema, CURRENT);
    }
}
