//! Canonicalization: the text that is the same for all 24 images of a board.
//!
//! The canonical text, U_IATN, is the smallest of the 24 texts in byte order: `.` before `O`
//! before `X`, row i first. Twelve images are computed as bitboards, and swapping the colors gives
//! the other twelve. Two images are compared at the first cell where they differ, which is the
//! lowest bit. No text is written before the smallest image is known. The tests compare the result
//! with the smallest of 24 written texts.

use super::board::Board;
use super::lost::Lost;
use super::symmetry::Symmetry;
use crate::{Color, PositionKey};

/// The name of the scheme by which Abalone positions get their keys: the first 16 bytes of BLAKE3
/// over the canonical text.
///
/// # Stability
///
/// As for [`KEY_SCHEME`](crate::KEY_SCHEME), the scheme of Go: within a scheme the key of a
/// position never changes.
pub const KEY_SCHEME: &str = "aba1";

/// The canonical image of a board and how it is reached.
///
/// Made by [`Board::canonicalize`].
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::Board;
///
/// let canonical = Board::STANDARD.canonicalize();
/// assert_eq!(
///     canonical.text(),
///     "aba5|...OO....OO....OOOX....OOOXXX...OOOXXX....OXXX....XX....XX..."
/// );
/// assert_eq!(canonical.symmetry().to_string(), "IR1");
/// assert_eq!(canonical.key().to_string(), "ae02b5eba880deddec5ac11780bfd3a3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    board: Board,
    symmetry: Symmetry,
    is_own_negative: bool,
}

/// The side to move on a canonical board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CanonicalTurn {
    /// The side to move is not known.
    Unknown,
    /// This color.
    Color(Color),
    /// Black or White: the board is its own negative, so with Black to move it is the same problem
    /// as with White to move.
    Either,
}

/// An image of a board, compared as its text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Image {
    occupied: u64,
    black: u64,
}

impl Image {
    /// Whether the text of this image comes before that of another.
    fn is_before(self, other: Image) -> bool {
        let differences = (self.occupied ^ other.occupied) | (self.black ^ other.black);
        let first = differences & differences.wrapping_neg(); // the lowest bit
        let rank = |image: Image| (image.occupied & first != 0, image.black & first != 0);
        rank(self) < rank(other)
    }

    fn board(self) -> Board {
        Board::from_bits(self.black, self.occupied & !self.black).expect("the colors are disjoint")
    }
}

impl Board {
    /// Computes the canonical form. Takes about 0.15 µs; the key of it takes 0.5 µs more.
    pub fn canonicalize(self) -> CanonicalForm {
        let black = self.bits(Color::Black);
        let occupied = black | self.bits(Color::White);
        let (without_colors, with_colors) = Symmetry::ALL.split_at(12);
        let mut images = [Image { occupied, black }; 24];
        for (i, symmetry) in without_colors.iter().enumerate() {
            let (occupied, black) = (symmetry.cells(occupied), symmetry.cells(black));
            images[i] = Image { occupied, black };
            images[i + with_colors.len()] = Image { occupied, black: occupied ^ black };
        }
        let (mut best, mut negative_best) = (0, 12);
        for i in 1..12 {
            if images[i].is_before(images[best]) {
                best = i;
            }
            if images[12 + i].is_before(images[negative_best]) {
                negative_best = 12 + i;
            }
        }
        let is_own_negative = images[best] == images[negative_best];
        if images[negative_best].is_before(images[best]) {
            best = negative_best;
        }
        CanonicalForm {
            board: images[best].board(),
            symmetry: Symmetry::ALL[best],
            is_own_negative,
        }
    }

    /// The operations that map the board onto itself, in the order of [`Symmetry::ALL`].
    pub fn stabilizer(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |&symmetry| self.transform(symmetry) == self)
    }
}

impl CanonicalForm {
    /// The canonical board: its text is the smallest of the 24.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The canonical text: the U_IATN.
    pub fn text(&self) -> String {
        self.board.to_string()
    }

    /// The key of the position: a hash of the canonical text.
    pub fn key(&self) -> PositionKey {
        PositionKey::of_ascii(&self.board.to_iatn())
    }

    /// The first operation, in the order of [`Symmetry::ALL`], that maps the board onto the
    /// canonical one.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Whether some operation that swaps the colors maps the board onto itself.
    pub fn is_own_negative(&self) -> bool {
        self.is_own_negative
    }

    /// The side to move on the canonical board, from the side to move on the original board. It is
    /// `Either` on a board that is its own negative, whatever the original side.
    pub fn turn(&self, turn: Option<Color>) -> CanonicalTurn {
        match turn {
            _ if self.is_own_negative => CanonicalTurn::Either,
            None => CanonicalTurn::Unknown,
            Some(color) => CanonicalTurn::Color(self.symmetry.color(color)),
        }
    }

    /// The marbles lost, in the colors of the canonical board.
    ///
    /// On a board that is its own negative the colors mean nothing, but who is to move does: there
    /// the side to move, if known, counts as Black.
    pub fn lost(&self, turn: Option<Color>, lost: Lost) -> Lost {
        let is_swapped = match turn {
            Some(color) if self.is_own_negative => color == Color::White,
            _ => self.symmetry.is_negative(),
        };
        if is_swapped { lost.negative() } else { lost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    use crate::abalone::test_boards::boards;

    /// The smallest of 24 texts, and the first operation that gives it.
    fn smallest_text(board: Board) -> (String, Symmetry) {
        let texts = Symmetry::ALL.map(|symmetry| (board.transform(symmetry).to_string(), symmetry));
        texts.into_iter().min().unwrap()
    }

    proptest! {
        #[test]
        fn the_canonical_text_is_the_smallest_of_24(board in boards()) {
            let canonical = board.canonicalize();
            let (text, symmetry) = smallest_text(board);
            prop_assert_eq!(canonical.text(), text);
            prop_assert_eq!(canonical.symmetry(), symmetry);
            let is_own_negative = board.stabilizer().any(Symmetry::is_negative);
            prop_assert_eq!(canonical.is_own_negative(), is_own_negative);
        }

        #[test]
        fn the_24_images_have_one_key(board in boards()) {
            let canonical = board.canonicalize();
            for symmetry in Symmetry::ALL {
                let image = board.transform(symmetry).canonicalize();
                prop_assert_eq!(image.board(), canonical.board());
                prop_assert_eq!(image.key(), canonical.key());
            }
        }

        #[test]
        fn a_problem_turned_and_recolored_is_the_same_problem(
            board in boards(),
            symmetry in 0..24_u8,
            losses in (0..7_u8, 0..7_u8),
            turn in prop::option::of(prop::sample::select(&Color::ALL)),
        ) {
            let symmetry = Symmetry::from_index(symmetry).unwrap();
            let lost = Lost::new(losses.0, losses.1).unwrap();
            let turned_lost = lost.transform(symmetry);
            let turned_turn = turn.map(|color| symmetry.color(color));
            let (one, other) = (board.canonicalize(), board.transform(symmetry).canonicalize());
            prop_assert_eq!(one.turn(turn), other.turn(turned_turn));
            if turn.is_some() || !one.is_own_negative() {
                prop_assert_eq!(one.lost(turn, lost), other.lost(turned_turn, turned_lost));
            }
        }
    }

    #[test]
    fn different_problems_differ() {
        // Black on a1, White on i9: its own negative, and so is the image with the colors swapped.
        let mut board = Board::EMPTY;
        board.set("a1".parse().unwrap(), Some(Color::Black));
        board.set("i9".parse().unwrap(), Some(Color::White));
        let form = board.canonicalize();
        assert!(form.is_own_negative());
        assert_eq!(form.turn(None), CanonicalTurn::Either);
        assert_eq!(form.turn(Some(Color::White)), CanonicalTurn::Either);
        let lost = Lost::new(5, 0).unwrap();
        assert_ne!(form.lost(Some(Color::Black), lost), form.lost(Some(Color::White), lost));

        board.set("e5".parse().unwrap(), Some(Color::White));
        let form = board.canonicalize();
        assert!(!form.is_own_negative());
        assert_ne!(form.turn(Some(Color::Black)), form.turn(Some(Color::White)));
        assert_eq!(form.turn(None), CanonicalTurn::Unknown);
    }
}
