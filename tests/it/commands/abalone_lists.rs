//! `dups`, `problems`, `show`, `check` and `audit` with Abalone.

use std::fs;

use super::Db;

const DAISY: &str = "d5a6017a8aa9822b045e3d09e0ea3437";
const GAME_11: &str = "8744e97202b604faf40cd34365b0b13d";
const TAGS: &str = "[Event \"Cup\"]\n[Date \"?\"]\n[Black \"B\"]\n[White \"W\"]\n\
    [Notation \"Aba-Pro\"]\n";
const CUSTOM: &str = "[Variant \"custom\"]\n[SetUp \"1\"]\n";

fn samples() -> Db {
    let db = Db::new();
    assert_eq!(db.run(&["import", "--quiet", "data/abalone"]).status, 0);
    db
}

#[test]
fn duplicates_are_those_of_the_samples() {
    let db = samples();
    let table = db.run(&["dups"]).done();
    assert!(table.ends_with("8 duplicate problems of Abalone, 9 redundant records\n"), "{table}");
    let clusters = db.run(&["dups", "--json"]);
    let keys: Vec<String> = clusters.column("key").iter().map(ToString::to_string).collect();
    // One position with Black and with White to move.
    assert_eq!(keys.iter().filter(|key| key.contains(GAME_11)).count(), 2);
    let daisy = &clusters.json()[0];
    assert_eq!((&daisy["key"], &daisy["turn"]), (&DAISY.into(), &"either".into()));
    assert_eq!(daisy["records"][1]["operation"], "IR1");
    assert_eq!(daisy["records"][1]["turn"], "black", "as the record says");
    let by_position = db.run(&["dups", "--by", "position", "--json"]);
    assert_eq!(by_position.json().len(), 7);
    let between = db.run(&["dups", "--between", "ao.txt", "kaawa.txt", "--json"]);
    assert_eq!(between.json().len(), 1, "game 1 after 30 moves");
    assert_eq!(db.run(&["dups", "--family", "go"]).status, 1);
    let csv = db.run(&["dups", "--csv"]).done();
    assert_eq!(csv.lines().count(), 1 + 17);
}

#[test]
fn near_positions_are_the_best_of_24_images() {
    let db = Db::new();
    let list = db.write("list.txt", "0a1b2_0c3\n0i9_0h8g7\n0a1_0i9\n0e5e6e7_0a1a2\n");
    db.run(&["import", &list]).done();
    let pairs = db.run(&["dups", "--near", "1", "--pairs", "--json"]).json();
    let distances: Vec<_> = pairs.iter().map(|pair| pair["distance"].clone()).collect();
    assert_eq!(distances, [1]);
    let groups = db.run(&["dups", "--near", "1", "--json"]).json();
    assert_eq!((groups.len(), groups[0]["members"].as_array().unwrap().len()), (1, 1));
    let table = db.run(&["dups", "--near", "1"]).done();
    assert!(table.contains("1 group: 1 position of Abalone differs"), "{table}");
}

#[test]
fn both_families_are_listed_one_after_the_other() {
    let db = Db::new();
    assert_eq!(db.run(&["import", "--quiet", "data"]).status, 0);
    let go = db.run(&["dups", "--family", "go"]).done();
    let abalone = db.run(&["dups", "--family", "abalone"]).done();
    assert_eq!(db.run(&["dups"]).done(), format!("{go}\n{abalone}"));
    let csv = db.run(&["dups", "--csv"]);
    assert_eq!(csv.out, db.run(&["dups", "--csv", "--family", "go"]).done());
    assert!(csv.err.contains("see --family abalone"), "{}", csv.err);
    let count = |args: &[&str]| db.run(args).json().len();
    let all = count(&["problems", "--json"]);
    let of_go = count(&["problems", "--json", "--family", "go"]);
    assert_eq!((all - of_go, count(&["problems", "--json", "--family", "abalone"])), (18, 18));
    // An option that only problems of Go can fulfill leaves Abalone out.
    assert_eq!(count(&["problems", "--json", "--stones", "1-"]), of_go);
    for args in [
        &["problems", "--family", "abalone", "--stones", "3"][..],
        &["dups", "--family", "abalone", "--where", "1"],
        &["dups", "--family", "abalone", "--shape"],
        &["dups", "--family", "abalone", "--conflicts"],
        &["dups", "--family", "abalone", "--files"],
    ] {
        let ran = db.run(args);
        assert_eq!(ran.status, 2, "{args:?}: {}", ran.out);
    }
}

#[test]
fn options_select_problems_of_abalone() {
    let db = samples();
    let count = |args: &[&str]| db.run(&[&["problems", "--json"], args].concat()).json().len();
    assert_eq!(count(&[]), 18);
    assert_eq!(count(&["--name", "XTR2"]), 4);
    assert_eq!(count(&["--source", "*/ao.txt"]), 4);
    assert_eq!(count(&["--turn", "white"]), 3);
    assert_eq!(count(&["--limit", "5"]), 5);
}

#[test]
fn sources_with_the_same_problems_are_redundant() {
    let db = Db::new();
    let one = db.write("one.txt", "0a1b2_0c3\n0e5e6_1a1\n");
    let part = db.write("part.txt", "0i9h8_0g7\n");
    let other = db.write("other.txt", "0i9h8_1g7\n");
    db.run(&["import", &one, &part, &other]).done();
    let files = db.run(&["dups", "--files", "--json"]).json();
    assert_eq!(files.len(), 1, "another number of marbles is lost in other.txt");
    assert_eq!((&files[0]["source"], &files[0]["relation"]), (&"part.txt".into(), &"part".into()));
}

#[test]
fn show_has_the_board_the_goal_the_solution_and_comments_in_words() {
    let db = Db::new();
    let puzzle = r#"{"content": [{"PZL_name": "demo_xtr1x", "pos": "0e456_5e7", "sol_starts": "1.e4e7|e4e5 e9e8"}]}"#;
    let puzzles = db.write("puzzles.json", puzzle);
    let position = "[Position \"5/6/7/8/3bbbw2/8/7/6/5-0b5w b\"]";
    let apgn = db.write(
        "problem.apgn",
        &format!("{TAGS}[Result \"*\"]\n{CUSTOM}{position}\n{{0y. $E7 \u{1b}[2J}} *\n"),
    );
    assert_eq!(db.run(&["import", "--quiet", &puzzles, &apgn]).status, 3, "a faulty solution");
    let shown = db.run(&["show", "0e456_0e7"]).done();
    for part in [
        "  e . . . X X X O . .\n",
        "goal      Black wins in 1 turn\n",
        "solution  1.e4e7\n",
        "line 2, move 2, `e9e8`: empty: there is no marble on e9",
        "the start, Black to move; threatens E7",
        position,
        "\"PZL_name\": \"demo_xtr1x\"",
    ] {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    assert!(!shown.contains('\u{1b}'));
    let key = &db.run(&["problems", "--json"]).json()[0]["key"];
    let records = db.run(&["show", &key.as_str().unwrap()[..8], "--json"]).json();
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["solution"][1]["code"], "empty");
    assert_eq!((&records[0]["lost"], &records[0]["turn"]), (&"0-5".into(), &"black".into()));
    let missing = db.run(&["show", "0a1_0"]);
    assert_eq!(missing.status, 1);
}

#[test]
fn check_names_file_game_move_token_and_code() {
    let db = Db::new();
    let start = "[Variant \"standard\"]\n";
    let text = format!(
        "{TAGS}[Result \"*\"]\n{start}\n1.c3d4 g5f5 2.d4c3 f5g5 3.e5e6 *\n\n\
         {TAGS}[Result \"0-1\"]\n{CUSTOM}[Position \"5/6/7/8/wbb6/8/7/6/5-0b5w b\"]\n\n1.e3e2 0-1\n"
    );
    let games = db.write("games.apgn", &text);
    assert_eq!(db.run(&["import", "--quiet", &games]).status, 3);
    let findings = |args: &[&str]| {
        let ran = db.run(&[&["check", "--json"], args].concat());
        assert_eq!(ran.status, 3, "{}", ran.err);
        ran.json()
            .iter()
            .map(|line| {
                let text = |field: &str| line[field].as_str().unwrap().to_owned();
                (text("code"), line["tree"].as_u64().unwrap(), text("cause"))
            })
            .collect::<Vec<_>>()
    };
    let found = findings(&[]);
    let codes: Vec<_> = found.iter().map(|(code, tree, _)| (code.as_str(), *tree)).collect();
    assert_eq!(codes, [("move-illegal", 1), ("repetition", 1), ("game-fact", 2)]);
    assert_eq!(found[0].2, "move 5, `e5e6`: empty: there is no marble on e5");
    assert_eq!(found[1].2, "move 4 leads to the position after move 0 again");
    assert!(found[2].2.contains("the tag Result says `0-1`, and the board 1-0"), "{}", found[2].2);
    // Of paths, the import names the line.
    let of_paths = findings(&[&games]);
    assert_eq!(of_paths.len(), 3, "{of_paths:?}");
    assert!(of_paths.iter().any(|found| found.2.starts_with("line 9: move 5, `e5e6`: empty")));
    assert_eq!(findings(&["--only", "repetition"]).len(), 1);
}

#[test]
fn the_audit_has_a_section_only_if_there_is_abalone() {
    let db = samples();
    let page = db.path("page.html");
    let path = page.to_str().unwrap();
    let said = db.run(&["audit", "-o", path]).done();
    assert!(said.contains("; of Abalone 26 records and 21 games: 8 duplicate problems"), "{said}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.contains("<section id=\"abalone\"") && html.contains(".goban .pit"));
    assert_eq!(html.matches("<article class=\"card\" id=\"a").count(), 8);
    let lines = db.run(&["audit", "--json"]).json();
    assert_eq!(lines.iter().filter(|line| line.get("abalone_duplicate").is_some()).count(), 8);
    // Without Abalone, nothing of it is in the page.
    db.run(&["audit", "data/classic-shapes.sgf", "-o", path]).done();
    let html = fs::read_to_string(&page).unwrap();
    assert!(!html.contains("balone\"") && !html.contains(".pit"));
}
