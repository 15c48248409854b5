//! Near boards: how many cells differ under the best of the 24 operations.

use super::board::Board;
use super::symmetry::Symmetry;
use crate::Color;

/// The 24 images of a board, to be compared with many other boards.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Board, BoardImages};
///
/// let images = BoardImages::new(Board::STANDARD);
/// let mut other = Board::STANDARD.transform("IR1".parse()?);
/// assert_eq!(images.distance(other, 0), Some((0, "IR1".parse()?)));
/// other.set("e5".parse()?, Some(gtn_db::Color::Black));
/// assert_eq!(images.distance(other, 2).map(|found| found.0), Some(1));
/// assert_eq!(images.distance(other, 0), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardImages {
    /// In the order of [`Symmetry::ALL`].
    images: [Board; 24],
}

impl BoardImages {
    /// The images of a board.
    pub fn new(board: Board) -> BoardImages {
        BoardImages { images: Symmetry::ALL.map(|symmetry| board.transform(symmetry)) }
    }

    /// The smallest number of cells in which another board differs from an image, and the first
    /// operation that gives this image; `None` if it is above `at_most`. A cell differs if it is
    /// empty on one board only, or has marbles of different colors. Costs 24 comparisons of bits,
    /// or none where the numbers of marbles are too different.
    pub fn distance(&self, other: Board, at_most: u32) -> Option<(u32, Symmetry)> {
        let mut limit = at_most;
        let mut best = None;
        // The other twelve images have as many marbles of each color as one of these two.
        for (first, half) in [(0, 0..12), (12, 12..24)] {
            if fewest_differences(self.images[first], other) > at_most {
                continue;
            }
            for i in half {
                let count = differences(self.images[i], other);
                if count < limit || (count == limit && best.is_none()) {
                    limit = count;
                    best = Some((count, Symmetry::ALL[i]));
                }
            }
        }
        best
    }
}

/// The number of cells that differ.
fn differences(one: Board, other: Board) -> u32 {
    let [black, white] = Color::ALL.map(|color| one.bits(color) ^ other.bits(color));
    (black | white).count_ones()
}

/// A lower bound of [`differences`] by the numbers of marbles: in one cell each number changes by
/// at most one.
fn fewest_differences(one: Board, other: Board) -> u32 {
    let [black, white] =
        Color::ALL.map(|color| i32::from(one.count(color)) - i32::from(other.count(color)));
    black.unsigned_abs().max(white.unsigned_abs()).max((black + white).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::Cell;
    use crate::abalone::test_boards::boards;
    use proptest::prelude::*;

    /// The best of 24 images, cell by cell.
    fn brute_force(board: Board, other: Board) -> (u32, Symmetry) {
        let count = |symmetry| {
            let image = board.transform(symmetry);
            Cell::all().filter(|&cell| image.color(cell) != other.color(cell)).count() as u32
        };
        Symmetry::ALL.map(|symmetry| (count(symmetry), symmetry)).into_iter().min().unwrap()
    }

    proptest! {
        #[test]
        fn the_distance_is_that_of_the_best_image(
            board in boards(),
            other in boards(),
            at_most in 0..62_u32,
        ) {
            let best = brute_force(board, other);
            let expected = Some(best).filter(|best| best.0 <= at_most);
            prop_assert_eq!(BoardImages::new(board).distance(other, at_most), expected);
        }

        #[test]
        fn changed_cells_of_an_image_are_the_distance_at_most(
            board in boards(),
            symmetry in 0..24_u8,
            changes in prop::collection::vec((0..61_u8, 0..3_usize), 0..4),
        ) {
            let mut other = board.transform(Symmetry::from_index(symmetry).unwrap());
            for &(cell, color) in &changes {
                let color = [None, Some(Color::Black), Some(Color::White)][color];
                other.set(Cell::from_index(cell).unwrap(), color);
            }
            let found = BoardImages::new(board).distance(other, changes.len() as u32);
            prop_assert_eq!(found, Some(brute_force(board, other)));
        }

        #[test]
        fn the_distance_has_no_direction(board in boards(), other in boards()) {
            let there = BoardImages::new(board).distance(other, 61).unwrap();
            let back = BoardImages::new(other).distance(board, 61).unwrap();
            prop_assert_eq!(there.0, back.0);
        }
    }

    #[test]
    fn farther_boards_are_not_near() {
        let board = |text: &str| text.parse::<crate::abalone::Setup>().unwrap().board;
        let images = BoardImages::new(board("0a1b2_0c3"));
        let distance =
            |text: &str, at_most| images.distance(board(text), at_most).map(|found| found.0);
        assert_eq!(distance("0i9h8_0g7", 0), Some(0), "half a turn");
        assert_eq!(distance("0c3_0a1b2", 0), Some(0), "recolored");
        assert_eq!(distance("0a1_0b2c3", 0), None);
        assert_eq!(distance("0a1_0b2c3", 1), Some(1));
        assert_eq!(distance("0a1c3_0b2", 0), None);
        assert_eq!(distance("0a1c3_0b2", 1), Some(1), "recolored, and one marble differs");
        assert_eq!(distance("0a1b2_0", 0), None);
        assert_eq!(distance("0a1b2_0", 1), Some(1));
        assert_eq!(distance("0b2c3_0d4", 0), None, "near boards are not moved");
        assert_eq!(distance("0e4e5_0e6", 1), None);
        assert_eq!(distance("0a1a2a3a4_0b1", 1), None);
    }
}
