//! `gtn-db convert` with games of Abalone, with `--undo`, and with the FEN of strategygames.

use std::fs;
use std::process::Output;

use assert_cmd::Command;

const DAISY: &str = "aba5|OO.XXOOOXXX.OO.XX...........................XX.OO.XXXOOOXX.OO";
const LINEAR: &str = "1.a1b2 i5h5 2.a2b3 i6h6 3.c2c3 g4g5";

fn convert(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gtn-db"));
    command.arg("convert").args(args).write_stdin(input).output().unwrap()
}

/// The exit status, standard output and standard error.
fn run(args: &[&str], input: &str) -> (i32, String, String) {
    let Output { status, stdout, stderr } = convert(args, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

fn printed(args: &[&str], input: &str) -> String {
    let (status, stdout, stderr) = run(args, input);
    assert_eq!((status, &*stderr), (0, ""), "{args:?}");
    stdout
}

#[test]
fn linear_texts_in_every_notation() {
    for (form, expected) in [
        ("aba-pro", LINEAR),
        ("nacre", "1.a1d4 i5f5 2.a2c4 i6g6 3.c2c5 g4g7"),
        ("extended-nacre", "1.A1D4 I5F5 2.A2C4 I6G6 3.C2C7> G4G9>"),
        ("inverse", "-3. g7g6 c5c4 -2. g6h6 c4b3 -1. f5g5 d4c3"),
    ] {
        let args = ["--to", form, "--start", "belgian"];
        assert_eq!(printed(&[&args[..], &[LINEAR]].concat(), ""), format!("{expected}\n"));
        assert_eq!(printed(&args, LINEAR), format!("{expected}\n"));
        assert_eq!(printed(&["--to", form, "--start", DAISY], LINEAR), format!("{expected}\n"));
    }
    let (status, _, stderr) = run(&["--to", "nacre", LINEAR], "");
    assert_eq!(status, 3);
    assert!(stderr.contains("neither a tag nor a line names a start"), "{stderr}");
}

#[test]
fn lateral_moves_from_either_end() {
    let start = "0e6e7e8_0a1";
    let args = ["--to", "aba-pro", "--start", start, "e8e6f8"];
    assert_eq!(printed(&args, ""), "1.e6e8f6\n");
    let lower = [&args[..], &["--lateral", "lower-first"]].concat();
    assert_eq!(printed(&lower, ""), "1.e6e8f6\n");
    let outside = [&args[..], &["--lateral", "outside-in"]].concat();
    assert_eq!(printed(&outside, ""), "1.e8e6f8\n");
    // A tie goes to the lower cell.
    let tie = ["--to", "aba-pro", "--lateral", "outside-in", "--start", "0e4e5e6_0a1", "e6e4f6"];
    assert_eq!(printed(&tie, ""), "1.e4e6f4\n");
}

#[test]
fn files_of_apgn_keep_their_tags() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.apgn");
    let tags = "[Event \"x\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n\
                [Variant \"belgian\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n";
    let game = format!("{tags}\n{LINEAR} *\n");
    let tags = tags.replace("Aba-Pro", "Nacre");
    fs::write(&file, format!("{game}\n{game}")).unwrap();
    let path = file.to_str().unwrap();
    let nacre = format!("{tags}\n1. a1d4 i5f5 2. a2c4 i6g6 3. c2c5 g4g7 *\n");
    assert_eq!(printed(&["--to", "nacre", path], ""), format!("{nacre}\n{nacre}"));
}

#[test]
fn spoiled_games_are_named_and_the_rest_is_converted() {
    let games = "1.a1b2 i5h5 2.e5e6 *\n1.a1b2 *";
    let (status, stdout, stderr) = run(&["--to", "nacre", "--start", "belgian"], games);
    assert_eq!(status, 3);
    assert_eq!(stdout, "1.a1d4 i5f5 2.e5e6 *\n1.a1d4 *\n");
    let fault = "line 1: move 3, `e5e6`: empty: there is no marble on e5";
    assert_eq!(stderr, format!("gtn-db: standard input: game 1: {fault}\n"));
    let (status, _, stderr) = run(&["--to", "nacre", ""], "");
    assert_eq!((status, &*stderr), (2, "gtn-db: argument 1: there is no game in it\n"));
}

#[test]
fn moves_are_taken_back_from_the_last_position() {
    let last = "aba5|...XXOOOXXX..OOOXX...O................X......XXXOOXXXOOO...OO X";
    let moves = "1.A1D4 I5F5 2.A2C4 I6G6 3.C2C7> G4G9>";
    assert_eq!(printed(&["--undo", moves, last], ""), format!("{DAISY}\n"));
    let (status, _, stderr) = run(&["--undo", "A1D4 A5A4", last], "");
    let fault = "line 1: move 2, `A5A4`: no-legal-move: no legal move is written so";
    assert_eq!((status, stderr), (2, format!("gtn-db: argument 1: --undo: {fault}\n")));
    let (_, _, stderr) = run(&["--undo", moves, last.strip_suffix(" X").unwrap()], "");
    assert!(stderr.contains("--undo needs the side to move"), "{stderr}");
    let (_, _, stderr) = run(&["--undo", moves, "1x1|X"], "");
    assert!(stderr.contains("--undo takes back moves of Abalone"), "{stderr}");
    let ejected = printed(&["--to", "iatn", "0i8i9_1a1"], "").trim_end().to_owned() + " O 0-1";
    let before = printed(&["--to", "kaawa", "--undo", "I7I9>(1-0)", &ejected], "");
    assert_eq!(before, "0i78_0a1i9\n");
}

#[test]
fn options_that_mean_nothing_are_refused() {
    for (args, message) in [
        (&["--lateral", "outside-in", DAISY][..], "it needs --to aba-pro"),
        (&["--lateral", "outside-in", "--to", "nacre", LINEAR], "it needs --to aba-pro"),
        (&["--start", "belgian", DAISY], "--start is for games"),
        (&["--to", "nacre", "--op", "IR1", LINEAR], "are for positions"),
        (&["--to", "nacre", "--undo", "A1D4", LINEAR], "are for positions"),
        (&["--to", "nacre", "--start", "nowhere", LINEAR], "`nowhere` is not an Abalone position"),
    ] {
        let (status, stdout, stderr) = run(args, "");
        assert_eq!((status, &*stdout), (2, ""), "{args:?}");
        assert!(stderr.contains(message), "{stderr}");
    }
}

#[test]
fn the_fen_of_strategygames_is_a_position() {
    let fen = "SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 1 2 w 0 1";
    assert_eq!(printed(&[fen], ""), format!("{DAISY}\n"));
    let apgn = printed(&["--to", "apgn"], fen);
    assert!(apgn.ends_with("-2b1w w\n"), "{apgn}");
    let (status, _, stderr) = run(&[&fen.replace("1 2 w", "1 7 w")], "");
    let message = "white: `7` is not a number of points, 0 to 6";
    assert_eq!((status, stderr), (2, format!("gtn-db: argument 1: {message}\n")));
}
