//! `dups --decide` on a terminal.

use serde_json::Value;

use super::{Db, Ran, ran};

/// One problem in three books, twice in the last; another one in two of them.
///
/// ```text
///   X . . ~
///   O . . ~
///   ~ ~ ~ ~
/// ```
fn books() -> Db {
    let db = Db::new();
    let tree = |name: &str, text: &str| format!("(;SZ[9]GN[{name}]AB[aa][ba]AW[ab][bb]{text})");
    let other = |name: &str| format!("(;SZ[9]GN[{name}]AB[aa][ba][ca]AW[ab][bb];B[cb])");
    let texts = [
        ("a.sgf", tree("a1", "C[Save the stones];B[ca]C[RIGHT]") + &other("a2")),
        ("b.sgf", tree("b1", ";B[cb]C[Correct\u{1b}]")),
        (
            "c.sgf",
            tree("c1", ";B[ca](;W[da])(;W[cb];B[db])") + &tree("c2", ";B[cc]") + &other("c3"),
        ),
    ];
    for (name, text) in texts {
        let path = db.write(name, &text);
        db.run(&["import", "--quiet", &path]).done();
    }
    db
}

fn decide(db: &Db, input: &str) -> String {
    let Ran { status, out, err } = ran(db.command(&["dups", "--decide"]).write_stdin(input));
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    out
}

/// The decisions as `a1>b1` and `a1|b1`.
fn decisions(db: &Db) -> Vec<String> {
    let place = |record: &Value| {
        let source = record["source"].as_str().unwrap();
        format!("{}{}", &source[..1], record["tree"])
    };
    let line = |line: &Value| {
        let sign = if line["decision"] == "better" { ">" } else { "|" };
        let (first, second) = (place(&line["first"]), place(&line["second"]));
        let (first, second) =
            if sign == "|" && first > second { (second, first) } else { (first, second) };
        format!("{first}{sign}{second}")
    };
    let mut lines: Vec<String> = db.run(&["dups", "--decisions"]).json().iter().map(line).collect();
    lines.sort();
    lines
}

#[test]
fn a_question_shows_solutions_comments_and_what_is_left() {
    let shown = decide(&books(), "q\n");
    insta::assert_snapshot!(shown);
}

#[test]
fn the_last_answer_is_taken_back() {
    let db = books();
    let shown = decide(&db, "b\nd\n1\nb\nb\n2\nq\n");
    assert!(shown.contains("There is no answer to take back."));
    assert!(shown.ends_with("1 decision saved\n"), "{shown}");
    assert_eq!(decisions(&db), ["b1>a1"]);
    // What is decided is not asked again.
    assert!(decide(&db, "").contains("\n3 pairs left. "));
}

#[test]
fn one_answer_decides_about_a_whole_group() {
    for (answer, expected) in [
        ("da", vec!["a1|b1", "a1|c1", "a1|c2"]),
        ("1a", vec!["a1>b1", "a1>c1", "a1>c2"]),
        ("2a", vec!["b1>a1", "b1>c1", "b1>c2"]),
        ("sa", vec![]),
    ] {
        let db = books();
        let shown = decide(&db, &format!("{answer}\nq\n"));
        assert!(shown.contains("\n4 pairs left. ") && shown.contains("\n1 pair left. "), "{shown}");
        assert_eq!(decisions(&db), expected, "{answer}");
        let db = books();
        decide(&db, &format!("{answer}\nb\nq\n"));
        assert_eq!(decisions(&db), [""; 0], "{answer}");
    }
}

#[test]
fn a_source_is_always_preferred() {
    let db = books();
    let shown = decide(&db, "s\np2\n");
    assert!(shown.ends_with("2 decisions saved\n"), "{shown}");
    // The first record of the group was skipped with b1.
    assert_eq!(decisions(&db), ["c1>a1", "c3>a2"]);
}

#[test]
fn decisions_that_go_in_a_circle_are_refused() {
    let db = books();
    let at = |source: &str| format!("{{\"source\":\"{source}.sgf\",\"tree\":1}}");
    let better = |one: &str, other: &str| {
        let (one, other) = (at(one), at(other));
        format!("{{\"decision\":\"better\",\"first\":{one},\"second\":{other}}}\n")
    };
    let lines = [better("b", "c"), better("c", "a"), better("a", "b"), better("a", "c")];
    let file = db.write("decisions.jsonl", &lines.concat());
    let imported = db.run(&["dups", "--decide", &file]);
    assert_eq!((imported.status, &*imported.out), (2, "3 decisions imported\n"));
    let error = "line 3: other decisions say the opposite: b.sgf, tree 1, is better than c.sgf, tree 1, \
                 which is better than a.sgf, tree 1\n";
    assert!(imported.err.ends_with(error), "{}", imported.err);
    assert_eq!(decisions(&db), ["a1>c1", "b1>c1"]);

    // a > c and b > c, so c is not better than a, whatever is between them.
    let shown = decide(&db, "1\n");
    assert_eq!(decisions(&db), ["a1>b1", "a1>c1", "b1>c1"], "{shown}");

    // b > c > a, so a is not better than b.
    let db = books();
    let file = db.write("decisions.jsonl", &lines[..2].concat());
    db.run(&["dups", "--decide", &file]).done();
    let shown = decide(&db, "1\n");
    let refusal = "Nothing is saved, as earlier decisions say: b.sgf, tree 1, is better than c.sgf, \
                   tree 1, which is better than a.sgf, tree 1.\n";
    assert!(shown.contains(refusal), "{shown}");
    assert_eq!(decisions(&db), ["b1>c1", "c1>a1"]);
}
