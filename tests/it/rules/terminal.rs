//! The example `examples/play.rs` with scripted games.

#[path = "../../../examples/play.rs"]
#[allow(dead_code, reason = "its main, which reads the arguments")]
mod play;

use gtn_db::go::Size;

/// The output of a game.
fn transcript(size: Size, commands: &str) -> String {
    let mut output = Vec::new();
    play::run(size, commands.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The words of a text as commands, one per line.
fn lines(words: &str) -> String {
    words.split_whitespace().map(|word| format!("{word}\n")).collect()
}

#[test]
fn a_game_from_the_first_move_to_the_count() {
    let game = [
        "undo B5 C5 A4 D4 B3 C3 A1 B4 C4", // Black takes a ko
        "B4 c4 A5 hello Z9 (6,1) (3,2)",   // what White may not play
        "pass undo D2 b2 (2,2) C4",        // White retakes it, Black may not
        "C1 C4 B1 C2 E1 D1 pass pass",
        "E1 E1 A2 E1 nonsense",
    ];
    let commands = lines(&game.join(" ")) + "resume black\npass\npass\nE1\ndone\nnot read\n";
    insta::assert_snapshot!(transcript(Size::new(5, 5).unwrap(), &commands));
}

#[test]
fn boards_of_all_sizes_are_drawn() {
    let begin = |cols, rows| {
        let commands = format!("(1,1)\n({cols},{rows})\nquit\n");
        let printed = transcript(Size::new(cols, rows).unwrap(), &commands);
        printed.split("\n\n").filter(|part| part.starts_with("   ")).last().unwrap().to_owned()
    };
    let sizes = [(1, 1), (9, 9), (13, 13), (19, 19), (52, 3)];
    let drawn: Vec<String> = sizes.into_iter().map(|(cols, rows)| begin(cols, rows)).collect();
    insta::assert_snapshot!(drawn.join("\n"));
}

#[test]
fn a_game_that_ends_early() {
    let size = Size::new(9, 9).unwrap();
    assert!(transcript(size, "E5\nquit\nD4\n").ends_with("White (O) to play:\n"));
    assert!(transcript(size, "E5\n").ends_with("The game was not finished.\n"));
    assert!(transcript(size, "").ends_with("The game was not finished.\n"));
}
