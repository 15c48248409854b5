//! Candidates for near positions, by signatures that near positions share.

use rayon::prelude::*;

use super::hamming::NearQuery;
use super::near_join::part_keys;
use super::normalized_shape::NormalizedShape;
use super::similarity_index::SimilarityIndex;
use crate::gtn::SubPosition;

/// The signatures by parts, as [`near_keys`](super::near_keys) has them, of the entries of an index: for many
/// queries at one distance.
///
/// It takes 16 bytes for each signature, and a position with an edge on either axis has at most 12 for the
/// distance 2.
#[derive(Debug)]
pub struct PartSignatures<'a> {
    index: &'a SimilarityIndex,
    k: u8,
    /// Sorted signatures with the places of their entries.
    entries: Vec<(u64, u32)>,
}

impl SimilarityIndex {
    /// The signatures of all positions for the distance `k`.
    pub fn sign_parts(&self, k: u8) -> PartSignatures<'_> {
        let keys = |at: usize| {
            let keys = part_keys(&self.shape_of(&self.entries[at]), k);
            keys.unwrap_or_default().into_iter().map(move |key| (key, at as u32))
        };
        let mut entries: Vec<(u64, u32)> =
            (0..self.len()).into_par_iter().flat_map_iter(keys).collect();
        entries.par_sort_unstable();
        PartSignatures { index: self, k, entries }
    }
}

impl PartSignatures<'_> {
    /// The numbers of the positions that [`SimilarityIndex::find_near`] finds, sorted. The time grows with the
    /// number of positions that share two of `k` + 2 parts with the window; without an edge on either axis, as
    /// that of `find_near`.
    pub fn find_near_numbers(&self, window: &SubPosition) -> Vec<u32> {
        let Some((shape, _)) = NormalizedShape::from_window(window) else { return Vec::new() };
        let query = NearQuery::new(shape.clone(), self.k);
        let group = query.edge_group();
        let alike = |is_negative| query.candidates(self.index, group, is_negative);
        let count = [false, true].into_iter().flat_map(alike).map(|range| range.len()).sum();
        let mut numbers: Vec<u32> = match self.entries_like(&shape, count) {
            Some(similar) => {
                let near = |at: usize| {
                    let entry = &self.index.entries[at];
                    let stones = self.index.stones_of(entry);
                    query.distance_in_any_color(entry, stones).map(|_| entry.number)
                };
                similar.into_iter().filter_map(near).collect()
            }
            None => self.index.find_near(window, self.k).iter().map(|hit| hit.number).collect(),
        };
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The places of the signatures of each entry; none without an edge on either axis.
    pub(super) fn places_of_entries(&self) -> Vec<Vec<usize>> {
        let mut places = vec![Vec::new(); self.index.len()];
        for (place, &(_, at)) in self.entries.iter().enumerate() {
            places[at as usize].push(place);
        }
        places
    }

    /// The entries behind an entry, whose signatures are at `places`, that have one in common with it, in
    /// ascending order; `None` if it has no signature, or if `most` entries or more would have to be looked at.
    pub(super) fn entries_after(&self, places: &[usize], most: usize) -> Option<Vec<usize>> {
        let starts = places.iter().map(|&place| (self.entries[place].0, place + 1));
        if places.is_empty() { None } else { self.entries_from(starts, most) }
    }

    /// The entries that have a signature in common with a shape, as for
    /// [`entries_after`](Self::entries_after).
    fn entries_like(&self, shape: &NormalizedShape, most: usize) -> Option<Vec<usize>> {
        let start = |key: u64| (key, self.entries.partition_point(|entry| entry.0 < key));
        self.entries_from(part_keys(shape, self.k)?.into_iter().map(start), most)
    }

    /// The entries with these signatures from these places on.
    fn entries_from(
        &self,
        starts: impl Iterator<Item = (u64, usize)>,
        most: usize,
    ) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        for (key, start) in starts {
            for &(_, at) in self.entries[start..].iter().take_while(|entry| entry.0 == key) {
                found.push(at as usize);
                if found.len() >= most {
                    return None;
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::MAX_DISTANCE;
    use crate::similarity::reference::{index, windows};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn near_entries_have_a_signature_in_common(windows in windows(4), k in 2..=MAX_DISTANCE) {
            let index = index(&windows);
            let signatures = index.sign_parts(k);
            for (at, places) in signatures.places_of_entries().iter().enumerate() {
                let Some(similar) = signatures.entries_after(places, usize::MAX) else { continue };
                let query = NearQuery::new(index.shape_of(&index.entries[at]), k);
                for other in at + 1..index.len() {
                    let entry = &index.entries[other];
                    let edges = entry.key.with_counts(0, 0);
                    let is_near = edges == index.entries[at].key.with_counts(0, 0)
                        && query.distance_in_any_color(entry, index.stones_of(entry)).is_some();
                    prop_assert!(!is_near || similar.binary_search(&other).is_ok());
                }
                let fewer = signatures.entries_after(places, similar.len());
                prop_assert!(similar.is_empty() || fewer.is_none());
            }
        }

        #[test]
        fn near_positions_are_found_by_their_signatures(windows in windows(7), k in 0..=MAX_DISTANCE) {
            let index = index(&windows);
            let signatures = index.sign_parts(k);
            for window in &windows {
                let mut expected: Vec<u32> =
                    index.find_near(window, k).iter().map(|hit| hit.number).collect();
                expected.sort_unstable();
                prop_assert_eq!(signatures.find_near_numbers(window), expected);
            }
        }
    }
}
