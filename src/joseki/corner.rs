//! A corner, and how it goes under its number.

use crate::Color;
use crate::go::{Board, MAX_SIDE, Point, Position, Size, Symmetry, zobrist_value};

/// The operations that carry a corner onto a corner: alone, mirrored in its
/// diagonal, recolored, and both.
const WAYS: [Symmetry; 4] =
    [Symmetry::IDENTITY, DIAGONAL, Symmetry::NEGATIVE, DIAGONAL.then(Symmetry::NEGATIVE)];

const DIAGONAL: Symmetry = match Symmetry::from_index(5) {
    Some(symmetry) => symmetry,
    None => Symmetry::IDENTITY,
};

/// What the number of a corner has in common with others where it is White's
/// turn.
const WHITE: u64 = 1;

/// The window of a corner, which lies at its top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    board: Board,
    /// In each of the four ways a number that equal windows have in common.
    hashes: [u64; 4],
}

/// A corner as it is kept, in one of the four ways, and whose turn it is there.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The same number for the same corner and turn.
    pub(super) node: u64,
    /// Carries the corner onto the one that is kept.
    symmetry: Symmetry,
    /// Whether that is its own image in the diagonal.
    is_alike: bool,
}

/// The point on the other side of the diagonal.
fn mirrored(point: Point) -> Point {
    Point::new(point.row, point.col)
}

/// As many columns and rows as a board can have.
const LINES: usize = MAX_SIDE as usize;

/// What a stone adds to the number of a board: by column, row, and color.
static SHARES: [[[u64; 2]; LINES]; LINES] = {
    let mut shares = [[[0; 2]; LINES]; LINES];
    let mut number = 0;
    while number < LINES * LINES {
        let (col, row) = (number / LINES, number % LINES);
        let at = (row << 8 | col) as u16;
        shares[col][row] = [zobrist_value(at, Color::Black), zobrist_value(at, Color::White)];
        number += 1;
    }
    shares
};

/// What a stone adds to the number of a board, in each of the four ways.
fn shares(point: Point, color: Color) -> [u64; 4] {
    let (col, row) = (usize::from(point.col), usize::from(point.row));
    let (here, mirrored) = (SHARES[col][row], SHARES[row][col]);
    let (own, other) = (color as usize, !color as usize);
    [here[own], mirrored[own], here[other], mirrored[other]]
}

impl Corner {
    /// A corner whose stones are given, in a square.
    pub fn new(board: Board) -> Corner {
        // A window of another size is another corner; no point has this row.
        let of_size =
            zobrist_value(u16::from_le_bytes([board.size().cols(), u8::MAX]), Color::Black);
        let hashes = board.stones().fold([of_size; 4], |hashes, (point, color)| {
            let shares = shares(point, color);
            std::array::from_fn(|way| hashes[way] ^ shares[way])
        });
        Corner { board, hashes }
    }

    /// The window of an empty corner; none when no board has such a side.
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

    pub(super) fn set(&mut self, point: Point, stone: Option<Color>) {
        let before = self.board.get(point);
        for color in [before, stone].into_iter().flatten() {
            let shares = shares(point, color);
            self.hashes.iter_mut().zip(shares).for_each(|(hash, share)| *hash ^= share);
        }
        self.board.set(point, stone);
    }

    /// The number of the corner when it is this player's turn.
    pub fn normal(&self, turn: Color) -> Normal {
        // Whose turn it is distinguishes a position from itself recolored.
        let nodes: [u64; 4] = std::array::from_fn(|way| {
            let is_white = WAYS[way].color(turn) == Color::White;
            self.hashes[way] & !WHITE | if is_white { WHITE } else { 0 }
        });
        // Without branches: any of them may be the smallest.
        let (mut node, mut way) = (nodes[0], 0);
        for (other, &least) in nodes.iter().enumerate().skip(1) {
            way = if least < node { other } else { way };
            node = node.min(least);
        }
        Normal { node, symmetry: WAYS[way], is_alike: self.hashes[0] == self.hashes[1] }
    }

    /// The number of a point in the corner that is kept: of those that are alike
    /// the smaller one.
    pub(super) fn number(&self, normal: &Normal, point: Point) -> u16 {
        let size = self.size();
        let point = normal.symmetry.point(point, size);
        let number = size.number(point);
        if normal.is_alike { number.min(size.number(mirrored(point))) } else { number }
    }

    /// The point of this corner with a number. Where several are alike, seen
    /// with the corner at the top right, Black's lies in the lower right half
    /// and White's in the upper left; the first stone in the lower right.
    pub(super) fn point(&self, normal: &Normal, number: u16, turn: Color) -> Point {
        let size = self.size();
        let cols = u16::from(size.cols());
        let point = Point::new((number % cols) as u8, (number / cols) as u8);
        let point = normal.symmetry.inverse().point(point, size);
        // At the top left, the lower left half is what the lower right is there.
        let goes_below = turn == Color::Black || self.board.is_empty();
        let is_wanted = |point: Point| match point.row.cmp(&point.col) {
            std::cmp::Ordering::Greater => goes_below,
            std::cmp::Ordering::Less => !goes_below,
            std::cmp::Ordering::Equal => true,
        };
        if normal.is_alike && !is_wanted(point) { mirrored(point) } else { point }
    }

    /// The corner after a move in it; none when the rules forbid it. The board
    /// goes on beyond the window, so stones at its end have a liberty there.
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
        /// Mirrored and recolored, a corner has the same number, and its points
        /// have the same numbers.
        #[test]
        fn a_corner_is_the_same_mirrored_and_recolored(
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
            let (normal, other_normal) = (one.normal(turn), other.normal(symmetry.color(turn)));
            prop_assert_eq!(normal.node, other_normal.node);
            let number = one.number(&normal, point);
            prop_assert_eq!(number, other.number(&other_normal, symmetry.point(point, size)));
            // A number is that of the point that it gives.
            let given = one.point(&normal, number, turn);
            prop_assert_eq!(one.number(&normal, given), number);
        }
    }

    #[test]
    fn corners_of_different_boards_are_different() {
        let nodes = [5, 7, 10].map(|window| {
            let mut corner = Corner::empty(window).unwrap();
            let empty = corner.normal(Color::Black).node;
            corner.set(Point::new(2, 2), Some(Color::Black));
            [empty, corner.normal(Color::White).node, corner.normal(Color::Black).node]
        });
        let different: std::collections::HashSet<u64> = nodes.into_iter().flatten().collect();
        assert_eq!(different.len(), 9);
    }

    #[test]
    fn moves_off_the_diagonal_go_where_the_letter_wants_them() {
        let size = Size::new(10, 10).unwrap();
        let mut corner = Corner::new(Board::new(size));
        let shown = |corner: &Corner, turn, col, row| {
            let normal = corner.normal(turn);
            corner.point(&normal, corner.number(&normal, Point::new(col, row)), turn)
        };
        // The corner is at the top left here: the lower half is where rows are larger.
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
