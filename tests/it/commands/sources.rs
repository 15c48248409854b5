//! `sources`, the merge of databases, and duplicates of whole files.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use super::{Db, gtn_db, ran};

const ONE: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab])";
const TWO: &str = "(;SZ[9]AB[ba][bb]AW[ca];B[ab])";
/// The first problem turned by 90 degrees.
const ONE_TURNED: &str = "(;SZ[9]AB[ia][ib]AW[ic];B[ha])";
const GAME: &str = "(;SZ[9];B[aa];W[bb])";

/// A database of two books in a folder: `a` has two files, `b` one.
fn books() -> Db {
    let db = Db::new();
    for folder in ["books", "books/a", "books/b"] {
        fs::create_dir(db.path(folder)).unwrap();
    }
    db.write("books/a/1.sgf", ONE);
    db.write("books/a/2.sgf", &[TWO, GAME].concat());
    db.write("books/b/3.sgf", &[ONE_TURNED, TWO].concat());
    db.run(&["import", "--quiet", db.path("books").to_str().unwrap()]).done();
    db
}

fn names(db: &Db, args: &[&str]) -> Vec<Value> {
    db.run(&[&["sources", "--json"], args].concat()).column("name")
}

#[test]
fn sources_are_listed_and_selected() {
    let db = books();
    assert_eq!(names(&db, &[]), ["books/a/1.sgf", "books/a/2.sgf", "books/b/3.sgf"]);
    assert_eq!(names(&db, &["books/a"]), ["books/a/1.sgf", "books/a/2.sgf"]);
    assert_eq!(names(&db, &["?.sgf"]).len(), 3);
    assert_eq!(names(&db, &["*/b/*"]), ["books/b/3.sgf"]);
    assert_eq!(names(&db, &[db.path("books/b").to_str().unwrap()]), ["books/b/3.sgf"]);
    assert_eq!(db.run(&["sources", "nothing"]).status, 1);
    let row = &db.run(&["sources", "2.sgf", "--json"]).json()[0];
    assert_eq!(row["path"], db.path("books/a/2.sgf").canonicalize().unwrap().to_str().unwrap());
    assert_eq!(
        (&row["records"], &row["games"], &row["entry"]),
        (&1.into(), &1.into(), &Value::Null)
    );
    let imported = row["imported"].as_str().unwrap();
    assert!(imported.ends_with('Z') && imported.contains('T'), "{imported}");
    let table = db.run(&["sources"]).done();
    assert!(table.ends_with("3 sources, 4 records, 1 game\n"), "{table}");
}

#[test]
fn sources_are_compared_with_the_disk() {
    let db = books();
    db.write("books/a/1.sgf", TWO);
    fs::remove_file(db.path("books/b/3.sgf")).unwrap();
    let states = db.run(&["sources", "--check", "--json"]).column("state");
    assert_eq!(states, ["changed", "present", "gone"]);
    let table = db.run(&["sources", "--check"]).done();
    assert!(table.ends_with("3 sources, 4 records, 1 game, 1 changed, 1 gone\n"), "{table}");
    assert_eq!(db.run(&["sources", "prune", "--yes", "elsewhere"]).status, 1);
    let gone = db.path("books/b");
    fs::remove_dir(&gone).unwrap();
    let pruned = db.run(&["sources", "prune", "--yes", gone.to_str().unwrap()]).done();
    assert_eq!(pruned, "1 source, 2 records, 0 games removed\n");
    assert_eq!(names(&db, &[]), ["books/a/1.sgf", "books/a/2.sgf"]);
}

#[test]
fn sources_are_removed_with_consent_only() {
    let db = books();
    for action in
        [&["rm", "books/a"][..], &["rm", "--last-import"], &["rename", "books", "library"]]
    {
        let ran = db.run(&[&["sources"], action].concat());
        assert_eq!((ran.status, &*ran.out), (2, ""), "{action:?}");
        assert!(ran.err.contains("nothing was done\nhint: --yes"), "{}", ran.err);
    }
    assert_eq!(names(&db, &["books"]).len(), 3);
    let ran = db.run(&["sources", "rm", "--yes", "nothing", "2.sgf"]);
    assert_eq!(ran.err, "gtn-db: no source matches `nothing`\n");
    assert_eq!((ran.status, &*ran.out), (0, "1 source, 1 record, 1 game removed\n"));
    // An empty pattern, perhaps of an unset variable, is not everything.
    assert_eq!(db.run(&["sources", "rm", "--yes", ""]).status, 1);
    assert_eq!(db.run(&["sources", "rm", "--yes"]).status, 2);
    db.write("books/b/4.sgf", &["(;C[x]", &GAME[2..]].concat());
    db.run(&["import", "--quiet", db.path("books/b/4.sgf").to_str().unwrap()]).done();
    db.run(&["sources", "rm", "--yes", "--last-import"]).done();
    assert_eq!(names(&db, &[]), ["books/a/1.sgf", "books/b/3.sgf"]);
    db.run(&["sources", "rm", "--yes", "*"]).done();
    let stats = &db.run(&["stats", "--verify", "--json"]).json()[0];
    for field in ["records", "positions", "games", "sources", "faults"] {
        assert_eq!(stats[field], 0, "{field}");
    }
    assert_eq!(stats["last_import"], Value::Null);
}

#[test]
fn sources_are_renamed() {
    let db = books();
    let rename = |old: &str, new: &str| db.run(&["sources", "rename", "--yes", old, new]);
    assert_eq!(rename("books/a/", "Graded").done(), "2 sources renamed\n");
    assert_eq!(names(&db, &[]), ["Graded/1.sgf", "Graded/2.sgf", "books/b/3.sgf"]);
    let taken = rename("books/b/3.sgf", "Graded/1.sgf");
    assert_eq!(taken.err, "gtn-db: another source is named `Graded/1.sgf`\n");
    assert_eq!((taken.status, rename("nothing", "x").status), (2, 1));
    assert!(db.run(&["dups", "--json"]).out.contains("Graded/1.sgf"));
}

#[test]
fn another_database_is_merged() {
    let (db, other) = (books(), Db::new());
    let problem = other.write("other.sgf", ONE);
    other.run(&["import", "--quiet", &problem]).done();
    let decision = r#"{"decision":"better","first":{"source":"books/a/1.sgf","tree":1},"second":{"source":"books/b/3.sgf","tree":1}}"#;
    let decisions = db.write("decisions.jsonl", decision);
    db.run(&["dups", "--decide", &decisions]).done();
    let path = db.path("gtn.db");
    let path = path.to_str().unwrap();
    assert_snapshot!(other.run(&["import", path]).done(), @"
    4 records from 3 sources: 2 positions (1 new), 2 problems
    1 game
    1 decision
    ");
    assert_eq!(names(&other, &[]).len(), 4);
    assert_eq!(other.run(&["dups", "--decisions"]).out, db.run(&["dups", "--decisions"]).out);
    assert_snapshot!(other.run(&["import", path, &problem]).done(), @"4 sources unchanged");
    other.run(&["stats", "--verify"]).done();
    // The import of the files themselves finds nothing new.
    let folder = db.path("books");
    let again = other.run(&["import", folder.to_str().unwrap()]).done();
    assert_eq!(again, "3 sources unchanged\n");
}

#[test]
fn databases_of_older_schemas_are_merged_and_stay_as_they_are() {
    for schema in 1..=4 {
        let db = Db::new();
        let name = format!("tests/data/databases/schema-{schema}.db");
        let old = db.path("old.db");
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), &old).unwrap();
        let bytes = fs::read(&old).unwrap();
        db.run(&["import", "--quiet", old.to_str().unwrap()]).done();
        assert!(fs::read(&old).unwrap() == bytes, "schema {schema}");
        let stats = &db.run(&["stats", "--verify", "--json"]).json()[0];
        let migrated = ran(&mut gtn_db(&["--db", old.to_str().unwrap(), "stats", "--json"]));
        for field in ["records", "problems", "positions", "games", "sources"] {
            assert_eq!(stats[field], migrated.json()[0][field], "schema {schema}: {field}");
        }
    }
}

#[test]
fn what_is_no_database_of_gtn_db_is_not_imported() {
    let db = books();
    let path = db.path("gtn.db");
    let itself = db.run(&["import", path.to_str().unwrap()]);
    assert_eq!(itself.status, 2);
    assert!(itself.err.contains("gtn.db is the database itself\nhint: "), "{}", itself.err);

    let mut foreign = fs::read(&path).unwrap();
    foreign[68..72].copy_from_slice(&[0; 4]); // the application id
    fs::write(db.path("books/foreign.sgf"), &foreign).unwrap();
    let foreign = db.path("books/foreign.sgf");
    let foreign = foreign.to_str().unwrap();
    let fresh = Db::new();
    let named = fresh.run(&["import", foreign]);
    assert_eq!(named.err, format!("gtn-db: {foreign} is not a gtn-db database\n"));
    assert_eq!((named.status, fresh.path("gtn.db").exists()), (2, false));
    let import = || db.run(&["import", db.path("books").to_str().unwrap()]);
    let in_folder = import();
    assert_eq!(in_folder.status, 3);
    assert!(in_folder.err.contains("foreign.sgf: is an SQLite database"), "{}", in_folder.err);
    // It is known now, and not listed again.
    assert!(import().done().ends_with("sources unchanged\n"));

    let mut newer = fs::read(&path).unwrap();
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes()); // the user version
    fs::write(db.path("newer.db"), &newer).unwrap();
    let newer = fresh.run(&["import", db.path("newer.db").to_str().unwrap()]);
    assert_eq!(newer.status, 2);
    assert!(newer.err.contains("written by a newer version"), "{}", newer.err);
}

#[test]
fn files_that_others_contain_are_listed() {
    let db = books();
    let copy = db.write("books/b/copy.sgf", &[ONE_TURNED, TWO].concat());
    let named = |name: &str| db.path(name).canonicalize().unwrap().to_str().unwrap().to_owned();
    db.run(&["import", "--quiet", &copy]).done();
    let listed = db.run(&["dups", "--files", "--json"]);
    assert_eq!(listed.column("relation"), ["part", "copy"]);
    assert_eq!(listed.column("path"), [named("books/a/1.sgf"), named("books/b/copy.sgf")]);
    assert_eq!(listed.column("other_path"), [named("books/b/3.sgf"), named("books/b/3.sgf")]);
    // By its tree, the turned problem is another one.
    let trees = db.run(&["dups", "--files", "--by", "tree", "--json"]);
    assert_eq!(trees.column("relation"), ["copy"]);
    let paths = db.run(&["dups", "--files", "-0"]).done();
    let expected = [named("books/a/1.sgf"), named("books/b/copy.sgf")].map(|path| path + "\0");
    assert_eq!(paths, expected.concat());
    let preferred = db.run(&["dups", "--files", "--prefer", "copy.sgf", "--json"]);
    assert_eq!(preferred.column("other_source"), ["copy.sgf", "copy.sgf"]);
    let one = db.run(&["dups", "--files", "--source", "books/b", "--source", "copy.sgf", "-0"]);
    assert_eq!(one.done(), named("books/b/copy.sgf") + "\0");
    for refused in [&["--prefer", "nothing"][..], &["--name", "x"], &["--stones", "3"]] {
        assert_eq!(db.run(&[&["dups", "--files"], refused].concat()).status, 2, "{refused:?}");
    }
    assert_eq!(db.run(&["dups", "--by", "tree"]).status, 2);
    assert_eq!(Db::with(&["data/game.sgf"]).run(&["dups", "--files"]).status, 1);
}

#[test]
fn paths_of_files_that_would_lose_something_are_not_printed() {
    let db = books();
    let other = db.write("books/b/other.sgf", &ONE.replace("B[ab]", "B[ab]C[try it]"));
    db.run(&["import", "--quiet", &other]).done();
    let rows = db.run(&["dups", "--files", "--by", "position", "--json"]).json();
    let lost: Vec<(&Value, &Value)> =
        rows.iter().map(|row| (&row["source"], &row["lost"])).collect();
    let comments = serde_json::json!(["comments"]);
    let nothing = serde_json::json!([]);
    let expected = [("books/a/1.sgf".into(), &nothing), ("other.sgf".into(), &comments)];
    assert_eq!(lost, expected.each_ref().map(|(name, lost): &(Value, _)| (name, *lost)));
    let paths = db.run(&["dups", "--files", "--by", "position", "-0"]).done();
    assert!(paths.ends_with("books/a/1.sgf\0") && paths.matches('\0').count() == 1, "{paths}");
    fs::remove_file(db.path("books/b/3.sgf")).unwrap();
    // Now the other file has all that this one says.
    let rows = db.run(&["dups", "--files", "--json"]);
    assert_eq!(rows.column("other_source"), ["other.sgf"]);
}

#[test]
fn duplicates_between_two_books_are_listed() {
    let db = books();
    let between = |one: &str, other: &str| db.run(&["dups", "--json", "--between", one, other]);
    assert_eq!(between("books/a", "books/b").json().len(), 2);
    assert_eq!(between("1.sgf", "books/b").json().len(), 1);
    assert_eq!(between("books/a", "books/a").status, 1);
    let unknown = between("books/a", "nothing");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.starts_with("gtn-db: --between: no source matches `nothing`\n"));
}
