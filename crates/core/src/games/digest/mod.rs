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
//! `NONE` when no other stone arrives until the end of the game. It ends with `UNCLEAR` when the
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
//! included. It ends with `UNCLEAR` at the first move that captures.
//!
//! A question walks along a list until the answer is certain. A row for which the list does not
//! decide is **undecided**: the caller decodes the game. So a digest never changes an answer.

mod corner;
mod corner_states;
mod encode;
mod layout;
mod opening;
mod positions;
mod search;
#[cfg(test)]
mod tests;

pub use corner::CornerStone;
pub use corner_states::CornerImage;
pub use encode::digest_game;
pub use layout::{CORNER_SIDE, DIGEST_FORMAT, DIGEST_PLANES, DigestPlanes};
pub use positions::{CornerPosition, CornerPositions};
pub use search::{DigestSearch, RowMatch};
