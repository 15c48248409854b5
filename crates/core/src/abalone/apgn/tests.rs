//! Tests of the reader and the writer of games.

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::abalone::Lost;

const TAGS: &str = "[Event \"Some \\\"cup\\\"\"]\n[Date \"2015.05.01\"]\n[Black \"B\"]\n\
    [White \"A\"]\n[Variant \"belgian\"]\n[Result \"1-0\"]\n[Notation \"Aba-Pro\"]\n\
    [Source \"S\"]\n[Annotator \"N\"]\n";

fn read(text: &str) -> Vec<ReadGame> {
    GameRecord::read_all(text, Position::start(Board::STANDARD))
}

fn read_one(text: &str) -> ReadGame {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// What is wrong, as text.
fn faults(text: &str) -> Vec<String> {
    read_one(text).faults.iter().map(GameFault::to_string).collect()
}

fn moves(record: &GameRecord) -> Vec<String> {
    let write =
        |recorded: &RecordedMove| Notation::AbaPro.write(recorded.step, recorded.push, None);
    record.moves.iter().map(write).collect()
}

#[test]
fn a_game_with_tags_and_comments() {
    let text = format!("{TAGS}\n{{before}} 1. a1b2 {{good}} i5h5 2. a2b3 1-0\n");
    let game = read_one(&text);
    assert_eq!(game.faults, []);
    let record = game.record;
    assert_eq!(record.tag("Event"), Some("Some \"cup\""));
    assert_eq!(record.notation(), Some(Notation::AbaPro));
    assert_eq!(record.start, Some(Position::start(Board::BELGIAN_DAISY)));
    assert_eq!(moves(&record), ["a1b2", "i5h5", "a2b3"]);
    assert_eq!(
        (&*record.comments, &*record.moves[0].comments),
        (&["before".to_owned()][..], &["good".to_owned()][..])
    );
    assert_eq!(record.result.as_deref(), Some("1-0"));
    assert_eq!(record.to_apgn(Notation::AbaPro), text);
    assert_eq!(record.last_position().unwrap().turn, Color::White);
}

#[test]
fn a_game_is_written_in_every_notation() {
    let record = read_one(&format!("{TAGS}1.a1b2 i5h5 2.a2b3 i6h6 3.c2c3 g4g5 1-0")).record;
    assert_eq!(record.to_linear(Notation::Nacre), "1.a1d4 i5f5 2.a2c4 i6g6 3.c2c5 g4g7 1-0");
    let extended = record.to_apgn(Notation::ExtendedNacre);
    assert!(extended.contains("[Notation \"Extended Nacre\"]"));
    assert!(extended.ends_with("1. A1D4 I5F5 2. A2C4 I6G6 3. C2C7> G4G9> 1-0\n"));
    let again = read_one(&extended);
    assert_eq!((again.faults.len(), &again.record.moves), (0, &record.moves));
}

/// Line 106 of the French article, and the same without its last move.
#[test]
fn a_game_is_written_backward() {
    let mut record = read_one(&format!("{TAGS}1.a1b2 i5h5 2.a2b3 i6h6 3.c2c3 g4g5")).record;
    assert_eq!(record.to_inverse_linear(), "-3. g7g6 c5c4 -2. g6h6 c4b3 -1. f5g5 d4c3");
    record.moves.pop();
    assert_eq!(record.to_inverse_linear(), "-3. … c5c4 -2. g6h6 c4b3 -1. f5g5 d4c3");
}

#[test]
fn several_games() {
    let games = read(&format!("{TAGS}\n1.a1b2 1-0\n\n{TAGS}\n0-1\na1b2 i9h9 * {{end}}"));
    let lines: Vec<usize> = games.iter().map(|game| game.line).collect();
    assert_eq!(lines, [1, 13, 24]);
    let records: Vec<&GameRecord> = games.iter().map(|game| &game.record).collect();
    assert_eq!(moves(records[2]), ["a1b2", "i9h9"]);
    assert_eq!(records[2].start, Some(Position::start(Board::STANDARD)), "the one given");
    assert_eq!(records[2].moves[1].comments, ["end"]);
    assert!(read("").is_empty() && read(" \n\n").is_empty());
}

#[test]
fn moves_with_faults_end_the_moves_only() {
    let text = format!("{TAGS}\n1.a1b2 i5h5\n2.e5e6 {{why}} i6h6 1-0");
    let game = read_one(&text);
    assert_eq!(moves(&game.record), ["a1b2", "i5h5"]);
    assert_eq!(game.record.rest, "e5e6 {why} i6h6");
    assert_eq!(game.record.result.as_deref(), Some("1-0"));
    assert_eq!(faults(&text), ["line 12: move 3, `e5e6`: empty: there is no marble on e5"]);
    for (token, code) in [
        ("e5j5", "no-such-cell"),
        ("b2d4", "not-adjacent"),
        ("a1b1c1", "not-adjacent"),
        ("a1a3a2", "not-lateral"),
        ("a4a5", "not-yours"),
    ] {
        let faults = faults(&format!("{TAGS}a1b2 i5h5 {token}"));
        let expected = format!("line 10: move 3, `{token}`: {code}: ");
        assert!(faults.len() == 1 && faults[0].starts_with(&expected), "{faults:?}");
    }
}

#[test]
fn another_notation_than_the_declared_one_is_named_once() {
    let text = format!("{TAGS}1.a1d4 i5f5 2.a2b3");
    assert_eq!(moves(&read_one(&text).record), ["a1b2", "i5h5", "a2b3"]);
    assert_eq!(
        faults(&text),
        ["line 10: move 1, `a1d4`: the tag Notation says Aba-Pro, and this is not"]
    );
    let unknown = text.replace("Aba-Pro", "Kubik");
    assert_eq!(faults(&unknown), ["line 1: the tag Notation: `Kubik` is not a known notation"]);
}

#[test]
fn comments_and_tags_may_follow_a_tag_on_its_line() {
    for (from, to) in [
        ("[White \"A\"]\n", "[White \"A\"] ; ] x\n"),
        ("[White \"A\"]\n", "[White \"A\" ]\t{ said\n twice } \n"),
        ("[White \"A\"]\n", "{ before } [White \"A\"]{behind}\n"),
        ("[White \"A\"]\n", "[White \"A\"] "),
        ("[White \"A\"]\n", "[White \"A\"]"),
        ("[Annotator \"N\"]\n", "[Annotator \"N\"] "),
        ("[Black \"B\"]\n[White \"A\"]\n", "[Black \"B\"][White \"A\"] ; x\n"),
    ] {
        let game = read_one(&format!("{TAGS}1.a1b2 1-0").replacen(from, to, 1));
        assert_eq!(game.faults, [], "{to}");
        let tags = ["Black", "White", "Variant", "Annotator"].map(|name| game.record.tag(name));
        assert_eq!(tags, ["B", "A", "belgian", "N"].map(Some), "{to}");
        assert_eq!(moves(&game.record), ["a1b2"], "{to}");
    }
}

#[test]
fn faults_of_tags_and_results() {
    let with = |from: &str, to: &str| faults(&format!("{TAGS}1.a1b2 1-0").replacen(from, to, 1));
    assert_eq!(with("[Notation \"Aba-Pro\"]\n", ""), ["line 1: the tag Notation is missing"]);
    assert_eq!(
        with("[Source \"S\"]", "[Event \"2\"]"),
        ["line 8: the tag Event stands twice"],
        "the first one holds"
    );
    assert_eq!(
        with("\"belgian\"", "\"custom\""),
        [
            "line 1: the tag SetUp is missing",
            "line 1: the tag Position is missing",
            "line 1: `custom` is not a known start"
        ]
    );
    assert_eq!(
        with("[Variant", "[Variant:"),
        [
            "line 5: `[Variant: \\\"belgian\\\"]` is not a tag such as [Event \"…\"]",
            "line 1: the tag Variant is missing",
            "line 1: neither a tag nor a line names a start",
        ]
    );
    assert_eq!(
        with("\"1-0\"", "\"0-1\""),
        ["line 10: the tag Result says `0-1`, and after the moves stands `1-0`",]
    );
    assert_eq!(with("\"1-0\"", "\"won\"").len(), 1);
    assert_eq!(with("1.a1b2", "1.a1b2 {x"), ["line 10: a comment has no end"]);
    assert_eq!(
        with("1.a1b2", "1.a1b2>"),
        ["line 10: move 1, `a1b2>`: the marks contradict the board"]
    );
}

#[test]
fn white_begins() {
    let expected = ["line 10: move 1, `i5h5`: White begins"];
    let text = format!("{TAGS}1.i5h5 a1b2");
    assert_eq!(faults(&text), expected);
    assert_eq!(moves(&read_one(&text).record), ["i5h5", "a1b2"]);
    let position = Board::BELGIAN_DAISY;
    let setup = Setup { turn: Some(Color::White), ..Setup::from(position) };
    for number in ["1.", "1...", "1... ", "1…", ""] {
        let text = format!("{TAGS}[Position \"{}\"]\n{number}i5h5 a1b2", setup.to_apgn());
        assert_eq!(faults(&text), [""; 0], "a Position says so");
        assert!(
            read_one(&text).record.to_apgn(Notation::AbaPro).ends_with("1... i5h5 2. a1b2 1-0\n")
        );
    }
    // The number says so.
    let text = format!("{TAGS}1... i5h5 2. a1b2");
    assert_eq!(faults(&text), [""; 0]);
    assert_eq!(moves(&read_one(&text).record), ["i5h5", "a1b2"]);
    // The side of a Position is never overruled.
    let setup = Setup { turn: Some(Color::Black), ..setup };
    for number in ["1.", "1..."] {
        let text = format!("{TAGS}[Position \"{}\"]\n{number} i5h5 a1b2", setup.to_apgn());
        let expected = "line 11: move 1, `i5h5`: not-yours: ";
        assert!(faults(&text)[0].starts_with(expected), "{:?}", faults(&text));
    }
}

#[test]
fn positions_with_faults_and_lost_games() {
    let lost = |lost: &str| {
        let rows = "ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb";
        format!("{TAGS}[Position \"{rows}-{lost} b\"]\n1.a4a3 {{x}} i5i6 1-0")
    };
    assert_eq!(faults(&lost("5b4w")), [""; 0]);
    let start = read_one(&lost("5b4w")).record.start.unwrap();
    assert_eq!(start.lost, Lost::new(5, 4).unwrap());
    let seven = read_one(&lost("7b4w"));
    assert_eq!(seven.record.start, None);
    assert_eq!(seven.record.rest, "a4a3 {x} i5i6");
    assert_eq!(
        faults(&lost("7b4w")),
        ["line 1: the tag Position: black: `7` is not a number of lost marbles, 0 to 6",]
    );
    assert_eq!(
        faults(&lost("6b4w")),
        [
            "line 11: move 1, `a4a3`: game-over: the game is over: black has lost six marbles",
            "line 1: the tag Result says `1-0`, and the board 0-1",
        ]
    );
    let empty = format!("{TAGS}[Position \"5/6/7/8/9/8/7/6/5 b\"]\n");
    assert!(faults(&empty)[0].contains("the board is empty"));
}

/// Texts of games with and without faults.
fn texts() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(
            &[
                "a1b2",
                "i5h5",
                "A1D4",
                "1.",
                "2…",
                "g7g8f8",
                "c2c5>",
                "e5j5",
                "1-0",
                "*",
                "{a b}",
                "{",
                "}",
                "; x }\n",
                "\n",
                "[Event \"x\"]\n",
                "\n[Result \"0-1\"]\n",
                "\n[Variant \"belgian\"]\n",
                "[",
                "\n[",
                "\n[Notation \"Nacre\"]\n",
                "\n[Position \"ww3/www3/2www2/8/9/8/2bbb2/3bbb/3bb-1b1w w\"]\n",
                "a4a3",
                "(",
                ")",
                "(1-0)",
                "(e)",
                "|",
                "\n% [Event\n",
                "\nBelgian daisy\n",
                "\nSome words\n",
                "\n-1. ",
                "1... ",
                "\n2 ",
                "\nABAL1:standard:a_b|c:3a1b2c331i54",
                "\n[Position \"\"]\n",
            ][..]
        )
        .prop_map(str::to_owned),
        "[a-i1-9.>(){};\\[\\]\"\\\\ \n-]{0,6}",
    ];
    let separator = prop::sample::select(&["", " ", "\n"][..]);
    prop::collection::vec((word, separator), 0..20)
        .prop_map(|words| words.into_iter().map(|(word, separator)| word + separator).collect())
}

proptest! {
    /// What is written is read again as the same game, and written again as the same text.
    #[test]
    fn games_are_read_as_written(text in texts(), notation in prop::sample::select(&Notation::ALL)) {
        for ReadGame { record, .. } in read(&text) {
            let kept = record.notation().unwrap_or(notation);
            let written = record.to_apgn(kept);
            let games = read(&written);
            prop_assert_eq!(games.len(), 1, "{}", written);
            let again = &games[0].record;
            prop_assert_eq!(again.to_apgn(kept), written.clone());
            let result = record.final_result().or(Some("*")).map(str::to_owned);
            let result = record.result.clone().or(result.filter(|_| again.result.is_some()));
            let with_tags = GameRecord { tags: again.tags.clone(), result, ..record.clone() };
            prop_assert_eq!(again, &with_tags, "{}", written);
            if let Some(start) = record.start {
                let linear = GameRecord::read_all(&record.to_linear(notation), start);
                let without_tags = GameRecord { tags: Vec::new(), ..record.clone() };
                if let Some(game) = linear.into_iter().next() {
                    prop_assert_eq!(game.record, without_tags);
                }
            }
            let other = read(&record.to_apgn(notation)).remove(0).record;
            prop_assert_eq!(&other.moves, &record.moves);
            prop_assert_eq!((other.start, &other.comments), (record.start, &record.comments));
        }
    }
}

#[test]
fn points_apart_from_their_move_are_read_as_written() {
    for text in ["})\n(1-0)", "1.a1b2 )\n(1-0)", "1.a1b2 i5h5 ( x )\n(e) y"] {
        let record = read_one(text).record;
        let written = record.to_apgn(Notation::AbaPro);
        let again = read_one(&written).record;
        assert_eq!(again.to_apgn(Notation::AbaPro), written, "{text}");
        assert_eq!((again.moves, again.rest), (record.moves, record.rest), "{text}");
    }
}

#[test]
fn a_turned_game_leads_to_the_turned_position() {
    let text = format!("{TAGS}{{0y. $I9}} 1.a1b2 {{1x. $A1}} i5h5 2.a2b3 i6h6 3.c2c3 g4g5 1-0");
    let record = read_one(&text).record;
    let last = record.last_position().unwrap();
    for symmetry in Symmetry::ALL {
        let image = record.transform(symmetry);
        let setup = Setup { board: last.board, turn: Some(last.turn), lost: Some(last.lost) };
        let expected = setup.transform(symmetry).to_position();
        assert_eq!(image.last_position(), Some(expected), "{symmetry}");
        let back = image.transform(symmetry.inverse());
        assert_eq!((&back.moves, &back.comments), (&record.moves, &record.comments), "{symmetry}");
    }
    let quarter = record.transform("IR1".parse().unwrap());
    assert_eq!(quarter.moves[0].comments, ["1x. $E1"]);
    assert_eq!((quarter.tag("Variant"), quarter.tag("Date")), (None, Some("2015.05.01")));
    assert!(
        quarter.to_apgn(Notation::AbaPro).contains("[Variant \"custom\"]"),
        "not a named start"
    );
}

/// The games of a text without another start.
fn read_alone(text: &str) -> Vec<ReadGame> {
    GameRecord::read_all(text, None)
}

fn read_daisy(text: &str) -> Vec<ReadGame> {
    GameRecord::read_all(text, Position::start(Board::BELGIAN_DAISY))
}

#[test]
fn comments_and_escaped_lines_make_no_game_and_divide_none() {
    let lines: Vec<&str> = TAGS.lines().collect();
    for comment in ["{ a comment }", "; a comment", "% a [Event", "{ two\n\nlines }"] {
        for at in 0..=lines.len() {
            let (before, after) = lines.split_at(at);
            let text =
                format!("{}\n{comment}\n\n{}\n1. a1b2 1-0\n", before.join("\n"), after.join("\n"));
            let games = read_alone(&format!("{text}\n{text}"));
            assert_eq!(games.len(), 2, "{text}");
            for game in &games {
                assert_eq!((game.record.tags.len(), game.faults.len()), (9, 0), "{text}");
                assert_eq!(moves(&game.record), ["a1b2"]);
            }
        }
    }
    let text = format!("{TAGS}\n1. a1b2 1-0\n{{ behind }}\n% also behind\n");
    assert_eq!(read_alone(&text)[0].record.moves[0].comments, [" behind "]);
    assert!(read_alone("{ alone }\n% alone\n").is_empty());
    // Games without moves and without a result.
    let head = TAGS.replace("belgian", "standard");
    assert_eq!(read_alone(&format!("{head}\n{{ one }}\n\n{head}")).len(), 2);
}

/// Words before the moves are a comment without the blank that divides them from the moves, so that
/// the written comment is read as it was.
#[test]
fn blanks_of_any_kind_end_the_words_before_the_moves() {
    for blank in [" ", "\t", "\u{c}", "\u{a0}", " | "] {
        let game = &read_daisy(&format!("An opening}}{blank}1. a1b2"))[0].record;
        assert_eq!(game.comments, ["An opening}"]);
        assert_eq!(moves(game), ["a1b2"]);
        assert_eq!(read_daisy(&game.to_apgn(Notation::AbaPro))[0].record.comments, game.comments);
    }
}

#[test]
fn starts_are_named_by_tags_and_lines() {
    let daisy = Some(Position::start(Board::BELGIAN_DAISY));
    let german = Board::of_start("german_daisy").map(Position::start);
    for (text, start) in [
        ("Belgian daisy\n1.a1b2", daisy),
        ("AWC 2015 final\nGerman Daisy:\n1.b1c2", german),
        ("1.a1b2", None),
        ("[Variant \"german_daisy\"]\n1.b1c2", german),
        ("[Event \"x\"]\nGerman daisy\n1.b1c2", german),
        ("[Variant \"Kubik\"]\n1.a1b2", None),
        ("[Variant \"duel\"]\n1.a1b2", None),
        ("[Event \"x\"]\n1.a1b2", None),
        ("Kubik daisy\n1.a1b2", None),
    ] {
        let games = read_alone(text);
        assert_eq!((games.len(), games[0].record.start), (1, start), "{text}");
        let unknown = |fault: &&GameFault| matches!(fault.cause, GameFaultCause::UnknownStart(_));
        assert_eq!(games[0].faults.iter().any(|fault| unknown(&fault)), start.is_none(), "{text}");
        assert_eq!(games[0].record.moves.len(), usize::from(start.is_some()), "{text}");
        // A start that is given is taken, and the unknown name is a finding all the same.
        let given = Position::start(Board::STANDARD);
        let game = &GameRecord::read_all(text, given)[0];
        let names_none = text == "1.a1b2";
        let is_finding = start.is_none() && !names_none;
        assert_eq!(game.faults.iter().any(|fault| unknown(&fault)), is_finding, "{text}");
        if start.is_none() {
            assert_eq!(game.record.start, Some(given), "{text}");
        }
    }
    let names: Vec<_> = read_alone("Standard\n1.a1b2 i9h9\n\nBelgian daisy\n1.a1b2 i5h5")
        .into_iter()
        .map(|game| game.record.tag("Variant").map(str::to_owned))
        .collect();
    assert_eq!(names, [Some("Standard".to_owned()), Some("Belgian daisy".to_owned())]);
}

#[test]
fn tags_are_written_in_their_order_with_the_names_of_the_format() {
    let text = "[White \"W\"]\n[Round \"2\"]\n[Plies \"1\"]\n[Event \"E\"]\n[Site \"S\"]\n\
        [Variant \"Belgian Daisy\"]\n\n1.a1b2 0-1";
    let written = read_alone(text)[0].record.to_apgn(Notation::Nacre);
    let expected = "[Event \"E\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"W\"]\n\
        [Variant \"belgian\"]\n[Result \"0-1\"]\n[Notation \"Nacre\"]\n[Plies \"1\"]\n\
        [Round \"2\"]\n[Site \"S\"]\n\n1. a1d4 0-1\n";
    assert_eq!(written, expected);
    let given = Position::start(Board::STANDARD);
    let unknown = "[Variant \"Kubik\"]\n1.a1b2";
    let record = &GameRecord::read_all(unknown, given)[0].record;
    let written = record.to_apgn(Notation::AbaPro);
    assert!(written.contains("[Variant \"standard\"]\n[Result \"*\"]"), "{written}");
    assert!(written.contains("[VariantName \"Kubik\"]") && written.ends_with("\n\n1. a1b2 *\n"));
    let moved = record.last_position();
    let custom = GameRecord::new(record.tags.clone(), moved).to_apgn(Notation::AbaPro);
    let custom_tags =
        "[Variant \"custom\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n[Position \"";
    assert!(custom.contains(custom_tags), "{custom}");
}

/// The last white marble but five goes off the board.
const DECIDED: &str = "[Position \"5/6/7/8/wbb6/8/7/6/5-0b5w b\"]\n\n1.e3e2";
const PGN: &str = "[Event \"E\"]\n[Site \"?\"]\n[Round \"1\"]\n";

#[test]
fn the_first_number_of_a_result_is_of_black() {
    let winners = |text: &str| -> Vec<_> {
        read_alone(text).iter().map(|game| game.record.winner()).collect()
    };
    let senses = |text: &str| {
        let faults = read_alone(text).into_iter().flat_map(|game| game.faults);
        faults.filter(|fault| fault.cause == GameFaultCause::EitherSense).count()
    };
    let (black, white) = (Some(Color::Black), Some(Color::White));
    let resigned = format!("{TAGS}\n1.a1b2 1-0\n\n");
    assert_eq!((winners(&resigned), senses(&resigned)), (vec![black], 0));
    // The tags of PGN, and no game that the board decides.
    let open = format!("{PGN}[Variant \"belgian\"]\n\n1.a1b2 1-0\n\n").repeat(2);
    assert_eq!((winners(&open), senses(&open)), (vec![black; 2], 1));
    // One that is decided tells the sense.
    for (result, winner) in [("1-0", black), ("0-1", white)] {
        let decided = format!("{PGN}{DECIDED} {result}\n\n");
        let text = format!("{open}{decided}{resigned}");
        assert_eq!((winners(&text), senses(&text)), (vec![winner, winner, black, black], 0));
        let games = read_alone(&text);
        assert_eq!(
            games[2].record.result.as_deref(),
            Some("1-0"),
            "Black won, in the sense of APGN"
        );
        let written = games[0].record.to_apgn(Notation::AbaPro);
        assert_eq!(winners(&written), [winner], "{written}");
    }
    let both = format!("{open}{PGN}{DECIDED} 1-0\n\n{PGN}{DECIDED} 0-1\n\n");
    assert_eq!((winners(&both), senses(&both)), (vec![black; 4], 1));
}

#[test]
fn no_winner_is_known_where_the_text_is_wrong() {
    let winner = |moves: &str| read_one(&format!("{TAGS}\n{moves}")).record.winner();
    assert_eq!(winner("1.a1b2"), Some(Color::Black), "the tag says so");
    assert_eq!(winner("1.a1b2 0-1"), None, "tag and text disagree");
    assert_eq!(winner("1.a1b2 e5e9 1-0"), None, "an illegal move");
    assert_eq!(winner("1.a1b2 1-0"), Some(Color::Black));
    let board = read_one(&format!("[Result \"0-1\"]\n{DECIDED} 1-0")).record;
    assert_eq!(board.winner(), Some(Color::Black), "the board decides");
}

#[test]
fn tags_that_contradict_the_board_are_named() {
    let faults = faults(&format!("[Result \"0-1\"]\n[Plies \"7\"]\n{DECIDED} 0-1"));
    let contradict: Vec<&String> =
        faults.iter().filter(|fault| fault.contains("the board")).collect();
    assert_eq!(
        contradict,
        [
            "line 1: the tag Result says `0-1`, and the board 1-0",
            "line 1: the tag Plies says `7`, and the board 1"
        ]
    );
}

#[test]
fn variations_are_kept() {
    let text =
        "1.a1b2 i5h5 ( {why} 1... i6h6 2.a2b3 ( 2.b1c2 h6g5 ) ) 2.c2c3 {main} ( 2.a2b3 ) 1-0";
    let game = &read_daisy(text)[0];
    assert_eq!(game.faults, []);
    let record = &game.record;
    assert_eq!(record.to_linear(Notation::AbaPro), text);
    let shape: Vec<_> =
        record.variations.iter().map(|line| (line.of, line.after, line.moves.len())).collect();
    assert_eq!(shape, [(None, 1, 2), (Some(0), 1, 2), (None, 2, 1)]);
    assert_eq!(record.variations[0].comments, ["why"]);
    let turned = record.transform("IR1".parse().unwrap());
    let back = turned.transform("IR5".parse().unwrap());
    assert_eq!(&back, record);
    // An illegal move ends its line and no other.
    let game = &read_daisy("1.a1b2 ( 1.e5e9 x ( y ) ) i5h5")[0];
    assert_eq!(moves(&game.record), ["a1b2", "i5h5"]);
    assert_eq!(game.record.variations[0].rest, "e5e9 x ( y )");
    assert_eq!(game.faults.len(), 1);
    for open in ["1.a1b2 ( 1.b1c2", "1.a1b2 ) i5h5"] {
        let game = &read_daisy(open)[0];
        assert_eq!(game.faults[0].to_string(), "line 1: a parenthesis has no other one", "{open}");
    }
}

/// Nothing recurses over the depth of variations.
#[test]
fn deep_variations_need_no_stack() {
    const DEPTH: usize = 100_000;
    let text = format!("1.a1b2 {}{}", "( 1.b1c2 ".repeat(DEPTH), ") ".repeat(DEPTH));
    let game = &read_daisy(&text)[0];
    assert_eq!((game.record.variations.len(), game.faults.len()), (DEPTH, 0));
    let again = &read_daisy(&game.record.to_linear(Notation::AbaPro))[0];
    assert_eq!(again.record, game.record);
}

#[test]
fn points_are_words_of_their_own() {
    let game = &read_alone("Standard\n1.a1d4 (0-0) I9F6 (e)")[0];
    assert_eq!(game.record.moves.len(), 2);
    let causes: Vec<_> = game.faults.iter().map(|fault| fault.cause.clone()).collect();
    assert_eq!(
        causes,
        [GameFaultCause::WrongMarks, GameFaultCause::WrongMarks],
        "nothing was pushed off"
    );
}

/// The table of the French article and its inverse, lines 102 and 106.
#[test]
fn tables_of_two_columns_are_read() {
    let moves_of = |text: &str| {
        let games = read_daisy(text);
        assert_eq!((games.len(), games[0].faults.len()), (1, 0), "{text}: {:?}", games[0].faults);
        moves(&games[0].record)
    };
    let expected = ["a1b2", "i5h5", "a2b3", "i6h6", "c2c3", "g4g5"];
    for text in [
        "Belgian daisy\n1. a1b2 i5h5\n2. a2b3 i6h6\n3. c2c3 g4g5\n4…",
        "Belgian daisy\n\n   Noir   Blanc\n1  a1b2   i5h5\n2  a2b3   i6h6\n3  c2c3   g4g5\n",
        "| No | Black | White |\n|---|---|---|\n| 1 | a1b2 | i5h5 |\n| 2 | a2b3 | i6h6 |\n| 3 | c2c3 | g4g5 |",
    ] {
        assert_eq!(moves_of(text), expected, "{text}");
    }
}

#[test]
fn inverse_games_are_read_forward() {
    let text = "-3. g7g6 c5c4\n-2. g6h6 c4b3\n-1. f5g5 d4c3\n";
    for text in [text, &format!("…{}", text.replace('\n', " ")), &text.replace('.', "")] {
        let game = &read_daisy(text)[0];
        assert_eq!(moves(&game.record), ["a1b2", "i5h5", "a2b3", "i6h6", "c2c3", "g4g5"], "{text}");
        let causes: Vec<_> = game.faults.iter().map(|fault| fault.cause.clone()).collect();
        assert_eq!(causes, [GameFaultCause::InverseCount]);
    }
    let wrong = &read_daisy("-1. f5g5 a1a2")[0];
    assert_eq!((wrong.record.moves.len(), &*wrong.record.rest), (0, "-a1a2 f5g5"));
}

#[test]
fn share_codes_are_read() {
    // a1-b2-c3 north-east, then i5-h5-g5 south-east.
    let code = "ABAL1:belgian:Ann_B|Cy:3a1b2c333g5h5i54";
    for text in [code.to_owned(), code.replacen("33g5", "3\n3g5", 1), format!("{code}\n{code}")] {
        let games = read_alone(&text);
        let record = &games[0].record;
        assert_eq!(moves(record), ["a1b2", "i5h5"], "{text}");
        assert_eq!((record.tag("Black"), record.tag("White")), (Some("Ann B"), Some("Cy")));
        assert_eq!((games[0].faults.len(), games[0].has_tags), (0, false));
        assert_eq!(games.len(), text.matches("ABAL1").count());
    }
    let old = &read_alone("ABAL1:standard:1c33")[0].record;
    assert_eq!((moves(old), old.tag("Black")), (vec!["c3d4".to_owned()], None));
    // Two marbles, and not the third of their row; a lateral move; what is no code.
    for (body, expected) in
        [("2a1b23", 0), ("2b2c33", 1), ("2c3c42", 1), ("1z90", 0), ("3a1b2", 0), ("1a19", 0)]
    {
        let game = &read_alone(&format!("ABAL1:standard:{body}"))[0];
        assert_eq!(game.record.moves.len(), expected, "{body}");
        assert_eq!(game.faults.len(), 1 - expected, "{body}");
    }
    assert!(read_alone("ABAL1:duel:1c33")[0].record.start.is_none());
}

#[test]
fn texts_that_are_meant_as_games() {
    for text in [
        "{ a comment }\n\n[Event \"x\"]\n*",
        "[White \"W\"]\n{ note }\n[Variant \"Belgian Daisy\"]\n",
        "Belgian daisy\n1.a1b2 i5h5",
        "1. a1b2",
        "-3. g7g6 c5c4",
        "Noir Blanc\n1 a1b2 i5h5",
        "ABAL1:standard:1c33",
    ] {
        assert!(GameRecord::is_meant_by(text), "{text}");
    }
    for text in [
        "",
        "1. d4 d5",
        "[White \"Anand\"]",
        "(;AB[aa])",
        "{\"AB\": []}",
        "a1b2",
        "Read me\nfirst\n1. a1b2",
        "5a12b12_4h89i89",
    ] {
        assert!(!GameRecord::is_meant_by(text), "{text}");
    }
}

/// A variation may stand before the first move, which may be White's.
#[test]
fn what_is_written_of_early_variations_is_read_again() {
    for text in ["(a1b2) b1c2", "((a1b2)) b1c2", "(b6d7) b6d7", "((b6d7)) b6d7", "*((b6d7)))b6d7"] {
        for game in read_daisy(text) {
            let written = game.record.to_apgn(Notation::AbaPro);
            let again = &read_daisy(&written)[0].record;
            assert_eq!(again.to_apgn(Notation::AbaPro), written, "{text}");
        }
    }
}
