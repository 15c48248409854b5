//! 32 lines at once: since when the stones of a placement stand in them, and
//! until when its empty points are empty.
//!
//! [`First`] stones compare as numbers of 16 bits, so that a point of all 32
//! lines costs a few instructions: of any processor, and fewer of newer ones,
//! which is decided when the program runs.

use multiversion::multiversion;

use super::index::{First, LANES};
use crate::Color;

/// After so many points it is looked at whether any line is left.
const CHECK_EVERY: usize = 4;

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
}

impl Lanes {
    /// Whether the placement may stand in a lane: not in the step in which an
    /// empty point is taken.
    #[inline(always)]
    fn is_left(&self, lane: usize) -> bool {
        self.since[lane] | 1 < self.until[lane]
    }

    #[inline(always)]
    fn any(&self) -> bool {
        (0..LANES).fold(0, |any, lane| any | u16::from(self.is_left(lane))) != 0
    }

    #[inline(always)]
    fn stone(&mut self, firsts: &[First; LANES], color: Color) {
        // One of the other color that stays.
        let wrong = !color as u16;
        for lane in 0..LANES {
            let first = firsts[lane].0;
            let is_wrong = first & (First::AGAIN | 1) == wrong;
            let since = if is_wrong { First::NEVER.0 } else { first & !First::AGAIN };
            self.since[lane] = self.since[lane].max(since);
            self.stones[lane] |= first;
        }
    }

    #[inline(always)]
    fn empty(&mut self, firsts: &[First; LANES]) {
        for lane in 0..LANES {
            self.until[lane] = self.until[lane].min(firsts[lane].0);
        }
    }
}

/// What is known of a placement in a tile, and a bit for each lane in which it
/// may stand at some time; nothing when there is none.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn look(tile: &[[First; LANES]], points: Points<'_>) -> Option<(Lanes, u32)> {
    let at = |point: u16| &tile[usize::from(points.from + point)];
    let mut lanes = Lanes { since: [0; LANES], until: [First::NEVER.0; LANES], stones: [0; LANES] };
    for color in Color::ALL {
        for points in points.stones[color as usize].chunks(CHECK_EVERY) {
            points.iter().for_each(|&point| lanes.stone(at(point), color));
            if !lanes.any() {
                return None;
            }
        }
    }
    for points in points.empty.chunks(CHECK_EVERY) {
        points.iter().for_each(|&point| lanes.empty(at(point)));
        if !lanes.any() {
            return None;
        }
    }
    let left = (0..LANES).fold(0, |left, lane| left | u32::from(lanes.is_left(lane)) << lane);
    (left != 0).then_some((lanes, left))
}

/// For each lane which of the points that must be empty is taken first, of
/// those that change once; and the first stone on the others.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
pub(super) fn taken(
    tile: &[[First; LANES]],
    points: Points<'_>,
    lanes: &Lanes,
) -> ([u16; LANES], [u16; LANES]) {
    let (mut taken, mut again) = ([u16::MAX; LANES], [u16::MAX; LANES]);
    for &point in points.empty {
        let firsts = &tile[usize::from(points.from + point)];
        for lane in 0..LANES {
            let first = firsts[lane].0;
            // A setup may take several points at once.
            let is_first = first | 1 == lanes.until[lane] | 1;
            taken[lane] = if is_first { taken[lane].min(point) } else { taken[lane] };
            again[lane] = again[lane].min(first ^ First::AGAIN);
        }
    }
    (taken, again)
}
