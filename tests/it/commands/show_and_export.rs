//! `show` and `export`.

use std::fs;

use insta::assert_snapshot;
use serde_json::Value;

use super::Db;

#[test]
fn show_draws_and_lists() {
    let db = Db::with(&["data"]);
    assert_snapshot!(db.run(&["show", "b551"]).done(), @"
         A B C D E F
       +--------------
    19 | . . . O X . ~
    18 | . . O O X . ~
    17 | O O O X X . ~
    16 | X X X X . . ~
    15 | . . . . . . ~
       | ~ ~ ~ ~ ~ ~

    key     b551284523ddc24b10a3c4f951772cbd
    text    5x5|!!!!!_....._OOOO._XXXOO_..XXO_...XO_
    window  4x5|...OX_..OOX_OOOXX_XXXX._!!!!!_

    turn   operation  source                   tree  byte  name                      moves  marks       accepted  certainty  board  window   charset
    ------ ---------- ------------------------ ----- ----- ------------------------- ------ ----------- --------- ---------- ------ -------- --------
    black  N_SR2      data/classic-shapes.sgf  5     1190  Bulky five in the corner  9      goproblems  B19       marked     19x19  A16-E19  UTF-8
    black  N_IR3      data/teacher-notes.sgf   3     398   Lesson 3                  9      words       A12       words      13x13  A9-D13   UTF-8
    ");
    assert_snapshot!(db.run(&["show", "b551", "--json"]).done(), @r#"
    {"key":"b551284523ddc24b10a3c4f951772cbd","text":"5x5|!!!!!_....._OOOO._XXXOO_..XXO_...XO_","turn":"black","turn_source":"PL","turn_words":null,"operation":"N_SR2","source":"data/classic-shapes.sgf","tree":5,"problem":1,"book":"data/classic-shapes","number":5,"offset":1190,"name":"Bulky five in the corner","moves":9,"marks":"goproblems","accepted":["ba"],"certainty":"marked","board":"19x19","window":"{(1,1),5,4}","charset":"UTF-8","copy_of":null}
    {"key":"b551284523ddc24b10a3c4f951772cbd","text":"5x5|!!!!!_....._OOOO._XXXOO_..XXO_...XO_","turn":"black","turn_source":"PL","turn_words":null,"operation":"N_IR3","source":"data/teacher-notes.sgf","tree":3,"problem":1,"book":"data/teacher-notes","number":3,"offset":398,"name":"Lesson 3","moves":9,"marks":"words","accepted":["ab"],"certainty":"words","board":"13x13","window":"{(1,1),4,5}","charset":"UTF-8","copy_of":null}
    "#);
    assert_eq!(db.run(&["show", "--sgf", "--csv", "b551"]).status, 2);
}

#[test]
fn show_prints_the_game_trees_unchanged() {
    let db = Db::with(&["data"]);
    let shown = db.run(&["show", "--sgf", "b551"]).done();
    for (file, name) in
        [("classic-shapes", "Bulky five in the corner"), ("teacher-notes", "Lesson 3")]
    {
        let file = fs::read_to_string(format!("data/{file}.sgf")).unwrap();
        let tree = file.split("\n\n").find(|tree| tree.contains(&format!("GN[{name}]"))).unwrap();
        assert!(shown.contains(&format!("\n\n{}\n", tree.trim())), "{shown}");
    }
    for line in db.run(&["show", "--sgf", "--json", "b551", "9764"]).json() {
        let sgf = line["sgf"].as_str().unwrap();
        let name = line["name"].as_str().unwrap_or_default();
        assert!(sgf.starts_with("(;") && sgf.ends_with(')') && sgf.contains(name), "{sgf}");
    }
}

#[test]
fn export_is_the_same_from_run_to_run() {
    let db = Db::with(&["data"]);
    for format in ["sgf", "igtn", "json", "csv"] {
        for orient in ["top-right", "top-left", "as-is", "canonical"] {
            for more in [&[][..], &["--black-first"]] {
                let args = [&["export", "--format", format, "--orient", orient], more].concat();
                let first = db.run(&args).done();
                // The second run writes to a file.
                let file = db.path("out");
                let to_file = [&args[..], &["-o", file.to_str().unwrap()]].concat();
                assert!(db.run(&to_file).done().starts_with("37 problems written to "));
                assert_eq!(fs::read_to_string(file).unwrap(), first, "{args:?}");
                let problems = match format {
                    "sgf" => first.matches("(;FF[4]").count(),
                    "igtn" => first.lines().filter(|line| !line.starts_with('#')).count(),
                    "json" => first.lines().count(),
                    _ => csv_rows(&first).len(),
                };
                assert_eq!(problems, 37, "{args:?}");
            }
        }
    }
}

fn csv_rows(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).into_records().map(Result::unwrap).collect()
}

#[test]
fn export_orients_the_corner() {
    let db = Db::with(&["data"]);
    let igtn = |args: &[&str]| {
        let out = db.run(&[&["export", "--format", "json"], args].concat());
        let lines = out.json();
        let line = lines.iter().find(|line| line["name"] == "Lesson 7").unwrap();
        format!("{} {}", line["igtn"].as_str().unwrap(), line["turn"].as_str().unwrap())
    };
    // White to play in the top right corner; a rectangular six.
    assert_snapshot!(igtn(&[]), @"6x4|_OX.._OX.._OX.._OXXX_OOO._..OO_!!!! white");
    assert_snapshot!(igtn(&["--black-first"]), @"6x4|_XO.._XO.._XO.._XOOO_XXX._..XX_!!!! black");
    assert_snapshot!(igtn(&["--orient", "top-left"]), @"4x6|...X.O_...XOO_XXXXO._OOOOO._!!!!!!_ white");
    assert_snapshot!(igtn(&["--orient", "as-is"]), @"6x4|_OX.._OX.._OX.._OXXX_OOO._..OO_!!!! white");
    assert_snapshot!(igtn(&["--orient", "canonical"]), @"4x6|!!!!!!_OOOOO._XXXXO._...XOO_...X.O_ white");
    assert_snapshot!(igtn(&["--orient", "canonical", "--black-first"]), @"4x6|!!!!!!_XXXXX._OOOOX._...OXX_...O.X_ black");
    let turns = db.run(&["export", "--format", "json", "--black-first"]).column("turn");
    assert!(turns.iter().all(|turn| turn == "black" || turn == "unknown"), "{turns:?}");
}

#[test]
fn an_export_can_be_imported_again() {
    for args in [&[][..], &["--orient", "canonical"], &["--orient", "top-left", "--black-first"]] {
        let db = Db::with(&["data"]);
        let file = db.path("out.sgf");
        db.run(&[&["export", "-o", file.to_str().unwrap()], args].concat()).done();
        let again = Db::with(&[file.to_str().unwrap()]);
        let counts = again.run(&["stats", "--json"]).json().remove(0);
        assert_eq!(counts["records"], 37);
        assert_eq!((&counts["problems"], &counts["positions"]), (&37.into(), &36.into()));
        let ran = again.run(&["dups"]);
        assert_eq!((ran.status, ran.out.as_str()), (1, "No duplicate problems\n"));
        // One position stands there with either side to play.
        assert_eq!(again.run(&["dups", "--by", "position", "--json"]).json().len(), 1);
    }
}

#[test]
fn export_to_a_folder() {
    let db = Db::with(&["data"]);
    let folder = db.path("new").join("problems");
    let with_slash = format!("{}/", folder.display());
    assert!(db.run(&["export", "-o", &with_slash]).done().starts_with("37 problems written to "));
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort_unstable();
    assert_eq!(names.len(), 37);
    assert_eq!(names[..2], ["01-Straight-three.sgf", "02-Bent-three-in-the-corner.sgf"]);
    let all: String =
        names.iter().map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect();
    assert_eq!(all, db.run(&["export"]).done());
    let again = Db::with(&[folder.to_str().unwrap()]);
    assert_eq!(again.run(&["stats", "--json"]).column("problems"), [37]);
}

#[test]
fn export_keeps_records_of_preferred_sources() {
    let db = Db::with(&["data"]);
    let kept = |args: &[&str]| {
        let out = db.run(&[&["export", "--format", "json"], args].concat());
        assert_eq!((out.status, out.err.as_str()), (0, ""));
        let lines = out.json();
        let is_bulky_five = |line: &&Value| line["key"].as_str().unwrap().starts_with("b551");
        lines.iter().find(is_bulky_five).unwrap()["name"].as_str().unwrap().to_owned()
    };
    assert_eq!(kept(&[]), "Bulky five in the corner");
    for name in ["teacher-notes.sgf", "data/teacher-notes.sgf"] {
        assert_eq!(kept(&["--prefer", name]), "Lesson 3", "{name}");
    }
    let both = ["--prefer", "classic-shapes.sgf", "--prefer", "teacher-notes.sgf"];
    assert_eq!(kept(&both), "Bulky five in the corner");
    let file = db.path("out");
    let ran = db.run(&["export", "--prefer", "nobody.sgf", "-o", file.to_str().unwrap()]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_eq!(ran.err, "gtn-db: --prefer: the database has no source `nobody.sgf`\n");
    assert!(!file.exists());
}

#[test]
fn export_of_nothing() {
    let db = Db::new();
    db.run(&["import", "data/game.sgf"]).done();
    let ran = db.run(&["export"]);
    let err = "gtn-db: there are games, but no problems\n";
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (1, "", err));
    let ran = db.run(&["export", "-o", "/dev/null/x.sgf"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("gtn-db: cannot write to /dev/null/x.sgf: "), "{}", ran.err);
}

/// Four games in which Black approaches or is approached after a tenuki in the same corner.
const GAMES: &str = "(;GM[1]SZ[19];B[pd];W[dd];B[nc];W[dp])\n(;GM[1]SZ[19];B[pd];W[dd];B[nc];W[dp])\n\
    (;GM[1]SZ[19];B[pd];W[qf];B[nc];W[dp])\n(;GM[1]SZ[19];B[pd];W[qf];B[nd];W[dp])\n";

#[test]
fn exported_joseki_have_no_tenuki_on_the_main_line() {
    let db = Db::new();
    let games = db.write("games.sgf", GAMES);
    db.run(&["import", "--quiet", &games]).done();
    let sgf = db.run(&["export", "--joseki", "--window", "7"]).done();
    assert_snapshot!(sgf, @"(;FF[4]GM[1]CA[UTF-8]SZ[19]PL[B]LB[pd:a](;B[pd]C[10 of 16 in 4 games]LB[nc:a](;W[nc]C[2 of 6 in 2 games])(;W[]C[4 of 6 in 2 games]LB[qf:a];B[qf]C[2 of 4 in 2 games];W[]C[2 of 2 in 2 games]))(;B[]C[6 of 16 in 4 games]))");
    // The main line follows the first branch of every node.
    let main_line = sgf.split(')').next().unwrap();
    assert!(main_line.contains(";B[pd]") && !main_line.contains("[]"), "{main_line}");
}

#[test]
fn export_refuses_options_without_effect() {
    let db = Db::with(&["data"]);
    let refused = |args: &[&str]| {
        let ran = db.run(&[&["export"], args].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        ran.err
    };
    for option in [
        &["--orient", "as-is"][..],
        &["--black-first"],
        &["--prefer", "x.sgf"],
        &["--marks", "words"],
        &["--solutions", "union"],
    ] {
        let error = refused(&[&["--joseki"], option].concat());
        assert!(error.contains(option[0]) && error.contains("--joseki"), "{error}");
    }
    assert_snapshot!(refused(&["--joseki", "--format", "csv"]), @"gtn-db: --joseki writes SGF; --format cannot be changed");
    assert_snapshot!(refused(&["--player", "Shusaku"]), @"gtn-db: --player can only be used with --joseki");
    assert_snapshot!(refused(&["--window", "8"]), @"gtn-db: --window can only be used with --joseki");
}

#[test]
fn export_of_joseki_without_games_is_an_error() {
    let db = Db::with(&["data/problems.igtn"]);
    let ran = db.run(&["export", "--joseki"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert_snapshot!(ran.err, @"
    gtn-db: the database has no games
    hint: `gtn-db import FOLDER` adds the games of a folder
    ");
    db.run(&["import", "--quiet", "data/game.sgf"]).done();
    let path = db.path("joseki.sgf");
    let file = path.to_str().unwrap();
    let ran = db.run(&["export", "--joseki", "--player", "nobody", "-o", file]);
    assert_snapshot!(ran.err, @"
    gtn-db: no game of the database fits the options
    hint: `gtn-db games` with --player lists the games that fit
    ");
    let ran = db.run(&["export", "--joseki", "--min-games", "100", "-o", file]);
    assert_snapshot!(ran.err, @"
    gtn-db: no move in a corner occurs in 100 games
    hint: lower the number with --min-games
    ");
    assert!(!path.exists());
}

#[test]
fn a_tree_of_joseki_has_letters_and_no_second_tenuki() {
    let db = Db::new();
    let game = "(;SZ[19];B[pd];W[dd];B[qp];W[dp];B[qf])";
    db.run(&["import", "-q", &db.write("games.sgf", &game.repeat(2))]).done();
    let tree = db.run(&["export", "--joseki"]).done();
    assert!(tree.contains("LB["), "{tree}");
    let nodes: Vec<&str> = tree.split(';').collect();
    let is_pass = |node: &str| node.starts_with("B[]") || node.starts_with("W[]");
    assert!(nodes.iter().any(|node| is_pass(node)), "{tree}");
    for pair in nodes.windows(2) {
        assert!(!(is_pass(pair[0]) && !pair[0].contains(')') && is_pass(pair[1])), "{tree}");
    }
    let from = db.run(&["export", "--joseki", "--from", "Q16"]).done();
    assert!(from.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]AB[pd]PL[W]"), "{from}");
    assert_eq!(db.run(&["export", "--from", "Q16"]).status, 2);
}

#[test]
fn a_dictionary_is_written_beside_the_games() {
    let db = Db::new();
    let game = "(;SZ[19];B[pd];W[dd];B[qp];W[dp];B[qf])";
    let dictionary = "(;SZ[19]GN[joseki];B[pd](;W[qf];B[nc]C[solid])(;W[nc]C[high]))";
    let games = format!("{}{dictionary}", game.repeat(2));
    db.run(&["import", "-q", &db.write("games.sgf", &games)]).done();
    let counts = |tree: &str| tree.matches(" in 2 games").count();
    let alone = db.run(&["export", "--joseki", "--where", "id < 3"]).done();
    let with = db.run(&["export", "--joseki", "--dictionary", "3"]).done();
    assert_eq!(counts(&with), counts(&alone), "{with}");
    assert!(with.contains("C[fewer than 2 games\n\nhigh]"), "{with}");
    let only =
        ["export", "--joseki", "--dictionary", "3,3", "--where", "id = 3", "--min-games", "1"];
    let only = db.run(&only).done();
    assert!(only.contains("C[no games\n\nsolid]"), "{only}");
    let ran = db.run(&["export", "--joseki", "--dictionary", "1,9"]);
    assert_snapshot!(ran.err, @"gtn-db: --dictionary: the database has no game 9");
    assert_eq!(db.run(&["export", "--dictionary", "3"]).status, 2);
}
