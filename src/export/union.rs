//! The solutions of all records of a problem in one game tree.
//!
//! ```text
//!   a.sgf: a1 right, b1 wrong      (;…(;B[aa]TE[1]C[right: a.sgf tree 1])
//!   b.sgf: b1 right, c1 wrong        (;B[ba]UC[1]C[contradiction
//!                                     wrong: a.sgf tree 1
//!                                     right: b.sgf tree 1])
//!                                    (;B[ca]BM[1]C[wrong: b.sgf tree 1]))
//! ```

use std::fmt::Write;

use super::Exported;
use super::orient::tree;
use crate::gtn::SubPosition;
use crate::model::{Charset, Occurrence, OtherTree, Placement};
use crate::sgf::value::{escape, format_point};
use crate::sgf::{self, GameTree, Property, to_sgf};
use crate::solution::{
    Dialect, Frame, Images, Joint, JointNode, Reading, Solution, Verdict, laid_on, read_as,
    without_marks,
};

/// Marks that the joint tree says anew.
const MARKS: [&[u8; 2]; 8] = [b"TE", b"BM", b"DO", b"IT", b"GB", b"GW", b"WV", b"UC"];

/// The game tree of the kept record with the moves of all records, in UTF-8
/// and not turned.
///
/// What the kept record has beside moves stays, and so do all comments, each
/// behind the name of its record. At the end of a line, where lines part, and
/// where a line is not in all records any more, the records are named; moves
/// that are right in one and wrong in another are marked `UC`. Setup among the
/// moves, and variations that branch off above the first move, are not taken
/// over.
pub(super) fn joined(exported: &Exported<'_>) -> String {
    let problem = exported.problem;
    let kept = to_sgf(&tree(problem), sgf::Layout::OneLine);
    let kept = GameTree::read(kept.as_bytes(), sgf::Charset::UTF_8);
    let frame = frame(&problem.placement, &problem.kept);
    let mut sources =
        vec![source(exported, &kept, &problem.placement, problem.dialect, &problem.kept)];
    let texts: Vec<(GameTree<'_>, &OtherTree, &Occurrence)> = problem
        .other_trees
        .iter()
        .zip(&problem.others)
        .map(|(tree, at)| {
            let charset = Charset::for_reading(tree.charset.as_ref());
            (GameTree::read(&tree.sgf, charset), tree, at)
        })
        .collect();
    let images = problem.text.parse().ok().map(|canonical: SubPosition| {
        let open = problem.placement.open.transform(problem.kept.symmetry);
        Images::of(&canonical.board, &frame, open)
    });
    for (tree, other, at) in &texts {
        let mut source = source(exported, tree, &other.placement, other.dialect, at);
        if let Some(images) = &images {
            source.solution = laid_on(&source.solution, &sources[0].solution, images).0;
        }
        sources.push(source);
    }
    let joint = Joint::of(&sources.iter().map(|source| &source.solution).collect::<Vec<_>>());
    let writer = Writer { joint: &joint, sources: &sources, frame, placement: problem.placement };
    let mut out = String::from("(");
    write_setup(&kept, &mut out);
    writer.write(&mut out);
    out.push(')');
    out
}

/// One record.
struct JointSource<'t, 'a> {
    /// As people read it.
    label: String,
    tree: &'t GameTree<'a>,
    reading: Reading,
    /// On the canonical board.
    solution: Solution,
}

fn frame(placement: &Placement, at: &Occurrence) -> Frame {
    Frame::new(placement.region, placement.open, at.symmetry)
}

fn source<'t, 'a>(
    exported: &Exported<'_>,
    tree: &'t GameTree<'a>,
    placement: &Placement,
    dialect: Option<Dialect>,
    at: &Occurrence,
) -> JointSource<'t, 'a> {
    let reading = read_as(tree, placement.board, dialect);
    let frame = frame(placement, at);
    let solution = reading
        .solution
        .map(|color| at.symmetry.color(color), |spot| frame.spot(spot.point(placement.board)?));
    JointSource { label: exported.label(at), tree, reading, solution: solution.unwrap_or_default() }
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
    // Writing into memory cannot fail.
    let _ = sgf::write_property(property, &mut bytes);
    out.push_str(&String::from_utf8_lossy(&bytes));
}

struct Writer<'w, 't, 'a> {
    joint: &'w Joint,
    sources: &'w [JointSource<'t, 'a>],
    frame: Frame,
    placement: Placement,
}

impl Writer<'_, '_, '_> {
    /// Writes all moves.
    fn write(&self, out: &mut String) {
        enum Step {
            Open(u32, bool),
            Close,
        }
        let children = self.joint.children();
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
        push(&mut steps, &children[self.joint.nodes.len()]);
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => out.push(')'),
                Step::Open(place, is_variation) => {
                    if is_variation {
                        out.push('(');
                    }
                    let children = &children[place as usize];
                    // A larger board may have moves beside this one.
                    if self.write_move(place as usize, children.is_empty(), out) {
                        push(&mut steps, children);
                    }
                }
            }
        }
    }

    fn write_move(&self, place: usize, is_leaf: bool, out: &mut String) -> bool {
        let node = &self.joint.nodes[place];
        let kept_symmetry = self.frame.symmetry();
        let color = kept_symmetry.color(node.color).sgf_char();
        let value = match node.at {
            None => String::new(),
            Some(spot) => match self.frame.point(spot, self.placement.board) {
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

    /// What the kept record says of the move beside marks and comments.
    fn write_kept(&self, node: &JointNode, out: &mut String) {
        for property in self.properties(node, 0) {
            let name = property.name();
            let is_new = [b"B", b"W", b"C"].iter().any(|new| name == **new)
                || MARKS.iter().any(|mark| name == **mark);
            if !is_new {
                write_property(property, out);
            }
        }
    }

    /// The properties that a record has for a move.
    fn properties(&self, node: &JointNode, number: usize) -> &[Property<'_>] {
        let own = node.found.iter().find(|(found, _)| *found == number);
        let source = &self.sources[number];
        own.map_or(&[], |&(_, own)| source.tree.node(source.reading.ids[own as usize]).properties())
    }

    /// What is said of a move, or at the end of a line of the last one before
    /// it of which something is said: another record may go on behind it.
    fn said(&self, place: usize, is_leaf: bool) -> &[(usize, Verdict)] {
        let mut node = &self.joint.nodes[place];
        while is_leaf && node.said.is_empty() {
            match node.parent {
                Some(parent) => node = &self.joint.nodes[parent as usize],
                None => break,
            }
        }
        &node.said
    }

    fn mark(&self, place: usize, is_leaf: bool) -> Option<&'static str> {
        if self.joint.nodes[place].is_contradicted {
            return Some("UC[1]");
        }
        let said = self.said(place, is_leaf);
        let (_, first) = *said.first()?;
        if !is_leaf || said.iter().any(|&(_, verdict)| verdict != first) {
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
        let node = &self.joint.nodes[place];
        let label = |number: usize| self.sources[number].label.as_str();
        let mut lines: Vec<String> = Vec::new();
        if node.is_contradicted {
            lines.push("contradiction".to_owned());
        }
        for verdict in Verdict::ALL {
            for is_assumed in [false, true] {
                let is_meant = |(number, said): &&(usize, Verdict)| {
                    let dialect = self.sources[*number].reading.solution.dialect;
                    *said == verdict && (dialect == Dialect::None) == is_assumed
                };
                let who: Vec<&str> =
                    node.said.iter().filter(is_meant).map(|&(number, _)| label(number)).collect();
                let assumed = if is_assumed { "assumed " } else { "" };
                if !who.is_empty() {
                    lines.push(format!("{assumed}{}: {}", verdict.name(), who.join("; ")));
                }
            }
        }
        let numbers = |node: &JointNode| -> Vec<usize> {
            let mut numbers: Vec<usize> = node.found.iter().map(|&(number, _)| number).collect();
            numbers.dedup();
            numbers
        };
        let own = numbers(node);
        let before = match node.parent {
            Some(parent) => numbers(&self.joint.nodes[parent as usize]),
            None => Vec::new(),
        };
        if node.said.len() < own.len() && (own != before || is_leaf) {
            let who: Vec<&str> = own.iter().map(|&number| label(number)).collect();
            lines.push(format!("in: {}", who.join("; ")));
        }
        for &number in &own {
            for property in self.properties(node, number) {
                if property.name() != b"C" {
                    continue;
                }
                let dialect = self.sources[number].reading.solution.dialect;
                let text = without_marks(&property.text(), dialect);
                if !text.trim().is_empty() {
                    lines.push(format!("[{}] {}", label(number), text.trim()));
                }
            }
        }
        lines.join("\n")
    }
}
