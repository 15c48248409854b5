//! The small blocks of points that a position is made of: what has a pattern
//! has its blocks.
//!
//! ```text
//!   . O X .       of 2x3: . O X  O X .   of 3x2: . O  O X  X .   of 2x2: . O  O X  X .  …
//!   X O . .               X O .  O . .           X O  O .  . .           X O  O .  . .
//!   . . . .                                      . .  . .  . .
//! ```
//!
//! Two blocks that are the same in another orientation or color are of one
//! kind. There are 115 kinds of 2x3 and 12 of 2x2 with a stone: a bit for each.

use rayon::prelude::*;

use super::index::{Entry, Index};
#[cfg(test)]
use super::normalized_shape::Figure;
use super::normalized_shape::Stone;
use crate::Color;
use crate::go::{MAX_SIDE, Point, Sides};
use crate::gtn::{Asked, Pattern};

/// A set of kinds of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Blocks(u128);

/// A block of two lines: four bits a column, the first one lowest; of them two
/// for the point below, white and black, and two for the point above.
type Code = usize;

/// A column, or both points of it, where there is no board.
const OFF: Code = 0b1111;

/// The kinds of 2x3.
const LARGE: Blocks = Blocks((1 << 115) - 1);

/// Of each code of three columns: its kind, if no point of it lies off the
/// board, and those of the two squares in it.
static KINDS: [u128; 4096] = {
    let (large, small) = (kinds(3, 0), kinds(2, LARGE.0.count_ones()));
    let mut all = large;
    let mut code = 0;
    while code < all.len() {
        all[code] |= small[code & 0xff] | small[code >> 4];
        code += 1;
    }
    all
};

const fn exchanged(code: Code) -> Code {
    (code & 0x555) << 1 | code >> 1 & 0x555
}

const fn upside_down(code: Code) -> Code {
    (code & 0x333) << 2 | code >> 2 & 0x333
}

const fn mirrored(code: Code, cols: usize) -> Code {
    match cols {
        3 => (code & 15) << 8 | code & 0xf0 | code >> 8,
        _ => (code & 15) << 4 | code >> 4,
    }
}

/// Rows and columns exchanged, of two columns.
const fn transposed(code: Code) -> Code {
    code & 0b11_00_00_11 | (code & 0b1100) << 2 | code >> 2 & 0b1100
}

/// The kind of each code of so many columns, numbered from `first` on; none of
/// blocks without stones, and of what is no block.
const fn kinds(cols: usize, first: u32) -> [u128; 4096] {
    let mut kinds = [0; 4096];
    let (mut next, mut code) = (1 << first, 1);
    while code < 1 << (4 * cols) {
        let mut least = code;
        let mut i = 1;
        while i < 16 {
            let mut image = code;
            if i & 1 != 0 {
                image = exchanged(image);
            }
            if i & 2 != 0 {
                image = upside_down(image);
            }
            if i & 4 != 0 {
                image = mirrored(image, cols);
            }
            if i & 8 != 0 && cols == 2 {
                image = transposed(image);
            }
            if image < least {
                least = image;
            }
            i += 1;
        }
        if code & code >> 1 & 0x555 == 0 {
            if least == code {
                kinds[code] = next;
                next <<= 1;
            } else {
                kinds[code] = kinds[least];
            }
        }
        code += 1;
    }
    kinds
}

/// Part of the points of each line of a figure, rows or columns, with one line
/// more at each end: four bits a point as in a code, two of which are used.
type Lines = [u64; MAX_SIDE as usize + 2];

/// The points of a part, and how many blocks begin in a part of two lines.
const PART_POINTS: usize = u64::BITS as usize / 4;
const PART: usize = PART_POINTS - 2;

/// The kinds in some lines, or off the board where these points are.
fn kinds_in(lines: &[u64], off: u64) -> u128 {
    let mut found = 0;
    for pair in lines.windows(2) {
        let rest = pair[0] << 2 | pair[1] | off;
        // As many for every figure, which the processor foresees.
        for at in 0..PART {
            found |= KINDS[(rest >> (4 * at)) as usize & 0xfff];
        }
    }
    found
}

impl Blocks {
    #[cfg(test)]
    fn of(figure: &Figure) -> Blocks {
        let size = (figure.size.cols(), figure.size.rows());
        Blocks::of_stones(&figure.stones, size, figure.edges)
    }

    /// The blocks of a figure, those at its open sides too.
    fn of_stones(stones: &[Stone], (cols, rows): (u8, u8), edges: Sides) -> Blocks {
        let mut kinds = 0;
        let (cols, rows) = (usize::from(cols), usize::from(rows));
        // Points are counted from two before a line to two behind it.
        for part in (0..cols.max(rows) + 2).step_by(PART) {
            let bits = |code: u64, point: usize| match point.wrapping_sub(part) {
                at @ ..PART_POINTS => code << (4 * at),
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
                let before = if left { bits(OFF as u64, 1) } else { 0 };
                let after = if right { bits(OFF as u64, length + 2) } else { 0 };
                kinds |= kinds_in(lines, before | after);
            }
        }
        Blocks(kinds)
    }

    /// Those of an entry of an index.
    pub fn of_entry(index: &Index, entry: &Entry) -> Blocks {
        Blocks::of_stones(index.stones_of(entry), entry.size(), entry.band.edges())
    }

    /// Those of all entries, in their order.
    pub fn of_all(index: &Index) -> Vec<Blocks> {
        let entries = index.entries.par_iter().with_min_len(1 << 10);
        entries.map(|entry| Blocks::of_entry(index, entry)).collect()
    }
}

/// The blocks that everything with a pattern has.
#[derive(Debug)]
pub(super) struct AskedBlocks {
    all: Blocks,
    /// Of each set one, for a point that may be anything.
    one_of: Vec<Blocks>,
}

/// A block with more points that may be anything is not asked for: there is
/// one like it everywhere.
const MOST_UNKNOWN: usize = 2;

impl AskedBlocks {
    /// Those of a pattern.
    pub fn by(pattern: &Pattern) -> AskedBlocks {
        let size = pattern.size();
        let mut sets = Vec::new();
        for origin in size.points() {
            for (cols, is_by_rows) in [(3, true), (3, false), (2, true)] {
                let points = (0..cols).flat_map(|i| [(i, 0), (i, 1)]).map(|(i, line)| {
                    let (col, row) = if is_by_rows { (i, line) } else { (line, i) };
                    Point::new(origin.col + col, origin.row + row)
                });
                let is_there = |point| size.contains(point);
                let is_unknown = |&point: &Point| pattern.asked(point) == Asked::Anything;
                if points.clone().all(is_there)
                    && points.clone().filter(is_unknown).count() <= MOST_UNKNOWN
                {
                    sets.extend(kinds_of(points.map(|point| pattern.asked(point))));
                }
            }
        }
        sets.sort_unstable_by_key(|set| (set.0.count_ones(), set.0));
        let mut asked = AskedBlocks { all: Blocks::default(), one_of: Vec::new() };
        for set in sets {
            if set.0.is_power_of_two() {
                asked.all.0 |= set.0;
            } else if set.0 & asked.all.0 == 0
                && !asked.one_of.iter().any(|other| set.0 & other.0 == other.0)
            {
                asked.one_of.push(set);
            }
        }
        asked
    }

    /// Whether they are all there.
    pub fn are_in(&self, blocks: Blocks) -> bool {
        blocks.0 & self.all.0 == self.all.0 && self.one_of.iter().all(|set| blocks.0 & set.0 != 0)
    }
}

/// The kinds that a block can be of, column by column; none if it may be without
/// stones.
fn kinds_of(points: impl Iterator<Item = Asked>) -> Option<Blocks> {
    let (mut codes, mut bits) = (vec![0], 0);
    for asked in points {
        let stones: &[Code] = match asked {
            Asked::Anything => &[0, 1, 2],
            Asked::Empty => &[0],
            Asked::Stone(Color::White) => &[1],
            Asked::Stone(Color::Black) => &[2],
        };
        codes =
            codes.iter().flat_map(|code| stones.iter().map(move |s| code | s << bits)).collect();
        bits += 2;
    }
    let kind = |&code: &Code| match bits {
        12 => KINDS[code] & LARGE.0,
        _ => KINDS[code | OFF << 8],
    };
    let kinds = codes.iter().map(kind);
    kinds.clone().all(|kind| kind != 0).then(|| Blocks(kinds.fold(0, |all, kind| all | kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Size, Symmetry};
    use crate::gtn::SubPosition;
    use crate::similarity::reference::sub_positions;
    use proptest::prelude::*;

    #[test]
    fn there_are_as_many_kinds_as_bits() {
        assert_eq!(kinds(3, 0).iter().max(), Some(&(1 << 114)));
        assert_eq!(kinds(2, 115).iter().max(), Some(&(1 << 126)));
    }

    /// ```text
    ///   the pattern     has one       has none
    ///   X X ?           X X O         X X .
    ///   O . .           O . .         O . X
    /// ```
    #[test]
    fn one_block_of_those_with_an_unknown_point_is_asked_for() {
        let asked = AskedBlocks::by(&"2x3|XX?O..".parse().unwrap());
        let kinds: Vec<u32> = asked.one_of.iter().map(|set| set.0.count_ones()).collect();
        assert_eq!((asked.all.0.count_ones(), kinds), (1, vec![3, 3]));
        let are_in =
            |text: &str| asked.are_in(Blocks::of(&Figure::of(&text.parse().unwrap()).unwrap().0));
        assert!(are_in("2x3|XXOO..") && are_in("2x3|XOO..X"));
        assert!(!are_in("2x3|XX.O.X"));
    }

    proptest! {
        /// Of a figure with two empty lines on its open sides, seen as a
        /// pattern: every block is asked for, no other.
        #[test]
        fn a_position_has_its_blocks_in_every_orientation(
            sub in prop_oneof![3 => sub_positions(7, 1..15), 1 => sub_positions(40, 1..15)],
            index in 0u8..16,
        ) {
            let (figure, _) = Figure::of(&sub).unwrap();
            let turned = sub.transform(Symmetry::from_index(index).unwrap());
            prop_assert_eq!(Blocks::of(&figure), Blocks::of(&Figure::of(&turned).unwrap().0));

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
            prop_assert_eq!(Blocks::of(&figure), AskedBlocks::by(&pattern).all);
        }
    }
}
