//! The solutions of several records merged into one tree.

use std::collections::{BTreeMap, HashMap};

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
    /// The solutions that have this move, in ascending order.
    pub solutions: Vec<usize>,
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
        let mut merger = SolutionMerger::default();
        for solution in solutions {
            merger.add(solution);
        }
        merger.finish()
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

/// Merges solutions one after the other. Keeps no solution, only the merged moves.
#[derive(Debug, Default)]
pub struct SolutionMerger {
    merged: MergedTree,
    index_of_move: HashMap<(Option<u32>, Answer), u32>,
    /// The number of solutions so far.
    solutions: usize,
    /// For each move, whether a solution has a right line through it, and whether another
    /// one has only wrong lines.
    found: Vec<Outcomes>,
}

impl SolutionMerger {
    /// Adds a solution, in the coordinates of those before. Returns for each of its moves
    /// the index of the merged move.
    pub fn add(&mut self, solution: &Solution) -> Vec<u32> {
        let number = self.solutions;
        self.solutions += 1;
        let mut indices: Vec<u32> = Vec::with_capacity(solution.nodes.len());
        // The verdicts of the lines through each move of this solution.
        let mut outcomes: BTreeMap<u32, Outcomes> = BTreeMap::new();
        for node in &solution.nodes {
            let parent = node.parent.map(|parent| indices[parent as usize]);
            let index = self.find_or_insert(parent, (node.color, node.at));
            indices.push(index);
            let merged = &mut self.merged.nodes[index as usize];
            if merged.solutions.last() != Some(&number) {
                merged.solutions.push(number);
            }
            merged.verdicts.extend(node.verdict.map(|verdict| (number, verdict)));
            outcomes.entry(index).or_default().add(node.verdict);
        }
        // Every move comes after the move before it, so its lines are complete when it is the last.
        while let Some((index, own)) = outcomes.pop_last() {
            self.found[index as usize].right |= own.right;
            self.found[index as usize].wrong |= own.wrong && !own.right;
            if let Some(parent) = self.merged.nodes[index as usize].parent {
                let before = outcomes.entry(parent).or_default();
                before.right |= own.right;
                before.wrong |= own.wrong;
            }
        }
        indices
    }

    /// The index of a merged move, which is added if it is new.
    fn find_or_insert(&mut self, parent: Option<u32>, played: Answer) -> u32 {
        let next = self.merged.nodes.len() as u32;
        let index = *self.index_of_move.entry((parent, played)).or_insert(next);
        if index == next {
            let (color, at) = played;
            self.merged.nodes.push(MergedNode {
                parent,
                color,
                at,
                solutions: Vec::new(),
                verdicts: Vec::new(),
                is_contradicted: false,
            });
            self.found.push(Outcomes::default());
        }
        index
    }

    /// The merged tree. Marks the moves that are right in one solution and wrong in another.
    pub fn finish(mut self) -> MergedTree {
        let nodes = &mut self.merged.nodes;
        // Whether a move behind this one is already marked.
        let mut is_explained = vec![false; nodes.len()];
        for index in (0..nodes.len()).rev() {
            let is_contradicted = self.found[index].right && self.found[index].wrong;
            nodes[index].is_contradicted = is_contradicted && !is_explained[index];
            if let Some(parent) = nodes[index].parent {
                is_explained[parent as usize] |= is_contradicted || is_explained[index];
            }
        }
        self.merged
    }
}

/// Whether lines are right, and whether lines are wrong.
#[derive(Clone, Copy, Debug, Default)]
struct Outcomes {
    right: bool,
    wrong: bool,
}

impl Outcomes {
    fn add(&mut self, verdict: Option<Verdict>) {
        self.right |= verdict == Some(Verdict::Right);
        self.wrong |= verdict == Some(Verdict::Wrong);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::go::Size;
    use crate::sgf::{Charset, GameTree, value::format_point};
    use crate::solution::read::read;
    use crate::solution::solution_tree::{SolutionNode, Steering};

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

    /// The places of the marked moves, from the verdicts of all lines through every move.
    fn find_contradictions(merged: &MergedTree, solutions: usize) -> Vec<usize> {
        let line_to = |last: usize| {
            let before = |&place: &usize| merged.nodes[place].parent.map(|parent| parent as usize);
            std::iter::successors(Some(last), before)
        };
        let behind = |place: usize| {
            (place..merged.nodes.len()).filter(move |&last| line_to(last).any(|at| at == place))
        };
        let has = |place: usize, solution: usize, verdict: Verdict| {
            behind(place).any(|last| merged.nodes[last].verdicts.contains(&(solution, verdict)))
        };
        let is_contradicted = |&place: &usize| {
            let is_right = |&solution: &usize| has(place, solution, Verdict::Right);
            let is_wrong = |&solution: &usize| has(place, solution, Verdict::Wrong);
            (0..solutions).any(|solution| is_right(&solution))
                && (0..solutions).any(|solution| is_wrong(&solution) && !is_right(&solution))
        };
        let all: Vec<usize> = (0..merged.nodes.len()).filter(is_contradicted).collect();
        let is_last = |&&place: &&usize| !behind(place).skip(1).any(|last| all.contains(&last));
        all.iter().filter(is_last).copied().collect()
    }

    fn any_solution() -> impl Strategy<Value = Solution> {
        let verdicts =
            [None, None, Some(Verdict::Right), Some(Verdict::Wrong), Some(Verdict::Doubtful)];
        let node = (any::<prop::sample::Index>(), 0_i8..3, prop::sample::select(verdicts.to_vec()));
        prop::collection::vec(node, 0..8).prop_map(|nodes| {
            let node = |(place, (before, col, verdict)): (usize, &(prop::sample::Index, i8, _))| {
                SolutionNode {
                    parent: before.index(place + 1).checked_sub(1).map(|parent| parent as u32),
                    color: Color::Black,
                    at: Some(SolutionPoint::new(*col, 0)),
                    verdict: *verdict,
                    steering: Steering::default(),
                }
            };
            Solution { nodes: nodes.iter().enumerate().map(node).collect(), ..Solution::default() }
        })
    }

    proptest! {
        #[test]
        fn marked_moves_are_those_with_contradicting_lines(
            solutions in prop::collection::vec(any_solution(), 0..5),
        ) {
            let merged = MergedTree::merge(&solutions.iter().collect::<Vec<_>>());
            let nodes = merged.nodes.iter().enumerate();
            let marked: Vec<usize> =
                nodes.filter(|(_, node)| node.is_contradicted).map(|(place, _)| place).collect();
            prop_assert_eq!(marked, find_contradictions(&merged, solutions.len()));
        }
    }

    #[test]
    fn twenty_thousand_solutions_are_merged() {
        let solution = |number: u32| {
            let node = |parent, col: u32, verdict| SolutionNode {
                parent,
                color: Color::Black,
                at: Some(SolutionPoint::new((col % 100) as i8, (col / 100 % 100) as i8)),
                verdict,
                steering: Steering::default(),
            };
            let nodes = vec![node(None, 0, None), node(Some(0), number, Some(Verdict::Right))];
            Solution { nodes, ..Solution::default() }
        };
        let mut merger = SolutionMerger::default();
        (0..20_000).for_each(|number| drop(merger.add(&solution(number))));
        let merged = merger.finish();
        assert_eq!((merged.nodes.len(), merged.nodes[0].solutions.len()), (10_001, 20_000));
        assert_eq!(merged.nodes[1].verdicts, [(0, Verdict::Right), (10_000, Verdict::Right)]);
    }
}
