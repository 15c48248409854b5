//! Pairs of positions that differ in few cells.

use rayon::prelude::*;

use crate::abalone::{Board, BoardImages};
use crate::similarity::NearPair;

/// Finds all pairs of boards that differ in at most `k` cells under the best of the 24 operations,
/// in the order of their places in the list. Equal positions are pairs at distance 0.
///
/// Takes less than 100 ns per pair of boards, and all cores.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::abalone::{Board, Setup};
/// use gtn_db::find::abalone::find_near_pairs;
///
/// let boards = ["0a1b2_0c3", "0i9_0h8g7", "0a1_0i9"];
/// let boards: Vec<Board> =
///     boards.iter().map(|text| text.parse::<Setup>().unwrap().board).collect();
/// let pairs = find_near_pairs(&boards, 1);
/// assert_eq!((pairs.len(), pairs[0].numbers, pairs[0].distance), (1, (0, 1), 1));
/// ```
///
/// # Panics
/// If there are more than 2³² boards.
pub fn find_near_pairs(boards: &[Board], k: u8) -> Vec<NearPair> {
    let number = |place: usize| u32::try_from(place).expect("the boards have numbers of 32 bits");
    let pairs_of = |first: usize| {
        let images = BoardImages::new(boards[first]);
        let others = boards.iter().enumerate().skip(first + 1);
        let pair = move |(second, &other): (usize, &Board)| {
            let (distance, _) = images.distance(other, k.into())?;
            let distance = u8::try_from(distance).expect("at most k");
            Some(NearPair { numbers: (number(first), number(second)), distance })
        };
        others.filter_map(pair).collect::<Vec<NearPair>>()
    };
    (0..boards.len()).into_par_iter().flat_map_iter(pairs_of).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Color;
    use crate::abalone::{Cell, Symmetry};

    /// The fewest cells in which a board differs from an image of another.
    fn brute_force(one: Board, other: Board) -> u8 {
        let differences = |symmetry| {
            let image = one.transform(symmetry);
            Cell::all().filter(|&cell| image.color(cell) != other.color(cell)).count() as u8
        };
        Symmetry::ALL.into_iter().map(differences).min().unwrap()
    }

    fn board(marbles: &[(u8, bool)]) -> Board {
        let mut board = Board::EMPTY;
        for &(cell, is_black) in marbles {
            let color = if is_black { Color::Black } else { Color::White };
            board.set(Cell::from_index(cell).unwrap(), Some(color));
        }
        board
    }

    proptest! {
        #[test]
        fn pairs_are_those_of_brute_force(
            boards in prop::collection::vec(prop::collection::vec((0..61_u8, any::<bool>()), 0..4), 0..7),
            k in 0..5_u8,
        ) {
            let boards: Vec<Board> = boards.iter().map(|marbles| board(marbles)).collect();
            let mut expected = Vec::new();
            for (first, &one) in (0..).zip(&boards) {
                for (second, &other) in (0..).zip(&boards).skip(first as usize + 1) {
                    let distance = brute_force(one, other);
                    if distance <= k {
                        expected.push(NearPair { numbers: (first, second), distance });
                    }
                }
            }
            prop_assert_eq!(find_near_pairs(&boards, k), expected);
        }
    }
}
