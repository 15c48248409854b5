//! Solution trees.

use std::collections::HashSet;

use super::dialect::{Certainty, Dialect};
use super::solution_point::SolutionPoint;
use crate::Color;
use crate::names;

names! {
    /// What the author says of a line, on its last move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        /// The problem is solved.
        Right = 1 => "right",
        /// The problem is solved, but not in the best way (`IT`).
        Lesser = 2 => "lesser",
        /// It is doubtful whether the problem is solved (`DO`).
        Doubtful = 3 => "doubtful",
        /// The problem is not solved.
        Wrong = 4 => "wrong",
    }

    /// `right`, `lesser`, `doubtful` or `wrong`.
    pub fn name;
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 4] = Verdict::VALUES;
}

/// GoProblems' flags for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Steering {
    /// `CHOICE`: the reader chooses among the replies.
    pub choice: bool,
    /// `FORCE`: this reply is played even if others are right too.
    pub force: bool,
    /// `NOTTHIS`: the move is not accepted, though it may not fail.
    pub not_this: bool,
}

/// A move of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SolutionNode {
    /// The index in [`Solution::nodes`] of the move before; `None` for a first
    /// move.
    pub parent: Option<u32>,
    /// The player.
    pub color: Color,
    /// The point; `None` for tenuki.
    pub at: Option<SolutionPoint>,
    /// The verdict, on the last move of a line that has one.
    pub verdict: Option<Verdict>,
    /// GoProblems' flags.
    pub steering: Steering,
}

impl SolutionNode {
    /// Whether both have the same player and point.
    pub fn is_same_move(&self, other: &SolutionNode) -> bool {
        (self.color, self.at) == (other.color, other.at)
    }
}

/// The moves that a record shows after its position, with their verdicts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Solution {
    /// How the record marks its answers.
    pub dialect: Dialect,
    /// The moves, each before those that follow it, variations in the order of
    /// the record.
    pub nodes: Vec<SolutionNode>,
}

impl Solution {
    /// For each move, whether another one follows.
    pub fn has_children(&self) -> Vec<bool> {
        let mut has = vec![false; self.nodes.len()];
        for node in &self.nodes {
            if let Some(parent) = node.parent {
                has[parent as usize] = true;
            }
        }
        has
    }

    /// The indices of the last moves of all lines, in order.
    pub fn leaves(&self) -> impl Iterator<Item = usize> {
        let has_children = self.has_children();
        (0..self.nodes.len()).filter(move |&node| !has_children[node])
    }

    /// The accepted first moves: those that begin a right line. Lines with a
    /// move marked `NOTTHIS` do not count.
    ///
    /// With `turn`, only the moves of that player.
    pub fn accepted(&self, turn: Option<Color>) -> Vec<SolutionNode> {
        let mut first_moves = vec![0; self.nodes.len()];
        let is_refused = self.find_refused();
        let mut is_accepted = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let parent = node.parent.map(|parent| parent as usize);
            first_moves[at] = parent.map_or(at, |parent| first_moves[parent]);
            if node.verdict == Some(Verdict::Right) && !is_refused[at] {
                is_accepted[first_moves[at]] = true;
            }
        }
        let mut seen = HashSet::new();
        let mut is_wanted = |node: &SolutionNode, is_accepted: bool| {
            is_accepted
                && turn.is_none_or(|turn| turn == node.color)
                && seen.insert((node.color, node.at))
        };
        let nodes = self.nodes.iter().zip(is_accepted);
        nodes
            .filter(|&(node, is_accepted)| is_wanted(node, is_accepted))
            .map(|(node, _)| *node)
            .collect()
    }

    /// The moves of the right lines that begin with a move of `turn`, or of either player. Lines
    /// with a move marked `NOTTHIS` do not count, nor do moves behind the end of a right line.
    pub fn right_moves(&self, turn: Option<Color>) -> Vec<SolutionNode> {
        let (is_refused, first_colors) = (self.find_refused(), self.find_first_colors());
        let mut is_right = vec![false; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let ends = node.verdict == Some(Verdict::Right) && !is_refused[at];
            is_right[at] |= ends && turn.is_none_or(|turn| turn == first_colors[at]);
            if let Some(parent) = node.parent {
                is_right[parent as usize] |= is_right[at];
            }
        }
        self.nodes
            .iter()
            .zip(is_right)
            .filter(|&(_, is_right)| is_right)
            .map(|(node, _)| *node)
            .collect()
    }

    /// How the accepted first moves are known; `None` if there are none.
    pub fn certainty(&self, turn: Option<Color>) -> Option<Certainty> {
        (!self.accepted(turn).is_empty()).then(|| self.dialect.certainty())
    }

    /// The first moves after which every line is wrong.
    ///
    /// With `turn`, only the moves of that player.
    pub fn rejected(&self, turn: Option<Color>) -> Vec<SolutionNode> {
        let mut first_moves: Vec<usize> = Vec::with_capacity(self.nodes.len());
        for (at, node) in self.nodes.iter().enumerate() {
            first_moves.push(node.parent.map_or(at, |parent| first_moves[parent as usize]));
        }
        let first = |leaf: usize| self.nodes[first_moves[leaf]];
        let is_wrong = |leaf: &usize| self.nodes[*leaf].verdict == Some(Verdict::Wrong);
        let mut seen: HashSet<_> = self
            .leaves()
            .filter(|leaf| !is_wrong(leaf))
            .map(|leaf| (first(leaf).color, first(leaf).at))
            .collect();
        let mut is_wanted = |node: &SolutionNode| {
            turn.is_none_or(|turn| turn == node.color) && seen.insert((node.color, node.at))
        };
        let first_moves = self.nodes.iter().filter(|node| node.parent.is_none());
        first_moves.filter(|node| is_wanted(node)).copied().collect()
    }

    /// For each move, whether it or a move before it is marked `NOTTHIS`.
    #[doc(hidden)]
    pub fn find_refused(&self) -> Vec<bool> {
        let mut is_refused: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let before = node.parent.is_some_and(|parent| is_refused[parent as usize]);
            is_refused.push(before || node.steering.not_this);
        }
        is_refused
    }

    /// For each move, the player of the first move of its line.
    #[doc(hidden)]
    pub fn find_first_colors(&self) -> Vec<Color> {
        let mut colors: Vec<Color> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            colors.push(node.parent.map_or(node.color, |parent| colors[parent as usize]));
        }
        colors
    }

    /// The same tree with other colors and points. Returns `None` if `point`
    /// returns `None` for any move.
    pub fn map(
        &self,
        color: impl Fn(Color) -> Color,
        point: impl Fn(SolutionPoint) -> Option<SolutionPoint>,
    ) -> Option<Solution> {
        let map_node = |node: &SolutionNode| {
            let at = match node.at {
                Some(at) => Some(point(at)?),
                None => None,
            };
            Some(SolutionNode { color: color(node.color), at, ..*node })
        };
        let nodes = self.nodes.iter().map(map_node).collect::<Option<_>>()?;
        Some(Solution { dialect: self.dialect, nodes })
    }
}
