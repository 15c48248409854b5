//! A problem as one source has it.

use super::{Charset, Turn, TurnSource};
use crate::PositionKey;
use crate::go::{Point, Region, Sides, Size, Symmetry};
use crate::solution::Dialect;

/// Where the window of a record lies on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Columns and rows of the whole board.
    pub board: Size,
    /// The window.
    pub region: Region,
    /// The sides of the window that are no edges.
    pub open: Sides,
}

impl Placement {
    /// The seven numbers that are stored: board columns and rows, window
    /// column, row, columns and rows, open sides as bits.
    pub fn to_numbers(&self) -> [u8; 7] {
        let Placement { board, region, open } = self;
        [
            board.cols(),
            board.rows(),
            region.origin.col,
            region.origin.row,
            region.size.cols(),
            region.size.rows(),
            open.bits(),
        ]
    }

    /// The placement of seven stored numbers; none when no board has it.
    pub fn from_numbers(numbers: [u8; 7]) -> Option<Placement> {
        let [cols, rows, col, row, window_cols, window_rows, open] = numbers;
        let board = Size::new(cols, rows).ok()?;
        let size = Size::new(window_cols, window_rows).ok()?;
        let region = Region { origin: Point::new(col, row), size };
        region.fits(board).then_some(Placement { board, region, open: Sides::from_bits(open) })
    }
}

/// A problem as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game tree of the source, from 1 (which line, in a list of IGTN).
    pub tree: u32,
    /// Where in the source it begins, in bytes.
    pub offset: u64,
    /// SGF's GN, if there.
    pub name: Option<String>,
    /// The key of [`text`](Self::text).
    pub key: PositionKey,
    /// The canonical text of the window.
    pub text: String,
    /// The first operation that carries the window onto the text.
    pub symmetry: Symmetry,
    /// Who moves, in the colors of the canonical text.
    pub turn: Turn,
    /// What told it.
    pub turn_source: TurnSource,
    /// The window on the record's board.
    pub placement: Placement,
    /// The number of moves in the solution tree.
    pub moves: u32,
    /// How it marks its answers.
    pub dialect: Dialect,
    /// What it says is right, on the canonical board, as
    /// [`Solution::encode`](crate::solution::Solution::encode) lays it out: that
    /// is done where records are made, on all cores.
    pub solution: Vec<u8>,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8, and whether it
    /// was guessed.
    pub charset: Option<Charset>,
    /// The game tree as it stands in the source, or that was made of what
    /// stands there in another format.
    pub sgf: Vec<u8>,
}
