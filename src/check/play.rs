//! Every move of a solution, by the rules of play.

use super::{Fault, offset_of, player};
use crate::Code;
use crate::go::{Board, PlayError, Position};
use crate::sgf::{GameTree, NodeId};
use crate::solution::Reading;

/// Positions that are kept at once, for the variations that follow.
const KEPT: usize = 1000;

/// Replays all lines. Behind a move that may not be played, and behind stones
/// that are set up among the moves, a line is followed no further.
pub(super) fn legal(
    tree: &GameTree<'_>,
    reading: &Reading,
    board: &Board,
    faults: &mut Vec<Fault>,
) {
    let nodes = &reading.solution.nodes;
    let added = set_up(tree, reading);
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
        let before = match line.last_mut() {
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
        let id = reading.ids[at];
        let after = match (before, added[at]) {
            (Some(_), Some(offset)) => {
                let cause = "stones are set up among the moves".to_owned();
                faults.push(Fault { code: Code::AnswerSetup, offset, cause });
                None
            }
            (before, _) => before.and_then(|mut position| {
                if position.is_over() {
                    position.resume(!node.color);
                }
                if position.to_move() != node.color {
                    let what = "is out of turn (Article 2)";
                    faults.push(fault(Code::AnswerTurn, tree, reading, id, at, line.len(), what));
                    // As if the other had passed.
                    position.pass().ok()?;
                }
                let point = match node.at {
                    None => return position.pass().ok().map(|()| position),
                    Some(spot) => spot.point(board.size())?,
                };
                let error = match position.play(point) {
                    Ok(_) => return Some(position),
                    Err(error) => error,
                };
                let (code, what) = match error {
                    PlayError::SelfCapture(_) => {
                        (Code::AnswerSelfCapture, "would have no liberty (Article 4)")
                    }
                    PlayError::Ko(_) => (Code::AnswerKo, "retakes the ko at once (Article 6)"),
                    // The board is the right one, and it is this player's turn.
                    _ => (Code::AnswerOccupied, "is on a stone (Article 3)"),
                };
                faults.push(fault(code, tree, reading, id, at, line.len(), what));
                None
            }),
        };
        let is_kept = after.is_some() && (kept < KEPT || variations[at] < 2);
        if after.is_some() && !is_kept {
            let cause = format!("variations nested in more than {KEPT} others are not replayed");
            let offset = offset_of(tree.node(id), &["B", "W"]).unwrap_or_default();
            faults.push(Fault { code: Code::Syntax, offset, cause });
        }
        kept += usize::from(is_kept);
        line.push((at as u32, after.filter(|_| is_kept)));
    }
}

fn fault(
    code: Code,
    tree: &GameTree<'_>,
    reading: &Reading,
    id: NodeId,
    at: usize,
    before: usize,
    what: &str,
) -> Fault {
    let node = &reading.solution.nodes[at];
    let place = match node.at {
        Some(spot) => format!(" at ({},{})", i16::from(spot.col) + 1, i16::from(spot.row) + 1),
        None => String::new(),
    };
    Fault {
        code,
        offset: offset_of(tree.node(id), &["B", "W"]).unwrap_or_default(),
        cause: format!("{}'s move {}{place} {what}", player(node.color), before + 1),
    }
}

/// For each move where stones are set up with it, or between it and the move
/// before.
fn set_up(tree: &GameTree<'_>, reading: &Reading) -> Vec<Option<usize>> {
    let stones = |id: NodeId| offset_of(tree.node(id), &["AB", "AW", "AE"]);
    let before = |id: NodeId| {
        let mut above = tree.node(id).parent();
        std::iter::from_fn(move || {
            let node = above?;
            above = node.parent();
            Some(node)
        })
    };
    let is_move = |id: &NodeId| reading.ids.binary_search(id).is_ok();
    let of_move = |(&id, node): (&NodeId, &crate::solution::Node)| {
        stones(id).or_else(|| {
            node.parent?; // what comes before the first move is the setup
            let between = before(id).take_while(|node| !is_move(&node.id()));
            between.filter_map(|node| stones(node.id())).last()
        })
    };
    reading.ids.iter().zip(&reading.solution.nodes).map(of_move).collect()
}
