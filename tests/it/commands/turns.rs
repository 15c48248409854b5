//! The side to move: which evidence tells it, and what the commands say about that.

use insta::assert_snapshot;
use serde_json::json;

use super::Db;

const TREES: &str = "\
(;SZ[9]AB[aa][ba]AW[ca]PL[W]C[Black to play];W[ab])
(;SZ[9]AB[aa][ba]AW[da];B[ab])
(;SZ[9]AB[aa][ba]AW[ea]C[Problem 3: White  to\nKILL])
(;SZ[9]AB[aa][ba]AW[fa]C[How can Black force White to connect?])
(;SZ[9]AB[aa][ba]AW[ga]C[Do not allow White to live])
(;SZ[9]AB[aa][ba]AW[ha]C[As in the book Black to the Future. White to kill.])
(;SZ[9]AB[aa][ba]AW[ia]GN[Black to play]C[白先])
";

#[test]
fn import_tells_what_told_the_side_to_move() {
    let db = Db::new();
    let file = db.write("turns.sgf", TREES);
    let imported = db.run(&["import", "--json", &file]);
    assert_eq!(imported.status, 0); // the contradiction is no damage
    let report = imported.json().remove(0);
    assert_eq!(report["turns"], json!({ "PL": 1, "first moves": 1, "words": 3, "none": 2 }));
    assert_eq!(
        report["turn_words"],
        json!([
            { "words": "white to kill", "records": 2 },
            { "words": "how can black force", "records": 1 },
        ])
    );
    let found = &report["skipped"][0];
    assert_eq!((&found["code"], &found["tree"]), (&json!("turn-conflict"), &json!(7)));
    assert_eq!((&found["kept"], report["skipped"].as_array().unwrap().len()), (&json!(true), 1));
}

#[test]
fn show_quotes_the_words_that_told_the_side_to_move() {
    let db = Db::new();
    let file = db.write("turns.sgf", TREES);
    db.run(&["import", &file]);
    let shown = |tree: &str| {
        let position = db.write("one.sgf", tree);
        let row = db.run(&["show", "--json", &position]).json().remove(0);
        let text = db.run(&["show", &position]).done();
        let line = text.lines().find(|line| line.starts_with("turn ") && line.contains('"'));
        format!("{} {} {}: {line:?}", row["turn"], row["turn_source"], row["turn_words"])
    };
    let shown: Vec<String> = TREES.split_inclusive(")\n").map(shown).collect();
    assert_snapshot!(shown.join("\n"), @r#"
    "white" "PL" null: None
    "black" "first moves" null: None
    "white" "words" "White to KILL": Some("turn    white, from the words \"White to KILL\"")
    "black" "words" "How can Black force": Some("turn    black, from the words \"How can Black force\"")
    "unknown" "none" null: None
    "white" "words" "White to kill": Some("turn    white, from the words \"White to kill\"")
    "unknown" "none" null: None
    "#);
}

#[test]
fn check_quotes_the_words_that_disagree() {
    let db = Db::new();
    let file = db.write("turns.sgf", TREES);
    let checked = db.run(&["check", "--json", &file]);
    let findings: Vec<String> = checked
        .json()
        .iter()
        .filter(|finding| finding["code"].as_str().unwrap().starts_with("turn-"))
        .map(|finding| format!("{} {} {}", finding["tree"], finding["code"], finding["cause"]))
        .collect();
    assert_snapshot!(findings.join("\n"), @r#"
    1 "turn-conflict" "the text says \"Black to play\", but it is White's turn"
    5 "turn-unknown" "nothing says who is to move"
    7 "turn-conflict" "the text says both \"Black to play\" and \"白先\""
    "#);
}
