//! The rows from which the cores of problems are made, and the index of candidates.
//!
//! The table `core` has the patterns of scheme [`CORE_SCHEME`] of all records whose ids are below a
//! mark, and maybe of records that were removed. It can be deleted at any time: a database without a
//! mark of this scheme is read as a whole, and the next import fills the table.

use rusqlite::{OptionalExtension, Row, params};

use super::connection::Store;
use super::error::{StoreError, read_row};
use super::query::{read_solution, unknown_code};
use super::session::ImportSession;
use super::verify::Difference;
use crate::go::Symmetry;
use crate::model::{Placement, Turn};
use crate::solution::Solution;
use crate::{CORE_SCHEME, PositionKey};

/// What the core of a record is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreRow {
    /// The id of the record.
    pub record: i64,
    /// The id of the position.
    pub position: i64,
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text.
    pub text: String,
    /// The id of the source.
    pub source: i64,
    /// Maps the record's window to the canonical text.
    pub symmetry: Symmetry,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// The window on the board of the record.
    pub placement: Placement,
    /// The solution on the canonical board; empty for records from before schema 2.
    pub solution: Solution,
}

/// Which rows are read.
#[derive(Clone, Copy, Debug)]
pub enum CoreRows<'a> {
    /// Those of all records.
    All,
    /// Those of records with one of these patterns, which are sorted.
    WithPatterns(&'a [u32]),
    /// Those of at most so many records, with the rarest of these patterns.
    WithRarest(&'a [u32], usize),
    /// Those of records from an id on that may have an answer, at most so many.
    AnsweredFrom(i64, usize),
    /// Those of the records of positions with these ids.
    OfPositions(&'a [i64]),
    /// Those of [candidates](Store::find_core_candidates).
    Of(&'a CoreCandidates),
}

/// Records that an index of candidates names, and those that it does not have yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreCandidates {
    /// The ids of records of the index, sorted. Some may be gone.
    pub records: Vec<i64>,
    /// The id from which on records are not in the index.
    pub from: i64,
}

/// The ids that one query names.
const IDS_PER_QUERY: usize = 4_096;

/// The columns of a [`CoreRow`].
const COLUMNS: &str = "record.id, position.id, key, text, source, symmetry, turn, board_cols,
    board_rows, window_col, window_row, window_cols, window_rows, window_open, dialect, solution";

/// Whether a record has no accepted first move. The answers of a damaged solution are null.
const IS_UNANSWERED: &str = "(solution IS NULL OR answers IS '')";

/// A list for SQL.
fn join(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Store {
    /// Calls `visit` with the rows of records in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_core_row(
        &self,
        rows: CoreRows<'_>,
        mut visit: impl FnMut(CoreRow),
    ) -> Result<(), StoreError> {
        let condition = match rows {
            CoreRows::All => String::new(),
            CoreRows::Of(CoreCandidates { records, from }) => {
                for part in records.chunks(IDS_PER_QUERY) {
                    let condition = format!("WHERE record.id IN ({})", join(part));
                    self.visit_core_rows(&condition, &mut visit)?;
                }
                format!("WHERE record.id >= {from}")
            }
            CoreRows::OfPositions(positions) => {
                for part in positions.chunks(IDS_PER_QUERY) {
                    let condition = format!("WHERE record.position IN ({})", join(part));
                    self.visit_core_rows(&condition, &mut visit)?;
                }
                return Ok(());
            }
            CoreRows::AnsweredFrom(first, count) => format!(
                "WHERE record.id >= {first} AND NOT {IS_UNANSWERED}
                 ORDER BY record.id LIMIT {count}"
            ),
            CoreRows::WithPatterns(patterns) | CoreRows::WithRarest(patterns, _) => {
                let candidates = match rows {
                    CoreRows::WithRarest(_, count) => self.rarest_candidates(patterns, count)?,
                    _ => self.find_core_candidates(patterns, |_, _| true)?,
                };
                let rows = candidates.as_ref().map_or(CoreRows::All, CoreRows::Of);
                return self.for_each_core_row(rows, visit);
            }
        };
        self.visit_core_rows(&condition, &mut visit)
    }

    fn visit_core_rows(
        &self,
        condition: &str,
        visit: &mut dyn FnMut(CoreRow),
    ) -> Result<(), StoreError> {
        let order = if condition.contains("ORDER") { "" } else { "ORDER BY record.id" };
        self.run(|connection| {
            let mut statement = connection.prepare(&format!(
                "SELECT {COLUMNS}
                 FROM record JOIN position ON position.id = record.position {condition} {order}"
            ))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                visit(read_row(row, "record", read_core_row)?);
            }
            Ok(())
        })
    }

    /// The records of the index of candidates with a first move of one of these patterns, sorted, that
    /// `accepts` [what is around it](crate::similarity::StoredMove::to_number); `None` without an index.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn find_core_candidates(
        &self,
        patterns: &[u32],
        accepts: impl Fn(u32, i64) -> bool,
    ) -> Result<Option<CoreCandidates>, StoreError> {
        let Some(from) = self.core_mark()? else { return Ok(None) };
        let mut records = Vec::new();
        self.run(|connection| {
            let mut statement = connection.prepare(&format!(
                "SELECT pattern, around, record FROM core
                 WHERE pattern IN ({}) AND record < {from}",
                join(patterns)
            ))?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                if accepts(row.get(0)?, row.get(1)?) {
                    records.push(row.get(2)?);
                }
            }
            Ok(())
        })?;
        records.sort_unstable();
        records.dedup();
        Ok(Some(CoreCandidates { records, from }))
    }

    /// At most `count` records with the rarest of some patterns: as many patterns as so many records have,
    /// and at least one.
    fn rarest_candidates(
        &self,
        patterns: &[u32],
        count: usize,
    ) -> Result<Option<CoreCandidates>, StoreError> {
        let mut numbers = self.count_records(patterns, count + 1)?;
        if numbers.first().is_some_and(|&(records, _)| records > count) {
            numbers = self.count_records(patterns, usize::MAX)?;
        }
        let mut sum = 0;
        let fits = |&&(records, _): &&(usize, u32)| {
            sum += records;
            sum <= count || sum == records
        };
        let rarest: Vec<u32> =
            numbers.iter().take_while(fits).map(|&(_, pattern)| pattern).collect();
        let mut candidates = self.find_core_candidates(&rarest, |_, _| true)?;
        if let Some(candidates) = &mut candidates {
            candidates.records.truncate(count);
        }
        Ok(candidates)
    }

    /// How many rows each pattern of the index of candidates has, counted up to `limit`; the fewest first.
    fn count_records(
        &self,
        patterns: &[u32],
        limit: usize,
    ) -> Result<Vec<(usize, u32)>, StoreError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut numbers = Vec::new();
        self.run(|connection| {
            let mut count = connection.prepare_cached(
                "SELECT count(*) FROM (SELECT 1 FROM core WHERE pattern = ?1 LIMIT ?2)",
            )?;
            for &pattern in patterns {
                let records =
                    count.query_row(params![pattern, limit], |row| row.get::<_, i64>(0))?;
                if records > 0 {
                    numbers.push((records as usize, pattern));
                }
            }
            Ok(())
        })?;
        numbers.sort_unstable();
        numbers.dedup();
        Ok(numbers)
    }

    /// Calls `visit` with the records that the index of candidates contains, in the order of import,
    /// each with its moves in the index: pattern and surroundings with a colon between, sorted, with a
    /// space between. Records whose rows are damaged are left out.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_indexed_core(
        &self,
        mut visit: impl FnMut(Result<(CoreRow, String), Difference>),
    ) -> Result<(), StoreError> {
        let Some(mark) = self.core_mark()? else { return Ok(()) };
        let sql = format!(
            "SELECT {COLUMNS}, ifnull(first_moves, '')
             FROM record JOIN position ON position.id = record.position
                 LEFT JOIN (SELECT record AS indexed,
                         group_concat(pattern || ':' || around, ' ' ORDER BY pattern, around) AS first_moves
                     FROM core GROUP BY record) ON indexed = record.id
             WHERE record.id < {mark} ORDER BY record.id"
        );
        let visit_sound = |row: Result<_, _>| {
            if row.is_ok() {
                visit(row);
            }
        };
        self.for_each_row("core", &sql, visit_sound, |row| Ok((read_core_row(row)?, row.get(16)?)))
    }

    /// The id from which on records have no patterns in the table; `None` if the table has to be
    /// filled anew.
    pub(super) fn core_mark(&self) -> Result<Option<i64>, StoreError> {
        self.run(|connection| {
            connection
                .query_row("SELECT mark FROM core_state WHERE scheme = ?1", [CORE_SCHEME], |row| {
                    row.get(0)
                })
                .optional()
        })
    }
}

impl ImportSession {
    /// Adds the new records without an answer to the index of candidates, with `pattern`: they need
    /// not be read. Returns whether there are new records at all. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn begin_core_index(&mut self, pattern: u32) -> Result<bool, StoreError> {
        let (mark, end) = (self.store.core_mark()?, self.end_of_records()?);
        if mark.unwrap_or(i64::MIN) >= end {
            return Ok(false);
        }
        if mark.is_none() {
            self.clear_core_index()?;
        }
        let sql = format!(
            "INSERT OR IGNORE INTO core (pattern, record, around)
             SELECT ?1, id, 0 FROM record WHERE id >= ?2 AND {IS_UNANSWERED}"
        );
        self.execute(&sql, &[&pattern, &mark.unwrap_or(i64::MIN)])?;
        Ok(true)
    }

    /// The rows of the first records that may have an answer and are not in the index of candidates,
    /// at most `count`.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn core_rows_to_index(&self, count: usize) -> Result<Vec<CoreRow>, StoreError> {
        let mark = self.store.core_mark()?.unwrap_or(i64::MIN);
        let mut rows = Vec::new();
        self.store.for_each_core_row(CoreRows::AnsweredFrom(mark, count), |row| rows.push(row))?;
        Ok(rows)
    }

    /// Marks all records as indexed. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn end_core_index(&mut self) -> Result<(), StoreError> {
        let end = self.end_of_records()?;
        self.set_core_mark(end)
    }

    /// An id above those of all records; the least number without records.
    fn end_of_records(&self) -> Result<i64, StoreError> {
        let sql = "SELECT ifnull(max(id) + 1, ?1) FROM record";
        self.store.run(|connection| connection.query_row(sql, [i64::MIN], |row| row.get(0)))
    }

    /// Adds the first moves of records to the index of candidates, each with its pattern and surroundings,
    /// in the order of the ids of the records. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn index_cores(&mut self, records: &[(i64, Vec<(u32, i64)>)]) -> Result<(), StoreError> {
        let Some((last, _)) = records.last() else { return Ok(()) };
        self.begin_transaction()?;
        let mut rows: Vec<(u32, i64, i64)> = records
            .iter()
            .flat_map(|(record, moves)| {
                moves.iter().map(move |&(pattern, around)| (pattern, *record, around))
            })
            .collect();
        rows.sort_unstable();
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(
                "INSERT OR IGNORE INTO core (pattern, record, around) VALUES (?1, ?2, ?3)",
            )?;
            rows.iter().try_for_each(|row| insert.execute(params![row.0, row.1, row.2]).map(drop))
        })?;
        self.set_core_mark(last + 1)
    }

    /// Says that all records before an id are in the index of candidates.
    fn set_core_mark(&mut self, mark: i64) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO core_state (id, scheme, mark) VALUES (1, ?1, ?2)";
        self.execute(sql, &[&CORE_SCHEME, &mark]).map(drop)
    }

    /// Empties the index of candidates, to be filled anew. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(super) fn clear_core_index(&mut self) -> Result<(), StoreError> {
        self.execute("DELETE FROM core", &[])?;
        self.execute("DELETE FROM core_state", &[]).map(drop)
    }
}

fn read_core_row(row: &Row<'_>) -> rusqlite::Result<CoreRow> {
    let mut numbers = [0; 7];
    for (number, column) in numbers.iter_mut().zip(7..) {
        *number = row.get(column)?;
    }
    Ok(CoreRow {
        record: row.get(0)?,
        position: row.get(1)?,
        key: PositionKey::from_bytes(row.get(2)?),
        text: row.get(3)?,
        source: row.get(4)?,
        symmetry: Symmetry::from_index(row.get(5)?).ok_or_else(|| unknown_code(5, "symmetry"))?,
        turn: Turn::from_code(row.get(6)?).ok_or_else(|| unknown_code(6, "turn"))?,
        placement: Placement::from_numbers(numbers).ok_or_else(|| unknown_code(7, "window"))?,
        solution: read_solution(row, 14)?.unwrap_or_default(),
    })
}
