//! How much of a corner counts.

use crate::games::MoveRange;
use crate::go::MAX_SIDE;

/// What counts as a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerOptions {
    /// Columns and rows of the window, at most half of the board, rounded up.
    pub window: u8,
    /// Number of moves followed in a corner; 0 counts as 1.
    pub moves: u8,
    /// Only occurrences in which the player comes to move directly after one of these moves of the line.
    pub after: MoveRange,
}

impl CornerOptions {
    /// The largest window: half of the largest board.
    pub const MAX_WINDOW: u8 = MAX_SIDE.div_ceil(2);
}

impl Default for CornerOptions {
    fn default() -> CornerOptions {
        CornerOptions { window: 10, moves: 30, after: MoveRange::default() }
    }
}

/// The columns and rows of a corner of a board: those of the window, or half of the shorter side, rounded
/// up, where that is less.
pub(crate) fn corner_side(window: u8, cols: u8, rows: u8) -> u8 {
    window.min(cols.min(rows).div_ceil(2))
}
