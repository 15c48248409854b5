//! Problems in JSON beside the same in SGF.

use std::fs;

use insta::assert_snapshot;

use super::Db;

/// ```text
///   . O . . .     Black lives at a1
///   X O . . .
///   X X . . .
/// ```
const SGF: &str = "(;SZ[9]GN[In SGF]AB[ab][ac][bc]AW[ba][bb]PL[B](;B[aa]C[RIGHT])(;B[ca];W[aa]))";

/// The same, turned by a half, as OGS has it.
const OGS: &str = r#"{"id": 1, "name": "On OGS", "puzzle": {
    "width": 9, "height": 9, "initial_player": "black",
    "initial_state": {"black": "ihighg", "white": "hihh"},
    "move_tree": {"x": -1, "y": -1, "branches": [
        {"x": 8, "y": 8, "correct_answer": true},
        {"x": 6, "y": 8, "branches": [{"x": 8, "y": 8, "wrong_answer": true}]}]}}}"#;

/// And with its colors exchanged, behind a problem of its own.
const SOL: &str = r#"{"AB": ["dd"], "AW": ["cd"], "SZ": "9", "C": "", "SOL": []}
{"AB": ["ba", "bb"], "AW": ["ab", "ac", "bc"], "SZ": "9", "C": "White to play", "SOL": [["W", "aa", "Correct.", ""]]}
"#;

#[test]
fn one_problem_in_three_formats_is_one() {
    let db = Db::new();
    let files = [("a.sgf", SGF), ("b.json", OGS), ("c.jsonl", SOL)];
    let files = files.map(|(name, text)| db.write(name, text));
    let paths: Vec<&str> = files.iter().map(String::as_str).collect();
    assert_snapshot!(db.run(&[&["import", "--quiet"], &paths[..]].concat()).done(), @"4 records from 3 sources: 2 positions (2 new), 2 problems");
    assert_snapshot!(db.run(&["dups"]).done(), @"
    cluster  turn   source   tree  name    operation  key
    -------- ------ -------- ----- ------- ---------- ---------------------------------
    1        black  a.sgf    1     In SGF  IR3        773ce3d499ef102ee8126f09147d005d
    1        black  b.json   1     On OGS  IR1        773ce3d499ef102ee8126f09147d005d
    1        white  c.jsonl  2             N_IR3      773ce3d499ef102ee8126f09147d005d
    1 duplicate problem, 2 redundant records
    ");
    assert_snapshot!(db.run(&["show", "773ce3d4", "--sgf"]).done(), @"
        A B C
      +--------
    9 | . O . ~
    8 | X O . ~
    7 | X X + ~
    6 | . . . ~
      | ~ ~ ~

    key     773ce3d499ef102ee8126f09147d005d
    text    3x3|!!!_..._OOX_.XX_
    window  3x2|.O_XO_XX_!!_

    turn   operation  source   tree  byte  name    moves  marks       accepted  certainty  board  window  charset
    ------ ---------- -------- ----- ----- ------- ------ ----------- --------- ---------- ------ ------- --------
    black  IR3        a.sgf    1     0     In SGF  3      goproblems  A9        marked     9x9    A7-B9   UTF-8
    black  IR1        b.json   1     0     On OGS  3      ogs-json    J1        marked     9x9    H1-J3   UTF-8
    white  N_IR3      c.jsonl  2     60            1      sol-json    A9        marked     9x9    A7-B9   UTF-8

    (;SZ[9]GN[In SGF]AB[ab][ac][bc]AW[ba][bb]PL[B](;B[aa]C[RIGHT])(;B[ca];W[aa]))

    (;GM[1]FF[4]CA[UTF-8]SZ[9]GN[On OGS]PL[B]AB[ih][ig][hg]AW[hi][hh](;B[ii]TE[1])(;B[gi];W[ii]BM[1]))

    (;GM[1]FF[4]CA[UTF-8]SZ[9]AB[ba][bb]AW[ab][ac][bc]C[White to play];W[aa]TE[1]C[Correct.])
    ");
}

#[test]
fn a_folder_may_hold_other_json_and_a_bad_file_is_told() {
    let db = Db::new();
    db.write("package.json", r#"{"name": "x", "scripts": {}}"#);
    db.write("a.sgf", SGF);
    let folder = db.path("").to_str().unwrap().to_owned();
    assert_snapshot!(db.run(&["import", &folder]).done(), @"
    1 record from 1 source: 1 position (1 new), 1 problem
    passed over: 1 .json
    ");
    let bad =
        db.write("bad.json", "[{\"AB\": [\"aa\", \"zz\"]},\n{\"AB\": [\"aa\"], \"SOL\": 7},\n");
    let ran = db.run(&["import", &bad, db.path("package.json").to_str().unwrap()]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"
    gtn-db: bad.json, tree 1, byte 8: AB: `zz` is not a point of a 19x19 board
    gtn-db: bad.json, tree 2, byte 45: integer `7` in place of a list
    gtn-db: bad.json, tree 3, byte 49: the file ends before its list does
    gtn-db: package.json, tree 1, byte 0: neither an OGS puzzle nor a problem with AB, AW and SOL
    ");
}

/// What is exported is imported again as the same problem.
#[test]
fn puzzles_come_back() {
    let db = Db::new();
    let book = db.write("book.sgf", SGF);
    db.run(&["import", "--quiet", &book]).done();
    for marks in ["ogs-json", "sol-json"] {
        let json = db.run(&["export", "--quiet", "--marks", marks, "--orient", "top-left"]).done();
        let path = db.write(&format!("{marks}.json"), &json);
        db.run(&["import", "--quiet", &path]).done();
    }
    assert_eq!(db.run(&["dups", "--json"]).json()[0]["records"].as_array().unwrap().len(), 3);
    assert_snapshot!(fs::read_to_string(db.path("ogs-json.json")).unwrap(), @r#"{"mode":"puzzle","name":"In SGF","puzzle_type":"life_and_death","puzzle_description":"","puzzle_player_move_mode":"free","puzzle_opponent_move_mode":"automatic","width":9,"height":9,"initial_player":"black","initial_state":{"black":"abacbc","white":"babb"},"move_tree":{"x":-1,"y":-1,"branches":[{"x":0,"y":0,"correct_answer":true,"text":"RIGHT"},{"x":2,"y":0,"branches":[{"x":0,"y":0,"wrong_answer":true}]}]}}"#);
    assert_snapshot!(fs::read_to_string(db.path("sol-json.json")).unwrap(), @r#"{"AB":["ab","ac","bc"],"AW":["ba","bb"],"SZ":"9","C":"Black to play","SOL":[["B","aa","RIGHT",""]]}"#);
    assert_snapshot!(db.run(&["dups", "--conflicts"]).out, @"No conflicts in 1 duplicate problem: 1 with the same answers, 0 with fewer than two answered records");
}
