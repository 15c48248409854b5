//! A corner, and how it goes under its number.

use crate::Color;
use crate::go::{Board, Point, Position, Sides, Size, Symmetry, SymmetrySet};
use crate::gtn::SubPosition;

/// The window of a corner, which lies at its top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    sub: SubPosition,
}

/// A corner as it is kept: the canonical one, and whose turn it is there.
#[derive(Clone, Debug)]
pub struct Normal {
    /// The first half of the key of the position, and the turn in its last bit.
    pub(super) node: u64,
    /// Carries the corner onto the canonical one.
    symmetry: Symmetry,
    /// The operations that carry the canonical one onto itself, and the player
    /// whose turn it is onto Black where one exchanges the colors.
    fixing: SymmetrySet,
}

impl Corner {
    /// A corner whose stones are given, in a square.
    pub fn new(board: Board) -> Corner {
        Corner { sub: SubPosition { board, open: Sides::RIGHT | Sides::BOTTOM } }
    }

    /// The window of an empty corner; none when no board has such a side.
    pub fn empty(window: u8) -> Option<Corner> {
        Some(Corner::new(Board::new(Size::new(window, window).ok()?)))
    }

    /// The window.
    pub fn board(&self) -> &Board {
        &self.sub.board
    }

    fn size(&self) -> Size {
        self.sub.board.size()
    }

    pub(super) fn set(&mut self, point: Point, stone: Option<Color>) {
        self.sub.board.set(point, stone);
    }

    /// The number of the corner when it is this player's turn.
    pub fn normal(&self, turn: Color) -> Normal {
        let canonical = self.sub.canonical();
        let (symmetry, fixing) = (canonical.symmetry(), canonical.fixing());
        // Where colors can be exchanged, it is Black's turn.
        let symmetry = if fixing.has_negative() && symmetry.color(turn) == Color::White {
            let negative = fixing.iter().find(|fixing| fixing.is_negative());
            negative.map_or(symmetry, |negative| symmetry.then(negative))
        } else {
            symmetry
        };
        let mut half = [0; 8];
        half.copy_from_slice(&canonical.key().as_bytes()[..8]);
        let is_white = symmetry.color(turn) == Color::White;
        let node = u64::from_be_bytes(half) & !1 | u64::from(is_white);
        let same = |fixing: &Symmetry| !fixing.is_negative();
        Normal { node, symmetry, fixing: fixing.iter().filter(same).collect() }
    }

    /// The number of a point in the canonical corner: of those that are alike
    /// the smallest.
    pub(super) fn number(&self, normal: &Normal, point: Point) -> u16 {
        let size = self.size();
        let point = normal.symmetry.point(point, size);
        let alike = normal.fixing.iter().map(|fixing| size.number(fixing.point(point, size)));
        alike.min().unwrap_or_else(|| size.number(point))
    }

    /// The point of this corner with a number. Where several are alike, seen
    /// with the corner at the top right, Black's lies in the lower right half
    /// and White's in the upper left; the first stone in the lower right.
    pub(super) fn point(&self, normal: &Normal, number: u16, turn: Color) -> Point {
        let size = self.size();
        let cols = u16::from(size.cols());
        let point = Point::new((number % cols) as u8, (number / cols) as u8);
        let back = normal.symmetry.inverse();
        let alike = normal.fixing.iter().map(|fixing| back.point(fixing.point(point, size), size));
        // At the top left, the lower left half is what the lower right is there.
        let goes_below = turn == Color::Black || self.sub.board.is_empty();
        let is_wanted = |&point: &Point| match point.row.cmp(&point.col) {
            std::cmp::Ordering::Greater => goes_below,
            std::cmp::Ordering::Less => !goes_below,
            std::cmp::Ordering::Equal => true,
        };
        let mut alike = alike.collect::<Vec<_>>();
        alike.sort_unstable();
        alike.iter().copied().find(is_wanted).unwrap_or(alike[0])
    }

    /// The corner after a move in it; none when the rules forbid it. The board
    /// goes on beyond the window, so stones at its end have a liberty there.
    pub fn play(&self, color: Color, point: Point) -> Option<Corner> {
        let size = self.size();
        let wider = Size::new(size.cols() + 1, size.rows() + 1).ok()?;
        let mut board = Board::new(wider);
        for (point, color) in self.sub.board.stones() {
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
