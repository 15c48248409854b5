//! Occurrences of positions that digests give.

use crate::Color;

/// An occurrence of a position in one corner of a game, found in a digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// As `CornerVisit::node`.
    pub(crate) node: u64,
    /// The player to move in the game.
    pub(crate) player: Color,
    /// The point of the continuation in the normal form, or that of tenuki.
    pub(crate) at: u16,
}
