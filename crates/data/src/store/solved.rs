//! The stored solutions of a position, for searches that read those of many
//! positions.

use rusqlite::Row;

use super::Store;
use super::error::{StoreError, read_row};
use super::query::{read_solution, unknown_code};
use crate::PositionKey;
use crate::go::Symmetry;
use crate::model::{Placement, Turn};
use crate::solution::Solution;

/// A position with its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedPosition {
    /// The key.
    pub key: PositionKey,
    /// The canonical text.
    pub text: String,
    /// The records that say who is to move and have a stored solution, in the order
    /// of import.
    pub records: Vec<SolvedRecord>,
}

/// A record with a solution, without what only people read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolvedRecord {
    /// The id of the source.
    pub source_id: i64,
    /// The number of the game tree in the source.
    pub tree: u32,
    /// Maps the record's window to the canonical text.
    pub symmetry: Symmetry,
    /// The side to move, in the colors of the canonical text; not `Unknown`.
    pub turn: Turn,
    /// The window on the board of the record.
    pub placement: Placement,
    /// The solution on the canonical board.
    pub solution: Solution,
}

impl Store {
    /// A position by its id, with its solutions; `None` if it is not there. Records
    /// from before schema 2 have none until they are read again. Reads less than
    /// [`position_by_id`](Self::position_by_id) and [`records`](Self::records).
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn solved_position(&self, id: i64) -> Result<Option<SolvedPosition>, StoreError> {
        self.run(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT record.id, key, text, source, symmetry, turn, board_cols, board_rows, window_col, window_row,
                     window_cols, window_rows, window_open, dialect, solution, tree
                 FROM position LEFT JOIN record
                     ON record.position = position.id AND turn <> 0 AND dialect IS NOT NULL
                 WHERE position.id = ?1 ORDER BY record.id",
            )?;
            let mut rows = statement.query([id])?;
            let mut found: Option<SolvedPosition> = None;
            while let Some(row) = rows.next()? {
                let position = match &mut found {
                    Some(position) => position,
                    none => none.insert(SolvedPosition {
                        key: PositionKey::from_bytes(row.get(1)?),
                        text: row.get(2)?,
                        records: Vec::new(),
                    }),
                };
                position.records.extend(read_row(row, "record", read_record)?);
            }
            Ok(found)
        })
    }
}

/// `None` if the position has no record.
fn read_record(row: &Row<'_>) -> rusqlite::Result<Option<SolvedRecord>> {
    let Some(source_id) = row.get(3)? else { return Ok(None) };
    let mut numbers = [0; 7];
    for (number, column) in numbers.iter_mut().zip(6..) {
        *number = row.get(column)?;
    }
    let symmetry = Symmetry::from_index(row.get(4)?).ok_or_else(|| unknown_code(4, "symmetry"))?;
    let turn = Turn::from_code(row.get(5)?).ok_or_else(|| unknown_code(5, "turn"))?;
    let placement = Placement::from_numbers(numbers).ok_or_else(|| unknown_code(6, "window"))?;
    let Some(solution) = read_solution(row, 13)? else { return Ok(None) };
    let tree = row.get(15)?;
    Ok(Some(SolvedRecord { source_id, tree, symmetry, turn, placement, solution }))
}
