//! Checksums of rows, which tell whether a stored value was altered.
//!
//! Every row of [`CHECKED`] holds the checksum of its other columns. The SQL
//! function [`FUNCTION`] computes a checksum, so the insertion, the migration
//! and the verification of a row share one list of columns.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::ValueRef;

use super::text_functions::{BOOK, FIRST_NUMBER, NUMBER_RULE};

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
    /// Columns that are made of others and are not part of the checksum.
    pub(super) derived: &'static [Derived],
}

/// A column that is made of other columns of its row.
#[derive(Debug)]
pub(super) struct Derived {
    /// The column.
    pub(super) column: &'static str,
    /// The SQL function that gives it.
    function: &'static str,
    /// The columns that the function takes.
    arguments: &'static [&'static str],
}

impl Derived {
    /// The expression of the column; `name` gives the SQL of an argument.
    pub(super) fn expression(&self, name: impl Fn(&str) -> String) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|column| name(column)).collect();
        format!("{}({})", self.function, arguments.join(", "))
    }
}

/// The columns of a source.
pub(super) const SOURCE: Checked = Checked {
    table: "source",
    columns: "id, place, hash, bytes, name, kind, variations, records, games, file, import",
    more: "",
    derived: &[
        Derived { column: "book", function: BOOK, arguments: &["name", "records"] },
        Derived { column: "first_number", function: FIRST_NUMBER, arguments: &["name", "records"] },
        Derived { column: "number_rule", function: NUMBER_RULE, arguments: &["name", "records"] },
    ],
};

/// The columns of a record.
pub(super) const RECORD: Checked = Checked {
    table: "record",
    columns: "id, position, source, tree, offset, symmetry, turn, turn_source, board_cols, \
        board_rows, window_col, window_row, window_cols, window_rows, window_open, moves, name, \
        charset, sgf, dialect, solution, answers",
    more: "",
    derived: &[],
};

/// The columns of a game, and those of its rows in `game_line` and `game_tree`.
pub(super) const GAME: Checked = Checked {
    table: "game",
    columns: "id, source, tree, offset, cols, rows, moves, opening, year, winner, komi, handicap, \
        black, white, black_rank, white_rank, event, name, date, result, rules",
    more: ", (SELECT lines FROM game_line WHERE game_line.game = game.id)
        , (SELECT charset FROM game_tree WHERE game_tree.game = game.id)
        , (SELECT sgf FROM game_tree WHERE game_tree.game = game.id)",
    derived: &[],
};

/// The columns of a decision before schema 8.
pub(super) const EARLY_DECISION: Checked = Checked {
    table: "decision",
    columns: "first_hash, second_hash, verdict, first_key, second_key, first_name, first_tree, \
        second_name, second_tree",
    more: "",
    derived: &[],
};

/// The columns of a decision.
pub(super) const DECISION: Checked = Checked {
    table: "decision",
    columns: "first_hash, second_hash, verdict, first_key, second_key, first_name, first_tree, \
        first_problem, second_name, second_tree, second_problem",
    more: "",
    derived: &[],
};

/// The columns of a part, and its pieces of the tree.
pub(super) const PART: Checked =
    Checked { table: "part", columns: "record, problem, setup, hash", more: "", derived: &[] };

/// The columns of an Abalone problem.
pub(super) const ABALONE_PROBLEM: Checked = Checked {
    table: "abalone_problem",
    columns: "id, source, number, offset, form, name, key, text, symmetry, turn, lost_x, lost_o, \
        source_text",
    more: "",
    derived: &[],
};

/// The columns of an Abalone game.
pub(super) const ABALONE_GAME: Checked = Checked {
    table: "abalone_game",
    columns: "id, source, number, offset, form, start, moves, year, winner, black, white, event, \
        site, round, date, result, source_text",
    more: "",
    derived: &[],
};

/// The columns of a file.
pub(super) const FILE: Checked =
    Checked { table: "file", columns: "path, label", more: "", derived: &[] };

/// The columns of an import.
pub(super) const IMPORT: Checked =
    Checked { table: "import", columns: "started", more: "", derived: &[] };

/// The columns of a tag.
pub(super) const TAG: Checked =
    Checked { table: "tag", columns: "id, key, turn, tag, changed", more: "", derived: &[] };

/// The columns of rights.
pub(super) const RIGHTS: Checked =
    Checked { table: "rights", columns: "id, pattern, text, changed", more: "", derived: &[] };

/// The columns of a verdict.
pub(super) const VERDICT: Checked = Checked {
    table: "verdict",
    columns: "id, key, turn, cols, rows, solver, budget, nodes, outcome, unknown, settled, moves, \
        proof",
    more: "",
    derived: &[],
};

/// The columns of a submission.
pub(super) const SUBMISSION: Checked =
    Checked { table: "submission", columns: "id, hash, date, received", more: "", derived: &[] };

/// The columns of a submitted file.
pub(super) const SUBMISSION_FILE: Checked = Checked {
    table: "submission_file",
    columns: "id, submission, name, content",
    more: "",
    derived: &[],
};

/// The columns of a decision about a submitted problem.
pub(super) const SUBMISSION_VERDICT: Checked = Checked {
    table: "submission_verdict",
    columns: "id, batch, submission, source, tree, problem, record_hash, verdict, known_hash, \
        known_key, decided",
    more: "",
    derived: &[],
};

/// The columns of the database itself, and all rows of the tables without checksums that no game tree
/// gives. Every commit writes this checksum.
pub(super) const DATABASE: Checked = Checked {
    table: "database",
    columns: "id, identity, generation, next_source, next_position, next_record, next_game, reading",
    more: ", (SELECT group_concat(quote(name) || quote(value)) FROM (SELECT * FROM meta ORDER BY name))
        , (SELECT group_concat(quote(name) || quote(seq))
            FROM (SELECT * FROM sqlite_sequence ORDER BY name))",
    derived: &[],
};

/// The tables whose checksums include the ids of rows since schema 18.
pub(super) const NUMBERED: [&Checked; 5] = [&TAG, &RIGHTS, &VERDICT, &SUBMISSION, &SUBMISSION_FILE];

/// All tables whose rows hold a checksum.
pub(super) const CHECKED: [&Checked; 16] = [
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
    &SUBMISSION,
    &SUBMISSION_FILE,
    &SUBMISSION_VERDICT,
    &VERDICT,
    &DATABASE,
];

impl Checked {
    /// The SQL expression for the checksum of a row as it is stored.
    pub(super) fn expression(&self) -> String {
        format!("{FUNCTION}({}{})", self.columns, self.more)
    }

    /// The same without the id, as schema 17 computed the checksum.
    pub(super) fn expression_without_id(&self) -> String {
        format!("{FUNCTION}({})", self.columns_behind_id())
    }

    fn columns_behind_id(&self) -> &'static str {
        self.columns.strip_prefix("id, ").expect("the first column of a numbered row is its id")
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
        let number = |name: &str| {
            let at = columns.split(',').position(|column| column.trim() == name);
            format!("?{}", at.expect("a derived column is made of columns of the row") + 1)
        };
        let (mut names, mut values) = (String::new(), String::new());
        for derived in self.derived {
            names += &format!(", {}", derived.column);
            values += &format!(", {}", derived.expression(number));
        }
        format!(
            "INSERT INTO {table} ({columns}, checksum{names})
             VALUES ({row}, {FUNCTION}({all}){values})"
        )
    }

    /// The SQL statement that inserts a row under the next id. The parameters are the columns behind the
    /// id.
    pub(super) fn insert_next(&self) -> String {
        let (table, columns) = (self.table, self.columns);
        let count = self.columns_behind_id().split(',').count();
        let row: String = (1..=count).map(|number| format!(", ?{number}")).collect();
        format!(
            "INSERT INTO {table} ({columns}, checksum) SELECT id{row}, {FUNCTION}(id{row})
             FROM (SELECT ifnull(max(id), 0) + 1 AS id FROM {table})"
        )
    }

    /// The SQL statement that writes the checksums and the derived columns of the rows that fulfill a
    /// condition.
    pub(super) fn update(&self, condition: &str) -> String {
        let (table, expression) = (self.table, self.expression());
        let derived: String = self.assignments().map(|assigned| format!(", {assigned}")).collect();
        format!("UPDATE {table} SET checksum = {expression}{derived} WHERE {condition}")
    }

    /// The SQL statement that writes the checksums of the rows that fulfill a condition, for migrations
    /// to a schema without the derived columns.
    pub(super) fn update_checksum(&self, condition: &str) -> String {
        format!("UPDATE {} SET checksum = {} WHERE {condition}", self.table, self.expression())
    }

    /// The SQL statement that writes the derived columns of all rows.
    pub(super) fn derive(&self) -> String {
        let derived: Vec<String> = self.assignments().collect();
        format!("UPDATE {} SET {}", self.table, derived.join(", "))
    }

    fn assignments(&self) -> impl Iterator<Item = String> {
        self.derived
            .iter()
            .map(|derived| format!("{} = {}", derived.column, derived.expression(str::to_owned)))
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
    let mut row = Vec::with_capacity(512); // hashing once is faster than each of the short values
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
        row.push(kind);
        row.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        row.extend_from_slice(bytes);
    }
    let hash = blake3::hash(&row);
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
