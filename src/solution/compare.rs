//! Comparison of several solutions of the same problem.

use std::collections::{BTreeSet, HashMap};

use super::canonical_frame::PositionStabilizer;
use super::solution_point::SolutionPoint;
use super::solution_tree::{Solution, SolutionNode};
use crate::Color;
use crate::go::Symmetry;

/// A first move on the canonical board: the player and the point, or `None` for
/// tenuki.
pub type Answer = (Color, Option<SolutionPoint>);

/// How far the records of a problem agree on its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// All accept the same first moves.
    Agree,
    /// Any two of them have a first move in common, but not all the same ones.
    Overlap,
    /// Two of them have no first move in common.
    Disjoint,
}

impl Agreement {
    /// `agree`, `overlap` or `disjoint`.
    pub fn name(self) -> &'static str {
        match self {
            Agreement::Agree => "agree",
            Agreement::Overlap => "overlap",
            Agreement::Disjoint => "disjoint",
        }
    }
}

/// Collects the first moves that a solution accepts, each canonicalized.
///
/// With `turn`, only the moves of that player.
pub fn collect_answers(
    solution: &Solution,
    turn: Option<Color>,
    stabilizer: &PositionStabilizer,
) -> BTreeSet<Answer> {
    let accepted = solution.accepted(turn);
    accepted.iter().map(|node| canonicalize_answer(node, stabilizer)).collect()
}

/// Returns the smallest image of a first move under the stabilizer: moves that
/// are equivalent by symmetry become equal.
pub fn canonicalize_answer(first: &SolutionNode, stabilizer: &PositionStabilizer) -> Answer {
    let image = |symmetry: Symmetry| {
        let at = match first.at {
            Some(at) => Some(stabilizer.transform(at, symmetry)?),
            None => None,
        };
        Some((symmetry.color(first.color), at))
    };
    stabilizer.symmetries().filter_map(image).min().unwrap_or((first.color, first.at))
}

/// Compares the answers of several records. Records without answers are
/// ignored; returns `None` if fewer than two have any.
pub fn compare_answers(answers: &[BTreeSet<Answer>]) -> Option<Agreement> {
    let sets: Vec<_> = answers.iter().filter(|answers| !answers.is_empty()).collect();
    let pairs = || {
        sets.iter()
            .enumerate()
            .flat_map(|(at, one)| sets[at + 1..].iter().map(move |other| (one, other)))
    };
    if sets.len() < 2 {
        None
    } else if pairs().any(|(one, other)| one.is_disjoint(other)) {
        Some(Agreement::Disjoint)
    } else if pairs().all(|(one, other)| one == other) {
        Some(Agreement::Agree)
    } else {
        Some(Agreement::Overlap)
    }
}

/// Returns the image of a solution, under the stabilizer, that has the most
/// moves in common with `base`, and the operation: of several the first.
pub fn align(
    solution: &Solution,
    base: &Solution,
    stabilizer: &PositionStabilizer,
) -> (Solution, Symmetry) {
    let mut best: Option<(usize, Solution, Symmetry)> = None;
    for symmetry in stabilizer.symmetries() {
        let image = solution
            .map(|color| symmetry.color(color), |point| stabilizer.transform(point, symmetry));
        let Some(image) = image else { continue };
        let common = count_common_moves(&image, base);
        if best.as_ref().is_none_or(|(most, ..)| common > *most) {
            best = Some((common, image, symmetry));
        }
    }
    best.map_or_else(
        || (solution.clone(), Symmetry::IDENTITY),
        |(_, image, symmetry)| (image, symmetry),
    )
}

/// The number of moves of `one` that `other` has too, after the same moves.
fn count_common_moves(one: &Solution, other: &Solution) -> usize {
    let mut places = HashMap::new();
    for (node, at) in other.nodes.iter().zip(0_u32..) {
        places.entry((node.parent, node.color, node.at)).or_insert(at);
    }
    let mut found: Vec<Option<u32>> = Vec::with_capacity(one.nodes.len());
    for node in &one.nodes {
        let parent = match node.parent {
            None => Some(None),
            Some(parent) => found[parent as usize].map(Some),
        };
        found.push(parent.and_then(|parent| places.get(&(parent, node.color, node.at)).copied()));
    }
    found.iter().flatten().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::gtn::SubPosition;
    use crate::sgf::{Charset, GameTree};
    use crate::solution::canonical_frame::CanonicalFrame;
    use crate::solution::read::read;

    /// The solution of a small board in canonical coordinates, and the
    /// stabilizer of its position.
    fn solved(goban: &str, moves: &str) -> (Solution, PositionStabilizer) {
        let goban: SubPosition = goban.parse().unwrap();
        let board = goban.board.size();
        let window = goban.window().unwrap();
        let canonical = window.sub.canonicalize();
        let symmetry = canonical.symmetry();
        let frame = CanonicalFrame::new(window.region, window.sub.open, symmetry);
        let square: SubPosition = canonical.text().parse().unwrap();
        let open = window.sub.open.transform(symmetry);
        let stabilizer = PositionStabilizer::new(&square.board, &frame, open).unwrap();
        let sgf = format!("(;AB[aa]{moves})");
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let own = read(&tree, board).solution;
        let canonical = |point: SolutionPoint| frame.to_canonical(point.on_board(board)?);
        (own.map(|color| symmetry.color(color), canonical).unwrap(), stabilizer)
    }

    /// ```text
    ///   X X X X O . .
    ///   X a . X O . .
    ///   X . b X O . .      a and b are images of each other about the diagonal
    ///   X X X . O . .
    ///   O O O O O . .
    /// ```
    const EYE: &str = "7x7|XXXXO..X..XO..X..XO..XXX.O..OOOOO................";

    #[test]
    fn an_answer_and_its_image_are_the_same() {
        let goban: SubPosition = EYE.parse().unwrap();
        for operation in Symmetry::ALL {
            let other = goban.transform(operation).to_string();
            let move_of = |point: (u8, u8), color: Color| {
                let point = crate::go::Point::new(point.0, point.1);
                let at = operation.point(point, Size::new(7, 7).unwrap());
                format!(
                    "(;{}[{}])",
                    operation.color(color).sgf_char(),
                    crate::sgf::value::format_point(at)
                )
            };
            let (one, stabilizer) = solved(EYE, "(;B[cb])");
            let (image, _) = solved(&other, &move_of((1, 2), Color::Black));
            let (vital, _) = solved(&other, &move_of((1, 1), Color::Black));
            let [one_answers, image_answers, vital_answers] =
                [&one, &image, &vital].map(|solution| collect_answers(solution, None, &stabilizer));
            assert_eq!(one_answers, image_answers, "{operation}");
            assert_ne!(one_answers, vital_answers, "{operation}");
            assert_eq!(count_common_moves(&align(&image, &one, &stabilizer).0, &one), 1);
            assert_eq!(count_common_moves(&align(&vital, &one, &stabilizer).0, &one), 0);
        }
    }

    #[test]
    fn records_agree_overlap_or_are_disjoint() {
        let set = |cols: &[i8]| -> BTreeSet<Answer> {
            cols.iter().map(|&col| (Color::Black, Some(SolutionPoint::new(col, 0)))).collect()
        };
        for (sets, expected) in [
            (vec![set(&[1])], None),
            (vec![set(&[1]), set(&[])], None),
            (vec![set(&[1]), set(&[]), set(&[1])], Some(Agreement::Agree)),
            (vec![set(&[1, 2]), set(&[2])], Some(Agreement::Overlap)),
            (vec![set(&[1, 2]), set(&[2]), set(&[1])], Some(Agreement::Disjoint)),
        ] {
            assert_eq!(compare_answers(&sets), expected, "{sets:?}");
        }
    }
}
