//! A corner of a board, and its normal form under the symmetries of corners.

use crate::Color;
use crate::games::Stabilizer;
use crate::go::{Board, MAX_SIDE, Point, Position, Sides, Size, Symmetry, zobrist_value};
use crate::gtn::{Pattern, SubPosition};

/// The symmetries that map an upper left corner onto an upper left corner: the identity,
/// the mirror in the diagonal, the exchange of colors, and both.
pub(super) const SYMMETRIES: [Symmetry; 4] =
    [Symmetry::IDENTITY, DIAGONAL, Symmetry::NEGATIVE, DIAGONAL.then(Symmetry::NEGATIVE)];

const DIAGONAL: Symmetry = Symmetry::from_index(5).expect("there are sixteen symmetries");

/// The bit of a node where White is to move.
const WHITE_TO_MOVE: u64 = 1;

/// The window of a corner, with the corner at the upper left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    board: Board,
    /// Zobrist hashes of the window under each of [`SYMMETRIES`].
    hashes: [u64; 4],
}

/// A corner and the player to move, in normal form: the image with the least hash.
#[derive(Clone, Debug)]
pub struct NormalForm {
    /// The hash, with the player to move in its lowest bit: equal for equivalent corners.
    pub(super) node: u64,
    /// Maps the corner to the normal form.
    symmetry: Symmetry,
    /// Whether the corner is its own mirror image in the diagonal.
    is_symmetric: bool,
}

/// The mirror image of a point in the diagonal.
fn mirror(point: Point) -> Point {
    Point::new(point.row, point.col)
}

const MAX_LINES: usize = MAX_SIDE as usize;

/// Zobrist numbers by column, row and color.
static ZOBRIST: [[[u64; 2]; MAX_LINES]; MAX_LINES] = {
    let mut numbers = [[[0; 2]; MAX_LINES]; MAX_LINES];
    let mut point = 0;
    while point < MAX_LINES * MAX_LINES {
        let (col, row) = (point / MAX_LINES, point % MAX_LINES);
        let at = (row << 8 | col) as u16;
        numbers[col][row] = [zobrist_value(at, Color::Black), zobrist_value(at, Color::White)];
        point += 1;
    }
    numbers
};

/// The Zobrist numbers of a stone under each of [`SYMMETRIES`].
fn zobrist_numbers(point: Point, color: Color) -> [u64; 4] {
    let (col, row) = (usize::from(point.col), usize::from(point.row));
    let (here, mirrored) = (ZOBRIST[col][row], ZOBRIST[row][col]);
    let (own, other) = (color as usize, !color as usize);
    [here[own], mirrored[own], here[other], mirrored[other]]
}

impl Corner {
    /// The corner at the upper left of a square board.
    pub fn new(board: Board) -> Corner {
        // Windows of different sizes have different hashes. No point has this row.
        let of_size =
            zobrist_value(u16::from_le_bytes([board.size().cols(), u8::MAX]), Color::Black);
        let hashes = board.stones().fold([of_size; 4], |hashes, (point, color)| {
            let numbers = zobrist_numbers(point, color);
            std::array::from_fn(|i| hashes[i] ^ numbers[i])
        });
        Corner { board, hashes }
    }

    /// An empty corner; `None` if no board has a window of this size.
    pub fn empty(window: u8) -> Option<Corner> {
        Some(Corner::new(Board::new(Size::new(window, window).ok()?)))
    }

    /// The window.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    /// Changes a point.
    pub(super) fn set(&mut self, point: Point, stone: Option<Color>) {
        let before = self.board.get(point);
        for color in [before, stone].into_iter().flatten() {
            let numbers = zobrist_numbers(point, color);
            self.hashes.iter_mut().zip(numbers).for_each(|(hash, number)| *hash ^= number);
        }
        self.board.set(point, stone);
    }

    /// The normal form of the corner with this player to move.
    pub fn normalize(&self, turn: Color) -> NormalForm {
        // The player to move distinguishes a corner from its own recolored image.
        let nodes: [u64; 4] = std::array::from_fn(|i| {
            let is_white = SYMMETRIES[i].color(turn) == Color::White;
            self.hashes[i] & !WHITE_TO_MOVE | if is_white { WHITE_TO_MOVE } else { 0 }
        });
        // Branch-free: which node is the least is unpredictable.
        let (mut node, mut least) = (nodes[0], 0);
        for (i, &other) in nodes.iter().enumerate().skip(1) {
            least = if other < node { i } else { least };
            node = node.min(other);
        }
        let is_symmetric = self.hashes[0] == self.hashes[1];
        NormalForm { node, symmetry: SYMMETRIES[least], is_symmetric }
    }

    /// The number of a point in the normal form; of two equivalent points the lesser.
    pub(super) fn point_number(&self, normal: &NormalForm, point: Point) -> u16 {
        let size = self.size();
        let point = normal.symmetry.point(point, size);
        let number = size.number(point);
        if normal.is_symmetric { number.min(size.number(mirror(point))) } else { number }
    }

    /// The points of this corner with these [numbers](Self::point_number), as
    /// [canonical points](Stabilizer) for a move by `turn`.
    pub(super) fn points(
        &self,
        normal: &NormalForm,
        turn: Color,
        numbers: impl IntoIterator<Item = u16>,
    ) -> Vec<Point> {
        let (size, inverse) = (self.size(), normal.symmetry.inverse());
        let stabilizer = normal.is_symmetric.then(|| Stabilizer::new(&self.pattern()));
        let point = |number: u16| {
            let point = inverse.point(size.point(number), size);
            stabilizer.as_ref().map_or(point, |stabilizer| stabilizer.canonical_point(point, turn))
        };
        numbers.into_iter().map(point).collect()
    }

    /// The pattern that requires the window exactly.
    fn pattern(&self) -> Pattern {
        let open = Sides::RIGHT | Sides::BOTTOM;
        let window = SubPosition { board: self.board.clone(), open };
        Pattern::try_from(&window).expect("a pattern without wildcards requires something")
    }

    /// The corner after a move inside of the window; `None` if the move is illegal. The board
    /// continues beyond the window, so stones at its open sides have a liberty there.
    pub fn play(&self, color: Color, point: Point) -> Option<Corner> {
        let size = self.size();
        let wider = Size::new(size.cols() + 1, size.rows() + 1).ok()?;
        let mut board = Board::new(wider);
        for (point, color) in self.board.stones() {
            board.set(point, Some(color));
        }
        let mut position = Position::from_board(&board, color).ok()?;
        position.play(point).ok()?;
        let mut next = Board::new(size);
        for point in size.points() {
            next.set(point, position.get(point));
        }
        Some(Corner::new(next))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// All images of a corner have the same node, and equivalent points the same number.
        #[test]
        fn the_normal_form_is_invariant(
            stones in prop::collection::vec((0u8..5, 0u8..5, any::<bool>()), 0..8),
            at in (0u8..5, 0u8..5), black in any::<bool>(), mirror in any::<bool>(), negative in any::<bool>(),
        ) {
            let size = Size::new(5, 5).unwrap();
            let mut board = Board::new(size);
            for (col, row, black) in stones {
                let color = if black { Color::Black } else { Color::White };
                board.set(Point::new(col, row), Some(color));
            }
            let mut symmetry = Symmetry::IDENTITY;
            if mirror {
                symmetry = "SR1".parse().unwrap(); // over the diagonal
            }
            if negative {
                symmetry = symmetry.then(Symmetry::NEGATIVE);
            }
            let turn = if black { Color::Black } else { Color::White };
            let point = Point::new(at.0, at.1);
            let (one, other) = (Corner::new(board.clone()), Corner::new(board.transform(symmetry)));
            let (normal, other_normal) = (one.normalize(turn), other.normalize(symmetry.color(turn)));
            prop_assert_eq!(normal.node, other_normal.node);
            let number = one.point_number(&normal, point);
            prop_assert_eq!(number, other.point_number(&other_normal, symmetry.point(point, size)));
            let given = one.points(&normal, turn, [number])[0];
            prop_assert_eq!(one.point_number(&normal, given), number);
        }
    }

    #[test]
    fn corners_of_different_boards_are_different() {
        let nodes = [5, 7, 10].map(|window| {
            let mut corner = Corner::empty(window).unwrap();
            let empty = corner.normalize(Color::Black).node;
            corner.set(Point::new(2, 2), Some(Color::Black));
            [empty, corner.normalize(Color::White).node, corner.normalize(Color::Black).node]
        });
        let different: std::collections::HashSet<u64> = nodes.into_iter().flatten().collect();
        assert_eq!(different.len(), 9);
    }

    #[test]
    fn moves_in_a_symmetric_corner_are_canonical() {
        let size = Size::new(10, 10).unwrap();
        let mut corner = Corner::new(Board::new(size));
        let shown = |corner: &Corner, turn, col, row| {
            let normal = corner.normalize(turn);
            corner.points(&normal, turn, [corner.point_number(&normal, Point::new(col, row))])[0]
        };
        // The corner is at the upper left: Black's side is where rows are greater than columns.
        assert_eq!(shown(&corner, Color::Black, 3, 2), Point::new(2, 3));
        assert_eq!(shown(&corner, Color::White, 3, 2), Point::new(2, 3));
        corner.set(Point::new(3, 3), Some(Color::Black));
        assert_eq!(shown(&corner, Color::Black, 5, 2), Point::new(2, 5));
        assert_eq!(shown(&corner, Color::White, 2, 5), Point::new(5, 2));
        corner.set(Point::new(5, 2), Some(Color::White));
        assert_eq!(shown(&corner, Color::Black, 2, 5), Point::new(2, 5));
        assert_eq!(shown(&corner, Color::Black, 5, 3), Point::new(5, 3));
    }
}
