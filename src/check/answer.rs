//! The answer, and who is to give it.

use super::{offset_of, player};
use crate::extract::TurnEvidence;
use crate::sgf::GameTree;
use crate::solution::{Reading, Verdict};
use crate::{Color, Fault, Rule};

/// Whether everything that is said of the side to move agrees.
pub(super) fn turn(tree: &GameTree<'_>, stated: &TurnEvidence, faults: &mut Vec<Fault>) {
    let (turn, _) = stated.turn();
    let offset_of = |names: &[&str]| tree.nodes().find_map(|node| offset_of(node, names));
    let first_move = || offset_of(&["B", "W"]).unwrap_or_default();
    let mut conflict = |offset: usize, message: String| {
        faults.push(Fault { rule: Rule::TurnConflict, offset, message });
    };
    if stated.first_moves == [true, true] {
        conflict(first_move(), "the first moves are of both colors".to_owned());
    }
    if let (Some(property), Some(mover)) = (stated.property, stated.first_mover())
        && property != mover
    {
        let message = format!("PL says {}, and {} moves first", player(property), player(mover));
        conflict(offset_of(&["PL"]).unwrap_or_default(), message);
    }
    match (turn, stated.words) {
        (Some(turn), Some(words)) if turn != words => {
            let (turn, words) = (player(turn), player(words));
            let message = format!("the text says that {words} is to move, and it is {turn}'s turn");
            conflict(offset_of(&["C", "GN"]).unwrap_or_default(), message);
        }
        (None, None) if stated.first_moves == [false, false] => {
            let message = "nothing says who is to move".to_owned();
            faults.push(Fault { rule: Rule::TurnUnknown, offset: 0, message });
        }
        _ => {}
    }
}

/// Whether there is an answer, and whether wrong ones are refuted.
pub(super) fn answer(
    tree: &GameTree<'_>,
    reading: &Reading,
    turn: Option<Color>,
    faults: &mut Vec<Fault>,
) {
    let solution = &reading.solution;
    let no_answer = |message: String| Fault { rule: Rule::NoAnswer, offset: 0, message };
    if solution.nodes.is_empty() {
        faults.push(no_answer("there is no solution".to_owned()));
        return;
    }
    match turn {
        _ if solution.accepted(None).is_empty() => {
            faults.push(no_answer("no line is right".to_owned()));
        }
        Some(turn) if solution.accepted(Some(turn)).is_empty() => {
            faults.push(no_answer(format!("no first move of {} is right", player(turn))));
        }
        _ => {}
    }
    // For each move how many come before it, and who plays the first of them.
    let mut before: Vec<(usize, Color)> = Vec::with_capacity(solution.nodes.len());
    for node in &solution.nodes {
        let line = node.parent.map(|parent| before[parent as usize]);
        before.push(line.map_or((0, node.color), |(moves, first)| (moves + 1, first)));
    }
    for leaf in solution.leaves() {
        let node = &solution.nodes[leaf];
        let (moves, first) = before[leaf];
        let solver = turn.unwrap_or(first);
        if node.verdict == Some(Verdict::Wrong) && node.color == solver {
            let at = offset_of(tree.node(reading.ids[leaf]), &["B", "W"]);
            let message = format!(
                "a wrong line ends with {}'s move {}, without a refutation",
                player(solver),
                moves + 1
            );
            let offset = at.unwrap_or_default();
            faults.push(Fault { rule: Rule::NoRefutation, offset, message });
        }
    }
}
