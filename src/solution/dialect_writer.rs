//! Writing the answers of a game tree in another dialect.

use std::io::{self, Write};

use super::dialect::Dialect;
use super::keywords::{find_verdict, find_word};
use super::read::Reading;
use super::solution_tree::{Solution, SolutionNode, Verdict};
use crate::sgf::value::escape;
use crate::sgf::{self, GameTree, Layout, Property, write_property, write_tree_with};

/// The words in comments that GoProblems reads.
const TOKENS: [&str; 4] = ["RIGHT", "CHOICE", "FORCE", "NOTTHIS"];

/// Writes a game tree as SGF in UTF-8, with its answers marked in a dialect.
///
/// `reading` is the result of [`read`](super::read()) for this tree, or for the
/// same tree in another orientation. The marks of the old dialect are removed.
/// Words in comments stay beside the new marks, because they may say more. A
/// tree without any mark is not changed.
///
/// Some dialects express less than others:
///
/// - Only `te-bm` knows `IT` and `DO`: in other dialects such lines are not
///   right.
/// - If no line is right, and the dialect marks only right lines, comments say
///   "Wrong".
/// - uliGo and EasyGo mark only wrong lines: if no line is wrong, nothing is
///   marked.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{self, Dialect};
///
/// let tree = GameTree::read(b"(;AB[ba](;B[aa]C[RIGHT])(;B[bb];W[aa]))", Charset::UTF_8);
/// let reading = solution::read(&tree, Size::STANDARD);
/// assert_eq!(
///     solution::convert_marks(&tree, &reading, Dialect::TeBm),
///     "(;AB[ba](;B[aa]TE[1])(;B[bb];W[aa]BM[1]))"
/// );
/// ```
pub fn convert_marks(tree: &GameTree<'_>, reading: &Reading, to: Dialect) -> String {
    let from = reading.solution.dialect;
    let mut out = Vec::new();
    let written = if from == Dialect::None {
        write_tree_with(tree, Layout::OneLine, &mut out, |node, out| {
            node.properties().iter().try_for_each(|property| write_property(property, out))
        })
    } else {
        let writer = MarkWriter::new(tree, reading, to);
        write_tree_with(tree, Layout::OneLine, &mut out, |node, out| writer.write(node, out))
    };
    written.expect("writing to memory does not fail");
    String::from_utf8_lossy(&out).into_owned()
}

/// The new marks of a node.
#[derive(Clone, Default)]
struct NewMarks {
    /// Whether the node belongs to the solution, so that old marks are removed.
    is_solution: bool,
    /// A property.
    property: Option<&'static str>,
    /// Words before the comment.
    words: Option<&'static str>,
    /// Whether a comment that calls the node right gets "Wrong" in front.
    is_denied: bool,
    /// Words of GoProblems before the comment.
    tokens: Vec<&'static str>,
}

struct MarkWriter {
    from: Dialect,
    to: Dialect,
    /// For each node of the game tree.
    marks: Vec<NewMarks>,
}

impl MarkWriter {
    fn new(tree: &GameTree<'_>, reading: &Reading, to: Dialect) -> MarkWriter {
        let Reading { solution, ids } = reading;
        let mut all_marks = vec![NewMarks::default(); tree.node_count()];
        for id in ids {
            all_marks[id.index()].is_solution = true;
        }
        for node in tree.nodes() {
            let follows =
                node.parent().is_some_and(|parent| all_marks[parent.id().index()].is_solution);
            all_marks[node.id().index()].is_solution |= follows;
        }
        let has_right = solution.nodes.iter().any(|node| node.verdict == Some(Verdict::Right));
        let is_first_wrong = find_first_wrong(solution);
        let has_children = solution.has_children();
        let main_leaf = has_children.iter().position(|has| !has);
        for (at, (node, id)) in solution.nodes.iter().zip(ids).enumerate() {
            let marks = &mut all_marks[id.index()];
            if to == Dialect::UliGo && is_first_wrong[at] {
                marks.property = Some("WV[]");
            }
            if to == Dialect::GoProblems {
                let steering = node.steering;
                let flags = [steering.choice, steering.force, steering.not_this];
                let tokens = TOKENS[1..].iter().zip(flags).filter(|(_, is_set)| *is_set);
                marks.tokens.extend(tokens.map(|(token, _)| token));
            }
            if has_children[at] {
                continue;
            }
            let is_main = main_leaf == Some(at);
            match (to, node.verdict) {
                (Dialect::GoProblems, Some(Verdict::Right)) => marks.tokens.push("RIGHT"),
                (Dialect::Words, Some(Verdict::Right)) => marks.words = Some("Correct"),
                (Dialect::Words, Some(_)) => marks.words = Some("Wrong"),
                (Dialect::TsumegoHero, Some(Verdict::Right)) => marks.words = Some("+"),
                (Dialect::Glift, Some(Verdict::Right)) => marks.property = Some("GB[1]"),
                (Dialect::EasyGo, Some(Verdict::Right)) if is_main => {}
                (Dialect::EasyGo, Some(Verdict::Right)) => marks.words = Some("Right"),
                (Dialect::EasyGo, Some(_)) => marks.property = Some("BM[1]"),
                (Dialect::EasyGo, None) if is_main => marks.property = Some("BM[1]"),
                (Dialect::TeBm, Some(verdict)) => {
                    marks.property = Some(match verdict {
                        Verdict::Right => "TE[1]",
                        Verdict::Lesser => "IT[]",
                        Verdict::Doubtful => "DO[]",
                        Verdict::Wrong => "BM[1]",
                    });
                }
                (Dialect::GoProblems | Dialect::Glift | Dialect::TsumegoHero, _) if !has_right => {
                    marks.words = Some("Wrong");
                }
                // The `+` of Tsumego Hero also means right in the dialect `words`.
                (Dialect::TsumegoHero, _) => marks.is_denied = true,
                _ => {}
            }
        }
        MarkWriter { from: solution.dialect, to, marks: all_marks }
    }

    fn write(&self, node: sgf::Node<'_, '_>, out: &mut impl Write) -> io::Result<()> {
        let marks = &self.marks[node.id().index()];
        let mut comment = None;
        for property in node.properties() {
            if marks.is_solution && property.name() == *b"C" && comment.is_none() {
                comment = Some(property.text());
            } else if !marks.is_solution || !self.is_old_mark(property) {
                write_property(property, out)?;
            }
        }
        if let Some(property) = marks.property {
            out.write_all(property.as_bytes())?;
        }
        let comment = self.mark_comment(comment.as_deref().unwrap_or_default(), marks);
        if comment.is_empty() {
            return Ok(());
        }
        write!(out, "C[{}]", escape(&comment))
    }

    /// Whether a property is a mark of the old dialect.
    fn is_old_mark(&self, property: &Property<'_>) -> bool {
        let name = property.name();
        let is = |marks: &[&[u8; 2]]| marks.iter().any(|mark| name == **mark);
        is(&[b"TE", b"BM", b"DO", b"IT", b"GB", b"WV"])
            || is(&[b"GW"]) && self.from == Dialect::Glift
            || is(&[b"TR"])
                && (self.from == Dialect::UliGo || property.value().trim_ascii().is_empty())
    }

    /// Replaces the old marks in a comment by the new ones.
    fn mark_comment(&self, old: &str, marks: &NewMarks) -> String {
        let text = if marks.is_solution { strip_marks(old, self.from) } else { old.to_owned() };
        let is_redundant = |words: &str| {
            self.to != Dialect::TsumegoHero && find_verdict(&text) == find_verdict(words)
        };
        let denial =
            (marks.is_denied && find_verdict(&text) == Some(Verdict::Right)).then_some("Wrong");
        let words = marks.words.filter(|words| !is_redundant(words)).or(denial);
        let tokens = marks.tokens.iter().copied();
        let mut parts: Vec<&str> = words.into_iter().chain(tokens).collect();
        let gap = if words == Some("+") { " " } else { ". " };
        let prefix = parts.join(" ");
        parts =
            [prefix.as_str(), text.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(gap)
    }
}

/// Removes the marks from a comment: the words of GoProblems, and a `+` at the
/// beginning. Other words stay.
pub(crate) fn strip_marks(comment: &str, dialect: Dialect) -> String {
    let mut text = comment.to_owned();
    let has_tokens = matches!(dialect, Dialect::GoProblems | Dialect::Glift);
    for token in TOKENS {
        // In other dialects the word is no mark, but would be read as one:
        // lower case prevents that.
        let instead = if has_tokens { String::new() } else { token.to_lowercase() };
        while let Some(at) = find_word(&text, token) {
            text.replace_range(at..at + token.len(), &instead);
        }
    }
    if let Some(rest) = text.trim_start().strip_prefix('+') {
        text = rest.to_owned();
    }
    if text.len() == comment.len() { text } else { text.trim().to_owned() }
}

/// For each move whether it is the first one of its line after which no line is
/// right.
fn find_first_wrong(solution: &Solution) -> Vec<bool> {
    let mut leads: Vec<bool> =
        solution.nodes.iter().map(|node| node.verdict == Some(Verdict::Right)).collect();
    for (at, node) in solution.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            leads[parent as usize] |= leads[at];
        }
    }
    let is_first = |(node, leads_right): (&SolutionNode, &bool)| {
        !leads_right && node.parent.is_none_or(|parent| leads[parent as usize])
    };
    solution.nodes.iter().zip(&leads).map(is_first).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::Size;
    use crate::sgf::Charset;
    use crate::solution::read::read;

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

    fn written(sgf: &str, to: Dialect) -> String {
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        convert_marks(&tree, &read(&tree, Size::STANDARD), to)
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
                "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[Correct. : Black lives])\
                 (;B[bb](;W[aa]C[Wrong])(;W[cc]C[Wrong])))",
            ),
            (
                Dialect::UliGo,
                "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[: Black lives])(;B[bb]WV[](;W[aa])(;W[cc])))",
            ),
            (
                Dialect::TsumegoHero,
                "(;AB[ba]C[Go](;B[aa];W[ab];B[ac]C[+ : Black lives])(;B[bb](;W[aa])(;W[cc])))",
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
    fn no_line_becomes_right() {
        let sgf = "(;AB[ba](;B[aa]BM[1])(;B[bb]DO[]))";
        for to in TO {
            assert_eq!(right(&written(sgf, to)), [false, false], "{to}");
        }
    }

    /// A solution tree with a mark at the end of every line.
    fn tree() -> impl Strategy<Value = String> {
        let mark = prop::sample::select(vec!["TE[1]", "BM[1]", "DO[]", "IT[]"]);
        let words = prop::sample::select(vec![
            "",
            "C[RIGHT]",
            "C[+1]",
            "C[on the RIGHT side]",
            "C[Wrong]",
            "C[Correct!]",
            "C[a \\] b]",
        ]);
        let at = (0..19_u8, 0..19_u8).prop_map(|(col, row)| {
            crate::sgf::value::format_point(crate::go::Point::new(col, row))
        });
        let leaf = (at.clone(), mark, words.clone())
            .prop_map(|(at, mark, words)| format!(";B[{at}]{mark}{words}"));
        leaf.prop_recursive(4, 24, 3, move |inner| {
            (at.clone(), words.clone(), prop::collection::vec(inner, 1..4))
                .prop_map(|(at, words, inner)| format!(";W[{at}]{words}({})", inner.join(")(")))
        })
    }

    proptest! {
        #[test]
        fn right_lines_stay_right_in_every_dialect(line in tree(), other in tree()) {
            let sgf = format!("(;AB[aa]({line})({other}))");
            let first = right(&sgf);
            let all_right = first.iter().all(|&right| right);
            for to in TO {
                // uliGo and EasyGo have no mark for right lines.
                if all_right && matches!(to, Dialect::UliGo | Dialect::EasyGo) {
                    continue;
                }
                let text = written(&sgf, to);
                prop_assert_eq!(right(&text), first.clone(), "{} {}", to, text);
                let second = written(&text, Dialect::TeBm);
                prop_assert_eq!(right(&second), first.clone(), "{} {}", to, second);
                let is_words = !first.contains(&true)
                    || to == Dialect::EasyGo;
                prop_assert!(is_words || reading(&text).solution.dialect == to, "{} {}", to, text);
            }
        }
    }
}
