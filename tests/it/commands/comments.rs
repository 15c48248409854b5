//! `--comment`: words in comments of problems and games.

use rusqlite::Connection;
use serde_json::json;

use super::*;

const PROBLEMS: &str = "(;SZ[9]GN[1]AB[aa][ba][ca]AW[ab][bb];W[cb]C[定石。RIGHT])\n\
    (;SZ[9]GN[2]AB[ga][gb]AW[ha];B[hb](;W[ia]C[A ladder
in the corner])(;W[ib]C[劫]))\n";

const GAMES: &str = "(;SZ[9]PB[a]PW[b];B[cc];W[gg]C[Here comes the \u{1b}[31m ladder: see \"劫\"\\]];B[cg])\n\
    (;SZ[9]PB[c]PW[d];B[dd];W[ee])\n";

fn db() -> Db {
    let db = Db::new();
    let files = [db.write("problems.sgf", PROBLEMS), db.write("games.sgf", GAMES)];
    db.run(&["import", "--quiet", &files[0], &files[1]]).done();
    db
}

#[test]
fn comments_are_found_with_file_and_move() {
    let db = db();
    let problems = db.run(&["problems", "--comment", "LADDER in", "--json"]).json();
    let fields = ["name", "source", "comment", "comment_move"];
    let expected = [json!("2"), json!("problems.sgf"), json!("A ladder in the corner"), json!(2)];
    assert_eq!(problems.len(), 1);
    assert_eq!(fields.map(|field| problems[0][field].clone()), expected);
    let games = db.run(&["games", "--comment", "劫", "--json"]).json();
    assert_eq!(
        (games.len(), &games[0]["game"], &games[0]["comment_move"]),
        (1, &json!(1), &json!(2))
    );
    let table = db.run(&["games", "--comment", "lad*"]).done();
    assert!(table.contains("move 2: Here comes the ") && !table.contains('\u{1b}'), "{table}");
    assert_eq!(db.run(&["problems", "--comment", "定石", "--json"]).column("name"), [json!("1")]);
    for nothing in ["石定", "ladder -corner", "\" OR \"a", "words: ladder*x"] {
        assert_eq!(db.run(&["problems", "--comment", nothing]).status, 1, "{nothing}");
        assert_eq!(db.run(&["games", "--comment", nothing]).status, 1, "{nothing}");
    }
    let refused = db.run(&["problems", "--comment", "?"]);
    assert!(refused.status == 2 && refused.err.contains("`?` has no word"), "{}", refused.err);
    // Every question to games has the condition, and those to problems.
    let next = db.run(&[
        "next",
        "9x9|.................................................................................",
        "--comment",
        "ladder",
        "--json",
    ]);
    assert_eq!(next.json()[0]["games"], json!(1));
    let key = problems[0]["key"].as_str().unwrap();
    db.run(&["find", key, "--comment", "corner"]).done();
    assert_eq!(db.run(&["find", key, "--comment", "定石"]).status, 1);
    let exported = db.run(&["export", "--comment", "定石"]).done();
    assert!(exported.contains("GN[1]") && !exported.contains("GN[2]"), "{exported}");
    let abalone = db.run(&["games", "--family", "abalone", "--comment", "ladder"]);
    assert_eq!(abalone.err, "gtn-db: --comment does not apply to games of Abalone\n");
}

#[test]
fn the_index_follows_the_sources_and_can_be_made_again() {
    let db = db();
    let file = db.write("games.sgf", "(;SZ[9]PB[a]PW[b];B[cc]C[another])\n");
    db.run(&["import", "--quiet", &file]).done();
    assert_eq!(db.run(&["games", "--comment", "ladder"]).status, 1);
    assert_eq!(db.run(&["games", "--comment", "another", "--json"]).column("game"), [json!(3)]);
    db.run(&["stats", "--verify"]).done();

    assert_eq!(db.run(&["index", "--drop"]).done(), "The indexes are removed\n");
    let file = db.write("more.sgf", "(;SZ[9]PB[a]PW[b];B[cc]C[more])\n");
    db.run(&["import", "--quiet", &file]).done();
    let missing = db.run(&["games", "--comment", "another"]);
    assert!(
        missing.err.ends_with("are indexed\nhint: `gtn-db index` indexes them\n"),
        "{}",
        missing.err
    );
    assert_eq!(missing.status, 2);
    let made = db.run(&["index"]).done();
    assert!(made.ends_with("comments in 4 game trees\n"), "{made}");
    assert_eq!(db.run(&["games", "--comment", "more", "--json"]).column("game"), [json!(4)]);
}

#[test]
fn altered_words_are_named_and_made_again() {
    let db = db();
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    connection.execute("DELETE FROM comment WHERE rowid = 3", []).unwrap();
    connection.execute("INSERT INTO comment (rowid, words) VALUES (4, 'other words')", []).unwrap();
    drop(connection);
    let found = db.run(&["stats", "--verify"]);
    assert_eq!(found.status, 2);
    for row in ["game 1", "record 2"] {
        let line = format!("comment {row}: the words are not those of the game tree");
        assert!(
            found.err.contains(&line) || found.out.contains(&line),
            "{}{}",
            found.out,
            found.err
        );
    }
    let made = db.run(&["index"]);
    assert!(made.err.contains("the indexes are made again"), "{}", made.err);
    db.run(&["stats", "--verify"]).done();
}

#[test]
fn words_of_earlier_rules_are_no_damage_and_made_again() {
    let db = db();
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    connection.execute("UPDATE comment_state SET format = 1", []).unwrap();
    drop(connection);
    db.run(&["stats", "--verify"]).done();
    assert_eq!(db.run(&["games", "--comment", "ladder"]).status, 2);
    let made = db.run(&["index"]);
    assert_eq!((made.status, &*made.err), (0, ""));
    assert_eq!(db.run(&["games", "--comment", "ladder"]).status, 0);
}
