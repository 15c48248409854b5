//! All pairs of positions that differ in few points.
//!
//! Up to distance 1, shapes that become equal by a change of one stone are
//! found by their hashes (`change_hash.rs`): the time is linear in the number of
//! stones and of pairs. Beyond, each position is a query for the ones after it:
//! for those with a common signature (`part_signatures.rs`), or for all with the same
//! edges and nearly as many stones where these are fewer.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::change_hash::{Change, hash_changes};
use super::entry::Entry;
use super::hamming::NearQuery;
use super::normalized_shape::PackedStone;
use super::similarity_index::SimilarityIndex;

/// Two positions that are near each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NearPair {
    /// The numbers of the two positions, the smaller one first.
    pub numbers: (u32, u32),
    /// The number of points that differ.
    pub distance: u8,
}

/// The number of hashes that are in memory at a time, of 16 bytes each, is this
/// number or a quarter of the stones, whichever is larger.
const MIN_HASHES: usize = if cfg!(test) { 16 } else { 1 << 20 };

impl SimilarityIndex {
    /// Finds all pairs of positions at most `k` points apart, sorted by their
    /// numbers. Calls `advance` with numbers of windows that are done; their sum
    /// is [`len`](Self::len).
    ///
    /// For `k` up to 1 the time is linear in the number of stones and of pairs.
    /// Beyond, it grows with the number of pairs of positions that have two of
    /// `k` + 2 parts in common; without an edge on either axis, with the square of
    /// the number of positions.
    pub fn find_near_pairs(&self, k: u8, advance: impl Fn(u64) + Sync) -> Vec<NearPair> {
        let advance = |count| {
            advance(count);
            true
        };
        self.find_some_near_pairs(k, usize::MAX, advance).expect("nothing ends the search").0
    }

    /// Finds the pairs of [`find_near_pairs`](Self::find_near_pairs), but those more than one point
    /// apart only for the first `max_partners` of each position among those after it, and whether
    /// there are more; `None` as soon as `advance` returns false.
    ///
    /// In a collection of variations, in which every position is near every other one, the time is
    /// linear in the number of positions and of pairs.
    pub fn find_some_near_pairs(
        &self,
        k: u8,
        max_partners: usize,
        advance: impl Fn(u64) -> bool + Sync,
    ) -> Option<(Vec<NearPair>, bool)> {
        let has_more = AtomicBool::new(false);
        let mut pairs = match k {
            0 | 1 => self.find_pairs_by_hash(k, &advance)?,
            _ => self.find_pairs_by_query(k, max_partners, &has_more, &advance)?,
        };
        let has_more = has_more.into_inner();
        if has_more {
            pairs.extend(self.find_pairs_by_hash(1, |_| advance(0))?);
        }
        pairs.par_sort_unstable();
        pairs.dedup_by_key(|pair| pair.numbers); // keeps the smallest distance
        Some((pairs, has_more))
    }

    fn find_pairs_by_query(
        &self,
        k: u8,
        max_partners: usize,
        has_more: &AtomicBool,
        advance: impl Fn(u64) -> bool + Sync,
    ) -> Option<Vec<NearPair>> {
        let signatures = self.sign_parts(k);
        let places = signatures.places_of_entries();
        let pairs_of = |at: usize| {
            let query = NearQuery::new(self.shape_of(&self.entries[at]), k);
            // A pair is found from its first entry alone.
            let alike = |is_negative| {
                let ranges = query.candidates(self, query.edge_group(), is_negative).into_iter();
                ranges.map(|range| range.start.max(at + 1)..range.end)
            };
            let count = [false, true].into_iter().flat_map(alike).map(|range| range.len()).sum();
            let similar = signatures.entries_after(&places[at], count);
            let mut pairs = Vec::new();
            for is_negative in [false, true] {
                let later: Box<dyn Iterator<Item = usize>> = match &similar {
                    Some(similar) => Box::new(similar.iter().copied()),
                    None => Box::new(alike(is_negative).flatten()),
                };
                let near = later.filter_map(|other| {
                    let (entry, stones) = self.entry(other);
                    query.distance(entry, stones, is_negative)?;
                    self.pair(at, other, query.distance_in_any_color(entry, stones)?)
                });
                let end = pairs.len().saturating_add(max_partners);
                pairs.extend(near.take(max_partners.saturating_add(1)));
                if pairs.len() > end {
                    pairs.truncate(end);
                    has_more.store(true, Ordering::Relaxed);
                }
            }
            advance(1).then_some(pairs)
        };
        let is_ended = AtomicBool::new(false);
        let found = (0..self.len()).into_par_iter().map(|at| {
            let pairs = pairs_of(at);
            is_ended.fetch_or(pairs.is_none(), Ordering::Relaxed);
            pairs
        });
        let pairs = found.while_some().flatten_iter().collect();
        (!is_ended.into_inner()).then_some(pairs)
    }

    /// Finds the pairs at most `k` points apart, `k` being 0 or 1; a pair may be
    /// found more than once.
    fn find_pairs_by_hash(
        &self,
        k: u8,
        advance: impl Fn(u64) -> bool + Sync,
    ) -> Option<Vec<NearPair>> {
        let mut pairs = Vec::new();
        let mut fewer = 0..0; // the previous range
        while fewer.end < self.len() {
            let range = self.range_with_equal_counts(fewer.end);
            if !self.has_one_stone_less(&fewer, &range) {
                fewer = range.start..range.start;
            }
            let hashes: usize = range.len() * (self.entries[range.start].key.stones() + 1);
            let parts = hashes.div_ceil(MIN_HASHES.max(self.count_stones() / 4));
            for part in 0..parts {
                let is_in_part =
                    move |hash: u64| (u128::from(hash) * parts as u128) >> 64 == part as u128;
                let hash = |range: Range<usize>, change: Change| {
                    range.into_par_iter().flat_map_iter(move |at| {
                        let hashes = hash_changes(&self.shape_of(&self.entries[at]), change);
                        hashes
                            .into_iter()
                            .filter(move |&hash| is_in_part(hash))
                            .map(move |hash| (hash, at as u32))
                    })
                };
                let removals = hash(fewer.clone(), Change::None);
                let removals = removals.chain(hash(range.clone(), Change::Removal)).collect();
                self.pair_equal_hashes(k, removals, fewer.end, &mut pairs);
                let color_losses = hash(range.clone(), Change::ColorLoss).collect();
                self.pair_equal_hashes(k, color_losses, range.end, &mut pairs);
                let done = range.len() * (part + 1) / parts - range.len() * part / parts;
                if !advance(done as u64) {
                    return None;
                }
            }
            fewer = range;
        }
        Some(pairs)
    }

    /// The entries from `start` on with the same edges and number of stones.
    fn range_with_equal_counts(&self, start: usize) -> Range<usize> {
        let key = |entry: &Entry| entry.key.with_counts(entry.key.stones(), 0);
        let first = key(&self.entries[start]);
        start..start + self.entries[start..].partition_point(|entry| key(entry) == first)
    }

    fn has_one_stone_less(&self, fewer: &Range<usize>, range: &Range<usize>) -> bool {
        let key = self.entries[range.start].key;
        let wanted = key.with_counts(key.stones() - 1, 0);
        self.entries[fewer.clone()]
            .first()
            .is_some_and(|entry| entry.key.with_counts(entry.key.stones(), 0) == wanted)
    }

    /// Adds the pairs of entries with equal hashes whose first entry is before
    /// `end`.
    fn pair_equal_hashes(
        &self,
        k: u8,
        mut hashes: Vec<(u64, u32)>,
        end: usize,
        pairs: &mut Vec<NearPair>,
    ) {
        hashes.par_sort_unstable();
        hashes.dedup(); // a symmetric shape has a hash more than once
        let mut candidates: Vec<(u32, u32)> = Vec::new();
        for equal in hashes.chunk_by(|one, other| one.0 == other.0) {
            for (place, &(_, one)) in equal.iter().enumerate() {
                if one as usize >= end {
                    break;
                }
                candidates.extend(equal[place + 1..].iter().map(|&(_, other)| (one, other)));
            }
        }
        drop(hashes);
        candidates.par_sort_unstable();
        candidates.dedup();
        let compare = |candidates: &[(u32, u32)]| {
            let one = candidates[0].0 as usize;
            let query = NearQuery::new(self.shape_of(&self.entries[one]), k);
            let distance = |other: usize| {
                let (entry, stones) = self.entry(other);
                query.distance_in_any_color(entry, stones)
            };
            let pair = |&(_, other): &(u32, u32)| {
                self.pair(one, other as usize, distance(other as usize)?)
            };
            candidates.iter().filter_map(pair).collect::<Vec<NearPair>>()
        };
        pairs.par_extend(
            candidates.par_chunk_by(|one, other| one.0 == other.0).flat_map_iter(compare),
        );
    }

    fn entry(&self, at: usize) -> (&Entry, &[PackedStone]) {
        let entry = &self.entries[at];
        (entry, self.stones_of(entry))
    }

    /// The pair of two entries, unless these are windows of the same position.
    fn pair(&self, one: usize, other: usize, distance: u8) -> Option<NearPair> {
        let numbers = [one, other].map(|at| self.entries[at].number);
        let [smaller, larger] = [numbers[0].min(numbers[1]), numbers[0].max(numbers[1])];
        (smaller < larger).then_some(NearPair { numbers: (smaller, larger), distance })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtn::SubPosition;
    use crate::similarity::reference::{self, index, windows};
    use crate::similarity::{MAX_DISTANCE, SimilarityIndexBuilder};
    use proptest::prelude::*;
    use std::sync::atomic::AtomicU64;

    /// Compares the pairs with those of the reference.
    fn check(windows: &[SubPosition], k: u8) -> Result<(), TestCaseError> {
        let mut expected = Vec::new();
        for (one, a) in windows.iter().zip(0..) {
            for (other, b) in windows.iter().zip(0..).skip(a as usize + 1) {
                if let Some((distance, _)) = reference::near(one, other)
                    && distance <= u32::from(k)
                {
                    expected.push(NearPair { numbers: (a, b), distance: distance as u8 });
                }
            }
        }
        let (index, done) = (index(windows), AtomicU64::new(0));
        let found = index.find_near_pairs(k, |count| {
            done.fetch_add(count, Ordering::Relaxed);
        });
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(done.into_inner(), index.len() as u64);
        prop_assert_eq!(index.find_some_near_pairs(k, usize::MAX, |_| false), None);
        // Each of these windows is a position.
        for max in 0..3 {
            let (some, has_more) = index.find_some_near_pairs(k, max, |_| true).unwrap();
            prop_assert!(some.iter().all(|pair| found.binary_search(pair).is_ok()));
            let is_near = |pair: &&NearPair| pair.distance <= 1;
            prop_assert!(found.iter().filter(is_near).all(|pair| some.binary_search(pair).is_ok()));
            prop_assert!(has_more || some == found);
            let farther = some.len() - some.iter().filter(is_near).count();
            prop_assert!(k < 2 || farther <= 2 * max * windows.len());
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn near_pairs_are_those_of_the_reference(windows in windows(4), k in 0..=MAX_DISTANCE) {
            check(&windows, k)?;
        }

        #[test]
        fn pairs_one_point_apart_are_those_of_the_reference(windows in windows(7), k in 0..2u8) {
            check(&windows, k)?;
        }
    }

    #[test]
    fn windows_of_one_position_are_no_pair() {
        let mut builder = SimilarityIndexBuilder::default();
        for (number, window) in [(1, "1x3|XO."), (1, "1x3|XOX"), (2, "1x3|XOO")] {
            builder.add(number, &window.parse().unwrap());
        }
        let found = builder.build().find_near_pairs(1, |_| ());
        assert_eq!(found, [NearPair { numbers: (1, 2), distance: 1 }]);
    }
}
