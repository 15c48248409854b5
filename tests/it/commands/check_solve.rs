//! `check --solve`: verdicts that are kept, their classes, and runs that end early.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::Db;

/// A bulky five in the corner, White's; the vital point is B19 on 19 lines.
fn bulky_five(rest: &str) -> String {
    format!("(;SZ[19]PL[B]AW[da][cb][db][ac][bc][cc]AB[ea][eb][dc][ec][ad][bd][cd]{rest})")
}

fn collection(db: &Db) {
    let right = bulky_five("(;B[ba]C[RIGHT])");
    let wrong = bulky_five("(;B[aa]C[RIGHT])");
    let open = "(;SZ[19]PL[B]AB[dd]AW[pp](;B[dp]C[RIGHT]))";
    let books = db.write("books.sgf", &[right, wrong, bulky_five(""), open.to_owned()].concat());
    db.run(&["import", &books]).done();
}

#[test]
fn records_are_compared_with_verdicts_that_are_kept() {
    let db = Db::new();
    collection(&db);
    let ran = db.run(&["check", "--solve"]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.out, @r"
    class    key       source     tree  turn   finding
    -------- --------- ---------- ----- ------ -------------------------------
    refuted  97719b6f  books.sgf  2     black  A19 fails (B19); killed by B19
    found    97719b6f  books.sgf  3     black  killed by B19
    4 records: confirmed 1, refuted 1, found 1, unknown 1
    unknown: open 1
    of 2 records with an answer and a verdict that is not settled, an accepted move is confirmed in 1
    ");
    // Nothing is solved again, not even within a smaller budget.
    let known = db.run(&["check", "--solve=confirmed,unknown", "--nodes", "1", "--json"]).json();
    let classes: Vec<&str> = known.iter().map(|row| row["class"].as_str().unwrap()).collect();
    assert_eq!(classes, ["confirmed", "unknown"]);
    assert_eq!(known[1]["unknown"], "open");
    assert_eq!(db.run(&["check", "--solve=seki"]).status, 0);
    let verified = db.run(&["stats", "--verify"]);
    assert_eq!(verified.status, 0, "{}", verified.out);
    // The answers of the records are what they were.
    let problems = db.run(&["problems", "--json"]).json();
    assert!(problems.iter().all(|row| row.get("computed").is_none()));
}

#[test]
fn verdicts_are_a_third_opinion_and_never_an_answer() {
    let db = Db::new();
    collection(&db);
    db.run(&["check", "--solve"]);
    let conflict = db.run(&["dups", "--conflicts", "--json"]).json().remove(0);
    assert_eq!(
        conflict["computed"],
        json!({"outcome": "killed", "settled": false, "moves": ["ba"]})
    );
    let judged: Vec<_> =
        conflict["sides"].as_array().unwrap().iter().map(|side| &side["judged"]).collect();
    assert_eq!(judged, [&json!(["confirmed"]), &json!(["refuted"])]);
    assert!(db.run(&["dups", "--conflicts"]).out.contains("computed: killed by B19\n"));

    let plain = db.run(&["export", "--orient", "as-is"]).done();
    assert!(!plain.contains("computed"));
    let sgf = db.run(&["export", "--orient", "as-is", "--computed"]).done();
    assert!(sgf.contains("GC[computed by gtn-db: killed by B19]"), "{sgf}");
    // Read again, the tree accepts what it accepted.
    let other = Db::new();
    let again = other.write("again.sgf", &sgf);
    other.run(&["import", &again]).done();
    let answers = |db: &Db| -> Vec<Value> {
        db.run(&["problems", "--json"]).json().iter().map(|row| row["answers"].clone()).collect()
    };
    assert_eq!(answers(&other), answers(&db));
    let rows =
        db.run(&["export", "--format", "json", "--computed", "--orient", "top-right"]).json();
    assert_eq!(rows[0]["computed"]["moves"], rows[0]["answers"]);
    assert_eq!(db.run(&["export", "--format", "csv", "--computed"]).status, 2);
}

#[test]
fn a_larger_budget_solves_what_a_smaller_one_did_not() {
    let db = Db::new();
    collection(&db);
    let small = db.run(&["check", "--solve=unknown", "--nodes", "10", "--json"]).json();
    assert!(small.iter().filter(|row| row["unknown"] == "budget").count() == 3, "{small:?}");
    assert_eq!(db.run(&["check", "--solve=refuted", "--json"]).json().len(), 1);
}

#[test]
fn an_altered_verdict_is_none_and_computed_again() {
    let db = Db::new();
    collection(&db);
    db.run(&["check", "--solve"]);
    let exported = || db.run(&["export", "--computed"]).done();
    let whole = exported();
    let database = rusqlite::Connection::open(db.path("gtn.db")).unwrap();
    for change in ["outcome = 'lives'", "proof = substr(proof, 1, 20)"] {
        let sql = format!("UPDATE verdict SET {change} WHERE outcome IS NOT NULL");
        assert_eq!(database.execute(&sql, []).unwrap(), 1);
        assert_eq!(db.run(&["stats", "--verify"]).status, 2);
        assert!(!exported().contains("computed"), "{change}");
        let ran = db.run(&["check", "--solve"]);
        assert_eq!(ran.err, "gtn-db: altered and computed again: 1 stored verdict\n");
        db.run(&["stats", "--verify"]).done();
        assert_eq!(exported(), whole);
    }
}

#[test]
fn files_are_solved_without_the_database() {
    let db = Db::new();
    let one = db.write("one.sgf", &bulky_five(""));
    let ran = db.run(&["check", &one, "--solve", "--json"]);
    assert_eq!(ran.json()[0]["class"], "found");
    assert!(!db.path("gtn.db").exists());
    assert_eq!(db.run(&["check", "--solve=nonsense"]).status, 2);
    assert_eq!(db.run(&["check", "--nodes", "7"]).status, 2);
}

#[test]
fn stated_outcomes_are_compared() {
    let db = Db::new();
    let stating = |words: &str| bulky_five(&format!("C[{words}](;B[ba]C[RIGHT])"));
    let stated =
        ["Black to kill", "黑先白死", "Black to play: ko.", "White to live", "Black to live"];
    db.run(&["import", &db.write("books.sgf", &stated.map(stating).concat())]).done();
    let ran = db.run(&["check", "--solve"]);
    assert_snapshot!(ran.out, @r"
    class    key       source     tree  turn   finding
    -------- --------- ---------- ----- ------ --------------------------
    differs  97719b6f  books.sgf  3     black  stated: ko; killed by B19
    5 records: confirmed 4, differs 1
    of 5 records with an answer and a verdict that is not settled, an accepted move is confirmed in 5
    of 3 records that state an outcome and have a verdict, 2 agree
    ");
    let rows = db.run(&["check", "--solve=confirmed,differs", "--json"]).json();
    let compared: Vec<_> = rows.iter().map(|row| json!([row["stated"], row["agrees"]])).collect();
    // The fourth speaks of White's move, the fifth of a group of Black.
    let expected =
        json!([["killed", true], ["killed", true], ["ko", false], [null, null], ["lives", null]]);
    assert_eq!(json!(compared), expected);
}
