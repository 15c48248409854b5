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

#[cfg(test)]
mod tests {
    use crate::Rule;
    use crate::check::check_tree;
    use crate::sgf::Charset;

    fn no_answer(sgf: &str) -> Vec<String> {
        let faults = check_tree(sgf.as_bytes(), Charset::UTF_8, None);
        let faults = faults.into_iter().filter(|fault| fault.rule == Rule::NoAnswer);
        faults.map(|fault| fault.message).collect()
    }

    #[test]
    fn a_record_without_an_answer_is_reported() {
        let unknown = "the text says that no answer is known";
        for (sgf, message) in [
            ("(;AB[aa]PL[B])", "there is no solution"),
            ("(;AB[aa]PL[B]C[No correct solution on file])", unknown),
            ("(;AB[aa]PL[B]C[No correct solution on file];B[])", unknown),
            ("(;AB[aa];B[tt]N[無解])", unknown),
            ("(;AB[aa];B[bb]C[Diag. 1 - Failure];W[cc])", "no line is marked as right"),
            ("(;AB[aa]PL[W];B[bb];W[cc])", "no first move of White is marked as right"),
        ] {
            assert_eq!(no_answer(sgf), [message], "{sgf}");
        }
        // The assumed main line is an answer, whatever words say of other lines.
        for sgf in [
            "(;AB[aa](;B[bb])(;B[cc]C[失败];W[dd]))",
            "(;AB[aa]C[No correct solution on file];B[bb])",
            "(;AB[aa]C[Is there no correct solution?];B[])",
        ] {
            assert_eq!(no_answer(sgf), [""; 0], "{sgf}");
        }
    }
}
