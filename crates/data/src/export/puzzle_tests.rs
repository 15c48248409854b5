//! Tests of the two puzzle formats, which an import reads again.

use proptest::prelude::*;

use super::*;
use crate::Color;
use crate::extract::{self, Extracted, TreeLocation};
use crate::go::{Point, Symmetry};
use crate::model::{Occurrence, Problem, Record, TreeOptions, TreeParts};
use crate::sgf::{self as go_sgf, GameTree, value};
use crate::solution::{self, Dialect, Loss, SolutionNode, Verdict};

fn record(extracted: (Extracted, Vec<crate::Fault>)) -> Record {
    match extracted {
        (Extracted::Problem(record), faults) if faults.is_empty() => *record,
        other => panic!("{other:?}"),
    }
}

/// The problem of a game tree.
fn problem(sgf: &str) -> Problem {
    let bytes = sgf.as_bytes();
    let kind = Some(crate::model::TreeKind::Problem);
    let record = record(extract::extract_tree(
        bytes,
        go_sgf::detect_charset(bytes),
        TreeLocation { tree: 12, offset: 0 },
        TreeOptions { kind, parts: Some(TreeParts::One), ..TreeOptions::default() },
    ));
    problem_of(record)
}

fn problem_of(record: Record) -> Problem {
    Problem {
        key: record.key,
        text: record.text,
        turn: record.turn,
        kept: Occurrence {
            source: "shelf/book.sgf".to_owned(),
            tree: record.tree,
            problem: 1,
            name: record.name,
            symmetry: record.symmetry,
        },
        placement: record.placement,
        charset: None,
        dialect: Some(record.dialect),
        sgf: record.sgf,
        others: vec![],
        other_trees: vec![],
        rights: vec![],
        replaced: vec![],
        computed: None,
    }
}

fn written(format: Format, problem: &Problem, options: ExportOptions) -> String {
    let mut out = Vec::new();
    format.write_problem(problem, &options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn decoded(record: &Record) -> solution::Solution {
    solution::Solution::decode(&record.solution, record.dialect).unwrap()
}

fn read(text: &str) -> Record {
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    record(extract::extract_json(text, TreeLocation::FIRST, TreeOptions::default()))
}

const AS_IS: ExportOptions = ExportOptions {
    swap_colors: false,
    seed: 0,
    orientation: Orientation::AsIs,
    black_first: false,
    marks: None,
    merge_solutions: false,
};

/// ```text
///   . O . . .     Black lives at a1; White gets away with b1
///   X O . . .
///   X X . . .
/// ```
const CORNER: &str = "(;SZ[9]GE[Best move]DI[3d]GN[One \"]AB[ab][ac][bc]AW[bb][ba]C[Black to play\n1]\
    LB[aa:x](;B[aa]C[\x1b[2J yes];C[more]TE[1]TR[aa:ab]SQ[cc])(;B[ca](;W[];B[ee]BM[1])(;W[aa]IT[])))";

#[test]
fn a_problem_as_a_puzzle_of_ogs() {
    insta::assert_snapshot!(written(Format::OgsJson, &problem(CORNER), AS_IS), @r#"{"mode":"puzzle","name":"One \"","puzzle_type":"best_move","puzzle_rank":32,"puzzle_description":"Black to play\n1","puzzle_player_move_mode":"free","puzzle_opponent_move_mode":"automatic","width":9,"height":9,"initial_player":"black","initial_state":{"black":"abacbc","white":"babb"},"move_tree":{"x":-1,"y":-1,"marks":[{"x":0,"y":0,"marks":{"letter":"x"}}],"branches":[{"x":0,"y":0,"correct_answer":true,"text":"\u001b[2J yes\n\nmore","marks":[{"x":0,"y":0,"marks":{"triangle":true}},{"x":0,"y":1,"marks":{"triangle":true}},{"x":2,"y":2,"marks":{"square":true}}]},{"x":2,"y":0,"branches":[{"x":-1,"y":-1,"branches":[{"x":4,"y":4,"wrong_answer":true}]},{"x":0,"y":0}]}]}}"#);
}

#[test]
fn a_problem_with_its_answers() {
    insta::assert_snapshot!(written(Format::SolJson, &problem(CORNER), AS_IS), @r#"{"AB":["ab","ac","bc"],"AW":["ba","bb"],"SZ":"9","C":"Black to play\n1","SOL":[["B","aa","\u001b[2J yes\n\nmore",""]]}"#);
    let white = problem("(;SZ[9]AB[ab]AW[bb]C[White to play: 1];W[aa]TE[1])");
    let exchanged = written(Format::SolJson, &white, ExportOptions { black_first: true, ..AS_IS });
    assert!(exchanged.contains(r#""C":"Black to play: 1","SOL":[["B","aa""#), "{exchanged}");
    let plain = problem("(;SZ[9]AB[ab]AW[bb]C[Problem 1];W[aa]TE[1])");
    let text = written(Format::SolJson, &plain, AS_IS);
    assert!(text.contains(r#""C":"White to play: Problem 1""#), "{text}");
}

#[test]
fn missing_fields_have_defaults() {
    let text = written(Format::OgsJson, &problem("(;AB[aa];W[bb];W[cc])"), AS_IS);
    assert!(text.contains(r#""name":"book.sgf 12","puzzle_type":"life_and_death""#), "{text}");
    assert!(text.contains(r#""initial_player":"white""#), "{text}");
    // The other color passes, and the main line is assumed to be right.
    let line = r#""branches":[{"x":1,"y":1,"branches":[{"x":-1,"y":-1,"branches":[{"x":2,"y":2,"correct_answer":true}]}]}]"#;
    assert!(text.contains(line), "{text}");
    let none = written(Format::SolJson, &problem("(;SZ[5:7]AB[aa])"), AS_IS);
    assert_eq!(none, "{\"AB\":[\"aa\"],\"AW\":[],\"SZ\":\"5:7\",\"C\":\"\",\"SOL\":[]}\n");
}

#[test]
fn a_move_marked_notthis_is_not_right() {
    let sgf = "(;AB[aa](;B[bb]C[RIGHT];W[cc])(;B[dd]C[RIGHT NOTTHIS])(;B[zz];W[aa]))";
    let text = written(Format::OgsJson, &problem_with_faults(sgf), AS_IS);
    assert_eq!(text.matches("correct_answer").count(), 1, "{text}");
    assert_eq!(decoded(&read(&text)).accepted(None).len(), 1);
}

/// The JSON of a problem, and what it cannot express.
fn written_with_losses(format: Format, problem: &Problem) -> (String, Vec<(Loss, u64)>) {
    let mut out = Vec::new();
    let losses = format.write_problem(problem, &AS_IS, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), losses.iter().collect())
}

#[test]
fn a_player_that_is_replaced_is_counted() {
    for (sgf, count) in [
        ("(;SZ[9]AB[aa]PL[schwarz];B[bb])", 1),
        ("(;SZ[9]AB[aa]PL[W];B[bb])", 0),
        ("(;SZ[9]AB[aa]PL[black];B[bb])", 0),
        ("(;SZ[9]AB[aa]PL[X])", 0), // it stays
    ] {
        let (text, losses) = written_with_losses(Format::Sgf, &problem_with_faults(sgf));
        let counted: u64 = losses.iter().map(|loss| loss.1).sum();
        assert_eq!(counted, count, "{sgf} {text}");
    }
}

#[test]
fn an_inserted_pass_is_no_answer() {
    let accepted = |text: &str| -> Vec<_> {
        let nodes = moves(&problem_of(read(text)), &AS_IS).0;
        let solution = solution::Solution { dialect: Dialect::OgsJson, nodes };
        solution.accepted(None).iter().map(|node| (node.color, node.at.is_some())).collect()
    };
    // PL contradicts the first moves: their player is to move.
    let conflict = problem("(;SZ[9]AB[aa]PL[W](;B[bb]C[RIGHT])(;B[cc]))");
    for format in [Format::OgsJson, Format::SolJson] {
        let (text, losses) = written_with_losses(format, &conflict);
        assert_eq!(accepted(&text), [(Color::Black, true)], "{text}");
        assert!(losses.contains(&(Loss::Turn, 1)), "{losses:?}");
    }
    // First moves of both players: those of the other one are not right in OGS.
    let both = problem("(;SZ[9]AB[aa]PL[B](;B[bb]C[RIGHT])(;W[cc]C[RIGHT]))");
    let (text, losses) = written_with_losses(Format::OgsJson, &both);
    assert_eq!(accepted(&text), [(Color::Black, true)], "{text}");
    assert_eq!(losses, [(Loss::OtherPlayer, 1), (Loss::InsertedPass, 1)]);
    let (text, losses) = written_with_losses(Format::SolJson, &both);
    assert_eq!(accepted(&text), [(Color::Black, true), (Color::White, true)], "{text}");
    assert_eq!(losses, []);
}

#[test]
fn what_a_puzzle_cannot_express_is_counted() {
    let wrong = Some(Verdict::Wrong);
    let sgf = "(;SZ[9]AB[aa](;B[bb]C[RIGHT];AB[ff]C[CHOICE])(;B[cc]C[NOTTHIS RIGHT])(;B[dd])\
               (;B[ee];B[ab]C[RIGHT]))";
    let (_, losses) = written_with_losses(Format::OgsJson, &problem(sgf));
    let refused = Loss::RefusedLine { to: wrong };
    let expected = [(refused, 1), (Loss::Steering, 2), (Loss::InsertedPass, 1), (Loss::Setup, 1)];
    assert_eq!(losses, expected);
    let (_, losses) = written_with_losses(Format::SolJson, &problem(sgf));
    assert_eq!(losses, [(Loss::Steering, 1), (Loss::Move, 3), (Loss::Setup, 1)]);
    let unmarked = problem("(;SZ[9]AB[aa](;B[bb];W[cc])(;B[dd]))");
    let (_, losses) = written_with_losses(Format::OgsJson, &unmarked);
    let unjudged = Loss::Line { from: None, to: wrong };
    assert_eq!(losses, [(unjudged, 1), (Loss::Assumed, 1)]);
    let (_, losses) = written_with_losses(Format::SolJson, &unmarked);
    assert_eq!(losses, [(Loss::Assumed, 1), (Loss::Move, 2)]);
}

/// The problem of a game tree with faults.
fn problem_with_faults(sgf: &str) -> Problem {
    let (extracted, _) = extract::extract_tree(
        sgf.as_bytes(),
        go_sgf::detect_charset(sgf.as_bytes()),
        TreeLocation::FIRST,
        TreeOptions::default(),
    );
    let Extracted::Problem(record) = extracted else { panic!() };
    problem_of(*record)
}

/// A solution tree. The colors alternate.
#[derive(Clone, Debug)]
struct Line {
    at: Option<(u8, u8)>,
    text: &'static str,
    end: &'static str,
    behind: Vec<Line>,
}

/// Lines with one of these marks at their ends.
fn lines(ends: &'static [&'static str]) -> impl Strategy<Value = Vec<Line>> {
    let text = prop::sample::select(vec!["", "well", "a ] \\ \"\n\u{202e}詰碁", "RIGHT", "Wrong"]);
    let end = prop::sample::select(ends);
    let head = (prop::option::weighted(0.9, (0u8..19, 0u8..19)), text, end);
    let leaf = head.clone().prop_map(|(at, text, end)| Line { at, text, end, behind: vec![] });
    let line = leaf.prop_recursive(5, 20, 3, move |inner| {
        (head.clone(), prop::collection::vec(inner, 1..4))
            .prop_map(|((at, text, end), behind)| Line { at, text, end, behind })
    });
    prop::collection::vec(line, 0..4)
}

/// The lines as SGF, on a board of a size.
fn tree(lines: &[Line], color: Color, size: (u8, u8), sgf: &mut String) {
    for Line { at, text, end, behind } in lines {
        let at = at.map(|(col, row)| value::format_point(Point::new(col % size.0, row % size.1)));
        sgf.push_str(&format!("(;{}[{}]", color.sgf_char(), at.unwrap_or_default()));
        if !text.is_empty() {
            sgf.push_str(&format!("C[{}]", value::escape(text)));
        }
        if behind.is_empty() {
            sgf.push_str(end);
        }
        tree(behind, !color, size, sgf);
        sgf.push(')');
    }
}

prop_compose! {
    fn problems()(
        size in (1u8..=19, 1u8..=19), stones in prop::collection::vec((0u8..19, 0u8..19, any::<bool>()), 1..10),
        is_black: bool, lines in lines(&["TE[1]", "BM[1]"]), dialect in prop::sample::select(vec![Dialect::TeBm, Dialect::OgsJson]),
    ) -> Problem {
        let color = if is_black { Color::Black } else { Color::White };
        let mut board = crate::go::Board::new(crate::go::Size::new(size.0, size.1).unwrap());
        for (col, row, is_black) in stones {
            let color = if is_black { Color::Black } else { Color::White };
            board.set(Point::new(col % size.0, row % size.1), Some(color));
        }
        let mut sgf = format!("(;CA[UTF-8]SZ[{}:{}]PL[{}]", size.0, size.1, color.sgf_char());
        for (point, color) in board.stones() {
            sgf.push_str(&format!("A{}[{}]", color.sgf_char(), value::format_point(point)));
        }
        tree(&lines, color, size, &mut sgf);
        let problem = problem(&(sgf + ")"));
        Problem { dialect: Some(dialect), ..problem }
    }
}

/// The moves with their verdicts on the exported board, and the side to move.
fn moves(problem: &Problem, options: &ExportOptions) -> (Vec<SolutionNode>, Option<Color>) {
    let oriented = OrientedProblem::new(problem, options);
    let puzzle = puzzle::Puzzle::new(&oriented, &oriented.window().unwrap());
    (puzzle.solution.nodes, puzzle.turn)
}

const ORIENTATIONS: [Orientation; 4] =
    [Orientation::TopRight, Orientation::TopLeft, Orientation::AsIs, Orientation::Canonical];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_import_reads_what_an_export_wrote(problem in problems(), orientation in 0usize..4, black_first: bool) {
        let options = ExportOptions { orientation: ORIENTATIONS[orientation], black_first, ..AS_IS };
        let (nodes, turn) = moves(&problem, &options);
        let accepted = solution::Solution { dialect: Dialect::OgsJson, nodes: nodes.clone() }.accepted(turn);

        let ogs = read(&written(Format::OgsJson, &problem, options));
        prop_assert_eq!(ogs.key, problem.key);
        prop_assert_eq!(ogs.turn, problem.turn);
        prop_assert_eq!(ogs.dialect, Dialect::OgsJson);
        let again = problem_of(ogs);
        let (read_nodes, read_turn) = moves(&again, &AS_IS);
        prop_assert_eq!(read_turn, turn);
        prop_assert_eq!(&read_nodes, &nodes);
        // A second export is equal, except for the name.
        let rest = |text: String| text.split_once("puzzle_type").unwrap().1.to_owned();
        prop_assert_eq!(
            rest(written(Format::OgsJson, &again, AS_IS)),
            rest(written(Format::OgsJson, &problem, options))
        );

        let sol = read(&written(Format::SolJson, &problem, options));
        prop_assert_eq!(sol.key, problem.key);
        prop_assert_eq!(sol.turn, problem.turn);
        let (answers, _) = moves(&problem_of(sol), &AS_IS);
        prop_assert!(answers.iter().all(|node| node.parent.is_none() && node.verdict == Some(Verdict::Right)));
        let same = |(answer, node): (&SolutionNode, &SolutionNode)| answer.is_same_move(node);
        prop_assert!(answers.len() == accepted.len() && answers.iter().zip(&accepted).all(same));
    }

    /// In SGF and in JSON, whatever the dialect of the record: an import accepts the first moves
    /// that the record accepts, and finds other verdicts only where the writer counted them.
    #[test]
    fn writing_never_changes_what_is_right(
        lines in lines(&["TE[1]", "BM[1]", "TE[1]", "BM[1]", "IT[]", "DO[]", "DM[1]"]),
        from in 0usize..Dialect::ALL.len(), to in 0usize..Dialect::ALL.len(),
        has_player: bool,
    ) {
        let mut sgf = String::from("(;SZ[9]AB[aa]AW[bb]");
        sgf.push_str(if has_player { "PL[B]" } else { "" });
        tree(&lines, Color::Black, (9, 9), &mut sgf);
        sgf.push(')');
        // The record in one dialect …
        let te_bm = GameTree::read(sgf.as_bytes(), go_sgf::Charset::UTF_8);
        let reading =
            solution::read_as(&te_bm, crate::go::Size::new(9, 9).unwrap(), Some(Dialect::TeBm));
        let record = problem(&solution::convert_marks(&te_bm, &reading, Dialect::ALL[from]).sgf);
        let before = moves(&record, &AS_IS).0;
        // … in another one, and read again.
        let to = Dialect::ALL[to];
        let format = match to {
            Dialect::OgsJson => Format::OgsJson,
            Dialect::SolJson => Format::SolJson,
            _ => Format::Sgf,
        };
        let options = ExportOptions { marks: Some(to), ..AS_IS };
        let mut out = Vec::new();
        let losses = format.write_problem(&record, &options, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let again = if format == Format::Sgf { problem(&text) } else { problem_of(read(&text)) };
        let after = moves(&again, &AS_IS).0;
        let accepted = |nodes: &[SolutionNode]| {
            let solution = solution::Solution { dialect: to, nodes: nodes.to_vec() };
            let accepted = solution.accepted(None).into_iter();
            accepted.map(|node| (node.color, node.at)).collect::<Vec<_>>()
        };
        prop_assert_eq!(accepted(&after), accepted(&before), "{} {}", to, text);
        if to == Dialect::SolJson {
            let count: u64 =
                losses.iter().filter(|(loss, _)| *loss == Loss::Move).map(|(_, count)| count).sum();
            prop_assert_eq!(count as usize, before.len() - after.len());
            return Ok(());
        }
        prop_assert_eq!(before.len(), after.len());
        let changed: usize =
            before.iter().zip(&after).filter(|(old, new)| old.verdict != new.verdict).count();
        let is_line = |loss: &Loss| matches!(loss, Loss::Line { .. } | Loss::RefusedLine { .. });
        let counted: u64 = losses.iter().filter(|(loss, _)| is_line(loss)).map(|(_, n)| n).sum();
        prop_assert_eq!(changed as u64, counted, "{} {}", to, text);
    }

    /// Under all sixteen operations, not only those that options choose.
    #[test]
    fn a_puzzle_is_the_same_problem_in_every_orientation(problem in problems(), index in 0u8..16) {
        let symmetry = Symmetry::from_index(index).unwrap();
        let text = go_sgf::transform(
            &GameTree::read(&problem.sgf, go_sgf::Charset::UTF_8), symmetry, go_sgf::Layout::OneLine,
        );
        let rotated = Problem { dialect: problem.dialect, ..self::problem(&text) };
        let ogs = read(&written(Format::OgsJson, &rotated, ExportOptions::default()));
        prop_assert_eq!(ogs.key, problem.key);
        prop_assert_eq!(ogs.turn, problem.turn);
    }
}
