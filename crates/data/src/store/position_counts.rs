//! Positions and the numbers of their records, for lists that load only what they show.

use std::collections::HashSet;

use rusqlite::Row;

use super::connection::Store;
use super::error::StoreError;
use super::query::unknown_code;
use super::repeated_query::IS_BETWEEN_EDGES;
use crate::go::{Sides, Size, Symmetry};

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

    /// The sizes and open sides of the windows of a position with two facing edges, in the orientation of
    /// the text and the order of import, once for each record. Reads an index alone.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn windows_between_edges(&self, position: i64) -> Result<Vec<(Size, Sides)>, StoreError> {
        self.run(|connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {WINDOW_COLUMNS} FROM record
                     WHERE position = ?1 AND ({IS_BETWEEN_EDGES}) ORDER BY id"
                ))?
                .query_map([position], |row| read_window(row, 0))?
                .collect()
        })
    }
}

/// What [`read_window`] reads.
const WINDOW_COLUMNS: &str = "symmetry, window_cols, window_rows, window_open";

/// The size and the open sides of a window in the orientation of the canonical text.
fn read_window(row: &Row<'_>, first: usize) -> rusqlite::Result<(Size, Sides)> {
    let symmetry = Symmetry::from_index(row.get(first)?);
    let symmetry = symmetry.ok_or_else(|| unknown_code(first, "symmetry"))?;
    let size = Size::new(row.get(first + 1)?, row.get(first + 2)?);
    let size = size.map_err(|_| unknown_code(first + 1, "window"))?;
    let open = Sides::from_bits(row.get(first + 3)?);
    Ok((symmetry.size(size), open.transform(symmetry)))
}
