//! One game tree with the solutions of all records of a problem.
//!
//! ```text
//!   a.sgf: a1 right, b1 wrong      (;…(;B[aa]TE[1]C[right: a.sgf tree 1])
//!   b.sgf: b1 right, c1 wrong        (;B[ba]TE[1]UC[1]C[contradiction
//!                                     right: b.sgf tree 1
//!                                     wrong: a.sgf tree 1])
//!                                    (;B[ca]BM[1]C[wrong: b.sgf tree 1]))
//! ```
//!
//! A verdict belongs to the line of the record that gives it. The end of a line has the best
//! verdict that a record gives it, or `DM` if none gives any. A right line that ends where
//! other records go on, but call nothing right, is a variation of its own:
//!
//! ```text
//!   a.sgf: a1 right                (;…(;B[aa];W[ba]DM[1]C[in: b.sgf tree 1])
//!   b.sgf: a1 b1                     (;B[aa]TE[1]C[right: a.sgf tree 1]))
//! ```

use std::fmt::Write;

use super::orientation::read_kept_tree;
use super::oriented_problem::OrientedProblem;
use crate::gtn::SubPosition;
use crate::model::{Charset, Occurrence, Placement};
use crate::sgf::value::{escape, format_point};
use crate::sgf::{self, GameTree, NodeId, Property, to_ff4};
use crate::solution::{
    AlignmentBase, CanonicalFrame, Dialect, Loss, Losses, MARKS, MergedTree, PositionStabilizer,
    Reading, SolutionMerger, Steering, Verdict, read_as, strip_marks,
};

/// Merges the moves of all records into the game tree of the kept record, in
/// UTF-8 and not rotated.
///
/// Other properties of the kept record stay. The comments of all records stay
/// too, each after the name of its record. A comment also names the records at
/// the end of a line, and where the set of records with the line changes. Moves
/// that are right in one record and wrong in another are marked `UC`. Setup
/// among the moves, and variations of the setup, are dropped.
///
/// The merged tree accepts the first moves that a record accepts. Returned with the tree:
/// assumed lines, which are right in it; right lines with `NOTTHIS`, which are lesser;
/// moves outside the board of the kept record.
pub(super) fn merge_records(oriented: &OrientedProblem<'_>) -> (String, Losses) {
    let problem = oriented.problem;
    let kept = to_ff4(&read_kept_tree(problem));
    let kept = GameTree::read(kept.as_bytes(), sgf::Charset::UTF_8);
    let frame = frame_of(&problem.placement, &problem.kept);
    let mut losses = Losses::default();
    let reading =
        read_record(&kept, &problem.placement, problem.dialect, &problem.kept, &mut losses);
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
        let mut reading = read_record(&tree, &other.placement, other.dialect, at, &mut losses);
        if let Some(stabilizer) = &stabilizer {
            reading.solution = base.align(&reading.solution, stabilizer).0;
        }
        records.add(oriented.label(at), &tree, &reading);
    }
    let Records { merger, labels, are_assumed, comments } = records;
    let merged = merger.finish();
    let placement = problem.placement;
    let places = find_places(&merged, &frame, &placement);
    for _ in places.iter().filter(|place| place.is_none()) {
        losses.add(Loss::Move);
    }
    let writer = Writer { merged, places, labels, are_assumed, comments, kept, kept_ids, frame };
    let mut out = String::from("(");
    write_setup(&writer.kept, &mut out);
    writer.write(&mut out);
    out.push(')');
    (out, losses)
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

/// How a merged move is written.
struct Place {
    /// The value of B or W.
    value: String,
    /// Whether no move is written behind this one.
    is_leaf: bool,
    /// Whether a record with a right line that ends here needs a variation of its own,
    /// because other records go on and call no line behind right.
    ends_right: bool,
}

/// The places of the moves in the tree; `None` for a move outside the board, and for those
/// behind one. A record on a larger board may have such moves.
fn find_places(
    merged: &MergedTree,
    frame: &CanonicalFrame,
    placement: &Placement,
) -> Vec<Option<Place>> {
    let mut places: Vec<Option<Place>> = Vec::with_capacity(merged.nodes.len());
    for node in &merged.nodes {
        let value = match node.at {
            None => Some(String::new()),
            Some(point) => frame.to_board(point, placement.board).map(format_point),
        };
        let follows = node.parent.is_none_or(|parent| places[parent as usize].is_some());
        let place = |value| Place { value, is_leaf: true, ends_right: false };
        places.push(value.filter(|_| follows).map(place));
    }
    // Whether a right line is behind each move.
    let mut leads_right = vec![false; places.len()];
    for (index, node) in merged.nodes.iter().enumerate().rev() {
        let is_right = node.verdicts.iter().any(|&(_, verdict)| verdict == Verdict::Right);
        let Some(place) = &mut places[index] else { continue };
        place.ends_right = is_right && !place.is_leaf && !leads_right[index];
        if let Some(parent) = node.parent {
            leads_right[parent as usize] |= is_right || leads_right[index];
            let before = places[parent as usize].as_mut();
            before.expect("a move is written only behind written moves").is_leaf = false;
        }
    }
    places
}

fn frame_of(placement: &Placement, at: &Occurrence) -> CanonicalFrame {
    CanonicalFrame::new(placement.region, placement.open, at.symmetry)
}

/// Reads a record, with its solution on the canonical board, as far as a merged tree
/// expresses it.
fn read_record(
    tree: &GameTree<'_>,
    placement: &Placement,
    dialect: Option<Dialect>,
    at: &Occurrence,
    losses: &mut Losses,
) -> Reading {
    let mut reading = read_as(tree, placement.board, dialect);
    let solution = &mut reading.solution;
    let is_assumed = solution.dialect == Dialect::None;
    // NOTTHIS of one record would hold for the lines of all records.
    let is_refused = solution.find_refused();
    for (node, is_refused) in solution.nodes.iter_mut().zip(is_refused) {
        if node.verdict == Some(Verdict::Right) && is_refused {
            node.verdict = Some(Verdict::Lesser);
            losses.add(Loss::RefusedLine { to: node.verdict });
        } else if node.verdict == Some(Verdict::Right) && is_assumed {
            losses.add(Loss::Assumed);
        }
        if std::mem::take(&mut node.steering) != Steering::default() {
            losses.add(Loss::Steering);
        }
    }
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
    places: Vec<Option<Place>>,
    labels: Vec<String>,
    are_assumed: Vec<bool>,
    comments: Vec<Vec<(usize, String)>>,
    /// The game tree of the kept record.
    kept: GameTree<'a>,
    /// The nodes of its moves, which are the first moves of the merged tree.
    kept_ids: Vec<NodeId>,
    frame: CanonicalFrame,
}

/// A part of the tree that is still to be written.
enum Step {
    /// A move with everything behind it.
    Line(usize),
    /// A right line that ends with a move behind which other lines go on.
    End(usize),
    Text(char),
}

impl Writer<'_> {
    /// Writes all moves, without recursion.
    fn write(&self, out: &mut String) {
        let children = self.merged.children();
        let mut steps = Vec::new();
        self.push_variations(&children[self.merged.nodes.len()], &mut steps);
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(char) => out.push(char),
                Step::End(index) => self.write_end(index, out),
                Step::Line(index) => {
                    self.write_move(index, out);
                    self.push_variations(&children[index], &mut steps);
                }
            }
        }
    }

    fn push_variations(&self, children: &[u32], steps: &mut Vec<Step>) {
        let mut variations = Vec::new();
        for &child in children {
            let Some(place) = &self.places[child as usize] else { continue };
            variations.push(Step::Line(child as usize));
            if place.ends_right {
                variations.push(Step::End(child as usize));
            }
        }
        let has_variations = variations.len() > 1;
        for variation in variations.into_iter().rev() {
            if has_variations {
                steps.extend([Step::Text(')'), variation, Step::Text('(')]);
            } else {
                steps.push(variation);
            }
        }
    }

    /// The place of a move that is written.
    fn place(&self, index: usize) -> &Place {
        self.places[index].as_ref().expect("only moves with a place are written")
    }

    fn write_node(&self, index: usize, out: &mut String) {
        let color = self.frame.symmetry().color(self.merged.nodes[index].color);
        let _ = write!(out, ";{}[{}]", color.sgf_char(), self.place(index).value);
    }

    fn write_move(&self, index: usize, out: &mut String) {
        let is_leaf = self.place(index).is_leaf;
        self.write_node(index, out);
        self.write_kept(index, out);
        if is_leaf {
            out.push_str(self.mark(index));
        }
        if self.merged.nodes[index].is_contradicted {
            out.push_str("UC[1]");
        }
        write_comment(&self.comment(index, is_leaf), out);
    }

    fn write_end(&self, index: usize, out: &mut String) {
        self.write_node(index, out);
        out.push_str("TE[1]");
        let mut lines = self.list_verdicts(index);
        lines.retain(|(verdict, _)| *verdict == Verdict::Right);
        write_comment(&lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>(), out);
    }

    /// Writes the properties of the kept record other than moves, marks and
    /// comments.
    fn write_kept(&self, index: usize, out: &mut String) {
        let Some(&id) = self.kept_ids.get(index) else { return };
        for property in self.kept.node(id).properties() {
            let name = property.name();
            // The merged tree has marks of its own.
            let is_new = [b"B", b"W", b"C"].iter().any(|new| name == **new)
                || MARKS.iter().chain(&[b"GW", b"UC"]).any(|mark| name == **mark);
            if !is_new {
                write_property(property, out);
            }
        }
    }

    /// The mark at the end of a line: the best verdict, and `DM` if there is none.
    fn mark(&self, index: usize) -> &'static str {
        let verdicts = self.merged.nodes[index].verdicts.iter();
        match verdicts.map(|&(_, verdict)| verdict).min() {
            Some(Verdict::Right) => "TE[1]",
            Some(Verdict::Lesser) => "IT[]",
            Some(Verdict::Doubtful) => "DO[]",
            Some(Verdict::Wrong) => "BM[1]",
            None => "DM[1]",
        }
    }

    /// The verdicts of the lines that end with a move, each with the names of its records.
    fn list_verdicts(&self, index: usize) -> Vec<(Verdict, String)> {
        let mut lines = Vec::new();
        for verdict in Verdict::ALL {
            for is_assumed in [false, true] {
                let is_listed = |&&(number, own): &&(usize, Verdict)| {
                    let assumed = own == Verdict::Right && self.are_assumed[number];
                    own == verdict && assumed == is_assumed
                };
                let listed = self.merged.nodes[index].verdicts.iter().filter(is_listed);
                let who: Vec<&str> =
                    listed.map(|&(number, _)| self.labels[number].as_str()).collect();
                let assumed = if is_assumed { "assumed " } else { "" };
                if !who.is_empty() {
                    let line = format!("{assumed}{}: {}", verdict.name(), who.join("; "));
                    lines.push((verdict, line));
                }
            }
        }
        lines
    }

    /// The lines of the comment of a move.
    fn comment(&self, index: usize, is_leaf: bool) -> Vec<String> {
        let node = &self.merged.nodes[index];
        let label = |number: usize| self.labels[number].as_str();
        let mut lines: Vec<String> = Vec::new();
        if node.is_contradicted {
            lines.push("contradiction".to_owned());
        }
        lines.extend(self.list_verdicts(index).into_iter().map(|(_, line)| line));
        let own = &node.solutions;
        // Every record with this move has the move before.
        let before =
            node.parent.map_or(0, |parent| self.merged.nodes[parent as usize].solutions.len());
        if node.verdicts.len() < own.len() && (own.len() != before || is_leaf) {
            let who: Vec<&str> = own.iter().map(|&number| label(number)).collect();
            lines.push(format!("in: {}", who.join("; ")));
        }
        for (number, text) in &self.comments[index] {
            lines.push(format!("[{}] {text}", label(*number)));
        }
        lines
    }
}

/// Writes a comment, unless it is empty. The names of records may contain words that are
/// marks.
fn write_comment(lines: &[String], out: &mut String) {
    if !lines.is_empty() {
        let comment = strip_marks(&lines.join("\n"), Dialect::None);
        let _ = write!(out, "C[{}]", escape(&comment));
    }
}
