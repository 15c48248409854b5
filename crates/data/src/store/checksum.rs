//! Checksums of rows, which tell whether a stored value was altered.
//!
//! Every row of [`CHECKED`] holds the checksum of its other columns. The SQL
//! function [`FUNCTION`] computes a checksum, so the insertion, the migration
//! and the verification of a row share one list of columns.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;

/// The SQL function that computes the checksum of its arguments.
pub(super) const FUNCTION: &str = "gtn_checksum";

/// A table whose rows hold a checksum.
#[derive(Debug)]
pub(super) struct Checked {
    /// The table.
    pub(super) table: &'static str,
    /// The columns of a row in the order in which the checksum takes them.
    pub(super) columns: &'static str,
    /// Further arguments of the checksum, from other tables; each begins with a comma.
    more: &'static str,
}

/// The columns of a source.
pub(super) const SOURCE: Checked = Checked {
    table: "source",
    columns: "id, place, hash, bytes, name, kind, variations, records, games, file, import",
    more: "",
};

/// The columns of a record.
pub(super) const RECORD: Checked = Checked {
    table: "record",
    columns: "id, position, source, tree, offset, symmetry, turn, turn_source, board_cols, \
        board_rows, window_col, window_row, window_cols, window_rows, window_open, moves, name, \
        charset, sgf, dialect, solution, answers",
    more: "",
};

/// The columns of a game, and those of its rows in `game_line` and `game_tree`.
pub(super) const GAME: Checked = Checked {
    table: "game",
    columns: "id, source, tree, offset, cols, rows, moves, opening, year, winner, komi, handicap, \
        black, white, black_rank, white_rank, event, name, date, result, rules",
    more: ", (SELECT lines FROM game_line WHERE game_line.game = game.id)
        , (SELECT charset FROM game_tree WHERE game_tree.game = game.id)
        , (SELECT sgf FROM game_tree WHERE game_tree.game = game.id)",
};

/// The columns of a decision before schema 8.
pub(super) const EARLY_DECISION: Checked = Checked {
    table: "decision",
    columns: "first_hash, second_hash, verdict, first_key, second_key, first_name, first_tree, \
        second_name, second_tree",
    more: "",
};

/// The columns of a decision.
pub(super) const DECISION: Checked = Checked {
    table: "decision",
    columns: "first_hash, second_hash, verdict, first_key, second_key, first_name, first_tree, \
        first_problem, second_name, second_tree, second_problem",
    more: "",
};

/// The columns of a part, and its pieces of the tree.
pub(super) const PART: Checked =
    Checked { table: "part", columns: "record, problem, setup, hash", more: "" };

/// The columns of an Abalone problem.
pub(super) const ABALONE_PROBLEM: Checked = Checked {
    table: "abalone_problem",
    columns: "id, source, number, offset, form, name, key, text, symmetry, turn, lost_x, lost_o, \
        source_text",
    more: "",
};

/// The columns of an Abalone game.
pub(super) const ABALONE_GAME: Checked = Checked {
    table: "abalone_game",
    columns: "id, source, number, offset, form, start, moves, year, winner, black, white, event, \
        site, round, date, result, source_text",
    more: "",
};

/// The columns of a file.
pub(super) const FILE: Checked = Checked { table: "file", columns: "path, label", more: "" };

/// The columns of an import.
pub(super) const IMPORT: Checked = Checked { table: "import", columns: "started", more: "" };

/// The columns of a tag.
pub(super) const TAG: Checked =
    Checked { table: "tag", columns: "key, turn, tag, changed", more: "" };

/// The columns of rights.
pub(super) const RIGHTS: Checked =
    Checked { table: "rights", columns: "pattern, text, changed", more: "" };

/// The columns of the database itself, and all rows of the tables without checksums that no game tree
/// gives. Every commit writes this checksum.
pub(super) const DATABASE: Checked = Checked {
    table: "database",
    columns: "id, identity, generation, next_source, next_position, next_record, next_game, reading",
    more: ", (SELECT group_concat(quote(name) || quote(value)) FROM (SELECT * FROM meta ORDER BY name))
        , (SELECT group_concat(quote(name) || quote(seq))
            FROM (SELECT * FROM sqlite_sequence ORDER BY name))",
};

/// All tables whose rows hold a checksum.
pub(super) const CHECKED: [&Checked; 12] = [
    &SOURCE,
    &RECORD,
    &PART,
    &GAME,
    &DECISION,
    &ABALONE_PROBLEM,
    &ABALONE_GAME,
    &FILE,
    &IMPORT,
    &TAG,
    &RIGHTS,
    &DATABASE,
];

impl Checked {
    /// The SQL expression for the checksum of a row as it is stored.
    pub(super) fn expression(&self) -> String {
        format!("{FUNCTION}({}{})", self.columns, self.more)
    }

    /// The SQL expression for whether a row is as it was written, in a query of several tables.
    pub(super) fn is_intact(&self) -> String {
        let qualified = self.columns.split(", ").map(|column| format!("{}.{column}", self.table));
        let columns = qualified.collect::<Vec<_>>().join(", ");
        format!("{}.checksum IS {FUNCTION}({columns}{})", self.table, self.more)
    }

    /// The SQL statement that inserts a row with its checksum. The parameters
    /// are the columns, followed by `more` further arguments of the checksum.
    pub(super) fn insert(&self, more: usize) -> String {
        let count = self.columns.split(',').count();
        let params = |count| {
            let params: Vec<String> = (1..=count).map(|number| format!("?{number}")).collect();
            params.join(", ")
        };
        let (table, columns) = (self.table, self.columns);
        let (row, all) = (params(count), params(count + more));
        format!("INSERT INTO {table} ({columns}, checksum) VALUES ({row}, {FUNCTION}({all}))")
    }

    /// The SQL statement that writes the checksums of the rows that fulfill a
    /// condition.
    pub(super) fn update(&self, condition: &str) -> String {
        format!("UPDATE {} SET checksum = {} WHERE {condition}", self.table, self.expression())
    }
}

/// Gives a connection the SQL function [`FUNCTION`].
pub(super) fn register(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8
        | FunctionFlags::SQLITE_DETERMINISTIC
        | FunctionFlags::SQLITE_DIRECTONLY;
    connection.create_scalar_function(FUNCTION, -1, flags, |context| {
        Ok(checksum((0..context.len()).map(|at| context.get_raw(at))))
    })
}

/// The checksum of values: the first four bytes of BLAKE3 over their types and
/// bytes, as a signed number. An altered row keeps its checksum once in 2³² times.
fn checksum<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> i64 {
    let mut hasher = blake3::Hasher::new();
    for value in values {
        let number;
        let (kind, bytes): (u8, &[u8]) = match value {
            ValueRef::Null => (0, &[]),
            ValueRef::Integer(integer) => {
                number = integer.to_le_bytes();
                (1, &number)
            }
            ValueRef::Real(real) => {
                number = real.to_le_bytes();
                (2, &number)
            }
            ValueRef::Text(text) => (3, text),
            ValueRef::Blob(blob) => (4, blob),
        };
        let mut head = [kind; 9];
        head[1..].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
        hasher.update(&head).update(bytes);
    }
    let hash = hasher.finalize();
    let first = hash.as_bytes().first_chunk().expect("a hash has 32 bytes");
    i64::from(i32::from_le_bytes(*first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_tells_values_types_and_their_borders_apart() {
        use ValueRef::{Blob, Integer, Null, Real, Text};
        let rows: [&[ValueRef<'_>]; 9] = [
            &[],
            &[Null],
            &[Null, Null],
            &[Integer(1)],
            &[Real(1.0)],
            &[Text(b"ab"), Text(b"c")],
            &[Text(b"a"), Text(b"bc")],
            &[Blob(b"ab"), Text(b"c")],
            &[Text(b"abc")],
        ];
        let sums: Vec<i64> = rows.iter().map(|row| checksum(row.iter().copied())).collect();
        let distinct: std::collections::BTreeSet<_> = sums.iter().collect();
        assert_eq!(distinct.len(), rows.len());
        // What is stored keeps its meaning.
        assert_eq!(checksum([Text(b"ab"), Integer(-1)].into_iter()), 718_060_495);
    }
}
