//! Positions with several records: how many duplicates each has, and the sums over all.
//!
//! Both are stored. A commit counts anew the positions whose records the transaction changed.

use std::ops::AddAssign;
use std::sync::LazyLock;

use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Row};

use super::connection::Store;
use super::error::StoreError;
use super::repeated_query::{derive, sum};
use super::session::ImportSession;
use super::verify::Difference;

/// What is counted of positions with several records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepeatedCounts {
    /// The positions.
    pub positions: u64,
    /// Their records.
    pub records: u64,
    /// Their problems with several records, by the side to move.
    pub problems: u64,
    /// The records of these problems besides one of each.
    pub redundant: u64,
}

impl AddAssign for RepeatedCounts {
    fn add_assign(&mut self, other: RepeatedCounts) {
        self.positions += other.positions;
        self.records += other.records;
        self.problems += other.problems;
        self.redundant += other.redundant;
    }
}

impl RepeatedCounts {
    /// What is left without some of the positions. `None` if these have more.
    fn without(self, some: RepeatedCounts) -> Option<RepeatedCounts> {
        Some(RepeatedCounts {
            positions: self.positions.checked_sub(some.positions)?,
            records: self.records.checked_sub(some.records)?,
            problems: self.problems.checked_sub(some.problems)?,
            redundant: self.redundant.checked_sub(some.redundant)?,
        })
    }
}

/// A position with several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedPosition {
    /// The id of its first record.
    pub first: i64,
    /// The id of the position.
    pub id: i64,
    /// What is counted. `None` if the records have to be compared: a tree has several of the problems,
    /// windows of several sizes have the same text, or a record accepts moves without saying who is to
    /// move, beside one that says so.
    pub counts: Option<RepeatedCounts>,
}

/// A row of `repeated`: its [`COLUMNS`].
type Repeated = (i64, i64, u32, Option<u32>, u32);

const COLUMNS: &str = "first, position, records, problems, redundant";

fn repeated(row: &Row<'_>) -> rusqlite::Result<Repeated> {
    Repeated::try_from(row)
}

impl From<Repeated> for RepeatedPosition {
    fn from((first, id, records, problems, redundant): Repeated) -> RepeatedPosition {
        let counts = |problems: u32| RepeatedCounts {
            positions: 1,
            records: records.into(),
            problems: problems.into(),
            redundant: redundant.into(),
        };
        RepeatedPosition { first, id, counts: problems.map(counts) }
    }
}

/// Reads the columns of `repeated_total`.
fn total(row: &Row<'_>) -> rusqlite::Result<RepeatedCounts> {
    let [positions, records, problems, redundant] =
        [row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?].map(u32::into);
    Ok(RepeatedCounts { positions, records, problems, redundant })
}

/// The error for sums that are less than the counts of their positions.
fn too_small() -> rusqlite::Error {
    let what = "repeated_total: a number is less than those of its positions";
    rusqlite::Error::FromSqlConversionFailure(0, Type::Integer, what.into())
}

const TOTAL: &str = "SELECT positions, records, problems, redundant FROM repeated_total";

static STORED: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {COLUMNS} FROM repeated WHERE position = ?1"));

static DERIVED: LazyLock<String> = LazyLock::new(|| derive("position = ?1"));

impl ImportSession {
    /// Counts anew the positions whose records changed in this transaction, and removes those without
    /// records.
    pub(super) fn recount_positions(&mut self) -> Result<(), StoreError> {
        let changed = std::mem::take(&mut self.changed_positions);
        if changed.is_empty() {
            return Ok(());
        }
        self.begin_transaction()?;
        self.store.run(|connection| {
            let mut stored = connection.prepare_cached(&STORED)?;
            let mut derived = connection.prepare_cached(&DERIVED)?;
            let mut forget = connection.prepare_cached("DELETE FROM repeated WHERE position = ?1")?;
            let mut insert = connection.prepare_cached(
                "INSERT INTO repeated (first, position, records, problems, redundant)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            let mut remove = connection.prepare_cached(
                "DELETE FROM position WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM record WHERE position = ?1)",
            )?;
            let counts = |row: Repeated| RepeatedPosition::from(row).counts.unwrap_or_default();
            let mut total = connection.query_row(TOTAL, [], total)?;
            for position in changed {
                let before = stored.query_row([position], repeated).optional()?;
                let after = derived.query_row([position], repeated).optional()?;
                if let Some(row) = before.filter(|_| before != after) {
                    forget.execute([position])?;
                    total = total.without(counts(row)).ok_or_else(too_small)?;
                }
                if let Some(row) = after.filter(|_| before != after) {
                    insert.execute(row)?;
                    total += counts(row);
                }
                if after.is_none() {
                    remove.execute([position])?;
                }
            }
            let RepeatedCounts { positions, records, problems, redundant } = total;
            let sql = "UPDATE repeated_total SET positions = ?1, records = ?2, problems = ?3, redundant = ?4";
            let total = [positions, records, problems, redundant].map(|number| number as i64);
            connection.prepare_cached(sql)?.execute(total).map(drop)
        })
    }
}

impl Store {
    /// Counts the positions of the [selected](Self::select_records) records, if there is a selection, so that
    /// the other functions answer for these.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn count_selected_repeated(&self) -> Result<(), StoreError> {
        self.run(|connection| {
            let is_selected =
                "SELECT EXISTS (SELECT 1 FROM temp.sqlite_schema WHERE name = 'selected_record')
                 AND NOT EXISTS (SELECT 1 FROM temp.sqlite_schema WHERE name = 'repeated')";
            if !connection.query_row(is_selected, [], |row| row.get(0))? {
                return Ok(());
            }
            connection.pragma_update(None, "query_only", false)?;
            connection.execute_batch(&format!(
                "CREATE TEMP TABLE repeated AS {};
                 CREATE INDEX temp.selected_repeated ON repeated (position);
                 CREATE TEMP TABLE repeated_total AS {}",
                derive("1"),
                sum("repeated")
            ))?;
            connection.pragma_update(None, "query_only", true)
        })
    }

    /// The sums over the positions with several records whose duplicates are counted, without some of
    /// these positions.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn repeated_total_without(
        &self,
        some: RepeatedCounts,
    ) -> Result<RepeatedCounts, StoreError> {
        self.run(|connection| {
            connection.query_row(TOTAL, [], total)?.without(some).ok_or_else(too_small)
        })
    }

    /// Calls `visit` with the positions with several records, in the order of their first records, until it
    /// returns false.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn visit_repeated(
        &self,
        mut visit: impl FnMut(RepeatedPosition) -> bool,
    ) -> Result<(), StoreError> {
        self.run(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM repeated ORDER BY first");
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()?
                && visit(repeated(row)?.into())
            {}
            Ok(())
        })
    }

    /// The positions with several records, which have to be compared.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn repeated_to_compare(&self) -> Result<Vec<RepeatedPosition>, StoreError> {
        self.run(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM repeated WHERE problems IS NULL");
            let mut statement = connection.prepare_cached(&sql)?;
            let rows = statement.query_map([], repeated)?;
            rows.map(|row| row.map(RepeatedPosition::from)).collect()
        })
    }

    /// A position, if it has several records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn repeated_position(&self, id: i64) -> Result<Option<RepeatedPosition>, StoreError> {
        self.run(|connection| {
            let found = connection.prepare_cached(&STORED)?.query_row([id], repeated).optional()?;
            Ok(found.map(RepeatedPosition::from))
        })
    }

    /// The rows that are not what the records give.
    pub(super) fn check_repeated(&self, found: &mut Vec<Difference>) -> Result<(), StoreError> {
        for (table, row, derived) in
            [("repeated", "first", derive("1")), ("repeated_total", "id", sum("repeated"))]
        {
            let sql = format!(
                "WITH derived AS MATERIALIZED ({derived})
                 SELECT {row}, 'the records do not give these values' FROM (
                     SELECT * FROM {table} EXCEPT SELECT * FROM derived)
                 UNION ALL
                 SELECT {row}, 'the records give other values' FROM (
                     SELECT * FROM derived EXCEPT SELECT * FROM {table})"
            );
            self.collect_differences(table, &sql, found)?;
        }
        Ok(())
    }
}
