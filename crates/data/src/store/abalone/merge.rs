//! The copy of problems and games of Abalone from another database.

use std::sync::LazyLock;

use rusqlite::types::Value;
use rusqlite::{Row, params_from_iter};

use super::read::{GAME_COLUMNS, GAMES, PROBLEM_COLUMNS, game, problem};
use super::write::{INSERT_GAME, INSERT_PROBLEM, insert_plies, is_new, next_id};
use crate::PositionKey;
use crate::model::AbaloneIdentity;
use crate::store::checksum::{self, Checked};
use crate::store::connection::Store;
use crate::store::error::StoreError;
use crate::store::merge_checks::{ALTERED, MergeChecks, column, damage_as_cause, values, width};
use crate::store::session::ImportSession;

/// The number of rows that are written together.
const ROWS_PER_WRITE: usize = 10_000;

/// A source of another database that is copied.
pub(in crate::store) struct CopiedSource<'a> {
    /// The other database.
    pub(in crate::store) other: &'a Store,
    /// The id in the other database.
    pub(in crate::store) id: i64,
    /// The id of the copy.
    pub(in crate::store) copy: i64,
    /// What is checked of the rows.
    pub(in crate::store) checks: &'a MergeChecks<'a>,
}

/// The numbers of rows that were copied, and of those that were not.
pub(in crate::store) struct CopiedRows {
    pub(in crate::store) problems: u64,
    pub(in crate::store) problem_faults: u64,
    pub(in crate::store) games: u64,
    pub(in crate::store) game_faults: u64,
}

/// What is called with number, offset and cause of a row that is not copied.
type OnFault<'a> = &'a mut dyn FnMut(u32, u64, &str);

/// The values of a row, and what is derived from them.
type CopiedRow<T> = (Vec<Value>, T);

/// A query for the rows of a source: columns, the columns that the checksum
/// takes, and whether the checksum is right. `from` is a table or query named
/// `name`.
fn select(columns: &str, checked: &Checked, from: &str, name: &str) -> String {
    let values: Vec<String> =
        checked.columns.split(", ").map(|column| format!("{name}.{column}")).collect();
    let (values, function) = (values.join(", "), checksum::FUNCTION);
    format!(
        "SELECT {columns}, {values}, {function}({values}) IS {name}.checksum
         FROM {from} JOIN source ON source.id = {name}.source
         WHERE {name}.source = ?1 ORDER BY {name}.id"
    )
}

static PROBLEMS: LazyLock<String> = LazyLock::new(|| {
    select(PROBLEM_COLUMNS, &checksum::ABALONE_PROBLEM, "abalone_problem", "abalone_problem")
});

static COPIED_GAMES: LazyLock<String> =
    LazyLock::new(|| select(GAME_COLUMNS, &checksum::ABALONE_GAME, GAMES, "game"));

impl CopiedSource<'_> {
    /// Reads the rows of a query and passes those that `check` does not find
    /// fault with to `write`. Returns the numbers of rows that were copied and
    /// that were not; `None` if canceled.
    fn copy_rows<T>(
        &self,
        sql: &str,
        checked: &Checked,
        check: impl Fn(&Row<'_>) -> rusqlite::Result<Result<T, String>>,
        on_fault: OnFault<'_>,
        mut write: impl FnMut(Vec<CopiedRow<T>>) -> Result<(), StoreError>,
    ) -> Result<Option<[u64; 2]>, StoreError> {
        let fail = |error| StoreError::from_sqlite(self.other.path(), error);
        let mut statement = self.other.connection.prepare_cached(sql).map_err(fail)?;
        let count = width(checked);
        let first = statement.column_count() - count - 1;
        let (mut batch, mut counts) = (Vec::new(), [0; 2]);
        let mut rows = statement.query([self.id]).map_err(fail)?;
        while let Some(row) = rows.next().map_err(fail)? {
            if !(self.checks.progress)(1) {
                return Ok(None);
            }
            let read = || -> rusqlite::Result<Result<CopiedRow<T>, String>> {
                if !row.get::<_, bool>(first + count)? {
                    return Ok(Err(ALTERED.to_owned()));
                }
                let mut values = values(row, first, count)?;
                values[column(checked, "source")] = self.copy.into();
                Ok(check(row)?.map(|derived| (values, derived)))
            };
            match damage_as_cause(read()).map_err(fail)? {
                Ok(row) => {
                    counts[0] += 1;
                    batch.push(row);
                }
                Err(cause) => {
                    counts[1] += 1;
                    let place = ["number", "offset"].map(|name| first + column(checked, name));
                    let number = row.get(place[0]).unwrap_or(0);
                    let offset = row.get::<_, i64>(place[1]).unwrap_or(0);
                    on_fault(number, u64::try_from(offset).unwrap_or(0), &cause);
                }
            }
            if batch.len() >= ROWS_PER_WRITE {
                write(std::mem::take(&mut batch))?;
            }
        }
        if !batch.is_empty() {
            write(batch)?;
        }
        Ok(Some(counts))
    }

    /// Checks the row of a problem.
    fn check_problem(
        &self,
        row: &Row<'_>,
    ) -> rusqlite::Result<Result<(PositionKey, AbaloneIdentity), String>> {
        let stored = problem(row)?;
        let (key, text) = (stored.key, &stored.text);
        if PositionKey::of_text(text) != key {
            return Ok(Err(format!("the key of its position is not {key}")));
        }
        if !(self.checks.is_abalone_canonical)(text) {
            return Ok(Err(format!("the text of its position {key} is not canonical")));
        }
        Ok(Ok((key, stored.identity())))
    }

    /// Checks the row of a game. Returns the keys of its positions.
    fn check_game(&self, row: &Row<'_>) -> rusqlite::Result<Result<Vec<PositionKey>, String>> {
        let stored = game(row)?;
        let keys = {
            let text: String = row.get("source_text")?;
            (self.checks.replay_abalone)(&stored.start, &stored.moves, &text)
        };
        Ok(keys.ok_or_else(|| "its start or its moves are damaged".to_owned()))
    }
}

impl ImportSession {
    /// Copies the problems and games of a source. The positions of the games are
    /// those of their moves, whatever the index of the other database says.
    /// Returns `None` if canceled.
    pub(in crate::store) fn copy_abalone(
        &mut self,
        from: &CopiedSource<'_>,
        on_fault: OnFault<'_>,
    ) -> Result<Option<CopiedRows>, StoreError> {
        let problems = from.copy_rows(
            &PROBLEMS,
            &checksum::ABALONE_PROBLEM,
            |row| from.check_problem(row),
            on_fault,
            |rows| self.insert_problems(rows),
        )?;
        let Some([problems, problem_faults]) = problems else { return Ok(None) };
        let games = from.copy_rows(
            &COPIED_GAMES,
            &checksum::ABALONE_GAME,
            |row| from.check_game(row),
            on_fault,
            |rows| self.insert_games(rows),
        )?;
        let Some([games, game_faults]) = games else { return Ok(None) };
        Ok(Some(CopiedRows { problems, problem_faults, games, game_faults }))
    }

    fn insert_problems(
        &mut self,
        rows: Vec<CopiedRow<(PositionKey, AbaloneIdentity)>>,
    ) -> Result<(), StoreError> {
        self.begin_transaction()?;
        for (_, (key, identity)) in &rows {
            self.pending.count_abalone(*key, *identity);
        }
        let at = column(&checksum::ABALONE_PROBLEM, "id");
        self.pending.new_positions += self.store.run(|connection| {
            let mut new_positions = 0;
            let first = next_id(connection, "abalone_problem")?;
            let mut insert = connection.prepare_cached(&INSERT_PROBLEM)?;
            for (id, (mut values, (key, _))) in (first..).zip(rows) {
                new_positions += u64::from(is_new(connection, key)?);
                values[at] = id.into();
                insert.execute(params_from_iter(values))?;
            }
            Ok(new_positions)
        })?;
        Ok(())
    }

    fn insert_games(&mut self, rows: Vec<CopiedRow<Vec<PositionKey>>>) -> Result<(), StoreError> {
        self.begin_transaction()?;
        self.pending.abalone_games += rows.len() as u64;
        let at = column(&checksum::ABALONE_GAME, "id");
        self.store.run(|connection| {
            let first = next_id(connection, "abalone_game")?;
            let mut insert = connection.prepare_cached(&INSERT_GAME)?;
            let mut plies = Vec::with_capacity(rows.len());
            for (id, (mut values, keys)) in (first..).zip(rows) {
                values[at] = id.into();
                insert.execute(params_from_iter(values))?;
                plies.push((id, keys));
            }
            insert_plies(connection, plies.iter().map(|(id, keys)| (*id, &**keys)))
        })
    }
}
