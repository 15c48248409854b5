//! An import session: the lock, the transactions and the end of an import.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rusqlite::{Connection, ToSql};

use super::checksum;
use super::connection::{Store, is_older};
use super::error::StoreError;
use super::location::Location;
use super::lock::ImportLock;
use super::schema;
use super::segment::SEGMENT_ROWS;
use super::tally::Tally;
use crate::model::SourceFile;

/// The length of the write-ahead log, in pages, at which a commit checkpoints
/// it. A page that changes in several commits is checkpointed once.
const MAX_WAL_PAGES: i64 = 640;

/// The page cache while only games are imported, in KiB. Games are appended,
/// and a full page is not read again.
const GAMES_CACHE_KIB: i64 = 8 * 1024;

/// The page cache once there are problems, in KiB. Their keys come in random
/// order. A larger cache saves next to nothing even at a million keys and
/// brings an import closer to 100 MiB of memory.
const RECORDS_CACHE_KIB: i64 = 24 * 1024;

/// A connection that writes to a database. There is one at a time for a file.
///
/// [`commit`](Self::commit) makes the changes since the previous commit
/// permanent. The removal of an old source and the insertion of the one that
/// replaces it are in one transaction. Therefore the database has whole sources
/// only, even after the process was killed.
#[derive(Debug)]
pub struct ImportSession {
    pub(super) store: Store,
    is_in_transaction: bool,
    has_large_cache: bool,
    /// The ids of positions that got a further record in this transaction, or
    /// lost one, or whose records were read again.
    pub(super) changed_positions: BTreeSet<i64>,
    /// What the import has added, with the changes that are not committed.
    pub(super) pending: Tally,
    committed: Tally,
    /// The ids of the next rows, valid in a transaction.
    pub(super) ids: NextIds,
    /// The ids of files that may have lost their last source in this
    /// transaction.
    pub(super) left_files: BTreeSet<i64>,
    /// Number of rows in a segment of the index.
    pub(super) segment_rows: usize,
    /// The first id behind the last segment, for digests of a version.
    pub(super) next_unindexed: Option<(i64, i64)>,
    /// The first id behind the last segment of positions, for sketches of a version.
    pub(super) next_unindexed_position: Option<(i64, i64)>,
    /// Whether a game of Abalone was removed in this transaction.
    pub(super) has_removed_abalone_games: bool,
    /// The file of the last source, its id, and the file as it is stored.
    pub(super) last_file: Option<(Arc<SourceFile>, i64, Arc<SourceFile>)>,
    /// When the import began, in seconds since 1970.
    started: Option<i64>,
    /// The id of this import in the table `import`, once it is there.
    import: Option<i64>,
    _lock: Option<ImportLock>,
}

impl Store {
    /// Begins an import into this database.
    ///
    /// # Errors
    /// As for [`ImportSession::open`].
    pub fn begin_import(&self) -> Result<ImportSession, StoreError> {
        ImportSession::begin(self.location.clone())
    }
}

impl ImportSession {
    /// Opens the database in the file `path` for an import. Creates the file
    /// and its folder if they do not exist.
    ///
    /// # Errors
    /// As for [`Store::open`], but not if there is no database;
    /// [`StoreError::ImportRunning`] if another import has not ended.
    pub fn open(path: &Path) -> Result<ImportSession, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        }
        ImportSession::begin(Location::File(path.to_owned()))
    }

    fn begin(location: Location) -> Result<ImportSession, StoreError> {
        let lock = match &location {
            Location::File(path) => {
                Some(ImportLock::acquire_after_migration(path, || is_older(&location))?)
            }
            Location::Memory { .. } => None,
        };
        let connection = schema::open_for_writing(&location)?;
        let store = Store { connection, location };
        let settings = [("cache_size", -GAMES_CACHE_KIB), ("wal_autocheckpoint", MAX_WAL_PAGES)];
        for (name, value) in settings {
            store.run(|connection| connection.pragma_update(None, name, value))?;
        }
        store.connection.set_prepared_statement_cache_capacity(32);
        Ok(ImportSession {
            store,
            is_in_transaction: false,
            has_large_cache: false,
            changed_positions: BTreeSet::new(),
            pending: Tally::default(),
            committed: Tally::default(),
            ids: NextIds::default(),
            left_files: BTreeSet::new(),
            segment_rows: SEGMENT_ROWS,
            next_unindexed: None,
            next_unindexed_position: None,
            has_removed_abalone_games: false,
            last_file: None,
            started: None,
            import: None,
            _lock: lock,
        })
    }

    /// Sets when the import began, in seconds since 1970. Sources that are
    /// written from now on belong to a new import.
    pub fn set_started(&mut self, seconds: i64) {
        self.started = Some(seconds);
        self.import = None;
    }

    /// The id of this import in the table `import`; `None` without a time.
    pub(super) fn import_id(&mut self) -> Result<Option<i64>, StoreError> {
        if let (None, Some(started)) = (self.import, self.started) {
            self.execute(&checksum::IMPORT.insert(0), &[&started])?;
            self.import = Some(self.store.connection.last_insert_rowid());
        }
        Ok(self.import)
    }

    /// Begins a transaction unless one is open.
    pub(super) fn begin_transaction(&mut self) -> Result<(), StoreError> {
        if !self.is_in_transaction {
            self.ids = self.store.run(|connection| {
                connection.execute_batch("BEGIN IMMEDIATE")?;
                NextIds::read(connection)
            })?;
            self.is_in_transaction = true;
        }
        Ok(())
    }

    /// The ids of the next rows.
    pub(super) fn next_ids(&self) -> Result<NextIds, StoreError> {
        match self.is_in_transaction {
            true => Ok(self.ids),
            false => self.store.run(NextIds::read),
        }
    }

    /// Runs a statement that changes the database. Returns the number of rows
    /// that it changed.
    pub(super) fn execute(
        &mut self,
        sql: &str,
        params: &[&dyn ToSql],
    ) -> Result<usize, StoreError> {
        self.begin_transaction()?;
        self.store.run(|connection| connection.prepare_cached(sql)?.execute(params))
    }

    /// Runs a query with one column of ids.
    pub(super) fn ids(&self, sql: &str, params: &[&dyn ToSql]) -> Result<Vec<i64>, StoreError> {
        self.store.run(|connection| {
            connection.prepare_cached(sql)?.query_map(params, |row| row.get(0))?.collect()
        })
    }

    /// Enlarges the page cache before the first problem is written.
    pub(super) fn enlarge_cache(&mut self) -> Result<(), StoreError> {
        if !self.has_large_cache {
            self.store.run(|connection| {
                connection.pragma_update(None, "cache_size", -RECORDS_CACHE_KIB)
            })?;
            self.has_large_cache = true;
        }
        Ok(())
    }

    /// Opens another connection that reads the database in parallel to this
    /// session. `None` if the database has no source yet, and for a database in
    /// memory, where reading in parallel is not possible.
    ///
    /// # Errors
    /// If the database cannot be read or opened a second time.
    pub fn open_reader(&self) -> Result<Option<Store>, StoreError> {
        let has_sources = self.store.run(|connection| {
            connection.query_row("SELECT EXISTS (SELECT 1 FROM source)", [], |row| row.get(0))
        })?;
        match &self.store.location {
            Location::File(_) if has_sources => self.store.reopen().map(Some),
            _ => Ok(None),
        }
    }

    /// Makes the changes since the previous commit permanent.
    ///
    /// # Errors
    /// If the database cannot be written; then none of these changes is kept.
    pub fn commit(&mut self) -> Result<(), StoreError> {
        self.recount_positions()?;
        self.remove_left_plies()?;
        for file in std::mem::take(&mut self.left_files) {
            self.execute(
                "DELETE FROM file WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM source WHERE file = ?1)",
                &[&file],
            )?;
            self.last_file = None; // may be the removed one
        }
        if self.is_in_transaction {
            self.store.run(|connection| {
                self.ids.write(connection)?;
                connection.execute_batch("COMMIT")
            })?;
            self.is_in_transaction = false;
        }
        self.committed = self.pending.clone();
        Ok(())
    }

    /// Undoes the changes since the previous [`commit`](Self::commit).
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn roll_back(&mut self) -> Result<(), StoreError> {
        self.changed_positions.clear();
        self.left_files.clear();
        self.next_unindexed = None;
        self.next_unindexed_position = None;
        self.has_removed_abalone_games = false;
        if self.is_in_transaction {
            self.store.run(|connection| connection.execute_batch("ROLLBACK"))?;
            self.is_in_transaction = false;
            self.import = None;
            self.last_file = None;
        }
        self.pending = self.committed.clone();
        Ok(())
    }

    /// What the session has added so far, without uncommitted changes.
    pub fn tally(&self) -> &Tally {
        &self.committed
    }

    /// Ends the import. Undoes uncommitted changes and checkpoints the WAL, so
    /// that the database is one file again.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn finish(mut self) -> Result<Tally, StoreError> {
        self.roll_back()?;
        // If a reader still needs the WAL, the next import checkpoints it.
        self.store.checkpoint()?;
        Ok(self.committed)
    }
}

/// The ids of the next rows. Ids of deleted rows are not used again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NextIds {
    pub(super) source: i64,
    pub(super) position: i64,
    pub(super) record: i64,
    pub(super) game: i64,
}

impl NextIds {
    fn read(connection: &Connection) -> rusqlite::Result<NextIds> {
        connection
            .prepare_cached(
                "SELECT next_source, next_position, next_record, next_game FROM database",
            )?
            .query_row([], |row| {
                Ok(NextIds {
                    source: row.get(0)?,
                    position: row.get(1)?,
                    record: row.get(2)?,
                    game: row.get(3)?,
                })
            })
    }

    /// Writes the ids, raises the generation of the database, and writes its checksum.
    fn write(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection
            .prepare_cached(
                "UPDATE database SET generation = generation + 1, next_source = ?1,
                     next_position = ?2, next_record = ?3, next_game = ?4",
            )?
            .execute([self.source, self.position, self.record, self.game])?;
        connection.prepare_cached(&checksum::DATABASE.update("1"))?.execute([]).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::source::SourceState;
    use crate::store::tests::{game, import, records, source};

    /// Writes a source with two records of the same position and one game,
    /// without a commit.
    fn write(session: &mut ImportSession) {
        let id = session.begin_source(&source(1), None).unwrap();
        let both = records(&["3x3|X........", "3x3|..O......"]);
        let both: Vec<_> = both.into_iter().map(|record| (id, record)).collect();
        session.write_records(&both).unwrap();
        session.write_games(&[(id, game("(;SZ[9];B[aa];W[bb])"))]).unwrap();
        session.end_source(id, 2, 1).unwrap();
    }

    #[test]
    fn only_what_was_committed_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let mut session = ImportSession::open(&path).unwrap();
        write(&mut session);
        let store = Store::open(&path).unwrap();
        let counts = || {
            let counts = store.counts().unwrap();
            [counts.sources, counts.records, counts.positions, counts.games]
        };
        assert_eq!(counts(), [0; 4]);
        session.roll_back().unwrap();
        assert_eq!((session.tally().records, counts()), (0, [0; 4]));
        write(&mut session);
        session.commit().unwrap();
        assert_eq!(counts(), [1, 2, 1, 1]);
        session.begin_source(&source(3), None).unwrap();
        let tally = session.finish().unwrap();
        assert_eq!(counts(), [1, 2, 1, 1]);
        assert_eq!([tally.sources, tally.records, tally.new_positions, tally.games], [1, 2, 1, 1]);
        assert_eq!((tally.positions(), tally.problems()), (1, 1));
    }

    #[test]
    fn the_wal_is_gone_after_the_import() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let mut session = ImportSession::open(&path).unwrap();
        write(&mut session);
        session.commit().unwrap();
        session.finish().unwrap();
        let mut names: Vec<_> = std::fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names.retain(|name| cfg!(unix) || name != "x.db-lock");
        assert_eq!(names, ["x.db"]);
    }

    #[test]
    fn one_import_at_a_time_writes_to_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/folder/x.db");
        let first = ImportSession::open(&path).unwrap();
        assert!(matches!(ImportSession::open(&path), Err(StoreError::ImportRunning { .. })));
        first.finish().unwrap();
        assert!(ImportSession::open(&path).is_ok());
    }

    #[test]
    fn a_position_is_new_once() {
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), records(&["3x3|X........"]), vec![]);
        let mut session = store.begin_import().unwrap();
        let id = session.begin_source(&source(2), None).unwrap();
        let more = records(&["3x3|........X", "3x3|XO.......", "3x3|OX......."]);
        let more: Vec<_> = more.into_iter().map(|record| (id, record)).collect();
        session.write_records(&more).unwrap();
        session.end_source(id, 3, 0).unwrap();
        session.commit().unwrap();
        let tally = session.finish().unwrap();
        assert_eq!((tally.records, tally.positions(), tally.new_positions), (3, 2, 1));
        assert_eq!(store.counts().unwrap().positions, 2);
    }

    #[test]
    fn a_reader_beside_an_import_needs_a_file_with_sources() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let mut session = ImportSession::open(&path).unwrap();
        assert!(session.open_reader().unwrap().is_none());
        write(&mut session);
        session.commit().unwrap();
        let reader = session.open_reader().unwrap().unwrap();
        assert!(reader.source_state(&source(1)).unwrap() != SourceState::New);
        let store = Store::open_in_memory().unwrap();
        import(&store, &source(1), records(&["3x3|X........"]), vec![]);
        assert!(store.begin_import().unwrap().open_reader().unwrap().is_none());
    }
}
