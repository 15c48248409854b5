//! Answers: `check`, `dups --conflicts`, `dups --decide`, `audit`, and the
//! export of solutions.

use std::fs;

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{Db, Ran};

/// One problem three times: as two books have it, and mirrored with the colors
/// exchanged.
///
/// ```text
///   . a b X O ~      the first says a, the second b, the third a
///   X X X X O ~
///   O O O O O ~
///   ~ ~ ~ ~ ~ ~
/// ```
const THREE: &str = "(;SZ[9]GN[one]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]PL[W]
(;W[ba]C[RIGHT];B[aa])(;W[ca];B[ba]))
(;SZ[9]GN[two]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]
(;W[ca]C[Correct];B[ba];W[ee])(;W[ba];B[aa]C[Wrong]))
(;SZ[9]GN[three]AW[ib][hb][gb][fb][fa]AB[ic][hc][gc][fc][ec][eb][ea]
;B[ha];W[ia])";

fn three() -> Db {
    let db = Db::new();
    let path = db.write("three.sgf", THREE);
    db.run(&["import", "--quiet", &path]).done();
    db
}

#[test]
fn conflicts_are_shown_side_by_side() {
    assert_snapshot!(three().run(&["dups", "--conflicts"]).done());
    let agreeing = Db::with(&["data"]).run(&["dups", "--conflicts"]);
    assert_eq!(agreeing.status, 1, "{}", agreeing.out);
    let conflicts = three().run(&["dups", "--conflicts", "--json"]).json();
    assert_eq!(conflicts.len(), 1);
    assert_eq!(conflicts[0]["agreement"], "disjoint");
    let sides = conflicts[0]["sides"].as_array().unwrap();
    let names = |side: &Value| -> Vec<String> {
        let records = side["records"].as_array().unwrap();
        records.iter().map(|record| record["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&sides[0]), ["one", "three"]);
    assert_eq!(names(&sides[1]), ["two"]);
    assert_eq!(sides[1]["records"][0]["dialect"], "words");
}

/// One problem in records that differ in their answers, by the class of the conflict.
const CLASSES: [(&str, [&str; 2]); 4] = [
    ("assumed", ["(;B[ea]TE[1])(;B[eb]BM[1])", ";B[eb]"]),
    ("lists fewer", ["(;B[ea]TE[1])(;B[eb]TE[1])", ";B[ea]C[Correct]"]),
    ("disjoint", [";B[ea]TE[1]", ";B[eb]C[正解]"]),
    ("contradicts", [";B[ea]TE[1]", ";B[ea]C[Wrong]"]),
];

#[test]
fn the_gravest_conflicts_come_first_and_an_assumption_contradicts_nothing() {
    let trees = CLASSES.iter().zip('a'..).map(|((_, moves), row)| {
        // Four problems: a white stone in another row.
        moves.map(|moves| format!("(;SZ[9]AB[aa][ba]AW[c{row}][hh]PL[B]{moves})")).concat()
    });
    let db = Db::new();
    let path = db.write("four.sgf", &trees.collect::<String>());
    db.run(&["import", "--quiet", &path]).done();
    let listed = db.run(&["dups", "--conflicts", "--json"]);
    assert_eq!(listed.column("class"), ["contradicts", "disjoint"]);
    let all = db.run(&["dups", "--conflicts", "--all", "--json"]);
    assert_eq!(all.column("class"), ["contradicts", "disjoint", "lists fewer", "assumed"]);
    assert_eq!(all.column("agreement"), ["disjoint", "disjoint", "overlap", "disjoint"]);
    let side =
        |number: usize, side: usize, field: &str| all.json()[number]["sides"][side][field].clone();
    assert_eq!([side(0, 0, "accepted"), side(0, 1, "rejected")], [json!(["ea"]), json!(["ea"])]);
    assert_eq!([side(0, 0, "certainty"), side(0, 1, "certainty")], [json!("marked"), json!(null)]);
    let known = [side(2, 1, "certainty"), side(3, 1, "certainty")];
    assert_eq!(known, [json!("words"), json!("assumed")]);
    assert_eq!(side(3, 1, "records")[0]["certainty"], "assumed");
    let first = db.run(&["dups", "--conflicts", "--all", "--limit", "1"]).done();
    assert!(
        first.contains("1  contradicts, black to move") && first.contains("not a E9"),
        "{first}"
    );
    let summary = db.run(&["dups", "--conflicts"]).done();
    assert!(
        summary.ends_with(
            "with --all 1 lists fewer, 1 assumed; \
        0 with the same answers, 0 with fewer than two answered records\n"
        ),
        "{summary}"
    );
    let csv = db.run(&["dups", "--conflicts", "--csv"]).done();
    assert_eq!(
        csv.lines().nth(2).unwrap().split(',').take(6).collect::<Vec<_>>(),
        ["1", "contradicts", "disjoint", "", "", "ea"]
    );

    // Every other surface names how answers are known.
    let mut known = db.run(&["problems", "--json"]).column("certainty");
    known.sort_by_key(Value::to_string);
    assert_eq!(known, vec!["marked"; 4]);
    let shown = db.run(&["show", "--json", all.json()[3]["key"].as_str().unwrap()]);
    assert_eq!(shown.column("certainty"), ["marked", "assumed"]);
    let exported = db.run(&["export", "--format", "json", "--quiet"]);
    assert_eq!(exported.column("certainty"), vec!["marked"; 4]);
    let audit = db.run(&["audit", "--json"]).json();
    let classes = audit.iter().filter_map(|line| line["conflict"]["class"].as_str());
    assert_eq!(classes.collect::<Vec<_>>(), ["disjoint", "contradicts"]);
}

#[test]
fn an_export_says_how_its_answer_is_known() {
    let certainty = |moves: &str| {
        let db = Db::new();
        let path = db.write("one.sgf", &format!("(;SZ[9]AB[aa][ba]AW[ca]PL[B]{moves})"));
        db.run(&["import", "--quiet", &path]).done();
        db.run(&["export", "--format", "json", "--quiet"]).column("certainty")[0].clone()
    };
    let known = [";B[ab]TE[1]", ";B[ab]N[正解]", ";B[ab]", ";B[ab]C[Wrong]"].map(certainty);
    assert_eq!(known, [json!("marked"), json!("words"), json!("assumed"), json!(null)]);
}

#[test]
fn problems_with_different_sides_to_move_are_no_conflict() {
    let db = Db::new();
    let path =
        db.write("two.sgf", "(;AB[ba][bb]AW[cb];B[ca]C[RIGHT])(;AB[ba][bb]AW[cb];W[ca]C[RIGHT])");
    db.run(&["import", "--quiet", &path]).done();
    assert_eq!(db.run(&["dups", "--conflicts"]).status, 1);
}

#[test]
fn the_union_of_solutions_has_every_line_and_can_be_imported() {
    let db = three();
    let union = db.run(&["export", "--quiet", "--solutions", "union", "--orient", "as-is"]).done();
    assert_snapshot!(union);
    let again = Db::new();
    let path = again.write("union.sgf", &union);
    again.run(&["import", "--quiet", &path]).done();
    let [key] = &again.run(&["export", "--format", "json"]).column("key")[..] else { panic!() };
    assert_eq!(&db.run(&["dups", "--json"]).column("key")[0], key);
    let moves = again.run(&["show", "--json", key.as_str().unwrap()]).column("moves");
    assert_eq!(moves, [5]); // two with a first, three with b
}

#[test]
fn solutions_survive_conversion_between_all_dialects() {
    let db = three();
    let key = db.run(&["dups", "--json"]).column("key")[0].as_str().unwrap().to_owned();
    let mut text = db.run(&["export"]).done();
    for marks in ["words", "te-bm", "uligo", "glift", "tsumego-hero", "easygo", "goproblems"] {
        let db = Db::new();
        let path = db.write("problem.sgf", &text);
        db.run(&["import", "--quiet", &path]).done();
        text = db.run(&["export", "--marks", marks, "--orient", "canonical"]).done();
        let path = db.write("marked.sgf", &text);
        db.run(&["import", "--quiet", &path]).done();
        let shown = db.run(&["show", "--json", &key]).json();
        assert_eq!(shown[1]["marks"], marks, "{text}");
        assert_eq!(shown[1]["accepted"].as_array().unwrap().len(), 1, "{text}");
        assert_eq!(db.run(&["dups", "--conflicts"]).status, 1, "{text}");
    }
    let unknown = db.run(&["export", "--marks", "stars"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("goproblems, words, te-bm"), "{}", unknown.err);
}

#[test]
fn check_lists_faults_and_creates_no_database() {
    let db = Db::new();
    let path = db.write(
        "bad.sgf",
        "(;SZ[9]AB[aa][bb]AW[ba];B[ba];W[cc])\n(;SZ[9]AB[cc]AW[cc];B[dd])\n\
         (;SZ[9]AB[cc]AB[cc]C[White to play];B[dd]C[RIGHT])\n(;SZ[9]AB[cc]PL[B](;B[dd]BM[1])(;B[zy]))\n",
    );
    let Ran { status, out, err } = db.run(&["check", &path]);
    assert_eq!((status, err.as_str()), (3, ""));
    assert_snapshot!(out);
    assert!(!db.path("gtn.db").exists());
    let only = db.run(&["check", "--only", "turn-conflict,answer-occupied", "--json", &path]);
    assert_eq!(only.column("code"), ["answer-occupied", "turn-conflict"]);
    let unknown = db.run(&["check", "--only", "nonsense", &path]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("invalid value 'nonsense'"), "{}", unknown.err);
    let limited = db.run(&["check", "--limit", "2", "--csv", &path]);
    assert!(
        limited.out.starts_with("code,source,tree,offset,cause\nanswer-occupied,bad.sgf,1,24,")
    );
    assert_eq!((limited.status, limited.out.lines().count()), (3, 3));

    let strict = db.run(&["check", "--strict", "--only", "strict", &path]);
    assert!(strict.out.contains("Identifier repeated in node"), "{}", strict.out);
    assert_eq!(db.run(&["check", "data/classic-shapes.sgf"]).status, 0);

    db.run(&["import", "--quiet", &path]);
    let of_database = db.run(&["check", "--json"]);
    assert_eq!(of_database.status, 3);
    // A skipped tree is not in the database.
    assert!(!of_database.out.contains("setup-both"));
}

#[test]
fn decisions_survive_a_new_import_and_can_be_copied_to_another_database() {
    let db = three();
    let ran = super::ran(db.command(&["dups", "--decide"]).write_stdin("what?\nd\n2\n"));
    assert!(ran.done().ends_with("2 decisions saved\n"));
    let pairs = |db: &Db| -> Vec<String> {
        let lines = db.run(&["dups", "--json"]).json();
        let record = |record: &Value| record["name"].as_str().unwrap().to_owned();
        let names = |line: &Value| -> Vec<String> {
            line["records"].as_array().unwrap().iter().map(record).collect()
        };
        lines.iter().map(|line| names(line).join(" ")).collect()
    };
    assert_eq!(pairs(&db), ["one three"]);
    let kept = |db: &Db| db.run(&["export", "--format", "json"]).column("name");
    assert_eq!(kept(&db), ["three", "two"]);
    let decisions = db.run(&["dups", "--decisions"]).done();

    // another database, with the records in another file and order
    let other = Db::new();
    let file = other.write("decisions.jsonl", &decisions);
    let turned: Vec<&str> = THREE.split("(;SZ").skip(1).collect();
    let turned = format!("(;SZ{}(;SZ{}(;SZ{}", turned[2], turned[1], turned[0]);
    let path = other.write("other.sgf", &turned.replace(")\n(;SZ", ")(;SZ"));
    other.run(&["import", "--quiet", &path]).done();
    assert_eq!(other.run(&["dups", "--decide", &file]).done(), "2 decisions imported\n");
    assert_eq!(kept(&other), ["three", "two"]);
    assert_eq!(other.run(&["dups", "--decisions"]).json().len(), 2);

    // the same file once more, with another problem in front
    let path = db.write("three.sgf", &format!("(;SZ[9]AB[aa]AW[ba];B[ab]){THREE}"));
    db.run(&["import", "--quiet", &path]).done();
    assert_eq!(pairs(&db), ["one three"]);

    let forgotten = decisions.replace("\"different\"", "\"forget\"");
    let file = db.write("forget.jsonl", &forgotten);
    db.run(&["dups", "--decide", &file]).done();
    assert_eq!(pairs(&db), ["one two three"]);
}

#[test]
fn bad_decisions_are_reported_by_line_and_the_others_are_imported() {
    let db = three();
    let line = |first: &str, second: &str| {
        format!("{{\"decision\":\"different\",\"first\":{first},\"second\":{second}}}\n")
    };
    let at = |tree: u32| format!("{{\"source\":\"three.sgf\",\"tree\":{tree}}}");
    let lines = [
        line(&at(1), &at(2)),
        line(&at(1), &at(9)),
        line(&at(1), &at(1)),
        line(&at(1), "{\"source\":\"four.sgf\",\"tree\":1}"),
        "{\"decision\":\"maybe\"}\n".to_owned(),
        "\u{1b}[31m\n".to_owned(),
    ];
    let file = db.write("decisions.jsonl", &lines.concat());
    let ran = db.run(&["dups", "--decide", &file]);
    assert_eq!((ran.status, ran.out.as_str()), (2, "1 decision imported\n"));
    let errors: Vec<&str> =
        ran.err.lines().map(|line| line.split("decisions.jsonl, ").nth(1).unwrap()).collect();
    assert_eq!(errors[0], "line 2: second: three.sgf has no problem as tree 9");
    assert_eq!(errors[1], "line 3: both records have the same text");
    assert_eq!(errors[2], "line 4: second: no source is named four.sgf");
    assert!(
        errors[3].starts_with("line 5: not a decision: unknown variant `maybe`"),
        "{}",
        errors[3]
    );
    assert!(errors[4].starts_with("line 6: "), "{}", errors[4]);
}

#[test]
fn an_audit_is_one_page_and_needs_no_database() {
    let db = Db::new();
    let folder = db.path("books");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("three.sgf"), THREE).unwrap();
    fs::write(folder.join("more.sgf"), THREE.replace("GN[one]", "GN[<b>&\u{1b}]")).unwrap();
    let page = db.path("report.html");
    let ran = db.run(&["audit", folder.to_str().unwrap(), "-o", page.to_str().unwrap()]);
    let expected = "6 records in 2 files: 1 duplicate problem, 5 redundant records, 1 conflict, \
                    0 shapes under several keys, 0 findings\n";
    assert!(ran.done().starts_with(expected));
    let html = fs::read_to_string(page).unwrap();
    assert!(html.contains("&lt;b&gt;&amp;\\x1b") && !html.contains("<script"));
    assert!(html.contains("a first move is right and wrong"));
    assert!(html.contains("(marked)"));
    assert!(!db.path("gtn.db").exists());

    let lines = db.run(&["audit", folder.to_str().unwrap(), "--json"]).json();
    let kinds: Vec<&String> =
        lines.iter().flat_map(|line| line.as_object().unwrap().keys()).collect();
    assert_eq!(kinds[..5], ["book", "book", "overlap", "duplicate", "conflict"]);
    assert_eq!(db.run(&["audit", folder.to_str().unwrap()]).status, 2);
}

#[test]
fn an_audit_names_the_folder() {
    let db = Db::new();
    let folder = db.path("book");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("two.sgf"), "(;AB[ba][bb]AW[cb])(;AW[ba][bb]AB[cb])").unwrap();
    let page = db.path("report.html");
    let mut audit = db.command(&["audit", ".", "-o", page.to_str().unwrap()]);
    super::ran(audit.current_dir(&folder)).done();
    let html = fs::read_to_string(page).unwrap();
    assert!(html.contains("<title>Audit of book</title>"));
}
