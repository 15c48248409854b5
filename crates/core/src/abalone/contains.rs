//! Patterns: a few marbles that are looked for anywhere on other boards, turned and recolored.

use std::collections::HashSet;

use super::board::Board;
use super::cell::{CELLS, Cell};
use super::symmetry::Symmetry;
use crate::Color;

/// Marbles that are looked for on boards. Empty cells of a pattern stand for anything.
///
/// A board contains a pattern if one of the 24 operations and then a move of all marbles by the
/// same steps put every marble of the pattern on a marble of the same color.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Board, Pattern, Setup};
///
/// let pattern: Setup = "0e4e5_0e6".parse()?;
/// let pattern = Pattern::new(pattern.board).unwrap();
/// let contains = |text: &str| Ok(pattern.is_in(text.parse::<Setup>()?.board));
/// assert!(contains("0c3i9_0b2a1")?);
/// assert!(!contains("0c3i9_0b2a2")?);
/// # Ok::<(), gtn_db::abalone::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The different placements: all of the first anchor, then all of the next.
    placements: Vec<Placement>,
    /// Where the placements with each anchor begin, and where the last ones end.
    starts: [usize; 2 * CELLS + 1],
}

/// A place where a pattern may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The operation that comes first.
    pub symmetry: Symmetry,
    /// The steps by which all marbles are then moved: to higher rows, and to higher numbers.
    pub steps: (i8, i8),
    /// The marbles of the pattern in this place.
    pub marbles: Board,
}

impl Placement {
    fn is_in(&self, board: Board) -> bool {
        let [black, white] = Color::ALL.map(|color| self.marbles.bits(color) & !board.bits(color));
        black | white == 0
    }
}

/// Each color with its first anchor: a placement is tried only where a marble of this color stands
/// on this cell.
const FIRST_ANCHORS: [(Color, usize); 2] = [(Color::Black, 0), (Color::White, CELLS)];

/// The number of the anchor of some marbles: their first black one, or else their first white one.
fn anchor(marbles: Board) -> usize {
    let first =
        |(color, first)| marbles.cells(color).next().map(|cell| first + usize::from(cell.index()));
    FIRST_ANCHORS.into_iter().find_map(first).expect("a pattern has a marble")
}

impl Pattern {
    /// The pattern of all marbles of a board; `None` for an empty board. Costs some thousand
    /// trials of whether the marbles fit on the board.
    pub fn new(board: Board) -> Option<Pattern> {
        if board.is_empty() {
            return None;
        }
        let mut known = HashSet::new();
        let mut placements = Vec::new();
        for symmetry in Symmetry::ALL {
            let image = board.transform(symmetry);
            for steps in (-8..=8).flat_map(|up| (-8..=8).map(move |right| (up, right))) {
                if let Some(marbles) = moved(image, steps)
                    && known.insert(marbles)
                {
                    placements.push(Placement { symmetry, steps, marbles });
                }
            }
        }
        placements.sort_by_key(|placement| anchor(placement.marbles));
        let starts = std::array::from_fn(|first| {
            placements.partition_point(|placement| anchor(placement.marbles) < first)
        });
        Some(Pattern { placements, starts })
    }

    /// Whether a board contains the pattern. Costs two operations on bits for each placement whose
    /// first marble is on the board; a pattern has at most 24 times 61 placements.
    pub fn is_in(&self, board: Board) -> bool {
        self.tried_on(board).any(|placement| placement.is_in(board))
    }

    /// The places where the pattern stands on a board. Several operations and steps that put the
    /// marbles on the same cells in the same colors are one place, with the first operation in the
    /// order of [`Symmetry::ALL`]. The places are in this order, too.
    pub fn placements_in(&self, board: Board) -> Vec<Placement> {
        let placements = self.tried_on(board).filter(|placement| placement.is_in(board));
        let mut placements: Vec<Placement> = placements.copied().collect();
        placements.sort_by_key(|placement| (placement.symmetry, placement.steps));
        placements
    }

    /// The placements whose anchor is on a board.
    fn tried_on(&self, board: Board) -> impl Iterator<Item = &Placement> {
        let anchors = FIRST_ANCHORS.into_iter().flat_map(move |(color, first)| {
            board.cells(color).map(move |cell| first + usize::from(cell.index()))
        });
        anchors.flat_map(|anchor| &self.placements[self.starts[anchor]..self.starts[anchor + 1]])
    }
}

/// All marbles moved by some steps; `None` if one of them leaves the board.
fn moved(board: Board, (up, right): (i8, i8)) -> Option<Board> {
    let mut image = Board::EMPTY;
    for color in Color::ALL {
        for cell in board.cells(color) {
            let row = cell.row().checked_add_signed(up)?;
            let number = cell.number().checked_add_signed(right)?;
            image.set(Cell::new(row, number)?, Some(color));
        }
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::Setup;
    use crate::abalone::test_boards::boards;
    use proptest::prelude::*;

    fn board(text: &str) -> Board {
        text.parse::<Setup>().unwrap().board
    }

    fn pattern(text: &str) -> Pattern {
        Pattern::new(board(text)).unwrap()
    }

    /// The different sets of marbles of a board onto which some operation and steps carry those of a
    /// pattern, cell by cell.
    fn brute_force(pattern: Board, board: Board) -> HashSet<Board> {
        let mut found = HashSet::new();
        for symmetry in Symmetry::ALL {
            let cells: Vec<(Cell, Option<Color>)> = Cell::all()
                .filter_map(|cell| {
                    let color = symmetry.color(pattern.color(cell)?);
                    Some((symmetry.cell(cell), Some(color)))
                })
                .collect();
            // Where the first marble goes fixes the steps.
            for to in Cell::all() {
                let first = cells[0].0;
                let up = to.row() as i8 - first.row() as i8;
                let right = to.number() as i8 - first.number() as i8;
                let mut image = Board::EMPTY;
                let fits = cells.iter().all(|&(cell, color)| {
                    let row = cell.row() as i8 + up;
                    let number = cell.number() as i8 + right;
                    if row < 1 || number < 1 {
                        return false;
                    }
                    let Some(cell) = Cell::new(row as u8, number as u8) else { return false };
                    image.set(cell, color);
                    board.color(cell) == color
                });
                if fits {
                    found.insert(image);
                }
            }
        }
        found
    }

    /// A part of the marbles of a board, at least one.
    fn part(board: Board, kept: u64) -> Board {
        let [black, white] = Color::ALL.map(|color| board.bits(color) & kept);
        let part = Board::from_bits(black, white).unwrap();
        if part.is_empty() { board } else { part }
    }

    proptest! {
        #[test]
        fn placements_are_those_of_brute_force(
            small in boards(),
            kept in prop::collection::vec(0..61_u32, 1..9),
            large in boards(),
        ) {
            let small = part(small, kept.iter().map(|bit| 1 << bit).sum());
            let pattern = Pattern::new(small).unwrap();
            let found = pattern.placements_in(large);
            let expected = brute_force(small, large);
            prop_assert_eq!(found.len(), expected.len());
            for placement in &found {
                prop_assert!(expected.contains(&placement.marbles));
                let image = small.transform(placement.symmetry);
                prop_assert_eq!(moved(image, placement.steps), Some(placement.marbles));
            }
            prop_assert_eq!(pattern.is_in(large), !expected.is_empty());
            prop_assert!(found.is_sorted_by_key(|found| (found.symmetry, found.steps)));
        }

        #[test]
        fn every_image_of_a_board_contains_each_part_of_it(
            whole in boards(),
            kept in any::<u64>(),
            symmetry in 0..24_u8,
        ) {
            let pattern = Pattern::new(part(whole, kept)).unwrap();
            let image = whole.transform(Symmetry::from_index(symmetry).unwrap());
            prop_assert!(pattern.is_in(image));
            let emptied = Board::from_bits(0, image.bits(Color::White)).unwrap();
            let marbles = pattern.placements[0].marbles;
            let needs_both = Color::ALL.iter().all(|&color| marbles.count(color) > 0);
            prop_assert!(!needs_both || !pattern.is_in(emptied));
        }
    }

    #[test]
    fn one_marble_has_a_place_for_every_marble() {
        let one = pattern("0e5_0");
        assert_eq!(one.placements.len(), 2 * CELLS);
        assert_eq!(one.placements_in(Board::STANDARD).len(), 28);
        assert!(Pattern::new(Board::EMPTY).is_none());
    }

    #[test]
    fn the_same_place_is_found_once() {
        // A row of three maps onto itself by half a turn and two mirrors.
        let row = pattern("0e4e5e6_0");
        let found = row.placements_in(board("0a1b2c3_0i5"));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].marbles, board("0a1b2c3_0"));
        assert_eq!(row.placements_in(board("0a1b2c3d4_0")).len(), 2);
        assert_eq!(row.placements_in(board("0_0a1b2c3")).len(), 1, "recolored");
    }

    #[test]
    fn other_marbles_do_not_contain_it() {
        let push = pattern("0e4e5_0e6");
        for text in ["0a1a2_0a3", "0e1_0e2e3", "0c3b2i9_0a1d4", "0a1b2_0c3"] {
            assert!(push.is_in(board(text)), "{text}");
        }
        for text in [
            "0a1a3_0a2", // the same marbles in another order
            "0a1a2a3_0", // one color
            "0a1a2_0b3", // around a corner
            "0a1a2_0a4", // with a gap
            "0a1_0a2",   // too few marbles
            "0b5b6_0a1", // the next cell of the text, and no neighbor
        ] {
            assert!(!push.is_in(board(text)), "{text}");
            assert_eq!(push.placements_in(board(text)), [], "{text}");
        }
        let wide = pattern("0a1a5_0");
        assert!(wide.is_in(board("0e1e5_0")));
        assert!(wide.is_in(board("0e3e7_0")));
        assert!(!wide.is_in(board("0e3e8_0")));
    }
}
