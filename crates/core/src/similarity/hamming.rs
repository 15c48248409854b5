//! The Hamming distance between shapes, with a lower bound that decides most
//! comparisons.
//!
//! A query is compared with a small part of an index, in three steps:
//!
//! 1. Shapes within distance *k* have nearly as many stones of each color, so
//!    only a few ranges of the sorted entries are candidates.
//! 2. Along an axis without an edge, an offset is tried only if all but *k*
//!    lines with stones fall on lines with stones, and at most *k* stones are
//!    outside of the lines that the other shape has.
//! 3. The 8x8 points nearest the origin, two bitmaps of 64 bits, give a lower
//!    bound on the distance; only below the limit are the stones compared.
//!
//! No step skips a shape within distance *k*.

use std::ops::Range;

use super::alignment::{Alignment, Difference, QueryPoint};
use super::entry::{Entry, SortKey};
use super::normalized_shape::{Normalization, NormalizedShape, Offset, PackedStone};
use super::similarity_index::SimilarityIndex;
use crate::go::{Sides, Symmetry};

/// A shape to search for, in every orientation and with colors exchanged.
#[derive(Debug)]
pub(super) struct NearQuery {
    shape: NormalizedShape,
    key: SortKey,
    max_distance: u8,
    /// The images of the shape, each once.
    images: Vec<Image>,
    /// The index of the first image with exchanged colors.
    first_negative: usize,
}

/// An image of a shape under one operation.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) symmetry: Symmetry,
    pub(super) shape: NormalizedShape,
    /// The stones in the first 8 columns and 16 rows as bitmaps, white then
    /// black. Bit `8 * row + col`.
    corner: [u128; 2],
    rows: LineCounts,
    cols: LineCounts,
}

/// The rows or the columns of an image, and their stones.
#[derive(Debug)]
struct LineCounts {
    /// Bitmap of the lines with stones.
    lines: u64,
    /// For each line, the number of stones on the lines before.
    before: [u16; 65],
}

impl LineCounts {
    fn new(lines: impl Iterator<Item = u8>) -> LineCounts {
        let mut counts = LineCounts { lines: 0, before: [0; 65] };
        for line in lines {
            counts.lines |= 1 << line;
            counts.before[usize::from(line) + 1] += 1;
        }
        for line in 1..counts.before.len() {
            counts.before[line] += counts.before[line - 1];
        }
        counts
    }

    /// The number of stones that an offset moves before the first or behind the
    /// last line of another bitmap: they all differ.
    fn count_outside(&self, other: u64, offset: i16) -> u32 {
        let place = |line: u32| (line as i16 - offset).clamp(0, 64) as usize;
        let (first, end) = (place(other.trailing_zeros()), place(64 - other.leading_zeros()));
        u32::from(self.before[64] - self.before[end.max(first)] + self.before[first])
    }

    /// The lines from 0 to 7, as a range, on which the image has its lines after
    /// an offset. The first line of the image is 0.
    fn range_in_corner(&self, offset: i16) -> Range<u32> {
        let place = |line: i16| line.clamp(0, 8) as u32;
        place(offset)..place(offset + 64 - self.lines.leading_zeros() as i16)
    }
}

impl Image {
    fn new(symmetry: Symmetry, shape: NormalizedShape) -> Image {
        let mut corner = [0; 2];
        for stone in &shape.stones {
            let (col, row) = (stone.col(), stone.row());
            if col < 8 && row < 16 {
                corner[usize::from(stone.is_black())] |= 1 << (8 * row + col);
            }
        }
        let rows = LineCounts::new(shape.stones.iter().map(|stone| stone.row()));
        let cols = LineCounts::new(shape.stones.iter().map(|stone| stone.col()));
        Image { symmetry, shape, corner, rows, cols }
    }

    /// Calls `visit` with every offset at which the image may be within
    /// distance `max` of an entry.
    fn for_each_offset(&self, entry: &Entry, max: u8, mut visit: impl FnMut(Offset)) {
        let is_free = |side| !self.shape.edges.contains(side);
        match (is_free(Sides::LEFT), is_free(Sides::TOP)) {
            (false, false) => visit(Offset::default()),
            (false, true) => self.for_each_row_offset(entry, max, |rows| {
                visit(Offset { rows, cols: 0 });
            }),
            // A normalized shape without an edge on the left has none at the top.
            (true, _) => {
                // At most 127 offsets, from -63 to 63.
                let (mut all_rows, mut count) = ([0; 127], 0);
                self.for_each_row_offset(entry, max, |rows| {
                    all_rows[count] = rows;
                    count += 1;
                });
                if count > 0 {
                    self.for_each_col_offset(entry, max, |cols| {
                        all_rows[..count].iter().for_each(|&rows| visit(Offset { rows, cols }));
                    });
                }
            }
        }
    }

    /// Calls `visit` with every offset of rows at which the image may be within
    /// distance `max` of an entry: at most `max` stones of either, of the entry
    /// those of its corner, are above the first or below the last row of the other.
    fn for_each_row_offset(&self, entry: &Entry, max: u8, mut visit: impl FnMut(i16)) {
        let corner = entry.corner[0] | entry.corner[1];
        for_each_line_offset(self.rows.lines, entry.rows, max, |offset| {
            let Range { start, end } = self.rows.range_in_corner(offset);
            let before = |row: u32| u64::MAX.checked_shr(64 - 8 * row).unwrap_or(0);
            let unmatched = corner & !(before(end) & !before(start));
            let outside = self.rows.count_outside(entry.rows, offset);
            if outside + unmatched.count_ones() <= u32::from(max) {
                visit(offset);
            }
        });
    }

    /// The same for columns.
    fn for_each_col_offset(&self, entry: &Entry, max: u8, mut visit: impl FnMut(i16)) {
        let corner = entry.corner[0] | entry.corner[1];
        for_each_line_offset(self.cols.lines, entry.cols, max, |offset| {
            let Range { start, end } = self.cols.range_in_corner(offset);
            let before = |col: u32| 0x0101_0101_0101_0101 * ((1_u64 << col) - 1);
            let unmatched = corner & !(before(end) & !before(start));
            let outside = self.cols.count_outside(entry.cols, offset);
            if outside + unmatched.count_ones() <= u32::from(max) {
                visit(offset);
            }
        });
    }

    /// Calls `visit` with every offset at which the image differs from an entry
    /// with these stones in at most `limit` points.
    pub(super) fn for_each_alignment(
        &self,
        entry: &Entry,
        stones: &[PackedStone],
        limit: u8,
        mut visit: impl FnMut(Offset),
    ) {
        self.for_each_offset(entry, limit, |offset| {
            if distance(&self.shape.stones, stones, offset, u32::from(limit)).is_some() {
                visit(offset);
            }
        });
    }

    /// The points at which the image, moved by an offset, differs from other
    /// stones, in the coordinates and colors of the window that
    /// `normalization` made into the shape.
    pub(super) fn list_differences(
        &self,
        others: &[PackedStone],
        offset: Offset,
        normalization: &Normalization,
    ) -> Vec<Difference> {
        let onto_others = normalization.symmetry.then(self.symmetry);
        let mut differences = Vec::new();
        compare(&self.shape.stones, others, offset, u32::MAX, |own, other| {
            let own_place = own.map(|stone| (i16::from(stone.col()), i16::from(stone.row())));
            let other_place = other.map(|stone| {
                (i16::from(stone.col()) - offset.cols, i16::from(stone.row()) - offset.rows)
            });
            let place = own_place.or(other_place).expect("a difference has a stone");
            let in_shape = self.symmetry.inverse().signed_point(place, self.shape.size);
            let (col, row) = normalization.undo(in_shape);
            // Exchanging colors is its own inverse.
            let found = other.map(|stone| onto_others.color(stone.color()));
            differences.push(Difference { at: QueryPoint { row, col }, found });
        });
        differences.sort_unstable();
        differences
    }

    /// A lower bound on the distance, from the 8x8 points nearest the origin.
    ///
    /// Equivalent to the distance between both sets of stones, reduced to those
    /// points of the entry onto which a point of the image's corner is moved.
    #[inline]
    fn lower_bound(&self, entry: &Entry, Offset { rows, cols }: Offset) -> u32 {
        let [white, black] = self.corner;
        if rows == 0 && cols == 0 {
            let (white, black) = (white as u64, black as u64);
            return ((white ^ entry.corner[0]) | (black ^ entry.corner[1])).count_ones();
        }
        if rows.abs() >= 8 || cols.abs() >= 8 {
            return 0;
        }
        let row_bits = 8 * u32::from(rows.unsigned_abs());
        let move_stones = |corner: u128| {
            let moved =
                if rows < 0 { (corner >> row_bits) as u64 } else { (corner as u64) << row_bits };
            if cols < 0 { moved >> -cols } else { moved << cols }
        };
        // Moving columns by a shift carries bits from one row into the next:
        // `valid` masks these columns. After a move to the right they are empty,
        // because no stone is before the first column; after a move to the left
        // they are unknown, and are not compared.
        let [every_row, all_columns] = [0x0101_0101_0101_0101, 0xff_u64];
        let (valid, compared) = if cols < 0 {
            let valid = every_row * (all_columns >> -cols);
            (valid, valid)
        } else {
            (every_row * (all_columns << cols & all_columns), u64::MAX)
        };
        let (white, black) = (move_stones(white) & valid, move_stones(black) & valid);
        (((white ^ entry.corner[0]) | (black ^ entry.corner[1])) & compared).count_ones()
    }
}

/// Calls `visit` with every offset after which at most `max` lines have stones
/// in one bitmap only. The first line of both has stones.
fn for_each_line_offset(lines: u64, other: u64, max: u8, mut visit: impl FnMut(i16)) {
    let max = u32::from(max);
    for offset in 0..64 {
        if (other & ((1 << offset) - 1)).count_ones() > max {
            break;
        }
        if (lines << offset ^ other).count_ones() <= max {
            visit(offset);
        }
    }
    for offset in 1..64 {
        let dropped = (lines & ((1 << offset) - 1)).count_ones();
        if dropped > max {
            break;
        }
        if dropped + (lines >> offset ^ other).count_ones() <= max {
            visit(-offset);
        }
    }
}

impl NearQuery {
    pub(super) fn new(shape: NormalizedShape, max_distance: u8) -> NearQuery {
        let mut images: Vec<Image> = Vec::with_capacity(16);
        for (symmetry, image) in shape.images() {
            if !images.iter().any(|other| other.shape == image) {
                images.push(Image::new(symmetry, image));
            }
        }
        let first_negative = images.partition_point(|image| !image.symmetry.is_negative());
        let key = SortKey::of_shape(&shape);
        NearQuery { shape, key, max_distance, images, first_negative }
    }

    /// The key of the entries with the edges and the fixed sides of the shape.
    pub(super) fn edge_group(&self) -> SortKey {
        self.key
    }

    /// Whether entries with the counts of a key may be within the distance, with the colors of the query
    /// or with colors exchanged.
    pub(super) fn fits_counts(&self, key: SortKey, is_negative: bool) -> bool {
        let (own, max) = (self.key, usize::from(self.max_distance));
        let own = [own.stones() - own.blacks(), own.blacks()];
        let [whites, blacks] = if is_negative { [own[1], own[0]] } else { own };
        let (stones, found) = (key.stones(), key.blacks());
        stones.abs_diff(own[0] + own[1]) <= max
            && found.abs_diff(blacks) <= max
            && (stones - found).abs_diff(whites) <= max
    }

    /// Whether the lower bound on the distance from an entry is within the maximum, in the colors in which
    /// the counts of both fit.
    pub(super) fn may_be_near(&self, entry: &Entry) -> bool {
        let (positive, negative) = self.images.split_at(self.first_negative);
        [(positive, false), (negative, true)].into_iter().any(|(images, is_negative)| {
            self.fits_counts(entry.key, is_negative)
                && images.iter().any(|image| {
                    let mut is_near = false;
                    image.for_each_offset(entry, self.max_distance, |offset| {
                        is_near |= image.lower_bound(entry, offset) <= self.max_distance.into();
                    });
                    is_near
                })
        })
    }

    /// The entries with the edges and the fixed sides of a key that may be within
    /// the distance, with the colors of the query or with colors exchanged.
    ///
    /// Each differing point changes the number of black stones by at most one,
    /// and the number of white stones by at most one.
    pub(super) fn candidates(
        &self,
        index: &SimilarityIndex,
        key: SortKey,
        is_negative: bool,
    ) -> Vec<Range<usize>> {
        let (own, max) = (self.key, usize::from(self.max_distance));
        let stones = own.stones();
        let blacks = if is_negative { stones - own.blacks() } else { own.blacks() };
        let whites = stones - blacks;
        (stones.saturating_sub(max)..=stones + max)
            .map(|stones| {
                let fewest = blacks.saturating_sub(max).max(stones.saturating_sub(whites + max));
                let most = (blacks + max).min((stones + max).saturating_sub(whites));
                index.range(key, stones, fewest..most + 1)
            })
            .filter(|range| !range.is_empty())
            .collect()
    }

    /// The distance from an entry with these stones, or `None` if it is larger than
    /// the maximum.
    pub(super) fn distance(
        &self,
        entry: &Entry,
        stones: &[PackedStone],
        is_negative: bool,
    ) -> Option<u8> {
        let (mut limit, mut found) = (u32::from(self.max_distance), None);
        let (positive, negative) = self.images.split_at(self.first_negative);
        for image in if is_negative { negative } else { positive } {
            image.for_each_offset(entry, self.max_distance, |offset| {
                if image.lower_bound(entry, offset) > limit {
                    return;
                }
                if let Some(distance) = distance(&image.shape.stones, stones, offset, limit) {
                    limit = distance;
                    found = Some(distance as u8);
                }
            });
        }
        found
    }

    /// The smaller one of both distances: with the colors of the query, and with
    /// colors exchanged.
    pub(super) fn distance_in_any_color(
        &self,
        entry: &Entry,
        stones: &[PackedStone],
    ) -> Option<u8> {
        let distances = [false, true].map(|is_negative| self.distance(entry, stones, is_negative));
        distances.into_iter().flatten().min()
    }

    /// The alignments with an entry that differ in at most `limit` points, one
    /// for each operation: of several offsets the shortest one.
    pub(super) fn align(
        &self,
        index: &SimilarityIndex,
        entry: &Entry,
        limit: u8,
        normalization: &Normalization,
    ) -> Vec<Alignment> {
        let stones = index.stones_of(entry);
        let mut alignments = Vec::new();
        for image in all_images(&self.shape) {
            let mut offsets = Vec::new();
            image.for_each_alignment(entry, stones, limit, |offset| offsets.push(offset));
            let length = |offset: &Offset| (offset.rows.abs() + offset.cols.abs(), *offset);
            let Some(offset) = offsets.into_iter().min_by_key(length) else { continue };
            let symmetry =
                normalization.symmetry.then(image.symmetry).then(entry.symmetry.inverse());
            let differences = image.list_differences(stones, offset, normalization);
            alignments.push(Alignment { symmetry, differences });
        }
        alignments
    }
}

/// The images of a shape under all operations that keep its edges in place. A
/// symmetric shape has equal ones.
pub(super) fn all_images(shape: &NormalizedShape) -> impl Iterator<Item = Image> {
    shape.images().map(|(symmetry, image)| Image::new(symmetry, image))
}

/// The number of points at which two sorted lists of stones differ, the first
/// one moved by an offset; `None` if the number is larger than `limit`.
fn distance(
    own: &[PackedStone],
    others: &[PackedStone],
    offset: Offset,
    limit: u32,
) -> Option<u32> {
    compare(own, others, offset, limit, |_, _| {})
}

/// Returns the distance of two sorted lists of stones, and calls `visit` with
/// the stones at each point at which they differ.
///
/// A stone that only one list has is passed alone, stones of different color on
/// the same point together. Stops as soon as the distance exceeds `limit`.
#[inline]
fn compare(
    own: &[PackedStone],
    others: &[PackedStone],
    offset: Offset,
    limit: u32,
    mut visit: impl FnMut(Option<PackedStone>, Option<PackedStone>),
) -> Option<u32> {
    let by = offset.packed();
    let (mut i, mut j, mut distance) = (0, 0, 0);
    while let (Some(&stone), Some(&other)) = (own.get(i), others.get(j)) {
        let (packed, other_packed) = (stone.packed() + by, other.packed());
        if packed == other_packed {
            i += 1;
            j += 1;
            continue;
        }
        distance += 1;
        if distance > limit {
            return None;
        }
        let (point, other_point) = (packed >> 1, other_packed >> 1);
        let (is_own, is_other) = (point <= other_point, other_point <= point);
        visit(is_own.then_some(stone), is_other.then_some(other));
        i += usize::from(is_own);
        j += usize::from(is_other);
    }
    own[i..].iter().for_each(|&stone| visit(Some(stone), None));
    others[j..].iter().for_each(|&other| visit(None, Some(other)));
    distance += (own.len() - i + others.len() - j) as u32;
    (distance <= limit).then_some(distance)
}
