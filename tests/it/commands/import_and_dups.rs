//! `import`, `stats` and `dups`.

use std::fs;

use insta::assert_snapshot;

use super::Db;

#[test]
fn import_summarizes_a_collection() {
    let db = Db::new();
    assert_snapshot!(db.run(&["import", "data"]).done(), @"
    78 records from 11 sources: 53 positions (53 new), 55 problems
    38 games
    of Abalone: 26 records, 21 games
    passed over: 2 .md
    ");
    assert_snapshot!(db.run(&["import", "data"]).done(), @"
    11 sources unchanged
    passed over: 2 .md
    ");
    assert_snapshot!(db.run(&["stats", "--verify"]).done(), @"
    records  problems  positions  games  sources
    -------- --------- ---------- ------ --------
    78       55        53         38     11
    Of Abalone: 26 records, 18 problems, 17 positions; 21 games with 1584 moves and 1217 positions
    The database is sound: every row is as it was written
    ");
}

#[test]
fn import_as_json() {
    let db = Db::new();
    assert_snapshot!(db.run(&["import", "--json", "data"]).done(), @r#"{"records":78,"problems":55,"games":38,"abalone_records":26,"abalone_games":21,"positions":53,"new_positions":53,"sources":11,"new":11,"changed":0,"unchanged":0,"moved":0,"gone":[],"pruned":false,"passed_over":{"md":2},"dry_run":false,"older":0,"decisions":0,"remarks":0,"reread":null,"interrupted":false,"turns":{"PL":34,"first moves":10,"words":0,"none":8},"turn_words":[],"omitted":0,"untold":0,"skipped":[]}"#);
    let bad = db.write("bad.sgf", "(;AB[aa]AW[aa])\n(;AB[bb]AW[cc])\n(;SZ[60]AB[aa])");
    let ran = db.run(&["import", "--json", &bad]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.out, @r#"{"records":1,"problems":1,"games":0,"abalone_records":0,"abalone_games":0,"positions":1,"new_positions":1,"sources":1,"new":1,"changed":0,"unchanged":0,"moved":0,"gone":[],"pruned":false,"passed_over":{},"dry_run":false,"older":0,"decisions":0,"remarks":0,"reread":null,"interrupted":false,"turns":{"PL":0,"first moves":0,"words":0,"none":1},"turn_words":[],"omitted":0,"untold":0,"skipped":[{"code":"setup-both","source":"bad.sgf","tree":1,"offset":8,"cause":"AW: A19 is set up in two ways in one node","kept":false},{"code":"board-size","source":"bad.sgf","tree":3,"offset":34,"cause":"SZ: `60` is not a board size: a board has 1 to 52 columns and rows","kept":false}]}"#);
}

#[test]
fn import_reports_what_was_skipped() {
    let db = Db::new();
    let bad = db.write("bad.sgf", "(;AB[aa]AW[aa])\n(;AB[bb]AW[cc])\n(;SZ[60]AB[aa])");
    let ran = db.run(&["import", &bad]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"
    gtn-db: bad.sgf, tree 1, byte 8: AW: A19 is set up in two ways in one node
    gtn-db: bad.sgf, tree 3, byte 34: SZ: `60` is not a board size: a board has 1 to 52 columns and rows
    ");
    assert_snapshot!(ran.out, @"
    1 record from 1 source: 1 position (1 new), 1 problem
    2 trees or files skipped
    ");
}

/// Frequent faults do not hide rare ones.
#[test]
fn import_reports_every_kind_of_fault() {
    let db = Db::new();
    let games = "(;KM[x75];B[aa])\n".repeat(12) + "(;B[aa];W[aa])";
    let ran = db.run(&["import", &db.write("games.sgf", &games)]);
    assert_eq!(ran.status, 3);
    let end = ran.err.lines().skip(9).collect::<Vec<_>>().join("\n");
    assert_snapshot!(end, @"
    gtn-db: games.sgf, tree 10, byte 155: KM: `x75` is not a komi (kept)
    gtn-db: games.sgf, tree 13, byte 212: the line ends before move 2: A19 is occupied (Article 3) (kept)
    gtn-db: and 2 more findings with the code game-fact; --json lists all
    ");
    assert_snapshot!(ran.out, @"13 games");
}

/// A file of another kind is called what it is, once; as long as it stays the same, it is counted.
#[test]
fn a_picture_is_named_once() {
    let db = Db::new();
    fs::create_dir(db.path("books")).unwrap();
    fs::write(db.path("books/photo.sgf"), b"\x89PNG\r\n\x1a\n(;AB[aa])").unwrap();
    fs::write(db.path("books/scan.sgf"), "%PDF-1.4\n(;AB[aa])").unwrap();
    fs::write(db.path("books/a.sgf"), "(;SZ[9]AB[aa]AW[ab])").unwrap();
    let ran = db.run(&["import", db.path("books").to_str().unwrap()]);
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"
    gtn-db: books/photo.sgf: is a picture (PNG), not SGF
    gtn-db: books/scan.sgf: is a PDF document, not SGF
    ");
    assert_snapshot!(ran.out, @"
    1 record from 1 source: 1 position (1 new), 1 problem
    2 trees or files skipped
    ");
    let again = db.run(&["import", db.path("books").to_str().unwrap()]);
    assert_eq!(again.err, "");
    assert_snapshot!(again.done(), @"3 sources unchanged");
    assert_snapshot!(db.run(&["dups", "--files"]).out, @"No redundant sources");
}

/// `--as` also applies to sources imported before, and is remembered.
#[test]
fn import_as_another_kind_replaces_the_source() {
    let db = Db::new();
    let games = ["import", "--as", "games", "data/classic-shapes.sgf"];
    let auto = ["import", "data/classic-shapes.sgf"];
    assert_snapshot!(db.run(&auto).done(), @"29 records from 1 source: 29 positions (29 new), 29 problems");
    assert_snapshot!(db.run(&games).done(), @"
    29 games
    1 source changed
    ");
    assert_snapshot!(db.run(&games).done(), @"1 source unchanged");
    assert_snapshot!(db.run(&auto).done(), @"1 source unchanged");
    let stats = &db.run(&["stats", "--json"]).json()[0];
    assert_eq!(
        (&stats["records"], &stats["games"], &stats["sources"]),
        (&0.into(), &29.into(), &1.into())
    );
}

#[test]
fn import_as_games_or_problems() {
    assert_snapshot!(Db::new().run(&["import", "--as", "games", "data"]).done(), @"
    34 records from 11 sources: 25 positions (25 new), 26 problems
    82 games
    of Abalone: 26 records, 21 games
    passed over: 2 .md
    ");
    let problems = ["data/classic-shapes.sgf", "data/game.sgf", "data/problems.igtn"];
    let ran = Db::new().run(&[&["import", "--as", "problems"], &problems[..]].concat());
    assert_eq!(ran.status, 3);
    assert_snapshot!(ran.err, @"gtn-db: game.sgf, tree 1, byte 0: no stones are set up");
    assert_snapshot!(ran.out, @"
    37 records from 2 sources: 32 positions (32 new), 32 problems
    1 tree or file skipped
    ");
}

#[test]
fn dups_lists_duplicates() {
    let db = Db::with(&["data"]);
    let table = db.run(&["dups", "--family", "go"]).done();
    let lines: Vec<_> = table.lines().collect();
    assert_snapshot!(lines[..6].join("\n"), @"
    cluster  turn     source                   tree  name                                  operation  key
    -------- -------- ------------------------ ----- ------------------------------------- ---------- ---------------------------------
    1        black    data/classic-shapes.sgf  1     Straight three                        N_IR3      6c12b34fddea2a2265377f525e6d81e2
    1        white    data/teacher-notes.sgf   1     Lesson 1                              IR2        6c12b34fddea2a2265377f525e6d81e2
    2        black    data/classic-shapes.sgf  2     Bent three in the corner              N_IR2      3d0129e725be4b737f53e10930a10354
    2        white    data/teacher-notes.sgf   2     Lesson 2                              IR1        3d0129e725be4b737f53e10930a10354
    ");
    assert_eq!(lines.last(), Some(&"15 duplicate problems, 15 redundant records"));
    let by_position = db.run(&["dups", "--family", "go", "--by", "position"]).done();
    let end = "\n16 duplicate positions, 16 redundant records\n";
    assert!(by_position.ends_with(end), "{by_position}");

    let csv = db.run(&["dups", "--family", "go", "--csv"]).done();
    assert_eq!(csv.lines().count(), 1 + 30);
    assert_snapshot!(csv.lines().take(3).collect::<Vec<_>>().join("\n"), @"
    cluster,key,source,tree,problem,name,operation,turn,copy_of
    1,6c12b34fddea2a2265377f525e6d81e2,data/classic-shapes.sgf,1,1,Straight three,N_IR3,black,
    1,6c12b34fddea2a2265377f525e6d81e2,data/teacher-notes.sgf,1,1,Lesson 1,IR2,white,
    ");

    let json = db.run(&["dups", "--family", "go", "--json"]);
    assert_eq!(json.json().len(), 15);
    assert_snapshot!(json.out.lines().next().unwrap(), @r#"{"key":"6c12b34fddea2a2265377f525e6d81e2","turn":"white","records":[{"source":"data/classic-shapes.sgf","tree":1,"problem":1,"name":"Straight three","operation":"N_IR3","turn":"black","copy_of":null},{"source":"data/teacher-notes.sgf","tree":1,"problem":1,"name":"Lesson 1","operation":"IR2","turn":"white","copy_of":null}]}"#);
    let by_position = db.run(&["dups", "--family", "go", "--by", "position", "--json"]);
    assert_eq!(by_position.json().len(), 16);
}

/// The table of `data/README.md`, row by row.
#[test]
fn dups_agrees_with_the_table_in_data_readme() {
    let db = Db::with(&["data"]);
    let clusters = db.run(&["dups", "--family", "go", "--by", "position", "--json"]).json();
    let readme = fs::read_to_string("data/README.md").unwrap();
    let rows = readme.lines().filter(|line| line.contains("| N_") || line.contains("| SR"));
    let mut seen = 0;
    for row in rows {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let [_, name, other, operations, _] = cells[..] else { panic!("{row}") };
        let cluster = clusters
            .iter()
            .find(|cluster| cluster["records"][0]["name"] == name)
            .unwrap_or_else(|| panic!("{name} has no duplicate"));
        let records = cluster["records"].as_array().unwrap();
        assert_eq!(records.len(), 2, "{row}");
        let file = other.split('`').nth(1).unwrap();
        assert_eq!(records[1]["source"], format!("data/{file}"));
        if let Some(lesson) = other.split(": ").nth(1).filter(|name| name.starts_with("Lesson")) {
            assert_eq!(records[1]["name"], lesson);
        }
        let found = db.run(&["find", cluster["key"].as_str().unwrap(), "--json"]).json();
        // A symmetrical shape has two operations, and dups prints the first one.
        let operation = found[1]["operation"].as_str().unwrap();
        assert!(operations.split([',', ' ']).any(|name| name == operation), "{row}: {operation}");
        seen += 1;
    }
    assert_eq!((seen, clusters.len()), (16, 16));
}

#[test]
fn a_collection_without_duplicates() {
    let db = Db::with(&["data/classic-shapes.sgf"]);
    for (by, sentence) in
        [("problem", "No duplicate problems\n"), ("position", "No duplicate positions\n")]
    {
        let ran = db.run(&["dups", "--by", by]);
        assert_eq!((ran.status, ran.out.as_str()), (1, sentence));
    }
    let json = db.run(&["dups", "--json"]);
    assert_eq!((json.status, json.out.as_str()), (1, ""));
    let csv = db.run(&["dups", "--csv"]);
    assert_eq!((csv.status, csv.out.lines().count()), (1, 1));
}

#[test]
fn one_duplicate_problem() {
    let db = Db::new();
    let twice = db.write("twice.sgf", "(;AB[aa]AW[ba]PL[B])(;AB[as]AW[bs]PL[B])");
    db.run(&["import", &twice]).done();
    let out = db.run(&["dups"]).done();
    assert!(out.ends_with("\n1 duplicate problem, 1 redundant record\n"), "{out}");
}
