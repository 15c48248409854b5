//! `solve`: verdicts, their frames, and why there is none.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{BULKY_FIVE, Db, gtn_db, ran};

#[test]
fn a_verdict_needs_no_database() {
    let mut command = gtn_db(&["solve", BULKY_FIVE, "--turn", "black"]);
    command.env("GTN_DB", "/nonexistent/gtn.db");
    assert_snapshot!(ran(&mut command).done(), @"
         A B C D E
       +------------
    19 | : A : O X ~
    18 | : : O O X ~
    17 | O O O X X ~
    16 | X X X X # ~
       | ~ ~ ~ ~ ~
    turn      Black
    verdict   White is killed
    moves     B19
    refuted   A19 (B19), C19 (B19), A18 (B19), B18 (B19)
    line      B B19 W B18 B A19 W C19 B A18
    ring      killed B19
    nodes     72
    ");
}

#[test]
fn without_a_side_to_move_both_are_tried() {
    let rows = Db::new().run(&["solve", BULKY_FIVE, "--json"]).json();
    let of = |name: &str| -> Vec<Value> { rows.iter().map(|row| row[name].clone()).collect() };
    assert_eq!(of("turn"), [json!("black"), json!("white")]);
    assert_eq!(of("outcome"), [json!("killed"), json!("lives")]);
    assert_eq!(of("moves"), [json!(["ba"]), json!(["ba"])]);
}

#[test]
fn a_key_stands_for_the_problems_of_the_database() {
    let db = Db::with(&["data"]);
    let rows = db.run(&["solve", "b551", "--json"]).json();
    let found: Vec<_> = rows.iter().map(|row| (&row["turn"], &row["moves"])).collect();
    assert_eq!(found, [(&json!("black"), &json!(["ba"]))]);
    assert_eq!(rows[0]["book"], json!([{"move": "ba", "verdict": "confirmed"}]));
    let unknown = db.run(&["solve", "0000"]);
    assert_eq!((unknown.status, &*unknown.out), (1, ""));
}

#[test]
fn frames_that_disagree_are_drawn_and_nothing_is_claimed() {
    let ran =
        Db::new().run(&["solve", "3x9|..O.O...._XXXXXO..._OOOOOO..._!!!!!!!!!_", "--turn", "b"]);
    assert_eq!(ran.status, 1);
    assert_snapshot!(ran.out, @"
         A B C D E F
       +--------------
    19 | : : O : O # ~
    18 | X X X X X O ~
    17 | O O O O O O ~
       | ~ ~ ~ ~ ~ ~
         A B C D E F G H
       +------------------
    19 | : : O : O , , # ~
    18 | X X X X X O # # ~
    17 | O O O O O O # # ~
       | ~ ~ ~ ~ ~ ~ ~ ~
    turn      Black
    verdict   unknown: the outcome depends on what is outside
    ring      killed
    weak-wall lives
    nodes     14
    ");
}

#[test]
fn there_is_a_reason_for_every_unknown_verdict() {
    let reason = |arguments: &[&str]| {
        let ran = Db::new().run(&[&["solve", "--json", "--turn", "black"], arguments].concat());
        assert_eq!((ran.status, &*ran.err), (1, ""), "{arguments:?}");
        let rows = ran.json();
        assert_eq!(rows[0]["outcome"], Value::Null);
        rows[0]["unknown"].as_str().unwrap().to_owned()
    };
    let empty = format!("52x52|{}", ".".repeat(52 * 52));
    assert_eq!(reason(&[&empty]), "open");
    assert_eq!(reason(&["1x1|."]), "open");
    assert_eq!(reason(&["3x3|OX.X....."]), "illegal");
    assert_eq!(reason(&["3x7|.OX.XO.OOX.XOOXXX.XXX!!!!!!!"]), "several-groups");
    assert_eq!(reason(&[BULKY_FIVE, "--nodes", "0"]), "budget");
    assert_eq!(reason(&[BULKY_FIVE, "--nodes", "10"]), "budget");
}

#[test]
fn a_wrong_query_fails_and_the_others_are_solved() {
    let ran = Db::new().run(&["solve", "3x3|", BULKY_FIVE, "--turn", "white", "--csv"]);
    assert_eq!(ran.status, 2);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(ran.err.starts_with("gtn-db: argument 1: "), "{}", ran.err);
    assert_eq!(Db::new().run(&["solve", BULKY_FIVE, "--nodes", "1000000000001"]).status, 2);
}

#[test]
fn a_proof_is_sgf_without_faults() {
    let db = Db::new();
    let path = db.write("proof.sgf", "");
    db.run(&["solve", BULKY_FIVE, "--turn", "black", "--proof", &path]).done();
    let sgf = std::fs::read_to_string(&path).unwrap();
    assert!(sgf.starts_with("(;FF[4]") && sgf.ends_with(")\n"), "{sgf}");
    assert!(sgf.contains("(;B[ba]C[Reaches the outcome.]") && !sgf.contains("Cut here"), "{sgf}");
    assert!(sgf.contains("(;B[aa]C[Does not reach the outcome.];W[ba]"), "{sgf}");
    // Every move is legal.
    assert_eq!(db.run(&["check", "--strict", &path, "--json"]).done(), "");
    assert_eq!(
        gtn_db(&["solve", BULKY_FIVE, "--json", "--proof", "-"]).output().unwrap().status.code(),
        Some(2)
    );
}

#[test]
fn a_long_proof_is_cut_and_says_where() {
    let open_corner = "5x5|...OX_...OX_.OOOX_OXXXX_XX..._!!!!!_";
    let ran = Db::new().run(&["solve", open_corner, "--turn", "black", "--proof", "-"]).done();
    let nodes = ran.matches(";B[").count() + ran.matches(";W[").count();
    assert!((4_000..5_000).contains(&nodes), "{nodes}");
    assert!(ran.contains("Cut here: the proof goes on.]"));
    assert!(ran.contains("The proof is longer: the nodes at which it is cut say so."));
}

/// Six points in the corner with room outside: a budget of 10^12 is not used up.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_search() {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    let long = "6x9|.......OX_.......OX_.......OX_.......OX_OOOOOOOOX_XXXXXXXXX_!!!!!!!!!_";
    let mut child = Command::new(env!("CARGO_BIN_EXE_gtn-db"))
        .args(["solve", long, "--nodes", "1000000000000", "--turn", "black"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(child.try_wait().unwrap(), None, "the search ended by itself");
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &*output.stdout), (Some(130), &b""[..]));
}
