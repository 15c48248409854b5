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
use crate::model::{Charset, Occurrence, OtherTree, Placement};
use crate::sgf::value::{escape, format_point};
use crate::sgf::{self, GameTree, Property, to_sgf};
use crate::solution::{
    CanonicalFrame, Dialect, MergedNode, MergedTree, PositionStabilizer, Reading, Solution,
    Verdict, align, read_as, strip_marks,
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
    let mut records =
        vec![read_record(oriented, &kept, &problem.placement, problem.dialect, &problem.kept)];
    let frame = frame_of(&problem.placement, &problem.kept);
    let trees: Vec<(GameTree<'_>, &OtherTree, &Occurrence)> = problem
        .other_trees
        .iter()
        .zip(&problem.others)
        .map(|(tree, at)| {
            let charset = Charset::for_reading(tree.charset.as_ref());
            (GameTree::read(&tree.sgf, charset), tree, at)
        })
        .collect();
    let stabilizer = problem.text.parse().ok().and_then(|canonical: SubPosition| {
        let open = problem.placement.open.transform(problem.kept.symmetry);
        PositionStabilizer::new(&canonical.board, &frame, open)
    });
    for (tree, other, at) in &trees {
        let mut record = read_record(oriented, tree, &other.placement, other.dialect, at);
        if let Some(stabilizer) = &stabilizer {
            record.solution = align(&record.solution, &records[0].solution, stabilizer).0;
        }
        records.push(record);
    }
    let solutions: Vec<&Solution> = records.iter().map(|record| &record.solution).collect();
    let merged = MergedTree::merge(&solutions);
    let writer = Writer { merged: &merged, records: &records, frame, placement: problem.placement };
    let mut out = String::from("(");
    write_setup(&kept, &mut out);
    writer.write(&mut out);
    out.push(')');
    out
}

/// A record with its solution.
struct RecordSolution<'t, 'a> {
    /// The name of the record for people.
    label: String,
    tree: &'t GameTree<'a>,
    reading: Reading,
    /// The solution on the canonical board.
    solution: Solution,
}

fn frame_of(placement: &Placement, at: &Occurrence) -> CanonicalFrame {
    CanonicalFrame::new(placement.region, placement.open, at.symmetry)
}

fn read_record<'t, 'a>(
    oriented: &OrientedProblem<'_>,
    tree: &'t GameTree<'a>,
    placement: &Placement,
    dialect: Option<Dialect>,
    at: &Occurrence,
) -> RecordSolution<'t, 'a> {
    let reading = read_as(tree, placement.board, dialect);
    let solution = frame_of(placement, at).canonicalize(&reading.solution, placement.board);
    RecordSolution { label: oriented.label(at), tree, reading, solution }
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

struct Writer<'w, 't, 'a> {
    merged: &'w MergedTree,
    records: &'w [RecordSolution<'t, 'a>],
    frame: CanonicalFrame,
    placement: Placement,
}

impl Writer<'_, '_, '_> {
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
        self.write_kept(node, out);
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
    fn write_kept(&self, node: &MergedNode, out: &mut String) {
        for property in self.properties(node, 0) {
            let name = property.name();
            let is_new = [b"B", b"W", b"C"].iter().any(|new| name == **new)
                || MARKS.iter().any(|mark| name == **mark);
            if !is_new {
                write_property(property, out);
            }
        }
    }

    /// The properties of a move in one record.
    fn properties(&self, node: &MergedNode, number: usize) -> &[Property<'_>] {
        let own = node.sources.iter().find(|(source, _)| *source == number);
        let record = &self.records[number];
        own.map_or(&[], |&(_, own)| record.tree.node(record.reading.ids[own as usize]).properties())
    }

    /// The verdicts of a move. The last move of a line without any takes those of
    /// the nearest move before that has some: the line of another record ends
    /// there.
    fn verdicts(&self, place: usize, is_leaf: bool) -> &[(usize, Verdict)] {
        let mut node = &self.merged.nodes[place];
        while is_leaf && node.verdicts.is_empty() {
            match node.parent {
                Some(parent) => node = &self.merged.nodes[parent as usize],
                None => break,
            }
        }
        &node.verdicts
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
        let label = |number: usize| self.records[number].label.as_str();
        let mut lines: Vec<String> = Vec::new();
        if node.is_contradicted {
            lines.push("contradiction".to_owned());
        }
        for verdict in Verdict::ALL {
            for is_assumed in [false, true] {
                let is_listed = |(number, own): &&(usize, Verdict)| {
                    let dialect = self.records[*number].reading.solution.dialect;
                    *own == verdict && (dialect == Dialect::None) == is_assumed
                };
                let who: Vec<&str> = node
                    .verdicts
                    .iter()
                    .filter(is_listed)
                    .map(|&(number, _)| label(number))
                    .collect();
                let assumed = if is_assumed { "assumed " } else { "" };
                if !who.is_empty() {
                    lines.push(format!("{assumed}{}: {}", verdict.name(), who.join("; ")));
                }
            }
        }
        let numbers = |node: &MergedNode| -> Vec<usize> {
            let mut numbers: Vec<usize> = node.sources.iter().map(|&(number, _)| number).collect();
            numbers.dedup();
            numbers
        };
        let own = numbers(node);
        let before = match node.parent {
            Some(parent) => numbers(&self.merged.nodes[parent as usize]),
            None => Vec::new(),
        };
        if node.verdicts.len() < own.len() && (own != before || is_leaf) {
            let who: Vec<&str> = own.iter().map(|&number| label(number)).collect();
            lines.push(format!("in: {}", who.join("; ")));
        }
        for &number in &own {
            for property in self.properties(node, number) {
                if property.name() != b"C" {
                    continue;
                }
                let dialect = self.records[number].reading.solution.dialect;
                let text = strip_marks(&property.text(), dialect);
                if !text.trim().is_empty() {
                    lines.push(format!("[{}] {}", label(number), text.trim()));
                }
            }
        }
        lines.join("\n")
    }
}
