//! Checks the answer.

use super::common::{find_move, player};
use crate::sgf::GameTree;
use crate::solution::{Reading, Verdict, says_unsolved};
use crate::{Color, Fault, Rule};

/// Checks that there is a right answer, and that wrong ones are refuted.
pub(super) fn check_answer(
    tree: &GameTree<'_>,
    reading: &Reading,
    turn: Option<Color>,
    faults: &mut Vec<Fault>,
) {
    let solution = &reading.solution;
    let no_answer = |message: String| Fault { rule: Rule::NoAnswer, offset: 0, message };
    match turn {
        _ if solution.accepted(None).is_empty() => {
            let message = match () {
                () if says_unsolved(tree) => "the text says that no answer is known",
                () if solution.nodes.is_empty() => "there is no solution",
                () => "no line is marked as right",
            };
            faults.push(no_answer(message.to_owned()));
        }
        Some(turn) if solution.accepted(Some(turn)).is_empty() => {
            faults.push(no_answer(format!("no first move of {} is marked as right", player(turn))));
        }
        _ => {}
    }
    // For each move: the number of moves before it, and the color of the first.
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
            let offset = find_move(tree.node(reading.ids[leaf]));
            let message = format!(
                "a wrong line ends with {}'s move {}, without a refutation",
                player(solver),
                moves + 1
            );
            faults.push(Fault { rule: Rule::NoRefutation, offset, message });
        }
    }
}
