//! Digests: what most questions need of a game, in bytes that are compared without decoding its
//! moves.
//!
//! A digest describes the main line. Its bytes are stored by column: byte `n` of the digests of
//! many games is a **plane**, and a question reads the planes that it needs. A row is one game.
//!
//! ```text
//!   planes       content
//!   0, 1         columns and rows of the board
//!   2            flags
//!   3, 4         number of steps, low byte first
//!   5            stones before the first move
//!   then         for each corner: two bytes of flags, 16 stones, 16 steps
//!   last         the first 16 entries on the whole board, two bytes each, low byte first
//! ```
//!
//! A **corner** is a square of ten lines, of half of a smaller board, seen with its corner at the
//! upper left. Its list has the stones in the order in which they arrive. The list ends with
//! [`NONE`] when no other stone arrives until the end of the game. It ends with [`UNCLEAR`] when the
//! prefixes of the list are no longer the positions of the corner: at the first step that removes
//! one of the stones. A flag marks the stones that are removed later:
//!
//! ```text
//!   step 3   Black R17            list:  R17  P17  Q18   UNCLEAR   The first three stones are the
//!   step 8   White P17            flags:  0    1    0              positions of the corner. The
//!   step 9   Black Q18                                             pattern "R17 alone" cannot match
//!   step 30  Black takes P17                                       after step 30: Q18 stays for ever.
//! ```
//!
//! The list of the whole board has the stones before the first move, then the moves, passes
//! included. It ends with [`UNCLEAR`] at the first move that captures.
//!
//! A question walks along a list until the answer is certain. A row for which the list does not
//! decide is **undecided**: the caller decodes the game. So a digest never changes an answer.

mod corner;
mod encode;
mod opening;
mod positions;
mod search;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use corner::CornerImage;
pub use encode::digest_game;
pub use positions::{CornerPosition, visit_corner_positions};
pub use search::DigestSearch;

/// The version of the meaning of the bytes. Digests of another version are made again.
pub const DIGEST_FORMAT: i64 = 1;

/// Number of bytes of a digest.
pub const DIGEST_PLANES: usize = OPENING + 2 * LISTED;

/// Columns and rows of a corner on a large board.
pub const CORNER_SIDE: u8 = 10;

/// Entries of a list.
const LISTED: usize = 16;

const COLS: usize = 0;
const ROWS: usize = 1;
const FLAGS: usize = 2;
const STEPS: [usize; 2] = [3, 4];
const SETUP: usize = 5;
const CORNERS: usize = 6;
const CORNER_BYTES: usize = 2 + 2 * LISTED;
const OPENING: usize = CORNERS + 4 * CORNER_BYTES;

/// The game has variations.
const VARIED: u8 = 1;
/// The lists do not describe the main line: stones are set up in mid-game, or the game is damaged.
const IRREGULAR: u8 = 2;
/// White plays the first move.
const WHITE_FIRST: u8 = 4;
/// A player moves twice in a row.
const NOT_ALTERNATING: u8 = 8;

/// In the list of a corner: no further stone.
const NONE: u8 = 255;
/// In the list of a corner: the stones before this place are not all that can be known.
const UNCLEAR: u8 = 254;
/// Added to the point of a white stone in the list of a corner.
const WHITE: u8 = CORNER_SIDE * CORNER_SIDE;

/// In the list of the whole board, as in that of a corner.
const NO_MOVE: u16 = u16::MAX;
const UNCLEAR_MOVE: u16 = u16::MAX - 1;
/// The least entry that is a pass; the player is its lowest bit.
const PASSES: u16 = u16::MAX - 3;

/// The plane of the flags of the listed stones `8 * half` and up: a bit for each that is removed later.
fn removed_plane(corner: usize, half: usize) -> usize {
    CORNERS + corner * CORNER_BYTES + half
}

/// The plane of a listed stone.
fn stone_plane(corner: usize, number: usize) -> usize {
    CORNERS + corner * CORNER_BYTES + 2 + number
}

/// The plane of the step of a listed stone.
fn step_plane(corner: usize, number: usize) -> usize {
    CORNERS + corner * CORNER_BYTES + 2 + LISTED + number
}

/// The planes of an entry on the whole board, the low byte first.
fn opening_planes(number: usize) -> [usize; 2] {
    [OPENING + 2 * number, OPENING + 2 * number + 1]
}

/// The digests of many games, by plane.
pub trait DigestPlanes {
    /// Why a plane cannot be read.
    type Error;

    /// Number of games.
    fn rows(&self) -> usize;

    /// One byte of each game.
    ///
    /// # Errors
    /// When the plane cannot be read.
    fn plane(&mut self, number: usize) -> Result<Arc<Vec<u8>>, Self::Error>;
}
