//! Replaying a solution by the rules.

use super::solution_tree::Solution;
use crate::go::{Board, PlayError, Position};

/// The largest number of positions kept for variations still to come.
const MAX_KEPT: usize = 1000;

/// A move, and the position after it.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReplayedMove<'a> {
    /// The index in [`Solution::nodes`].
    pub node: usize,
    /// The number of moves before it in its line.
    pub before: usize,
    /// Whether it was the other player's turn (Article 2). That player is
    /// treated as having passed.
    pub is_out_of_turn: bool,
    /// The position after the move, or why the move was not played.
    pub after: Result<&'a Position, Refusal>,
}

/// Why a move was not played. The moves behind it are not replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The rules forbid the move.
    Rules(PlayError),
    /// The move is legal, but too many nested variations follow to keep all
    /// positions in memory.
    Nesting,
}

/// Plays all lines of a solution in the coordinates of a board, and calls
/// `visit` with each move.
///
/// A line ends at its first illegal move, and before the first move for which
/// `is_followed` returns false. No move is played on a board with a chain
/// without liberties.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Size;
/// use gtn_db::gtn::SubPosition;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{read, replay};
///
/// // . X .   Black may play in the corner, White may not
/// let goban: SubPosition = "1x3|.X.".parse()?;
/// let tree = GameTree::read(b"(;SZ[3:1](;B[ca])(;W[aa]))", Charset::UTF_8);
/// let solution = read(&tree, goban.board.size()).solution;
/// let mut legal = Vec::new();
/// replay(&solution, &goban.board, |_| true, |played| legal.push(played.after.is_ok()));
/// assert_eq!(legal, [true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay(
    solution: &Solution,
    board: &Board,
    is_followed: impl Fn(usize) -> bool,
    mut visit: impl FnMut(ReplayedMove<'_>),
) {
    let nodes = &solution.nodes;
    let mut variations = vec![0_u32; nodes.len()];
    for node in nodes {
        if let Some(parent) = node.parent {
            variations[parent as usize] += 1;
        }
    }
    // The moves before the current one, and the position after each of them
    // that has variations still to come.
    let mut line: Vec<(u32, Option<Position>)> = Vec::new();
    let mut kept = 0;
    for (at, node) in nodes.iter().enumerate() {
        while line.last().is_some_and(|(last, _)| Some(*last) != node.parent) {
            kept -= usize::from(line.pop().is_some_and(|(_, position)| position.is_some()));
        }
        let position = match line.last_mut() {
            None => Position::from_board(board, node.color).ok(),
            Some((parent, position)) => {
                let to_come = &mut variations[*parent as usize];
                *to_come -= 1;
                if *to_come == 0 {
                    kept -= usize::from(position.is_some());
                    position.take()
                } else {
                    position.clone()
                }
            }
        };
        let Some(mut position) = position.filter(|_| is_followed(at)) else {
            line.push((at as u32, None));
            continue;
        };
        if position.is_over() {
            position.resume(!node.color);
        }
        let is_out_of_turn = position.to_move() != node.color;
        let played = if is_out_of_turn { position.pass() } else { Ok(()) };
        position.resume(!node.color); // if that was the second pass
        let point = node.at.map(|at| at.on_board(board.size()));
        let played = played.and_then(|()| match point {
            None => position.pass(),
            Some(Some(point)) => position.play(point).map(drop),
            // The reader drops moves outside the board.
            Some(None) => Err(PlayError::GameOver),
        });
        let is_kept = kept < MAX_KEPT || variations[at] < 2;
        let after = match played {
            Err(error) => Err(Refusal::Rules(error)),
            Ok(()) if !is_kept => Err(Refusal::Nesting),
            Ok(()) => Ok(&position),
        };
        let is_played = after.is_ok();
        visit(ReplayedMove { node: at, before: line.len(), is_out_of_turn, after });
        kept += usize::from(is_played);
        line.push((at as u32, is_played.then_some(position)));
    }
}
