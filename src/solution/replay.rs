//! Playing the moves of a solution.

use super::Solution;
use crate::go::{Board, PlayError, Position};

/// Positions that are kept at once, for the variations that follow.
const KEPT: usize = 1000;

/// A move that was to be played.
pub struct Replayed<'a> {
    /// Its place in [`Solution::nodes`].
    pub node: usize,
    /// How many moves of its line come before it.
    pub before: usize,
    /// Whether it was the other player's turn (Article 2), who is then taken to
    /// have passed.
    pub is_out_of_turn: bool,
    /// The position after it, or why there is none.
    pub after: Result<&'a Position, Refusal>,
}

/// Why a move was not played; what comes behind it is not replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// By the rules.
    Rules(PlayError),
    /// It can be played, but variations lie nested too deep behind it to keep
    /// its position.
    Nesting,
}

/// Plays all lines of a solution that lies on this board, as far as the moves
/// are legal and `is_followed` lets them be played.
///
/// Nothing is played on a board with a chain that has no liberty.
///
/// ```
/// use gtn_db::go::Size;
/// use gtn_db::gtn::SubPosition;
/// use gtn_db::sgf::{Charset, GameTree};
/// use gtn_db::solution::{read, replay};
///
/// // . X .   Black may play in the corner, and White may not
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
    mut visit: impl FnMut(Replayed<'_>),
) {
    let nodes = &solution.nodes;
    let mut variations = vec![0_u32; nodes.len()];
    for node in nodes {
        if let Some(parent) = node.parent {
            variations[parent as usize] += 1;
        }
    }
    // The moves on the line to the present one, and the position after each
    // that still has variations to come.
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
        let point = node.at.map(|spot| spot.point(board.size()));
        let played = played.and_then(|()| match point {
            None => position.pass(),
            Some(Some(point)) => position.play(point).map(drop),
            // No point of this board: the reader leaves such moves out.
            Some(None) => Err(PlayError::GameOver),
        });
        let is_kept = kept < KEPT || variations[at] < 2;
        let after = match played {
            Err(error) => Err(Refusal::Rules(error)),
            Ok(()) if !is_kept => Err(Refusal::Nesting),
            Ok(()) => Ok(&position),
        };
        let is_played = after.is_ok();
        visit(Replayed { node: at, before: line.len(), is_out_of_turn, after });
        kept += usize::from(is_played);
        line.push((at as u32, is_played.then_some(position)));
    }
}
