//! The index: entries sorted so that similar shapes are neighbors.

use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;

use super::entry::{Entry, SortKey};
use super::normalized_shape::{Normalization, NormalizedShape, PackedStone};
use super::signature::BlockSignature;
use crate::gtn::{CanonicalText, SubPosition};

/// Positions that can be searched by similarity, each under a number that the
/// caller chooses.
///
/// Memory is about 140 bytes a position for problems of 25 stones.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::similarity::SimilarityIndexBuilder;
///
/// let mut builder = SimilarityIndexBuilder::default();
/// builder.add(7, &"3x4|XO.._XO.._O..._!!!!_".parse()?);
/// let near = builder.build().find_near(&"3x4|XO.._XOX._O..._!!!!_".parse()?, 1);
/// assert_eq!((near[0].number, near[0].distance), (7, 1));
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Debug)]
pub struct SimilarityIndex {
    /// Sorted by key, then by number.
    pub(super) entries: Vec<Entry>,
    /// The stones of all entries, in the order of the entries, so that a scan
    /// of the entries reads memory sequentially.
    stones: Vec<PackedStone>,
    /// The signature of each entry, computed by the first search for a pattern.
    signatures: OnceLock<Vec<BlockSignature>>,
}

/// Collects the positions of a [`SimilarityIndex`].
#[derive(Debug, Default)]
pub struct SimilarityIndexBuilder {
    entries: Vec<Entry>,
    stones: Vec<PackedStone>,
}

impl SimilarityIndexBuilder {
    /// Adds a window under a number; ignores a window without stones.
    ///
    /// Several windows may have the same number: they are one position, whose
    /// distance is that of the nearest window.
    pub fn add(&mut self, number: u32, window: &SubPosition) {
        if let Some((shape, normalization)) = NormalizedShape::from_window(window) {
            self.push(number, &shape, normalization);
        }
    }

    /// Adds the position of a canonical text, unless windows of several sizes
    /// have that text: then nothing is added and the result is false.
    ///
    /// Two edges that face each other may be farther apart in the text than on
    /// the board. The caller adds the windows of the position's records instead.
    #[doc(hidden)]
    pub fn add_unless_ambiguous(&mut self, number: u32, text: &CanonicalText) -> bool {
        match NormalizedShape::from_canonical_text(text) {
            Some((shape, _)) if shape.has_ambiguous_size() => return false,
            Some((shape, normalization)) => self.push(number, &shape, normalization),
            None => {}
        }
        true
    }

    fn push(&mut self, number: u32, shape: &NormalizedShape, normalization: Normalization) {
        // Memory ends long before 2^32 stones.
        let first_stone = self.stones.len() as u32;
        self.entries.push(Entry::new(shape, normalization.symmetry, number, first_stone));
        self.stones.extend_from_slice(&shape.stones);
    }

    /// Adds all positions of another builder.
    #[doc(hidden)]
    pub fn append(&mut self, other: SimilarityIndexBuilder) {
        let before = self.stones.len() as u32;
        let moved = |entry: Entry| Entry { first_stone: entry.first_stone + before, ..entry };
        self.entries.extend(other.entries.into_iter().map(moved));
        self.stones.extend_from_slice(&other.stones);
    }

    /// Sorts the positions into an index.
    pub fn build(mut self) -> SimilarityIndex {
        self.entries.par_sort_unstable_by_key(|entry| (entry.key, entry.number, entry.first_stone));
        self.entries.shrink_to_fit();
        let mut stones = Vec::with_capacity(self.stones.len());
        for entry in &mut self.entries {
            let before = entry.first_stone as usize;
            entry.first_stone = stones.len() as u32;
            stones.extend_from_slice(&self.stones[before..before + entry.key.stones()]);
        }
        SimilarityIndex { entries: self.entries, stones, signatures: OnceLock::new() }
    }
}

impl SimilarityIndex {
    /// The number of windows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the index has no window.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The memory of the index, in bytes.
    pub fn bytes(&self) -> usize {
        let signatures = self.signatures.get().map_or(0, Vec::capacity);
        self.entries.capacity() * size_of::<Entry>()
            + self.stones.capacity() * size_of::<PackedStone>()
            + signatures * size_of::<BlockSignature>()
    }

    /// The number of stones in all windows.
    pub(super) fn count_stones(&self) -> usize {
        self.stones.len()
    }

    pub(super) fn stones_of(&self, entry: &Entry) -> &[PackedStone] {
        let first = entry.first_stone as usize;
        &self.stones[first..first + entry.key.stones()]
    }

    pub(super) fn shape_of(&self, entry: &Entry) -> NormalizedShape {
        let stones = self.stones_of(entry).to_vec();
        NormalizedShape { edges: entry.edges(), size: entry.size(), stones }
    }

    /// The signatures of all entries.
    ///
    /// The first call computes them, in about 0.2 µs an entry and core; later
    /// calls are free.
    pub(super) fn signatures(&self) -> &[BlockSignature] {
        let signature = |entry: &Entry| {
            BlockSignature::of_shape(self.stones_of(entry), entry.size(), entry.edges())
        };
        self.signatures
            .get_or_init(|| self.entries.par_iter().with_min_len(1 << 10).map(signature).collect())
    }

    /// One key for each set of edges and fixed sides that occurs.
    pub(super) fn edge_groups(&self) -> impl Iterator<Item = SortKey> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let key = self.entries.get(at)?.key;
            let last = key.last_with_these_edges();
            at += self.entries[at..].partition_point(|entry| entry.key <= last);
            Some(key)
        })
    }

    /// The entries with the edges and fixed sides of a key, this many stones,
    /// and a number of black stones in this range.
    pub(super) fn range(&self, key: SortKey, stones: usize, blacks: Range<usize>) -> Range<usize> {
        let start_of = |blacks| {
            let key = key.with_counts(stones, blacks);
            self.entries.partition_point(|entry| entry.key < key)
        };
        start_of(blacks.start)..start_of(blacks.end)
    }
}
