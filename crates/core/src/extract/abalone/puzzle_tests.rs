//! Tests of puzzles and of files of them.

use proptest::prelude::*;

use super::*;
use crate::abalone::{Notation, PositionForm, Setup};
use crate::diagnostic::Disposition;
use crate::model::{AbaloneForm, Turn};
use crate::{Color, Rule};

const FIRST: &str = r#"{"PZL_name": "one_xtr2x1", "pos": "5e456_4e7i9", "winner": "y",
    "nb tour": 9, "sol_starts": "1.e4e7/i9h8 2.e5e8|e4e7"}"#;
const SECOND: &str = r#"{"pos": "0a1_0i9", "PZL_name": "two_xtr3y"}"#;

fn file(items: &[&str]) -> String {
    format!(
        "\u{feff}{{\"version\": [1, {{}}], \"content\": [\n {}\n], \"end\": 1}}\n",
        items.join(",\n ")
    )
}

/// The numbers of the problems, and of the faults with their messages.
fn read(json: &str) -> (Vec<u32>, Vec<(u32, String)>) {
    let (problems, faults) = read_puzzles(json);
    for problem in &problems {
        let start = problem.offset as usize;
        assert!(json[start..].starts_with(&problem.source_text));
        assert_eq!(problem.form, AbaloneForm::KaawaPuzzle);
    }
    for fault in &faults {
        assert!(fault.fault.offset <= json.len());
        let is_kept = problems.iter().any(|problem| problem.number == fault.number);
        assert_eq!(fault.disposition == Disposition::Kept, is_kept, "{fault:?}");
    }
    let faults = faults.into_iter().map(|fault| (fault.number, fault.fault.message));
    (problems.iter().map(|problem| problem.number).collect(), faults.collect())
}

#[test]
fn puzzles_become_problems() {
    let json = file(&[FIRST, SECOND]);
    let (problems, faults) = read_puzzles(&json);
    assert_eq!(faults, []);
    assert_eq!(problems.len(), 2);
    assert_eq!(problems[0].name.as_deref(), Some("one_xtr2x1"));
    assert_eq!(problems[1].number, 2);
    let setup: Setup = "5e456_4e7i9".parse().unwrap();
    let canonical = setup.board.canonicalize();
    assert_eq!(problems[0].key, canonical.key());
    assert_eq!(problems[0].turn, Turn::of_abalone(Some(Color::Black), &canonical));
    assert_ne!(problems[0].turn, Turn::Unknown);

    let (puzzle, _) = Puzzle::read(&problems[0].source_text).unwrap();
    let goal = puzzle.goal.unwrap();
    assert_eq!((goal.winner, goal.turns), (Color::Black, 2));
    assert_eq!(puzzle.setup, Setup { turn: Some(Color::Black), ..setup });
    let lines: Vec<String> =
        puzzle.lines.iter().map(|line| line.record.to_linear(Notation::Nacre)).collect();
    assert_eq!(lines, ["1.e4e7 i9h8 2.e5e8", "1.e4e7"]);
}

#[test]
fn goals_are_read_from_names() {
    let goal = |winner, turns| Some(PuzzleGoal { winner, turns });
    for (name, expected) in [
        ("xtr3x", goal(Color::Black, 3)),
        ("saab 12 xtr4y1_solver_test", goal(Color::White, 4)),
        ("xtr xtr10x", goal(Color::Black, 10)),
        ("xtr0x", None),
        ("xtr3", None),
        ("xtr3z", None),
        ("xtrx", None),
        ("XTR3X", None),
        ("xtr99999999999x", None),
        ("xtr3é", None),
        ("", None),
    ] {
        assert_eq!(PuzzleGoal::of_name(name), expected, "{name}");
    }
    assert_eq!(PuzzleGoal::of_name("xtr1y").unwrap().to_string(), "White wins in 1 turn");
}

#[test]
fn a_damaged_puzzle_is_named_and_all_others_are_kept() {
    let message = |text: &str| vec![(2, text.to_owned())];
    for (damaged, expected) in [
        (r#"{"PZL_name": "x_xtr1x"}"#, "there is no `pos`"),
        (r#"{"PZL_name": "x_xtr1x", "pos": null}"#, "there is no `pos`"),
        (r#"{"PZL_name": "x_xtr1x", "pos": 7}"#, "pos: integer `7` in place of a string"),
        (r#"{"PZL_name": "x_xtr1x", "pos": "0a6_0"}"#, "pos: black: `a6` is not a cell"),
        (
            r#"{"PZL_name": "x_xtr1x", "pos": "0_0"}"#,
            "pos: the board is empty: a position has at least one marble",
        ),
        (
            r#"{"PZL_name": "x_xtr1x", "pos": "7a1_0"}"#,
            "pos: black: `7` is not a number of lost marbles, 0 to 6",
        ),
        (r#"{"pos": "0a1_0", "pos": "0a2_0"}"#, "duplicate field `pos`"),
        (r#"{"pos": "0a1_0" "PZL_name": "x_xtr1x"}"#, "expected `,` or `}`"),
        (
            "{\"pos\": \"0a1_0, \n \"PZL_name\": \"x\"}",
            "control character (\\u0000-\\u001F) found while parsing a string",
        ),
        (r#"{"pos": "0a1_0", "#, "key must be a string"),
        (r#"{"pos": "\uD800"}"#, "pos: unexpected end of hex escape"),
        ("oops", "expected value"),
        ("7", "not a JSON object"),
        ("[\"a\", \"0a1_0\", null]", "not a JSON object"),
    ] {
        let (kept, faults) = read(&file(&[FIRST, damaged, SECOND]));
        assert_eq!((kept, faults), (vec![1, 3], message(expected)), "{damaged}");
    }
}

#[test]
fn a_fault_of_a_part_keeps_the_puzzle() {
    let no_goal = "PZL_name has no goal such as xtr3x, which says that Black is to move";
    for (item, expected) in [
        (r#"{"PZL_name": "x", "pos": "0a1_0a2b1"}"#, no_goal),
        (r#"{"pos": "0a1_0a2b1"}"#, no_goal),
        (
            r#"{"PZL_name": "xtr1x", "pos": "0a1_0a2b1", "sol_starts": 3}"#,
            "sol_starts: integer `3` in place of a string",
        ),
        (
            r#"{"PZL_name": "xtr1x", "pos": "0a1_0a2", "sol_starts": "a1b2|1.a1a2"}"#,
            "sol_starts: line 2, move 1, `a1a2`: pac: from a2 on the other side has as many marbles in line, or more",
        ),
    ] {
        let (kept, faults) = read(&file(&[item, SECOND]));
        assert_eq!((kept, faults), (vec![1, 2], vec![(1, expected.to_owned())]), "{item}");
    }
    let (problems, faults) = read_puzzles(&file(&[r#"{"PZL_name": "x", "pos": "0a1_0a2b1"}"#]));
    assert_eq!((problems[0].turn, faults[0].fault.rule), (Turn::Unknown, Rule::TurnUnknown));
    let missing = r#"{"PZL_name": "xtr2x", "pos": "0a1_0i9", "sol_starts": "1.a1b2 2.b2c3"}"#;
    assert_eq!(read(&file(&[missing])), (vec![1], vec![]), "published so, no fault");
}

#[test]
fn a_file_that_is_cut_off_or_none_is_named() {
    let whole = file(&[FIRST, SECOND]);
    for (json, message) in [
        ("", "not a JSON object with a list `content`"),
        ("[]", "not a JSON object with a list `content`"),
        ("{", "expected a key"),
        ("{}", "the object has no list `content`"),
        ("{\"a\": 1}", "the object has no list `content`"),
        ("{\"content\"}", "expected `:`"),
        ("{\"content\": {}}", "content: expected a list of puzzles"),
        ("{\"content\": [", "the file ends before its list does"),
        ("{\"content\": []", "after the list of puzzles: the JSON ends too early"),
        ("{\"content\": []} x", "after the list of puzzles: trailing characters"),
        ("{\"a\": ", "the file ends where a value is missing"),
    ] {
        assert_eq!(read(json), (vec![], vec![(0, message.to_owned())]), "{json}");
    }
    let cut = &whole[..whole.rfind("xtr3y").unwrap()];
    let (kept, faults) = read(cut);
    assert_eq!((kept, faults), (vec![1], vec![(2, "the JSON ends too early".to_owned())]));
}

#[test]
fn nesting_and_length_do_not_matter() {
    let deep = "[".repeat(100_000);
    let closed = format!("{deep}{}", "]".repeat(100_000));
    let item = SECOND.replacen('{', &format!("{{\"x\": {closed},"), 1);
    assert_eq!(read(&file(&[&item, FIRST])), (vec![1, 2], vec![]));
    let (kept, faults) = read(&format!("{{\"content\": [{deep}"));
    assert_eq!((kept, faults.len()), (vec![], 1));
    assert_eq!(read(&format!("{{\"x\": {deep}")).1.len(), 1);
    let open = "{\"a\":".repeat(50_000);
    assert!(read(&format!("{{\"content\": [{open}")).0.is_empty());
    let many = vec![SECOND; 20_000];
    assert_eq!(read(&file(&many)).0.len(), 20_000);
}

#[test]
fn files_of_puzzles_are_known_by_their_keys() {
    let whole = file(&[FIRST]);
    assert!(has_puzzles(whole.as_bytes()));
    assert!(has_puzzles(&whole.as_bytes()[..120]));
    assert!(has_puzzles(b"{\"content\":[{\"pos\" : 1,\"PZL_name\" :"));
    for text in [
        "",
        "{}",
        "[{\"PZL_name\": \"\", \"pos\": \"\"}]",
        "{\"PZL_name\": \"pos\"}",
        "{\"x\": \"PZL_name\", \"pos\": 1}",
        "{\"pos\": 1, \"pzl_name\": 2}",
    ] {
        assert!(!has_puzzles(text.as_bytes()), "{text}");
    }
}

proptest! {
    #[test]
    fn no_damage_panics(at in any::<prop::sample::Index>(), length in 0..9_usize, with in "[{}\"a1,:é\\[\\]|/.\\\\ ]{0,4}") {
        let mut json = file(&[FIRST, SECOND, FIRST]);
        let mut boundaries: Vec<usize> = json.char_indices().map(|(i, _)| i).collect();
        boundaries.push(json.len());
        let from = at.index(boundaries.len());
        let to = (from + length).min(boundaries.len() - 1);
        json.replace_range(boundaries[from]..boundaries[to], &with);
        let (kept, _) = read(&json);
        prop_assert!(kept.len() <= 4);
    }

    #[test]
    fn no_text_panics(text in ".{0,60}", solution in "[a-i1-9./| ]{0,40}") {
        let _ = read(&text);
        let _ = PuzzleGoal::of_name(&text);
        let object = serde_json::json!({"PZL_name": format!("xtr1x{text}"), "pos": "0a1_0i9", "sol_starts": solution});
        let (puzzle, _) = Puzzle::read(&object.to_string()).unwrap();
        prop_assert!(puzzle.goal.is_some());
        prop_assert_eq!(PositionForm::of("0a1_0i9"), Some(PositionForm::Kaawa));
    }
}
