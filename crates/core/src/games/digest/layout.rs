//! The bytes of a digest, and the planes of many.

use std::sync::Arc;

/// The version of the meaning of the bytes. Digests of another version are made again.
pub const DIGEST_FORMAT: i64 = 1;

/// Number of bytes of a digest.
pub const DIGEST_PLANES: usize = OPENING + 2 * LISTED;

/// Columns and rows of a corner on a large board.
pub const CORNER_SIDE: u8 = 10;

/// Entries of a list.
pub(super) const LISTED: usize = 16;

pub(super) const COLS: usize = 0;
pub(super) const ROWS: usize = 1;
pub(super) const FLAGS: usize = 2;
pub(super) const STEPS: [usize; 2] = [3, 4];
pub(super) const SETUP: usize = 5;
pub(super) const CORNERS: usize = 6;
pub(super) const CORNER_BYTES: usize = 2 + 2 * LISTED;
pub(super) const OPENING: usize = CORNERS + 4 * CORNER_BYTES;

/// The game has variations.
pub(super) const VARIED: u8 = 1;
/// The lists do not describe the main line: stones are set up in mid-game, or the game is damaged.
pub(super) const IRREGULAR: u8 = 2;
/// White plays the first move.
pub(super) const WHITE_FIRST: u8 = 4;
/// A player moves twice in a row.
pub(super) const NOT_ALTERNATING: u8 = 8;

/// In the list of a corner: no further stone.
pub(super) const NONE: u8 = 255;
/// In the list of a corner: the stones before this place are not all that can be known.
pub(super) const UNCLEAR: u8 = 254;
/// Added to the point of a white stone in the list of a corner.
pub(super) const WHITE: u8 = CORNER_SIDE * CORNER_SIDE;

/// In the list of the whole board, as in that of a corner.
pub(super) const NO_MOVE: u16 = u16::MAX;
pub(super) const UNCLEAR_MOVE: u16 = u16::MAX - 1;
/// The least entry that is a pass; the player is its lowest bit.
pub(super) const PASSES: u16 = u16::MAX - 3;

/// The plane of the flags of the listed stones `8 * half` and up: a bit for each that is removed later.
pub(super) fn removed_plane(corner: usize, half: usize) -> usize {
    CORNERS + corner * CORNER_BYTES + half
}

/// The plane of a listed stone.
pub(super) fn stone_plane(corner: usize, number: usize) -> usize {
    CORNERS + corner * CORNER_BYTES + 2 + number
}

/// The plane of the step of a listed stone.
pub(super) fn step_plane(corner: usize, number: usize) -> usize {
    CORNERS + corner * CORNER_BYTES + 2 + LISTED + number
}

/// The planes of an entry on the whole board, the low byte first.
pub(super) fn opening_planes(number: usize) -> [usize; 2] {
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
