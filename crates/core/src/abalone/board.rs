//! Boards: which marbles are on which cells.

use super::cell::{CELLS, Cell};
use crate::Color;

/// All cells as a bitboard.
const ALL_CELLS: u64 = (1 << CELLS) - 1;

/// The marbles on the 61 cells, as one bit per cell and color.
///
/// Neither the number of marbles nor the side to move is part of a board. Its text is an IATN:
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::abalone::Board;
///
/// let board = Board::STANDARD;
/// assert_eq!(
///     board.to_string(),
///     "aba5|OOOOOOOOOOO..OOO.............................XXX..XXXXXXXXXXX"
/// );
/// assert_eq!(board.color("c3".parse()?), Some(Color::Black));
/// assert_eq!(board.count(Color::White), 14);
/// # Ok::<(), gtn_db::abalone::ParseCellError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    /// The bit of cell `i` is `1 << i`. No cell is in both.
    black: u64,
    white: u64,
}

impl Board {
    /// A board without marbles. No text of a position is read as this one.
    pub const EMPTY: Board = Board { black: 0, white: 0 };

    /// The start of the standard game: 14 marbles of each color on two opposite sides.
    pub const STANDARD: Board =
        Board::of_points(b"OOOOOOOOOOO..OOO.............................XXX..XXXXXXXXXXX");

    /// The Belgian daisy, the start of most tournament games: two flowers of each color.
    pub const BELGIAN_DAISY: Board =
        Board::of_points(b"OO.XXOOOXXX.OO.XX...........................XX.OO.XXXOOOXX.OO");

    /// The board of 61 characters `.`, `X` and `O`.
    const fn of_points(points: &[u8; CELLS]) -> Board {
        let mut board = Board::EMPTY;
        let mut i = 0;
        while i < CELLS {
            match points[i] {
                b'X' => board.black |= 1 << i,
                b'O' => board.white |= 1 << i,
                _ => {}
            }
            i += 1;
        }
        board
    }

    /// The board with these bits, where cell `i` is bit `i`; `None` if a cell has both colors or a
    /// bit is no cell.
    pub const fn from_bits(black: u64, white: u64) -> Option<Board> {
        if black & white == 0 && (black | white) & !ALL_CELLS == 0 {
            Some(Board { black, white })
        } else {
            None
        }
    }

    /// The cells with marbles of a color: cell `i` is bit `i`, the bits 61 to 63 are 0.
    pub const fn bits(&self, color: Color) -> u64 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The color of the marble on a cell; `None` for an empty cell.
    pub const fn color(&self, cell: Cell) -> Option<Color> {
        if self.black & cell.bit() != 0 {
            Some(Color::Black)
        } else if self.white & cell.bit() != 0 {
            Some(Color::White)
        } else {
            None
        }
    }

    /// Puts a marble on a cell or takes away the one that is there.
    pub const fn set(&mut self, cell: Cell, color: Option<Color>) {
        self.black &= !cell.bit();
        self.white &= !cell.bit();
        match color {
            Some(Color::Black) => self.black |= cell.bit(),
            Some(Color::White) => self.white |= cell.bit(),
            None => {}
        }
    }

    /// The number of marbles of a color.
    pub const fn count(&self, color: Color) -> u8 {
        self.bits(color).count_ones() as u8
    }

    /// Whether there are no marbles.
    pub const fn is_empty(&self) -> bool {
        self.black | self.white == 0
    }

    /// The cells with marbles of a color, in the order of texts.
    pub fn cells(&self, color: Color) -> impl Iterator<Item = Cell> + use<> {
        let mut bits = self.bits(color);
        std::iter::from_fn(move || {
            let cell = Cell::from_index(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(cell)
        })
    }

    /// The same with the colors swapped.
    pub const fn negative(self) -> Board {
        Board { black: self.white, white: self.black }
    }
}
