//! The solutions of several records merged into one tree.

use std::collections::HashMap;

use super::compare::Answer;
use super::solution_point::SolutionPoint;
use super::solution_tree::{Solution, Verdict};
use crate::Color;

/// A move of a merged tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MergedNode {
    /// The index of the move before; `None` for a first move.
    pub parent: Option<u32>,
    /// The player.
    pub color: Color,
    /// The point; `None` for tenuki.
    pub at: Option<SolutionPoint>,
    /// The solutions that have this move, each with the index of its own node.
    pub sources: Vec<(usize, u32)>,
    /// The verdicts of the solutions with a line that ends here.
    pub verdicts: Vec<(usize, Verdict)>,
    /// Whether the move leads to a right line in one solution and only to wrong
    /// lines in another, and no common move behind it does.
    pub is_contradicted: bool,
}

/// The moves of several solutions, each once. Solutions are numbered from 0.
///
/// ```text
///   one: a1 b1 c1 right          merged: a1 b1 c1   right in one
///   two: a1 d1 wrong, e1 right              └ d1     wrong in two, so a1 is
///                                        e1         contradicted
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedTree {
    /// The moves, each before those that follow it.
    pub nodes: Vec<MergedNode>,
}

impl MergedTree {
    /// Merges solutions in the same coordinates.
    pub fn merge(solutions: &[&Solution]) -> MergedTree {
        let mut merged = MergedTree::default();
        let mut index_of_move: HashMap<(Option<u32>, Answer), u32> = HashMap::new();
        for (number, solution) in solutions.iter().enumerate() {
            let mut merged_index: Vec<u32> = Vec::with_capacity(solution.nodes.len());
            for (node, own) in solution.nodes.iter().zip(0_u32..) {
                let parent = node.parent.map(|parent| merged_index[parent as usize]);
                let next = merged.nodes.len() as u32;
                let index = *index_of_move.entry((parent, (node.color, node.at))).or_insert(next);
                if index == next {
                    merged.nodes.push(MergedNode {
                        parent,
                        color: node.color,
                        at: node.at,
                        sources: Vec::new(),
                        verdicts: Vec::new(),
                        is_contradicted: false,
                    });
                }
                merged_index.push(index);
                let merged_node = &mut merged.nodes[index as usize];
                merged_node.sources.push((number, own));
                merged_node.verdicts.extend(node.verdict.map(|verdict| (number, verdict)));
            }
        }
        merged.mark_contradictions(solutions.len());
        merged
    }

    /// Marks the moves that are right in one solution and wrong in another.
    fn mark_contradictions(&mut self, solutions: usize) {
        // For each move and solution, the verdicts of the lines through the move.
        let mut outcomes = vec![vec![Outcomes::default(); solutions]; self.nodes.len()];
        // Whether a move behind this one is already marked.
        let mut is_explained = vec![false; self.nodes.len()];
        for index in (0..self.nodes.len()).rev() {
            for &(number, verdict) in &self.nodes[index].verdicts {
                outcomes[index][number].add(verdict);
            }
            let has = |wanted: fn(&Outcomes) -> bool| outcomes[index].iter().any(wanted);
            let is_contradicted =
                has(|outcomes| outcomes.right) && has(|outcomes| outcomes.is_only_wrong());
            self.nodes[index].is_contradicted = is_contradicted && !is_explained[index];
            if let Some(parent) = self.nodes[index].parent {
                let parent = parent as usize;
                is_explained[parent] |= is_contradicted || is_explained[index];
                let own = std::mem::take(&mut outcomes[index]);
                for (before, behind) in outcomes[parent].iter_mut().zip(own) {
                    before.right |= behind.right;
                    before.wrong |= behind.wrong;
                }
            }
        }
    }

    /// For each move the indices of the moves that follow, in order; behind
    /// them, as the last element, the first moves.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for (node, index) in self.nodes.iter().zip(0_u32..) {
            let parent = node.parent.map_or(self.nodes.len(), |parent| parent as usize);
            children[parent].push(index);
        }
        children
    }
}

#[derive(Clone, Copy, Default)]
struct Outcomes {
    right: bool,
    wrong: bool,
}

impl Outcomes {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right = true,
            Verdict::Wrong => self.wrong = true,
            Verdict::Lesser | Verdict::Doubtful => {}
        }
    }

    fn is_only_wrong(&self) -> bool {
        self.wrong && !self.right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::sgf::{Charset, GameTree, value::format_point};
    use crate::solution::read::read;

    /// The merged tree of game trees, one string a move: a dash for each move
    /// before, the point, the verdicts by solution, `!` for a contradiction.
    fn merged(trees: &[&str]) -> Vec<String> {
        let solutions: Vec<Solution> = trees
            .iter()
            .map(|sgf| {
                let sgf = format!("(;AB[ss]{sgf})");
                read(&GameTree::read(sgf.as_bytes(), Charset::UTF_8), Size::STANDARD).solution
            })
            .collect();
        let merged = MergedTree::merge(&solutions.iter().collect::<Vec<_>>());
        let line = |node: &MergedNode| {
            let mut depth = 0;
            let mut above = node.parent;
            while let Some(parent) = above {
                depth += 1;
                above = merged.nodes[parent as usize].parent;
            }
            let at = node.at.and_then(|at| at.on_board(Size::STANDARD)).map(format_point);
            let verdicts: String = node
                .verdicts
                .iter()
                .map(|(number, verdict)| format!(" {number} {}", verdict.name()))
                .collect();
            let sign = if node.is_contradicted { "!" } else { "" };
            format!("{}{}{verdicts}{sign}", "-".repeat(depth), at.unwrap_or_default())
        };
        merged.nodes.iter().map(line).collect()
    }

    #[test]
    fn every_line_occurs_once() {
        assert_eq!(
            merged(&[
                "(;B[aa];W[ab];B[ac]C[RIGHT])(;B[bb])",
                "(;B[bb];W[aa])(;B[aa];W[ab];B[ac]C[RIGHT])"
            ]),
            ["aa", "-ab", "--ac 0 right 1 right", "bb 0 wrong", "-aa 1 wrong"]
        );
    }

    #[test]
    fn contradictions_are_marked_where_the_lines_part() {
        // Refuted by another reply.
        assert_eq!(
            merged(&["(;B[aa];W[ab];B[ac]C[RIGHT])", "(;B[aa];W[bb])(;B[cc]C[RIGHT])"]),
            ["aa!", "-ab", "--ac 0 right", "-bb 1 wrong", "cc 1 right"]
        );
        // The same line.
        assert_eq!(
            merged(&["(;B[aa]TE[1])(;B[bb])", "(;B[aa]BM[1])(;B[bb]TE[1])"]),
            ["aa 0 right 1 wrong!", "bb 0 wrong 1 right!"]
        );
        // Two different answers are no contradiction.
        assert_eq!(merged(&["(;B[aa]C[RIGHT])", "(;B[bb]C[RIGHT])"]), ["aa 0 right", "bb 1 right"]);
    }
}
