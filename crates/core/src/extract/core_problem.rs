//! Stored positions and solutions as problems with a core.

use crate::Color;
use crate::go::{Region, Symmetry};
use crate::gtn::CanonicalText;
use crate::model::{Placement, Turn};
use crate::similarity::{CoreProblem, QueryPoint, Surroundings};
use crate::solution::{Solution, SolutionNode};

/// Makes a problem with a core from the canonical text of a position, and from what a record says
/// on the canonical board; `None` if the text is not that of the record.
///
/// The answers of a record that does not say who is to move do not count.
pub fn extract_core(
    text: &str,
    symmetry: Symmetry,
    placement: &Placement,
    turn: Turn,
    solution: &Solution,
) -> Option<CoreProblem> {
    let square = CanonicalText::parse(text)?.to_sub_position();
    let Placement { board, region: Region { origin, size }, open } = *placement;
    let (window_size, window_open) = (symmetry.size(size), open.transform(symmetry));
    let window = square.unsquared(window_size, window_open)?;
    let first = window_size.origin_in_square(window_open);
    let point = |node: &SolutionNode| {
        let at = node.at?;
        let (col, row) = (i16::from(at.col), i16::from(at.row));
        Some(QueryPoint { col: col - i16::from(first.col), row: row - i16::from(first.row) })
    };
    let color = turn.color();
    let right = solution.right_moves(color);
    let has_third_move = right.iter().any(|node| {
        let parent = node.parent.map(|parent| &solution.nodes[parent as usize]);
        parent.is_some_and(|parent| parent.parent.is_some())
    });
    let (accepted, lines): (Vec<(Color, QueryPoint)>, Vec<QueryPoint>) = match turn {
        Turn::Unknown => Default::default(),
        _ => (
            solution
                .accepted(color)
                .iter()
                .filter_map(|node| Some((node.color, point(node)?)))
                .collect(),
            // Several right moves that nobody answers show no fight.
            right.iter().filter(|_| has_third_move).filter_map(point).collect(),
        ),
    };
    let after = (board.cols() - origin.col - size.cols(), board.rows() - origin.row - size.rows());
    let around = Surroundings { before: (origin.col, origin.row), after }.transform(symmetry);
    Some(CoreProblem::new(&window, around, color, accepted, &lines))
}
