//! One window in the index, and the key that the index is sorted by.

use super::change_hash::mix;
use super::normalized_shape::NormalizedShape;
use crate::go::{Sides, Size, Symmetry};

/// A normalized window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: SortKey,
    /// The stones in the first 8 columns and 8 rows as bitmaps, white then
    /// black. Bit `8 * row + col`.
    pub(super) corner: [u64; 2],
    /// Bitmap of the rows with stones. Bit 0 is the first row.
    pub(super) rows: u64,
    /// Bitmap of the columns with stones.
    pub(super) cols: u64,
    /// Index of the entry's first stone among the stones of the index.
    pub(super) first_stone: u32,
    /// The caller's number.
    pub(super) number: u32,
    /// Maps the window that was added onto the normalized shape.
    pub(super) symmetry: Symmetry,
}

impl Entry {
    pub(super) fn new(
        shape: &NormalizedShape,
        symmetry: Symmetry,
        number: u32,
        first_stone: u32,
    ) -> Entry {
        let (mut corner, mut rows, mut cols) = ([0; 2], 0, 0);
        for stone in &shape.stones {
            let (col, row) = (stone.col(), stone.row());
            rows |= 1 << row;
            cols |= 1 << col;
            if col < 8 && row < 8 {
                corner[usize::from(stone.is_black())] |= 1 << (8 * row + col);
            }
        }
        let key = SortKey::of_shape(shape);
        Entry { key, corner, rows, cols, first_stone, number, symmetry }
    }

    pub(super) fn edges(&self) -> Sides {
        self.key.edges()
    }

    /// The numbers of white and of black stones.
    pub(super) fn counts(&self) -> [usize; 2] {
        [self.key.stones() - self.key.blacks(), self.key.blacks()]
    }

    /// Columns and rows up to the last stone, or up to the edge behind it.
    pub(super) fn size(&self) -> Size {
        let side = |fixed: u8, lines: u64| match fixed {
            0 => (64 - lines.leading_zeros()) as u8,
            fixed => fixed,
        };
        Size::new(side(self.key.fixed_cols(), self.cols), side(self.key.fixed_rows(), self.rows))
            .expect("a shape has a stone, and comes from a board")
    }
}

/// What index entries are sorted by.
///
/// A position within distance *k* of another one has the same edges, the same
/// side lengths between facing edges, and at most *k* more or fewer stones of
/// each color. So all candidates lie in a few ranges of a list sorted by:
///
/// | bits | field |
/// |---|---|
/// | 36–39 | edges |
/// | 30–35 | columns, where both left and right are edges; else 0 |
/// | 24–29 | rows, where both top and bottom are edges; else 0 |
/// | 12–23 | stones |
/// | 0–11 | black stones |
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortKey(u64);

const SIDE_BITS: u32 = 6; // a side has at most 52 lines
const COUNT_BITS: u32 = 12; // a board has at most 2,704 points
const COUNT_MASK: u64 = (1 << COUNT_BITS) - 1;
const ROWS_SHIFT: u32 = 2 * COUNT_BITS;
const COLS_SHIFT: u32 = ROWS_SHIFT + SIDE_BITS;
const EDGES_SHIFT: u32 = COLS_SHIFT + SIDE_BITS;

impl SortKey {
    pub(super) fn of_shape(shape: &NormalizedShape) -> SortKey {
        // A normalized shape with an edge on the right has one on the left,
        // and one at the top if it has one at the bottom.
        let fixed = |side, length: u8| {
            if shape.edges.contains(side) { u64::from(length) } else { 0 }
        };
        SortKey(
            u64::from(shape.edges.bits()) << EDGES_SHIFT
                | fixed(Sides::RIGHT, shape.size.cols()) << COLS_SHIFT
                | fixed(Sides::BOTTOM, shape.size.rows()) << ROWS_SHIFT,
        )
        .with_counts(shape.stones.len(), shape.count_blacks())
    }

    /// The bits, in the order of the keys.
    pub(super) fn to_bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`to_bits`](Self::to_bits).
    pub(super) fn from_bits(bits: u64) -> SortKey {
        SortKey(bits)
    }

    /// The key of a shape with the same edges and fixed sides, but other
    /// numbers of stones.
    pub(super) fn with_counts(self, stones: usize, blacks: usize) -> SortKey {
        let counts = (stones as u64) << COUNT_BITS | blacks as u64;
        SortKey(self.0 >> ROWS_SHIFT << ROWS_SHIFT | counts)
    }

    /// The key of a shape with the same edges and numbers of stones, without fixed sides.
    pub(super) fn without_sides(self) -> SortKey {
        SortKey(self.0 >> EDGES_SHIFT << EDGES_SHIFT).with_counts(self.stones(), self.blacks())
    }

    /// The key of a shape with the same numbers of stones, without edges.
    pub(super) fn without_edges(self) -> SortKey {
        SortKey(0).with_counts(self.stones(), self.blacks())
    }

    /// The largest key with the same edges and fixed sides.
    pub(super) fn last_with_these_edges(self) -> SortKey {
        SortKey(self.0 | COUNT_MASK << COUNT_BITS | COUNT_MASK)
    }

    /// A hash of all fields.
    pub(super) fn hash(self) -> u64 {
        mix(self.0)
    }

    pub(super) fn stones(self) -> usize {
        (self.0 >> COUNT_BITS & COUNT_MASK) as usize
    }

    pub(super) fn blacks(self) -> usize {
        (self.0 & COUNT_MASK) as usize
    }

    pub(super) fn edges(self) -> Sides {
        Sides::from_bits((self.0 >> EDGES_SHIFT) as u8)
    }

    fn fixed_cols(self) -> u8 {
        (self.0 >> COLS_SHIFT) as u8 & 63
    }

    fn fixed_rows(self) -> u8 {
        (self.0 >> ROWS_SHIFT) as u8 & 63
    }
}
