//! What decides of most positions that they are no answer, in bytes by column.
//!
//! A **sketch** has the key that windows are sorted by, and 68 bytes in five columns. A search that
//! reads the sketches of a database instead of its positions finds some of them that may be answers, and
//! compares these alone:
//!
//! ```text
//!   sketches, sorted by key      edges, stones, black stones
//!     ├─ ranges of keys          a range has all positions within a distance
//!     └─ columns of the rest     the 8x8 points at the origin, lines with stones, hash, blocks
//! ```
//!
//! A [`SketchFilter`] never drops an answer. The bytes are stored in databases: a change of their meaning
//! raises [`SKETCH_FORMAT`].

use super::bitboard::BitBoard;
use super::change_hash::{Change, hash_changes};
use super::entry::{Entry, SortKey};
use super::normalized_shape::{NormalizedShape, PackedStone};
use super::signature::BlockSignature;
use crate::Color;
use crate::go::{Point, Symmetry};
use crate::gtn::CanonicalText;

/// The version of the bytes of sketches.
pub const SKETCH_FORMAT: i64 = 2;

/// The columns of sketches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SketchColumn {
    /// A hash of the stones without edges, equal in any orientation and color.
    Hash,
    /// The stones on the 8x8 points at the origin: bitmaps of white and of black stones.
    Corner,
    /// Bitmaps of the rows and of the columns with stones.
    Lines,
    /// The classes of blocks that occur.
    Blocks,
    /// Up to eight stones on other points.
    Stones,
}

impl SketchColumn {
    /// All columns, in the order of the bytes.
    pub const ALL: [SketchColumn; 5] = [
        SketchColumn::Hash,
        SketchColumn::Corner,
        SketchColumn::Lines,
        SketchColumn::Blocks,
        SketchColumn::Stones,
    ];
}

/// The sketch of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    /// Positions with close keys have the same edges and nearly as many stones.
    pub key: u64,
    /// The bytes of all columns.
    pub columns: Vec<u8>,
}

impl Sketch {
    /// The key of what has no canonical text: every search reads it, and fails.
    pub const DAMAGED: u64 = u64::MAX;

    /// Marks the key of a position whose text does not determine the distance of two facing edges. The
    /// key has no such distance, and the columns have the stones without edges.
    const AMBIGUOUS: u64 = 1 << 63;

    /// The number of bytes in each column.
    pub const WIDTHS: [usize; 5] = [4, 16, 16, 16, 16];

    /// Makes the sketch of the position of a canonical text.
    pub fn of_text(text: &str) -> Sketch {
        let text = CanonicalText::parse(text);
        let shape = text.and_then(|text| NormalizedShape::from_canonical_text(&text));
        let Some((mut shape, _)) = shape else {
            let columns = vec![0; Sketch::WIDTHS.iter().sum()];
            return Sketch { key: Sketch::DAMAGED, columns };
        };
        let mut key = SortKey::of_shape(&shape).to_bits();
        if shape.has_ambiguous_size() {
            key = SortKey::of_shape(&shape).without_sides().to_bits() | Sketch::AMBIGUOUS;
            shape = shape.without_edges();
        }
        let Entry { corner: [white, black], rows, cols, .. } =
            Entry::new(&shape, Symmetry::IDENTITY, 0, 0);
        let blocks = BlockSignature::of_shape(&shape.stones, shape.size, shape.edges);
        let mut columns = hash_stones(&shape).to_le_bytes().to_vec();
        columns.extend([white, black, rows, cols].iter().flat_map(|bits| bits.to_le_bytes()));
        columns.extend(blocks.to_bits().to_le_bytes());
        columns.extend(pack_others(&shape).iter().flat_map(|stone| stone.to_le_bytes()));
        Sketch { key, columns }
    }

    /// Whether the text of positions with a key does not determine the distance of two facing edges.
    pub(super) fn is_ambiguous(key: u64) -> bool {
        key & Sketch::AMBIGUOUS != 0
    }

    /// The sort key; without the distances of facing edges if they are not known. `None` of what is
    /// damaged.
    pub(super) fn sort_key(key: u64) -> Option<SortKey> {
        (key != Sketch::DAMAGED).then(|| SortKey::from_bits(key & !Sketch::AMBIGUOUS))
    }

    /// The sort key of what the columns have: without edges if the distance of two is not known.
    pub(super) fn key_of_columns(key: u64) -> SortKey {
        let sort_key = SortKey::from_bits(key & !Sketch::AMBIGUOUS);
        if Sketch::is_ambiguous(key) { sort_key.without_edges() } else { sort_key }
    }
}

/// The number of stones in [`SketchColumn::Stones`].
const OTHERS: usize = 8;

/// Stands for more stones.
const TOO_MANY: [u16; OTHERS] = [u16::MAX; OTHERS];

/// The stones that are not on the 8x8 points at the origin: column, row and color, and the highest bit.
fn pack_others(shape: &NormalizedShape) -> [u16; OTHERS] {
    let mut packed = [0; OTHERS];
    let others = shape.stones.iter().filter(|stone| stone.col() >= 8 || stone.row() >= 8);
    for (number, stone) in others.enumerate() {
        let Some(place) = packed.get_mut(number) else { return TOO_MANY };
        let [col, row] = [stone.col(), stone.row()].map(u16::from);
        *place = 1 << 15 | row << 7 | col << 1 | u16::from(stone.is_black());
    }
    packed
}

/// The hash of the stones of a shape without its edges.
pub(super) fn hash_stones(shape: &NormalizedShape) -> u32 {
    (hash_changes(&shape.without_edges(), Change::None)[0] >> 32) as u32
}

/// The sketches of some positions in each column that a search reads.
#[derive(Clone, Copy, Debug, Default)]
pub struct SketchBlock<'a> {
    /// By [`SketchColumn`]; empty if the column was not read.
    pub columns: [&'a [u8]; 5],
}

impl SketchBlock<'_> {
    fn numbers<const N: usize>(&self, column: SketchColumn, row: usize) -> [u8; N] {
        let bytes = &self.columns[column as usize][row * N..];
        *bytes.first_chunk().expect("a filter reads the columns that it names")
    }

    pub(super) fn hash(&self, row: usize) -> u32 {
        u32::from_le_bytes(self.numbers(SketchColumn::Hash, row))
    }

    pub(super) fn corner(&self, row: usize) -> [u64; 2] {
        split(u128::from_le_bytes(self.numbers(SketchColumn::Corner, row)))
    }

    pub(super) fn blocks(&self, row: usize) -> BlockSignature {
        BlockSignature::from_bits(u128::from_le_bytes(self.numbers(SketchColumn::Blocks, row)))
    }

    /// The position, unless it has too many stones that are not on the 8x8 points at the origin.
    pub(super) fn board(&self, key: SortKey, row: usize) -> Option<BitBoard> {
        let packed: [u8; 2 * OTHERS] = self.numbers(SketchColumn::Stones, row);
        let packed: Vec<u16> =
            packed.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect();
        if packed == TOO_MANY {
            return None;
        }
        let stone = |col: u16, row: u16, is_black: bool| {
            let color = if is_black { Color::Black } else { Color::White };
            PackedStone::new(Point::new(col as u8, row as u8), color)
        };
        let others = packed.into_iter().filter(|stone| stone >> 15 == 1);
        let mut stones: Vec<PackedStone> = others
            .map(|packed| stone(packed >> 1 & 63, packed >> 7 & 63, packed & 1 == 1))
            .collect();
        for (mut bits, is_black) in self.corner(row).into_iter().zip([false, true]) {
            while bits != 0 {
                let at = bits.trailing_zeros() as u16;
                stones.push(stone(at % 8, at / 8, is_black));
                bits &= bits - 1;
            }
        }
        let entry = self.entry(key, row);
        Some(BitBoard::new(&stones, entry.size(), entry.edges()))
    }

    /// An entry without stones, for comparisons that need none.
    pub(super) fn entry(&self, key: SortKey, row: usize) -> Entry {
        let [rows, cols] = split(u128::from_le_bytes(self.numbers(SketchColumn::Lines, row)));
        let corner = self.corner(row);
        Entry { key, corner, rows, cols, first_stone: 0, number: 0, symmetry: Symmetry::IDENTITY }
    }
}

fn split(bits: u128) -> [u64; 2] {
    [bits as u64, (bits >> 64) as u64]
}
