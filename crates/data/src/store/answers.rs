//! The column `record.answers` of records from before schema 5.

use rusqlite::Connection;

use crate::go::Symmetry;
use crate::model::{Placement, Turn, format_answers};
use crate::solution::{Dialect, Solution};

/// Fills the column from the stored solutions. A damaged solution leaves the
/// column null.
pub(super) fn complete(connection: &Connection) -> rusqlite::Result<()> {
    let mut select = connection.prepare(
        "SELECT id, symmetry, board_cols, board_rows, window_col, window_row, window_cols,
             window_rows, window_open, dialect, solution
         FROM record WHERE solution IS NOT NULL",
    )?;
    let mut update = connection.prepare("UPDATE record SET answers = ?2 WHERE id = ?1")?;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let symmetry = Symmetry::from_index(row.get(1)?);
        let mut numbers = [0; 7];
        for (number, column) in numbers.iter_mut().zip(2..) {
            *number = row.get(column)?;
        }
        let placement = Placement::from_numbers(numbers);
        let dialect = Dialect::from_code(row.get(9)?);
        if let (Some(symmetry), Some(placement), Some(dialect)) = (symmetry, placement, dialect)
            && let Ok(solution) = Solution::decode(row.get_ref(10)?.as_blob()?, dialect)
        {
            update.execute((id, format_answers(&solution, Turn::Unknown, &placement, symmetry)))?;
        }
    }
    Ok(())
}
