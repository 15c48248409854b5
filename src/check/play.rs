//! Every move of a solution, by the rules of play.

use super::{offset_of, player};
use crate::go::{Board, PlayError};
use crate::sgf::GameTree;
use crate::solution::{Reading, Refusal, replay};
use crate::{Fault, Rule};

/// Replays all lines. Behind a move that may not be played, and behind stones
/// that are set up among the moves, a line is followed no further.
pub(super) fn legal(
    tree: &GameTree<'_>,
    reading: &Reading,
    board: &Board,
    faults: &mut Vec<Fault>,
) {
    let added = set_up(tree, reading);
    for &offset in added.iter().flatten() {
        let message = "stones are set up among the moves".to_owned();
        faults.push(Fault { rule: Rule::AnswerSetup, offset, message });
    }
    let solution = &reading.solution;
    replay(
        solution,
        board,
        |at| added[at].is_none(),
        |played| {
            let node = &solution.nodes[played.node];
            let offset = offset_of(tree.node(reading.ids[played.node]), &["B", "W"]);
            let place = match node.at.and_then(|at| at.on_board(board.size())) {
                Some(point) => format!(" at {point}"),
                None => String::new(),
            };
            let mut told = |rule, what: &str| {
                let number = played.before + 1;
                let message = format!("{}'s move {number}{place} {what}", player(node.color));
                faults.push(Fault { rule, offset: offset.unwrap_or_default(), message });
            };
            if played.is_out_of_turn {
                told(Rule::AnswerTurn, "is out of turn (Article 2)");
            }
            match played.after {
                Ok(_) => {}
                Err(Refusal::Rules(PlayError::SelfCapture(_))) => {
                    told(Rule::AnswerSelfCapture, "would have no liberty (Article 4)");
                }
                Err(Refusal::Rules(PlayError::Ko(_))) => {
                    told(Rule::AnswerKo, "retakes the ko at once (Article 6)");
                }
                // The board is the right one, and it is this player's turn.
                Err(Refusal::Rules(_)) => told(Rule::AnswerOccupied, "is on a stone (Article 3)"),
                Err(Refusal::Nesting) => {
                    told(
                        Rule::Syntax,
                        "is nested in too many variations: what follows is not replayed",
                    );
                }
            }
        },
    );
}

/// For each move where stones are set up with it, or between it and the move
/// before.
fn set_up(tree: &GameTree<'_>, reading: &Reading) -> Vec<Option<usize>> {
    let is_move = |id| reading.ids.binary_search(&id).is_ok();
    // For each node the setup in it, or since the last move before it.
    let mut since: Vec<Option<usize>> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let before = node.parent().map(|parent| parent.id()).filter(|&parent| !is_move(parent));
        let inherited = before.and_then(|parent| since[parent.index()]);
        since.push(inherited.or_else(|| offset_of(node, &["AB", "AW", "AE"])));
    }
    let of_move = |(node, id): (&crate::solution::SolutionNode, &crate::sgf::NodeId)| {
        let own = tree.node(*id);
        match node.parent {
            Some(_) => since[id.index()],
            // What comes before the first move is the setup.
            None => offset_of(own, &["AB", "AW", "AE"]),
        }
    };
    reading.solution.nodes.iter().zip(&reading.ids).map(of_move).collect()
}
