//! What a merge checks of the rows of another database.

use rusqlite::types::Value;

use super::checksum::Checked;
use crate::PositionKey;

/// The keys of all positions of a game of Abalone, from its start, its moves
/// and its text as they are stored; `None` if they are not those of a game.
type ReplayAbalone<'a> = &'a dyn Fn(&str, &[u8], &str) -> Option<Vec<PositionKey>>;

/// What a merge asks its caller.
#[expect(missing_debug_implementations, reason = "closures")]
pub struct MergeChecks<'a> {
    /// Whether a text is the canonical text of a position.
    pub is_canonical: &'a dyn Fn(&str) -> bool,
    /// Whether bytes are the encoded moves of a game.
    pub is_game: &'a dyn Fn(&[u8]) -> bool,
    /// Whether a text is the canonical text of a position of Abalone.
    pub is_abalone_canonical: &'a dyn Fn(&str) -> bool,
    /// Replays a game of Abalone.
    pub replay_abalone: ReplayAbalone<'a>,
    /// Called with the number of records and games that were read since the
    /// last call. Returns whether the merge goes on.
    pub progress: &'a dyn Fn(u64) -> bool,
}

/// The cause for skipping a row whose checksum is wrong.
pub(super) const ALTERED: &str = "the row in the database was altered: its checksum does not match";

/// Selects the columns that a checksum takes, and whether the checksum is right.
pub(super) fn select_columns(checked: &Checked) -> String {
    format!("{}, {} IS checksum", checked.columns, checked.expression())
}

/// The column of a checked table with a name.
pub(super) fn column(checked: &Checked, name: &str) -> usize {
    let mut names = checked.columns.split(',').map(str::trim);
    names.position(|column| column == name).expect("the table has the column")
}

/// The number of columns that a checksum takes.
pub(super) fn width(checked: &Checked) -> usize {
    checked.columns.split(',').count()
}

pub(super) fn values(
    row: &rusqlite::Row<'_>,
    from: usize,
    count: usize,
) -> rusqlite::Result<Vec<Value>> {
    (from..from + count).map(|column| row.get(column)).collect()
}

/// Turns an error about the value of a column into a cause for skipping the row.
pub(super) fn damage_as_cause<T>(
    read: rusqlite::Result<Result<T, String>>,
) -> rusqlite::Result<Result<T, String>> {
    match read {
        Err(error) if error.sqlite_error_code().is_none() => {
            Ok(Err(format!("the row in the database is damaged: {error}")))
        }
        read => read,
    }
}
