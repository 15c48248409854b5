//! Proofs as SGF, for people: one game tree for each frame.
//!
//! The root has the board of the frame: stones of the attacker that are never captured are marked with
//! a square if the real board has none there, those that can be captured with a circle, and empty points
//! around the region with a triangle. Below it is every first move with a proof, and below these every
//! move of the side that fails with the answer of the other side. A graph becomes a tree, in which the
//! same position may occur often, so a tree is cut: the nodes nearest to the root are written, and each
//! node at which it is cut says so.

use std::collections::VecDeque;
use std::fmt::Write;

use crate::Color;
use crate::go::{Board, Point};
use crate::sgf::value::{format_point, format_size_property};

use crate::board::Move;
use crate::frame::FramedPoint;
use crate::frame_verdict::{FrameVerdict, Place};
use crate::verdict::{Problem, Verdict};

/// The most nodes of all trees together; larger files are slow in editors.
pub const MAX_SGF_NODES: usize = 5_000;

/// A node of a tree.
struct TreeNode {
    color: Color,
    at: Option<Point>,
    comment: String,
    children: Vec<usize>,
}

impl Verdict {
    /// The proofs of all frames as a collection of game trees, of at most [`MAX_SGF_NODES`] nodes; `None`
    /// if nothing is proved.
    pub fn to_sgf(&self, problem: &Problem) -> Option<String> {
        let proved: Vec<&FrameVerdict> =
            self.frames.iter().filter(|frame| !frame.first_moves().is_empty()).collect();
        let share = MAX_SGF_NODES.checked_div(proved.len())?;
        Some(proved.into_iter().map(|frame| frame.to_sgf(&problem.board, share)).collect())
    }
}

impl FrameVerdict {
    fn to_sgf(&self, board: &Board, limit: usize) -> String {
        let (nodes, is_cut) = self.unroll(limit - 1);
        let list = |name: &str, of: &dyn Fn(Point, FramedPoint) -> bool| {
            let points = self.points.iter().filter(|&&(at, point)| of(at, point));
            let values: String = points.map(|&(at, _)| format!("[{}]", format_point(at))).collect();
            if values.is_empty() { values } else { format!("{name}{values}") }
        };
        let has_attacker = |point| matches!(point, FramedPoint::Safe | FramedPoint::Attacker);
        let has_defender = |point| point == FramedPoint::Defender;
        let stones = |color: Color, name: &str| {
            list(name, &|_, point| match color == self.defender() {
                true => has_defender(point),
                false => has_attacker(point),
            })
        };
        let outcome = self.outcome.map_or("unknown", |outcome| outcome.name());
        let defender = if self.defender() == Color::Black { "Black" } else { "White" };
        let settled = if self.is_settled { ", whoever moves first" } else { "" };
        let mut text = format!(
            "(;FF[4]GM[1]CA[UTF-8]AP[gtn-db:{}]{}GN[computed, frame {}]PL[{}]{}{}{}{}{}C[Computed by gtn-db in the frame {}. {defender}: {outcome}{settled}. \
             Squares: stones that are assumed and never captured. Circles: stones of the attacker that can be captured. Triangles: empty points around the region.{}]",
            env!("CARGO_PKG_VERSION"),
            format_size_property(board.size()),
            self.frame.name(),
            self.color(self.root.to_move).sgf_char(),
            stones(Color::Black, "AB"),
            stones(Color::White, "AW"),
            list("SQ", &|at, point| point == FramedPoint::Safe && board.get(at).is_none()),
            list("CR", &|_, point| point == FramedPoint::Attacker),
            list("TR", &|_, point| point == FramedPoint::Ring),
            self.frame.name(),
            if is_cut { " The proof is longer: the nodes at which it is cut say so." } else { "" },
        );
        write_below(&nodes, &mut text);
        text += ")\n";
        text
    }

    /// The first moves and the proofs below them as a tree, whose root is the first node; and whether it is cut.
    fn unroll(&self, limit: usize) -> (Vec<TreeNode>, bool) {
        let node = |color, mv, comment: String| TreeNode {
            color,
            at: self.point(mv),
            comment,
            children: Vec::new(),
        };
        let mover = self.color(self.root.to_move);
        let mut nodes = vec![node(mover, Move::Pass, String::new())];
        let mut next: VecDeque<(usize, Place<'_>)> = VecDeque::new();
        for first in self.first_moves() {
            let comment =
                if first.is_right { "Reaches the outcome." } else { "Does not reach the outcome." };
            let index = nodes.len();
            nodes[0].children.push(index);
            next.push_back((index, first.place));
            nodes.push(node(mover, first.mv, comment.to_owned()));
        }
        let mut is_cut = false;
        while let Some((index, place)) = next.pop_front() {
            let replies: Vec<(Move, Place<'_>)> = place.replies().collect();
            let is_too_long = nodes.len() + replies.len() > limit;
            if replies.is_empty() || is_too_long {
                let end =
                    if replies.is_empty() { place.end() } else { "Cut here: the proof goes on." };
                let comment = &mut nodes[index].comment;
                *comment += if comment.is_empty() { "" } else { " " };
                *comment += end;
                is_cut |= !replies.is_empty();
            } else {
                let color = self.color(place.state().to_move);
                for (mv, after) in replies {
                    let child = nodes.len();
                    nodes[index].children.push(child);
                    next.push_back((child, after));
                    nodes.push(node(color, mv, String::new()));
                }
            }
        }
        (nodes, is_cut)
    }
}

/// Writes what is below the first node. Not recursive: a line may be long.
fn write_below(nodes: &[TreeNode], text: &mut String) {
    enum Step {
        Node(usize),
        Open(usize),
        Close,
    }
    let mut steps = vec![Step::Node(0)];
    while let Some(step) = steps.pop() {
        let index = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Open(index) => {
                text.push_str("\n(");
                index
            }
            Step::Node(index) => index,
        };
        let TreeNode { color, at, comment, children } = &nodes[index];
        if index > 0 {
            let at = at.map(format_point).unwrap_or_default();
            write!(text, ";{}[{at}]", color.sgf_char()).expect("a string can be written to");
            if !comment.is_empty() {
                write!(text, "C[{comment}]").expect("a string can be written to");
            }
        }
        match children[..] {
            [child] => steps.push(Step::Node(child)),
            _ => {
                for &child in children.iter().rev() {
                    steps.push(Step::Close);
                    steps.push(Step::Open(child));
                }
            }
        }
    }
}
