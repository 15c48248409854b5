//! SIMD kernel: matches one placement against the main lines of 32 games.
//!
//! [`FirstStone`]s compare as integers of 16 bits, so one point of 32 games costs a few
//! vector instructions. `multiversion` compiles each kernel for several instruction sets
//! and chooses one at run time.

#![allow(clippy::needless_range_loop, reason = "several arrays are indexed by lane")]

use multiversion::multiversion;

use super::matches::PlayedMove;
use crate::Color;
use crate::games::index::{FirstStone, FirstStones, LANES};
use crate::games::pattern::{Placement, PlacementSet};

/// Points examined between two checks whether any game is left.
const POINTS_PER_CHECK: usize = 4;

/// For each of 32 games, the interval of steps in which a placement can match.
///
/// The interval is exact as long as no point with later changes is involved. Equivalent,
/// for each lane, to:
///
/// ```text
///   start = max over required stones of their first stone, NEVER if it has the wrong
///           color and no later changes
///   end   = min over points required to be empty of their first stone, if it has no
///           later changes
/// ```
#[derive(Clone, Debug)]
pub(super) struct MatchIntervals {
    /// The last required stone, as [`FirstStone`] without its flag.
    starts: [u16; LANES],
    /// The first conflicting stone, as [`FirstStone`].
    ends: [u16; LANES],
    /// All bits of the first stones on points that require a stone.
    stone_bits: [u16; LANES],
}

/// A placement that can match in some games of a tile.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The number of the placement.
    pub placement: u32,
    pub intervals: MatchIntervals,
    /// The games, one bit for each lane.
    pub lanes: u32,
}

/// For each of 32 games, the stones that follow a placement.
pub(super) struct FollowingStones {
    /// The first stone after the start of the interval among points without later changes:
    /// the step in bits 16 and up, the point relative to the placement in bits 0 to 15.
    next: [u32; LANES],
    /// The first stone among the points with later changes that must be empty, without
    /// the flag.
    changing: [u16; LANES],
}

impl MatchIntervals {
    /// The interval of a lane, in steps.
    pub(super) fn range(&self, lane: usize) -> std::ops::Range<u16> {
        let end = FirstStone(self.ends[lane]);
        let end = if end == FirstStone::NEVER { u16::MAX } else { end.step() };
        FirstStone(self.starts[lane]).step()..end
    }

    /// Whether the interval of a lane is exact: no required stone has later changes, and
    /// no point required to be empty that has later changes is taken before the end.
    pub(super) fn is_exact(&self, lane: usize, following: &FollowingStones) -> bool {
        self.stone_bits[lane] & FirstStone::CHANGES_LATER == 0
            && following.changing[lane] > self.ends[lane] | 1
    }

    /// The intervals of a placement in the games of `lanes`; `None` as soon as no game is
    /// left.
    #[inline(always)]
    fn compute(tile: &[FirstStones], placement: Placement<'_>, lanes: u32) -> Option<Self> {
        let gather = |points: &[u16]| -> [&FirstStones; POINTS_PER_CHECK] {
            // A fixed number of points lets the compiler unroll: repeat the last one.
            let point = |i: usize| points[i.min(points.len() - 1)];
            std::array::from_fn(|i| &tile[usize::from(placement.offset + point(i))])
        };
        let mut intervals = MatchIntervals {
            starts: std::array::from_fn(|lane| {
                if lanes >> lane & 1 == 1 { 0 } else { FirstStone::NEVER.0 }
            }),
            ends: [FirstStone::NEVER.0; LANES],
            stone_bits: [0; LANES],
        };
        for color in Color::ALL {
            for points in placement.stones(color).chunks(POINTS_PER_CHECK) {
                if !intervals.require_stones(gather(points), color) {
                    return None;
                }
            }
        }
        for points in placement.empty().chunks(POINTS_PER_CHECK) {
            if !intervals.require_empty(gather(points)) {
                return None;
            }
        }
        Some(intervals)
    }

    /// Whether the interval of a lane is not empty.
    #[inline(always)]
    fn is_left(&self, lane: usize) -> bool {
        self.starts[lane] | 1 < self.ends[lane]
    }

    /// Narrows the intervals to stones of a color. Returns whether any lane is left.
    #[inline(always)]
    fn require_stones(&mut self, points: [&FirstStones; POINTS_PER_CHECK], color: Color) -> bool {
        let wrong_color = !color as u16;
        let mut any = 0;
        for lane in 0..LANES {
            for first_stones in points {
                let first = first_stones.0[lane].0;
                let is_wrong = first & (FirstStone::CHANGES_LATER | 1) == wrong_color;
                let start = first & !FirstStone::CHANGES_LATER;
                let start = if is_wrong { FirstStone::NEVER.0 } else { start };
                self.starts[lane] = self.starts[lane].max(start);
                self.stone_bits[lane] |= first;
            }
            any |= u16::from(self.is_left(lane));
        }
        any != 0
    }

    /// Narrows the intervals to empty points. Returns whether any lane is left.
    #[inline(always)]
    fn require_empty(&mut self, points: [&FirstStones; POINTS_PER_CHECK]) -> bool {
        let mut any = 0;
        for lane in 0..LANES {
            for first_stones in points {
                self.ends[lane] = self.ends[lane].min(first_stones.0[lane].0);
            }
            any |= u16::from(self.is_left(lane));
        }
        any != 0
    }
}

impl FollowingStones {
    /// The first stone after the start of the interval, among points without later
    /// changes.
    pub(super) fn next(
        &self,
        lane: usize,
        tile: &[FirstStones],
        placement: Placement<'_>,
    ) -> Option<PlayedMove> {
        let step = (self.next[lane] >> 16) as u16;
        if step >= FirstStone::NEVER.step() {
            return None;
        }
        let point = placement.offset + self.next[lane] as u16;
        let color = tile[usize::from(point)].0[lane].color();
        Some(PlayedMove { step, point: Some(point), color })
    }
}

/// Appends the placements that can match in some games of a tile to `candidates`. Only
/// games with a bit in `lanes` count.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn find_candidates(
    tile: &[FirstStones],
    placements: &PlacementSet,
    lanes: u32,
    candidates: &mut Vec<Candidate>,
) {
    for placement in placements.iter() {
        if let Some(intervals) = MatchIntervals::compute(tile, placement, lanes) {
            // Bits in an array first: the compiler does not vectorize a sum of bits.
            let mut bits = [0; LANES];
            for lane in 0..LANES {
                bits[lane] = if intervals.is_left(lane) { 1 << lane } else { 0 };
            }
            let lanes = bits.iter().fold(0, |all, bit| all | bit);
            if lanes != 0 {
                candidates.push(Candidate { placement: placement.number, intervals, lanes });
            }
        }
    }
}

/// Computes the stones that follow a placement in the games of a tile.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn find_following_stones(
    tile: &[FirstStones],
    placement: Placement<'_>,
    intervals: &MatchIntervals,
) -> FollowingStones {
    let (mut next, mut changing) = ([u32::MAX; LANES], [u16::MAX; LANES]);
    for &point in placement.empty() {
        let first_stones = &tile[usize::from(placement.offset + point)];
        for lane in 0..LANES {
            let stone = stone_after(first_stones, lane, intervals.starts[lane], point);
            next[lane] = next[lane].min(stone);
            changing[lane] = changing[lane].min(first_stones.0[lane].0 ^ FirstStone::CHANGES_LATER);
        }
    }
    for &point in placement.wildcards() {
        let first_stones = &tile[usize::from(placement.offset + point)];
        for lane in 0..LANES {
            let stone = stone_after(first_stones, lane, intervals.starts[lane], point);
            next[lane] = next[lane].min(stone);
        }
    }
    FollowingStones { next, changing }
}

/// The first stone on a point as in [`FollowingStones::next`], if it comes after `start`.
/// Points with later changes give numbers beyond those of all stones.
#[inline(always)]
fn stone_after(first_stones: &FirstStones, lane: usize, start: u16, point: u16) -> u32 {
    let first = first_stones.0[lane].0;
    if first > start | 1 { u32::from(first >> 1) << 16 | u32::from(point) } else { u32::MAX }
}
