//! Solution trees that are written as lists of moves.

use crate::Color;
use crate::find::RecordTree;
use crate::go::{Board, Point};
use crate::solution::{Solution, SolutionNode, Verdict};

/// The number of the move before, the player, column and row, and the verdict.
pub(crate) type PlainMove = (Option<u32>, Color, Option<(u8, u8)>, Option<Verdict>);

/// A tree of some moves.
pub(crate) fn plain_tree(board: Board, player: Color, moves: &[PlainMove]) -> RecordTree {
    let node = |&(parent, color, at, verdict): &PlainMove| SolutionNode {
        parent,
        color,
        at: at.map(|(col, row)| Point::new(col, row).into()),
        verdict,
        steering: Default::default(),
    };
    let solution = Solution { nodes: moves.iter().map(node).collect(), ..Solution::default() };
    RecordTree::build(&solution, board, Some(player))
}
