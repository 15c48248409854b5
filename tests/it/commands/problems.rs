//! `problems`, the options that select problems, and the views of the database.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};

use super::Db;

/// Two problems in a corner, one of them in both books and with the colors
/// exchanged, one of them without a side to move; one in the center.
const FIRST: &str = "(;SZ[9]GN[Ladder 1]AB[aa][ba]AW[ab][bb]PL[W];W[ca]C[RIGHT])
(;SZ[19]GN[center]AB[jj][jk]AW[kj])";
const SECOND: &str = "(;SZ[9]GN[ladder]AW[ia][ha]AB[ib][hb];B[ga]C[Correct]TE[1])
(;SZ[13:9]GN[side]AB[ga][gb]AW[ha];B[hb](;W[hc])(;W[ia]))";

fn books() -> Db {
    let db = Db::new();
    let paths = [("first.sgf", FIRST), ("second.sgf", SECOND)];
    let paths = paths.map(|(name, text)| db.write(name, text));
    db.run(&["import", "--quiet", &paths[0], &paths[1]]).done();
    db
}

/// The database as another program opens it.
fn open(db: &Db) -> Connection {
    Connection::open_with_flags(db.path("gtn.db"), OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap()
}

fn query(connection: &Connection, sql: &str) -> Vec<Vec<Value>> {
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let value = |value: rusqlite::types::Value| match value {
        rusqlite::types::Value::Null => Value::Null,
        rusqlite::types::Value::Integer(number) => json!(number),
        rusqlite::types::Value::Real(number) => json!(number),
        rusqlite::types::Value::Text(text) => json!(text),
        rusqlite::types::Value::Blob(bytes) => json!(bytes),
    };
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|at| row.get(at).map(value)).collect();
    statement.query_map([], row).unwrap().collect::<Result<_, _>>().unwrap()
}

#[test]
fn problems_are_listed_once_with_their_records() {
    let db = books();
    let listed = db.run(&["problems", "--json"]).json();
    let shown: Vec<Value> = listed
        .iter()
        .map(|row| {
            let fields = [
                "name", "turn", "stones", "region", "board", "records", "sources", "answers",
                "source", "tree",
            ];
            fields.iter().map(|field| row[field].clone()).collect()
        })
        .collect();
    assert_eq!(
        shown,
        [
            json!(["Ladder 1", "white", 4, "corner", "9x9", 2, 2, ["ca"], "first.sgf", 1]),
            json!(["center", "unknown", 3, "center", "19x19", 1, 1, [], "first.sgf", 2]),
            json!(["side", "black", 3, "side", "9x13", 1, 1, ["hb"], "second.sgf", 2]),
        ]
    );
    let table = db.run(&["problems", "--limit", "1"]).done();
    assert!(table.starts_with("key ") && table.contains(" C9 "), "{table}");
    assert_eq!(table.lines().count(), 3);
    let none = db.run(&["problems", "--stones", "50-"]);
    assert_eq!((none.status, none.err.as_str()), (1, "gtn-db: no problems found\n"));
}

#[test]
fn every_command_has_the_filters() {
    let db = books();
    let names = |args: &[&str]| -> Vec<Value> { db.run(args).column("name") };
    for (filter, expected) in [
        (&["--source", "second*"][..], &["ladder", "side"][..]),
        (&["--board", "9"], &["Ladder 1"]),
        (&["--board", "9x13"], &["side"]),
        (&["--stones", "3"], &["center", "side"]),
        (&["--region", "center"], &["center"]),
        (&["--turn", "black"], &["ladder", "side"]),
        (&["--answered"], &["Ladder 1", "side"]),
        (&["--unanswered"], &["center"]),
        (&["--name", "LADDER"], &["Ladder 1"]),
        (&["--where", "records > 1 AND source = 'second.sgf'"], &["ladder"]),
        (&["--source", "first.sgf", "--where", "1 OR 1"], &["Ladder 1", "center"]),
    ] {
        assert_eq!(names(&[&["problems", "--json"], filter].concat()), expected, "{filter:?}");
        let exported = names(&[&["export", "--format", "json"], filter].concat());
        assert_eq!(exported, expected, "{filter:?}");
    }
    assert_eq!(names(&["problems", "--json", "--marks", "te-bm"]), ["ladder"]);
    assert_eq!(names(&["export", "--format", "json", "--marked", "te-bm"]), ["ladder"]);
    assert_eq!(names(&["export", "--format", "json", "--limit", "1"]), ["Ladder 1"]);

    let cluster = |filter: &[&str]| db.run(&[&["dups", "--json"], filter].concat()).json().len();
    assert_eq!([cluster(&[]), cluster(&["--answered"]), cluster(&["--turn", "white"])], [1, 1, 0]);
    assert_eq!(cluster(&["--source", "first.sgf", "--source", "second.sgf"]), 1);
    assert_eq!(cluster(&["--source", "second.sgf"]), 0);
    let key = db.run(&["dups", "--json"]).column("key")[0].as_str().unwrap().to_owned();
    let found = |filter: &[&str]| names(&[&["find", "--json", &key], filter].concat());
    assert_eq!(found(&["--stones", "4"]), ["Ladder 1", "ladder"]);
    assert_eq!(found(&["--marks", "te-bm"]), ["ladder"]);
    assert_eq!(found(&["--near", "1", "--where", "tree = 1 AND source LIKE 'f%'"]), ["Ladder 1"]);
    assert_eq!(found(&["--name", "center"]), [""; 0]);
    let audit = |filter: &[&str]| db.run(&[&["audit", "--json"], filter].concat()).json();
    let duplicates =
        |lines: Vec<Value>| lines.iter().filter(|line| line.get("duplicate").is_some()).count();
    assert_eq!(duplicates(audit(&[])), 1);
    let of_second = audit(&["--source", "second.sgf"]);
    assert_eq!(of_second[0]["book"]["name"], "second.sgf");
    assert_eq!(duplicates(of_second), 0);

    for args in [
        &["export", "--joseki", "--name", "x"][..],
        &["dups", "--decisions", "--where", "1"],
        &["find", "--in", "games", "--stones", "9", "1x1|X"],
        &["problems", "--timeout", "3"],
        &["problems", "--board", "99"],
    ] {
        assert_eq!(db.run(args).status, 2, "{args:?}");
    }
}

#[test]
fn the_side_to_move_selects_what_contains_a_pattern() {
    let db = books();
    let found = |args: &[&str]| db.run(&[&["find", "--json"], args].concat()).column("name");
    // Where edges do not count, the stones are their own negative, and either color may move.
    let any = ["--contains", "2x2|_!!__XX__OO__!!_", "--edges", "any"];
    assert_eq!(found(&[&any[..], &["--turn", "black"]].concat()), ["Ladder 1", "ladder"]);
    let corner = "2x3|XX._OO._!!!_";
    assert_eq!(found(&["--contains", corner]), ["Ladder 1", "ladder"]);
    assert_eq!(found(&["--contains", corner, "--turn", "white"]), ["Ladder 1", "ladder"]);
    assert_eq!(found(&["--contains", corner, "--turn", "black"]), [""; 0]);
    let whole = "5x5|XX..._OO..._....._....._....._!!!!!_";
    assert_eq!(found(&["--within", whole, "--turn", "white"]), ["Ladder 1", "ladder"]);
    assert_eq!(found(&["--within", whole, "--turn", "black"]), [""; 0]);
    let count = db.run(&["find", "--contains", corner, "--turn", "black", "--count", "--json"]);
    assert_eq!(count.column("positions"), [0]);
}

#[test]
fn the_views_have_the_documented_columns() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/database.md");
    let document = fs::read_to_string(document).unwrap();
    let db = books();
    let connection = open(&db);
    for view in ["v_record", "v_problem", "v_source", "v_game"] {
        let section = document.split(&format!("\n## {view}\n")).nth(1).unwrap();
        let section = section.split("\n## ").next().unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let documented: Vec<&str> = rows
            .flat_map(|row| row.split('|').nth(1).unwrap().split('`').skip(1).step_by(2))
            .collect();
        let statement = connection.prepare(&format!("SELECT * FROM {view}")).unwrap();
        let columns: BTreeSet<&str> = statement.column_names().into_iter().collect();
        assert_eq!(documented.iter().copied().collect::<BTreeSet<_>>(), columns, "{view}");
        assert_eq!(documented.len(), columns.len(), "{view}");
    }
    let sql = document.split("```sql\n").nth(1).unwrap().split("```").next().unwrap();
    let queries: Vec<&str> = sql.split(';').filter(|sql| sql.contains("SELECT")).collect();
    assert_eq!(queries.len(), 6);
    let rows: Vec<usize> = queries.iter().map(|sql| query(&connection, sql).len()).collect();
    assert_eq!(rows, [3, 3, 2, 2, 2, 0]);
    // The help and the documents name the same columns and functions.
    let help = db.run(&["problems", "--help"]).done().replace('\n', " ");
    let listed = help.split("columns of v_record: ").nth(1).unwrap().split('.').next().unwrap();
    let listed: BTreeSet<&str> = listed.split([',', ' ']).filter(|name| !name.is_empty()).collect();
    let statement = connection.prepare("SELECT * FROM v_record").unwrap();
    assert_eq!(listed, statement.column_names().into_iter().collect());
    for function in gtn_db::store::Expression::FUNCTIONS {
        assert!(document.contains(&format!("`{function}`")), "{function}");
    }
}

#[test]
fn the_views_have_names_and_points() {
    let db = books();
    let connection = open(&db);
    let records = query(
        &connection,
        "SELECT id, turn, turn_source, source, tree, board, window, edges, region, stones, moves,
             dialect, answers, records, typeof(sgf) FROM v_record ORDER BY id",
    );
    let values: Vec<Value> = records.into_iter().map(Value::from).collect();
    assert_eq!(
        values,
        [
            json!([
                1,
                "white",
                "PL",
                "first.sgf",
                1,
                "9x9",
                "aa:bb",
                "top left",
                "corner",
                4,
                1,
                "goproblems",
                "ca",
                2,
                "text"
            ]),
            json!([
                2,
                "unknown",
                "none",
                "first.sgf",
                2,
                "19x19",
                "jj:kk",
                "",
                "center",
                3,
                0,
                "none",
                "",
                1,
                "text"
            ]),
            json!([
                3,
                "black",
                "first moves",
                "second.sgf",
                1,
                "9x9",
                "ha:ib",
                "top right",
                "corner",
                4,
                1,
                "te-bm",
                "ga",
                2,
                "text"
            ]),
            json!([
                4,
                "black",
                "first moves",
                "second.sgf",
                2,
                "9x13",
                "ga:hb",
                "top",
                "side",
                3,
                3,
                "none",
                "hb",
                1,
                "text"
            ]),
        ]
    );
    // The key, the operation and the side to move are those of other commands.
    let shown = db.run(&["dups", "--json"]).json();
    let of_first = query(&connection, "SELECT key, operation, canonical_turn FROM v_record");
    for (row, record) in [(0, 0), (2, 1)] {
        assert_eq!(of_first[row][0], shown[0]["key"]);
        assert_eq!(of_first[row][1], shown[0]["records"][record]["operation"]);
        assert_eq!(of_first[row][2], shown[0]["turn"]);
    }
    let problems = query(
        &connection,
        "SELECT record, records, sources, answered, board, answers, name FROM v_problem
         ORDER BY record",
    );
    let values: Vec<Value> = problems.into_iter().map(Value::from).collect();
    assert_eq!(
        values,
        [
            json!([1, 2, 2, 2, "9x9", "ca", "Ladder 1"]),
            json!([2, 1, 1, 0, "19x19", "", "center"]),
            json!([4, 1, 1, 1, "9x13", "hb", "side"]),
        ]
    );
    let sources = query(
        &connection,
        "SELECT name, path LIKE '%/first.sgf', entry, kind, records, games,
             imported GLOB '20??-??-??T??:??:??Z' FROM v_source",
    );
    assert_eq!(Value::from(sources[0].clone()), json!(["first.sgf", 1, null, "each", 2, 0, 1]));
    let listed = db.run(&["problems", "--json"]).json().len();
    let stats = db.run(&["stats", "--json"]).column("problems");
    assert_eq!(stats, [listed]);
}

/// A record without a side to move belongs to each problem of its position, in
/// the view as in the list.
#[test]
fn the_view_has_the_problems_of_the_glossary() {
    let db = Db::with(&["data"]);
    let unknown = db
        .write("more.sgf", "(;AB[ba][bb]AW[cb];B[ca])(;AB[ba][bb]AW[cb];W[ca])(;AB[ba][bb]AW[cb])");
    db.run(&["import", "--quiet", &unknown]).done();
    let rows = query(
        &open(&db),
        "SELECT key, turn, canonical_turn, stones, region, records, sources, board, name FROM v_problem",
    );
    let listed = db.run(&["problems", "--family", "go", "--json"]).json();
    let fields = [
        "key",
        "turn",
        "canonical_turn",
        "stones",
        "region",
        "records",
        "sources",
        "board",
        "name",
    ];
    let mut listed: Vec<Vec<Value>> =
        listed.iter().map(|row| fields.iter().map(|field| row[field].clone()).collect()).collect();
    let mut rows = rows;
    let by_key = |row: &Vec<Value>| row[..3].iter().map(Value::to_string).collect::<Vec<_>>();
    rows.sort_by_key(by_key);
    listed.sort_by_key(by_key);
    assert_eq!(rows, listed);
    assert_eq!(rows.iter().filter(|row| row[3] == 3 && row[5] == 2).count(), 2);
}
