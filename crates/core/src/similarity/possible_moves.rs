//! The points where a first move of a problem may be. They are found once and used for each of the many
//! problems whose cores are compared with that problem.

use std::collections::HashMap;

use super::first_move::FirstMove;

/// Where a first move may be in a problem without answers: all empty points in the window and two lines
/// around it, by their [patterns](super::CoreProblem::patterns).
#[derive(Clone, Debug)]
pub struct PossibleMoves {
    by_pattern: HashMap<u32, Vec<FirstMove>>,
}

impl PossibleMoves {
    pub(super) fn new(moves: impl Iterator<Item = FirstMove>) -> PossibleMoves {
        let mut by_pattern: HashMap<u32, Vec<FirstMove>> = HashMap::new();
        for first in moves {
            by_pattern.entry(first.pattern).or_default().push(first);
        }
        PossibleMoves { by_pattern }
    }

    /// The points around which, within one line, is what is around some of `moves`.
    pub(super) fn like(&self, moves: &[FirstMove]) -> Vec<FirstMove> {
        let mut patterns: Vec<u32> = moves.iter().map(|first| first.pattern).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let with = |pattern: &u32| self.by_pattern.get(pattern).into_iter().flatten();
        patterns.iter().flat_map(with).copied().collect()
    }
}
