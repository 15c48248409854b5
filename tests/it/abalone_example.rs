//! The example `examples/abalone.rs` with scripted games.

#[path = "../../examples/abalone.rs"]
#[allow(dead_code, reason = "its main, which reads the arguments")]
mod example;

use std::fs;

use example::Options;
use gtn_db::abalone::{Board, GameRecord, Position};

fn options(args: &[&str]) -> Options {
    Options::parse(args.iter().map(|&arg| arg.to_owned())).unwrap()
}

fn refused(args: &[&str]) -> String {
    Options::parse(args.iter().map(|&arg| arg.to_owned())).unwrap_err()
}

fn printed(args: &[&str], commands: &[&str]) -> String {
    let mut output = Vec::new();
    example::run(&options(args), commands.join("\n").as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The output without boards and prompts.
fn told(args: &[&str], commands: &[&str]) -> Vec<String> {
    let printed = printed(args, commands);
    let is_told = |line: &&str| !line.is_empty() && !line.starts_with("  ") && !line.ends_with(':');
    printed.lines().skip(2).filter(is_told).map(str::to_owned).collect()
}

#[test]
fn a_game_begins_with_the_board_and_black() {
    let begin = "\
A game of Abalone.
Type a move such as a1b2, moves, undo, resign or quit.

      i O O O O O
     h O O O O O O
    g . . O O O . .
   f . . . . . . . .
  e . . . . . . . . .
   d . . . . . . . . 9
    c . . X X X . . 8
     b X X X X X X 7
      a X X X X X 6
         1 2 3 4 5

Black (X) to move:
The game was not finished.
";
    assert_eq!(printed(&[], &[]), begin);
    assert_eq!(printed(&["standard"], &["quit", "a1b2"]), begin);
    assert_eq!(
        told(&["belgian"], &["a1b2", "resign"])[1..],
        ["White (O) resigns.", "Black (X) wins."]
    );
}

#[test]
fn moves_are_read_in_every_notation_and_shown_in_one() {
    let commands = ["a1b2", "I5F5", "A2-C4", "g4g5f3"];
    for (notation, expected) in [
        ("aba-pro", ["a1b2", "i5h5", "a2b3", "g4g5f3"]),
        ("nacre", ["a1d4", "i5f5", "a2c4", "g5f3"]),
        ("extended-nacre", ["A1D4", "I5F5", "A2C4", "G5F3"]),
    ] {
        let mut lines = told(&["--notation", notation, "belgian"], &commands);
        assert_eq!(lines.pop().unwrap(), "The game was not finished.");
        let sides = ["Black (X)", "White (O)"].into_iter().cycle();
        let moves = sides.zip(expected).map(|(side, text)| format!("{side} moves {text}."));
        assert_eq!(lines, moves.collect::<Vec<_>>());
    }
}

#[test]
fn a_refused_move_is_answered_with_its_code_and_legal_moves() {
    let commands = ["A1A3", "i5h5", "x\u{1b}", "move a1", "moves e5", "moves k9", "moves c5"];
    let told = told(&[], &commands);
    let all = told.iter().find(|line| line.starts_with("The legal moves: ")).unwrap();
    assert_eq!(all.split_whitespace().count(), 3 + 44);
    let none = |cell| format!("No legal move moves {cell}. Type `moves` for all of them.");
    assert_eq!(
        told,
        [
            "`A1A3` is refused, more-than-three: more than three marbles are in line from a1 on.",
            "The legal moves with a1: a1b2 a1b1",
            "`i5h5` is refused, not-yours: the marble on i5 is not of the side to move.",
            &none("i5"),
            r"`x\u{1b}` is refused, not-a-move: a move is two or three cells, such as a1b2 or e6e8f6.",
            all,
            "That is not a command. Type a move such as a1b2, moves, undo, resign or quit.",
            &none("e5"),
            "`k9` is not a cell: rows a to i have a1-a5 b1-b6 c1-c7 d1-d8 e1-e9 f2-f9 g3-g9 h4-h9 \
             i5-i9.",
            "The legal moves with c5: c3c4 c3c5d4 c3c5d3 c4c5 c4c5d5 c4c5d4 c5c6 c5d6 c5d5 c5c4 b4c5 \
             b5c5c6 b5c5 a3b4 a5b5",
            "The game was not finished.",
        ]
    );
}

#[test]
fn the_sixth_marble_ends_the_game() {
    let start = "0f2g3h4_5e9i5";
    let lines = told(&[start], &["f2f3", "e9e8", "undo", "undo", "undo", "f2g3", "not read"]);
    let begin = ["Marbles lost: Black (X) 0, White (O) 5."; 3];
    assert_eq!(lines[0], begin[0]);
    assert_eq!(
        lines[lines.len() - 5..],
        [
            "There is nothing to undo.",
            "Black (X) moves f2g3.",
            "White (O) has lost 6 of 6 marbles.",
            "Marbles lost: Black (X) 0, White (O) 6.",
            "Black (X) wins.",
        ]
    );
}

#[test]
fn white_begins_where_the_position_says_so() {
    let start = format!("{} O", Board::STANDARD);
    assert_eq!(told(&[&start], &["i5h5", "resign"])[0], "White (O) moves i5h5.");
}

#[test]
fn repetition_is_reported_and_not_enforced() {
    let there_and_back = ["c3d4", "g5f5", "d4c3", "f5g5"];
    let commands = [there_and_back, there_and_back].concat();
    let told = told(&[], &commands);
    let report = |time: &str| {
        format!(
            "This position with Black (X) to move stands for the {time} time. No rule forbids that."
        )
    };
    assert!(told.contains(&report("2nd")) && told.contains(&report("3rd")), "{told:?}");
    assert_eq!(told.last().unwrap(), "The game was not finished.");
}

#[test]
fn the_engine_answers() {
    let black = told(&["--engine", "black"], &["undo", "i5h5", "undo", "resign"]);
    assert!(black[0].starts_with("Black (X) moves "), "{black:?}");
    assert_eq!(black[1..3], ["There is nothing to undo.", "White (O) moves i5h5."]);
    assert!(black[3].starts_with("Black (X) moves "), "{black:?}");
    assert_eq!(black[4..], ["White (O) resigns.", "Black (X) wins."]);

    let white = told(&["--engine", "white"], &["undo", "a1b2", "undo", "undo", "resign"]);
    assert_eq!(white[..2], ["There is nothing to undo.", "Black (X) moves a1b2."]);
    assert!(white[2].starts_with("White (O) moves "), "{white:?}");
    assert_eq!(white[3..], ["There is nothing to undo.", "Black (X) resigns.", "White (O) wins."]);
}

/// It takes the last marble if it can, and looks for the answer of the other side.
#[test]
fn the_engine_wins() {
    let lines = told(&["--engine", "black", "0f2g3h4_5e9i5"], &[]);
    assert_eq!(lines.last().unwrap(), "Black (X) wins.");
}

#[test]
fn a_game_is_saved_and_no_file_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.apgn");
    let save = path.to_str().unwrap();
    let args = ["belgian", "--notation", "nacre", "--save", save];
    let early = options(&args);
    let told = told(&args, &["a1b2", "i5h5", "a2b3", "resign"]);
    assert_eq!(told.last().unwrap(), &format!("The game is in {save}."));
    let text = fs::read_to_string(&path).unwrap();
    let games = GameRecord::read_all(&text, Position::start(Board::STANDARD));
    assert_eq!((games.len(), &*games[0].faults), (1, &[][..]));
    assert_eq!(games[0].record.start, Some(Position::start(Board::BELGIAN_DAISY)));
    assert_eq!(games[0].record.result.as_deref(), Some("1-0"));
    assert!(text.ends_with("\n\n1. a1d4 i5f5 2. a2c4 1-0\n"), "{text}");

    assert_eq!(refused(&args), format!("{save} exists: choose another file"));
    // The file appears while they play: it stays, and the players see their game.
    let mut output = Vec::new();
    let error = example::run(&early, "a1b2".as_bytes(), &mut output).unwrap_err();
    assert!(error.to_string().starts_with(save), "{error}");
    assert!(String::from_utf8(output).unwrap().ends_with("\n1. a1d4 *\n\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn options_with_faults_are_refused() {
    assert_eq!(refused(&["--engine"]), "--engine needs a value");
    assert_eq!(refused(&["--engine", "red"]), "`red` is no side: write black or white");
    assert_eq!(refused(&["--depth"]), "`--depth` is not an option");
    assert!(refused(&["--notation", "x"]).starts_with("`x` is not a notation"));
    assert!(refused(&["swiss"]).starts_with("`swiss` is not an Abalone position"));
    assert_eq!(refused(&["6a1_0i9"]), "white has won this game already");
}
