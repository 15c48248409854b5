//! The 24 operations: the twelve symmetries of the hexagon, each with and without swapping the
//! colors.
//!
//! ```text
//!      IR0          IR1          IR2          SR0          SR1
//!     . . .        . . .        X . .        . . .        . . .
//!    . . . .      . . . .      O . . .      . . . .      . . . .
//!   . . . . .    X . . . .    . . . . .    . . . . .    . . . . X
//!    . . . .      O . . .      . . . .      . . . .      . . . O
//!     X O .        . . .        . . .        . O X        . . .
//! ```
//!
//! The board of the drawing is smaller than the real one.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::board::Board;
use super::cell::{CELLS, Cell, Direction};
use super::lost::Lost;
use crate::Color;

/// One of the 24 operations.
///
/// `IR0` to `IR5` rotate clockwise by 0, 60, … 300 degrees; `SR0` to `SR5` rotate likewise and
/// then mirror across the vertical axis; the prefix `N_` also swaps the colors.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::Symmetry;
///
/// let turn: Symmetry = "IR1".parse()?;
/// let mirror: Symmetry = "N_SR0".parse()?;
/// assert_eq!(turn.then(mirror).to_string(), "N_SR1");
/// assert_eq!(turn.inverse().to_string(), "IR5");
/// # Ok::<(), gtn_db::abalone::ParseSymmetryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8); // index = turns + 6 if mirrored + 12 if negative

/// A text that is not the name of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not an operation: write IR0 to IR5 or SR0 to SR5, with or without the prefix N_", .0.escape_debug())]
pub struct ParseSymmetryError(pub String);

const NAMES: [&str; 24] = [
    "IR0", "IR1", "IR2", "IR3", "IR4", "IR5", "SR0", "SR1", "SR2", "SR3", "SR4", "SR5", "N_IR0",
    "N_IR1", "N_IR2", "N_IR3", "N_IR4", "N_IR5", "N_SR0", "N_SR1", "N_SR2", "N_SR3", "N_SR4",
    "N_SR5",
];

/// The bits of an index into a table of a bitboard.
const CHUNK: usize = 6;
const CHUNKS: usize = CELLS.div_ceil(CHUNK);

/// For each operation without colors and each chunk of six cells, the images of every subset of
/// these cells. An image of a bitboard is the union of eleven entries.
static IMAGES: [[[u64; 1 << CHUNK]; CHUNKS]; 12] = {
    let mut images = [[[0; 1 << CHUNK]; CHUNKS]; 12];
    let mut i = 0;
    while i < 12 * CHUNKS {
        let (symmetry, chunk) = (Symmetry((i / CHUNKS) as u8), i % CHUNKS);
        let mut subset: usize = 1;
        while subset < 1 << CHUNK {
            let lowest = subset.trailing_zeros() as usize;
            let others = images[symmetry.0 as usize][chunk][subset & (subset - 1)];
            images[symmetry.0 as usize][chunk][subset] = others;
            if let Some(cell) = Cell::from_index((chunk * CHUNK + lowest) as u8) {
                images[symmetry.0 as usize][chunk][subset] |= symmetry.cell(cell).bit();
            }
            subset += 1;
        }
        i += 1;
    }
    images
};

impl Symmetry {
    /// `IR0`, the identity.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// `N_IR0`, which only swaps the colors.
    pub const NEGATIVE: Symmetry = Symmetry(12);

    /// All operations in the order IR0…IR5, SR0…SR5, N_IR0…N_SR5.
    pub const ALL: [Symmetry; 24] = {
        let mut all = [Symmetry(0); 24];
        let mut i = 0;
        while i < 24 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// The index in [`ALL`](Self::ALL), 0 to 23. Stored in databases: it never changes.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The operation with an index in [`ALL`](Self::ALL); `None` from 24 on.
    pub const fn from_index(index: u8) -> Option<Symmetry> {
        if index < 24 { Some(Symmetry(index)) } else { None }
    }

    /// The name, such as `N_SR5`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The number of turns by 60 degrees clockwise, 0 to 5.
    pub const fn turns(self) -> u8 {
        self.0 % 6
    }

    /// Whether the operation mirrors the rotated board.
    pub const fn mirrors(self) -> bool {
        self.0 / 6 % 2 == 1
    }

    /// Whether the operation swaps the colors.
    pub const fn is_negative(self) -> bool {
        self.0 >= 12
    }

    /// The operation with these parts.
    const fn of_parts(turns: u8, mirrors: bool, is_negative: bool) -> Symmetry {
        Symmetry(turns % 6 + 6 * mirrors as u8 + 12 * is_negative as u8)
    }

    /// The operation equivalent to `self` followed by `next`.
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // After a mirror, rotations have the opposite direction.
        let turns = if self.mirrors() {
            6 + self.turns() - next.turns()
        } else {
            self.turns() + next.turns()
        };
        let mirrors = self.mirrors() != next.mirrors();
        Symmetry::of_parts(turns, mirrors, self.is_negative() != next.is_negative())
    }

    /// The operation that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.mirrors() {
            self // every reflection is its own inverse
        } else {
            Symmetry::of_parts(6 - self.turns(), false, self.is_negative())
        }
    }

    /// The image of a cell.
    pub const fn cell(self, cell: Cell) -> Cell {
        let (row, number) = self.vector((cell.row() as i8 - 5, cell.number() as i8 - 5));
        Cell::new((row + 5) as u8, (number + 5) as u8).expect("an operation maps cells to cells")
    }

    /// The image of a direction.
    pub const fn direction(self, direction: Direction) -> Direction {
        let (row, number) = self.vector(direction.vector());
        let mut i = 0;
        loop {
            let image = Direction::ALL[i];
            let (up, right) = image.vector();
            if up == row && right == number {
                return image;
            }
            i += 1; // one of the six is the image, because operations map neighbors to neighbors
        }
    }

    /// The image of a difference of rows and numbers.
    const fn vector(self, (mut row, mut number): (i8, i8)) -> (i8, i8) {
        let mut turns = self.turns();
        while turns > 0 {
            (row, number) = (row - number, row);
            turns -= 1;
        }
        if self.mirrors() { (row, row - number) } else { (row, number) }
    }

    /// The color of a marble after the operation.
    pub const fn color(self, color: Color) -> Color {
        match (self.is_negative(), color) {
            (false, color) => color,
            (true, Color::Black) => Color::White,
            (true, Color::White) => Color::Black,
        }
    }

    /// The image of a set of cells.
    pub(super) fn cells(self, bits: u64) -> u64 {
        let tables = &IMAGES[usize::from(self.0 % 12)];
        let mut image = 0;
        for (chunk, table) in tables.iter().enumerate() {
            image |= table[(bits >> (chunk * CHUNK)) as usize & ((1 << CHUNK) - 1)];
        }
        image
    }
}

impl Board {
    /// Applies an operation.
    pub fn transform(self, symmetry: Symmetry) -> Board {
        let images = Color::ALL.map(|color| symmetry.cells(self.bits(color)));
        let board = Board::from_bits(images[0], images[1]);
        let board = board.expect("an operation maps different cells to different cells");
        if symmetry.is_negative() { board.negative() } else { board }
    }
}

impl Lost {
    /// Applies an operation: swaps the colors if it does.
    pub const fn transform(self, symmetry: Symmetry) -> Lost {
        if symmetry.is_negative() { self.negative() } else { self }
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(name: &str) -> Result<Symmetry, ParseSymmetryError> {
        Symmetry::ALL
            .into_iter()
            .find(|symmetry| symmetry.name() == name)
            .ok_or_else(|| ParseSymmetryError(name.to_owned()))
    }
}
