//! Sources as places: names, copies, and files that change, move or go.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use super::{Db, Ran};

const ONE: &str = "(;SZ[9]AB[aa][bb]AW[ba]PL[B];B[ca])";
const TWO: &str = "(;SZ[9]AB[ee][ff]AW[fe]PL[B];B[ge])";
const THREE: &str = "(;SZ[9]AB[ee][ff][gg]AW[fe]PL[B];B[ge])";
const FOUR: &str = "(;SZ[9]AB[ee][ff][gg]AW[fe][gf]PL[B];B[ge])";

impl Db {
    /// Writes a file below the folder of the database.
    fn put(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Imports paths below the folder of the database.
    fn import(&self, names: &[&str]) -> Ran {
        let paths: Vec<String> = names
            .iter()
            .map(|name| match name.strip_prefix("--") {
                Some(_) => (*name).to_owned(),
                None => self.path(name).to_str().unwrap().to_owned(),
            })
            .collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        self.run(&[&["import"], &paths[..]].concat())
    }

    /// Id and name of every source, in the order of ids.
    fn sources(&self) -> Vec<(i64, String)> {
        let connection = rusqlite::Connection::open(self.path("gtn.db")).unwrap();
        let mut statement = connection.prepare("SELECT id, name FROM source ORDER BY id").unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    fn names(&self) -> Vec<String> {
        self.sources().into_iter().map(|(_, name)| name).collect()
    }
}

fn move_file(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    fs::rename(from, to).unwrap();
}

#[test]
fn equal_files_at_two_places_are_two_sources() {
    let db = Db::new();
    db.put("bookA/001.sgf", ONE);
    db.put("bookB/001.sgf", ONE);
    assert_snapshot!(db.import(&["bookA", "bookB"]).done(), @"2 records from 2 sources: 1 position (1 new), 1 problem");
    assert_eq!(db.names(), ["bookA/001.sgf", "bookB/001.sgf"]);
    let dups = db.run(&["dups", "--json"]).json();
    let records = dups[0]["records"].as_array().unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!([&records[0]["copy_of"], &records[1]["copy_of"]], [&Value::Null, &1.into()]);
    let table = db.run(&["dups"]).done();
    assert!(table.lines().nth(3).unwrap().ends_with("  1"), "{table}");
    let key = dups[0]["key"].as_str().unwrap();
    assert_eq!(db.run(&["show", key, "--json"]).column("copy_of"), [Value::Null, 1.into()]);
    let books = ["bookA", "bookB"].map(|name| db.path(name).to_str().unwrap().to_owned());
    let audit = db.run(&["audit", "--json", &books[0], &books[1]]).json();
    let duplicate = audit.iter().find(|line| line.get("duplicate").is_some()).unwrap();
    assert_eq!(duplicate["duplicate"]["records"][1]["copy_of"], 1);
    let page = db.path("page.html");
    db.run(&["audit", &books[0], &books[1], "-o", page.to_str().unwrap()]).done();
    assert!(fs::read_to_string(page).unwrap().contains("exact copy of record 1"));
    assert_snapshot!(db.import(&["bookA", "bookB"]).done(), @"2 sources unchanged");
}

#[test]
fn names_are_as_long_as_it_takes() {
    let db = Db::new();
    for folder in ["a", "b", "c", "d/books", "e/books"] {
        db.put(&format!("{folder}/x.sgf"), ONE);
    }
    db.import(&["a/x.sgf", "b/x.sgf"]).done();
    assert_eq!(db.names(), ["a/x.sgf", "b/x.sgf"]);
    // Another database, in which the name is taken only later.
    let db = Db { folder: db.folder };
    fs::remove_file(db.path("gtn.db")).unwrap();
    db.import(&["a/x.sgf"]).done();
    db.import(&["c/x.sgf"]).done();
    db.import(&["d/books"]).done();
    db.import(&["e/books", "b/x.sgf"]).done();
    let names = ["x.sgf", "c/x.sgf", "books/x.sgf", "e/books/x.sgf", "b/x.sgf"];
    assert_eq!(db.names(), names);
    // A known folder or file keeps its name, whatever the argument is.
    db.put("d/books/p/y.sgf", TWO);
    db.put("e/books/y.sgf", TWO);
    db.put("a/x.sgf", TWO);
    db.import(&["d/books/p", "e"]).done();
    let more = ["p/y.sgf", "e/books/y.sgf"];
    assert_eq!(db.names(), [&names[..], &more].concat());
    db.import(&["d", "a"]).done();
    let more = ["p/y.sgf", "e/books/y.sgf", "x.sgf"];
    assert_eq!(db.names(), [&names[1..], &more].concat());
}

#[test]
fn standard_input_has_a_name_and_can_be_replaced() {
    let db = Db::new();
    let import = |name: &[&str], text: &str| {
        let args = [&["import", "-"], name].concat();
        let output = db.command(&args).write_stdin(text).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(import(&["--name", "new.sgf"], ONE).0, Some(0));
    assert_eq!(import(&["--name", "new.sgf"], TWO).0, Some(0));
    assert_eq!(import(&["--name", "other.sgf"], TWO).0, Some(0));
    assert_eq!(db.names(), ["new.sgf", "other.sgf"]);
    // No file is named like standard input, nor standard input like a file.
    db.put("a/new.sgf", ONE);
    db.put("a/b.sgf", ONE);
    db.import(&["a/new.sgf", "a/b.sgf"]).done();
    assert_eq!(db.names(), ["new.sgf", "other.sgf", "a/new.sgf", "b.sgf"]);
    let (status, message) = import(&["--name", "b.sgf"], ONE);
    assert_eq!(status, Some(2));
    assert!(message.contains("is named `b.sgf`"), "{message}");
    let ran = db.run(&["import", "--name", "x", "data"]);
    assert_eq!(ran.status, 2);
}

#[test]
fn what_is_gone_is_reported_and_pruned() {
    let db = Db::new();
    for number in 1..=12 {
        db.put(&format!("books/{number}.sgf"), ONE);
    }
    db.put("books/a/13.sgf", TWO);
    db.put("other/1.sgf", TWO);
    db.import(&["books", "other"]).done();
    for number in 1..=11 {
        fs::remove_file(db.path(&format!("books/{number}.sgf"))).unwrap();
    }
    fs::remove_dir_all(db.path("books/a")).unwrap();
    fs::remove_file(db.path("other/1.sgf")).unwrap();
    db.put("books/new.sgf", THREE);
    db.put("books/12.sgf", FOUR);

    let ran = db.import(&["--dry-run", "books"]);
    assert_eq!(ran.status, 0);
    assert_eq!(ran.err.lines().count(), 11);
    assert!(ran.err.starts_with("gtn-db: books/1.sgf: gone\ngtn-db: books/10.sgf: gone\n"));
    assert!(ran.err.ends_with("gtn-db: and 2 more sources gone\n"), "{}", ran.err);
    assert_snapshot!(ran.out, @"
    a dry run, which writes nothing:
    2 records from 2 sources: 2 positions (2 new), 2 problems
    1 source new, 1 changed, 12 gone
    ");
    assert_eq!(db.sources().len(), 14);

    let json = db.import(&["--json", "books"]).json().remove(0);
    assert_eq!(json["gone"].as_array().unwrap().len(), 12);
    assert_eq!([&json["new"], &json["changed"]], [1, 1]);
    assert_eq!(json["pruned"], false);
    assert_eq!(db.sources().len(), 15);
    let ran = db.import(&["--prune", "books"]);
    assert_snapshot!(ran.out, @"2 sources unchanged, 12 gone and removed");
    // What lay elsewhere stays.
    assert_eq!(db.names(), ["other/1.sgf", "books/12.sgf", "books/new.sgf"]);
    assert_snapshot!(db.import(&["--prune", "books"]).done(), @"2 sources unchanged");
    crate::common::check(&db.path("gtn.db"));
}

#[test]
fn a_moved_file_keeps_its_records() {
    let db = Db::new();
    for (name, text) in [("a/1.sgf", ONE), ("a/2.sgf", ONE), ("a/3.sgf", TWO), ("a/4.sgf", THREE)] {
        db.put(name, text);
    }
    db.import(&["a"]).done();
    let records = || {
        let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
        let mut statement = connection
            .prepare("SELECT record.id, source, source.name FROM record JOIN source ON source.id = source ORDER BY record.id")
            .unwrap();
        let rows = statement.query_map([], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?))
        });
        rows.unwrap().collect::<Result<Vec<_>, _>>().unwrap()
    };
    let before = records();
    move_file(&db.path("a/1.sgf"), &db.path("b/x.sgf"));
    move_file(&db.path("a/2.sgf"), &db.path("b/2.sgf"));
    move_file(&db.path("a/3.sgf"), &db.path("a/sub/3.sgf"));
    fs::copy(db.path("a/4.sgf"), db.path("b/4.sgf")).unwrap(); // a copy is no move
    assert_snapshot!(db.import(&["a", "b"]).done(), @"
    1 record from 1 source: 1 position (0 new), 1 problem
    1 source new, 1 unchanged, 3 moved
    ");
    let after = records();
    assert_eq!(after.len(), 5);
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((before.0, before.1), (after.0, after.1));
    }
    let names: Vec<&str> = after.iter().map(|(.., name)| name.as_str()).collect();
    assert_eq!(names, ["b/x.sgf", "b/2.sgf", "a/sub/3.sgf", "a/4.sgf", "b/4.sgf"]);
    assert_snapshot!(db.import(&["a", "b"]).done(), @"5 sources unchanged");
    assert_eq!(db.run(&["stats", "--verify"]).status, 0);
}

#[test]
fn a_moved_archive_keeps_its_sources_and_an_entry_can_be_gone() {
    let db = Db::new();
    let tar = |entries: &[(&str, &str)]| {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, text) in entries {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o644);
            builder.append_data(&mut header, name, text.as_bytes()).unwrap();
        }
        builder.into_inner().unwrap()
    };
    fs::write(db.path("x.tar"), tar(&[("1.sgf", ONE), ("1.sgf", TWO), ("2.sgf", ONE)])).unwrap();
    db.import(&["x.tar"]).done();
    let names = ["x.tar/1.sgf", "x.tar/1.sgf (2)", "x.tar/2.sgf"];
    assert_eq!(db.names(), names);
    move_file(&db.path("x.tar"), &db.path("p/y.tar"));
    assert_snapshot!(db.import(&["p/y.tar"]).done(), @"3 sources moved");
    let moved: Vec<_> = (1..=3).zip(names.map(|name| name.replace('x', "y"))).collect();
    assert_eq!(db.sources(), moved);
    fs::write(db.path("p/y.tar"), tar(&[("1.sgf", THREE), ("a.tex", "")])).unwrap();
    let ran = db.import(&["--prune", "p"]);
    assert_eq!(ran.err, "gtn-db: y.tar/1.sgf (2): gone\ngtn-db: y.tar/2.sgf: gone\n");
    assert_snapshot!(ran.out, @"
    1 record from 1 source: 1 position (1 new), 1 problem
    1 source changed, 2 gone and removed
    passed over: 1 .tex
    ");
    assert_eq!(db.names(), ["y.tar/1.sgf"]);
}

#[test]
fn a_path_that_does_not_exist_is_an_error_before_anything_is_written() {
    let db = Db::new();
    db.put("a.sgf", ONE);
    let ran = db.import(&["a.sgf", "no/such.sgf"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("such.sgf: there is no such file or folder"), "{}", ran.err);
    assert_eq!(fs::read_dir(db.folder.path()).unwrap().count(), 1);
}

#[test]
fn files_of_unknown_kind_are_counted() {
    let db = Db::new();
    db.put("f/1.sgf", ONE);
    for name in ["a.tex", "b.TEX", "c.mgt", "Makefile", ".hidden.tex"] {
        db.put(&format!("f/{name}"), "");
    }
    assert_snapshot!(db.import(&["f"]).done(), @"
    1 record from 1 source: 1 position (1 new), 1 problem
    passed over: 2 .tex, 1 without an extension, 1 .mgt
    ");
    let json = db.import(&["--json", "f"]).json().remove(0);
    assert_eq!(json["passed_over"], serde_json::json!({"tex": 2, "mgt": 1, "": 1}));
}

#[test]
fn a_dry_run_makes_no_file() {
    let db = Db::new();
    let file = db.put("f/1.sgf", ONE);
    let ran = db.import(&["--dry-run", "--json", "f"]);
    let json: Value = ran.json().remove(0);
    assert_eq!((&json["records"], &json["new"]), (&1.into(), &1.into()));
    assert_eq!(json["dry_run"], true);
    assert_eq!(fs::read_dir(db.folder.path()).unwrap().count(), 1);
    db.import(&["f"]).done();
    let files = || {
        let entries = fs::read_dir(db.folder.path()).unwrap();
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        files.sort();
        files
    };
    let before = (files(), fs::read(db.path("gtn.db")).unwrap());
    fs::write(&file, TWO).unwrap();
    assert_snapshot!(db.import(&["--dry-run", "f"]).done(), @"
    a dry run, which writes nothing:
    1 record from 1 source: 1 position (1 new), 1 problem
    1 source changed
    ");
    assert!(before == (files(), fs::read(db.path("gtn.db")).unwrap()));
}

/// A database of an older schema knows places, but no files.
#[test]
fn sources_from_before_files_were_stored_get_their_file() {
    let db = Db::new();
    for name in ["p/books/1.sgf", "p/books/2.sgf", "q/books/1.sgf"] {
        db.put(name, ONE);
    }
    db.import(&["p/books"]).done();
    let change = "UPDATE source SET file = NULL, import = NULL; DELETE FROM file";
    let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
    connection.execute_batch(change).unwrap();
    drop(connection);
    // The name is taken, and a copy of a source without a file is no move.
    fs::remove_file(db.path("p/books/2.sgf")).unwrap();
    db.import(&["q/books"]).done();
    db.put("p/books/3.sgf", TWO);
    assert_snapshot!(db.import(&["p/books"]).done(), @"
    1 record from 1 source: 1 position (1 new), 1 problem
    1 source new, 1 unchanged
    ");
    let names = ["books/1.sgf", "books/2.sgf", "q/books/1.sgf", "books/3.sgf"];
    assert_eq!(db.names(), names);
    let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
    let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM source WHERE file IS NULL"), 1);
    assert_eq!(count("SELECT count(*) FROM file"), 3);
}

/// Earlier versions imported a file under the path of a link to it.
#[cfg(unix)]
#[test]
fn a_source_under_the_path_of_a_link_moves_to_its_target() {
    let db = Db::new();
    db.put("real/1.sgf", ONE);
    db.import(&["real/1.sgf"]).done();
    let link = db.path("link");
    std::os::unix::fs::symlink(db.path("real"), &link).unwrap();
    let connection = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
    let path = link.join("1.sgf");
    connection.execute("UPDATE file SET path = ?1", [path.to_str().unwrap()]).unwrap();
    connection.execute("UPDATE source SET place = randomblob(16)", []).unwrap();
    drop(connection);
    let before = db.sources();
    let printed = db.import(&["real/1.sgf"]).done();
    assert!(printed.contains("1 source moved"), "{printed}");
    assert_eq!(db.sources().len(), 1);
    assert_eq!(db.sources()[0].0, before[0].0);
    assert_eq!(db.run(&["dups"]).status, 1);
}
