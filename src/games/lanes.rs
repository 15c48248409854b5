//! 32 lines at once: since when the stones of a placement stand in them, and
//! until when its empty points are empty.
//!
//! [`First`] stones compare as numbers of 16 bits, so that a point of all 32
//! lines costs a few instructions: of any processor, and fewer of newer ones,
//! which is decided when the program runs.

#![allow(clippy::needless_range_loop, reason = "several arrays are gone through side by side")]

use multiversion::multiversion;

use super::index::{First, Firsts, LANES};
use super::placement::Placements;
use super::sieve::MOST_PLACEMENTS;
use crate::Color;

/// So many points are looked at before it is seen whether any line is left.
const FEW: usize = 4;

/// What is known of a placement in 32 lines. Of points that change again, only
/// stones are looked at: they come then, or later.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// The last of the first stones that are asked for.
    pub since: [u16; LANES],
    /// The first stone on a point that must be empty.
    pub until: [u16; LANES],
    /// What all stones that are asked for have: whether one changes again.
    pub stones: [u16; LANES],
}

/// The points of a placement, all counted from one of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Points<'a> {
    pub from: u16,
    /// Those that ask for black stones, and for white ones.
    pub stones: [&'a [u16]; 2],
    /// Those that ask for no stone.
    pub empty: &'a [u16],
    /// Those that ask for nothing.
    pub anything: &'a [u16],
}

/// What is played in a placement, in 32 lines.
pub(super) struct Plays {
    /// The first stone behind the last of the placement's own, of those on
    /// points that change once: its step, and its point in the lower half,
    /// counted as [`Points`] are.
    next: [u32; LANES],
    /// The first stone on a point that must be empty and changes again,
    /// without the bit for that; greater than all stones when there is none.
    pub again: [u16; LANES],
}

impl Plays {
    /// The step and the point of the first stone behind the last of the
    /// placement's own, of those on points that change once.
    pub fn next(&self, lane: usize) -> Option<(u16, u16)> {
        let (step, point) = ((self.next[lane] >> 16) as u16, self.next[lane] as u16);
        (step < First::NEVER.step()).then_some((step, point))
    }
}

/// The first stones on a few points, the last of them again where they are
/// fewer: for the compiler, a number that it knows makes one loop of many.
type Few<'a> = [&'a Firsts; FEW];

impl Lanes {
    /// Nothing when it was seen that the placement stands in no lane of some,
    /// one bit each.
    #[inline(always)]
    fn of(tile: &[Firsts], points: Points<'_>, among: u32) -> Option<Lanes> {
        let Points { from, stones, empty, .. } = points;
        let few = |points: &[u16]| -> Few<'_> {
            let at = |i: usize| usize::from(from + points[i.min(points.len() - 1)]);
            std::array::from_fn(|i| &tile[at(i)])
        };
        let mut lanes =
            Lanes { since: [0; LANES], until: [First::NEVER.0; LANES], stones: [0; LANES] };
        for lane in 0..LANES {
            lanes.since[lane] = if among >> lane & 1 == 1 { 0 } else { First::NEVER.0 };
        }
        for color in Color::ALL {
            for points in stones[color as usize].chunks(FEW) {
                if !lanes.stones(few(points), color) {
                    return None;
                }
            }
        }
        for points in empty.chunks(FEW) {
            if !lanes.empty(few(points)) {
                return None;
            }
        }
        Some(lanes)
    }

    /// Whether the placement may stand in a lane: not in the step in which an
    /// empty point is taken.
    #[inline(always)]
    fn is_left(&self, lane: usize) -> bool {
        self.since[lane] | 1 < self.until[lane]
    }

    /// A bit for each lane that is left.
    #[inline(always)]
    fn left(&self) -> u32 {
        mask(|lane| self.is_left(lane))
    }

    /// Looks at stones of a color. Whether any lane is left.
    #[inline(always)]
    fn stones(&mut self, points: Few<'_>, color: Color) -> bool {
        // One of the other color that stays.
        let wrong = !color as u16;
        let mut any = 0;
        for lane in 0..LANES {
            for firsts in points {
                let first = firsts.0[lane].0;
                let is_wrong = first & (First::AGAIN | 1) == wrong;
                let since = if is_wrong { First::NEVER.0 } else { first & !First::AGAIN };
                self.since[lane] = self.since[lane].max(since);
                self.stones[lane] |= first;
            }
            any |= u16::from(self.is_left(lane));
        }
        any != 0
    }

    /// Looks at points that must be empty. Whether any lane is left.
    #[inline(always)]
    fn empty(&mut self, points: Few<'_>) -> bool {
        let mut any = 0;
        for lane in 0..LANES {
            for firsts in points {
                self.until[lane] = self.until[lane].min(firsts.0[lane].0);
            }
            any |= u16::from(self.is_left(lane));
        }
        any != 0
    }
}

/// A bit for each lane of which something is true.
#[inline(always)]
pub(super) fn mask(is: impl Fn(usize) -> bool) -> u32 {
    // An array first: of a sum of bits the compiler makes 32 steps.
    let mut bits = [0; LANES];
    for lane in 0..LANES {
        bits[lane] = if is(lane) { 1 << lane } else { 0 };
    }
    bits.iter().fold(0, |all, bit| all | bit)
}

/// A placement that may stand in a tile.
#[derive(Debug)]
pub(super) struct Possible {
    /// Its number.
    pub placement: u32,
    pub lanes: Lanes,
    /// A bit for each lane in which it may stand at some time.
    pub left: u32,
}

/// Adds the placements that may stand in a tile at some time. `among` tells
/// of each in which lines it is looked for, a bit each; of none, in all.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn look(
    tile: &[Firsts],
    placements: &Placements,
    among: Option<&[u32; MOST_PLACEMENTS]>,
    possible: &mut Vec<Possible>,
) {
    for (placement, placed) in placements.iter() {
        let among = among.map_or(u32::MAX, |among| among[placement as usize]);
        if among == 0 {
            continue;
        }
        if let Some(lanes) = Lanes::of(tile, placed.points(), among) {
            let left = lanes.left();
            if left != 0 {
                possible.push(Possible { placement, lanes, left });
            }
        }
    }
}

/// What is played in a placement.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn plays(tile: &[Firsts], points: Points<'_>, lanes: &Lanes) -> Plays {
    let Points { from, empty, anything, .. } = points;
    let (mut next, mut again) = ([u32::MAX; LANES], [u16::MAX; LANES]);
    for &point in empty {
        let firsts = &tile[usize::from(from + point)];
        for lane in 0..LANES {
            next[lane] = next[lane].min(play(firsts, lane, lanes.since[lane], point));
            again[lane] = again[lane].min(firsts.0[lane].0 ^ First::AGAIN);
        }
    }
    for &point in anything {
        let firsts = &tile[usize::from(from + point)];
        for lane in 0..LANES {
            next[lane] = next[lane].min(play(firsts, lane, lanes.since[lane], point));
        }
    }
    Plays { next, again }
}

/// The first stone on a point as [`Plays`] has it, if it comes later than the
/// last of the placement's own, and the point does not change again.
#[inline(always)]
fn play(firsts: &Firsts, lane: usize, since: u16, point: u16) -> u32 {
    let first = firsts.0[lane].0;
    // Points that change again come behind all others.
    if first > since | 1 { u32::from(first >> 1) << 16 | u32::from(point) } else { u32::MAX }
}
