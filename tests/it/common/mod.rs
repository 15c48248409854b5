//! Helpers for tests of whole commands.

use std::fmt::Write;
use std::path::Path;

use assert_cmd::Command;
use rusqlite::Connection;
use serde_json::Value;

/// The number for a test: the larger one if `GTN_DB_LONG_TESTS` is set. The test is the same, with
/// more of its cases.
pub fn scale<T>(usual: T, long: T) -> T {
    if std::env::var_os("GTN_DB_LONG_TESTS").is_some() { long } else { usual }
}

/// The program, without the database that the environment names.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
    command.env_remove("GTN_DB");
    command
}

/// The program with a database.
pub fn gtn_db(database: &Path) -> Command {
    let mut command = program();
    command.arg("--db").arg(database);
    command
}

/// Runs `import --json`. Returns the exit status and the summary.
pub fn import(database: &Path, path: &Path) -> (i32, Value) {
    let output = gtn_db(database).args(["import", "--json"]).arg(path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    let json = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{errors}"));
    (output.status.code().unwrap(), json)
}

/// The `n`th problem. The number decides where its few stones are.
pub fn problem(n: u32) -> String {
    let letter = |bits: u32| char::from(b'a' + (bits % 19) as u8);
    let mut tree = format!("(;GM[1]SZ[19]GN[{n}]AB[aa]");
    for i in 0..4 {
        let bits = n.wrapping_mul(2_654_435_761).rotate_left(i * 7);
        let _ = write!(tree, "[{}{}]", letter(bits >> 5 | 1), char::from(b'b' + i as u8));
    }
    let _ = write!(tree, "AW[{}s]C[{:>300}];B[ss];W[sr])", letter(n), "Black to play");
    tree + "\n"
}

/// The rows of a database without their ids, sorted.
pub fn contents(database: &Path) -> Vec<String> {
    let connection = Connection::open(database).unwrap();
    let mut lines = Vec::new();
    for sql in [
        "SELECT 'position', hex(key), text FROM position",
        "SELECT 'source', name, hex(place), hex(hash), bytes, records, games FROM source",
        "SELECT 'game', source.name, tree, offset, opening, hex(lines), hex(sgf)
         FROM game JOIN source ON source.id = source JOIN game_line ON game_line.game = game.id
             JOIN game_tree ON game_tree.game = game.id",
        "SELECT 'record', source.name, hex(key), tree, offset, symmetry, turn, turn_source,
             board_cols, board_rows, window_col, window_row, window_cols, window_rows,
             window_open, moves, record.name, charset, hex(sgf)
         FROM record JOIN source ON source.id = source JOIN position ON position.id = position",
    ] {
        let mut statement = connection.prepare(sql).unwrap();
        let columns = statement.column_count();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            let mut line = String::new();
            for column in 0..columns {
                let value: rusqlite::types::Value = row.get(column).unwrap();
                let _ = write!(line, "{value:?} ");
            }
            lines.push(line);
        }
    }
    lines.sort();
    lines
}

/// Asserts that a database is sound, and that it has whole sources only and
/// nothing that belongs to no source.
pub fn check(database: &Path) {
    let connection = Connection::open(database).unwrap();
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    let sound: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
    assert_eq!(count("SELECT count(*) FROM pragma_foreign_key_check"), 0);
    let broken = "SELECT count(*) FROM source WHERE records <>
        (SELECT count(*) FROM record WHERE source = source.id)";
    assert_eq!(count(broken), 0, "a source is not whole");
    let unlike = "SELECT count(*) FROM source WHERE games <>
        (SELECT count(*) FROM game WHERE source = source.id)";
    assert_eq!(count(unlike), 0, "the games of a source are not whole");
    for table in ["game_line", "game_tree"] {
        let sql = format!(
            "SELECT count(*) FROM game LEFT JOIN {table} ON game = game.id WHERE game IS NULL"
        );
        assert_eq!(count(&sql), 0, "a game without its {table}");
    }
    let orphans = "SELECT count(*) FROM position WHERE NOT EXISTS
        (SELECT 1 FROM record WHERE position = position.id)";
    assert_eq!(count(orphans), 0, "a position has no record");
}
