//! Tests of writing marks in every dialect.

use proptest::prelude::*;

use super::*;
use crate::go::Size;
use crate::sgf::Charset;
use crate::solution::loss::Loss;
use crate::solution::read::read_as;
use crate::solution::solution_point::SolutionPoint;

const TO: [Dialect; 7] = [
    Dialect::GoProblems,
    Dialect::Words,
    Dialect::TeBm,
    Dialect::UliGo,
    Dialect::EasyGo,
    Dialect::Glift,
    Dialect::TsumegoHero,
];

fn reading(sgf: &str) -> Reading {
    read(&GameTree::read(sgf.as_bytes(), Charset::UTF_8), Size::STANDARD)
}

fn converted(sgf: &str, to: Dialect) -> Converted {
    let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
    convert_marks(&tree, &read(&tree, Size::STANDARD), to)
}

fn written(sgf: &str, to: Dialect) -> String {
    converted(sgf, to).sgf
}

/// For each line whether it is right.
fn right(sgf: &str) -> Vec<bool> {
    let solution = reading(sgf).solution;
    solution.leaves().map(|leaf| solution.nodes[leaf].verdict == Some(Verdict::Right)).collect()
}

#[test]
fn marks_of_one_dialect_become_those_of_another() {
    let sgf = "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[RIGHT: Black lives])(;B[bb](;W[aa])(;W[cc])))";
    for (to, expected) in [
        (
            Dialect::Words,
            "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[Correct. Black lives])\
             (;B[bb](;W[aa]C[Wrong])(;W[cc]C[Wrong])))",
        ),
        (
            Dialect::UliGo,
            "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[Black lives])(;B[bb]WV[](;W[aa])(;W[cc])))",
        ),
        (
            Dialect::TsumegoHero,
            "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[+ Black lives])(;B[bb](;W[aa])(;W[cc])))",
        ),
    ] {
        assert_eq!(written(sgf, to), expected);
    }
}

#[test]
fn a_tree_without_marks_is_not_changed() {
    let sgf = "(;AB[ba](;B[aa]C[on the right])(;B[bb]))";
    assert!(TO.iter().all(|&to| written(sgf, to) == sgf));
}

#[test]
fn a_tree_in_the_dialect_already_is_not_changed() {
    let sgf = "(;AB[ba](;B[aa]C[Correct: two eyes](;W[ab])(;W[bb]))(;B[cc]TR[]))";
    assert_eq!(written(sgf, Dialect::UliGo), sgf);
    let sgf = "(;AB[ba](;B[aa]C[Correct: two eyes](;W[ab])(;W[bb]))(;B[cc]))";
    assert_eq!(written(sgf, Dialect::Words), sgf);
}

#[test]
fn no_line_becomes_right() {
    let sgf = "(;AB[ba](;B[aa]BM[1])(;B[bb]DO[]))";
    for to in TO {
        assert_eq!(right(&written(sgf, to)), [false, false], "{to}");
    }
}

#[test]
fn a_record_with_only_wrong_marks_does_not_accept_its_main_line() {
    // EasyGo: the first line has a mark, the second has none.
    let sgf = "(;AB[ba](;B[aa]BM[1])(;B[bb]))";
    assert_eq!(written(sgf, Dialect::TeBm), "(;AB[ba](;B[aa]BM[1])(;B[bb]DM[1]))");
    // No line is right, so other dialects would have no mark.
    for to in [Dialect::GoProblems, Dialect::Glift, Dialect::TsumegoHero, Dialect::Words] {
        let Converted { sgf, losses } = converted(sgf, to);
        assert_eq!(sgf, "(;AB[ba](;B[aa]BM[1])(;B[bb]DM[1]))", "{to}");
        assert!(losses.is_empty());
    }
}

#[test]
fn a_record_whose_lines_are_all_right_keeps_them_in_dialects_that_mark_wrong_lines() {
    let sgf = "(;AB[ba](;B[aa]C[RIGHT])(;B[bb]C[RIGHT]))";
    for to in [Dialect::UliGo, Dialect::EasyGo] {
        assert_eq!(written(sgf, to), "(;AB[ba](;B[aa]TE[1])(;B[bb]TE[1]))", "{to}");
    }
}

#[test]
fn notthis_is_kept_or_its_line_is_wrong() {
    let sgf = "(;AB[ba](;B[aa]C[NOTTHIS: slow];W[ab]C[RIGHT])(;B[bb]C[RIGHT])(;B[cc]))";
    let te_bm = converted(sgf, Dialect::TeBm);
    assert_eq!(te_bm.sgf, "(;AB[ba](;B[aa]C[NOTTHIS. slow];W[ab]TE[1])(;B[bb]TE[1])(;B[cc]BM[1]))");
    assert!(te_bm.losses.is_empty());
    let refused = Loss::RefusedLine { to: Some(Verdict::Wrong) };
    for to in TO.into_iter().filter(|&to| !keeps_steering(to)) {
        let Converted { sgf, losses } = converted(sgf, to);
        assert_eq!(reading(&sgf).solution.accepted(None).len(), 1, "{to} {sgf}");
        let losses: Vec<_> = losses.iter().collect();
        assert_eq!(losses, [(refused, 1), (Loss::Steering, 1)], "{to}");
    }
}

#[test]
fn a_triangle_on_a_right_move_is_no_mark_of_uligo() {
    let sgf = "(;AB[ba](;B[aa]TE[1]TR[aa])(;B[bb]TR[aa]BM[1]))";
    assert_eq!(written(sgf, Dialect::UliGo), "(;AB[ba](;B[aa])(;B[bb]TR[aa]WV[]))");
    assert_eq!(written(sgf, Dialect::Glift), "(;AB[ba](;B[aa]TR[aa]GB[1])(;B[bb]TR[aa]))");
}

#[test]
fn every_comment_of_a_node_loses_its_old_marks() {
    let sgf = "(;AB[ba](;B[aa]C[one]C[RIGHT two])(;B[bb]))";
    let expected = "(;AB[ba](;B[aa]TE[1]C[one\n\n two])(;B[bb]BM[1]))";
    assert_eq!(written(sgf, Dialect::TeBm), expected);
}

/// The verdict that docs/solutions.md promises for the end of a line.
fn documented(
    verdict: Option<Verdict>,
    is_refused: bool,
    is_main: bool,
    to: Dialect,
) -> Option<Verdict> {
    match (to, verdict) {
        (Dialect::TeBm, _) => verdict,
        (Dialect::GoProblems, Some(Verdict::Right)) => verdict,
        (_, Some(Verdict::Right)) if is_refused => Some(Verdict::Wrong),
        (_, Some(Verdict::Right)) => verdict,
        (Dialect::Words, None) => None,
        (Dialect::EasyGo, None) if !is_main => None,
        _ => Some(Verdict::Wrong),
    }
}

/// The comment of a move. Words that call a line right or wrong are left out where a line
/// without a verdict would take them for its own.
fn comment(has_words: bool) -> impl Strategy<Value = &'static str> {
    let mut comments = vec!["", "C[on the RIGHT side]", "C[a \\] b]", "C[NOTTHIS]", "C[CHOICE]"];
    if has_words {
        comments.extend(["C[RIGHT]", "C[+1]", "C[Wrong]", "C[Correct!]", "C[x]C[Correct!]"]);
        comments.extend([
            "N[正解]",
            "N[失敗1]",
            "N[Correct]C[Wrong]",
            "C[変化図]",
            "N[変化]C[正解]",
        ]);
    }
    prop::sample::select(comments)
}

/// A solution tree with a mark of `te-bm` at the end of every line.
fn tree(marks: Vec<&'static str>, has_words: bool) -> impl Strategy<Value = String> {
    let mark = prop::sample::select(marks);
    let at = (0..19_u8, 0..19_u8)
        .prop_map(|(col, row)| crate::sgf::value::format_point(crate::go::Point::new(col, row)));
    let leaf = (at.clone(), mark, comment(has_words))
        .prop_map(|(at, mark, words)| format!(";B[{at}]{mark}{words}"));
    leaf.prop_recursive(4, 24, 3, move |inner| {
        (at.clone(), comment(has_words), prop::collection::vec(inner, 1..4))
            .prop_map(|(at, words, inner)| format!(";W[{at}]{words}({})", inner.join(")(")))
    })
}

fn read_te_bm(sgf: &str) -> (GameTree<'_>, Reading) {
    let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
    let reading = read_as(&tree, Size::STANDARD, Some(Dialect::TeBm));
    (tree, reading)
}

proptest! {
    /// Into every dialect and back: the accepted first moves stay, and every line has the
    /// documented verdict.
    #[test]
    fn lines_have_the_documented_verdicts_in_every_dialect(
        line in tree(vec!["TE[1]", "BM[1]", "DO[]", "IT[]", "DM[1]"], false),
        other in tree(vec!["TE[1]", "BM[1]", "DO[]", "IT[]", "DM[1]"], false),
    ) {
        let sgf = format!("(;AB[aa]({line})({other}))");
        let (tree, before) = read_te_bm(&sgf);
        let before_te_bm = convert_marks(&tree, &before, Dialect::TeBm);
        prop_assert!(before_te_bm.losses.is_empty(), "{}", before_te_bm.sgf);
        let refused = before.solution.find_refused();
        let main = before.solution.leaves().next();
        for to in TO {
            let Converted { sgf: text, losses } = convert_marks(&tree, &before, to);
            let after = reading(&text).solution;
            prop_assert_eq!(after.accepted(None).len(), before.solution.accepted(None).len());
            let verdicts = find_writable_verdicts(&before.solution, to);
            let used = choose_dialect(to, &verdicts, &before.solution.has_children());
            for leaf in before.solution.leaves() {
                let own = before.solution.nodes[leaf].verdict;
                let expected = documented(own, refused[leaf], main == Some(leaf), used);
                prop_assert_eq!(after.nodes[leaf].verdict, expected, "{} {}", to, text);
            }
            prop_assert_eq!(losses, Losses::compare(&before.solution, &after));
        }
    }

    /// Whatever the words beside the marks say.
    #[test]
    fn right_lines_stay_right_in_every_dialect(
        line in tree(vec!["TE[1]", "BM[1]", "DO[]", "IT[]", "DM[1]"], true),
        other in tree(vec!["TE[1]", "BM[1]", "DO[]", "IT[]", "DM[1]"], true),
    ) {
        let sgf = format!("(;AB[aa]({line})({other}))");
        let (tree, before) = read_te_bm(&sgf);
        let accepted = before.solution.accepted(None);
        for to in TO {
            let text = convert_marks(&tree, &before, to).sgf;
            let first = reading(&text).solution;
            prop_assert_eq!(moves(&first.accepted(None)), moves(&accepted), "{} {}", to, text);
            let second = reading(&written(&text, Dialect::TeBm)).solution;
            let verdicts = |solution: &Solution| -> Vec<_> {
                solution.nodes.iter().map(|node| node.verdict).collect()
            };
            prop_assert_eq!(verdicts(&second), verdicts(&first), "{} {}", to, text);
        }
    }
}

fn moves(nodes: &[SolutionNode]) -> Vec<(crate::Color, Option<SolutionPoint>)> {
    nodes.iter().map(|node| (node.color, node.at)).collect()
}
