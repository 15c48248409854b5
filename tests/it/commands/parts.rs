//! Several problems of one tree, from the file to every answer.

use rusqlite::Connection;
use serde_json::json;

use super::Db;

const BOOK: &str =
    "(;SZ[19]C[A book](;AB[na][nb]AW[oa][ob]PL[B];B[ra])(;AB[aa][bb]AW[cc][ba]PL[W];W[dd]))";

#[test]
fn problems_of_a_tree_are_records_of_their_own() {
    let db = Db::new();
    let book = db.write("book.sgf", BOOK);
    let out = db.run(&["import", &book]).done();
    assert_eq!(out, "2 records from 1 source: 2 positions (2 new), 2 problems\n");
    let problems = db.run(&["problems", "--json"]).json();
    let shown: Vec<_> = problems
        .iter()
        .map(|problem| (&problem["tree"], &problem["problem"], &problem["answers"]))
        .collect();
    assert_eq!(
        shown,
        [(&json!(1), &json!(1), &json!(["ra"])), (&json!(1), &json!(2), &json!(["dd"]))]
    );
    let key = problems[1]["key"].as_str().unwrap();
    let sgf = db.run(&["show", key, "--sgf"]).done();
    assert!(sgf.ends_with("(;SZ[19]GC[A book]AB[aa][bb]AW[cc][ba]PL[W];W[dd])\n"), "{sgf}");
    assert!(
        db.run(&["export", "--format", "sgf"]).done().contains("SO[book.sgf tree 1 problem 2 (")
    );
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    let whole: String = connection
        .query_row("SELECT sgf FROM v_record WHERE problem = 2", [], |row| row.get(0))
        .unwrap();
    assert_eq!(whole, BOOK);
    assert_eq!(db.run(&["stats", "--verify"]).status, 0);
    connection.execute("UPDATE part SET problem = 3 WHERE problem = 2", []).unwrap();
    assert_eq!(db.run(&["stats", "--verify"]).status, 2);
}

#[test]
fn equal_problems_of_a_tree_are_no_duplicates() {
    let db = Db::new();
    let twice = "(;SZ[19](;AB[na][nb]AW[oa][ob]PL[B];B[ra])(;AB[na][nb]AW[oa][ob]PL[B];B[rb]))";
    let book = db.write("book.sgf", twice);
    db.run(&["import", &book]).done();
    for list in [&["dups", "--json"][..], &["dups", "--conflicts", "--all", "--json"]] {
        assert_eq!(db.run(list).out, "", "{list:?}");
    }
    assert_eq!(db.run(&["problems", "--json"]).json().len(), 2);
    let other = db.write("other.sgf", "(;SZ[19]AB[na][nb]AW[oa][ob]PL[B];B[ra])");
    db.run(&["import", &other]).done();
    assert_eq!(db.run(&["dups", "--json"]).json().len(), 1);
}

#[test]
fn an_option_overrules_the_reading_and_is_remembered() {
    let db = Db::new();
    let book = db.write("book.sgf", BOOK);
    db.run(&["import", &book, "--as", "one"]).done();
    let records = || db.run(&["problems", "--json"]).json().len();
    assert_eq!(records(), 1);
    db.run(&["import", &book]).done();
    db.run(&["import", "--reread"]).done();
    assert_eq!(records(), 1);
    db.run(&["import", &book, "--as", "each"]).done();
    assert_eq!(records(), 2);
}

#[test]
fn a_changed_file_is_read_as_before() {
    let db = Db::new();
    let game = "(;SZ[9];B[aa](;W[bb])(;W[cc]))";
    for (name, tree, options, was) in [
        ("each.sgf", BOOK, &["--as", "one"][..], "1 record"),
        ("games.sgf", BOOK, &["--as", "games"], "1 game"),
        ("problems.sgf", "(;SZ[19]AB[dd];W[pp];B[dp])", &["--as", "games"], "1 game"),
    ] {
        let path = db.write(name, tree);
        let first = db.run(&[&["import", &path][..], options].concat()).done();
        assert!(first.contains(was), "{first}");
        db.write(name, &format!("{tree}\n"));
        let again = db.run(&["import", &path]).done();
        assert!(again.contains(was) && again.contains("1 source changed"), "{again}");
    }
    let path = db.write("lines.sgf", game);
    db.run(&["import", "--variations", "main", &path]).done();
    db.write("lines.sgf", &format!("{game}\n"));
    db.run(&["import", &path]).done();
    let board = format!("9x9|{}", ".".repeat(81));
    let next = db.run(&["next", &board, "--moves", "A9", "--json"]).json();
    assert_eq!(next.len(), 1, "{next:?}"); // one of the two variations
}

#[test]
fn a_database_of_an_older_reading_is_brought_up_to_date() {
    let db = Db::new();
    let book = db.write("book.sgf", BOOK);
    db.run(&["import", &book]).done();
    let path = db.path("gtn.db");
    // As the reading before: one record with the whole tree.
    let before = Db::new();
    let plain = before.write("book.sgf", BOOK);
    before.run(&["import", &plain, "--as", "one"]).done();
    let connection = Connection::open(before.path("gtn.db")).unwrap();
    connection.execute("UPDATE source SET kind = 0", []).unwrap();
    connection.execute("UPDATE database SET reading = 3", []).unwrap();
    drop(connection);
    let reread = &before.run(&["import", "--reread", "--json"]).json()[0]["reread"];
    assert_eq!((&reread["records"], &reread["damaged"]), (&json!(1), &json!(0)));
    assert_eq!(before.run(&["problems", "--json"]).json(), db.run(&["problems", "--json"]).json());
    assert!(path.exists());
}

#[test]
fn a_file_is_redundant_only_if_every_problem_of_it_is_elsewhere() {
    let db = Db::new();
    let book = db.write("book.sgf", BOOK);
    let one = db.write("one.sgf", "(;SZ[19]AB[na][nb]AW[oa][ob]PL[B];B[ra])");
    db.run(&["import", &book, &one]).done();
    let listed = db.run(&["dups", "--files"]).done();
    assert!(listed.contains("one.sgf"), "{listed}");
    let redundant = db.run(&["dups", "--files", "--json"]).json();
    assert_eq!(redundant.len(), 1, "the book has a problem that is nowhere else: {listed}");
}
