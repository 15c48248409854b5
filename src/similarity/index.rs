//! Figures in an order in which alike ones stand side by side.
//!
//! Two figures that differ in few points have the same edges, almost as many
//! stones, and almost as many of each color. So figures are sorted by edges,
//! stones and black stones, and only a few runs have to be looked at.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::normalized_shape::{Figure, Laying, Stone};
use super::signature::Blocks;
use crate::go::{Sides, Size, Symmetry};
use crate::gtn::SubPosition;

/// Positions to be found by likeness, each under a number of the caller's.
///
/// ```
/// use gtn_db::find::IndexBuilder;
///
/// let mut builder = IndexBuilder::default();
/// builder.add(7, &"3x4|XO.._XO.._O..._!!!!_".parse()?);
/// let like = builder.index().near(&"3x4|XO.._XOX._O..._!!!!_".parse()?, 1);
/// assert_eq!((like[0].number, like[0].distance), (7, 1));
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Debug)]
pub struct Index {
    /// By band, then by number.
    pub(super) entries: Vec<Entry>,
    /// The stones of one entry after those of another, in the order of the
    /// entries: what looks at all of them goes through memory once.
    stones: Vec<Stone>,
    /// The blocks of each entry, once a second pattern is looked for.
    blocks: OnceLock<Vec<Blocks>>,
    had_pattern: AtomicBool,
}

/// Gathers the positions of an [`Index`].
#[derive(Debug, Default)]
pub struct IndexBuilder {
    entries: Vec<Entry>,
    stones: Vec<Stone>,
}

/// A figure of the index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub band: Band,
    /// By color, white first: the stones in the first 8 columns and rows, 8
    /// bits a row.
    pub corner: [u64; 2],
    /// The rows that have stones, the first one lowest.
    pub rows: u64,
    /// The columns that have stones.
    pub cols: u64,
    first_stone: u32,
    /// The caller's.
    pub number: u32,
}

/// What entries are sorted by: the edges, the lengths of the axes between two
/// edges, the number of stones, the number of black stones. At the end how the
/// window was laid, which is not looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Band(u64);

const SIDE_BITS: u32 = 6;
const COUNT_BITS: u32 = 12; // boards have up to 2,704 points
const SYMMETRY_BITS: u32 = 4;

impl Band {
    fn of(figure: &Figure, symmetry: Symmetry) -> Band {
        let length = |side, length: u8| {
            if figure.edges.contains(side) { u64::from(length) } else { 0 }
        };
        let cols = length(Sides::RIGHT, figure.size.cols());
        let rows = length(Sides::BOTTOM, figure.size.rows());
        let lengths = (u64::from(figure.edges.bits()) << SIDE_BITS | cols) << SIDE_BITS | rows;
        let counts = (figure.stones.len() as u64) << COUNT_BITS | figure.blacks() as u64;
        Band((lengths << (2 * COUNT_BITS) | counts) << SYMMETRY_BITS | u64::from(symmetry.index()))
    }

    /// The first band with as many stones, though of figures with edges as
    /// these.
    fn with_counts(self, stones: usize, blacks: usize) -> Band {
        let lengths = self.0 >> (2 * COUNT_BITS + SYMMETRY_BITS);
        let counts = (stones as u64) << COUNT_BITS | blacks as u64;
        Band((lengths << (2 * COUNT_BITS) | counts) << SYMMETRY_BITS)
    }

    pub fn stones(self) -> usize {
        (self.0 >> (COUNT_BITS + SYMMETRY_BITS)) as usize & ((1 << COUNT_BITS) - 1)
    }

    pub fn blacks(self) -> usize {
        (self.0 >> SYMMETRY_BITS) as usize & ((1 << COUNT_BITS) - 1)
    }

    pub fn edges(self) -> Sides {
        Sides::from_bits((self.0 >> (2 * (SIDE_BITS + COUNT_BITS) + SYMMETRY_BITS)) as u8)
    }
}

impl Entry {
    /// Carries the window that was added onto the figure.
    pub fn symmetry(&self) -> Symmetry {
        Symmetry::ALL[(self.band.0 & 15) as usize]
    }

    /// The number of white stones.
    pub fn whites(&self) -> usize {
        self.band.stones() - self.band.blacks()
    }

    /// Up to the last stone, or to the edge behind it.
    pub fn size(&self) -> (u8, u8) {
        let lengths = self.band.0 >> (2 * COUNT_BITS + SYMMETRY_BITS);
        let side = |length: u64, lines: u64| match length & 63 {
            0 => (64 - lines.leading_zeros()) as u8,
            length => length as u8,
        };
        (side(lengths >> SIDE_BITS, self.cols), side(lengths, self.rows))
    }
}

impl IndexBuilder {
    /// Adds a window under a number; nothing when it has no stones.
    ///
    /// Several windows may have one number: they are one position then, which
    /// is as near as the nearest of them.
    pub fn add(&mut self, number: u32, window: &SubPosition) {
        if let Some((figure, laying)) = Figure::of(window) {
            self.put(number, &figure, laying);
        }
    }

    pub(crate) fn put(&mut self, number: u32, figure: &Figure, laying: Laying) {
        let (mut corner, mut rows, mut cols) = ([0; 2], 0, 0);
        for stone in &figure.stones {
            let (col, row) = (stone.col(), stone.row());
            rows |= 1 << row;
            cols |= 1 << col;
            if col < 8 && row < 8 {
                corner[usize::from(stone.is_black())] |= 1 << (8 * row + col);
            }
        }
        self.entries.push(Entry {
            band: Band::of(figure, laying.symmetry),
            corner,
            rows,
            cols,
            // Four thousand million stones would take more memory than there is.
            first_stone: self.stones.len() as u32,
            number,
        });
        self.stones.extend_from_slice(&figure.stones);
    }

    /// Adds all that another one was given.
    pub(crate) fn append(&mut self, other: IndexBuilder) {
        let first = self.stones.len() as u32;
        let moved = |entry: Entry| Entry { first_stone: entry.first_stone + first, ..entry };
        self.entries.extend(other.entries.into_iter().map(moved));
        self.stones.extend_from_slice(&other.stones);
    }

    /// The index.
    pub fn index(mut self) -> Index {
        self.entries
            .par_sort_unstable_by_key(|entry| (entry.band, entry.number, entry.first_stone));
        self.entries.shrink_to_fit();
        let mut stones = Vec::with_capacity(self.stones.len());
        for entry in &mut self.entries {
            let first = stones.len() as u32;
            let there = entry.first_stone as usize;
            stones.extend_from_slice(&self.stones[there..there + entry.band.stones()]);
            entry.first_stone = first;
        }
        Index {
            entries: self.entries,
            stones,
            blocks: OnceLock::new(),
            had_pattern: AtomicBool::new(false),
        }
    }
}

impl Index {
    /// The number of windows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The bytes of memory it takes.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
            + self.stones.capacity() * size_of::<Stone>()
            + self.blocks.get().map_or(0, |blocks| blocks.capacity() * size_of::<Blocks>())
    }

    pub(super) fn stones_of(&self, entry: &Entry) -> &[Stone] {
        let first = entry.first_stone as usize;
        &self.stones[first..first + entry.band.stones()]
    }

    pub(super) fn figure(&self, entry: &Entry) -> Option<Figure> {
        let (cols, rows) = entry.size();
        let size = Size::new(cols, rows).ok()?;
        let stones = self.stones_of(entry).to_vec();
        Some(Figure { edges: entry.band.edges(), size, stones })
    }

    /// The blocks of all entries. Not for the first pattern that is looked for:
    /// often there is no other, and few entries have stones enough for it.
    pub(super) fn blocks(&self) -> Option<&[Blocks]> {
        let is_first = !self.had_pattern.swap(true, Ordering::Relaxed);
        (!is_first).then(|| &**self.blocks.get_or_init(|| Blocks::of_all(self)))
    }

    /// A band of each set of edges and lengths between them.
    pub(super) fn groups(&self) -> impl Iterator<Item = Band> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let band = self.entries.get(at)?.band;
            let end = band.with_counts((1 << COUNT_BITS) - 1, 0);
            at += self.entries[at..].partition_point(|entry| entry.band < end);
            Some(band)
        })
    }

    /// The entries with edges as the figure of a band, so many stones, and so
    /// many black ones.
    pub(super) fn run(&self, band: Band, stones: usize, blacks: Range<usize>) -> Range<usize> {
        let at = |blacks| {
            let band = band.with_counts(stones, blacks);
            self.entries.partition_point(|entry| entry.band < band)
        };
        at(blacks.start)..at(blacks.end)
    }
}

impl Figure {
    /// The band of the figure.
    pub(super) fn band(&self) -> Band {
        Band::of(self, Symmetry::IDENTITY)
    }
}
