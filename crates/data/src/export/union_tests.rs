//! Tests of merged solutions.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::tests::{options, problem, written};
use super::*;
use crate::go::Size;
use crate::model::{Occurrence, Problem, Turn};
use crate::sgf::{self, GameTree};
use crate::solution::{self, Solution, Verdict};

/// A small board with three solutions of one problem:
///
/// ```text
///   b X a X O      White to move. The book answers a, the web b, and the notes,
///   . X X X O      mirrored and with colors exchanged, a again.
///   . O O O O
/// ```
pub(super) const BOOK: &[u8] = b"(;SZ[9]AB[ba][bb][cb][db][da]AW[bc][cc][dc][ec][eb][ea]C[Kill it]\
    (;W[ca]C[RIGHT: the vital point]TR[ba])(;W[aa];B[ca]C[lives]))";
const WEB: &[u8] = b"(;SZ[9]AB[ba][bb][cb][db][da]AW[bc][cc][dc][ec][eb][ea]\
    (;W[aa];B[ca];W[ab]TE[1])(;W[ca];B[aa]BM[1])(;W[ab]BM[1]))";
const NOTES: &[u8] = b"(;SZ[9]AW[ha][hb][gb][fb][fa]AB[hc][gc][fc][ec][eb][ea];B[ga];W[ia])";

/// The problem of the first tree, merged with the solutions of the others.
fn merged(trees: &[&[u8]]) -> String {
    let mut all = trees.iter().map(|sgf| problem(sgf, Turn::White));
    let mut kept = all.next().unwrap();
    for (other, number) in all.zip(1..) {
        kept.others.push(Occurrence { tree: number, ..other.kept.clone() });
        let Problem { placement, charset, dialect, sgf, .. } = other;
        kept.other_trees.push(crate::model::OtherTree { placement, charset, dialect, sgf });
    }
    let options = ExportOptions { merge_solutions: true, ..options(Orientation::AsIs, false) };
    written(Format::Sgf, &kept, &options)
}

#[test]
fn solutions_are_merged_and_contradictions_marked() {
    insta::assert_snapshot!(merged(&[BOOK, WEB, NOTES]));
}

#[test]
fn merging_keeps_every_line_of_every_record() {
    use crate::solution::{MergedTree, read};
    for trees in [[BOOK, WEB, NOTES], [NOTES, BOOK, WEB], [WEB, NOTES, BOOK]] {
        let text = merged(&trees);
        let size = Size::new(9, 9).unwrap();
        let union = read(&GameTree::read(text.as_bytes(), sgf::Charset::UTF_8), size).solution;
        // The lines of the first record add nothing to the union.
        let first = read(&GameTree::read(trees[0], sgf::Charset::UTF_8), size).solution;
        let both = MergedTree::merge(&[&union, &first]);
        assert_eq!(both.nodes.len(), union.nodes.len());
        assert_eq!(union.nodes.len(), 6, "{text}");
        // Merging again with the same records adds nothing.
        let again = merged(&[text.as_bytes(), trees[1], trees[2]]);
        let again = read(&GameTree::read(again.as_bytes(), sgf::Charset::UTF_8), size).solution;
        assert_eq!(again.nodes.len(), union.nodes.len());
    }
}

/// The solution of the game tree that a union was written as.
fn union_of(trees: &[&[u8]]) -> (String, Solution) {
    let text = merged(trees);
    let size = Size::new(9, 9).unwrap();
    let tree = GameTree::read(text.as_bytes(), sgf::Charset::UTF_8);
    let solution = solution::read(&tree, size).solution;
    (text, solution)
}

/// The small board above with other moves.
fn with_moves(moves: &str) -> Vec<u8> {
    let board = "SZ[9]AB[ba][bb][cb][db][da]AW[bc][cc][dc][ec][eb][ea]";
    format!("(;{board}{moves})").into_bytes()
}

#[test]
fn a_verdict_holds_for_the_lines_of_its_record_only() {
    for (one, two, expected) in [
        // A right move, behind which the other record goes on without a verdict.
        (
            ";W[ca]C[RIGHT]",
            "(;W[ca];B[aa])(;W[aa]C[Correct])",
            "(;W[ca];B[aa]DM[1])(;W[ca]TE[1])(;W[aa]TE[1])",
        ),
        // The other record calls a line behind it right.
        (";W[ca]C[RIGHT]", ";W[ca];B[aa];W[ab]TE[1]", ";W[ca];B[aa];W[ab]TE[1]"),
        // The other record refutes it.
        (
            ";W[ca]C[RIGHT]",
            "(;W[ca];B[aa]BM[1])(;W[aa]TE[1])",
            "(;W[ca]UC;B[aa]BM[1])(;W[ca]TE[1])(;W[aa]TE[1])",
        ),
        // A wrong move does not make the lines of the other record wrong.
        (
            "(;W[ca]BM[1])(;W[aa]TE[1])",
            "(;W[ca];B[aa])(;W[aa]C[Correct])",
            "(;W[ca];B[aa]DM[1])(;W[aa]TE[1])",
        ),
    ] {
        let (text, union) = union_of(&[&with_moves(one), &with_moves(two)]);
        let without_comments = strip_comments(&text);
        assert!(without_comments.ends_with(&format!("{expected})\n")), "{without_comments}");
        let right = union.nodes.iter().filter(|node| node.verdict == Some(Verdict::Right));
        assert_eq!(right.count(), expected.matches("TE[1]").count(), "{text}");
    }
}

fn strip_comments(sgf: &str) -> String {
    let mut out = String::new();
    // UC ends like a comment begins.
    let sgf = sgf.replace("UC[1]", "UC");
    let mut rest = sgf.as_str();
    while let Some((before, behind)) = rest.split_once("C[") {
        out.push_str(before);
        rest = behind.replace("\\]", "  ").find(']').map_or("", |end| &behind[end + 1..]);
    }
    out + rest
}

/// A file may be named with a word that is a mark.
#[test]
fn the_name_of_a_record_is_no_mark() {
    let mut one = problem(&with_moves("(;W[ca]TE[1])(;W[aa])"), Turn::White);
    one.kept.source = "all RIGHT.sgf".to_owned();
    let options = ExportOptions { merge_solutions: true, ..options(Orientation::AsIs, false) };
    let text = written(Format::Sgf, &one, &options);
    assert!(text.contains("C[right: all right.sgf tree 12 (IR0)]"), "{text}");
    let tree = GameTree::read(text.as_bytes(), sgf::Charset::UTF_8);
    let union = solution::read(&tree, Size::new(9, 9).unwrap()).solution;
    assert_eq!(union.accepted(None).len(), 1);
}

#[test]
fn a_line_with_notthis_is_not_accepted_by_the_union() {
    let record = with_moves("(;W[ca]C[NOTTHIS];B[aa];W[ab]C[RIGHT])(;W[aa]C[RIGHT])");
    let (text, union) = union_of(&[&record]);
    assert!(text.contains("IT[]"), "{text}");
    assert_eq!(union.accepted(None).len(), 1, "{text}");
}

/// Moves on three points, with marks of one of three dialects.
fn small_trees() -> impl Strategy<Value = String> {
    let point = || prop::sample::select(vec!["ca", "aa", "ab"]);
    let mark = prop::sample::select(vec!["C[RIGHT]", "TE[1]", "BM[1]", "C[Wrong]", "", "DM[1]"]);
    let leaf = (point(), mark).prop_map(|(at, mark)| format!(";W[{at}]{mark}"));
    let line = leaf.prop_recursive(3, 12, 3, move |inner| {
        (point(), prop::collection::vec(inner, 1..4))
            .prop_map(|(at, inner)| format!(";W[{at}]({})", inner.join(")(")))
    });
    prop::collection::vec(line, 0..4).prop_map(|lines| match lines.len() {
        0 => String::new(),
        _ => format!("({})", lines.join(")(")),
    })
}

proptest! {
    #[test]
    fn the_union_accepts_what_a_record_accepts(
        trees in prop::collection::vec(small_trees(), 1..4),
    ) {
        let trees: Vec<Vec<u8>> = trees.iter().map(|moves| with_moves(moves)).collect();
        let trees: Vec<&[u8]> = trees.iter().map(Vec::as_slice).collect();
        let (text, union) = union_of(&trees);
        let accepted = |solution: &Solution| -> BTreeSet<_> {
            solution.accepted(None).iter().map(|node| (node.color, node.at)).collect()
        };
        // The lines that a record calls right, as lists of points.
        let right = |solution: &Solution| -> BTreeSet<Vec<_>> {
            let nodes = &solution.nodes;
            let line = |end: usize| {
                let before = |&at: &usize| nodes[at].parent.map(|parent| parent as usize);
                std::iter::successors(Some(end), before).map(|at| nodes[at].at).collect()
            };
            let is_right = |&end: &usize| nodes[end].verdict == Some(Verdict::Right);
            (0..nodes.len()).filter(is_right).map(line).collect()
        };
        let read = |sgf: &&[u8]| {
            let tree = GameTree::read(sgf, sgf::Charset::UTF_8);
            solution::read(&tree, Size::new(9, 9).unwrap()).solution
        };
        let records: Vec<_> = trees.iter().map(read).collect();
        let all: BTreeSet<_> = records.iter().flat_map(accepted).collect();
        prop_assert_eq!(accepted(&union), all, "{}", text);
        let all: BTreeSet<_> = records.iter().flat_map(right).collect();
        prop_assert!(right(&union).is_subset(&all), "{}", text);
    }
}
