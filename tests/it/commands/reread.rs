//! Databases whose records an earlier version of gtn-db read.

use std::fs;
use std::path::Path;

use gtn_db::extract::{Extracted, TreeLocation, extract_tree};
use gtn_db::model::{READING, Record};
use gtn_db::sgf::detect_charset;
use gtn_db::store::{ImportSession, Store};
use rusqlite::Connection;
use serde_json::json;

use super::Db;

/// Black plays at A; the second tree is from a list of a server, where every first move is right.
const PROBLEM: &str = "(;SZ[9]GN[one]AB[aa][ba][bb]AW[ca][cb][ac];B[ab]TE[1])";
const LIST: &str = r#"{"SZ":"9","AB":["aa","ba","bb"],"AW":["ca","cb","ac"],"SOL":[["B","ab","x"],["B","bc","y"]]}"#;

/// How an earlier version may have read [`PROBLEM`].
const AS_READ_BEFORE: &str = "(;SZ[9]AB[aa][ba][bb]AW[ca][cb][ac]PL[W];W[bc]TE[1];B[ab])";

fn read(tree: &str) -> Record {
    let tree = tree.as_bytes();
    let options = Default::default();
    match extract_tree(tree, detect_charset(tree), TreeLocation::FIRST, options).0 {
        Extracted::Problem(record) => *record,
        _ => panic!("no problem"),
    }
}

/// Changes the record with the id 1 to what an earlier version made of it.
fn make_older(database: &Path) {
    let connection = Connection::open(database).unwrap();
    connection.execute("UPDATE database SET reading = 1", []).unwrap();
    drop(connection);
    let mut session = ImportSession::open(database).unwrap();
    assert!(session.update_reading(1, &read(AS_READ_BEFORE)).unwrap());
    session.commit().unwrap(); // with the checksum of the older reading
    session.finish().unwrap();
}

/// A database with [`PROBLEM`] and [`LIST`], as an earlier version left it.
fn older() -> Db {
    let db = Db::new();
    let (problem, list) = (db.write("p.sgf", PROBLEM), db.write("q.json", LIST));
    db.run(&["import", "--quiet", &problem, &list]).done();
    make_older(&db.path("gtn.db"));
    db
}

/// Side to move and accepted moves of all records, in the order of import.
fn answers(db: &Db) -> Vec<String> {
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    let mut rows =
        connection.prepare("SELECT turn || ': ' || answers FROM v_record ORDER BY id").unwrap();
    rows.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

const STALE: [&str; 2] = ["white: bc", "black: ab bc"];
const RIGHT: [&str; 2] = ["black: ab", "black: ab bc"];

#[test]
fn records_are_read_again_on_request() {
    let db = older();
    assert_eq!(answers(&db), STALE);
    let before = Store::open(&db.path("gtn.db")).unwrap().version().unwrap();
    let line = "2 records read again: 1 changed, 1 of them in the accepted first moves and 1 in \
                the side to move\n";
    let dry = db.run(&["import", "--reread", "--dry-run"]).done();
    assert_eq!(dry, format!("a dry run, which writes nothing:\n{line}"));
    assert_eq!(answers(&db), STALE);
    assert_eq!(db.run(&["import", "--reread"]).done(), line);
    assert_eq!(answers(&db), RIGHT);
    let after = Store::open(&db.path("gtn.db")).unwrap().version().unwrap();
    assert!(after.generation > before.generation && after.identity == before.identity);
    db.run(&["stats", "--verify"]).done();
    let again = db.run(&["import", "--reread", "--json"]);
    let expected = json!({"records": 2, "changed": 0, "answers": 0, "turns": 0, "games": 0, "abalone_games": 0, "refused": 0, "damaged": 0});
    assert_eq!(again.json()[0]["reread"], expected);
}

#[test]
fn an_import_reads_older_records_first() {
    let db = older();
    let problem = db.path("p.sgf");
    let ran = db.run(&["import", "--json", problem.to_str().unwrap()]);
    let told = "gtn-db: an earlier version of gtn-db read the records; they are read again\n";
    assert_eq!((ran.status, ran.err.as_str()), (0, told));
    let json = &ran.json()[0];
    assert_eq!((&json["unchanged"], &json["reread"]["changed"]), (&json!(1), &json!(1)));
    assert_eq!(answers(&db), RIGHT);
    let again = db.run(&["import", "--json", problem.to_str().unwrap()]);
    assert_eq!((again.err.as_str(), &again.json()[0]["reread"]), ("", &json!(null)));
}

#[test]
fn a_merged_database_is_read_again() {
    let (db, other) = (Db::new(), older());
    let file = db.write("own.sgf", "(;AB[cc]AW[dd];B[ee])");
    db.run(&["import", "--quiet", &file]).done();
    let other = other.path("gtn.db");
    let merged = db.run(&["import", "--json", other.to_str().unwrap()]);
    assert_eq!(merged.json()[0]["reread"]["changed"], 1);
    assert_eq!(answers(&db)[1..], RIGHT);
    db.run(&["stats", "--verify"]).done();
    // The other database is only read.
    assert_eq!(Store::open(&other).unwrap().reading().unwrap(), 1);
    // Nothing is copied, so nothing is read again.
    let again = db.run(&["import", "--json", other.to_str().unwrap()]);
    assert_eq!(again.json()[0]["reread"], json!(null));
}

#[test]
fn stats_tells_an_older_reading_from_damage() {
    let db = older();
    let note = "An earlier version of gtn-db read the records; `gtn-db import --reread` reads \
                their sides to move and answers again";
    for args in [&["stats"][..], &["stats", "--verify"]] {
        let out = db.run(args).done();
        assert_eq!(out.lines().last(), Some(note), "{args:?}");
    }
    let json = &db.run(&["stats", "--verify", "--json"]).json()[0];
    assert_eq!([&json["reading"], &json["current_reading"], &json["faults"]], [1, READING, 0]);
    // What the checksum does not allow is damage, and reading again does not hide it.
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    connection.execute("UPDATE record SET answers = 'cc' WHERE id = 1", []).unwrap();
    let verified = db.run(&["stats", "--verify"]);
    assert_eq!(verified.status, 2);
    assert_eq!(verified.err, "gtn-db: record 1: the checksum is that of other values\n");
    let reread = db.run(&["import", "--reread", "--json"]);
    assert_eq!(reread.json()[0]["reread"]["damaged"], 1);
    assert!(db.run(&["stats", "--verify"]).err.contains("record 1: answers"));
}

#[test]
fn a_newer_reading_is_refused() {
    let db = older();
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    connection.execute("UPDATE database SET reading = 99", []).unwrap();
    let target = Db::new();
    let path = db.path("gtn.db");
    let path = path.to_str().unwrap();
    for ran in [db.run(&["stats"]), db.run(&["import", "--reread"]), target.run(&["import", path])]
    {
        assert_eq!((ran.status, ran.out.as_str()), (2, ""));
        let message = format!(
            "were read by a newer version of gtn-db (reading 99; this version knows \
                               readings up to {READING})\nhint: update gtn-db"
        );
        assert!(ran.err.contains(&message), "{}", ran.err);
    }
}

#[test]
fn there_must_be_a_database_to_read_again() {
    let db = Db::new();
    let ran = db.run(&["import", "--reread"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.starts_with("gtn-db: no database at "), "{}", ran.err);
    assert!(!db.path("gtn.db").exists());
}

/// Databases of earlier versions are as if their files had been imported by this version.
#[test]
fn every_older_database_can_be_read_again() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/databases"));
    for schema in 1..=7 {
        let db = Db::new();
        fs::copy(folder.join(format!("schema-{schema}.db")), db.path("gtn.db")).unwrap();
        // If the newest one differs, the rules of reading have changed: raise `READING`.
        db.run(&["stats", "--verify"]).done();
        let ran = db.run(&["import", "--reread", "--json"]);
        let reread = &ran.json()[0]["reread"];
        assert_eq!((&reread["records"], &reread["damaged"]), (&json!(5), &json!(0)), "{schema}");
        // A game with the result 0-1, which earlier versions read as a game that Black won.
        assert_eq!(reread["abalone_games"], u64::from(schema == 7), "{schema}");
        db.run(&["stats", "--verify"]).done();
        assert_eq!(answers(&db)[..2], ["black: ac", "black: sc"], "{schema}");
    }
}
