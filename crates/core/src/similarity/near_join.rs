//! Near positions as a distributed join: signatures that near positions share,
//! and the distance of two positions.
//!
//! An engine such as Spark joins positions by equal signatures and then drops
//! the pairs whose distance is too large:
//!
//! ```text
//!   position A ─→ signatures  17 42 58 91
//!                                │           near_distance(A, B, k) ≤ k ?
//!   position B ─→ signatures  23 42 77
//! ```
//!
//! There are two kinds of signatures. Both have the edges and the lengths
//! between facing edges in them, and both are the least over the images of a
//! position, so that orientation and colors do not matter.
//!
//! **Deletion**: one signature for every set of at most *k* stones, of the other
//! stones. Two positions that differ in *k* points become equal when each loses
//! its stones on these points. The number of signatures grows with the *k*-th
//! power of the number of stones.
//!
//! **Parts**: every point belongs to one of *k* + 2 parts, and a signature is of
//! the stones of two parts. *k* points that differ leave two parts equal. This
//! needs coordinates that the points that differ cannot change: an edge on
//! either axis. The part of a point is the same in all images:
//!
//! ```text
//!   +-----------
//!   | 0 2 1 3 ~        parts of the points in a corner for k = 2:
//!   | 2 3 0 1 ~        mirror images about the diagonal
//!   | 1 0 1 2 ~
//!   | ~ ~ ~ ~
//! ```
//!
//! Of 4,587 positions of problems, 912 pairs are at most 2 points apart. Two of
//! four parts give 3,236 pairs with a common signature, one of three parts 12,265,
//! with 15 and 10 signatures a position.

use super::change_hash::{Change, hash_changes, mix};
use super::entry::{Entry, SortKey};
use super::hamming::NearQuery;
use super::normalized_shape::NormalizedShape;
use crate::go::{Point, Sides};
use crate::gtn::SubPosition;

/// The signatures of a window: two windows at most `k` points apart have at
/// least one in common. Sorted, each once; none for a window without stones.
///
/// The reverse does not hold: [`near_distance`] tells whether two windows with a
/// common signature are near. Distances are those of
/// [`SimilarityIndex::find_near`](super::SimilarityIndex::find_near). Signatures
/// are comparable only if `k` is equal.
///
/// A window of 23 stones has 1 signature for `k` = 0, 24 for 1, and for 2 at most
/// 12 if an edge on either axis is near, else 277.
///
/// A canonical text is a square: where two edges face each other, lines may have
/// been added between them. [`SubPosition::unsquared`] restores the window.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::similarity::near_keys;
///
/// let keys = near_keys(&"2x3|XO._XX._!!!_".parse()?, 1);
/// let mirrored = near_keys(&"2x3|_.OX_XXX_!!!".parse()?, 1); // and a stone more
/// assert!(keys.iter().any(|key| mirrored.contains(key)));
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
pub fn near_keys(window: &SubPosition, k: u8) -> Vec<u64> {
    let Some((shape, _)) = NormalizedShape::from_window(window) else { return Vec::new() };
    let by_parts = if k > 1 { part_keys(&shape, k) } else { None };
    by_parts.unwrap_or_else(|| {
        let mut hashes = hash_changes(&shape, Change::None);
        hash_deletions(&shape, 0, k, &mut hashes);
        finish_keys(&shape, hashes)
    })
}

/// The signatures by parts of a shape: two shapes at most `k` points apart have at least one in common.
/// Sorted, each once; `None` without an edge on either axis.
pub(super) fn part_keys(shape: &NormalizedShape, k: u8) -> Option<Vec<u64>> {
    let is_anchored = shape.edges.contains(Sides::LEFT | Sides::TOP);
    is_anchored.then(|| finish_keys(shape, hash_parts(shape, k)))
}

/// Adds the edges to hashes, and sorts these.
fn finish_keys(shape: &NormalizedShape, mut keys: Vec<u64>) -> Vec<u64> {
    let edges = SortKey::of_shape(shape).with_counts(0, 0).hash();
    keys.iter_mut().for_each(|key| *key = mix(key.wrapping_add(edges)));
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The number of points at which two windows differ, or `None` if there are more
/// than `k`; `None` also for a window without stones.
///
/// Equivalent to the distance of
/// [`SimilarityIndex::find_near`](super::SimilarityIndex::find_near) with one of
/// the windows as query and the other one in the index.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::similarity::near_distance;
///
/// let window = "2x3|XO._XX._!!!_".parse()?;
/// let other = "2x3|_.OX_XXX_!!!".parse()?; // mirrored, and a stone more
/// assert_eq!(near_distance(&window, &other, 2), Some(1));
/// assert_eq!(near_distance(&window, &other, 0), None);
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
pub fn near_distance(one: &SubPosition, other: &SubPosition, k: u8) -> Option<u8> {
    let (one, _) = NormalizedShape::from_window(one)?;
    let (other, normalization) = NormalizedShape::from_window(other)?;
    let edges = |shape| SortKey::of_shape(shape).with_counts(0, 0);
    if edges(&one) != edges(&other) {
        return None;
    }
    let entry = Entry::new(&other, normalization.symmetry, 0, 0);
    NearQuery::new(one, k).distance_in_any_color(&entry, &other.stones)
}

/// Adds the hashes of the shape without each set of 1 to `k` of the stones from
/// `first` on.
fn hash_deletions(shape: &NormalizedShape, first: usize, k: u8, hashes: &mut Vec<u64>) {
    if k == 0 {
        return;
    }
    hashes.extend(hash_changes(shape, Change::Removal).into_iter().skip(first));
    if k == 1 {
        return;
    }
    for place in first..shape.stones.len() {
        // Its coordinates may begin beyond 0, but `Removal` measures them anew.
        let mut rest = shape.clone();
        rest.stones.remove(place);
        hash_deletions(&rest, place, k - 1, hashes);
    }
}

/// The hashes of every two parts of an anchored shape, each together with the
/// number of all stones.
///
/// Parts with few stones are equal by chance. The number of stones keeps positions
/// apart that differ in more than `k` stones: numbers are grouped in intervals of
/// length `k` + 1, and a number *n* is in the intervals of *n* and of *n* + `k`.
fn hash_parts(shape: &NormalizedShape, k: u8) -> Vec<u64> {
    let (stones, k) = (shape.stones.len() as u64, u64::from(k));
    let intervals = [stones / (k + 1), (stones + k) / (k + 1)];
    let parts = k + 2;
    let parts_of: Vec<u64> =
        shape.stones.iter().map(|stone| number_of(stone.point(), shape) % parts).collect();
    let mut hashes = Vec::new();
    for (one, other) in (0..parts).flat_map(|one| (0..one).map(move |other| (one, other))) {
        let mut kept = shape.clone();
        let mut part = parts_of.iter();
        kept.stones.retain(|_| part.next().is_some_and(|&part| part == one || part == other));
        let hash = mix(hash_changes(&kept, Change::None)[0].wrapping_add(one * parts + other));
        hashes.extend(intervals.map(|interval| mix(hash.wrapping_add(interval))));
    }
    hashes
}

/// A number that is the same for all images of a point.
fn number_of(point: Point, shape: &NormalizedShape) -> u64 {
    let images = shape.symmetries().map(|symmetry| symmetry.point(point, shape.size));
    let least = images.min().expect("the identity keeps the edges in place");
    mix(u64::from(least.row) << 8 | u64::from(least.col))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::reference::{self, windows};
    use proptest::prelude::*;

    fn share_a_key(one: &SubPosition, other: &SubPosition, k: u8) -> bool {
        let keys = near_keys(other, k);
        near_keys(one, k).iter().any(|key| keys.binary_search(key).is_ok())
    }

    /// Compares every two windows with the reference.
    fn check(windows: &[SubPosition], k: u8) -> Result<(), TestCaseError> {
        for one in windows {
            for other in windows {
                let expected = reference::near(one, other).map(|(distance, _)| distance as u8);
                let expected = expected.filter(|&distance| distance <= k);
                prop_assert_eq!(near_distance(one, other, k), expected);
                prop_assert!(
                    expected.is_none() || share_a_key(one, other, k),
                    "{one} {other} {expected:?}"
                );
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(80))]

        #[test]
        fn near_windows_share_a_key(windows in windows(4), k in 0..4u8) {
            check(&windows, k)?;
        }

        #[test]
        fn near_windows_of_many_lines_share_a_key(windows in windows(7), k in 0..3u8) {
            check(&windows, k)?;
        }
    }
}
