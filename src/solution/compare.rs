//! Solutions of the same problem beside each other.

use std::collections::{BTreeSet, HashMap};

use super::{Images, Node, Solution, Spot};
use crate::Color;
use crate::go::Symmetry;

/// A first move, on the canonical board: who plays, and where; none for tenuki.
pub type Answer = (Color, Option<Spot>);

/// How the records of a problem stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// All accept the same first moves.
    Agree,
    /// They do not, but any two of them have one in common.
    Overlap,
    /// Two of them have none in common.
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

/// The first moves that a solution accepts, each as the smallest of its images:
/// where a position is its own image, so are its answers.
///
/// With `turn`, only the moves of the player who is to move.
pub fn answers(solution: &Solution, turn: Option<Color>, images: &Images) -> BTreeSet<Answer> {
    solution.accepted(turn).iter().map(|node| answer(node, images)).collect()
}

/// A first move as the smallest of its images.
pub fn answer(first: &Node, images: &Images) -> Answer {
    let image = |operation: Symmetry| {
        let at = match first.at {
            Some(at) => Some(images.spot(at, operation)?),
            None => None,
        };
        Some((operation.color(first.color), at))
    };
    images.operations().filter_map(image).min().unwrap_or((first.color, first.at))
}

/// How records with these answers agree; those without any say nothing. None
/// when fewer than two say something.
pub fn agreement(answers: &[BTreeSet<Answer>]) -> Option<Agreement> {
    let said: Vec<_> = answers.iter().filter(|answers| !answers.is_empty()).collect();
    let pairs = || {
        said.iter()
            .enumerate()
            .flat_map(|(at, one)| said[at + 1..].iter().map(move |other| (one, other)))
    };
    if said.len() < 2 {
        None
    } else if pairs().any(|(one, other)| one.is_disjoint(other)) {
        Some(Agreement::Disjoint)
    } else if pairs().all(|(one, other)| one == other) {
        Some(Agreement::Agree)
    } else {
        Some(Agreement::Overlap)
    }
}

/// The image of a solution that has the most moves in common with another one,
/// and the operation that makes it; the first of several.
pub fn laid_on(solution: &Solution, base: &Solution, images: &Images) -> (Solution, Symmetry) {
    let mut best: Option<(usize, Solution, Symmetry)> = None;
    for operation in images.operations() {
        let laid =
            solution.map(|color| operation.color(color), |spot| images.spot(spot, operation));
        let Some(laid) = laid else { continue };
        let common = common_moves(&laid, base);
        if best.as_ref().is_none_or(|(most, ..)| common > *most) {
            best = Some((common, laid, operation));
        }
    }
    best.map_or_else(
        || (solution.clone(), Symmetry::IDENTITY),
        |(_, laid, operation)| (laid, operation),
    )
}

/// How many moves of `one` stand in `other`, with the same moves before them.
fn common_moves(one: &Solution, other: &Solution) -> usize {
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
    use crate::solution::{Frame, read};

    /// The solution of a whole small board on the canonical one, and the
    /// images of its position.
    fn solved(goban: &str, moves: &str) -> (Solution, Images) {
        let goban: SubPosition = goban.parse().unwrap();
        let board = goban.board.size();
        let window = goban.window().unwrap();
        let canonical = window.sub.canonicalize();
        let symmetry = canonical.symmetry();
        let frame = Frame::new(window.region, window.sub.open, symmetry);
        let square: SubPosition = canonical.text().parse().unwrap();
        let images = Images::of(&square.board, &frame, window.sub.open.transform(symmetry));
        let sgf = format!("(;AB[aa]{moves})");
        let tree = GameTree::read(sgf.as_bytes(), Charset::UTF_8);
        let own = read(&tree, board).solution;
        let spot = |spot: Spot| frame.spot(spot.point(board)?);
        (own.map(|color| symmetry.color(color), spot).unwrap(), images)
    }

    /// ```text
    ///   X X X X O . .      turned, and with the colors exchanged
    ///   X a . X O . .
    ///   X . b X O . .      a and b are images of each other in the diagonal
    ///   X X X . O . .
    ///   O O O O O . .
    /// ```
    const EYE: &str = "7x7|XXXXO..X..XO..X..XO..XXX.O..OOOOO................";

    #[test]
    fn an_answer_and_its_image_are_the_same() {
        let turned: SubPosition = EYE.parse().unwrap();
        for operation in Symmetry::ALL {
            let other = turned.transform(operation).to_string();
            let move_of = |point: (u8, u8), color: Color| {
                let point = crate::go::Point::new(point.0, point.1);
                let at = operation.point(point, Size::new(7, 7).unwrap());
                format!(
                    "(;{}[{}])",
                    operation.color(color).sgf_char(),
                    crate::sgf::value::format_point(at)
                )
            };
            let (one, images) = solved(EYE, "(;B[cb])");
            let (image, _) = solved(&other, &move_of((1, 2), Color::Black));
            let (vital, _) = solved(&other, &move_of((1, 1), Color::Black));
            let [one_answers, image_answers, vital_answers] =
                [&one, &image, &vital].map(|solution| answers(solution, None, &images));
            assert_eq!(one_answers, image_answers, "{operation}");
            assert_ne!(one_answers, vital_answers, "{operation}");
            assert_eq!(common_moves(&laid_on(&image, &one, &images).0, &one), 1);
            assert_eq!(common_moves(&laid_on(&vital, &one, &images).0, &one), 0);
        }
    }

    #[test]
    fn records_agree_overlap_or_are_disjoint() {
        let set = |cols: &[i8]| -> BTreeSet<Answer> {
            cols.iter().map(|&col| (Color::Black, Some(Spot::new(col, 0)))).collect()
        };
        for (sets, expected) in [
            (vec![set(&[1])], None),
            (vec![set(&[1]), set(&[])], None),
            (vec![set(&[1]), set(&[]), set(&[1])], Some(Agreement::Agree)),
            (vec![set(&[1, 2]), set(&[2])], Some(Agreement::Overlap)),
            (vec![set(&[1, 2]), set(&[2]), set(&[1])], Some(Agreement::Disjoint)),
        ] {
            assert_eq!(agreement(&sets), expected, "{sets:?}");
        }
    }
}
