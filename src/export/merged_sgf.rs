//! One game tree with the solutions of all records of a problem.
//!
//! ```text
//!   a.sgf: a1 right, b1 wrong      (;…(;B[aa]TE[1]C[right: a.sgf tree 1])
//!   b.sgf: b1 right, c1 wrong        (;B[ba]UC[1]C[contradiction
//!                                     wrong: a.sgf tree 1
//!                                     right: b.sgf tree 1])
//!                                    (;B[ca]BM[1]C[wrong: b.sgf tree 1]))
//! ```

use std::fmt::Write;

use super::orientation::read_kept_tree;
use super::oriented_problem::OrientedProblem;
use crate::gtn::SubPosition;
use crate::model::{Charset, Occurrence, Placement};
use crate::sgf::value::{escape, format_point};
use crate::sgf::{self, GameTree, NodeId, Property, to_sgf};
use crate::solution::{
    AlignmentBase, CanonicalFrame, Dialect, MergedTree, PositionStabilizer, Reading,
    SolutionMerger, Verdict, read_as, strip_marks,
};

/// The marks of the records, which are replaced by those of the merged tree.
const MARKS: [&[u8; 2]; 8] = [b"TE", b"BM", b"DO", b"IT", b"GB", b"GW", b"WV", b"UC"];

/// Merges the moves of all records into the game tree of the kept record, in
/// UTF-8 and not rotated.
///
/// Other properties of the kept record stay. The comments of all records stay
/// too, each after the name of its record. A comment also names the records at
/// the end of a line, and where the set of records with the line changes. Moves
/// that are right in one record and wrong in another are marked `UC`. Setup
/// among the moves, and variations of the setup, are dropped.
pub(super) fn merge_records(oriented: &OrientedProblem<'_>) -> String {
    let problem = oriented.problem;
    let kept = to_sgf(&read_kept_tree(problem), sgf::Layout::OneLine);
    let kept = GameTree::read(kept.as_bytes(), sgf::Charset::UTF_8);
    let frame = frame_of(&problem.placement, &problem.kept);
    let reading = read_record(&kept, &problem.placement, problem.dialect, &problem.kept);
    let base = AlignmentBase::new(&reading.solution);
    let stabilizer = problem.text.parse().ok().and_then(|canonical: SubPosition| {
        let open = problem.placement.open.transform(problem.kept.symmetry);
        PositionStabilizer::new(&canonical.board, &frame, open)
    });
    let mut records = Records::default();
    let mut kept_ids = Vec::new();
    let indices = records.add(oriented.label(&problem.kept), &kept, &reading);
    for (index, &id) in indices.into_iter().zip(&reading.ids) {
        if index as usize == kept_ids.len() {
            kept_ids.push(id);
        }
    }
    for (other, at) in problem.other_trees.iter().zip(&problem.others) {
        let tree = GameTree::read(&other.sgf, Charset::for_reading(other.charset.as_ref()));
        let mut reading = read_record(&tree, &other.placement, other.dialect, at);
        if let Some(stabilizer) = &stabilizer {
            reading.solution = base.align(&reading.solution, stabilizer).0;
        }
        records.add(oriented.label(at), &tree, &reading);
    }
    let Records { merger, labels, are_assumed, comments } = records;
    let merged = merger.finish();
    let judged = find_judged(&merged);
    let placement = problem.placement;
    let writer =
        Writer { merged, judged, labels, are_assumed, comments, kept, kept_ids, frame, placement };
    let mut out = String::from("(");
    write_setup(&writer.kept, &mut out);
    writer.write(&mut out);
    out.push(')');
    out
}

/// The records that have been merged. Keeps their names and comments, not their trees.
#[derive(Default)]
struct Records {
    merger: SolutionMerger,
    /// The name of each record for people.
    labels: Vec<String>,
    /// Whether the record has no marks, so that its verdicts are assumed.
    are_assumed: Vec<bool>,
    /// For each merged move, the comments with the numbers of their records.
    comments: Vec<Vec<(usize, String)>>,
}

impl Records {
    /// Adds a record with its solution on the canonical board. Returns the places of its
    /// moves in the merged tree.
    fn add(
        &mut self,
        label: String,
        tree: &GameTree<'_>,
        Reading { solution, ids, .. }: &Reading,
    ) -> Vec<u32> {
        let number = self.labels.len();
        self.labels.push(label);
        self.are_assumed.push(solution.dialect == Dialect::None);
        let indices = self.merger.add(solution);
        for (&index, &id) in indices.iter().zip(ids) {
            let index = index as usize;
            if index == self.comments.len() {
                self.comments.push(Vec::new());
            }
            for property in tree.node(id).properties() {
                if property.name() == b"C" {
                    let text = strip_marks(&property.text(), solution.dialect);
                    let text = text.trim();
                    if !text.is_empty() {
                        self.comments[index].push((number, text.to_owned()));
                    }
                }
            }
        }
        indices
    }
}

/// For each move the nearest move with a verdict: itself or one before it, else the move
/// itself.
fn find_judged(merged: &MergedTree) -> Vec<usize> {
    let mut judged: Vec<usize> = Vec::with_capacity(merged.nodes.len());
    for (place, node) in merged.nodes.iter().enumerate() {
        judged.push(match node.parent {
            Some(parent) if node.verdicts.is_empty() => judged[parent as usize],
            _ => place,
        });
    }
    judged
}

fn frame_of(placement: &Placement, at: &Occurrence) -> CanonicalFrame {
    CanonicalFrame::new(placement.region, placement.open, at.symmetry)
}

/// Reads a record, with its solution on the canonical board.
fn read_record(
    tree: &GameTree<'_>,
    placement: &Placement,
    dialect: Option<Dialect>,
    at: &Occurrence,
) -> Reading {
    let mut reading = read_as(tree, placement.board, dialect);
    reading.solution = frame_of(placement, at).canonicalize(&reading.solution, placement.board);
    reading
}

/// Writes the nodes before the first move.
fn write_setup(tree: &GameTree<'_>, out: &mut String) {
    let is_move = |property: &Property<'_>| property.name() == b"B" || property.name() == b"W";
    for node in tree.main_line() {
        if node.properties().iter().any(is_move) && node.parent().is_some() {
            break;
        }
        out.push(';');
        for property in node.properties() {
            write_property(property, out);
        }
    }
}

fn write_property(property: &Property<'_>, out: &mut String) {
    let mut bytes = Vec::new();
    sgf::write_property(property, &mut bytes).expect("writing to memory does not fail");
    out.push_str(&String::from_utf8_lossy(&bytes));
}

struct Writer<'a> {
    merged: MergedTree,
    /// For each move the nearest one with a verdict.
    judged: Vec<usize>,
    labels: Vec<String>,
    are_assumed: Vec<bool>,
    comments: Vec<Vec<(usize, String)>>,
    /// The game tree of the kept record.
    kept: GameTree<'a>,
    /// The nodes of its moves, which are the first moves of the merged tree.
    kept_ids: Vec<NodeId>,
    frame: CanonicalFrame,
    placement: Placement,
}

impl Writer<'_> {
    /// Writes all moves, without recursion.
    fn write(&self, out: &mut String) {
        enum Step {
            Open(u32, bool),
            Close,
        }
        let children = self.merged.children();
        let mut steps = Vec::new();
        let push = |steps: &mut Vec<Step>, children: &[u32]| {
            let has_variations = children.len() > 1;
            for &child in children.iter().rev() {
                if has_variations {
                    steps.push(Step::Close);
                }
                steps.push(Step::Open(child, has_variations));
            }
        };
        push(&mut steps, &children[self.merged.nodes.len()]);
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => out.push(')'),
                Step::Open(place, is_variation) => {
                    if is_variation {
                        out.push('(');
                    }
                    let children = &children[place as usize];
                    // A record on a larger board may have moves outside this one.
                    if self.write_move(place as usize, children.is_empty(), out) {
                        push(&mut steps, children);
                    }
                }
            }
        }
    }

    fn write_move(&self, place: usize, is_leaf: bool, out: &mut String) -> bool {
        let node = &self.merged.nodes[place];
        let kept_symmetry = self.frame.symmetry();
        let color = kept_symmetry.color(node.color).sgf_char();
        let value = match node.at {
            None => String::new(),
            Some(point) => match self.frame.to_board(point, self.placement.board) {
                Some(point) => format_point(point),
                None => return false,
            },
        };
        let _ = write!(out, ";{color}[{value}]");
        self.write_kept(place, out);
        if let Some(mark) = self.mark(place, is_leaf) {
            out.push_str(mark);
        }
        let comment = self.comment(place, is_leaf);
        if !comment.is_empty() {
            let _ = write!(out, "C[{}]", escape(&comment));
        }
        true
    }

    /// Writes the properties of the kept record other than moves, marks and
    /// comments.
    fn write_kept(&self, place: usize, out: &mut String) {
        let Some(&id) = self.kept_ids.get(place) else { return };
        for property in self.kept.node(id).properties() {
            let name = property.name();
            let is_new = [b"B", b"W", b"C"].iter().any(|new| name == **new)
                || MARKS.iter().any(|mark| name == **mark);
            if !is_new {
                write_property(property, out);
            }
        }
    }

    /// The verdicts of a move. The last move of a line without any takes those of
    /// the nearest move before that has some: the line of another record ends
    /// there.
    fn verdicts(&self, place: usize, is_leaf: bool) -> &[(usize, Verdict)] {
        let place = if is_leaf { self.judged[place] } else { place };
        &self.merged.nodes[place].verdicts
    }

    fn mark(&self, place: usize, is_leaf: bool) -> Option<&'static str> {
        if self.merged.nodes[place].is_contradicted {
            return Some("UC[1]");
        }
        let verdicts = self.verdicts(place, is_leaf);
        let (_, first) = *verdicts.first()?;
        if !is_leaf || verdicts.iter().any(|&(_, verdict)| verdict != first) {
            return None;
        }
        Some(match first {
            Verdict::Right => "TE[1]",
            Verdict::Lesser => "IT[]",
            Verdict::Doubtful => "DO[]",
            Verdict::Wrong => "BM[1]",
        })
    }

    fn comment(&self, place: usize, is_leaf: bool) -> String {
        let node = &self.merged.nodes[place];
        let label = |number: usize| self.labels[number].as_str();
        let mut lines: Vec<String> = Vec::new();
        if node.is_contradicted {
            lines.push("contradiction".to_owned());
        }
        for verdict in Verdict::ALL {
            for is_assumed in [false, true] {
                let is_listed = |&&(number, own): &&(usize, Verdict)| {
                    own == verdict && self.are_assumed[number] == is_assumed
                };
                let listed = node.verdicts.iter().filter(is_listed);
                let who: Vec<&str> = listed.map(|&(number, _)| label(number)).collect();
                let assumed = if is_assumed { "assumed " } else { "" };
                if !who.is_empty() {
                    lines.push(format!("{assumed}{}: {}", verdict.name(), who.join("; ")));
                }
            }
        }
        let own = &node.solutions;
        // Every record with this move has the move before.
        let before =
            node.parent.map_or(0, |parent| self.merged.nodes[parent as usize].solutions.len());
        if node.verdicts.len() < own.len() && (own.len() != before || is_leaf) {
            let who: Vec<&str> = own.iter().map(|&number| label(number)).collect();
            lines.push(format!("in: {}", who.join("; ")));
        }
        for (number, text) in &self.comments[place] {
            lines.push(format!("[{}] {text}", label(*number)));
        }
        lines.join("\n")
    }
}
