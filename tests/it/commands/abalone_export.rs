//! `export` of Abalone: an import of what was exported gives the same.

use std::collections::BTreeSet;
use std::fs;

use super::Db;

fn samples() -> Db {
    let db = Db::new();
    assert_eq!(db.run(&["import", "--quiet", "data/abalone"]).status, 0);
    db
}

/// Key, side to move and marbles lost of each problem, on the canonical board.
fn problems(db: &Db) -> BTreeSet<String> {
    let lines = db.run(&["export", "--format", "json", "--orient", "canonical", "--quiet"]).json();
    let of_problems = lines.iter().filter(|line| line["kind"] == "problem");
    of_problems.map(|line| format!("{} {} {}", line["key"], line["turn"], line["lost"])).collect()
}

/// The moves of the games, with their comments.
fn games(db: &Db) -> BTreeSet<String> {
    let args = ["export", "--format", "json", "--notation", "aba-pro", "--quiet"];
    let lines = db.run(&args).json();
    let of_games = lines.iter().filter(|line| line["kind"] == "game");
    of_games.map(|line| format!("{} {} {}", line["key"], line["name"], line["moves"])).collect()
}

/// Imports what a database exports.
fn round_trip(db: &Db, file: &str, args: &[&str]) -> Db {
    let path = db.path(file);
    let path = path.to_str().unwrap();
    let exported = db.run(&[&["export", "--quiet", "-o", path], args].concat());
    assert_eq!(exported.status, 0, "{}", exported.err);
    let again = Db::new();
    again.run(&["import", "--quiet", path]).done();
    again
}

#[test]
fn lists_of_iatn_keep_keys_sides_and_losses() {
    let db = samples();
    for orient in ["as-is", "canonical"] {
        let again = round_trip(&db, "list.txt", &["--format", "iatn", "--orient", orient]);
        assert_eq!(problems(&again), problems(&db), "{orient}");
    }
    let text = fs::read_to_string(db.path("list.txt")).unwrap();
    let is_canonical = |line: &str| line.starts_with('#') || line.starts_with("aba5|...");
    assert!(text.lines().all(is_canonical), "{text}");
}

#[test]
fn games_keep_moves_and_comments_in_every_notation() {
    let db = samples();
    let expected = games(&db);
    assert!(expected.iter().any(|game| game.contains("{13x.D6I6> $I6}")));
    for notation in ["aba-pro", "nacre", "extended-nacre"] {
        let again = round_trip(&db, "all.apgn", &["--notation", notation]);
        // The linear text has no event, which its export writes as `?`.
        assert_eq!(games(&again), expected, "{notation}");
    }
    let again = round_trip(&db, "all.apgn", &["--notation", "aba-pro", "--lateral", "outside-in"]);
    assert_eq!(games(&again), expected);
    let keys = |problems: BTreeSet<String>| -> BTreeSet<String> {
        problems.iter().map(|problem| problem[..34].to_owned()).collect()
    };
    assert_eq!(keys(problems(&again)), keys(problems(&db)));
    let known = |problem: &&String| !problem.contains("unknown") && !problem.contains("null");
    let (before, after) = (problems(&db), problems(&again));
    assert!(before.iter().filter(known).all(|problem| after.contains(problem)));
}

#[test]
fn kaawa_positions_say_what_they_cannot_say() {
    let db = samples();
    let path = db.path("kaawa.txt");
    let exported = db.run(&["export", "--format", "kaawa", "-o", path.to_str().unwrap()]);
    assert!(exported.err.contains("14 problems: without the side to move"), "{}", exported.err);
    assert!(exported.err.contains("21 games: not written"), "{}", exported.err);
    let again = Db::new();
    again.run(&["import", "--quiet", path.to_str().unwrap()]).done();
    let keys = |db: &Db| -> BTreeSet<String> {
        problems(db).iter().map(|problem| problem[..34].to_owned()).collect()
    };
    assert_eq!(keys(&again), keys(&db));
}

#[test]
fn the_format_or_the_option_tells_the_family() {
    let db = Db::new();
    assert_eq!(db.run(&["import", "--quiet", "data"]).status, 0);
    let go = db.run(&["export", "--format", "json"]).done();
    assert!(!go.contains("\"family\""), "json is Go where there are both");
    let abalone = db.run(&["export", "--format", "json", "--family", "abalone"]);
    assert_eq!(abalone.json().len(), 18 + 21);
    assert!(db.run(&["export", "--format", "apgn"]).out.starts_with("[Event"));
    for (args, message) in [
        (&["--format", "sgf", "--family", "abalone"][..], "format of Go"),
        (&["--format", "iatn", "--family", "go"], "format of Abalone"),
        (&["--notation", "nacre"], "about games of Abalone"),
        (&["--format", "apgn", "--orient", "top-left"], "only for Go"),
        (&["--format", "apgn", "--marks", "te-bm"], "only for Go"),
        (&["--format", "apgn", "--stones", "3"], "only for Go"),
    ] {
        let refused = db.run(&[&["export"], args].concat());
        assert_eq!(refused.status, 2, "{args:?}");
        assert!(refused.err.contains(message), "{args:?}: {}", refused.err);
    }
}

#[test]
fn a_folder_gets_a_file_for_each_and_keeps_what_others_wrote() {
    let db = samples();
    let folder = db.path("out");
    let path = format!("{}/", folder.to_str().unwrap());
    db.run(&["export", "--quiet", "-o", &path]).done();
    let apgn = || {
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        files.filter(|name| name.to_str().unwrap().ends_with(".apgn")).count()
    };
    assert_eq!(apgn(), 39);
    let changed = folder.join("19-Sample-game-1.apgn");
    fs::write(&changed, "mine").unwrap();
    let again = db.run(&["export", "--quiet", "--limit", "2", "-o", &path]);
    assert_eq!(fs::read_to_string(&changed).unwrap(), "mine", "{}", again.err);
    assert_eq!(apgn(), 3);
}

#[test]
fn black_first_swaps_colors_sides_and_losses() {
    let db = Db::new();
    let list = db.write(
        "list.txt",
        "aba5|X............................................................ O 1-2\n",
    );
    db.run(&["import", &list]).done();
    let line = &db.run(&["export", "--format", "json", "--black-first"]).json()[0];
    let iatn = "aba5|O............................................................ X 2-1";
    assert_eq!(line["iatn"], iatn);
    assert_eq!((&line["turn"], &line["source"]), (&"black".into(), &"list.txt".into()));
}
