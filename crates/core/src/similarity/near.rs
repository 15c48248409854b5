//! Positions that differ in few points.
//!
//! A query is compared with a position under each of the sixteen operations
//! that places edges on edges: a corner on a corner, a side on a side, an open
//! center on an open center. Where two edges face each other, both boards must
//! have as many lines between them. Along an axis without an edge every offset
//! is compared, because the position's place on the board is unknown. Beyond
//! open sides the board is empty.
//!
//! The **distance** is the smallest number of points at which query and
//! position differ in one of these comparisons: a Hamming distance. An added, a
//! removed or a recolored stone counts one, a moved stone counts two.
//!
//! ```text
//!   +-----------        +-----------
//!   | . . O X . ~       | . . O X . ~      distance 2: a stone moved
//!   | O O O X . ~       | O O O X . ~
//!   | X X X . X ~       | X X X X . ~
//!   | ~ ~ ~ ~ ~         | ~ ~ ~ ~ ~
//!
//!   +-----------        ~ ~ ~ ~ ~ ~
//!   | . . O X . ~       ~ . . O X . ~      never near: a corner is not
//!   | O O O X . ~       ~ O O O X . ~      compared with the center
//!   | X X X . X ~       ~ X X X . X ~
//!   | ~ ~ ~ ~ ~         ~ ~ ~ ~ ~ ~
//! ```
//!
//! How a search skips most positions is described in `hamming.rs`.

use std::collections::HashSet;
use std::ops::Range;

use rayon::prelude::*;

use super::alignment::Alignment;
use super::entry::SortKey;
use super::hamming::NearQuery;
use super::normalized_shape::{Normalization, NormalizedShape};
use super::similarity_index::SimilarityIndex;

use crate::gtn::SubPosition;

/// The largest distance that a search should use. Beyond it, unrelated
/// problems are near each other.
pub const MAX_DISTANCE: u8 = 5;

/// The number of candidates from which a search uses all cores.
const PARALLEL_MIN: usize = 1 << 15;

/// The number of candidates that are compared before a search looks whether it has enough.
const MIN_COMPARED: usize = 1 << 10;

/// The number of candidates among which nearer positions are looked for if there are too many.
const MAX_COMPARED: usize = 1 << 13;

/// A position near the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NearHit {
    /// The number that the position was added under.
    pub number: u32,
    /// The number of points that differ.
    pub distance: u8,
    /// The ways to place the query on the position so that only `distance`
    /// points differ, one for each operation. Where several offsets do, the
    /// shortest one is listed.
    pub alignments: Vec<Alignment>,
}

impl SimilarityIndex {
    /// Finds the positions at most `k` points from a window, sorted by
    /// distance, then by number.
    ///
    /// A window without stones has no near positions.
    pub fn find_near(&self, window: &SubPosition, k: u8) -> Vec<NearHit> {
        let Some((shape, normalization)) = NormalizedShape::from_window(window) else {
            return Vec::new();
        };
        let query = NearQuery::new(shape, k);
        let near = self.compare_all(&query, &[query.edge_group()]);
        self.align_all(&query, &normalization, near)
    }

    /// Finds the nearest of the positions that [`find_near`](Self::find_near) finds, at most `max` of
    /// them, and whether there are more.
    ///
    /// Of more, those at the largest distance listed are some of many; in collections in which
    /// thousands of positions are as near, nearer ones can be missing. The time is bounded then, so
    /// that to look up k variations among k others takes linear time.
    pub fn find_nearest(&self, window: &SubPosition, k: u8, max: usize) -> (Vec<NearHit>, bool) {
        let Some((shape, normalization)) = NormalizedShape::from_window(window) else {
            return (Vec::new(), false);
        };
        let query = NearQuery::new(shape.clone(), k);
        let (mut near, has_more) = self.compare_some(&query, max, usize::MAX);
        if has_more {
            for limit in 1..k {
                let query = NearQuery::new(shape.clone(), limit);
                let (nearer, is_enough) = self.compare_some(&query, max, MAX_COMPARED);
                near.extend(nearer);
                if is_enough {
                    break;
                }
            }
            near.sort_unstable_by_key(|&(number, distance, at)| (distance, number, at));
            let mut nearest = HashSet::new();
            near.retain(|hit| {
                nearest.contains(&hit.0) || nearest.len() < max && nearest.insert(hit.0)
            });
        }
        near.sort_unstable();
        near.dedup();
        (self.align_all(&query, &normalization, near), has_more)
    }

    /// Finds the positions whose stones differ from those of a window in at most
    /// `k` points, whatever edges are near them; sorted by distance, then by
    /// number.
    ///
    /// Equivalent to [`find_near`](Self::find_near) if neither the window nor any
    /// position had an edge: all sixteen operations and every offset are compared.
    /// The alignments are those of the stones.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::similarity::SimilarityIndexBuilder;
    ///
    /// let mut builder = SimilarityIndexBuilder::default();
    /// builder.add(7, &"2x3|XOX_X.O_!!!_".parse()?); // in a corner
    /// let index = builder.build();
    /// let moved = "3x3|..._XO._X.O_!!!_".parse()?; // a line lower, without a stone
    /// assert!(index.find_near(&moved, 1).is_empty());
    /// assert_eq!(index.find_near_with_any_edges(&moved, 1)[0].distance, 1);
    /// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
    /// ```
    pub fn find_near_with_any_edges(&self, window: &SubPosition, k: u8) -> Vec<NearHit> {
        let Some((shape, normalization)) = NormalizedShape::from_window_without_edges(window)
        else {
            return Vec::new();
        };
        let groups: Vec<SortKey> = self.edge_groups().collect();
        let query = NearQuery::new(shape, k);
        let near = self.compare_all(&query, &groups);
        self.align_all(&query, &normalization, near)
    }

    /// Finds the windows near a query among the entries with the edges and the fixed sides of some
    /// keys: number, distance and place of each, sorted.
    fn compare_all(&self, query: &NearQuery, groups: &[SortKey]) -> Vec<(u32, u8, usize)> {
        let mut near = Vec::new();
        for is_negative in [false, true] {
            let candidates =
                groups.iter().flat_map(|&key| query.candidates(self, key, is_negative));
            let candidates: Vec<Range<usize>> = candidates.collect();
            let compare = |at: usize| {
                let entry = &self.entries[at];
                let distance = query.distance(entry, self.stones_of(entry), is_negative)?;
                Some((entry.number, distance, at))
            };
            if candidates.iter().map(Range::len).sum::<usize>() < PARALLEL_MIN {
                near.extend(candidates.into_iter().flatten().filter_map(compare));
            } else {
                let candidates = candidates.into_par_iter().flat_map(|range| range.into_par_iter());
                near.par_extend(candidates.filter_map(compare));
            }
        }
        near.sort_unstable();
        near
    }

    /// Finds what [`compare_all`](Self::compare_all) finds in the query's own group, unsorted, and
    /// whether it is more than `max` positions. Ends then, or when `budget` candidates were compared,
    /// but looks for that between growing numbers of candidates only.
    fn compare_some(
        &self,
        query: &NearQuery,
        max: usize,
        budget: usize,
    ) -> (Vec<(u32, u8, usize)>, bool) {
        let (mut near, mut numbers): (Vec<(u32, u8, usize)>, _) = (Vec::new(), HashSet::new());
        let mut compared = 0;
        for is_negative in [false, true] {
            let compare = |at: usize| {
                let entry = &self.entries[at];
                let distance = query.distance(entry, self.stones_of(entry), is_negative)?;
                Some((entry.number, distance, at))
            };
            for mut range in query.candidates(self, query.edge_group(), is_negative) {
                while !range.is_empty() {
                    let is_enough = numbers.len() > max && compared >= MIN_COMPARED;
                    if is_enough || compared >= budget {
                        return (near, numbers.len() > max);
                    }
                    let end = range.end.min(range.start + compared.max(MIN_COMPARED));
                    let chunk = range.start..end;
                    let known = near.len();
                    if chunk.len() < PARALLEL_MIN {
                        near.extend(chunk.filter_map(compare));
                    } else {
                        near.par_extend(chunk.into_par_iter().filter_map(compare));
                    }
                    numbers.extend(near[known..].iter().map(|hit| hit.0));
                    compared += end - range.start;
                    range.start = end;
                }
            }
        }
        let has_more = numbers.len() > max;
        (near, has_more)
    }

    /// The positions of what [`compare_all`](Self::compare_all) found.
    fn align_all(
        &self,
        query: &NearQuery,
        normalization: &Normalization,
        near: Vec<(u32, u8, usize)>,
    ) -> Vec<NearHit> {
        let mut hits: Vec<NearHit> = Vec::new();
        for (number, distance, at) in near {
            match hits.last_mut() {
                Some(hit) if hit.number == number => {
                    // Another window of the position: the nearest one counts.
                    if hit.distance == distance {
                        let entry = &self.entries[at];
                        hit.alignments.extend(query.align(self, entry, distance, normalization));
                    }
                }
                _ => {
                    let alignments = query.align(self, &self.entries[at], distance, normalization);
                    hits.push(NearHit { number, distance, alignments });
                }
            }
        }
        for hit in &mut hits {
            hit.alignments.sort_unstable();
            hit.alignments.dedup_by_key(|alignment| alignment.symmetry);
        }
        hits.sort_by_key(|hit| (hit.distance, hit.number));
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::go::Sides;
    use crate::go::{Board, Point, Size};
    use crate::similarity::SimilarityIndexBuilder;
    use crate::similarity::reference::{self, index, windows};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn check(windows: &[SubPosition], k: u8) -> Result<(), TestCaseError> {
        let query = &windows[0];
        let found = index(windows).find_near(query, k);
        prop_assert!(found.is_sorted_by_key(|hit| (hit.distance, hit.number)));
        for (window, number) in windows.iter().zip(0..) {
            let near = found.iter().find(|hit| hit.number == number);
            let expected = reference::near(query, window);
            let expected = expected.filter(|(distance, _)| *distance <= u32::from(k));
            let Some((distance, expected)) = expected else {
                prop_assert_eq!(near, None);
                continue;
            };
            let near = near.unwrap();
            prop_assert_eq!(u32::from(near.distance), distance);
            let symmetries: BTreeSet<_> = expected.iter().map(|(symmetry, _)| *symmetry).collect();
            prop_assert!(near.alignments.iter().map(|alignment| alignment.symmetry).eq(symmetries));
            for Alignment { symmetry, differences } in &near.alignments {
                let mut places: Vec<_> =
                    differences.iter().map(|point| (point.at.col, point.at.row)).collect();
                places.sort_unstable();
                let alignment = (*symmetry, places);
                prop_assert!(expected.contains(&alignment), "{alignment:?}");
                // The query with the stones that were found is the position.
                let changed =
                    differences.iter().map(|point| ((point.at.col, point.at.row), point.found));
                prop_assert_eq!(
                    reference::changed(query, changed),
                    reference::before(window, *symmetry)
                );
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(250))]

        #[test]
        fn near_positions_are_those_of_the_reference(windows in windows(5), k in 1..=MAX_DISTANCE) {
            check(&windows, k)?;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn the_nearest_are_the_first_of_all(windows in windows(5), k in 0..4u8, max in 0..6usize) {
            let index = index(&windows);
            let mut all = index.find_near(&windows[0], k);
            let has_more = all.len() > max;
            all.truncate(max);
            prop_assert_eq!(index.find_nearest(&windows[0], k, max), (all, has_more));
        }
    }

    #[test]
    fn of_thousands_of_near_positions_a_part_is_listed() {
        let points: Vec<Point> = Size::new(13, 13).unwrap().points().collect();
        let variation = |number: usize| {
            let mut board = Board::new(Size::new(13, 13).unwrap());
            for (at, color) in [(0, Color::Black), (1, Color::White), (14, Color::Black)] {
                board.set(points[at], Some(color));
            }
            board.set(points[30 + number / 100], Some(Color::Black));
            board.set(points[69 + number % 100], Some(Color::White));
            SubPosition { board, open: Sides::NONE }
        };
        let windows: Vec<SubPosition> = (0..3900).map(variation).collect();
        let index = index(&windows);
        for number in [0, 1950, 3899] {
            let (found, has_more) = index.find_nearest(&windows[number], 4, 200);
            assert_eq!((found.len(), has_more), (200, true));
            assert_eq!((found[0].number, found[0].distance), (number as u32, 0));
            // 99 with another white stone, 38 with another black one.
            assert!(found[..138].iter().all(|hit| hit.distance <= 2));
            assert!(found[138..].iter().all(|hit| hit.distance > 2 && hit.distance <= 4));
        }
        let all = index.find_near(&windows[7], 2);
        assert_eq!(index.find_nearest(&windows[7], 2, 200), (all, false));
    }

    /// The window as if no edge were near.
    fn without_edges(window: &SubPosition) -> SubPosition {
        SubPosition { board: window.board.clone(), open: Sides::ALL }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(50))]

        #[test]
        fn positions_near_with_any_edges_are_those_of_the_reference(
            windows in windows(5),
            k in 1..=MAX_DISTANCE,
        ) {
            let found = index(&windows).find_near_with_any_edges(&windows[0], k);
            prop_assert!(found.is_sorted_by_key(|hit| (hit.distance, hit.number)));
            let query = without_edges(&windows[0]);
            let mut expected = Vec::new();
            for (window, number) in windows.iter().zip(0..) {
                let (distance, alignments) = reference::near(&query, &without_edges(window)).unwrap();
                if distance <= u32::from(k) {
                    let symmetries: BTreeSet<_> =
                        alignments.iter().map(|(symmetry, _)| *symmetry).collect();
                    expected.push((distance as u8, number, symmetries));
                }
            }
            expected.sort();
            let found_symmetries = found.iter().map(|hit| {
                let symmetries = hit.alignments.iter().map(|alignment| alignment.symmetry);
                (hit.distance, hit.number, symmetries.collect::<BTreeSet<_>>())
            });
            prop_assert_eq!(found_symmetries.collect::<Vec<_>>(), expected);
            for hit in &found {
                for Alignment { symmetry, differences } in &hit.alignments {
                    let changed =
                        differences.iter().map(|point| ((point.at.col, point.at.row), point.found));
                    prop_assert_eq!(
                        reference::changed(&query, changed),
                        reference::before(&windows[hit.number as usize], *symmetry)
                    );
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// Stones beyond the 8x8 points and the 16 rows of the lower bound.
        #[test]
        fn stones_far_from_the_corner_count(windows in windows(20), k in 1..=MAX_DISTANCE) {
            check(&windows, k)?;
        }
    }

    /// ```text
    ///   +-----------
    ///   | . . O X . ~      the query
    ///   | O O O X . ~
    ///   | X X X . X ~
    ///   | ~ ~ ~ ~ ~
    /// ```
    #[test]
    fn distances_of_changed_corners() {
        let query: SubPosition = "3x5|..OX._OOOX._XXX.X_!!!!!_".parse().unwrap();
        let distance = |text: &str| {
            let window: SubPosition = text.parse().unwrap();
            let found = index(std::slice::from_ref(&window)).find_near(&query, MAX_DISTANCE);
            found.first().map(|hit| hit.distance)
        };
        for (text, expected) in [
            ("3x5|..OX._OOOX._XXX.X_!!!!!_", Some(0)),
            ("3x4|..OX_OOOX_XXX._!!!!_", Some(1)), // a stone removed
            ("3x5|..OX._OOOX._XXXXX_!!!!!_", Some(1)), // added
            ("3x5|..OO._OOOX._XXX.X_!!!!!_", Some(1)), // recolored
            ("3x4|..OX_OOOX_XXXX_!!!!_", Some(2)), // moved
            ("5x3|O.._OX._OX._XXO_..O_!!!_", None), // unrelated
            ("3x5|_..OX.__OOOX.__XXX.X__!!!!!_", None), // no edge on the left
            ("3x5|!!!!!_..OX._OOOX._XXX.X_!!!!!_", None), // no edge at the top
            ("3x6|...OX._.OOOX._.XXX.X_!!!!!!_", None), // moved along the edge
            ("3x5|..OX.OOOX.XXX.X", None),         // edges all around
        ] {
            assert_eq!(distance(text), expected, "{text}");
        }
    }

    #[test]
    fn a_board_without_stones_is_near_nothing() {
        let empty = SubPosition::goban(Board::new(Size::STANDARD));
        let mut builder = SimilarityIndexBuilder::default();
        builder.add(1, &empty);
        let index = builder.build();
        assert!(
            index.is_empty()
                && index.find_near(&empty, 5).is_empty()
                && index.find_near_pairs(5, |_| ()).is_empty()
        );
    }
}
