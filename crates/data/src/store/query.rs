//! Queries for positions, records and sources.

use std::sync::LazyLock;

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Params, Row, Rows};

use super::checksum;
use super::connection::Store;
use super::error::{StoreError, read_row};
use crate::go::Symmetry;
use crate::model::{BookPlace, Charset, Occurrence, Placement, Turn, TurnSource};
use crate::solution::{DecodeError, Dialect, Solution};
use crate::{KeyPrefix, PositionKey};

/// The numbers of rows of a database, of Go and of Abalone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Records: problems as sources have them.
    pub records: u64,
    /// Positions with a side to move. Answers can tell more problems apart: `find::count_problems`.
    pub problems: u64,
    /// Games.
    pub games: u64,
    /// Different positions.
    pub positions: u64,
    /// Sources: files and archive entries.
    pub sources: u64,
}

/// The numbers of records and games of each family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FamilyCounts {
    /// Those of Go.
    pub go: ItemCounts,
    /// Those of Abalone.
    pub abalone: ItemCounts,
}

/// The numbers of records and games of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ItemCounts {
    /// Records: problems as sources have them.
    pub records: u64,
    /// Games.
    pub games: u64,
}

impl ItemCounts {
    /// Whether there is no record and no game.
    pub fn is_empty(&self) -> bool {
        self.records == 0 && self.games == 0
    }
}

/// The columns and the rows of a record's window, in the orientation of the canonical text. The
/// operations with odd numbers exchange columns and rows.
pub(super) const SIZE_COLUMNS: &str = "iif(symmetry & 1, window_rows, window_cols) AS window_cols, \
     iif(symmetry & 1, window_cols, window_rows) AS window_rows";

/// A position in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredPosition {
    /// The id in this database.
    pub id: i64,
    /// The key.
    pub key: PositionKey,
    /// The canonical text.
    pub text: String,
}

/// A record in the database, without its SGF, which [`Store::sgf`] returns.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredRecord {
    /// The id in this database, ascending in the order of import.
    pub id: i64,
    /// The id of the source.
    pub source_id: i64,
    /// The number of records in the source.
    pub source_records: u64,
    /// The id of the import that wrote the source last, if that is known.
    pub import: Option<i64>,
    /// The names of source and record, and the operation that leads to the
    /// canonical text.
    pub at: Occurrence,
    /// The first byte of the game tree in the source.
    pub offset: u64,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// How the side to move is known.
    pub turn_source: TurnSource,
    /// The window on the board of the record.
    pub placement: Placement,
    /// The number of moves in the solution tree.
    pub moves: u32,
    /// The charset of the SGF if it is not UTF-8.
    pub charset: Option<Charset>,
    /// The solution on the canonical board; `None` for records from before
    /// schema 2, which stored no solutions.
    pub solution: Option<Solution>,
}

impl StoredRecord {
    /// Whether both records are of one game tree of one source.
    pub fn is_of_tree(&self, other: &StoredRecord) -> bool {
        (self.source_id, self.at.tree) == (other.source_id, other.at.tree)
    }

    /// The book of the record, and its number there.
    pub fn book_place(&self) -> BookPlace {
        let Occurrence { source, tree, problem, name, .. } = &self.at;
        BookPlace::of(source, self.source_records, (*tree, *problem), name.as_deref())
    }

    /// The side to move, in the colors of the record itself.
    pub fn own_turn(&self) -> Turn {
        self.turn.transform(self.at.symmetry)
    }
}

/// A source in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredSource {
    /// The id in this database, ascending in the order of import.
    pub id: i64,
    /// The name.
    pub name: String,
    /// The number of its records.
    pub records: u64,
    /// The number of its games.
    pub games: u64,
}

pub(super) const RECORD_COLUMNS: &str = "record.id, record.source, source.name, tree, offset, record.name, \
     symmetry, turn, turn_source, board_cols, board_rows, window_col, window_row, window_cols, \
     window_rows, window_open, moves, charset, dialect, solution, \
     ifnull((SELECT problem FROM part WHERE part.record = record.id), 1), source.records, source.import";

/// The number of [`RECORD_COLUMNS`].
pub(super) const RECORD_COLUMN_COUNT: usize = 23;

/// [`RECORD_COLUMNS`], and whether the row is as it was written.
static CHECKED_RECORD_COLUMNS: LazyLock<String> =
    LazyLock::new(|| format!("{RECORD_COLUMNS}, {}", checksum::RECORD.is_intact()));

/// The error for a stored code that gtn-db never writes.
pub(super) fn unknown_code(column: usize, what: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(
        column,
        Type::Integer,
        format!("a stored number is not the code of a {what}").into(),
    )
}

pub(super) fn record(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    read_row(row, "record", read_record)
}

/// Reads [`CHECKED_RECORD_COLUMNS`].
fn intact_record(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let stored = record(row)?;
    if row.get(RECORD_COLUMN_COUNT)? {
        return Ok(stored);
    }
    Err(altered("record", stored.id))
}

/// The error for a row whose checksum is not that of its values.
pub(super) fn altered(table: &str, id: i64) -> rusqlite::Error {
    let what = format!("{table} {id}: a value was altered after gtn-db wrote it");
    rusqlite::Error::FromSqlConversionFailure(0, Type::Null, what.into())
}

fn read_record(row: &Row<'_>) -> rusqlite::Result<StoredRecord> {
    let mut numbers = [0; 7];
    for (number, column) in numbers.iter_mut().zip(9..) {
        *number = row.get(column)?;
    }
    Ok(StoredRecord {
        id: row.get(0)?,
        source_id: row.get(1)?,
        source_records: row.get::<_, i64>(21)? as u64,
        import: row.get(22)?,
        at: Occurrence {
            source: row.get(2)?,
            tree: row.get(3)?,
            problem: row.get(20)?,
            name: row.get(5)?,
            symmetry: Symmetry::from_index(row.get(6)?)
                .ok_or_else(|| unknown_code(6, "symmetry"))?,
        },
        offset: row.get::<_, i64>(4)? as u64,
        turn: Turn::from_code(row.get(7)?).ok_or_else(|| unknown_code(7, "turn"))?,
        turn_source: TurnSource::from_code(row.get(8)?)
            .ok_or_else(|| unknown_code(8, "turn source"))?,
        placement: Placement::from_numbers(numbers).ok_or_else(|| unknown_code(9, "window"))?,
        moves: row.get(16)?,
        charset: charset(row, 17)?,
        solution: read_solution(row, 18)?,
    })
}

/// Reads the column `charset`, which has this number.
pub(super) fn charset(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Charset>> {
    Ok(row.get_ref(column)?.as_str_or_null()?.map(Charset::from_stored))
}

/// Reads the columns `dialect` and `solution`; `first` is the number of `dialect`;
/// `None` if the record is older than the columns.
pub(super) fn read_solution(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Solution>> {
    let Some(dialect) = row.get::<_, Option<u8>>(first)? else { return Ok(None) };
    let dialect = Dialect::from_code(dialect).ok_or_else(|| unknown_code(first, "dialect"))?;
    let bytes = row.get_ref(first + 1)?.as_blob()?;
    let damaged = |error: DecodeError| {
        rusqlite::Error::FromSqlConversionFailure(first + 1, Type::Blob, error.into())
    };
    Solution::decode(bytes, dialect).map(Some).map_err(damaged)
}

/// Calls `visit` with the ids, keys and texts of rows.
fn visit_positions(
    mut rows: Rows<'_>,
    visit: &mut impl FnMut(i64, PositionKey, &str),
) -> rusqlite::Result<()> {
    while let Some(row) = rows.next()? {
        let (id, key) = read_row(row, "position", |row| {
            row.get_ref(2)?.as_str().map_err(|error| {
                rusqlite::Error::FromSqlConversionFailure(2, Type::Text, error.into())
            })?;
            Ok((row.get(0)?, PositionKey::from_bytes(row.get(1)?)))
        })?;
        visit(id, key, row.get_ref(2)?.as_str()?);
    }
    Ok(())
}

/// A row with the columns of a record and the key of its position.
fn keyed_record(row: &Row<'_>) -> rusqlite::Result<(PositionKey, StoredRecord)> {
    let stored = intact_record(row)?;
    Ok((PositionKey::from_bytes(row.get(RECORD_COLUMN_COUNT + 1)?), stored))
}

fn position(row: &Row<'_>) -> rusqlite::Result<StoredPosition> {
    read_row(row, "position", |row| read_position(row, 0))
}

/// Reads the id, the key and the text of a position; `first` is the number of the column with the id.
fn read_position(row: &Row<'_>, first: usize) -> rusqlite::Result<StoredPosition> {
    Ok(StoredPosition {
        id: row.get(first)?,
        key: PositionKey::from_bytes(row.get(first + 1)?),
        text: row.get(first + 2)?,
    })
}

/// How many more problems there are than positions with a side to move: the text of a whole board is
/// squared, so boards of different sizes can share a position.
const BOARDS_OF_ONE_TEXT: &str = "WITH board AS (
        SELECT position, turn, min(window_cols, window_rows) AS side FROM record
        WHERE position IN (SELECT id FROM position WHERE instr(text, '_') + instr(text, '!') = 0)
    )
    SELECT CAST(
        (SELECT total(turns) FROM (SELECT max(count(DISTINCT nullif(turn, 0)), 1) AS turns
                                   FROM board GROUP BY position, side))
      - (SELECT total(turns) FROM (SELECT max(count(DISTINCT nullif(turn, 0)), 1) AS turns
                                   FROM board GROUP BY position)) AS INTEGER)";

impl Store {
    /// Counts the rows of the database.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let count = |sql| {
            self.run(|connection| connection.query_row(sql, [], |row| row.get::<_, i64>(0)))
                .map(|count| count as u64)
        };
        Ok(Counts {
            records: count("SELECT CAST(total(records) AS INTEGER) FROM source")?,
            games: count("SELECT CAST(total(games) AS INTEGER) FROM source")?,
            sources: count("SELECT count(*) FROM source")?,
            positions: count(
                "SELECT (SELECT count(*) FROM position)
                      + (SELECT count(DISTINCT key) FROM abalone_problem)",
            )?,
            // Records without a side to move count only where no record of the
            // position has one.
            problems: count(
                "SELECT (SELECT count(*) FROM (SELECT DISTINCT position, turn FROM record WHERE turn <> 0))
                      + (SELECT count(*) FROM position
                         WHERE NOT EXISTS (SELECT 1 FROM record WHERE position = position.id AND turn <> 0))",
            )? + self.count_abalone_problems()?
                + count(BOARDS_OF_ONE_TEXT)?,
        })
    }

    /// The numbers of records and games of each family. Faster than [`Store::counts`], because it
    /// reads no problem of Go.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn family_counts(&self) -> Result<FamilyCounts, StoreError> {
        let sql = "SELECT CAST(total(records) AS INTEGER), CAST(total(games) AS INTEGER),
                       (SELECT count(*) FROM abalone_problem), (SELECT count(*) FROM abalone_game)
                   FROM source";
        let [records, games, abalone_records, abalone_games] = self.run(|connection| {
            connection.query_row(sql, [], |row| {
                Ok([row.get::<_, i64>(0)?, row.get(1)?, row.get(2)?, row.get(3)?])
            })
        })?;
        let counts = |records: i64, games: i64| ItemCounts {
            records: records.max(0) as u64, // negative only in a damaged database
            games: games.max(0) as u64,
        };
        Ok(FamilyCounts {
            go: counts(records - abalone_records, games - abalone_games),
            abalone: counts(abalone_records, abalone_games),
        })
    }

    /// The position with a key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn position(&self, key: PositionKey) -> Result<Option<StoredPosition>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, key, text FROM position WHERE key = ?1")?
                .query_row([key.as_bytes()], position)
                .optional()
        })
    }

    /// The first `limit` positions whose keys have a prefix, sorted by key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn positions_with_prefix(
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

    /// The records of the position with an id, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn records(&self, position: i64) -> Result<Vec<StoredRecord>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {} FROM record JOIN source ON source.id = record.source
                     WHERE position = ?1 ORDER BY record.id",
                    *CHECKED_RECORD_COLUMNS
                ))?
                .query_map([position], intact_record)?
                .collect()
        })
    }

    /// The first `limit` records of the position with an id, in the order of import. Takes time for
    /// these alone.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn first_records(
        &self,
        position: i64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, StoreError> {
        // The index on position and turn has the records of each turn in order.
        let of_turn = |turn| {
            format!(
                "SELECT * FROM (SELECT id FROM record WHERE position = ?1 AND turn = {turn} \
                 ORDER BY id LIMIT ?2)"
            )
        };
        let ids = [0, 1, 2, 3].map(of_turn).join(" UNION ALL ");
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {} FROM record JOIN source ON source.id = record.source
                     WHERE record.id IN ({ids}) ORDER BY record.id LIMIT ?2",
                    *CHECKED_RECORD_COLUMNS
                ))?
                .query_map((position, limit), intact_record)?
                .collect()
        })
    }

    /// The place of the first record of the position with an id, in the order of
    /// import. Takes the same time for any number of records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn first_occurrence(&self, position: i64) -> Result<Option<Occurrence>, StoreError> {
        // The index on position and turn has the records of each turn in order.
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT source.name, tree, record.name, symmetry,
                         ifnull((SELECT problem FROM part WHERE part.record = record.id), 1)
                     FROM record JOIN source ON source.id = record.source
                     WHERE record.id = (
                         SELECT min((SELECT min(id) FROM record WHERE position = ?1 AND turn = column1))
                         FROM (VALUES (0), (1), (2), (3))
                     )",
                )?
                .query_row([position], |row| {
                    let symmetry = Symmetry::from_index(row.get(3)?)
                        .ok_or_else(|| unknown_code(3, "symmetry"))?;
                    let (source, tree, name) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    Ok(Occurrence { source, tree, problem: row.get(4)?, name, symmetry })
                })
                .optional()
        })
    }

    /// The record of problem `problem` of game tree number `tree` in the source
    /// with the id `source`, and the key of its position.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record_at(
        &self,
        source: i64,
        tree: u32,
        problem: u32,
    ) -> Result<Option<(PositionKey, StoredRecord)>, StoreError> {
        let condition = "source = ?1 AND tree = ?2
            AND ifnull((SELECT problem FROM part WHERE part.record = record.id), 1) = ?3";
        self.record_where(condition, (source, tree, problem))
    }

    /// The record with an id, and the key of its position.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record(&self, id: i64) -> Result<Option<(PositionKey, StoredRecord)>, StoreError> {
        self.record_where("record.id = ?1", [id])
    }

    /// The record with an id, with its position and its game tree as it is in the source.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record_with_tree(
        &self,
        id: i64,
    ) -> Result<Option<(StoredPosition, StoredRecord, Vec<u8>)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {}, CAST(sgf AS BLOB), position.id, position.key, position.text
                     FROM record
                     JOIN source ON source.id = record.source
                     JOIN position ON position.id = record.position
                     WHERE record.id = ?1",
                    *CHECKED_RECORD_COLUMNS
                ))?
                .query_row([id], |row| {
                    let record = intact_record(row)?;
                    let [sgf, position] = [1, 2].map(|column| RECORD_COLUMN_COUNT + column);
                    let read = |row: &Row<'_>| read_position(row, position);
                    Ok((read_row(row, "position of record", read)?, record, row.get(sgf)?))
                })
                .optional()
        })
    }

    fn record_where(
        &self,
        condition: &str,
        parameters: impl Params,
    ) -> Result<Option<(PositionKey, StoredRecord)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {}, position.key FROM record
                     JOIN source ON source.id = record.source
                     JOIN position ON position.id = record.position
                     WHERE {condition}",
                    *CHECKED_RECORD_COLUMNS
                ))?
                .query_row(parameters, keyed_record)
                .optional()
        })
    }

    /// The ids of the positions with `least` records or more, in the order in
    /// which their first records were imported.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn positions_with_records(&self, least: u64) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT position FROM record GROUP BY position HAVING count(*) >= ?1
                     ORDER BY min(id)",
                )?
                .query_map([least as i64], |row| row.get(0))?
                .collect()
        })
    }

    /// The position with an id.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn position_by_id(&self, id: i64) -> Result<Option<StoredPosition>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, key, text FROM position WHERE id = ?1")?
                .query_row([id], position)
                .optional()
        })
    }

    /// Calls `visit` with the id, key and canonical text of every position, in
    /// the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_position(
        &self,
        mut visit: impl FnMut(i64, PositionKey, &str),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement =
                connection.prepare("SELECT id, key, text FROM position ORDER BY id")?;
            visit_positions(statement.query([])?, &mut visit)
        })
    }

    /// Calls `visit` with those of the positions that have one of these ids, which are sorted, or a later
    /// one than `last`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_position_among(
        &self,
        ids: &[i64],
        last: Option<i64>,
        mut visit: impl FnMut(i64, PositionKey, &str),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let select = "SELECT id, key, text FROM position";
            let mut by_id = connection.prepare_cached(&format!("{select} WHERE id = ?1"))?;
            for id in ids {
                visit_positions(by_id.query([id])?, &mut visit)?;
            }
            let rest = format!("{select} WHERE id > ?1 ORDER BY id");
            let mut behind = connection.prepare_cached(&rest)?;
            visit_positions(behind.query([last.unwrap_or(i64::MIN)])?, &mut visit)
        })
    }

    /// Whether there are more positions than this number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn has_more_positions(&self, than: u64) -> Result<bool, StoreError> {
        self.has_row("SELECT EXISTS (SELECT 1 FROM position ORDER BY id LIMIT 1 OFFSET ?1)", than)
    }

    /// Whether a query that asks for the row behind so many others finds one.
    pub(super) fn has_row(&self, sql: &str, behind: u64) -> Result<bool, StoreError> {
        self.run(|connection| {
            connection.prepare_cached(sql)?.query_row([behind as i64], |row| row.get(0))
        })
    }

    /// Calls `visit` with every record and its game tree as it is in the
    /// source, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_record(
        &self,
        mut visit: impl FnMut(StoredRecord, Vec<u8>),
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare(&format!(
                "SELECT {}, CAST(sgf AS BLOB)
                 FROM record JOIN source ON source.id = record.source ORDER BY record.id",
                *CHECKED_RECORD_COLUMNS
            ))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(intact_record(row)?, row.get(RECORD_COLUMN_COUNT + 1)?);
            }
            Ok(())
        })
    }

    /// The ids of all sources with records, in the order of their names.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn source_ids_by_name(&self) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare("SELECT id FROM source WHERE records > 0 ORDER BY name, id")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
    }

    /// The first `count` records of a source behind a game tree and the id of a
    /// record in it, zeros for all, with their own texts, in the order of the trees.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn records_of_source(
        &self,
        source: i64,
        (tree, id): (u32, i64),
        count: usize,
    ) -> Result<Vec<(StoredRecord, Vec<u8>)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {}, CAST(sgf AS BLOB)
                     FROM record JOIN source ON source.id = record.source
                     WHERE record.source = ?1 AND (tree, record.id) > (?2, ?3)
                     ORDER BY tree, record.id LIMIT ?4",
                    *CHECKED_RECORD_COLUMNS
                ))?
                .query_map((source, tree, id, count as i64), |row| {
                    Ok((intact_record(row)?, row.get(RECORD_COLUMN_COUNT + 1)?))
                })?
                .collect()
        })
    }

    /// The ids of all records, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record_ids(&self) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare("SELECT id FROM record ORDER BY id")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
    }

    /// The game tree of the record with an id, as it is in the source.
    ///
    /// # Errors
    /// If the database cannot be read or has no record with the id.
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
    /// If the database cannot be read.
    pub fn sources(&self) -> Result<Vec<StoredSource>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached("SELECT id, name, records, games FROM source ORDER BY id")?
                .query_map([], |row| {
                    read_row(row, "source", |row| {
                        Ok(StoredSource {
                            id: row.get(0)?,
                            name: row.get(1)?,
                            records: row.get::<_, i64>(2)? as u64,
                            games: row.get::<_, i64>(3)? as u64,
                        })
                    })
                })?
                .collect()
        })
    }

    /// Runs SQLite's integrity check. Returns one sentence for every fault.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn check_integrity(&self) -> Result<Vec<String>, StoreError> {
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
