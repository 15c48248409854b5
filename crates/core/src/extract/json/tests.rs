use super::*;
use crate::Fault;
use crate::solution::Solution;

use crate::model::{Record, TurnSource};

/// An OGS puzzle with everything that is read.
///
/// ```text
///   . O . . .     Black lives at a1; White at b1 first, then a1, and back
///   X O . . .     at b1, leads nowhere
///   X X . . .
/// ```
const OGS: &str = r#"{"id": 7, "name": "Wrapped", "puzzle": {
  "mode": "puzzle", "name": "Lesson ] 1", "puzzle_type": "tesuji", "puzzle_rank": "18",
  "puzzle_description": "Live\nin the corner", "puzzle_collection": 99,
  "width": 9, "height": 9, "initial_player": "black",
  "initial_state": {"black": "abacbc", "white": "bbba"},
  "move_tree": {"x": -1, "y": -1, "text": "Think", "branches": [
    {"x": 0, "y": 0, "correct_answer": true, "text": "Yes \\ ]",
     "marks": [{"x": 2, "y": 1, "marks": {"letter": "A:", "triangle": true, "score": "black"}},
               {"x": 3, "y": 3, "marks": {"square": true, "circle": true, "cross": true}}]},
    {"x": 2, "y": 0, "branches": [{"x": -1, "y": -1, "branches": [
      {"x": 4, "y": 4, "wrong_answer": true}]}]},
    {"x": 3, "y": 0}]}}}"#;

fn solution(record: &Record) -> Solution {
    Solution::decode(&record.solution, record.dialect).unwrap()
}

fn record(text: &str) -> Record {
    let (extracted, faults) =
        extract_json(text, TreeLocation { tree: 3, offset: 100 }, TreeOptions::default());
    assert!(faults.is_empty(), "{faults:?}");
    let Extracted::Problem(record) = extracted else { panic!("{extracted:?}") };
    *record
}

fn sgf(text: &str) -> String {
    String::from_utf8(record(text).sgf).unwrap()
}

/// Whether a text was kept, and its faults with the text at their offsets.
fn faults(text: &str) -> (bool, Vec<String>) {
    let (extracted, faults) = extract_json(text, TreeLocation::FIRST, TreeOptions::default());
    let shown = |fault: &Fault| {
        let at: String = text[fault.offset..].chars().take(4).collect();
        format!("{} at {at}: {}", fault.rule, fault.message)
    };
    (extracted != Extracted::Nothing, faults.iter().map(shown).collect())
}

#[test]
fn an_ogs_puzzle_becomes_a_game_tree() {
    let record = record(OGS);
    assert_eq!(
        String::from_utf8_lossy(&record.sgf),
        "(;GM[1]FF[4]CA[UTF-8]SZ[9]GN[Lesson \\] 1]GE[tesuji]DI[12k]PL[B]AB[ab][ac][bc]AW[bb][ba]\
         C[Live\nin the corner\n\nThink](;B[aa]TE[1]C[Yes \\\\ \\]]CR[dd]LB[cb:A:]MA[dd]SQ[dd]TR[cb])\
         (;B[ca];W[];B[ee]BM[1])(;B[da]))"
    );
    assert_eq!((record.tree, record.offset), (3, 100));
    assert_eq!(record.name.as_deref(), Some("Lesson ] 1"));
    assert_eq!(record.turn_source, TurnSource::Property);
    assert_eq!(record.dialect, Dialect::OgsJson);
    let verdicts: Vec<_> = solution(&record).nodes.iter().map(|node| node.verdict).collect();
    use crate::solution::Verdict::{Right, Wrong};
    assert_eq!(verdicts, [Some(Right), None, None, Some(Wrong), Some(Wrong)]);
}

#[test]
fn missing_fields_have_the_defaults_of_ogs() {
    let bare = r#"{"initial_state": {"black": "aa", "white": null}, "move_tree": {"x": -1, "y": -1,
        "trunk_next": {"x": 1, "y": 0}, "branches": [{"x": 2, "y": 0}]}}"#;
    assert_eq!(sgf(bare), "(;GM[1]FF[4]CA[UTF-8]SZ[19]PL[B]AB[aa](;B[ba])(;B[ca]))");
    // Without marks no answer is right.
    assert!(solution(&record(bare)).accepted(None).is_empty());
    let named = r#"{"name": "x", "puzzle": {"width": 5, "height": 30, "initial_player": "white",
        "initial_state": {"white": "aDbD"}}}"#;
    assert_eq!(sgf(named), "(;GM[1]FF[4]CA[UTF-8]SZ[5:30]GN[x]PL[W]AW[aD][bD])");
    let moved = r#"{"initial_state": {"black": "aa"}, "move_tree": {"x": 1, "y": 1}}"#;
    assert!(sgf(moved).ends_with("AB[aa];B[bb])"));
}

/// Unlike in SGF.
#[test]
fn words_in_an_ogs_puzzle_are_not_marks() {
    let text = r#"{"initial_state": {"black": "aa"}, "move_tree": {"x": -1, "y": -1, "branches": [
        {"x": 1, "y": 1, "correct_answer": true}, {"x": 2, "y": 2, "text": "RIGHT, Correct!"}]}}"#;
    assert_eq!(solution(&record(text)).accepted(None).len(), 1);
}

#[test]
fn a_problem_with_answers_becomes_a_game_tree() {
    let text = r#"{"AB": ["ab", "bb"], "AW": ["ba:da"], "SZ": "13", "C": "Black to play: 1 ] 2",
        "SOL": [["B", "aa", "Correct.", ""], ["B", "", "or\n pass", null, "x"]], "other": [1]}"#;
    assert_eq!(
        sgf(text),
        "(;GM[1]FF[4]CA[UTF-8]SZ[13]AB[ab][bb]AW[ba:da]C[Black to play: 1 \\] 2]\
         (;B[aa]TE[1]C[Correct.])(;B[]TE[1]C[or\n pass\nx]))"
    );
    let record = record(text);
    assert_eq!(record.dialect, Dialect::SolJson);
    assert_eq!(solution(&record).accepted(None).len(), 2);
    let stones = r#"{"AB": ["dd", "pd", "dp", "pp"]}"#;
    assert_eq!(sgf(stones), "(;GM[1]FF[4]CA[UTF-8]AB[dd][pd][dp][pp])", "no handicap, a problem");
}

#[test]
fn faults_of_the_tree_have_offsets_in_the_json() {
    for (text, kept, fault) in [
        (
            r#"{"AB": ["aa", "zz"]}"#,
            false,
            r#"setup-point at ["aa: AB: `zz` is not a point of a 19x19 board"#,
        ),
        (
            r#"{"AW": ["bb"], "AB": ["aa", "aa"]}"#,
            true,
            r#"setup-twice at ["aa: AB: A19 is named twice"#,
        ),
        (
            r#"{"AW": ["aa"], "AB": ["aa"]}"#,
            false,
            r#"setup-both at ["aa: AW: A19 is set up in two ways in one node"#,
        ),
        (
            r#"{"AB": ["aa"], "SOL": [["B", "bb"], ["B", "zy"]]}"#,
            true,
            r#"answer-point at ["B": B: `zy` is not a point of a 19x19 board"#,
        ),
        (
            r#"{"AB": ["aa"], "SZ": 99}"#,
            false,
            "board-size at 99}: SZ: `99` is not a board size: a board has 1 to 52 columns and rows",
        ),
        (
            r#"{"initial_state": {"black": "aab"}, "move_tree": {"x": -1, "y": -1}}"#,
            false,
            r#"setup-point at "aab: AB: `b` is not a point of a 19x19 board"#,
        ),
        (
            r#"{"initial_state": {"black": "aa"}, "move_tree": {"x": 19, "y": 19}}"#,
            true,
            "answer-point at 19, : B: `19,19` is not a point of a 19x19 board",
        ),
        (
            r#"{"initial_state": {"black": "aa"}, "move_tree": {"x": -1, "y": -1, "marks":
                [{"x": 1, "y": 50, "marks": {"cross": true}}]}}"#,
            true,
            "syntax at [{\"x: marks: `1,50` is not a point of a 19x19 board",
        ),
        (
            r#"{"initial_state": {"black": "aa"}, "move_tree": {"x": -1, "y": -1, "marks": 7}}"#,
            true,
            "syntax at 7}}: marks: integer `7` in place of a list",
        ),
        (r#"{"AB": []}"#, false, "no-position at {\"AB: no stones are set up"),
    ] {
        assert_eq!(faults(text), (kept, vec![fault.to_owned()]), "{text}");
    }
}

#[test]
fn other_values_are_faults() {
    for (text, fault) in [
        ("7", "syntax at 7: not a JSON object"),
        ("[]", "syntax at []: not a JSON object"),
        ("{}", "syntax at {}: neither an OGS puzzle nor a problem with AB, AW and SOL"),
        (r#"{"AB": "aa"}"#, r#"syntax at "}: string "aa" in place of a list"#),
        (r#"{"AB": ["aa", 7]}"#, "syntax at 7]}: integer `7` in place of a string"),
        (
            r#"{"AB": ["aa"], "SOL": [["X", "bb"]]}"#,
            r#"syntax at ["X": SOL: an answer is a list of B or W, a point, and texts"#,
        ),
        (
            r#"{"puzzle": {"initial_player": "red"}}"#,
            r#"syntax at {"in: initial_player: `red` is neither black nor white"#,
        ),
        (r#"{"puzzle": 7}"#, "syntax at 7}: integer `7` in place of an OGS puzzle"),
        (r#"{"move_tree": {"x": 1}}"#, "syntax at }}: missing field `y`"),
        (r#"{"move_tree": {"x": "1", "y": 1}}"#, r#"syntax at "1",: x is not a whole number"#),
        (r#"{"AB": ["aa"], "AB": []}"#, r#"syntax at ": [: duplicate field `AB`"#),
    ] {
        assert_eq!(faults(text), (false, vec![fault.to_owned()]), "{text}");
    }
}

/// A puzzle with one line of this many moves.
fn line(moves: usize) -> String {
    let open = r#"{"x": 1, "y": 1, "branches": ["#.repeat(moves);
    format!(
        r#"{{"initial_state": {{"black": "aa"}}, "move_tree": {{"x": -1, "y": -1, "branches": [{open}{}}}}}"#,
        "]}".repeat(moves) + "]"
    )
}

#[test]
fn lines_of_any_length_are_read() {
    for moves in [62, 63, 3000, 100_000] {
        assert_eq!(record(&line(moves)).moves as usize, moves);
    }
    let trunk =
        r#"{"initial_state": {"black": "aa"}, "move_tree": {"x": -1, "y": -1, "trunk_next": "#;
    let next = r#"{"x": 1, "y": 1, "trunk_next": "#.repeat(100_000);
    let text = format!("{trunk}{next}null{}", "}".repeat(100_002));
    assert_eq!(record(&text).moves, 100_000);
    for other in [r#"{"AB": ["aa"], "x": "#, r#"{"AB": "#, r#"{"puzzle": "#] {
        let (_, _) = faults(&format!("{other}{}", "[{\"a\":".repeat(100_000)));
    }
}

/// In any order of its members.
#[test]
fn a_move_before_its_coordinates_is_read() {
    let text = r#"{"initial_state": {"black": "aa"}, "move_tree": {"branches": [
        {"branches": [{"y": 3, "x": 3}], "trunk_next": {"y": 2, "x": 2}, "text": null, "marks": null,
         "other": {"branches": [7]}, "y": 1, "correct_answer": true, "x": 1}], "y": -1, "x": -1}}"#;
    assert!(sgf(text).ends_with("AB[aa];B[bb]TE[1](;W[cc])(;W[dd]))"), "{}", sgf(text));
}

#[test]
fn damaged_moves_are_faults() {
    for (moves, fault) in [
        ("7", "syntax at 7}: expected a move with x and y"),
        ("null", ""),
        (r#"{"x": 1, "y": 1, "branches": 7}"#, "syntax at 7}}: branches: expected a list of moves"),
        (r#"{"x": 1, "y": 1, "branches": [7]}"#, "syntax at 7]}}: expected a move with x and y"),
        (r#"{"x": 1, "y": 1, "trunk_next": []}"#, "syntax at []}}: trunk_next: expected a move"),
        (r#"{"x": 1, "y": 1, "trunk_next": {"y": 1}}"#, "syntax at }}}: missing field `x`"),
        (r#"{"x": 1, "y": 1, "x": 1}"#, r#"syntax at "x":: duplicate field `x`"#),
        (
            r#"{"x": 1, "y": 1, "correct_answer": 1}"#,
            "syntax at 1}}: integer `1` in place of a boolean",
        ),
    ] {
        let text = format!(r#"{{"initial_state": {{"black": "aa"}}, "move_tree": {moves}}}"#);
        let (kept, found) = faults(&text);
        assert_eq!((kept, found.join("; ")), (fault.is_empty(), fault.to_owned()), "{text}");
    }
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// Whatever part is cut off, changed or inserted: nothing panics, and all
        /// offsets are inside the text.
        #[test]
        fn any_text_can_be_extracted(
            is_ogs: bool, from in 0usize..900, to in 0usize..900, piece in prop::sample::select(vec![
                "", "{", "}", "[", "]", ",", ":", "\"", "null", "-1", "99999999999999999999", "1e9",
                "\\ud800", "true", "é", "\"x\":", "\"AB\":[\"aa\"],", "{\"x\":1,\"y\":1},",
            ]),
        ) {
            let sol = r#"{"AB": ["ab"], "AW": ["ba:da"], "SZ": "13", "C": "x", "SOL": [["B", "aa"]]}"#;
            let text = if is_ogs { OGS } else { sol };
            let (from, to) = (from.min(text.len()), to.min(text.len()));
            let changed = format!("{}{piece}{}", &text[..from], &text[to..]);
            let (extracted, faults) = extract_json(&changed, TreeLocation::FIRST, TreeOptions::default());
            prop_assert!(faults.iter().all(|fault| fault.offset <= changed.len()));
            prop_assert!(extracted != Extracted::Nothing || !faults.is_empty());
        }
    }
}
