//! Hashes of shapes in which one stone is removed or has lost its color.
//!
//! Two shapes differ in at most one point if and only if they become equal
//! when one stone is removed from one of them, or when one stone of each loses
//! its color:
//!
//! ```text
//!   . O X .        . O X .  −  X below      . O X .        . O X .
//!   O O X .   =    O O X .                  O ? X .   =    O ? X .
//!   ~ ~ ~ ~        ~ X ~ ~                  ~ ~ ~ ~        ~ ~ ~ ~
//!
//!   a stone was added                       a stone O became X
//! ```
//!
//! The hash of a shape is the smallest of the hashes of its images. The hash
//! of an image is the sum, modulo 2^64, of `color * COL^col * ROW^row` over its
//! stones. So removing a stone takes a subtraction, exchanging colors costs
//! nothing, and moving the image by some lines is a multiplication.

use super::normalized_shape::NormalizedShape;
use crate::go::Sides;

/// Odd numbers, so that they have inverses modulo 2^64.
const COL: u64 = 0x9e37_79b9_7f4a_7c15;
const ROW: u64 = 0xbf58_476d_1ce4_e5b9;
/// The factors of white stones, black stones, and stones without a color.
const WHITE: u64 = 0x94d0_49bb_1331_11eb;
const BLACK: u64 = 0xd6e8_feb8_6659_fd93;
const COLORLESS: u64 = 0xa076_1d64_78bd_642f;

static COLS: [u64; 64] = powers(COL);
static ROWS: [u64; 64] = powers(ROW);
static COLS_BACK: [u64; 64] = powers(invert(COL));
static ROWS_BACK: [u64; 64] = powers(invert(ROW));

const fn powers(base: u64) -> [u64; 64] {
    let mut powers = [1_u64; 64];
    let mut exponent = 1;
    while exponent < 64 {
        powers[exponent] = powers[exponent - 1].wrapping_mul(base);
        exponent += 1;
    }
    powers
}

/// The inverse of an odd number modulo 2^64, by Newton's method.
const fn invert(odd: u64) -> u64 {
    let mut inverse = odd; // correct in the lowest 3 bits; each round doubles them
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
}

/// What happens to a shape before it is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing: there is one hash.
    None,
    /// A stone is removed: there is a hash for each stone.
    Removal,
    /// A stone loses its color: there is a hash for each stone.
    ColorLoss,
}

/// The columns or the rows of an image that have stones, as bitmaps.
#[derive(Clone, Copy, Default)]
struct Lines {
    some: u64,
    /// Lines with two stones or more.
    several: u64,
}

impl Lines {
    fn add(&mut self, line: u8) {
        self.several |= self.some & 1 << line;
        self.some |= 1 << line;
    }

    /// The first line with a stone after a stone was removed; 0 if there is none.
    fn first_without(self, line: u8) -> usize {
        let left = self.some & !(1 << line) | self.several;
        left.trailing_zeros() as usize % 64
    }
}

/// The hashes of a shape after each change of a kind. Equal shapes have equal
/// hashes, in any orientation, with colors exchanged, and at any place along an
/// axis without an edge.
pub(super) fn hash_changes(shape: &NormalizedShape, change: Change) -> Vec<u64> {
    let count = if change == Change::None { 1 } else { shape.stones.len() };
    let mut hashes = vec![u64::MAX; count];
    let mut image = Vec::with_capacity(shape.stones.len());
    // A shape with an edge on the right has one on the left.
    let is_free = [Sides::LEFT, Sides::TOP].map(|side| !shape.edges.contains(side));
    for symmetry in shape.symmetries().filter(|symmetry| !symmetry.is_negative()) {
        let (mut cols, mut rows, mut sums) = (Lines::default(), Lines::default(), [0_u64; 2]);
        image.clear();
        for stone in &shape.stones {
            let at = symmetry.point(stone.point(), shape.size);
            let term = COLS[usize::from(at.col)].wrapping_mul(ROWS[usize::from(at.row)]);
            let color = usize::from(stone.is_black());
            sums[color] = sums[color].wrapping_add(term);
            cols.add(at.col);
            rows.add(at.row);
            image.push((at, color, term));
        }
        if change == Change::None {
            hashes[0] = hashes[0].min(combine(sums));
            continue;
        }
        for (hash, &(at, color, term)) in hashes.iter_mut().zip(&image) {
            let mut left = sums;
            left[color] = left[color].wrapping_sub(term);
            let changed = if change == Change::Removal {
                let first = |is_free, lines: Lines, line| {
                    if is_free { lines.first_without(line) } else { 0 }
                };
                let col = first(is_free[0], cols, at.col);
                let row = first(is_free[1], rows, at.row);
                let moved = COLS_BACK[col].wrapping_mul(ROWS_BACK[row]);
                combine(left.map(|sum| sum.wrapping_mul(moved)))
            } else {
                let colorless = COLORLESS.wrapping_mul(term);
                combine_with(left, colorless)
            };
            *hash = (*hash).min(changed);
        }
    }
    hashes.into_iter().map(mix).collect()
}

/// The smaller one of the hashes of an image and of the image with colors
/// exchanged, from the sums of white and black stones.
fn combine(sums: [u64; 2]) -> u64 {
    combine_with(sums, 0)
}

fn combine_with([white, black]: [u64; 2], rest: u64) -> u64 {
    let hash = |white: u64, black: u64| {
        WHITE.wrapping_mul(white).wrapping_add(BLACK.wrapping_mul(black)).wrapping_add(rest)
    };
    hash(white, black).min(hash(black, white))
}

/// Spreads hashes over all numbers, one to one.
pub(super) fn mix(hash: u64) -> u64 {
    (hash ^ hash >> 29).wrapping_mul(COL)
}
