//! Another database whose sources are merged into this one.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use rusqlite::OpenFlags;

use super::connection::Store;
use super::error::StoreError;
use super::location::Location;
use super::schema;
use super::temporary::TemporaryFolder;

/// The first bytes of every SQLite database.
pub const SQLITE_HEADER: &[u8; 16] = b"SQLite format 3\0";

/// A database that is only read. One with an older schema is read from a
/// temporary copy, which was migrated.
#[derive(Debug)]
pub struct OtherDatabase {
    pub(super) store: Store,
    /// The path that the user named.
    path: PathBuf,
    /// Dropped after the store, which keeps a file in it open.
    _copy: Option<TemporaryFolder>,
}

impl OtherDatabase {
    /// Whether a file begins like an SQLite database. A file that cannot be
    /// read does not.
    pub fn is_database(path: &Path) -> bool {
        let mut head = [0; SQLITE_HEADER.len()];
        // Not a pipe, from which the bytes would be lost.
        path.is_file()
            && File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok()
            && head == *SQLITE_HEADER
    }

    /// Opens the database at `path` to be merged into the one at `target`,
    /// which need not exist.
    ///
    /// # Errors
    /// [`StoreError::Itself`] if both paths lead to the same file;
    /// [`StoreError::NotADatabase`] for another SQLite file, and otherwise as
    /// for [`Store::open`].
    pub fn open(path: &Path, target: &Path) -> Result<OtherDatabase, StoreError> {
        let fail = |error| StoreError::from_sqlite(path, error);
        if same_file::is_same_file(path, target).unwrap_or(false) {
            return Err(StoreError::Itself { path: path.to_owned() });
        }
        if let Err(error) = File::open(path)
            && error.kind() == ErrorKind::NotFound
        {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let location = Location::File(path.to_owned());
        let connection = location.connect(OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(fail)?;
        connection.busy_timeout(schema::BUSY_TIMEOUT).map_err(fail)?;
        let version = schema::read_version(&connection);
        let is_older = match version {
            Ok(version) => match version.check(path)? {
                schema::State::Older => true,
                schema::State::Current => false,
                schema::State::Blank => {
                    return Err(StoreError::NotADatabase { path: path.to_owned() });
                }
            },
            Err(_) => false, // Store::open knows how to read in a read-only folder
        };
        if !is_older {
            drop(connection);
            let store = Store::open(path)?;
            return Ok(OtherDatabase { store, path: path.to_owned(), _copy: None });
        }
        let temporary = |source| StoreError::Folder { path: tempfile::env::temp_dir(), source };
        let folder = TemporaryFolder::create().map_err(temporary)?;
        let copy = folder.path().join("copy.db");
        connection.execute("VACUUM INTO ?1", [copy.to_string_lossy()]).map_err(fail)?;
        let store = Store::open(&copy)?;
        Ok(OtherDatabase { store, path: path.to_owned(), _copy: Some(folder) })
    }

    /// The path that the user named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The numbers of rows.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn counts(&self) -> Result<super::Counts, StoreError> {
        self.store.counts()
    }
}
