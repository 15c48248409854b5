//! `compare`, and `find` for several queries.

use insta::assert_snapshot;

use super::Db;

/// The first problem of `data/classic-shapes.sgf`, mirrored and recolored.
///
/// ```text
///   X . . . . . O      X surrounds O there, O surrounds X here; the answer
///                      is the middle
/// ```
const SETUP: &str = "SZ[19]AW[ma][mb][lc][kc][jc][ic][hc][ga][gb]AB[la][lb][kb][jb][ib][ha][hb]";

/// Five problems of one file: with the answer of the known record, with another
/// one, without a side to move, with a stone less, and one that is new.
fn submissions(db: &Db) -> String {
    let fewer = SETUP.replace("[ma]", "");
    let trees = format!(
        "(;{SETUP}GN[one]PL[W];W[ja]C[RIGHT])(;{SETUP}GN[two]PL[W];W[ka]C[RIGHT])(;{SETUP}GN[three])\
         (;{fewer}GN[four]PL[W];W[ja]C[RIGHT])(;SZ[9]AB[aa]AW[bb]GN[five];B[ab])"
    );
    db.write("new.sgf", &trees)
}

#[test]
fn every_problem_gets_a_verdict() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let file = submissions(&db);
    let compared = db.run(&["compare", &file]);
    assert_eq!((compared.status, compared.err.as_str()), (1, ""));
    assert_snapshot!(compared.out, @"
    verdict        answers      faults                   source   tree  name   known as                    key
    -------------- ------------ ------------------------ -------- ----- ------ --------------------------- ---------------------------------
    same problem   agree                                 new.sgf  1     one    classic-shapes.sgf, tree 1  6c12b34fddea2a2265377f525e6d81e2
    same problem   contradicts  repeated                 new.sgf  2     two    classic-shapes.sgf, tree 1  6c12b34fddea2a2265377f525e6d81e2
    same position               no-answer, turn-unknown  new.sgf  3     three  classic-shapes.sgf, tree 1  6c12b34fddea2a2265377f525e6d81e2
    new                                                  new.sgf  4     four                               6a62712b909c291c5899efc746e0b236
    new                                                  new.sgf  5     five                               2242099b4882ac9ce19716de83b88fe2
    5 problems: 2 same problem, 1 same position, 2 new; answers: 1 agree, 1 contradicts; 1 repeated; faults: 1 no-answer, 1 turn-unknown
    looked for: same problem, same position, same core, same shape
    ");
    let near = db.run(&["compare", &file, "--near", "1", "--only", "near"]);
    assert_eq!(near.status, 1); // the fifth is still new
    assert_snapshot!(near.out, @"
    verdict  source   tree  name  known as                    key
    -------- -------- ----- ----- --------------------------- ---------------------------------
    near     new.sgf  4     four  classic-shapes.sgf, tree 1  6a62712b909c291c5899efc746e0b236
    5 problems: 2 same problem, 1 same position, 1 near, 1 new; answers: 1 agree, 1 contradicts; 1 repeated; faults: 1 no-answer, 1 turn-unknown
    looked for: same problem, same position, same core, same shape, near by 1
    ");
    assert_snapshot!(db.run(&["compare", &file, "--json"]).out, @r#"
    {"query":"new.sgf","tree":1,"problem":1,"name":"one","key":"6c12b34fddea2a2265377f525e6d81e2","verdict":"same problem","answers":"agree","repeated":null,"faults":[],"matches":[{"kind":"same problem","key":"6c12b34fddea2a2265377f525e6d81e2","distance":0,"margin":null,"nearest":false,"turn":"white","operation":"N_IR0","source":"classic-shapes.sgf","tree":1,"problem":1,"name":"Straight three","answers":"agree"}]}
    {"query":"new.sgf","tree":2,"problem":1,"name":"two","key":"6c12b34fddea2a2265377f525e6d81e2","verdict":"same problem","answers":"contradicts","repeated":{"query":"new.sgf","tree":1,"problem":1},"faults":[],"matches":[{"kind":"same problem","key":"6c12b34fddea2a2265377f525e6d81e2","distance":0,"margin":null,"nearest":false,"turn":"white","operation":"N_IR0","source":"classic-shapes.sgf","tree":1,"problem":1,"name":"Straight three","answers":"contradicts"}]}
    {"query":"new.sgf","tree":3,"problem":1,"name":"three","key":"6c12b34fddea2a2265377f525e6d81e2","verdict":"same position","answers":null,"repeated":null,"faults":["no-answer","turn-unknown"],"matches":[{"kind":"same position","key":"6c12b34fddea2a2265377f525e6d81e2","distance":0,"margin":null,"nearest":false,"turn":"white","operation":"N_IR0","source":"classic-shapes.sgf","tree":1,"problem":1,"name":"Straight three","answers":null}]}
    {"query":"new.sgf","tree":4,"problem":1,"name":"four","key":"6a62712b909c291c5899efc746e0b236","verdict":"new","answers":null,"repeated":null,"faults":[],"matches":[]}
    {"query":"new.sgf","tree":5,"problem":1,"name":"five","key":"2242099b4882ac9ce19716de83b88fe2","verdict":"new","answers":null,"repeated":null,"faults":[],"matches":[]}
    "#);
    // A file with all that is new, and no other.
    let path = db.path("found.sgf");
    let written = path.to_str().unwrap();
    let write = |only: &str| db.run(&["compare", &file, "--only", only, "-o", written]).status;
    assert_eq!(write("new"), 1);
    let trees = std::fs::read_to_string(&path).unwrap();
    assert!(trees.contains("GN[four]") && trees.contains("GN[five]"), "{trees}");
    assert_eq!(trees.lines().count(), 2);
    assert_eq!(write("near"), 1); // nothing to write
    assert_eq!(std::fs::read_to_string(&path).unwrap(), trees);
    assert_eq!(db.run(&["compare", &file, "--only", "new", "-o", "-"]).out, trees);
    assert_eq!(db.run(&["compare", &file, "--only", "new", "-o", &file]).status, 2);
    // Nothing was imported.
    assert_eq!(db.run(&["stats", "--json"]).json()[0]["sources"], 1);
}

#[test]
fn the_exit_status_tells_new_from_known_and_skipped() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let known = db.run(&["compare", "data/classic-shapes.sgf", "--limit", "1"]);
    assert_eq!(known.status, 0);
    assert!(known.out.contains("agree"), "{}", known.out);
    let broken = db.write("broken.sgf", "(;SZ[9]AB[aa]AW[bb];B[ab])(;SZ[99]AB[aa];B[ab])");
    let skipped = db.run(&["compare", &broken]);
    assert_eq!(skipped.status, 3);
    assert!(skipped.err.contains("broken.sgf, tree 2, byte"), "{}", skipped.err);
    let without = Db::new().run(&["compare", &broken]);
    assert_eq!(without.status, 2); // there is no database
}

#[test]
fn several_queries_are_named_in_every_answer() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let file = submissions(&db);
    let find = |args: &[&str]| db.run(&[&["find", &file], args].concat());
    let rows = find(&["--json", "--nearest", "0"]);
    let kinds: Vec<_> = rows.column("query").into_iter().zip(rows.column("kind")).collect();
    let kind = |tree, kind: &str| (format!("{file}, tree {tree}").into(), kind.into());
    assert_eq!(
        kinds,
        [
            kind(1, "same problem"),
            kind(2, "same problem"),
            kind(3, "same position"),
            kind(4, "not found"),
            kind(5, "not found"),
        ]
    );
    for search in [&["--near", "1"][..], &["--contains"], &["--within"], &["--inside"]] {
        let json = find(&[search, &["--json"]].concat());
        let csv = find(&[search, &["--csv"]].concat());
        let table = find(search);
        for tree in 1..=5 {
            let label = format!("{file}, tree {tree}");
            assert!(json.column("query").iter().any(|query| *query == *label), "{search:?}");
            assert!(csv.out.contains(&label), "{search:?}");
            assert!(table.out.contains(&label), "{search:?}");
        }
    }
    let games = find(&["--in", "games", "--json"]);
    assert_eq!(games.column("query").len(), 5);
    assert_eq!(games.column("game"), vec![serde_json::Value::Null; 5]);
    // One query needs no name, and nothing is printed for a program.
    let one = db.write("one.sgf", "(;SZ[9]AB[aa]AW[bb];B[ab])");
    assert_eq!(db.run(&["find", &one, "--json"]).out, "");
}

#[test]
fn problems_of_abalone_get_verdicts() {
    let db = Db::with(&["data/abalone"]);
    let puzzles: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string("data/abalone/puzzles.json").unwrap())
            .unwrap();
    let [first, second] = [0, 1].map(|at| puzzles["content"][at].clone());
    let mut other = second.clone();
    other["sol_starts"] = "1.x".into();
    let list = serde_json::json!({"content": [first, other]}).to_string();
    let known = db.write("known.json", &list);
    let compared = db.run(&["compare", &known, "--json"]).json();
    let verdicts: Vec<_> = compared.iter().map(|row| (&row["verdict"], &row["answers"])).collect();
    assert_eq!(verdicts[0], (&"same problem".into(), &"agree".into()));
    assert_eq!(verdicts[1], (&"same problem".into(), &serde_json::Value::Null));
    let lines: String = (1..=9).map(|cell| format!("0e{cell}_0a1\n")).collect();
    let new = db.write("new.txt", &lines);
    let compared = db.run(&["compare", &new, "--limit", "1"]);
    assert_eq!(compared.status, 1, "{}", compared.err);
    let summary =
        "\n9 problems: 9 new\nlooked for: same problem, same position, same core, same shape\n";
    assert!(compared.out.ends_with(summary), "{}", compared.out);
    let near = db.write("near.txt", "0a12345b123456c345_0g567h456789i5678\n");
    let compared = db.run(&["compare", &near, "--near", "1", "--only", "near", "--json"]).json();
    assert_eq!(
        (&compared[0]["verdict"], &compared[0]["matches"][0]["distance"]),
        (&"near".into(), &1.into())
    );
    // What is new is written as APGN.
    let file = db.path("new.apgn");
    let path = file.to_str().unwrap();
    assert_eq!(db.run(&["compare", &new, "--only", "new", "-o", path]).status, 1);
    let written = Db::new();
    written.run(&["import", "--quiet", path]).done();
    assert_eq!(
        written.run(&["problems", "--json"]).json().len(),
        db.run(&["compare", &new, "--json"]).json().len()
    );
    let both = db.run(&["compare", &new, "data/classic-shapes.sgf", "--only", "new", "-o", path]);
    assert!(both.err.contains("of Go and of Abalone"), "{}", both.err);
}

/// A corner problem with its right line.
const CORE: &str =
    "(;SZ[19]PL[B]AB[ba][bb][bc][ac]AW[cb][cc][cd][bd][ad](;B[ca];W[da];B[aa]C[RIGHT]))";

/// The same fight mirrored and with exchanged colors, in a larger position; only the first move.
const CORE_ELSEWHERE: &str =
    "(;SZ[19]PL[W]AW[ra][rb][rc][sc]AB[qb][qc][qd][rd][sd][dd][dp]AW[pp][cq](;W[qa]C[RIGHT]))";

#[test]
fn the_same_core_and_what_is_contained_are_known() {
    let db = Db::new();
    std::fs::write(db.path("known.sgf"), CORE_ELSEWHERE).unwrap();
    db.run(&["import", &db.path("known.sgf").to_string_lossy()]);
    let file = db.path("new.sgf");
    let other = CORE.replace("B[ca];W[da]", "B[bf];W[bg]");
    std::fs::write(&file, [CORE, CORE, &other, &other].concat()).unwrap();
    let file = file.to_string_lossy();
    let verdicts = |options: &[&str]| -> Vec<String> {
        let compared = db.run(&[&["compare", &file, "--json"], options].concat());
        let verdict = |line: &str| {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            row["verdict"].as_str().unwrap().to_owned()
        };
        compared.out.lines().map(verdict).collect()
    };
    assert_eq!(verdicts(&[]), ["same core", "same core", "new", "new"]);
    let all = db.run(&["compare", &file, "--json", "--all", "--contained"]);
    assert!(all.out.contains(r#""kind":"contains""#), "{}", all.out);
    let core = db.run(&["dups", "--core"]);
    assert_eq!(core.status, 1, "{}", core.out);
    db.run(&["import", &file]);
    let core = db.run(&["dups", "--core", "--csv"]);
    assert_eq!((core.status, core.out.lines().count()), (0, 3), "{}", core.out);
    let contained = db.run(&["dups", "--contained", "--csv"]);
    assert_eq!((contained.status, contained.out.lines().count()), (0, 2), "{}", contained.out);
    assert_eq!(db.run(&["dups", "--all"]).status, 2); // neither --contained nor --conflicts

    // Without the answer of the smaller problem among the moves of the larger one.
    let db = Db::new();
    let path = db.write("both.sgf", &[CORE_ELSEWHERE, &other].concat());
    db.run(&["import", "-q", &path]).done();
    assert_eq!(db.run(&["dups", "--contained"]).status, 1);
    let all = db.run(&["dups", "--contained", "--all", "--csv"]);
    assert_eq!((all.status, all.out.lines().count()), (0, 2), "{}", all.out);
}

/// Several right moves that nobody answers show no fight, so they have no core.
#[test]
fn only_a_right_line_of_three_moves_makes_a_core() {
    let db = Db::new();
    let known = db.write("known.sgf", CORE_ELSEWHERE);
    db.run(&["import", "-q", &known]).done();
    for (lines, verdict) in [
        ("(;B[ca];W[da];B[aa]C[RIGHT])", "same core"),
        ("(;B[ca]C[RIGHT])(;B[da]C[RIGHT])(;B[aa]C[RIGHT])", "new"),
        ("(;B[ca];W[da]C[RIGHT])(;B[aa]C[RIGHT])", "new"),
    ] {
        let new = CORE.replace("(;B[ca];W[da];B[aa]C[RIGHT])", lines).replace("[ad]", "[ad][ga]");
        let new = db.write("new.sgf", &new);
        let compared = db.run(&["compare", &new, "--json"]);
        assert_eq!(compared.column("verdict"), [verdict], "{lines}");
    }
}

/// The window of the problem reaches the left edge, two lines away. That of the board does not, as
/// stones at the right edge are nearer to theirs.
#[test]
fn a_problem_is_found_on_a_board_whose_window_ends_before_its_edge() {
    let db = Db::new();
    let stones = "AB[cc][dc][ec][fc][gb]AW[cb][db][eb][fb]";
    let problem = |more: &str| format!("(;SZ[19]PL[B]{stones}{more};B[fa]C[RIGHT])");
    let known = db.write("known.sgf", &problem(""));
    db.run(&["import", "-q", &known]).done();
    let board = db.write("board.sgf", &problem("AB[rl][cq]AW[si][fr]"));
    let compared = db.run(&["compare", "--contained", &board, "--json"]);
    assert_eq!(compared.column("verdict"), ["contained"], "{}", compared.out);
}

/// Of two problems with one core, an export on request has the first one, or the preferred one.
#[test]
fn an_export_has_one_problem_of_a_core_on_request() {
    let db = Db::new();
    let line = "PL[B];B[ab];W[bc];B[ac];W[bd])";
    let one = db.write("one.sgf", &format!("(;SZ[19]AB[bb][cb][db][ea]AW[ba][ca][da]{line}"));
    let other = db.write(
        "other.sgf",
        &format!(
            "(;SZ[19]AB[bb][cb][db][ea]AW[ba][ca][da][pp][pq]{line}(;SZ[19]AB[jj]AW[kk];B[kj])"
        ),
    );
    db.run(&["import", "--quiet", &one, &other]).done();
    let names = |args: &[&str]| {
        let ran = db.run(&[&["export", "--format", "json", "--orient", "as-is"], args].concat());
        ran.column("source").into_iter().map(|name| name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&[]).len(), 3);
    let first = names(&["--one-per", "core"]);
    assert_eq!((first.len(), first[0].contains("one.sgf")), (2, true), "{first:?}");
    let preferred = names(&["--one-per", "core", "--prefer", "other.sgf"]);
    assert!(preferred.iter().all(|name| name.contains("other.sgf")), "{preferred:?}");
    let told = db.run(&["export", "--one-per", "core", "-o", db.path("x.sgf").to_str().unwrap()]);
    assert_eq!(told.err, "gtn-db: left out: 1 problem with the core of another one\n");
}

/// A dead chain, a move off the board, a side to move against the first move, and no answer; the first
/// problem twice.
const FAULTY: &str = "(;SZ[9]AB[aa]AW[ba][ab]PL[B];B[cc]C[RIGHT])(;SZ[9]AB[bb]AW[cb]PL[B];B[zy]C[RIGHT])\
    (;SZ[9]AB[bb]AW[cc]PL[W];B[ca]C[RIGHT])(;SZ[9]AB[bb]AW[cd]PL[B])\
    (;SZ[9]AB[aa]AW[ba][ab]PL[B];B[cc]C[RIGHT])";

#[test]
fn faults_and_repetitions_stand_beside_the_verdict() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let file = db.write("faulty.sgf", FAULTY);
    let rows = db.run(&["compare", &file, "--json"]);
    assert_eq!(rows.column("verdict"), ["new"; 5]);
    let faults: Vec<String> = rows.column("faults").iter().map(ToString::to_string).collect();
    let expected = [
        r#"["setup-no-liberty"]"#,
        r#"["answer-point","no-answer"]"#,
        r#"["no-answer","turn-conflict"]"#,
        r#"["no-answer"]"#,
        r#"["setup-no-liberty"]"#,
    ];
    assert_eq!(faults, expected);
    assert_eq!(rows.column("repeated")[4]["tree"], 1);
    let only =
        |values: &str| db.run(&["compare", &file, "--only", values, "--json"]).column("tree");
    assert_eq!(only("repeated"), [5]);
    assert_eq!(only("no-answer,turn-conflict"), [2, 3, 4]);
    assert_eq!(only("new").len(), 5);
    let status = |values: &str| db.run(&["compare", &file, "--fail-on", values]).status;
    assert_eq!((status("contradicts,same-problem"), status("no-answer"), status("new")), (0, 1, 1));
    let unknown = db.run(&["compare", &file, "--only", "overlap"]);
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("`overlap` is none of same-problem, "), "{}", unknown.err);
}

#[test]
fn answers_contradict_or_list_fewer() {
    let db = Db::new();
    let problem = |lines: &str| format!("(;SZ[9]AB[ba][bb]AW[cb]PL[B]{lines})");
    let known = "(;B[ca]C[RIGHT])(;B[cc]C[RIGHT])(;B[aa];W[ab]C[WRONG])";
    let known = db.write("known.sgf", &problem(known));
    db.run(&["import", "-q", &known]).done();
    for (lines, answers) in [
        ("(;B[ca]C[RIGHT])(;B[cc]C[RIGHT])", "agree"),
        ("(;B[ca]C[RIGHT])", "lists fewer"),
        ("(;B[dd]C[RIGHT])", "disjoint"),
        ("(;B[aa]C[RIGHT])", "contradicts"),
        ("(;B[ca]C[RIGHT])(;B[cc];W[cd]C[WRONG])", "contradicts"),
        (";B[dd]", "assumed"),
    ] {
        let new = db.write("new.sgf", &problem(lines));
        let rows = db.run(&["compare", &new, "--json"]);
        assert_eq!(
            (rows.status, &rows.column("answers")[..]),
            (0, &[answers.into()][..]),
            "{lines}"
        );
    }
}

#[test]
fn the_same_stones_with_other_edges_are_the_same_shape() {
    let db = Db::new();
    let known = db.write("known.sgf", "(;SZ[19]AB[ba][bb][cb]AW[ca][db][dc]PL[B];B[da]C[RIGHT])");
    db.run(&["import", "-q", &known]).done();
    let lower = db.write("lower.sgf", "(;SZ[19]AB[cb][cc][dc]AW[db][ec][ed]PL[B];B[eb]C[RIGHT])");
    let rows = db.run(&["compare", &lower, "--json"]);
    assert_eq!((rows.status, &rows.column("verdict")[..]), (0, &["same shape".into()][..]));
}

/// The page is one file: no script, nothing from elsewhere, and texts of files are texts.
#[test]
fn a_page_shows_both_boards() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    let file = submissions(&db);
    let evil = SETUP.replace("[ma]", "");
    let evil = format!("(;{evil}GN[<script>alert(1)</script>]PL[W];W[ja]C[RIGHT])");
    let evil = db.write("<b>.sgf", &format!("{evil}(;SZ[9]AB[zz][aa]AW[bb]PL[B];B[cc])"));
    let page = db.path("report.html");
    let path = page.to_str().unwrap();
    assert_eq!(db.run(&["compare", &file, &evil, "--near", "1", "-o", path]).status, 3);
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(!text.contains("<script") && !text.contains("<b>.sgf"), "{text}");
    assert!(!text.contains("href=\"http") && text.contains("default-src 'none'"));
    // The first is settled; the new one has no record beside it.
    assert_eq!(text.matches("<article").count(), 6);
    assert_eq!(text.matches("<svg").count(), 11);
    assert!(text.contains("Settled") && text.contains("Differs at N19"), "{text}");
    assert!(text.contains("<p>Not read: &lt;b&gt;.sgf, tree 2"), "{text}");
    let without = db.run(&["compare", &file, "-o", db.path("x.sgf").to_str().unwrap()]);
    assert_eq!(without.status, 2);
    assert!(without.err.contains("--only"), "{}", without.err);
}
