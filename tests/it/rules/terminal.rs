//! The example `examples/play.rs` with scripted games.

#[path = "../../../examples/play.rs"]
#[allow(dead_code, reason = "its main, which reads the arguments")]
mod play;

use gtn_db::go::{Rules, Size};
use play::Options;

/// The output of a game under the Japanese rules.
fn transcript(size: Size, commands: &str) -> String {
    transcript_of(Options { size, rules: Rules::Japanese, komi: 0 }, commands)
}

fn transcript_of(options: Options, commands: &str) -> String {
    let mut output = Vec::new();
    play::run(options, commands.as_bytes(), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// The output without boards and prisoners: the messages to the players.
fn told(cols: u8, rows: u8, rules: Rules, commands: &[&str]) -> String {
    let options = Options { size: Size::new(cols, rows).unwrap(), rules, komi: 0 };
    let commands: String = commands.iter().map(|command| format!("{command}\n")).collect();
    let printed = transcript_of(options, &commands);
    let is_turn = |line: &str| line.contains("black") || line.contains("white");
    let is_board = |line: &str| line.starts_with("  ") && !is_turn(line);
    let is_prisoners = |line: &str| line.ends_with("prisoner.") || line.ends_with("prisoners.");
    let is_kept = |line: &&str| !line.is_empty() && !is_board(line) && !is_prisoners(line);
    printed.lines().filter(is_kept).map(|line| format!("{line}\n")).collect()
}

fn ends(printed: &str, last: &[&str]) {
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[lines.len().saturating_sub(last.len())..], *last, "{printed}");
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
    let commands =
        lines(&game.join(" ")) + "resume black\npass\npass\nE1\ndone\nconfirm\nnot read\n";
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

#[test]
fn article_11_winning_by_resignation_is_said() {
    let printed = told(5, 5, Rules::Japanese, &["C3", "resign", "D4"]);
    ends(
        &printed,
        &["White (O) to play:", "Black (X) wins by resignation (Article 11).", "Result: B+R"],
    );
    // Not after the end of the game.
    let printed = told(5, 5, Rules::Japanese, &["pass", "pass", "resign"]);
    assert!(!printed.contains("Result"), "{printed}");
}

#[test]
fn article_12_no_result_is_offered_after_a_repetition() {
    // On a board of 2x2 the seventh play repeats the position after the first.
    let plays = ["A2", "B1", "B2", "A1", "A2", "B2", "A2"];
    let printed =
        told(2, 2, Rules::Japanese, &[&["no result"], &plays[..], &["no result"]].concat());
    assert_eq!(printed.matches("That is not a point").count(), 1, "too early:\n{printed}");
    ends(
        &printed,
        &[
            "Black (X) captures 3 stones: B2 B1 A1.",
            "The position repeats that after turn 1. If both players agree, type `no result` \
             (Article 12).",
            "White (O) to play:",
            "The game has no result (Article 12).",
            "Result: Void",
        ],
    );
    // The players may play on; the offer stands until the repetition is taken back.
    let printed = told(2, 2, Rules::Japanese, &[&plays[..], &["pass", "no result"]].concat());
    ends(&printed, &["The game has no result (Article 12).", "Result: Void"]);
    let printed = told(2, 2, Rules::Japanese, &[&plays[..], &["undo", "no result"]].concat());
    ends(
        &printed,
        &[
            "That is not a point. Type a point, pass, resign, undo or quit.",
            "The game was not finished.",
        ],
    );
}

#[test]
fn article_13_both_players_may_lose() {
    let printed = told(5, 5, Rules::Japanese, &["both lose", "pass", "pass", "both lose"]);
    assert!(printed.contains("That is not a point."), "not before the end: {printed}");
    ends(&printed, &["Dead stones?", "Both players lose (Article 13).", "Result: Both lose"]);
}

#[test]
fn article_14_an_illegal_move_may_be_forfeited() {
    let printed = told(5, 5, Rules::Japanese, &["forfeit", "C3", "C3", "", "Forfeit"]);
    ends(
        &printed,
        &[
            "That is not a point. Type a point, pass, resign, undo or quit.",
            "White (O) to play:",
            "C3 is illegal: (3,3) is occupied (Article 3). If the opponent insists, type \
             `forfeit` (Article 14).",
            "White (O) loses by an illegal move (Articles 3 and 14).",
            "Result: B+F",
        ],
    );
    // Only at once, and not under the 9x9 rules.
    for (rules, commands) in [
        (Rules::Japanese, ["C3", "C3", "D4", "forfeit"]),
        (Rules::Japanese, ["C3", "C3", "undo", "forfeit"]),
        (Rules::NineByNine, ["C3", "D4", "C3", "forfeit"]),
    ] {
        let printed = told(5, 5, rules, &commands);
        assert!(!printed.contains("Result"), "{printed}");
    }
}

#[test]
fn article_10_3_an_objection_shows_the_game_and_counts_again() {
    let printed = told(
        4,
        1,
        Rules::Japanese,
        &["A1", "B1", "C1", "pass", "pass", "A1", "confirm", "done", "object", "confirm", "done"],
    );
    let game = [
        "The game from its beginning (Article 10.3):",
        "  1 black A1",
        "  2 white B1 captures A1",
        "  3 black C1",
        "  4 white passes",
        "  5 black passes",
        "Dead stones?",
    ];
    assert!(printed.contains(&game.join("\n")), "{printed}");
}

#[test]
fn article_7_life_and_death_are_confirmed() {
    let moves = "B1 D1 B2 D2 B3 D3 B4 D4 B5 D5 A3 E3 C1 A5 C2 pass C3 pass C4 pass C5 pass pass";
    let ended: Vec<&str> = moves.split(' ').collect();
    // What a player marked wrongly is replaced.
    let printed = told(5, 5, Rules::Japanese, &[&ended[..], &["D1", "life", "done"]].concat());
    ends(
        &printed,
        &[
            "The white chain at A5, 1 stone, is dead (Article 7).",
            "Dead stones?",
            "b, w: territory; -: eyes in seki, which do not count; ?: dame",
            "Black (X): 4 of territory + 1 prisoner = 5",
            "White (O): 4 of territory + 0 prisoners = 4",
            "Black (X) wins by 1 (Article 10). If both players agree, type `confirm`; else `object`.",
            "The game was not finished.",
        ],
    );
    let mut alive = ended;
    alive.retain(|&turn| turn != "A5" && turn != "C2");
    let printed = told(5, 5, Rules::Japanese, &[&alive[..], &["life"]].concat());
    assert!(printed.contains("All chains are alive (Article 7)."), "{printed}");
    let printed = told(19, 19, Rules::Japanese, &["D4", "pass", "pass", "life"]);
    let left = "The black chain at D4, 1 stone, is left to the players: the region is too big.";
    assert!(printed.contains(left), "{printed}");
}

#[test]
fn article_10_4_a_confirmed_result_does_not_change() {
    let size = Size::new(3, 3).unwrap();
    let options = Options { size, rules: Rules::Japanese, komi: 650 };
    let played = "B2\npass\npass\n";
    // A count is confirmed before anything else is marked, undone or resumed.
    for change in ["B2", "undo\npass", "resume black\npass\npass", "object"] {
        let printed = transcript_of(options, &format!("{played}done\n{change}\nconfirm\n"));
        assert!(!printed.contains("Result"), "{change}: {printed}");
    }
    let printed = transcript_of(options, &format!("{played}done\nconfirm\nresume black\n"));
    ends(
        &printed,
        &[
            "Black (X): 8 of territory + 0 prisoners = 8",
            "White (O): 0 of territory + 0 prisoners = 0",
            "Komi for White: 6.5",
            "Black (X) wins by 1.5 (Article 10). If both players agree, type `confirm`; else `object`.",
            "Black (X) wins by 1.5 (Article 10).",
            "Result: B+1.5",
        ],
    );
}

#[test]
fn nine_by_nine_a_game_with_typos_and_a_disagreement() {
    let mut commands =
        lines("C3 d3 C2 D2 C1 D1 C4 D4 C5 D5 c5 z7 done forfeit pass B2 pass pass B2 done");
    // White says that B2 is alive. The players play on until Black captures it, and White plays
    // inside White's territory. The result is the same.
    commands += "resume black\nboth lose\nresume\n";
    commands += &lines("B3 E3 A2 pass B1 pass pass done confirm");
    let size = Size::new(5, 5).unwrap();
    let options = Options { size, rules: Rules::NineByNine, komi: 50 };
    let printed = transcript_of(options, &commands);
    let result = "Black (X) wins by 4.5 (Article 10). If both players agree, type `confirm`";
    assert_eq!(printed.matches(result).count(), 2);
    insta::assert_snapshot!(printed);
}

#[test]
fn options_are_size_rules_and_komi() {
    let parse = |args: &str| Options::parse(args.split_whitespace().map(str::to_owned));
    let options =
        |cols, rows, rules, komi| Ok(Options { size: Size::new(cols, rows).unwrap(), rules, komi });
    assert_eq!(parse(""), options(9, 9, Rules::Japanese, 0));
    assert_eq!(parse("9"), options(9, 9, Rules::Japanese, 0));
    assert_eq!(parse("--rules 9x9"), options(9, 9, Rules::NineByNine, 0));
    assert_eq!(parse("7x13 --komi 6.5"), options(13, 7, Rules::Japanese, 650));
    assert_eq!(parse("--rules japanese --komi -3 9x9"), options(9, 9, Rules::Japanese, -300));
    let cases = [
        ("--rules", "`` names no rules: the rules are `japanese` or `9x9`"),
        ("--rules chinese", "`chinese` names no rules: the rules are `japanese` or `9x9`"),
        ("--komi", "`` is not a komi; try 6.5 or -3"),
        ("--komi inf", "`inf` is not a komi; try 6.5 or -3"),
        ("--komi NaN", "`NaN` is not a komi; try 6.5 or -3"),
        ("--komi 6.25", "`6.25` is not a komi; try 6.5 or -3"),
        ("--komi 1e9", "`1e9` is not a komi; try 6.5 or -3"),
        (
            "0x3",
            "`0x3` is neither --rules nor --komi nor a board size; try 9, 13, 19, or 7x9 for 7 \
             rows and 9 columns",
        ),
    ];
    for (args, message) in cases {
        assert_eq!(parse(args), Err(message.to_owned()), "{args}");
    }
    assert!(parse("\u{1b}[2J").unwrap_err().starts_with("`\\u{1b}[2J` is neither"));
}
