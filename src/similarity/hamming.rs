//! A position compared with all that may be near.
//!
//! Figures at most K points apart have almost as many stones of each color, so
//! only a few runs of an [`Index`] are looked at. Of these most are told apart
//! by the 64 points nearest to where points are counted from, as two numbers
//! of 64 bits; of what is left the stones are compared. A shift along a free
//! axis must lay all lines with stones, but K, on lines with stones, so there
//! are few to try. Every step passes over only what cannot be near, so none is
//! missed.

use std::collections::BTreeMap;
use std::ops::Range;

use super::index::{Entry, Index};
use super::near::{Differing, QueryPoint, Way};
use super::normalized_shape::{Figure, Laying, Shift, Stone, turn};
use crate::go::{Sides, Symmetry};

/// What is looked for: a figure in all the ways it can be laid.
pub(super) struct Probe {
    figure: Figure,
    k: u8,
    /// Those that differ.
    images: Vec<Image>,
    /// From here on the colors are exchanged.
    negative: usize,
}

/// A figure after an operation.
struct Image {
    symmetry: Symmetry,
    figure: Figure,
    /// By color, white first: the stones in the first 8 columns and 16 rows, 8
    /// bits a row.
    corner: [u128; 2],
    rows: u64,
    cols: u64,
}

impl Image {
    fn new(symmetry: Symmetry, figure: Figure) -> Image {
        let (mut corner, mut rows, mut cols) = ([0; 2], 0, 0);
        for stone in &figure.stones {
            let (col, row) = (stone.col(), stone.row());
            rows |= 1 << row;
            cols |= 1 << col;
            if col < 8 && row < 16 {
                corner[usize::from(stone.is_black())] |= 1 << (8 * row + col);
            }
        }
        Image { symmetry, figure, corner, rows, cols }
    }

    /// Calls with every shift that may lay all but `k` points on an entry.
    fn each_shift(&self, entry: &Entry, k: u8, mut visit: impl FnMut(Shift)) {
        let is_free = |side| !self.figure.edges.contains(side);
        match (is_free(Sides::LEFT), is_free(Sides::TOP)) {
            (false, false) => visit(Shift::default()),
            (false, true) => {
                each_line_shift(self.rows, entry.rows, k, |rows| visit(Shift { rows, cols: 0 }));
            }
            (is_free_along, _) => {
                debug_assert!(is_free_along);
                each_line_shift(self.cols, entry.cols, k, |cols| {
                    each_line_shift(self.rows, entry.rows, k, |rows| visit(Shift { rows, cols }));
                });
            }
        }
    }

    /// A number of points that differ for certain.
    #[inline]
    fn least_difference(&self, entry: &Entry, Shift { rows, cols }: Shift) -> u32 {
        if rows == 0 && cols == 0 {
            let [white, black] = self.corner.map(|corner| corner as u64);
            return ((white ^ entry.corner[0]) | (black ^ entry.corner[1])).count_ones();
        }
        if rows.abs() >= 8 || cols.abs() >= 8 {
            return 0;
        }
        let by = 8 * u32::from(rows.unsigned_abs());
        let lay = |corner: u128| {
            let down = if rows < 0 { (corner >> by) as u64 } else { (corner as u64) << by };
            if cols < 0 { down >> -cols } else { down << cols }
        };
        // Of the columns to which none of the first eight was shifted, those
        // before are empty, and those behind unknown; a shift within a line of
        // eight bits moves points into its neighbors, too.
        let [ones, eight] = [0x0101_0101_0101_0101, 0xff_u64];
        let (filled, known) = if cols < 0 {
            let kept = ones * (eight >> -cols);
            (kept, kept)
        } else {
            (ones * (eight << cols & eight), u64::MAX)
        };
        let [white, black] = self.corner.map(|corner| lay(corner) & filled);
        (((white ^ entry.corner[0]) | (black ^ entry.corner[1])) & known).count_ones()
    }
}

/// Calls with every shift that lays all lines with stones, but `k`, on lines
/// with stones. Both have one in their first line.
fn each_line_shift(lines: u64, onto: u64, k: u8, mut visit: impl FnMut(i16)) {
    let k = u32::from(k);
    for shift in 0..64 {
        if (onto & ((1 << shift) - 1)).count_ones() > k {
            break;
        }
        if (lines << shift ^ onto).count_ones() <= k {
            visit(shift);
        }
    }
    for shift in 1..64 {
        let before = (lines & ((1 << shift) - 1)).count_ones();
        if before > k {
            break;
        }
        if before + (lines >> shift ^ onto).count_ones() <= k {
            visit(-shift);
        }
    }
}

impl Probe {
    pub fn new(figure: Figure, k: u8) -> Probe {
        let mut images: Vec<Image> = Vec::with_capacity(16);
        for (symmetry, image) in figure.images() {
            if !images.iter().any(|other| other.figure == image) {
                images.push(Image::new(symmetry, image));
            }
        }
        let negative = images.partition_point(|image| !image.symmetry.is_negative());
        Probe { figure, k, images, negative }
    }

    /// The runs of entries that may be near, with the colors as they are or
    /// exchanged.
    ///
    /// Each point that differs changes the number of black stones by one at
    /// most, and so that of white stones.
    pub fn runs(&self, index: &Index, is_negative: bool) -> Vec<Range<usize>> {
        let (band, k) = (self.figure.band(), usize::from(self.k));
        let stones = band.stones();
        let blacks = if is_negative { stones - band.blacks() } else { band.blacks() };
        let whites = stones - blacks;
        (stones.saturating_sub(k)..=stones + k)
            .map(|stones| {
                let least = blacks.saturating_sub(k).max(stones.saturating_sub(whites + k));
                let most = (blacks + k).min((stones + k).saturating_sub(whites));
                index.run(band, stones, least..most + 1)
            })
            .filter(|run| !run.is_empty())
            .collect()
    }

    /// The distance from an entry, if it is near.
    pub fn distance(&self, index: &Index, entry: &Entry, is_negative: bool) -> Option<u8> {
        let (mut limit, mut found) = (u32::from(self.k), None);
        let images =
            if is_negative { &self.images[self.negative..] } else { &self.images[..self.negative] };
        for image in images {
            image.each_shift(entry, self.k, |shift| {
                if image.least_difference(entry, shift) > limit {
                    return;
                }
                let stones = index.stones_of(entry);
                if let Some(distance) = distance(&image.figure.stones, stones, shift, limit) {
                    limit = distance;
                    found = Some(distance as u8);
                }
            });
        }
        found
    }

    /// The ways to lay the query onto an entry at its distance.
    pub fn ways(&self, index: &Index, entry: &Entry, least: u8, laying: &Laying) -> Vec<Way> {
        let stones = index.stones_of(entry);
        let limit = u32::from(least);
        let mut ways = Vec::new();
        for (symmetry, figure) in self.figure.images() {
            let image = Image::new(symmetry, figure);
            let mut shifts = Vec::new();
            image.each_shift(entry, self.k, |shift| {
                if distance(&image.figure.stones, stones, shift, limit).is_some() {
                    shifts.push(shift);
                }
            });
            let length = |shift: &Shift| (shift.rows.abs() + shift.cols.abs(), *shift);
            let Some(shift) = shifts.into_iter().min_by_key(length) else { continue };
            let there = laying.symmetry.then(symmetry);
            let back = |Differing { at, found }: Differing| {
                let laid = (at.col - shift.cols, at.row - shift.rows);
                let (col, row) = laying.back(turn(symmetry.inverse(), laid, image.figure.size));
                let found = found.map(|color| there.color(color)); // its own inverse
                Differing { at: QueryPoint { row, col }, found }
            };
            let differing = differing(&image.figure.stones, stones, shift);
            let mut difference: Vec<Differing> = differing.into_iter().map(back).collect();
            difference.sort_unstable();
            let symmetry = there.then(entry.symmetry().inverse());
            ways.push(Way { symmetry, difference });
        }
        ways
    }
}

/// In how many points two sets of stones differ, the first one shifted; none
/// when in more than `limit`.
fn distance(stones: &[Stone], others: &[Stone], shift: Shift, limit: u32) -> Option<u32> {
    let by = shift.number();
    let (mut i, mut j, mut distance) = (0, 0, 0);
    while let (Some(stone), Some(other)) = (stones.get(i), others.get(j)) {
        let (stone, other) = (stone.number() + by, other.number());
        if stone == other {
            i += 1;
            j += 1;
            continue;
        }
        distance += 1;
        if distance > limit {
            return None;
        }
        let (point, other) = (stone >> 1, other >> 1);
        i += usize::from(point <= other);
        j += usize::from(other <= point);
    }
    distance += (stones.len() - i + others.len() - j) as u32;
    (distance <= limit).then_some(distance)
}

/// The points in which they differ, as the others count them, and the others'
/// stones there.
fn differing(stones: &[Stone], others: &[Stone], shift: Shift) -> Vec<Differing> {
    let place = |stone: &Stone, shift: Shift| {
        let row = i16::from(stone.row()) + shift.rows;
        (QueryPoint { row, col: i16::from(stone.col()) + shift.cols }, stone.color())
    };
    let own: BTreeMap<_, _> = stones.iter().map(|stone| place(stone, shift)).collect();
    let there: BTreeMap<_, _> = others.iter().map(|stone| place(stone, Shift::default())).collect();
    let gone = own.keys().filter(|&at| !there.contains_key(at));
    let gone = gone.map(|&at| Differing { at, found: None });
    let other = there.iter().filter(|&(at, color)| own.get(at) != Some(color));
    gone.chain(other.map(|(&at, &color)| Differing { at, found: Some(color) })).collect()
}
