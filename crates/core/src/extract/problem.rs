//! Makes a record of a problem.

use super::tree_reader::TreeSummary;
use crate::go::{Board, Size, Symmetry};
use crate::gtn::{SubPosition, Window};
use crate::model::{Placement, Record, Turn, TurnSource, format_answers};
use crate::sgf::{Charset, GameTree};
use crate::solution::{self, CanonicalFrame, Dialect, Solution};
use crate::{Fault, Rule};

/// Makes a record of a problem, but for its location, charset and SGF. Returns
/// with it the faults of the tree.
///
/// `dialect` is how the tree marks its answers, if that is known.
///
/// # Errors
/// If the board is empty: the faults of the tree; the last one is the empty board.
pub(super) fn read_problem(
    bytes: &[u8],
    charset: Charset,
    board: Board,
    mut summary: TreeSummary<'_>,
    dialect: Option<Dialect>,
) -> Result<(Record, Vec<Fault>), Vec<Fault>> {
    let size = board.size();
    let Some(window) = SubPosition::goban(board).window() else {
        let message = "no stones are set up".to_owned();
        summary.faults.push(Fault { rule: Rule::NoPosition, offset: 0, message });
        return Err(summary.faults);
    };
    if summary.turn.turn().0.is_none() {
        summary.read_words();
        if let Some(fault) = summary.turn.words.conflict() {
            let before = summary.faults.partition_point(|other| other.offset <= fault.offset);
            summary.faults.insert(before, fault);
        }
    }
    let (turn, turn_source) = summary.turn.turn();
    let turn_words = match turn_source {
        TurnSource::Words => turn.and_then(|turn| summary.turn.words.phrase(turn)),
        _ => None,
    };
    let turn_words = turn_words.map(|phrase| phrase.one_line().to_lowercase());
    let record = record_of_window(&window, size, Turn::of(turn));
    let tree = GameTree::read(bytes, charset);
    let solution = solution::read_as(&tree, size, dialect).solution;
    let solution = to_canonical_board(&solution, &record.placement, record.symmetry);
    let record = Record {
        name: summary.name,
        moves: summary.moves,
        turn_source,
        turn_words,
        dialect: solution.dialect,
        answers: format_answers(&solution, record.turn, &record.placement, record.symmetry)
            .expect("the moves of a solution are on the board of the record"),
        solution: solution.encode(),
        ..record
    };
    Ok((record, summary.faults))
}

/// Reads the solution of a game tree, on the canonical board.
///
/// `placement` and `symmetry` are those of the record that was made of the tree.
pub fn extract_solution(
    tree: &GameTree<'_>,
    placement: &Placement,
    symmetry: Symmetry,
) -> Solution {
    let solution = solution::read(tree, placement.board).solution;
    to_canonical_board(&solution, placement, symmetry)
}

fn to_canonical_board(solution: &Solution, placement: &Placement, symmetry: Symmetry) -> Solution {
    let frame = CanonicalFrame::new(placement.region, placement.open, symmetry);
    frame.canonicalize(solution, placement.board)
}

/// The record of a window of a board of this size: without location, name,
/// solution, charset and SGF.
pub(super) fn record_of_window(window: &Window, board: Size, turn: Turn) -> Record {
    let canonical = window.sub.canonicalize();
    Record {
        tree: 0,
        offset: 0,
        name: None,
        key: canonical.key(),
        symmetry: canonical.symmetry(),
        turn: turn.canonical(&canonical),
        turn_source: Default::default(),
        turn_words: None,
        placement: Placement { board, region: window.region, open: window.sub.open },
        text: canonical.into_text(),
        moves: 0,
        dialect: Dialect::None,
        solution: Solution::default().encode(),
        answers: String::new(),
        charset: None,
        sgf: Vec::new(),
        part: None,
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::parts_tests::read;
    use crate::model::TreeOptions;

    #[test]
    fn answers_are_moves_of_the_side_to_move() {
        let answers = |turn: &str, lines: &str| {
            let tree = format!("(;SZ[9]AB[ba][bb]AW[ca][cb]{turn}{lines})");
            let (records, ..) = read(&tree, TreeOptions::default());
            records[0].answers.clone()
        };
        assert_eq!(answers("PL[B]", "(;W[dd])(;B[ee])"), "");
        assert_eq!(answers("PL[W]", "(;W[dd])(;B[ee])"), "dd");
        assert_eq!(answers("PL[B]", "(;W[dd]C[RIGHT])(;B[ee]C[RIGHT])"), "ee");
        assert_eq!(answers("", "(;W[dd]C[RIGHT])(;B[ee]C[RIGHT])"), "dd ee");
    }
}
