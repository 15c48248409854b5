//! `gtn-db convert` with positions of Abalone.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

use crate::common::{gtn_db, import};

const STANDARD: &str = "aba5|OOOOOOOOOOO..OOO.............................XXX..XXXXXXXXXXX";
const KAAWA: &str = "0a12345b123456c345_0g567h456789i56789";
const AO: &str = "0a1a2a3a4a5b1b2b3b4b5b6c3c4c5,0g5g6g7h4h5h6h7h8h9i5i6i7i8i9";
const APGN: &str = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b";
const ATN: &str = "    O O O O O\n   O O O O O O\n  . . O O O . .\n . . . . . . . .\n. . . . . . . . .\n \
                   . . . . . . . .\n  . . X X X . .\n   X X X X X X\n    X X X X X\n";

fn convert(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
    command.arg("convert").args(args).write_stdin(input).output().unwrap()
}

/// What a conversion prints, which must succeed.
fn printed(args: &[&str], input: &str) -> String {
    let output = convert(args, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).unwrap()
}

/// The error messages of a conversion, which must fail.
fn refused(args: &[&str], input: &str) -> String {
    let output = convert(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?} {input}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn every_form_is_read_and_written() {
    let tag = format!("[Position \"{APGN}\"]");
    for text in [STANDARD, KAAWA, AO, APGN, ATN, &tag] {
        assert_eq!(printed(&[text], ""), format!("{STANDARD}\n"));
        assert_eq!(printed(&[], text), format!("{STANDARD}\n"));
    }
    for (form, expected) in [
        ("iatn", STANDARD),
        ("u-iatn", "aba5|...OO....OO....OOOX....OOOXXX...OOOXXX....OXXX....XX....XX..."),
        ("atn", ATN.trim_end()),
        ("key", "ae02b5eba880deddec5ac11780bfd3a3"),
        ("kaawa", KAAWA),
        ("ao", AO),
        ("apgn", APGN),
    ] {
        assert_eq!(printed(&["--to", form, STANDARD], ""), format!("{expected}\n"), "{form}");
    }
}

#[test]
fn both_games_in_one_file() {
    let file = format!("1x1|X\n{STANDARD} O 5-4\n{KAAWA}\n\n{ATN}\nX.\n.O\n");
    assert_eq!(
        printed(&["--to", "key"], &file).lines().collect::<Vec<_>>(),
        [
            printed(&["--to", "key", "1x1|X"], "").trim_end(),
            "ae02b5eba880deddec5ac11780bfd3a3",
            "ae02b5eba880deddec5ac11780bfd3a3",
            "ae02b5eba880deddec5ac11780bfd3a3",
            printed(&["--to", "key", "2x2|X..O"], "").trim_end(),
        ]
    );
}

#[test]
fn operations_turn_the_side_to_move_and_the_losses_too() {
    let turned = printed(&["--op", "N_IR1", "--to", "apgn", &format!("{STANDARD} O 5-4")], "");
    assert_eq!(turned, "3bb/4bb/4bbb/w4bbb/www3bbb/www4b/www4/ww4/ww3-4b5w b\n");
    let kaawa = printed(&["--to", "kaawa", &format!("{STANDARD} O 5-4")], "");
    assert!(kaawa.starts_with("5a12345b") && kaawa.contains("_4g567"), "{kaawa}");
    let error = refused(&["--op", "IR5", "3x3|.O.X....."], "");
    assert!(error.contains("`IR5` is not an operation: write IR0 to IR3"), "{error}");
}

#[test]
fn drawn_boards() {
    let drawn = printed(&["--to", "diagram", KAAWA, "0e5_0"], "");
    let (first, second) = drawn.split_once("\n\n").unwrap();
    assert_eq!(first.lines().next(), Some("      i O O O O O"));
    assert!(second.contains("\n  e . . . . X . . . .\n"), "{second}");
    let svg = printed(&["--to", "svg", "0e5_0a1"], "");
    assert!(svg.contains("<desc>Black e5; white a1</desc>"), "{svg}");
}

#[test]
fn faults_name_place_and_cause() {
    for (text, message) in [
        ("aba4|X", "`aba4`: only boards of side 5 are known, written aba5|"),
        ("aba5|X", "expected 61 points after `aba5|`, found 1"),
        (
            &format!("aba5|{}", ".".repeat(61)),
            "the board is empty: a position has at least one marble",
        ),
        (&STANDARD.replacen('X', "x", 1), "c3: `x` is not one of `.`, `X` and `O`"),
        ("7a1_0", "black: `7` is not a number of lost marbles, 0 to 6"),
        ("0a6_0", "black: `a6` is not a cell"),
        ("0a1_0a1", "there are two marbles on a1"),
        (&APGN.replace("2www2", "3www2"), "row g has 8 cells instead of 7"),
        (&APGN.replace(" b", ""), "`` is not a side to move: write b or w"),
        (&ATN.replacen('X', "x", 1), "c3: `x` is not one of `.`, `X` and `O`"),
        (&ATN.replacen(". .", ".", 1), "row g has 6 cells instead of 7"),
        (&ATN[14..], "8 rows: a board has nine, i to a"),
    ] {
        assert_eq!(refused(&[text], ""), format!("gtn-db: argument 1: {message}\n"));
    }
    let error = refused(&["-"], &format!("{STANDARD}\n0a6_0\n1x1|X\n"));
    assert_eq!(error, "gtn-db: line 2: black: `a6` is not a cell\n");
}

#[test]
fn forms_of_the_other_game_are_refused() {
    let error = refused(&["--to", "igtn", STANDARD], "");
    assert!(
        error.contains("`igtn` is a form of Go; for Abalone there are iatn, u-iatn"),
        "{error}"
    );
    let error = refused(&["--to", "kaawa", "1x1|X"], "");
    assert!(error.contains("`kaawa` is a form of Abalone; for Go there are gtn, igtn"), "{error}");
    let error = refused(&["--region", "A1-B2", STANDARD], "");
    assert!(error.contains("--region cuts boards of Go"), "{error}");
}

#[test]
fn commands_for_go_say_that_they_do_not_read_abalone() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("go.db");
    import(&database, &Path::new(env!("CARGO_MANIFEST_DIR")).join("data"));
    let output = gtn_db(&database).args(["joseki", STANDARD]).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("an Abalone position, where one of Go is needed"), "{error}");
}
