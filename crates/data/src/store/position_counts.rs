//! Positions and the numbers of their records, for lists that load only what they show.

use std::collections::HashSet;

use super::connection::Store;
use super::error::StoreError;
use super::query::unknown_code;
use crate::model::Turn;

impl Store {
    /// The first `limit` positions that have records, in the order of these: the id of the first
    /// record, and that of the position. Reads the records up to there.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn first_positions(&self, limit: usize) -> Result<Vec<(i64, i64)>, StoreError> {
        self.run(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT id, position FROM record ORDER BY id")?;
            let mut rows = statement.query([])?;
            let (mut found, mut seen) = (Vec::new(), HashSet::new());
            while found.len() < limit
                && let Some(row) = rows.next()?
            {
                let (id, position) = (row.get(0)?, row.get(1)?);
                if seen.insert(position) {
                    found.push((id, position));
                }
            }
            Ok(found)
        })
    }

    /// Calls `visit` with the position, the side to move and the id of each record, one position
    /// after the other, and in it one side to move after the other. Reads an index alone.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn for_each_turn(&self, mut visit: impl FnMut(i64, Turn, i64)) -> Result<(), StoreError> {
        self.run(|connection| {
            let mut statement = connection
                .prepare_cached("SELECT position, turn, id FROM record ORDER BY position, turn")?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let turn = Turn::from_code(row.get(1)?).ok_or_else(|| unknown_code(1, "turn"))?;
                visit(row.get(0)?, turn, row.get(2)?);
            }
            Ok(())
        })
    }

    /// The ids of the positions whose text may stand for boards of several sizes: those without an
    /// open side on one of the axes.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn positions_of_several_sizes(&self) -> Result<Vec<i64>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(
                    "SELECT id FROM position WHERE instr(text, '_') = 0 OR instr(text, '!') = 0",
                )?
                .query_map([], |row| row.get(0))?
                .collect()
        })
    }
}
