//! `find --inside` with several queries: one walk through all solutions.

use serde_json::Value;

use super::{Db, Ran, ran};

/// A corner in which both sides have moves, and the same in another orientation and color.
const TREES: &str = "(;SZ[9]GN[one]AB[ba][ab]AW[ca](;B[bb];W[cb])(;B[cb];W[bb]))\
    (;SZ[9]GN[two]AW[ha][ib]AB[ga];W[hb];B[gb])(;SZ[19]GN[three]AB[jj]AW[jk])";
/// Positions after one and two moves, one that no solution reaches, and a setup that is its own
/// negative.
const QUERIES: [&str; 4] =
    ["3x3|.XO_XX._..._!!!_", "3x3|.XO_XXO_..._!!!_", "3x3|XXX_X.._..._!!!_", "2x1|_!__X__O__!_"];

/// The rows of `find --inside` without the query: kind, name, operation and moves.
fn rows(ran: &Ran) -> Vec<String> {
    let row = |row: &Value| {
        let fields = ["kind", "name", "operation", "after"];
        fields.map(|field| row[field].to_string()).join(" ")
    };
    ran.json().iter().map(row).collect()
}

#[test]
fn several_queries_have_the_answers_of_each_alone() {
    let db = Db::new();
    let file = db.write("trees.sgf", TREES);
    db.run(&["import", "--quiet", &file]).done();
    let several =
        db.run(&[&["find", "--inside", "--nearest", "0", "--json"], &QUERIES[..]].concat());
    assert_eq!(
        rows(&several),
        [
            r#""inside" "one" "IR0" ["B[bb]"]"#,
            r#""inside" "two" "N_SR0" ["W[hb]"]"#,
            r#""inside" "one" "IR0" ["B[bb]","W[cb]"]"#,
            r#""inside" "two" "N_SR0" ["W[hb]","B[gb]"]"#,
            r#""not found" null null null"#,
            r#""same problem" "three" "IR0" null"#,
        ]
    );
    let alone = QUERIES
        .map(|query| rows(&db.run(&["find", "--inside", "--nearest", "0", "--json", query])));
    let found: Vec<String> =
        rows(&several).into_iter().filter(|row| !row.contains("not")).collect();
    assert_eq!(alone.concat(), found);
    let mut streamed = db.command(&["find", "--inside", "--nearest", "0", "--json", "-"]);
    let streamed = ran(streamed.write_stdin(QUERIES.join("\n")));
    assert_eq!((streamed.status, rows(&streamed)), (several.status, rows(&several)));
}

#[test]
fn a_query_that_fails_costs_no_other() {
    let db = Db::new();
    let file = db.write("trees.sgf", TREES);
    db.run(&["import", "--quiet", &file]).done();
    let ran = db.run(&["find", "--inside", "--csv", QUERIES[0], "3x3|no", "ffff", QUERIES[1]]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("gtn-db: argument 2: "), "{}", ran.err);
    assert!(ran.err.contains("gtn-db: ffff: no stored position"), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 1 + 4, "{}", ran.out);
}

/// The moves after a pass that ends the game lead on.
#[test]
fn a_line_goes_on_after_two_passes() {
    let db = Db::new();
    let file = db.write("pass.sgf", "(;SZ[9]AB[ba][ab]AW[ca];B[cb];W[];W[bb])");
    db.run(&["import", "--quiet", &file]).done();
    let ran = db.run(&["find", "--inside", "--json", "3x3|.XO_XOX_..._!!!_"]);
    assert_eq!(ran.column("kind"), ["inside"]);
    let checked = db.run(&["check", "--json"]);
    assert!(!checked.out.contains("answer-occupied"), "{}", checked.out);
}
