//! Problems and games of Abalone: `find`, `games` and `next`.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::{Db, Ran, convert};

const STANDARD: &str = "aba5|OOOOOOOOOOO..OOO.............................XXX..XXXXXXXXXXX";
const BELGIAN: &str = "aba5|OO.XXOOOXXX.OO.XX...........................XX.OO.XXXOOOXX.OO";

/// The tags of a game, with a variant.
fn tags(event: &str, players: [&str; 2], date: &str, result: &str, variant: &str) -> String {
    format!(
        "[Event \"{event}\"]\n[Date \"{date}\"]\n[Black \"{}\"]\n[White \"{}\"]\n\
         [Variant \"{variant}\"]\n[Result \"{result}\"]\n[Notation \"Aba-Pro\"]\n\n",
        players[0], players[1]
    )
}

/// Four games: the second is the first again, the third a beginning of it, and the last another one
/// that begins with the mirrored first move.
fn games() -> String {
    let first = "1.a1b2 {1x. $A1 well played} i5h5 2.a2b3 g7f7 3.b2c3 h6g6 4.a3b4 i9h8 \
                 5.b3c4 g5g6 6.b4c4 h5h6";
    let tagged = |event, players, date, result, text: &str| {
        tags(event, players, date, result, "standard") + text + " " + result + "\n\n"
    };
    let cut = first.split(" 6.").next().unwrap();
    [
        tagged("Cup", ["Ann", "Bob"], "2014.03.01", "1-0", first),
        tagged("Copy", ["Ann", "Bob"], "2015.??.??", "1-0", first),
        tagged("Cut", ["Cy", "Bob"], "2013.01.01", "0-1", cut),
        tagged("Other", ["Dee", "Ann"], "2016.01.01", "1/2-1/2", "1.a5b5 i5h4"),
    ]
    .concat()
}

/// A database with some games and problems, and a problem of Go.
fn db() -> Db {
    let db = Db::new();
    let turned = convert(&["--op", "N_SR2", &format!("{STANDARD} X 1-0")]);
    let problems = format!("{STANDARD} X 0-0\n{turned} O 0-1\n{BELGIAN}\n0e4e5_0e6\n");
    let paths = [
        db.write("games.apgn", &games()),
        db.write("problems.txt", &problems),
        db.write("go.igtn", "3x3|.O.X.....\n"),
    ];
    for path in paths {
        db.run(&["import", "--quiet", &path]).done();
    }
    db
}

fn failed(ran: Ran) -> String {
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    ran.err
}

fn pick(rows: &[Value], fields: &[&str]) -> Vec<Vec<Value>> {
    rows.iter().map(|row| fields.iter().map(|field| row[field].clone()).collect()).collect()
}

#[test]
fn problems_are_found_in_any_orientation_and_color() {
    let db = db();
    let rows = db.run(&["find", &format!("{STANDARD} X 0-0"), "--json"]).json();
    let fields = ["kind", "operation", "turn", "lost", "number"];
    let expected = [
        json!(["same problem", "IR0", "either", "0-0", 1]),
        json!(["same position", "IR2", "either", "1-0", 2]),
    ];
    let found: Vec<Value> = pick(&rows, &fields).into_iter().map(Value::from).collect();
    assert_eq!(found[0], expected[0]);
    assert_eq!((&found[1][0], &found[1][3]), (&expected[1][0], &expected[1][3]));
    assert_eq!(found.len(), 2);
    // The key finds the same.
    let key = rows[0]["key"].as_str().unwrap();
    assert_eq!(key, "ae02b5eba880deddec5ac11780bfd3a3");
    assert_eq!(db.run(&["find", &key[..8], "--json"]).json().len(), 2);
    // What must not match.
    let moved = db.run(&["find", "0d4d5_0d6", "--json"]);
    assert_eq!((moved.status, moved.out.as_str()), (1, ""));
    let text = db.run(&["find", STANDARD]).done();
    assert!(text.starts_with("      i O O O O O\n"), "{text}");
    assert!(text.contains("Found the same problem in 2 records\n"), "{text}");
    let csv = db.run(&["find", "0e4e5_0e6", "--csv"]).done();
    assert!(csv.starts_with("query,kind,key,turn,lost,operation,source,number,name\n"), "{csv}");
}

#[test]
fn near_and_containing_problems() {
    let db = db();
    let rows = db.run(&["find", "--near", "1", "0e4e5_0e7", "--json"]);
    assert_eq!(rows.status, 1, "two cells differ");
    let rows = db.run(&["find", "--near", "2", "0e4e5_0e7", "--json"]).json();
    assert_eq!(
        pick(&rows, &["kind", "distance", "difference"]),
        [[json!("near"), json!(2), json!(["e6", "e7"])]]
    );
    let rows = db.run(&["find", "--contains", "0a1a2_0a3", "--json"]).json();
    let numbers: Vec<&Value> = rows.iter().map(|row| &row["number"]).collect();
    assert_eq!(numbers, [3, 4], "nowhere in the standard start");
    let rows = db.run(&["find", "--within", "0a1a2_0a3a4", "--json"]).json();
    assert_eq!(
        pick(&rows, &["kind", "number", "cells"]),
        [[json!("contained"), json!(4), json!(["a1", "a2", "a3"])]]
    );
    let count = db.run(&["find", "--contains", "0a1a2_0a3", "--count", "--json"]).json();
    assert_eq!((&count[0]["positions"], &count[0]["records"]), (&json!(2), &json!(2)));
}

#[test]
fn games_in_which_a_position_stood() {
    let db = db();
    let start = db.run(&["find", "--in", "games", STANDARD, "--json"]).json();
    assert_eq!(
        pick(&start, &["game", "name", "ply", "operation"]),
        [
            [json!("a1"), json!("Cup"), json!(0), json!("IR0")],
            [json!("a2"), json!("Copy"), json!(0), json!("IR0")],
            [json!("a3"), json!("Cut"), json!(0), json!("IR0")],
            [json!("a4"), json!("Other"), json!(0), json!("IR0")],
        ]
    );
    // After a1b2, mirrored: a5b5 in the last game leads to the image.
    let after = convert(&["--op", "SR1", &after_first_move()]);
    let rows = db.run(&["find", "--in", "games", &after, "--json"]).json();
    assert_eq!(
        pick(&rows, &["game", "ply"]),
        [
            [json!("a1"), json!(1)],
            [json!("a2"), json!(1)],
            [json!("a3"), json!(1)],
            [json!("a4"), json!(1)],
        ]
    );
    assert_eq!(rows[0]["operation"], json!("SR1"));
    let filtered = ["find", "--in", "games", &after, "--player", "dee", "--json"];
    assert_eq!(db.run(&filtered).column("game"), [json!("a4")]);
    // The key of a position that stood in games only.
    let key = convert(&["--to", "key", &after]);
    assert_eq!(db.run(&["find", "--in", "games", &key, "--json"]).json().len(), 4);
    let other = convert(&["--op", "N_IR0", &format!("{after} O")]);
    let kinds = db.run(&["find", "--in", "games", &other, "--json"]).column("kind");
    assert_eq!(kinds, vec![json!("same position"); 4], "Black is to move, not White");
    let near = db.run(&["find", "--in", "games", "--near", "1", BELGIAN, "--json"]);
    assert_eq!((near.status, near.out.as_str()), (1, ""));
    let contains = db.run(&["find", "--in", "games", "--contains", "0a1a2a3a4_0", "--json"]);
    assert_eq!(contains.column("ply"), vec![json!(0); 4], "one row for all positions in a row");
    let count = db.run(&["find", "--in", "games", STANDARD, "--count", "--json"]).json();
    assert_eq!((&count[0]["games"], &count[0]["hits"]), (&json!(4), &json!(4)));
}

/// The standard start after a1b2, which moves a1, b2 and c3.
fn after_first_move() -> String {
    let mut points: Vec<char> = STANDARD.chars().collect();
    // a1 is the fifth point from the end, d4 the fourth of its row.
    let (a1, d4) = (points.len() - 5, points.len() - 5 - 6 - 7 - 8 + 3);
    points.swap(a1, d4);
    points.into_iter().collect()
}

#[test]
fn both_families_in_one_command_are_refused() {
    let db = db();
    let go = "3x3|.O.X.....";
    let ran = db.run(&["find", STANDARD, go, "--json"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("argument 2: a position of Go after one of Abalone"), "{}", ran.err);
    let ran = db.run(&["find", go, STANDARD, "--json"]);
    let message = "argument 2: an Abalone position, where one of Go is needed";
    assert!(ran.err.contains(message), "{}", ran.err);
    assert_eq!(ran.column("kind"), [json!("same problem")]);
    for (option, value) in [("--edges", "any"), ("--marks", "sgf"), ("--stones", "3")] {
        let mut args = vec!["find", STANDARD, option, value];
        args.extend(Some("--contains").filter(|_| option == "--edges"));
        let error = db.run(&args);
        assert_eq!(error.status, 2, "{option}");
    }
    let error = failed(db.run(&["find", "--inside", STANDARD]));
    assert!(error.contains("--inside does not apply to positions of Abalone"), "{error}");
    let error = failed(db.run(&["find", "--in", "games", "--near", "1", go]));
    assert!(error.contains("--near does not apply to --in games"), "{error}");
}

#[test]
fn games_are_listed_and_shown() {
    let db = db();
    let list = db.run(&["games", "--json"]).json();
    assert_eq!(
        pick(&list, &["game", "event", "year", "winner", "moves", "form"])[2],
        [json!("a3"), json!("Cut"), json!(2013), json!("white"), json!(10), json!("apgn")]
    );
    let column = |args: &[&str]| db.run(args).column("game");
    assert_eq!(column(&["games", "--player", "dee", "--json"]), [json!("a4")]);
    assert_eq!(column(&["games", "--year", "2014-2015", "--json"]), [json!("a1"), json!("a2")]);
    assert_eq!(
        column(&["games", "--sort", "date", "--limit", "2", "--json"]),
        [json!("a3"), json!("a1")]
    );
    assert_eq!(db.run(&["games", "--family", "go"]).status, 1);
    let same = db.run(&["games", "--same", "--json"]).json();
    assert_eq!(
        pick(&same, &["game", "same_as"]),
        [[json!("a1"), json!("a1")], [json!("a2"), json!("a1")], [json!("a3"), json!("a1")],]
    );
    let shown = db.run(&["games", "a1", "--move", "1"]).done();
    assert!(shown.contains("after move 1 of 12, black a1b2; lost 0-0\n"), "{shown}");
    assert!(shown.contains("\n   d . . . X . . . . 9\n"), "{shown}");
    assert!(
        shown.contains("1. black a1b2: Black's move 1; threatens A1; \"well played\""),
        "{shown}"
    );
    let missing = db.run(&["games", "1", "a9"]);
    assert!(missing.err.contains("games 1, a9: not found"), "{}", missing.err);
    let error = failed(db.run(&["games", "a1", "--sgf"]));
    assert!(error.contains("--sgf does not apply to games of Abalone"), "{error}");
}

#[test]
fn variations_of_games_are_found_counted_and_shown() {
    let db = Db::new();
    let text = tags("v", ["A", "B"], "2020", "1-0", "belgian")
        + "1.a1b2 (1.i8h7 i5h5) i5h5 (1...a5b5 (1...a4b5 2.i9h8) 2.i8h7) 2.i9h8 1-0\n";
    let file = db.write("v.apgn", &text);
    db.run(&["import", "--quiet", &file]).done();
    // The position after 1.a1b2 a4b5, at which the fourth line leaves the third.
    let shown = db.run(&["games", "a1", "--line", "4", "--move", "2"]).done();
    assert!(shown.contains("after move 2 of 3 in line 4, white a4b5; lost 0-0\n"), "{shown}");
    assert!(shown.contains("lines       4\n"), "{shown}");
    let board = db.write("board.txt", shown.split("\n\n").next().unwrap());
    let found = db.run(&["find", "--in", "games", &board, "--json"]).json();
    let expected = [json!("a1"), json!(4), json!(2), json!("i9h8")];
    assert_eq!(pick(&found, &["game", "line", "ply", "next"]), [expected]);
    let next = |moves: &str| db.run(&["next", BELGIAN, "--moves", moves, "--json"]).column("move");
    assert_eq!(next("a1b2"), [json!("a4b5"), json!("a5b5"), json!("i5h5")]);
    assert_eq!(next("a1b2 a4b5"), [json!("i9h8")]);
    let error = failed(db.run(&["games", "a1", "--line", "5"]));
    assert!(error.contains("game a1 has 4 lines"), "{error}");
}

#[test]
fn both_families_are_listed_together() {
    let db = db();
    let game = db.write("game.sgf", "(;GM[1]SZ[9]PB[Kita]RE[B+R];B[cc];W[gg];B[cg];W[gc])\n");
    db.run(&["import", "--quiet", &game]).done();
    let games: Vec<Value> = db.run(&["games", "--json"]).column("game");
    assert_eq!(games, [json!(1), json!("a1"), json!("a2"), json!("a3"), json!("a4")]);
    let table = db.run(&["games", "--limit", "2"]).done();
    assert_eq!(table.lines().count(), 4, "{table}");
    let csv = db.run(&["games", "--csv"]).done();
    assert!(csv.starts_with("game,black,white,black_rank"), "{csv}");
    assert!(
        csv.lines().next().unwrap().ends_with(
            "near_games,common_moves,common_corners,family,site,round,start,form,number"
        ),
        "{csv}"
    );
    assert_eq!(csv.lines().count(), 6);
    let csv = db.run(&["games", "--csv", "--family", "go"]).done();
    assert!(csv.starts_with("game,black,white,black_rank"), "{csv}");
    let csv = db.run(&["games", "--csv", "--family", "abalone"]).done();
    assert!(csv.starts_with("family,game,black,white,event,site"), "{csv}");
    let sgf = db.run(&["games", "--sgf"]).done();
    assert_eq!(sgf.lines().count(), 1, "only Go has SGF");
}

#[test]
fn what_was_played_next() {
    let db = db();
    let next = db.run(&["next", "--start", "standard", "--json"]).json();
    // a1b2 and its mirror a5b5 are one move.
    let fields = ["turn", "games", "black_wins", "white_wins", "draws"];
    let expected = [json!("black"), json!(4), json!(2), json!(1), json!(1)];
    assert_eq!(pick(&next, &fields), [expected]);
    assert_eq!(next[0]["examples"], json!(["a1", "a2", "a3", "a4"]));
    let step = next[0]["move"].as_str().unwrap();
    let after = db.run(&["next", STANDARD, "--play", step, "--json"]).json();
    assert_eq!(after.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 4);
    assert!(after.iter().all(|row| row["turn"] == "white"));
    let swapped = convert(&["--op", "N_IR2", STANDARD]);
    let next = db.run(&["next", &format!("{swapped} O"), "--json"]).json();
    let expected = [json!("white"), json!(4), json!(1), json!(2), json!(1)];
    assert_eq!(pick(&next, &fields), [expected]);
    let none = db.run(&["next", "--start", "belgian", "--json"]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    let error = failed(db.run(&["next", STANDARD, "--play", "e5e6", "--json"]));
    assert!(error.contains("--play e5e6: the list has 1 move"), "{error}");
    // Moves in any notation, and letters of the list.
    let after = |options: &[&str]| {
        let next = db.run(&[&["next", "--start", "standard"], options].concat());
        assert_eq!(next.status, 0, "{}", next.err);
        next.out
    };
    let expected = after(&["--play", step]);
    for moves in [step, "A", &step.to_uppercase()] {
        assert_eq!(after(&["--moves", moves]), expected, "{moves}");
    }
    assert_eq!(after(&["--play", "A"]), expected);
    assert_eq!(after(&["--moves", "a1b2 i5h5"]), after(&["--moves", "A1D4, I5F5"]));
    for (moves, message) in
        [("a1b2 e5e6", "move 2, `e5e6`: "), ("Z", "move 1, `Z`: the list has 1 move")]
    {
        let error = failed(db.run(&["next", "--start", "standard", "--moves", moves, "--json"]));
        assert!(error.contains("--moves: ") && error.contains(message), "{error}");
    }
}

#[test]
fn a_damaged_game_is_named() {
    let db = db();
    let connection = Connection::open(db.path("gtn.db")).unwrap();
    connection
        .execute("UPDATE abalone_game SET moves = CAST(x'ffff' || substr(moves, 3) AS BLOB) WHERE id = 2", [])
        .unwrap();
    drop(connection);
    for args in [
        &["find", "--in", "games", STANDARD][..],
        &["find", "--in", "games", "--near", "1", STANDARD],
        &["next", STANDARD],
        &["games", "--same"],
        &["games", "a2"],
    ] {
        let error = failed(db.run(args));
        assert!(error.contains("abalone_game 2: move 1: no move has the code 65535"), "{error}");
    }
}
