//! Zobrist hashing: the hash of a board is the XOR of one value per stone.

use crate::Color;

/// The Zobrist value of a stone at an index, for any numbering of points.
///
/// Computed instead of looked up in a table of random numbers: the output of the generator
/// SplitMix64 (Sebastiano Vigna) for the state `2 * index + color`.
#[doc(hidden)]
pub const fn zobrist_value(index: u16, color: Color) -> u64 {
    let stone = (index as u64) << 1 | color as u64;
    let z = (stone + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
