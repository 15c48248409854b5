//! Positions that differ in few points.
//!
//! One position is laid onto another by one of the sixteen operations, real
//! edges on real edges: a corner on a corner, a side on a side, an open center
//! on an open center; where two edges face each other, only on as many lines.
//! Along an axis without a real edge it is shifted freely, because nobody
//! knows where on the board it lies. Beyond open sides the board is empty. The
//! **distance** is the number of points in which the two then differ, the
//! least there is: a stone added or removed counts one, one of the other
//! color one, a stone that moved two.
//!
//! ```text
//!   +-----------        +-----------
//!   | . . O X . ~       | . . O X . ~      at 2: a stone moved
//!   | O O O X . ~       | O O O X . ~
//!   | X X X . X ~       | X X X X . ~
//!   | ~ ~ ~ ~ ~         | ~ ~ ~ ~ ~
//!
//!   +-----------        ~ ~ ~ ~ ~ ~
//!   | . . O X . ~       ~ . . O X . ~      never near: no corner can be laid
//!   | O O O X . ~       ~ O O O X . ~      on the center
//!   | X X X . X ~       ~ X X X . X ~
//!   | ~ ~ ~ ~ ~         ~ ~ ~ ~ ~ ~
//! ```
//!
//! How it is found is said in `find/probe.rs`.

use std::fmt;
use std::ops::Range;

use rayon::prelude::*;

use super::hamming::Probe;
use super::index::Index;
use super::normalized_shape::Figure;
use crate::Color;
use crate::go::Symmetry;
use crate::gtn::SubPosition;

/// The largest distance that is looked for.
pub const MAX_DISTANCE: u8 = 5;

/// From so many figures on, all cores look.
const MANY: usize = 1 << 15;

/// A position near the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// The number it was added under.
    pub number: u32,
    /// In how many points they differ.
    pub distance: u8,
    /// The operations that lay the query onto it so that no more points
    /// differ, each with these points. Where several shifts do, the shortest
    /// one was taken.
    pub ways: Vec<Way>,
}

/// One way to lay a query onto a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// Carries the query onto the window that was added.
    pub symmetry: Symmetry,
    /// The points that differ, in the query's window, as they are read.
    pub difference: Vec<Differing>,
}

/// A point in which a position differs from the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Differing {
    /// The point of the query.
    pub at: QueryPoint,
    /// The stone that the position has there, in the query's colors.
    pub found: Option<Color>,
}

/// A point as a query counts it, from 0 at its top left; beyond an open side
/// the count goes on.
///
/// ```
/// use gtn_db::find::QueryPoint;
///
/// assert_eq!(QueryPoint { col: 3, row: 0 }.to_string(), "(4,1)");
/// assert_eq!(QueryPoint { col: -1, row: 0 }.to_string(), "(0,1)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct QueryPoint {
    /// The row, first, so that points sort as they are read.
    pub row: i16,
    /// The column.
    pub col: i16,
}

impl fmt::Display for QueryPoint {
    /// From 1, as GobanTN writes coordinates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.col + 1, self.row + 1)
    }
}

/// Two positions that are near each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// Their numbers, the smaller first.
    pub numbers: (u32, u32),
    /// In how many points they differ.
    pub distance: u8,
}

impl Index {
    /// The positions at most `k` points from a window, the nearest first, then
    /// by number.
    ///
    /// A window without stones is near nothing.
    pub fn near(&self, window: &SubPosition, k: u8) -> Vec<Near> {
        let Some((figure, laying)) = Figure::of(window) else { return Vec::new() };
        let probe = Probe::new(figure, k);
        let mut hits = Vec::new();
        for is_negative in [false, true] {
            let runs = probe.runs(self, is_negative);
            let hit = |at: usize| {
                let entry = &self.entries[at];
                let distance = probe.distance(self, entry, is_negative)?;
                Some((entry.number, distance, at))
            };
            if runs.iter().map(Range::len).sum::<usize>() < MANY {
                hits.extend(runs.into_iter().flatten().filter_map(hit));
            } else {
                let runs = runs.into_par_iter().flat_map(|run| run.into_par_iter());
                hits.par_extend(runs.filter_map(hit));
            }
        }
        hits.sort_unstable();
        let mut found: Vec<Near> = Vec::new();
        for (number, distance, at) in hits {
            let ways = probe.ways(self, &self.entries[at], distance, &laying);
            match found.last_mut() {
                Some(last) if last.number == number && last.distance < distance => {}
                Some(last) if last.number == number => last.ways.extend(ways),
                _ => found.push(Near { number, distance, ways }),
            }
        }
        for near in &mut found {
            near.ways.sort_unstable();
            near.ways.dedup_by_key(|way| way.symmetry); // of several windows
        }
        found.sort_by_key(|near| (near.distance, near.number));
        found
    }

    /// All pairs of positions at most `k` points apart, by their numbers.
    pub fn pairs(&self, k: u8) -> Vec<Pair> {
        let pairs_of = |at: usize| {
            let entry = &self.entries[at];
            let probe = self.figure(entry).map(|figure| Probe::new(figure, k));
            let mut pairs = Vec::new();
            for (probe, is_negative) in probe.iter().flat_map(|p| [(p, false), (p, true)]) {
                for run in probe.runs(self, is_negative) {
                    for other in &self.entries[run.start.max(at + 1)..run.end.max(at + 1)] {
                        if let Some(distance) = probe.distance(self, other, is_negative) {
                            let numbers =
                                (entry.number.min(other.number), entry.number.max(other.number));
                            pairs.push(Pair { numbers, distance });
                        }
                    }
                }
            }
            pairs
        };
        let mut pairs: Vec<Pair> =
            (0..self.len()).into_par_iter().flat_map_iter(pairs_of).collect();
        pairs.par_sort_unstable();
        pairs.dedup_by_key(|pair| pair.numbers); // the first is the nearest
        pairs.retain(|pair| pair.numbers.0 != pair.numbers.1);
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Point, Size};
    use crate::similarity::IndexBuilder;
    use crate::similarity::reference::{self as plain, sub_positions};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn index(windows: &[SubPosition]) -> Index {
        let mut builder = IndexBuilder::default();
        for (window, number) in windows.iter().zip(0..) {
            builder.add(number, window);
        }
        builder.index()
    }

    /// Windows with few stones, so that some are near each other by chance,
    /// and changed copies, turned and shifted, that are near by design.
    fn windows(max_side: u8) -> impl Strategy<Value = Vec<SubPosition>> {
        let change = (any::<prop::sample::Index>(), 0..max_side, 0..max_side, 0u8..3);
        let copy = (
            any::<prop::sample::Index>(),
            prop::collection::vec(change, 0..4),
            0u8..16,
            any::<bool>(),
        );
        (
            prop::collection::vec(sub_positions(max_side, 1..9), 1..6),
            prop::collection::vec(copy, 0..8),
        )
            .prop_map(|(mut windows, copies)| {
                for (from, changes, symmetry, is_window) in copies {
                    let mut copy = from.get(&windows).clone();
                    for (_, col, row, stone) in changes {
                        let size = copy.board.size();
                        let at = Point::new(col % size.cols(), row % size.rows());
                        let stones = [None, Some(crate::Color::Black), Some(crate::Color::White)];
                        copy.board.set(at, stones[usize::from(stone)]);
                    }
                    let copy = copy.transform(Symmetry::from_index(symmetry).unwrap());
                    let window = copy.window().map(|window| window.sub);
                    windows.extend(if is_window { window } else { Some(copy) });
                }
                windows.retain(|window| !window.board.is_empty());
                windows
            })
    }

    fn check(windows: &[SubPosition], k: u8) -> Result<(), TestCaseError> {
        let query = &windows[0];
        let found = index(windows).near(query, k);
        prop_assert!(found.is_sorted_by_key(|near| (near.distance, near.number)));
        for (window, number) in windows.iter().zip(0..) {
            let near = found.iter().find(|near| near.number == number);
            let expected = plain::near(query, window);
            let expected = expected.filter(|(distance, _)| *distance <= u32::from(k));
            let Some((distance, expected)) = expected else {
                prop_assert_eq!(near, None);
                continue;
            };
            let near = near.unwrap();
            prop_assert_eq!(u32::from(near.distance), distance);
            let symmetries: BTreeSet<_> = expected.iter().map(|(symmetry, _)| *symmetry).collect();
            prop_assert!(near.ways.iter().map(|way| way.symmetry).eq(symmetries));
            for Way { symmetry, difference } in &near.ways {
                let mut places: Vec<_> =
                    difference.iter().map(|point| (point.at.col, point.at.row)).collect();
                places.sort_unstable();
                let way = (*symmetry, places);
                prop_assert!(expected.contains(&way), "{way:?}");
                // The stones found, put into the query, make the position.
                let changed =
                    difference.iter().map(|point| ((point.at.col, point.at.row), point.found));
                prop_assert_eq!(plain::changed(query, changed), plain::before(window, *symmetry));
            }
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(250))]

        #[test]
        fn near_is_what_the_plain_way_finds(windows in windows(5), k in 1..=MAX_DISTANCE) {
            check(&windows, k)?;
        }

        #[test]
        fn pairs_are_what_the_plain_way_finds(windows in windows(4), k in 1..=MAX_DISTANCE) {
            let mut expected = Vec::new();
            for (one, a) in windows.iter().zip(0..) {
                for (other, b) in windows.iter().zip(0..).skip(a as usize + 1) {
                    if let Some((distance, _)) = plain::near(one, other)
                        && distance <= u32::from(k)
                    {
                        expected.push(Pair { numbers: (a, b), distance: distance as u8 });
                    }
                }
            }
            prop_assert_eq!(index(&windows).pairs(k), expected);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(8))]

        /// Beyond the 64 points, and beyond 16 rows.
        #[test]
        fn far_stones_count_too(windows in windows(20), k in 1..=MAX_DISTANCE) {
            check(&windows, k)?;
        }
    }

    /// ```text
    ///   +-----------
    ///   | . . O X . ~      the query, and what stands there otherwise
    ///   | O O O X . ~
    ///   | X X X . X ~
    ///   | ~ ~ ~ ~ ~
    /// ```
    #[test]
    fn what_is_near_and_what_is_not() {
        let query: SubPosition = "3x5|..OX._OOOX._XXX.X_!!!!!_".parse().unwrap();
        let distance = |text: &str| {
            let window: SubPosition = text.parse().unwrap();
            let found = index(std::slice::from_ref(&window)).near(&query, MAX_DISTANCE);
            found.first().map(|near| near.distance)
        };
        for (text, expected) in [
            ("3x5|..OX._OOOX._XXX.X_!!!!!_", Some(0)),
            ("3x4|..OX_OOOX_XXX._!!!!_", Some(1)), // a stone taken off
            ("3x5|..OX._OOOX._XXXXX_!!!!!_", Some(1)), // put in
            ("3x5|..OO._OOOX._XXX.X_!!!!!_", Some(1)), // of the other color
            ("3x4|..OX_OOOX_XXXX_!!!!_", Some(2)), // moved
            ("5x3|O.._OX._OX._XXO_..O_!!!_", None), // others
            ("3x5|_..OX.__OOOX.__XXX.X__!!!!!_", None), // no edge at the left
            ("3x5|!!!!!_..OX._OOOX._XXX.X_!!!!!_", None), // none above
            ("3x6|...OX._.OOOX._.XXX.X_!!!!!!_", None), // moved along the edge
            ("3x5|..OX.OOOX.XXX.X", None),         // edges all around
        ] {
            assert_eq!(distance(text), expected, "{text}");
        }
    }

    #[test]
    fn no_stones_are_near_nothing() {
        let empty = SubPosition::goban(Board::new(Size::STANDARD));
        let mut builder = IndexBuilder::default();
        builder.add(1, &empty);
        let index = builder.index();
        assert!(index.is_empty() && index.near(&empty, 5).is_empty() && index.pairs(5).is_empty());
    }
}
