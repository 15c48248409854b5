//! How much of a corner counts.

/// What counts as a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CornerOptions {
    /// Columns and rows of the window, at most half of the board, rounded up.
    pub window: u8,
    /// Number of moves followed in a corner; 0 counts as 1.
    pub moves: u8,
}

impl Default for CornerOptions {
    fn default() -> CornerOptions {
        CornerOptions { window: 10, moves: 30 }
    }
}
