//! Damaged databases: no command panics, and `stats --verify` names each altered row.

use std::fs;
use std::path::Path;

use gtn_db::find::verify;
use gtn_db::store::{ImportSession, Store, StoredVerdict, VerdictKey};
use gtn_db::{Color, PositionKey};
use rusqlite::Connection;
use rusqlite::types::Value;

use super::{Db, Ran};
use crate::common::scale;

/// Problems that are copies of each other in other orientations and with other answers, one of
/// them on a whole small board, one in another charset; and games with variations and setup.
const PROBLEMS: &[u8] = b"\
(;SZ[9]GN[one]AB[aa][ba][bb]AW[ca][cb][ac];B[ab]C[RIGHT](;W[bc])(;W[cc];B[dd]C[RIGHT]))\
(;SZ[9]GN[two]AW[ia][ha][hb]AB[ga][gb][ic];W[ib]C[RIGHT];B[hc])\
(;SZ[9]GN[three]AB[aa][ba][bb]AW[ca][cb][ac](;B[bc]TE[1])(;B[ab]BM[1]))\
(;SZ[5:9]AB[aa][ci]AW[cc]PL[W])\
(;SZ[19]CA[GB2312]GN[\xce\xa7\xc6\xe5]AB[cc][dd]AW[ee];B[ff])";
const GAMES: &[u8] = b"\
(;SZ[9]PB[x]PW[y]BR[1d]WR[2d]EV[e]GN[g]DT[1999-01-02]RE[B+2]KM[6.5]RU[Japanese]HA[0]\
;B[cc];W[gg](;B[cg];W[ee])(;B[gc];AB[aa][bb];W[dd]))\
(;SZ[9]PB[z];B[gg];W[cc];B[gc])";
/// Abalone: a game with tags and one without, a problem without moves, and positions in lines.
const ABALONE_GAMES: &str = "[Event \"Cup\"]\n[Date \"2014.03.??\"]\n[Black \"B\"]\n[White \"W\"]\n\
    [Variant \"belgian\"]\n[Result \"0-1\"]\n[Notation \"Aba-Pro\"]\n[Site \"Lab\"]\n\n\
    1.a1b2 i5h5 2.a2b3 0-1\n\n\
    [Event \"Puzzle\"]\n[Date \"?\"]\n[Black \"?\"]\n[White \"?\"]\n[Variant \"custom\"]\n\
    [Result \"*\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n[Position \"ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb-5b4w w\"]\n\n*\n\nbelgian\n1.c3c4 *\n";
const ABALONE_LINES: &str = "0a1a2b1,1i8i9\n\
    aba5|X............................................................ X\n";
const DECISION: &str = r#"{"decision":"better","first":{"source":"p.sgf","tree":1},"second":{"source":"p.sgf","tree":2}}
{"decision":"different","first":{"source":"p.sgf","tree":1},"second":{"source":"p.sgf","tree":3}}
"#;

fn database() -> Db {
    let db = Db::new();
    fs::write(db.path("p.sgf"), PROBLEMS).unwrap();
    fs::write(db.path("g.sgf"), GAMES).unwrap();
    db.write("a.apgn", ABALONE_GAMES);
    db.write("a.txt", ABALONE_LINES);
    let folder = db.folder.path().to_str().unwrap().to_owned();
    db.run(&["import", "--quiet", &folder]).done();
    let decisions = db.write("decisions.json", DECISION);
    db.run(&["dups", "--decide", &decisions]).done();
    db.run(&["sources", "set-rights", "*p.sgf", "(c) A"]).done();
    db.run(&["sources", "set-rights", "*", "public domain"]).done();
    for tag in ["ko", "corner"] {
        db.run(&["tag", "add", tag, "--answered"]).done();
    }
    let mut session = ImportSession::open(&db.path("gtn.db")).unwrap();
    session
        .put_verdict(&StoredVerdict {
            about: VerdictKey {
                key: PositionKey::of_text("2x2|OX.."),
                turn: Color::Black,
                size: [2, 2],
            },
            solver: 1,
            budget: 10,
            nodes: 2,
            outcome: Ok("killed".to_owned()),
            is_settled: false,
            moves: "aa".to_owned(),
            proof: Some(vec![0, 255]),
        })
        .unwrap();
    let files = ["a", "b"].map(|name| (name.to_owned(), b"(;)".to_vec()));
    session.add_submission(([7; 16], "2026-01-02", 5), files).unwrap();
    session.commit().unwrap();
    session.finish().unwrap();
    db.run(&["stats", "--verify"]).done();
    db
}

/// One value of a database.
struct Place {
    table: String,
    column: String,
    /// The condition that selects the row.
    row: String,
    value: Value,
}

/// The values of some rows of every table.
fn places(connection: &Connection) -> Vec<Place> {
    let names = |sql: &str| -> Vec<String> {
        let mut statement = connection.prepare(sql).unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let mut places = Vec::new();
    // The index of comments is one of SQLite: of its own tables, only the words and their numbers have a meaning
    // for gtn-db. `commands::comments` alters the words.
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table'
        AND (name NOT LIKE 'comment%' OR name IN ('comment_state', 'comment_docsize'))";
    for table in names(tables) {
        let columns = names(&format!("SELECT name FROM pragma_table_info('{table}')"));
        let keys = names(&format!("SELECT name FROM pragma_table_info('{table}') WHERE pk > 0"));
        let keys = if keys.is_empty() { vec!["name".to_owned()] } else { keys };
        let condition = keys.iter().map(|key| format!("'{key} = ' || quote({key})"));
        let condition = condition.collect::<Vec<_>>().join(" || ' AND ' || ");
        let rows = scale(4, 6);
        for row in names(&format!("SELECT {condition} FROM {table} LIMIT {rows}")) {
            for column in &columns {
                let sql = format!("SELECT {column} FROM {table} WHERE {row}");
                let value = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
                let (table, column, row) = (table.clone(), column.clone(), row.clone());
                places.push(Place { table, column, row, value });
            }
        }
    }
    places
}

/// Other values for a value: near ones, of other kinds, and far out.
fn other_values(value: &Value) -> Vec<Value> {
    let mut values = vec![
        Value::Null,
        Value::Integer(0),
        Value::Integer(-1),
        Value::Integer(9),
        Value::Integer(300),
        Value::Integer(i64::MAX),
        Value::Integer(i64::MIN),
        Value::Real(0.5),
        Value::Text(String::new()),
        Value::Text("5x5|.........................".to_owned()),
        Value::Text("3x3|X........".to_owned()),
        Value::Blob(vec![]),
        Value::Blob(vec![255; 16]),
    ];
    match value {
        Value::Integer(number) => values.extend([
            Value::Integer(number.wrapping_add(1)),
            Value::Integer(number.wrapping_sub(1)),
        ]),
        Value::Real(number) => values.push(Value::Real(number + 0.25)),
        Value::Text(text) => values.extend([
            Value::Text(text.chars().skip(1).collect()),
            Value::Text(text.replace(['X', 'B'], "O")),
            Value::Text(format!("{text}x")),
        ]),
        Value::Blob(bytes) => {
            for at in [0, bytes.len() / 2, bytes.len().saturating_sub(1)] {
                let mut flipped = bytes.clone();
                flipped.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1);
                values.push(Value::Blob(flipped));
            }
            values.push(Value::Blob(bytes[..bytes.len() / 2].to_vec()));
        }
        Value::Null => {}
    }
    values.retain(|other| other != value);
    values
}

/// Copies a database and changes a value of the copy. Returns whether SQLite allows the change.
fn damage(original: &Path, copy: &Path, place: &Place, value: &Value) -> bool {
    for end in ["", "-wal", "-shm"] {
        let mut path = copy.as_os_str().to_owned();
        path.push(end);
        let _ = fs::remove_file(path);
    }
    fs::copy(original, copy).unwrap();
    let connection = Connection::open(copy).unwrap();
    let settings = "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
        PRAGMA synchronous = OFF";
    connection.execute_batch(settings).unwrap();
    let Place { table, column, row, .. } = place;
    connection.execute(&format!("UPDATE {table} SET {column} = ?1 WHERE {row}"), [value]) == Ok(1)
}

/// Values of an index: the next import repeats what is behind an earlier mark.
fn is_free(place: &Place, value: &Value) -> bool {
    match (&*place.table, &*place.column, value, &place.value) {
        ("core_state", "mark", Value::Integer(new), Value::Integer(old))
        | ("comment_state", "record" | "game", Value::Integer(new), Value::Integer(old)) => {
            new < old
        }
        ("comment_state", "format", Value::Integer(1), _) => true, // words of earlier rules
        ("comment_docsize", "origin", ..) => true,                 // when SQLite wrote the row
        _ => false,
    }
}

/// The columns that can be derived from the game tree. A change of them is found even if the
/// checksum is right.
const DERIVED: [(&str, &[&str]); 7] = [
    ("position", &["key", "text"]),
    (
        "record",
        &[
            "symmetry",
            "turn",
            "turn_source",
            "board_cols",
            "board_rows",
            "window_col",
            "window_row",
            "window_cols",
            "window_rows",
            "window_open",
            "moves",
            "name",
            "charset",
            "solution",
            "answers",
        ],
    ),
    (
        "game",
        &[
            "cols",
            "rows",
            "moves",
            "opening",
            "year",
            "winner",
            "komi",
            "handicap",
            "black",
            "white",
            "black_rank",
            "white_rank",
            "event",
            "name",
            "date",
            "result",
            "rules",
        ],
    ),
    ("game_line", &["lines"]),
    ("abalone_problem", &["form", "name", "key", "text", "symmetry", "turn", "lost_x", "lost_o"]),
    (
        "abalone_game",
        &[
            "form", "start", "moves", "year", "winner", "black", "white", "event", "site", "round",
            "date", "result",
        ],
    ),
    ("abalone_ply", &["key", "ply"]),
];

fn is_derived(place: &Place) -> bool {
    let is_column = |(table, columns): &(&str, &[&str])| {
        *table == place.table && columns.contains(&&*place.column)
    };
    DERIVED.iter().any(is_column)
}

/// Each value of each row is changed in several ways; each change is found and the row named.
#[test]
fn every_single_change_is_found() {
    let db = database();
    let original = db.path("gtn.db");
    let places = places(&Connection::open(&original).unwrap());
    let copy = db.path("copy.db");
    let (mut changes, mut columns) = (0, std::collections::BTreeSet::new());
    for place in &places {
        let values = other_values(&place.value);
        // Every row, the rows of one column in different ways.
        let step = scale(4, 1);
        for value in values.iter().skip(changes % step).step_by(step) {
            if is_free(place, value) || !damage(&original, &copy, place, value) {
                continue;
            }
            changes += 1;
            columns.insert((&place.table, &place.column));
            let what = format!("{}.{} = {value:?} where {}", place.table, place.column, place.row);
            let Ok(store) = Store::open(&copy) else { continue }; // an error, and so found
            let is_found = match verify(&store, &|_| ()) {
                Ok(found) => {
                    let integrity = store.check_integrity().unwrap();
                    let id = match &*place.table {
                        // The differences of a game are those of its id.
                        "abalone_ply" => {
                            let (_, from) = place.row.split_once("game = ").unwrap();
                            from.split(' ').next().unwrap()
                        }
                        // Those of a core are of its record.
                        "core" => {
                            let (_, from) = place.row.split_once("record = ").unwrap();
                            from.split(' ').next().unwrap()
                        }
                        _ => place.row.rsplit(" = ").next().unwrap(),
                    };
                    // The checksum of a game includes its moves and its tree.
                    let table = match &*place.table {
                        "game_line" | "game_tree" => "game",
                        table => table,
                    };
                    let names_row = found
                        .iter()
                        .any(|difference| difference.table == table && difference.row == id);
                    // A row under another id, or one that is known by several columns.
                    let is_key = ["id", "game"].contains(&&*place.column);
                    // The checksum of the database includes meta and sqlite_sequence.
                    let others =
                        ["comment_docsize", "decision", "database", "meta", "sqlite_sequence"];
                    let is_any = is_key || others.contains(&&*place.table);
                    let has_derived =
                        found.iter().any(|difference| !difference.what.contains("checksum"));
                    assert!(has_derived || !is_derived(place), "{what}: {found:?}");
                    names_row || is_any && !(found.is_empty() && integrity.is_empty())
                }
                Err(error) => panic!("{what}: {error}"),
            };
            assert!(is_found, "{what}");
        }
    }
    assert!(changes > 500 && columns.len() > 70, "{changes} changes of {} columns", columns.len());
}

/// Indexes and views that are missing, triggers and other views are found and named.
#[test]
fn every_change_of_the_schema_is_found() {
    for (change, name) in [
        ("DROP INDEX record_source", "record_source"),
        ("DROP VIEW v_problem", "v_problem"),
        ("DROP VIEW v_game; CREATE VIEW v_game AS SELECT 1", "v_game"),
        ("CREATE TRIGGER t AFTER INSERT ON record BEGIN DELETE FROM game; END", "t"),
    ] {
        let db = database();
        let connection = Connection::open(db.path("gtn.db")).unwrap();
        connection.execute_batch(change).unwrap();
        let err = db.run(&["stats", "--verify"]).err;
        assert!(err.contains(&format!("sqlite_schema {name}: the ")), "{change}: {err}");
    }
}

/// No command panics on a damaged value: there is an answer, or an error that names the row.
#[test]
fn no_command_panics_on_a_damaged_value() {
    let db = database();
    let original = db.path("gtn.db");
    let problems = db.path("p.sgf").to_str().unwrap().to_owned();
    let commands: &[&[&str]] = &[
        &["dups"],
        &["dups", "--conflicts", "--json"],
        &["dups", "--near", "3", "--pairs"],
        &["dups", "--decisions"],
        &["find", &problems],
        &["find", &problems, "--near", "3"],
        &["find", &problems, "--contains", "--edges", "any"],
        &["find", &problems, "--within", "--edges", "any"],
        &["find", &problems, "--inside"],
        &["find", "--in", "games", "C7", "--board", "9"],
        &["show", &problems, "--sgf"],
        &["stats"],
        &["stats", "--verify"],
        &["export"],
        &["export", "-f", "igtn"],
        &["export", "-f", "json", "--orient", "canonical"],
        &["export", "-f", "csv", "--black-first"],
        &["export", "--solutions", "union"],
        &["export", "--solutions", "union", "--marks", "sol-json"],
        &["export", "--marks", "ogs-json"],
        &["export", "--joseki", "--min-games", "1"],
        &["games"],
        &["games", "1"],
        &["games", "--same"],
        &["games", "--sgf"],
        &["games", "--json"],
        &["next", "--board", "9"],
        &["joseki", "--tree", "3"],
        &["check", "--strict"],
        &["import", "--quiet", &problems],
        &["import", "--reread"],
    ];
    let places = places(&Connection::open(&original).unwrap());
    let cases = places
        .iter()
        .flat_map(|place| other_values(&place.value).into_iter().map(move |value| (place, value)));
    // A sample, because a run of the command takes ten milliseconds.
    let (copy, mut next) = (Db::new(), 0);
    let sample = 97;
    for (place, value) in cases.step_by(sample) {
        if !damage(&original, &copy.path("gtn.db"), place, &value) {
            continue;
        }
        for _ in 0..3 {
            next = (next + 7) % commands.len();
            let Ran { status, err, .. } = copy.run(commands[next]);
            let Place { table, column, row, .. } = place;
            let what = format!("{:?}: {table}.{column} = {value:?} where {row}", commands[next]);
            assert!((0..=3).contains(&status) && !err.contains("panicked"), "{what}: {err}");
            assert!(status != 2 || err.starts_with("gtn-db: "), "{what}: {err}");
        }
    }
}

/// A canonical text of another size than the window of its record.
#[test]
fn a_text_of_another_size_is_an_error_that_names_the_position() {
    let db = database();
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    let of_copies = "SELECT position FROM record GROUP BY position HAVING count(*) > 1";
    let id: i64 = connection.query_row(of_copies, [], |row| row.get(0)).unwrap();
    let shown = id.to_string();
    let change = "UPDATE position SET text = '2x2|XO..' WHERE id = ?1";
    connection.execute(change, [id]).unwrap();
    for args in [
        &["export", "--solutions", "union"][..],
        &["dups", "--conflicts"],
        &["export", "-f", "igtn"],
    ] {
        let ran = db.run(args);
        assert_eq!(ran.status, 2, "{args:?}");
        assert!(ran.err.contains("position "), "{}", ran.err);
        assert!(ran.err.contains("hint: `gtn-db stats --verify`"), "{}", ran.err);
    }
    let verified = db.run(&["stats", "--verify", "--json"]);
    assert_eq!(verified.status, 2);
    let line = &verified.json()[0];
    let differences = line["differences"].as_array().unwrap();
    assert_eq!(line["faults"], differences.len());
    assert!(
        differences
            .iter()
            .any(|difference| { difference["table"] == "position" && difference["row"] == *shown })
    );
}

/// A value that gtn-db never writes: the error names table, row and column.
#[test]
fn an_impossible_value_is_an_error_that_names_its_place() {
    for (change, args, message) in [
        ("record SET turn = 9", &["dups"][..], "record 1: turn: "),
        ("record SET window_cols = -1", &["export"], "record 1: window_cols: -1 is out of range"),
        ("game SET winner = 7", &["games"], "game 1: winner: "),
        ("game_line SET lines = x'0909'", &["joseki", "--board", "9"], "game 1: "),
        ("game_line SET lines = x'0909'", &["next", "--board", "9"], "game 1: "),
    ] {
        let db = database();
        let connection = Connection::open(db.path("gtn.db")).unwrap();
        connection.execute_batch(&format!("UPDATE {change}")).unwrap();
        let ran = db.run(args);
        assert!(ran.err.contains(message), "{change}: {}", ran.err);
        assert!(ran.err.contains("hint: `gtn-db stats --verify`"), "{change}: {}", ran.err);
    }
}
