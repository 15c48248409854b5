//! The solutions of several records as one tree.

use std::collections::HashMap;

use super::{Answer, Solution, Spot, Verdict};
use crate::Color;

/// A move of a joint tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointNode {
    /// The place of the move before it; none for a first move.
    pub parent: Option<u32>,
    /// Who plays.
    pub color: Color,
    /// Where; none for tenuki.
    pub at: Option<Spot>,
    /// Each solution that has this move, by its number, with its node for it.
    pub found: Vec<(usize, u32)>,
    /// What solutions say of it whose lines end here, by their numbers.
    pub said: Vec<(usize, Verdict)>,
    /// Whether the move leads to what is right in one solution and only to
    /// what is wrong in another, and no move behind it that both have does.
    pub is_contradicted: bool,
}

/// All moves of several solutions, each once.
///
/// ```text
///   one: a1 b1 c1 right        joint: a1 b1 c1   right in one
///   two: a1 d1 wrong, e1 right          └ d1     wrong in two: a1 is
///                                     e1         contradicted, and e1 right
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Joint {
    /// Each move before those behind it.
    pub nodes: Vec<JointNode>,
}

impl Joint {
    /// Joins solutions that lie on the same board.
    pub fn of(solutions: &[&Solution]) -> Joint {
        let mut joint = Joint::default();
        let mut places: HashMap<(Option<u32>, Answer), u32> = HashMap::new();
        for (number, solution) in solutions.iter().enumerate() {
            let mut place_of: Vec<u32> = Vec::with_capacity(solution.nodes.len());
            for (node, own) in solution.nodes.iter().zip(0_u32..) {
                let parent = node.parent.map(|parent| place_of[parent as usize]);
                let next = joint.nodes.len() as u32;
                let place = *places.entry((parent, (node.color, node.at))).or_insert(next);
                if place == next {
                    joint.nodes.push(JointNode {
                        parent,
                        color: node.color,
                        at: node.at,
                        found: Vec::new(),
                        said: Vec::new(),
                        is_contradicted: false,
                    });
                }
                place_of.push(place);
                let joined = &mut joint.nodes[place as usize];
                joined.found.push((number, own));
                joined.said.extend(node.verdict.map(|verdict| (number, verdict)));
            }
        }
        joint.find_contradictions(solutions.len());
        joint
    }

    /// Marks the moves that are right in one solution and wrong in another.
    fn find_contradictions(&mut self, solutions: usize) {
        // What lies behind each move, in each solution: right, or only wrong.
        let mut leads = vec![vec![Behind::default(); solutions]; self.nodes.len()];
        let mut is_told = vec![false; self.nodes.len()];
        for place in (0..self.nodes.len()).rev() {
            for &(number, verdict) in &self.nodes[place].said {
                leads[place][number].add(verdict);
            }
            let has = |wanted: fn(&Behind) -> bool| leads[place].iter().any(wanted);
            let contradicts = has(|behind| behind.right) && has(|behind| behind.only_wrong());
            self.nodes[place].is_contradicted = contradicts && !is_told[place];
            if let Some(parent) = self.nodes[place].parent {
                let parent = parent as usize;
                is_told[parent] |= contradicts || is_told[place];
                let own = std::mem::take(&mut leads[place]);
                for (before, behind) in leads[parent].iter_mut().zip(own) {
                    before.right |= behind.right;
                    before.wrong |= behind.wrong;
                }
            }
        }
    }

    /// The moves behind each one, in their order; the first moves come last,
    /// behind those of all nodes.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for (node, place) in self.nodes.iter().zip(0_u32..) {
            let parent = node.parent.map_or(self.nodes.len(), |parent| parent as usize);
            children[parent].push(place);
        }
        children
    }
}

#[derive(Clone, Copy, Default)]
struct Behind {
    right: bool,
    wrong: bool,
}

impl Behind {
    fn add(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Right => self.right = true,
            Verdict::Wrong => self.wrong = true,
            Verdict::Lesser | Verdict::Doubtful => {}
        }
    }

    fn only_wrong(&self) -> bool {
        self.wrong && !self.right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::sgf::{Charset, GameTree, value::format_point};
    use crate::solution::read;

    /// The joint tree of game trees, a line for each move: how deep it lies,
    /// the move, who says what of it, `!` when it is contradicted.
    fn joined(trees: &[&str]) -> Vec<String> {
        let solutions: Vec<Solution> = trees
            .iter()
            .map(|sgf| {
                let sgf = format!("(;AB[ss]{sgf})");
                read(&GameTree::read(sgf.as_bytes(), Charset::UTF_8), Size::STANDARD).solution
            })
            .collect();
        let joint = Joint::of(&solutions.iter().collect::<Vec<_>>());
        let line = |node: &JointNode| {
            let mut depth = 0;
            let mut above = node.parent;
            while let Some(parent) = above {
                depth += 1;
                above = joint.nodes[parent as usize].parent;
            }
            let at = node.at.and_then(|at| at.point(Size::STANDARD)).map(format_point);
            let said: String = node
                .said
                .iter()
                .map(|(number, verdict)| format!(" {number} {}", verdict.name()))
                .collect();
            let sign = if node.is_contradicted { "!" } else { "" };
            format!("{}{}{said}{sign}", "-".repeat(depth), at.unwrap_or_default())
        };
        joint.nodes.iter().map(line).collect()
    }

    #[test]
    fn no_line_is_lost_and_none_stands_twice() {
        assert_eq!(
            joined(&[
                "(;B[aa];W[ab];B[ac]C[RIGHT])(;B[bb])",
                "(;B[bb];W[aa])(;B[aa];W[ab];B[ac]C[RIGHT])"
            ]),
            ["aa", "-ab", "--ac 0 right 1 right", "bb 0 wrong", "-aa 1 wrong"]
        );
    }

    #[test]
    fn contradictions_are_marked_where_the_lines_part() {
        // refuted by another reply
        assert_eq!(
            joined(&["(;B[aa];W[ab];B[ac]C[RIGHT])", "(;B[aa];W[bb])(;B[cc]C[RIGHT])"]),
            ["aa!", "-ab", "--ac 0 right", "-bb 1 wrong", "cc 1 right"]
        );
        // the very same line
        assert_eq!(
            joined(&["(;B[aa]TE[1])(;B[bb])", "(;B[aa]BM[1])(;B[bb]TE[1])"]),
            ["aa 0 right 1 wrong!", "bb 0 wrong 1 right!"]
        );
        // more than one answer is none
        assert_eq!(joined(&["(;B[aa]C[RIGHT])", "(;B[bb]C[RIGHT])"]), ["aa 0 right", "bb 1 right"]);
    }
}
