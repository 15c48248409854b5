//! What an export says of answers that it cannot express, and what an import reads of them.

use insta::assert_snapshot;

use super::Db;

/// Lines that are right, wrong, lesser and without a verdict; a right line with NOTTHIS.
const BOOK: &str = "(;SZ[9]AB[ab][ac][bc]AW[ba][bb]PL[B]\
    (;B[aa]TE[1])(;B[ca];W[aa])(;B[da]IT[])(;B[ea]DM[1])(;B[fa]DM[1])(;B[ga]C[NOTTHIS]TE[1]))\n";

#[test]
fn losses_are_counted_on_standard_error() {
    let db = Db::new();
    let book = db.write("book.sgf", BOOK);
    db.run(&["import", "--quiet", &book]).done();
    let te_bm = db.run(&["export", "--marks", "te-bm"]).done();
    assert!(te_bm.contains("DM[1]") && te_bm.contains("NOTTHIS"), "{te_bm}");
    let goproblems = db.run(&["export", "--marks", "goproblems"]);
    assert_eq!(goproblems.status, 0);
    assert_snapshot!(goproblems.err, @"
    gtn-db: 2 lines without a verdict are written as wrong (--marks goproblems)
    gtn-db: 1 lesser line is written as wrong (--marks goproblems)
    ");
    let ogs = db.run(&["export", "--marks", "ogs-json", "--solutions", "union"]);
    assert_snapshot!(ogs.err, @"
    gtn-db: 2 lines without a verdict are written as wrong (--solutions union --marks ogs-json)
    gtn-db: 2 lesser lines are written as wrong (--solutions union --marks ogs-json)
    gtn-db: 1 right line with a move marked NOTTHIS is written as lesser (--solutions union --marks ogs-json)
    gtn-db: 1 move is written without CHOICE, FORCE or NOTTHIS (--solutions union --marks ogs-json)
    ");
    let sol = db.run(&["export", "--marks", "sol-json"]);
    assert_snapshot!(sol.err, @"gtn-db: 6 moves are left out (--marks sol-json)");
    let path = db.path("sol.json");
    let ran = db.run(&["export", "--marks", "sol-json", "-o", path.to_str().unwrap()]);
    assert_snapshot!(ran.err, @"gtn-db: 6 moves are left out (--marks sol-json)");
    db.run(&["export", "--quiet", "--marks", "sol-json"]).done();
}

#[test]
fn marks_none_is_refused() {
    let ran = Db::new().run(&["export", "--marks", "none"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("invalid value 'none' for '--marks <MARKS>'"), "{}", ran.err);
    assert!(ran.err.contains("[possible values: goproblems, words, te-bm,"), "{}", ran.err);
}

#[test]
fn a_puzzle_of_3000_moves_comes_back() {
    let db = Db::new();
    let moves = ";B[];W[]".repeat(1500);
    let book = db.write("book.sgf", &format!("(;SZ[9]AB[aa]PL[B]{moves}TE[1])"));
    db.run(&["import", "--quiet", &book]).done();
    let json = db.run(&["export", "--marks", "ogs-json"]).done();
    let again = Db::new();
    let path = again.write("puzzle.json", &json);
    again.run(&["import", "--quiet", &path]).done();
    let exported = again.run(&["export", "--marks", "ogs-json"]).done();
    assert_eq!(exported.matches("\"x\":").count(), 1 + 3000);
    assert!(exported.contains("correct_answer"));
}
