//! Reading the database.

use rusqlite::{Connection, OptionalExtension, Row, Transaction};

use super::{Store, StoreError};
use crate::go::Symmetry;
use crate::model::{Charset, Occurrence, Placement, Turn, TurnSource};
use crate::solution::{DecodeError, Dialect, Solution};
use crate::{KeyPrefix, PositionKey};

/// How much there is of everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Problems as sources have them.
    pub records: u64,
    /// Different problems: positions with a side to move.
    pub problems: u64,
    /// Games.
    pub games: u64,
    /// Different positions.
    pub positions: u64,
    /// Files and entries of archives.
    pub sources: u64,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPosition {
    /// Its number in this database.
    pub id: i64,
    /// Its key.
    pub key: PositionKey,
    /// Its canonical text.
    pub text: String,
}

/// A record without its SGF, which [`Store::sgf`] gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// Its number in this database; ascending in the order of import.
    pub id: i64,
    /// The number of its source.
    pub source_id: i64,
    /// Its source, number and name there, and how it lies.
    pub at: Occurrence,
    /// Where in the source it begins, in bytes.
    pub offset: u64,
    /// Who moves, in the colors of the canonical text.
    pub turn: Turn,
    /// What told it.
    pub turn_source: TurnSource,
    /// The window on the record's board.
    pub placement: Placement,
    /// The number of moves in the solution tree.
    pub moves: u32,
    /// The charset of the SGF when it is not UTF-8.
    pub charset: Option<Charset>,
    /// What it says is right, on the canonical board; none when it was
    /// imported before solutions were kept.
    pub solution: Option<Solution>,
}

impl StoredRecord {
    /// Who moves, in the record's own colors.
    pub fn own_turn(&self) -> Turn {
        self.turn.transform(self.at.symmetry)
    }
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSource {
    /// Its number in this database; ascending in the order of import.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// The problems in it.
    pub records: u64,
    /// The games in it.
    pub games: u64,
}

/// While it lives, a [`Store`] reads one state of the database.
#[derive(Debug)]
pub struct Snapshot<'a>(#[expect(dead_code, reason = "ends when it is dropped")] Transaction<'a>);

const RECORD_COLUMNS: &str = "record.id, record.source, source.name, tree, offset, record.name, \
     symmetry, turn, turn_source, board_cols, board_rows, window_col, window_row, window_cols, \
     window_rows, window_open, moves, charset, dialect, solution";

/// A number in a column that never holds it.
pub(super) fn out_of_range(column: usize, what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(
        column,
        rusqlite::types::Type::Integer,
        format!("not a {what}").into(),
    )
}

fn record(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let mut numbers = [0; 7];
    for (number, column) in numbers.iter_mut().zip(9..) {
        *number = row.get(column)?;
    }
    Ok(StoredRecord {
        id: row.get(0)?,
        source_id: row.get(1)?,
        at: Occurrence {
            source: row.get(2)?,
            tree: row.get(3)?,
            name: row.get(5)?,
            symmetry: Symmetry::from_index(row.get(6)?)
                .ok_or_else(|| out_of_range(6, "symmetry"))?,
        },
        offset: row.get::<_, i64>(4)? as u64,
        turn: Turn::from_code(row.get(7)?).ok_or_else(|| out_of_range(7, "turn"))?,
        turn_source: TurnSource::from_code(row.get(8)?).ok_or_else(|| out_of_range(8, "source"))?,
        placement: Placement::from_numbers(numbers).ok_or_else(|| out_of_range(9, "window"))?,
        moves: row.get(16)?,
        charset: row.get::<_, Option<String>>(17)?.map(charset),
        solution: solution(row)?,
    })
}

/// A charset as it is stored.
pub(super) fn charset(stored: String) -> Charset {
    match stored.strip_suffix('?') {
        Some(name) => Charset { name: name.to_owned(), is_guessed: true },
        None => Charset { name: stored, is_guessed: false },
    }
}

/// The solution, unless the record is older than its column.
fn solution(row: &Row<'_>) -> rusqlite::Result<Option<Solution>> {
    let Some(dialect) = row.get::<_, Option<u8>>(18)? else { return Ok(None) };
    let dialect = Dialect::from_code(dialect).ok_or_else(|| out_of_range(18, "dialect"))?;
    let bytes = row.get_ref(19)?.as_blob()?;
    let damaged = |error: DecodeError| {
        rusqlite::Error::FromSqlConversionFailure(19, rusqlite::types::Type::Blob, error.into())
    };
    Solution::decode(bytes, dialect).map(Some).map_err(damaged)
}

fn position(row: &Row<'_>) -> rusqlite::Result<StoredPosition> {
    Ok(StoredPosition {
        id: row.get(0)?,
        key: PositionKey::from_bytes(row.get(1)?),
        text: row.get(2)?,
    })
}

impl Store {
    /// Runs statements, and names the database in their error.
    pub(super) fn run<T>(
        &self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        run(&self.connection).map_err(|error| StoreError::sqlite(&self.path, error))
    }

    /// Begins a snapshot: until it is dropped, everything is read as it was
    /// when first something was read, whatever is imported meanwhile, which
    /// goes on undisturbed.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn snapshot(&self) -> Result<Snapshot<'_>, StoreError> {
        // What is dropped is rolled back, and has written nothing.
        let transaction = self.connection.unchecked_transaction();
        transaction.map(Snapshot).map_err(|error| StoreError::sqlite(&self.path, error))
    }

    /// How much there is of everything.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let count = |sql| {
            self.run(|connection| connection.query_row(sql, [], |row| row.get::<_, i64>(0)))
                .map(|count| count as u64)
        };
        Ok(Counts {
            records: count("SELECT ifnull(sum(records), 0) FROM source")?,
            games: count("SELECT ifnull(sum(games), 0) FROM source")?,
            sources: count("SELECT count(*) FROM source")?,
            positions: count("SELECT count(*) FROM position")?,
            // An unknown side counts only where no side is known.
            problems: count(
                "SELECT (SELECT count(*) FROM (SELECT DISTINCT position, turn FROM record WHERE turn <> 0))
                      + (SELECT count(*) FROM position
                         WHERE NOT EXISTS (SELECT 1 FROM record WHERE position = position.id AND turn <> 0))",
            )?,
        })
    }

    /// The position under a key.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn position(&self, key: PositionKey) -> Result<Option<StoredPosition>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, key, text FROM position WHERE key = ?1")?
                .query_row([key.as_bytes()], position)
                .optional()
        })
    }

    /// The first `limit` positions whose keys begin so, by key.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn positions_under(
        &self,
        prefix: KeyPrefix,
        limit: u32,
    ) -> Result<Vec<StoredPosition>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT id, key, text FROM position WHERE key BETWEEN ?1 AND ?2
                     ORDER BY key LIMIT ?3",
                )?
                .query_map((prefix.first.as_bytes(), prefix.last.as_bytes(), limit), position)?
                .collect()
        })
    }

    /// The records of a position, in the order of import.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn records(&self, position: i64) -> Result<Vec<StoredRecord>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {RECORD_COLUMNS} FROM record JOIN source ON source.id = record.source
                     WHERE position = ?1 ORDER BY record.id"
                ))?
                .query_map([position], record)?
                .collect()
        })
    }

    /// The record at a place of a source, and the key of its position.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn record_at(
        &self,
        source: i64,
        tree: u32,
    ) -> Result<Option<(PositionKey, StoredRecord)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {RECORD_COLUMNS}, position.key FROM record
                     JOIN source ON source.id = record.source
                     JOIN position ON position.id = record.position
                     WHERE source = ?1 AND tree = ?2"
                ))?
                .query_row((source, tree), |row| {
                    Ok((PositionKey::from_bytes(row.get(20)?), record(row)?))
                })
                .optional()
        })
    }

    /// The positions with at least so many records, in the order in which
    /// their first records were imported.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn positions_seen(&self, times: u64) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT position FROM record GROUP BY position HAVING count(*) >= ?1
                     ORDER BY min(id)",
                )?
                .query_map([times as i64], |row| row.get(0))?
                .collect()
        })
    }

    /// The position with a number of [`positions_seen`](Self::positions_seen).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn position_by_id(&self, id: i64) -> Result<Option<StoredPosition>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, key, text FROM position WHERE id = ?1")?
                .query_row([id], position)
                .optional()
        })
    }

    /// Hands every position to `visit`, in the order of import: its number,
    /// its key, its text.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn for_each_position(
        &self,
        mut visit: impl FnMut(i64, PositionKey, &str),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement =
                connection.prepare("SELECT id, key, text FROM position ORDER BY id")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(row.get(0)?, PositionKey::from_bytes(row.get(1)?), row.get_ref(2)?.as_str()?);
            }
            Ok(())
        })
    }

    /// Hands every record to `visit`, with its game tree as it stands in its
    /// source, in the order of import.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn for_each_record(
        &self,
        mut visit: impl FnMut(StoredRecord, Vec<u8>),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare(&format!(
                "SELECT {RECORD_COLUMNS}, CAST(sgf AS BLOB)
                 FROM record JOIN source ON source.id = record.source ORDER BY record.id"
            ))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(record(row)?, row.get(20)?);
            }
            Ok(())
        })
    }

    /// The game tree of a record, as it stands in its source.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn sgf(&self, record: i64) -> Result<Vec<u8>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT CAST(sgf AS BLOB) FROM record WHERE id = ?1")?
                .query_row([record], |row| row.get(0))
        })
    }

    /// All sources, in the order of import.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, name, records, games FROM source ORDER BY id")?
                .query_map([], |row| {
                    Ok(StoredSource {
                        id: row.get(0)?,
                        name: row.get(1)?,
                        records: row.get::<_, i64>(2)? as u64,
                        games: row.get::<_, i64>(3)? as u64,
                    })
                })?
                .collect()
        })
    }

    /// What SQLite's own check finds; nothing when all is well.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn integrity_faults(&self) -> Result<Vec<String>, StoreError> {
        self.run(|connection| {
            let mut faults: Vec<String> = connection
                .prepare("PRAGMA integrity_check")?
                .query_map([], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            faults.retain(|fault| fault != "ok");
            Ok(faults)
        })
    }
}
