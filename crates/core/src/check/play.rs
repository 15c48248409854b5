//! Checks every move of a solution under the rules.

use super::common::{find_move, find_property, player};
use crate::go::{Board, PlayError};
use crate::sgf::GameTree;
use crate::solution::{Reading, Refusal, replay};
use crate::{Fault, Rule};

/// Replays all lines. A line is followed up to its first illegal move, or to a
/// setup among its moves.
pub(super) fn check_moves(
    tree: &GameTree<'_>,
    reading: &Reading,
    board: &Board,
    faults: &mut Vec<Fault>,
) {
    report_setups(tree, reading, faults);
    let setups = find_setups(tree, reading);
    let solution = &reading.solution;
    replay(
        solution,
        board,
        |at| setups[at].is_none(),
        |played| {
            let node = &solution.nodes[played.node];
            let offset = find_move(tree.node(reading.ids[played.node]));
            let place = match node.at.and_then(|at| at.on_board(board.size())) {
                Some(point) => format!(" at {}", point.name(board.size())),
                None => String::new(),
            };
            let mut report = |rule, what: &str| {
                let number = played.before + 1;
                let message = format!("{}'s move {number}{place} {what}", player(node.color));
                faults.push(Fault { rule, offset, message });
            };
            if played.is_out_of_turn {
                report(Rule::AnswerTurn, "is out of turn (Article 2)");
            }
            match played.after {
                Ok(_) => {}
                Err(Refusal::Rules(PlayError::SelfCapture(_))) => {
                    report(Rule::AnswerSelfCapture, "would have no liberty (Article 4)");
                }
                Err(Refusal::Rules(PlayError::Ko(_))) => {
                    report(Rule::AnswerKo, "retakes the ko at once (Article 6)");
                }
                // Only this rule is left: the point is on the board, and `replay` makes it the
                // player's turn.
                Err(Refusal::Rules(_)) => report(Rule::AnswerOccupied, "is on a stone (Article 3)"),
                Err(Refusal::Nesting) => {
                    report(
                        Rule::Syntax,
                        "is nested in too many variations: the moves after it are not checked",
                    );
                }
            }
        },
    );
}

/// The properties that set up stones.
const SETUP: &[&str] = &["AB", "AW", "AE"];

/// Reports every node that sets up stones, together with a move or after one.
fn report_setups(tree: &GameTree<'_>, reading: &Reading, faults: &mut Vec<Fault>) {
    // For each node whether the node or one before it is a move.
    let mut has_moved: Vec<bool> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let inherited = node.parent().is_some_and(|parent| has_moved[parent.id().index()]);
        has_moved.push(inherited || reading.ids.binary_search(&node.id()).is_ok());
        if has_moved[node.id().index()]
            && let Some(offset) = find_property(node, SETUP)
        {
            let message = "stones are set up among or after the moves".to_owned();
            faults.push(Fault { rule: Rule::AnswerSetup, offset, message });
        }
    }
}

/// For each move the offset of a setup in its node, or between it and the move
/// before.
fn find_setups(tree: &GameTree<'_>, reading: &Reading) -> Vec<Option<usize>> {
    let is_move = |id| reading.ids.binary_search(&id).is_ok();
    // For each node the first setup in it or since the last move before it.
    let mut since_move: Vec<Option<usize>> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let before = node.parent().map(|parent| parent.id()).filter(|&parent| !is_move(parent));
        let inherited = before.and_then(|parent| since_move[parent.index()]);
        since_move.push(inherited.or_else(|| find_property(node, SETUP)));
    }
    let of_move = |(node, id): (&crate::solution::SolutionNode, &crate::sgf::NodeId)| {
        let own = tree.node(*id);
        match node.parent {
            Some(_) => since_move[id.index()],
            // Stones before the first move are the setup of the problem.
            None => find_property(own, SETUP),
        }
    };
    reading.solution.nodes.iter().zip(&reading.ids).map(of_move).collect()
}
