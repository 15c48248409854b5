//! Block signatures: bitmaps of the 2x3 and 2x2 blocks that occur in a
//! position.
//!
//! A position that contains a pattern contains all blocks of the pattern, so a
//! position whose signature lacks one of them is skipped.
//!
//! ```text
//!   . O X .       2x3: . O X  O X .   3x2: . O  O X  X .   2x2: . O  O X  X .  …
//!   X O . .            X O .  O . .        X O  O .  . .        X O  O .  . .
//!   . . . .                                . .  . .  . .
//! ```
//!
//! Blocks that are equal in another orientation or with colors exchanged are
//! in one class. There are 115 classes of 2x3 blocks and 12 classes of 2x2
//! blocks with at least one stone, and a signature has one bit for each.

use super::normalized_shape::PackedStone;
use crate::Color;
use crate::go::{MAX_SIDE, Point, Sides, Size};
use crate::gtn::{Asked, Pattern};

/// A set of block classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BlockSignature(u128);

/// A block as a number: four bits a column, the first column lowest. The two
/// low bits of a column are its lower point, the two high bits its upper point:
/// 0 for empty, 1 for white, 2 for black.
type BlockCode = usize;

/// A column beyond the edge of the board: no stone has the code 3.
const OFF_BOARD: BlockCode = 0b1111;

/// The classes of 2x3 blocks; the classes of 2x2 blocks have the higher bits.
const LARGE_CLASSES: u128 = (1 << 115) - 1;

/// For each code of three columns, the class of the 2x3 block and the classes
/// of the two 2x2 blocks in it. Blocks that reach beyond the board have no
/// class.
static CLASSES: [u128; 4096] = {
    let (large, small) = (number_classes(3, 0), number_classes(2, LARGE_CLASSES.count_ones()));
    let mut all = large;
    let mut code = 0;
    while code < all.len() {
        all[code] |= small[code & 0xff] | small[code >> 4];
        code += 1;
    }
    all
};

const fn exchange_colors(code: BlockCode) -> BlockCode {
    (code & 0x555) << 1 | code >> 1 & 0x555
}

const fn flip_rows(code: BlockCode) -> BlockCode {
    (code & 0x333) << 2 | code >> 2 & 0x333
}

const fn reverse_columns(code: BlockCode, cols: usize) -> BlockCode {
    match cols {
        3 => (code & 15) << 8 | code & 0xf0 | code >> 8,
        _ => (code & 15) << 4 | code >> 4,
    }
}

/// Exchanges rows and columns of a 2x2 block.
const fn transpose(code: BlockCode) -> BlockCode {
    code & 0b11_00_00_11 | (code & 0b1100) << 2 | code >> 2 & 0b1100
}

/// For each code of a block of 2 or 3 columns, the bit of its class, the first
/// one being bit `first`; 0 for blocks without stones and for invalid codes.
const fn number_classes(cols: usize, first: u32) -> [u128; 4096] {
    let mut classes = [0; 4096];
    let (mut next, mut code) = (1 << first, 1);
    while code < 1 << (4 * cols) {
        let mut smallest = code;
        let mut i = 1;
        while i < 16 {
            let mut image = code;
            if i & 1 != 0 {
                image = exchange_colors(image);
            }
            if i & 2 != 0 {
                image = flip_rows(image);
            }
            if i & 4 != 0 {
                image = reverse_columns(image, cols);
            }
            if i & 8 != 0 && cols == 2 {
                image = transpose(image);
            }
            if image < smallest {
                smallest = image;
            }
            i += 1;
        }
        let is_valid = code & code >> 1 & 0x555 == 0;
        if is_valid && smallest == code {
            classes[code] = next;
            next <<= 1;
        } else if is_valid {
            classes[code] = classes[smallest];
        }
        code += 1;
    }
    classes
}

/// The lines of a shape, rows or columns, with one more line at each end. Each
/// number holds up to [`STRIP_POINTS`] points of a line, four bits a point, of
/// which the two low bits are used.
type Lines = [u64; MAX_SIDE as usize + 2];

const STRIP_POINTS: usize = u64::BITS as usize / 4;
/// How many blocks of three columns begin in a strip.
const STRIP_BLOCKS: usize = STRIP_POINTS - 2;

/// The classes of all blocks in neighboring lines. `off_board` has the code
/// [`OFF_BOARD`] at points beyond the edge.
fn collect_classes(lines: &[u64], off_board: u64) -> u128 {
    let mut found = 0;
    for pair in lines.windows(2) {
        let codes = pair[0] << 2 | pair[1] | off_board;
        // The number of iterations does not depend on the shape, so the branch
        // is always predicted.
        for at in 0..STRIP_BLOCKS {
            found |= CLASSES[(codes >> (4 * at)) as usize & 0xfff];
        }
    }
    found
}

impl BlockSignature {
    /// The signature of a shape, with the blocks that reach beyond its open
    /// sides.
    pub(super) fn of_shape(stones: &[PackedStone], size: Size, edges: Sides) -> BlockSignature {
        let mut classes = 0;
        let (cols, rows) = (usize::from(size.cols()), usize::from(size.rows()));
        // Point 0 of a strip is two points before the first point of the line,
        // and the last block ends two points behind the last one.
        for strip in (0..cols.max(rows) + 2).step_by(STRIP_BLOCKS) {
            let bits = |code: u64, point: usize| match point.wrapping_sub(strip) {
                at @ ..STRIP_POINTS => code << (4 * at),
                _ => 0,
            };
            let (mut by_rows, mut by_cols): (Lines, Lines) = ([0; _], [0; _]);
            for stone in stones {
                let (col, row) = (usize::from(stone.col()), usize::from(stone.row()));
                let code = 1 + u64::from(stone.is_black());
                by_rows[row + 1] |= bits(code, col + 2);
                by_cols[col + 1] |= bits(code, row + 2);
            }
            let axes = [
                (by_rows, rows, cols, [Sides::TOP, Sides::BOTTOM, Sides::LEFT, Sides::RIGHT]),
                (by_cols, cols, rows, [Sides::LEFT, Sides::RIGHT, Sides::TOP, Sides::BOTTOM]),
            ];
            for (lines, count, length, sides) in axes {
                let [first, last, left, right] = sides.map(|side| edges.contains(side));
                let lines = &lines[usize::from(first)..count + 2 - usize::from(last)];
                let before = if left { bits(OFF_BOARD as u64, 1) } else { 0 };
                let after = if right { bits(OFF_BOARD as u64, length + 2) } else { 0 };
                classes |= collect_classes(lines, before | after);
            }
        }
        BlockSignature(classes)
    }

    /// A bit for each class.
    pub(super) fn to_bits(self) -> u128 {
        self.0
    }

    /// The inverse of [`to_bits`](Self::to_bits).
    pub(super) fn from_bits(bits: u128) -> BlockSignature {
        BlockSignature(bits)
    }
}

/// What the signature of every position with a pattern has.
#[derive(Debug)]
pub(super) struct RequiredSignature {
    all_of: BlockSignature,
    /// Of each of these sets at least one class: a block with `?` in it has
    /// one class for each way to fill the `?`.
    one_of: Vec<BlockSignature>,
}

/// Blocks with more `?` are ignored: almost every position has one of their
/// classes.
const MAX_WILDCARDS: usize = 2;

impl RequiredSignature {
    pub(super) fn of_pattern(pattern: &Pattern) -> RequiredSignature {
        let size = pattern.size();
        let mut sets = Vec::new();
        for origin in size.points() {
            for (cols, is_by_rows) in [(3, true), (3, false), (2, true)] {
                let points = (0..cols).flat_map(|i| [(i, 0), (i, 1)]).map(|(i, line)| {
                    let (col, row) = if is_by_rows { (i, line) } else { (line, i) };
                    Point::new(origin.col + col, origin.row + row)
                });
                let is_inside = |point| size.contains(point);
                let is_wildcard = |&point: &Point| pattern.asked(point) == Asked::Anything;
                if points.clone().all(is_inside)
                    && points.clone().filter(is_wildcard).count() <= MAX_WILDCARDS
                {
                    sets.extend(possible_classes(points.map(|point| pattern.asked(point))));
                }
            }
        }
        sets.sort_unstable_by_key(|set| (set.0.count_ones(), set.0));
        let mut required = RequiredSignature { all_of: BlockSignature(0), one_of: Vec::new() };
        for set in sets {
            if set.0.is_power_of_two() {
                required.all_of.0 |= set.0;
            } else if set.0 & required.all_of.0 == 0
                && !required.one_of.iter().any(|other| set.0 & other.0 == other.0)
            {
                required.one_of.push(set);
            }
        }
        required
    }

    pub(super) fn is_met_by(&self, signature: BlockSignature) -> bool {
        signature.0 & self.all_of.0 == self.all_of.0
            && self.one_of.iter().all(|set| signature.0 & set.0 != 0)
    }
}

/// The classes that a block may have, given its points column by column;
/// `None` if the block may be empty.
fn possible_classes(points: impl Iterator<Item = Asked>) -> Option<BlockSignature> {
    let (mut codes, mut bits) = (vec![0], 0);
    for asked in points {
        let states: &[BlockCode] = match asked {
            Asked::Anything => &[0, 1, 2],
            Asked::Empty => &[0],
            Asked::Stone(Color::White) => &[1],
            Asked::Stone(Color::Black) => &[2],
        };
        codes = codes
            .iter()
            .flat_map(|code| states.iter().map(move |state| code | state << bits))
            .collect();
        bits += 2;
    }
    let class = |&code: &BlockCode| match bits {
        12 => CLASSES[code] & LARGE_CLASSES,
        _ => CLASSES[code | OFF_BOARD << 8],
    };
    let classes: Vec<u128> = codes.iter().map(class).collect();
    let all = classes.iter().fold(0, |all, class| all | class);
    (!classes.contains(&0)).then_some(BlockSignature(all))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Symmetry};
    use crate::gtn::SubPosition;
    use crate::similarity::normalized_shape::NormalizedShape;
    use crate::similarity::reference::sub_positions;
    use proptest::prelude::*;

    fn signature(window: &SubPosition) -> BlockSignature {
        let (shape, _) = NormalizedShape::from_window(window).unwrap();
        BlockSignature::of_shape(&shape.stones, shape.size, shape.edges)
    }

    #[test]
    fn there_are_115_large_and_12_small_classes() {
        assert_eq!(number_classes(3, 0).iter().max(), Some(&(1 << 114)));
        assert_eq!(number_classes(2, 115).iter().max(), Some(&(1 << 126)));
    }

    /// ```text
    ///   the pattern     has one       has none
    ///   X X ?           X X O         X X .
    ///   O . .           O . .         O . X
    /// ```
    #[test]
    fn a_block_with_a_wildcard_requires_one_of_its_classes() {
        let required = RequiredSignature::of_pattern(&"2x3|XX?O..".parse().unwrap());
        let alternatives: Vec<u32> = required.one_of.iter().map(|set| set.0.count_ones()).collect();
        assert_eq!((required.all_of.0.count_ones(), alternatives), (1, vec![3, 3]));
        let is_met = |text: &str| required.is_met_by(signature(&text.parse().unwrap()));
        assert!(is_met("2x3|XXOO..") && is_met("2x3|XOO..X"));
        assert!(!is_met("2x3|XX.O.X"));
    }

    proptest! {
        /// The pattern is the position with two empty lines added on its open
        /// sides: it requires exactly the blocks that the position has.
        #[test]
        fn a_position_has_its_blocks_in_every_orientation(
            sub in prop_oneof![3 => sub_positions(7, 1..15), 1 => sub_positions(40, 1..15)],
            index in 0u8..16,
        ) {
            let rotated = sub.transform(Symmetry::from_index(index).unwrap());
            prop_assert_eq!(signature(&sub), signature(&rotated));

            let before = |side| if sub.open.contains(side) { 2 } else { 0 };
            let size = sub.board.size();
            let mut board = Board::new(Size::new(
                size.cols() + before(Sides::LEFT) + before(Sides::RIGHT),
                size.rows() + before(Sides::TOP) + before(Sides::BOTTOM),
            ).unwrap());
            for (Point { col, row }, color) in sub.board.stones() {
                let point = Point::new(col + before(Sides::LEFT), row + before(Sides::TOP));
                board.set(point, Some(color));
            }
            let pattern = Pattern::try_from(&SubPosition { board, open: sub.open }).unwrap();
            prop_assert_eq!(signature(&sub), RequiredSignature::of_pattern(&pattern).all_of);
        }
    }
}
