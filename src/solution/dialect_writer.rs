//! Writing what is right in another dialect.

use std::io::{self, Write};

use super::keywords::{verdict, word_at};
use super::{Dialect, Reading, Solution, Verdict};
use crate::sgf::value::escape;
use crate::sgf::{self, GameTree, Layout, Property, write_property, write_tree_with};

/// The words with which GoProblems marks.
const TOKENS: [&str; 4] = ["RIGHT", "CHOICE", "FORCE", "NOTTHIS"];

/// A tree as SGF in UTF-8, with its answers marked in a dialect.
///
/// `reading` is what [`read`](super::read) found in the tree, or in the same
/// tree in another orientation. The marks of the old dialect go; words in
/// comments stay, beside the new marks, because they may say more. A tree
/// without any mark stays as it is: that its main line is right was assumed,
/// and nobody said so.
///
/// A dialect can say less than another. `IT` and `DO` are known to `te-bm`
/// only: elsewhere such lines are not right. Where a tree has no right line at
/// all, and the dialect marks only those, the comments say "Wrong". uliGo and
/// EasyGo mark only what is wrong, so where nothing is, nothing is marked.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{self, Dialect};
///
/// let tree = GameTree::read(b"(;AB[ba](;B[aa]C[RIGHT])(;B[bb];W[aa]))", Charset::UTF_8);
/// let reading = solution::read(&tree, Size::STANDARD);
/// assert_eq!(
///     solution::marked(&tree, &reading, Dialect::TeBm),
///     "(;AB[ba](;B[aa]TE[1])(;B[bb];W[aa]BM[1]))"
/// );
/// ```
pub fn marked(tree: &GameTree<'_>, reading: &Reading, to: Dialect) -> String {
    let from = reading.solution.dialect;
    let mut out = Vec::new();
    let written = if from == Dialect::None {
        write_tree_with(tree, Layout::OneLine, &mut out, |node, out| {
            node.properties().iter().try_for_each(|property| write_property(property, out))
        })
    } else {
        let marking = Marking::new(tree, reading, to);
        write_tree_with(tree, Layout::OneLine, &mut out, |node, out| marking.write(node, out))
    };
    // Writing into memory cannot fail.
    debug_assert!(written.is_ok());
    String::from_utf8_lossy(&out).into_owned()
}

/// What is to be said of a node.
#[derive(Clone, Default)]
struct Said {
    /// Whether it belongs to the solution, so that old marks go.
    is_solution: bool,
    /// A property.
    property: Option<&'static str>,
    /// Words in front of its comment.
    words: Option<&'static str>,
    /// Whether words in its comment that call it right are to be denied.
    is_denied: bool,
    /// GoProblems' words.
    tokens: Vec<&'static str>,
}

struct Marking {
    from: Dialect,
    to: Dialect,
    said: Vec<Said>,
}

impl Marking {
    fn new(tree: &GameTree<'_>, reading: &Reading, to: Dialect) -> Marking {
        let Reading { solution, ids } = reading;
        let mut said = vec![Said::default(); tree.node_count()];
        for id in ids {
            said[id.index()].is_solution = true;
        }
        for node in tree.nodes() {
            let follows = node.parent().is_some_and(|parent| said[parent.id().index()].is_solution);
            said[node.id().index()].is_solution |= follows;
        }
        let has_right = solution.nodes.iter().any(|node| node.verdict == Some(Verdict::Right));
        let first_wrong = first_wrong(solution);
        let has_children = solution.has_children();
        let main_leaf = has_children.iter().position(|has| !has);
        for (at, (node, id)) in solution.nodes.iter().zip(ids).enumerate() {
            let said = &mut said[id.index()];
            if to == Dialect::UliGo && first_wrong[at] {
                said.property = Some("WV[]");
            }
            if to == Dialect::GoProblems {
                let steering = node.steering;
                let flags = [steering.choice, steering.force, steering.not_this];
                let tokens = TOKENS[1..].iter().zip(flags).filter(|(_, is_set)| *is_set);
                said.tokens.extend(tokens.map(|(token, _)| token));
            }
            if has_children[at] {
                continue;
            }
            let is_main = main_leaf == Some(at);
            match (to, node.verdict) {
                (Dialect::GoProblems, Some(Verdict::Right)) => said.tokens.push("RIGHT"),
                (Dialect::Words, Some(Verdict::Right)) => said.words = Some("Correct"),
                (Dialect::Words, Some(_)) => said.words = Some("Wrong"),
                (Dialect::TsumegoHero, Some(Verdict::Right)) => said.words = Some("+"),
                (Dialect::Glift, Some(Verdict::Right)) => said.property = Some("GB[1]"),
                (Dialect::EasyGo, Some(Verdict::Right)) if is_main => {}
                (Dialect::EasyGo, Some(Verdict::Right)) => said.words = Some("Right"),
                (Dialect::EasyGo, Some(_)) => said.property = Some("BM[1]"),
                (Dialect::EasyGo, None) if is_main => said.property = Some("BM[1]"),
                (Dialect::TeBm, Some(verdict)) => {
                    said.property = Some(match verdict {
                        Verdict::Right => "TE[1]",
                        Verdict::Lesser => "IT[]",
                        Verdict::Doubtful => "DO[]",
                        Verdict::Wrong => "BM[1]",
                    });
                }
                (Dialect::GoProblems | Dialect::Glift | Dialect::TsumegoHero, _) if !has_right => {
                    said.words = Some("Wrong");
                }
                // Its `+` is a word of the dialect of words, too.
                (Dialect::TsumegoHero, _) => said.is_denied = true,
                _ => {}
            }
        }
        Marking { from: solution.dialect, to, said }
    }

    fn write(&self, node: sgf::Node<'_, '_>, out: &mut impl Write) -> io::Result<()> {
        let said = &self.said[node.id().index()];
        let mut comment = None;
        for property in node.properties() {
            if said.is_solution && property.name() == *b"C" && comment.is_none() {
                comment = Some(property.text());
            } else if !said.is_solution || !self.is_mark(property) {
                write_property(property, out)?;
            }
        }
        if let Some(property) = said.property {
            out.write_all(property.as_bytes())?;
        }
        let comment = self.comment(comment.as_deref().unwrap_or_default(), said);
        if comment.is_empty() {
            return Ok(());
        }
        write!(out, "C[{}]", escape(&comment))
    }

    /// Whether a property is a mark that has to go.
    fn is_mark(&self, property: &Property<'_>) -> bool {
        let name = property.name();
        let is = |marks: &[&[u8; 2]]| marks.iter().any(|mark| name == **mark);
        is(&[b"TE", b"BM", b"DO", b"IT", b"GB", b"WV"])
            || is(&[b"GW"]) && self.from == Dialect::Glift
            || is(&[b"TR"])
                && (self.from == Dialect::UliGo || property.value().trim_ascii().is_empty())
    }

    /// A comment without the old marks and with the new ones.
    fn comment(&self, old: &str, said: &Said) -> String {
        let text = if said.is_solution { without_marks(old, self.from) } else { old.to_owned() };
        let says_it =
            |words: &str| self.to != Dialect::TsumegoHero && verdict(&text) == verdict(words);
        let denial = (said.is_denied && verdict(&text) == Some(Verdict::Right)).then_some("Wrong");
        let words = said.words.filter(|words| !says_it(words)).or(denial);
        let tokens = said.tokens.iter().copied();
        let mut parts: Vec<&str> = words.into_iter().chain(tokens).collect();
        let gap = if words == Some("+") { " " } else { ". " };
        let marks = parts.join(" ");
        parts =
            [marks.as_str(), text.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(gap)
    }
}

/// A comment without the marks that stand in it: GoProblems' words, and a `+`
/// at its beginning. Other words stay.
pub(crate) fn without_marks(comment: &str, dialect: Dialect) -> String {
    let mut text = comment.to_owned();
    let has_tokens = matches!(dialect, Dialect::GoProblems | Dialect::Glift);
    for token in TOKENS {
        // In other dialects it is a word like any other, but would be taken
        // for a mark.
        let instead = if has_tokens { String::new() } else { token.to_lowercase() };
        while let Some(at) = word_at(&text, token) {
            text.replace_range(at..at + token.len(), &instead);
        }
    }
    if let Some(rest) = text.trim_start().strip_prefix('+') {
        text = rest.to_owned();
    }
    if text.len() == comment.len() { text } else { text.trim().to_owned() }
}

/// The moves with which lines leave what is right for good.
fn first_wrong(solution: &Solution) -> Vec<bool> {
    let mut leads_right: Vec<bool> =
        solution.nodes.iter().map(|node| node.verdict == Some(Verdict::Right)).collect();
    for (at, node) in solution.nodes.iter().enumerate().rev() {
        if let Some(parent) = node.parent {
            leads_right[parent as usize] |= leads_right[at];
        }
    }
    let is_first = |(node, leads): (&super::Node, &bool)| {
        !leads && node.parent.is_none_or(|parent| leads_right[parent as usize])
    };
    solution.nodes.iter().zip(&leads_right).map(is_first).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::read;
    use super::*;
    use crate::go::Size;
    use crate::sgf::Charset;

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
        marked(&tree, &read(&tree, Size::STANDARD), to)
    }

    /// Which lines are right, whatever is said of the others.
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
    fn a_tree_without_marks_stays_as_it_is() {
        let sgf = "(;AB[ba](;B[aa]C[on the right])(;B[bb]))";
        assert!(TO.iter().all(|&to| written(sgf, to) == sgf));
    }

    #[test]
    fn trees_without_a_right_line_have_none_afterwards() {
        let sgf = "(;AB[ba](;B[aa]BM[1])(;B[bb]DO[]))";
        for to in TO {
            assert_eq!(right(&written(sgf, to)), [false, false], "{to}");
        }
    }

    /// A solution tree with all its ends marked, some right and some not.
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
        fn every_dialect_keeps_what_is_right(line in tree(), other in tree()) {
            let sgf = format!("(;AB[aa]({line})({other}))");
            let first = right(&sgf);
            let all_right = first.iter().all(|&right| right);
            for to in TO {
                // uliGo and EasyGo cannot say that all is right.
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
