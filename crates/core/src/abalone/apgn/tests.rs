//! Tests of the reader and the writer of games.

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::abalone::Lost;

const TAGS: &str = "[Event \"Some \\\"cup\\\"\"]\n[Site \"?\"]\n[Date \"2015.05.01\"]\n[Round \"1\"]\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[Variant \"Belgian Daisy\"]\n\
    [Notation \"Aba-Pro\"]\n";

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
    let text = format!("{TAGS}\n{{before}} 1.a1b2 {{good}} i5h5 2.a2b3 1-0\n");
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
    assert!(extended.ends_with("1.A1D4 I5F5 2.A2C4 I6G6 3.C2C7> G4G9> 1-0\n"));
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
        ("(a1b2)", "not-a-move"),
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
fn faults_of_tags_and_results() {
    let with = |from: &str, to: &str| faults(&format!("{TAGS}1.a1b2 1-0").replacen(from, to, 1));
    assert_eq!(with("[Round \"1\"]\n", ""), ["line 1: the tag Round is missing"]);
    assert_eq!(
        with("[Site \"?\"]", "[Round \"2\"]"),
        ["line 4: the tag Round stands twice", "line 1: the tag Site is missing",]
    );
    assert_eq!(
        with("[Variant", "[Variant:"),
        [
            "line 8: `[Variant: \\\"Belgian Daisy\\\"]` is not a tag such as [Event \"…\"]",
            "line 1: no tag names a known start: the one given for such games is assumed",
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
    let text = format!("{TAGS}[Position \"{}\"]\n1.i5h5 a1b2", setup.to_apgn());
    assert_eq!(faults(&text), ["line 1: White begins"]);
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
        ["line 11: move 1, `a4a3`: game-over: the game is over: black has lost six marbles",]
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
            let with_tags = GameRecord { tags: again.tags.clone(), ..record.clone() };
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
}
