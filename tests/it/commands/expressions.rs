//! `--where`: conditions in SQL on the command line.

use super::Db;

#[test]
fn a_condition_does_not_switch_other_options_off() {
    let db = Db::with(&["data"]);
    let lines = |args: &[&str]| db.run(args).out.lines().count();
    assert_eq!(
        lines(&["games", "--csv", "--limit", "99", "--year", "1700", "--where", "1 OR 1"]),
        1
    );
    for (command, column) in [("games", "opening"), ("problems", "symmetry")] {
        for sql in ["1) OR (1", "1; DROP TABLE game", "random()", &format!("{column} = 1")] {
            let ran = db.run(&[command, "--where", sql]);
            assert_eq!(ran.status, 2, "{command} {sql}");
            let message = format!("gtn-db: `{sql}` is not a condition on {command}: ");
            assert!(ran.err.starts_with(&message), "{}", ran.err);
            let hint = format!("hint: `gtn-db {command} --help` lists the columns for --where\n");
            assert!(ran.err.ends_with(&hint), "{}", ran.err);
        }
    }
}

#[test]
fn games_are_selected_by_numbers_and_by_names() {
    let db = Db::with(&["data"]);
    let games = |sql: &str| db.run(&["games", "--json", "--where", sql]).column("game");
    assert!(!games("winner = 1").is_empty());
    assert_eq!(games("winner = 1"), games("winner_name = 'black'"));
    assert_eq!(games("winner = 1"), games("winner = 'black'"));
    assert_eq!(games("winner IN (2, 'draw')"), games("winner = 'white' OR winner = 3"));
    assert_eq!(games("winner > 1"), games("winner_name <> 'black' AND winner <> 0"));
    let openings = games("source LIKE '%openings%'");
    assert!(!openings.is_empty() && openings == games("source_name LIKE '%openings%'"));
    assert!((1..12).any(|source| games(&format!("source_id = {source}")) == openings));
    assert_eq!(games("board = '19x19' AND cols <> 19"), [0; 0]);
}

#[test]
fn a_condition_stops_in_time() {
    let db = Db::with(&["data"]);
    let ran = db.run(&["problems", "--where", "sgf LIKE '%x%'", "--timeout", "0"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains(": it took longer than 0 s\n"), "{}", ran.err);
    let done = db.run(&["problems", "--where", "sgf LIKE '%AB%'", "--timeout", "20"]);
    assert_eq!(done.status, 0, "{}", done.err);
}
