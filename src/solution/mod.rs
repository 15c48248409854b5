//! What a problem file says is right: solution trees and the ways to mark them.
//!
//! SGF has no standard for it, so every program has its own. Each way is a
//! [`Dialect`]; [`read`] finds out which one a tree uses and gives the
//! [`Solution`], and [`marked`] writes the same answers in another one.
//!
//! ```text
//!   . O . . . .        ┬ B a1 ── W b1 ── B c1   right
//!   O O O O . X        │    └─── W d1           wrong: the line that Black
//!   . X X X X X        └ B b1 ── W a1           wrong  fails in
//! ```
//!
//! Only the ends of lines carry a [`Verdict`]. A mark further up, such as `WV`
//! on the first wrong move, holds for all lines behind it, unless one of them
//! has a mark of its own.
//!
//! A solution is laid in the coordinates of its record's board, or in those of
//! the canonical position ([`Frame`]). There the solutions of all records of a
//! problem can be laid on each other, whatever their orientation.

mod canonical_frame;
mod codec;
mod compare;
mod dialect;
mod dialect_writer;
mod keywords;
mod read;
mod replay;
mod union;

pub use canonical_frame::{Frame, Images, Spot};
pub use codec::DecodeError;
pub use compare::{Agreement, Answer, agreement, answer, answers, laid_on};
pub use dialect::{Dialect, ParseDialectError};
pub use dialect_writer::marked;
pub(crate) use dialect_writer::without_marks;
pub use read::{Reading, read, read_as};
pub use replay::{Refusal, Replayed, replay};
pub use union::{Joint, JointNode};

use crate::Color;

/// What is said of the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The problem is solved.
    Right = 1,
    /// It is solved, but not in the best way (`IT`).
    Lesser = 2,
    /// It is doubtful whether it is solved (`DO`).
    Doubtful = 3,
    /// It is not solved.
    Wrong = 4,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Verdict; 4] =
        [Verdict::Right, Verdict::Lesser, Verdict::Doubtful, Verdict::Wrong];

    /// `right`, `lesser`, `doubtful` or `wrong`.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Lesser => "lesser",
            Verdict::Doubtful => "doubtful",
            Verdict::Wrong => "wrong",
        }
    }
}

/// What GoProblems says of a move beside right and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steering {
    /// `CHOICE`: the reader chooses among the replies.
    pub choice: bool,
    /// `FORCE`: the reply is played even where others are right too.
    pub force: bool,
    /// `NOTTHIS`: not what is asked for, though it may not fail.
    pub not_this: bool,
}

/// A move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The place of the move before it in [`Solution::nodes`]; none for a
    /// first move.
    pub parent: Option<u32>,
    /// Who plays.
    pub color: Color,
    /// Where; none for tenuki.
    pub at: Option<Spot>,
    /// At the end of a line, what is said of it, if anything is.
    pub verdict: Option<Verdict>,
    /// What GoProblems says beside.
    pub steering: Steering,
}

impl Node {
    /// Whether both are the same move, whatever is said of it.
    pub fn is_same_move(&self, other: &Node) -> bool {
        (self.color, self.at) == (other.color, other.at)
    }
}

/// The moves that a record shows behind its position, and what it says of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// How it is said.
    pub dialect: Dialect,
    /// Each move before those behind it, the variations in the order of the
    /// record.
    pub nodes: Vec<Node>,
}

impl Solution {
    /// Whether something follows each move.
    pub fn has_children(&self) -> Vec<bool> {
        let mut has = vec![false; self.nodes.len()];
        for node in &self.nodes {
            if let Some(parent) = node.parent {
                has[parent as usize] = true;
            }
        }
        has
    }

    /// The ends of the lines, in their order.
    pub fn leaves(&self) -> impl Iterator<Item = usize> {
        let has = self.has_children();
        (0..self.nodes.len()).filter(move |&node| !has[node])
    }

    /// The first moves that are accepted: those with a line behind them, or
    /// none but themselves, that is right. Moves marked `NOTTHIS` are not.
    ///
    /// With `turn`, only those of the player who is to move.
    pub fn accepted(&self, turn: Option<Color>) -> Vec<Node> {
        let mut firsts = vec![0; self.nodes.len()];
        let mut refused = vec![false; self.nodes.len()];
        let mut is_accepted = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let parent = node.parent.map(|parent| parent as usize);
            firsts[at] = parent.map_or(at, |parent| firsts[parent]);
            refused[at] = parent.is_some_and(|parent| refused[parent]) || node.steering.not_this;
            if node.verdict == Some(Verdict::Right) && !refused[at] {
                is_accepted[firsts[at]] = true;
            }
        }
        let mut accepted: Vec<Node> = Vec::new();
        for (node, is_accepted) in self.nodes.iter().zip(is_accepted) {
            let is_new = !accepted.iter().any(|other| other.is_same_move(node));
            if is_accepted && is_new && turn.is_none_or(|turn| turn == node.color) {
                accepted.push(*node);
            }
        }
        accepted
    }

    /// The same tree with its moves elsewhere; none when `spot` has no place
    /// for one of them.
    pub fn map(
        &self,
        color: impl Fn(Color) -> Color,
        spot: impl Fn(Spot) -> Option<Spot>,
    ) -> Option<Solution> {
        let moved = |node: &Node| {
            let at = match node.at {
                Some(at) => Some(spot(at)?),
                None => None,
            };
            Some(Node { color: color(node.color), at, ..*node })
        };
        let nodes = self.nodes.iter().map(moved).collect::<Option<_>>()?;
        Some(Solution { dialect: self.dialect, nodes })
    }
}
