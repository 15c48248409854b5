//! Writing the answers of a game tree in another dialect.

use std::io::{self, Write};

use super::dialect::Dialect;
use super::keywords::{TOKENS, find_statement, find_token, find_verdict};
use super::loss::Losses;
use super::read::{Reading, read};
use super::solution_tree::{Solution, SolutionNode, Verdict};
use crate::go::Size;
use crate::sgf::value::escape;
use crate::sgf::{
    self, Charset, GameTree, Layout, Property, stated_size, to_sgf, write_property, write_tree_with,
};

/// The properties that mark answers in a dialect of SGF, apart from `TR`, and from `GW` of Glift.
#[doc(hidden)]
pub const MARKS: [&[u8; 2]; 8] = [b"TE", b"BM", b"DO", b"IT", b"DM", b"GB", b"WV", b"CH"];

/// A game tree with other marks, and what they cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The game tree.
    pub sgf: String,
    /// How the solution that [`read`](super::read()) finds in `sgf` differs from the old one.
    pub losses: Losses,
}

/// Writes a game tree as SGF in UTF-8, with its answers marked in a dialect.
///
/// `reading` is the result of [`read`](super::read()) for this tree, or for the
/// same tree in another orientation. The marks of the old dialect are removed.
/// Words in comments stay beside the new marks, because they may say more; the
/// name of a node that says right or wrong becomes the beginning of its comment
/// where it would outweigh them. A tree without any mark, or in this dialect
/// already, is not changed.
///
/// `te-bm` expresses every solution: `DM` marks a line without a verdict, and the
/// words `CHOICE`, `FORCE` and `NOTTHIS` keep their meaning. (Only if no line at all has
/// a verdict, and comments call moves right, the first line becomes wrong.) It is also
/// written
///
/// - for a dialect that marks only right lines, if no line is right;
/// - for `uligo` and `easygo`, which mark only wrong lines, if no line is wrong;
/// - for `none` and the JSON dialects, which no game tree can have.
///
/// Other dialects express less: see [`Loss`](super::Loss). The written tree is read
/// again, so the losses are those that a reader finds. A line that is right but not
/// accepted, because a move is marked `NOTTHIS`, is written as wrong where the word
/// means nothing: no first move becomes accepted.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Size;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{self, Dialect, Loss, Verdict};
///
/// let tree = GameTree::read(b"(;AB[ba](;B[aa]C[Correct])(;B[bb];W[aa]))", Charset::UTF_8);
/// let reading = solution::read(&tree, Size::STANDARD);
/// let te_bm = solution::convert_marks(&tree, &reading, Dialect::TeBm);
/// assert_eq!(te_bm.sgf, "(;AB[ba](;B[aa]TE[1]C[Correct])(;B[bb];W[aa]DM[1]))");
/// assert!(te_bm.losses.is_empty());
///
/// let goproblems = solution::convert_marks(&tree, &reading, Dialect::GoProblems);
/// assert_eq!(goproblems.sgf, "(;AB[ba](;B[aa]C[RIGHT. Correct])(;B[bb];W[aa]))");
/// let unjudged = Loss::Line { from: None, to: Some(Verdict::Wrong) };
/// assert_eq!(goproblems.losses.iter().collect::<Vec<_>>(), [(unjudged, 1)]);
/// ```
pub fn convert_marks(tree: &GameTree<'_>, reading: &Reading, to: Dialect) -> Converted {
    let solution = &reading.solution;
    let unchanged = to_sgf(tree, Layout::OneLine);
    if solution.dialect == Dialect::None {
        return Converted { sgf: unchanged, losses: Losses::default() };
    }
    if solution.dialect == to {
        let losses = compare_written(solution, &unchanged);
        if losses.is_empty() {
            return Converted { sgf: unchanged, losses };
        }
    }
    let writer = MarkWriter::new(tree, reading, to);
    let mut out = Vec::new();
    write_tree_with(tree, Layout::OneLine, &mut out, |node, out| writer.write(node, out))
        .expect("writing to memory does not fail");
    let sgf = String::from_utf8(out).expect("names are ASCII and values are decoded");
    let losses = compare_written(solution, &sgf);
    Converted { sgf, losses }
}

/// Compares a solution with the one that is read from a written tree.
fn compare_written(solution: &Solution, sgf: &str) -> Losses {
    let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
    let size = tree.root().and_then(|root| stated_size(root.properties())?.ok());
    let written = read(&tree, size.unwrap_or(Size::STANDARD));
    Losses::compare(solution, &written.solution)
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
        let has_children = solution.has_children();
        let to = choose_dialect(to, &find_writable_verdicts(solution, to), &has_children);
        let verdicts = find_writable_verdicts(solution, to);
        let is_first_wrong = find_first_wrong(solution, &verdicts);
        let main_leaf = has_children.iter().position(|has| !has);
        let are_called_right = find_called_right(tree, reading);
        // DM alone does not outweigh words: one BM has to.
        let needs_wrong = verdicts.iter().all(Option::is_none) && are_called_right.contains(&true);
        for (at, (node, id)) in solution.nodes.iter().zip(ids).enumerate() {
            let marks = &mut all_marks[id.index()];
            if to == Dialect::UliGo && is_first_wrong[at] {
                marks.property = Some("WV[]");
            }
            if keeps_steering(to) {
                let steering = node.steering;
                let flags = [steering.choice, steering.force, steering.not_this];
                let tokens = TOKENS[1..].iter().zip(flags).filter(|(_, is_set)| *is_set);
                marks.tokens.extend(tokens.map(|(token, _)| token));
            }
            if has_children[at] {
                continue;
            }
            let is_main = main_leaf == Some(at);
            match (to, verdicts[at]) {
                (Dialect::GoProblems, Some(Verdict::Right)) => marks.tokens.push("RIGHT"),
                (Dialect::Words, Some(Verdict::Right)) => marks.words = Some("Correct"),
                (Dialect::Words, Some(_)) => marks.words = Some("Wrong"),
                (Dialect::TsumegoHero, Some(Verdict::Right)) => marks.words = Some("+"),
                (Dialect::Glift, Some(Verdict::Right)) => marks.property = Some("GB[1]"),
                (Dialect::EasyGo, Some(Verdict::Right)) if is_main => {}
                (Dialect::EasyGo, Some(Verdict::Right)) => marks.words = Some("Right"),
                (Dialect::EasyGo, Some(_)) => marks.property = Some("BM[1]"),
                (Dialect::EasyGo, None) if is_main || are_called_right[at] => {
                    marks.property = Some("BM[1]");
                }
                (Dialect::Words, None) if are_called_right[at] => marks.words = Some("Wrong"),
                (Dialect::TeBm, None) if is_main && needs_wrong => marks.property = Some("BM[1]"),
                (Dialect::TeBm, verdict) => {
                    marks.property = Some(match verdict {
                        Some(Verdict::Right) => "TE[1]",
                        Some(Verdict::Lesser) => "IT[]",
                        Some(Verdict::Doubtful) => "DO[]",
                        Some(Verdict::Wrong) => "BM[1]",
                        None => "DM[1]",
                    });
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
        let mut comments = Vec::new();
        for property in node.properties() {
            if marks.is_solution && self.is_judging_name(property) {
                comments.insert(0, property.text());
            } else if marks.is_solution && property.name() == *b"C" {
                comments.push(property.text());
            } else if !marks.is_solution || !self.is_old_mark(node, property) {
                write_property(property, out)?;
            }
        }
        if let Some(property) = marks.property {
            out.write_all(property.as_bytes())?;
        }
        let comment = self.mark_comment(&comments.join("\n\n"), marks);
        if comment.is_empty() {
            return Ok(());
        }
        write!(out, "C[{}]", escape(&comment))
    }

    /// Whether a property is a name that would outweigh the new words of the comment, such as
    /// `N[正解]`. Such a name becomes the beginning of the comment.
    fn is_judging_name(&self, property: &Property<'_>) -> bool {
        let reads_words =
            matches!(self.to, Dialect::Words | Dialect::EasyGo | Dialect::TsumegoHero);
        reads_words && property.name() == *b"N" && find_statement(&property.text()).is_some()
    }

    /// Whether a property is a mark of the old dialect, or would be one of the new dialect: in
    /// uliGo a triangle on the move itself.
    fn is_old_mark(&self, node: sgf::Node<'_, '_>, property: &Property<'_>) -> bool {
        let name = property.name();
        let is = |marks: &[&[u8; 2]]| marks.iter().any(|mark| name == **mark);
        is(&MARKS)
            || is(&[b"GW"]) && self.from == Dialect::Glift
            || is(&[b"TR"])
                && (self.from == Dialect::UliGo
                    || property.value().trim_ascii().is_empty()
                    || self.to == Dialect::UliGo && marks_move(node, property))
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

/// Whether a list of points contains the move of a node.
fn marks_move(node: sgf::Node<'_, '_>, property: &Property<'_>) -> bool {
    let played = node.get(b"B").or(node.get(b"W"));
    played.is_some_and(|played| property.values().any(|at| at.trim_ascii() == played.trim_ascii()))
}

/// Removes the marks from a comment: the words of GoProblems, and a `+` at the
/// beginning. Other words stay.
#[doc(hidden)]
pub fn strip_marks(comment: &str, dialect: Dialect) -> String {
    let mut text = comment.to_owned();
    for token in TOKENS {
        let is_mark = match dialect {
            Dialect::GoProblems | Dialect::Glift => true,
            Dialect::TeBm => token != "RIGHT",
            _ => false,
        };
        // In other dialects the word is no mark, but would be read as one:
        // lower case prevents that.
        let instead = if is_mark { String::new() } else { token.to_lowercase() };
        while let Some(at) = find_token(&text, token) {
            text.replace_range(at..at + token.len(), &instead);
        }
    }
    if let Some(rest) = text.trim_start().strip_prefix('+') {
        text = rest.to_owned();
    }
    if text.len() == comment.len() {
        return text;
    }
    // "RIGHT: a snapback" goes on behind the mark.
    let is_behind_mark = |char: char| char.is_whitespace() || ".,:;!-–—。，：；！".contains(char);
    text.trim_end().trim_start_matches(is_behind_mark).to_owned()
}

/// Whether CHOICE, FORCE and NOTTHIS mean something in a dialect.
fn keeps_steering(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::GoProblems | Dialect::TeBm)
}

/// The verdict of each move as it can be written. In a dialect without NOTTHIS, right lines
/// with such a move are wrong: otherwise their first moves would become accepted.
fn find_writable_verdicts(solution: &Solution, to: Dialect) -> Vec<Option<Verdict>> {
    let nodes = solution.nodes.iter().zip(solution.find_refused());
    let verdict = |(node, is_refused): (&SolutionNode, bool)| match node.verdict {
        Some(Verdict::Right) if is_refused && !keeps_steering(to) => Some(Verdict::Wrong),
        verdict => verdict,
    };
    nodes.map(verdict).collect()
}

/// For each move whether words that stay beside the new marks call it or a move before it
/// right.
fn find_called_right(tree: &GameTree<'_>, reading: &Reading) -> Vec<bool> {
    let Reading { solution, ids } = reading;
    let mut are_called: Vec<bool> = Vec::with_capacity(ids.len());
    for (node, &id) in solution.nodes.iter().zip(ids) {
        let is_called = tree.node(id).properties().iter().any(|property| {
            [*b"C", *b"N"].iter().any(|name| property.name() == *name)
                && find_verdict(&strip_marks(&property.text(), solution.dialect))
                    == Some(Verdict::Right)
        });
        let before = node.parent.is_some_and(|parent| are_called[parent as usize]);
        are_called.push(is_called || before);
    }
    are_called
}

/// The dialect to write: `te-bm` if a game tree in dialect `to` would have no mark.
fn choose_dialect(to: Dialect, verdicts: &[Option<Verdict>], has_children: &[bool]) -> Dialect {
    let mut ends = verdicts.iter().zip(has_children).filter(|(_, has)| !**has).map(|(end, _)| *end);
    let has_marks = match to {
        Dialect::GoProblems | Dialect::Words | Dialect::Glift | Dialect::TsumegoHero => {
            ends.any(|end| end == Some(Verdict::Right))
        }
        Dialect::UliGo => ends.any(|end| end != Some(Verdict::Right)),
        Dialect::EasyGo => ends.any(|end| !matches!(end, None | Some(Verdict::Right))),
        Dialect::TeBm | Dialect::None | Dialect::OgsJson | Dialect::SolJson => false,
    };
    if has_marks { to } else { Dialect::TeBm }
}

/// For each move whether it is the first one of its line after which no line is
/// right.
fn find_first_wrong(solution: &Solution, verdicts: &[Option<Verdict>]) -> Vec<bool> {
    let mut leads: Vec<bool> =
        verdicts.iter().map(|&verdict| verdict == Some(Verdict::Right)).collect();
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
#[path = "dialect_writer_tests.rs"]
mod tests;
