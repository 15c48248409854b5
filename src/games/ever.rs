//! What there is on the points of games with variations, for eight of them at
//! once.

use super::lanes::Points;
use super::placement::Placement;

/// A bit of each game for each point.
type Sets = Box<[u8]>;

/// What there is on the points of up to eight games.
#[derive(Debug)]
pub(super) struct Ever {
    /// For black and white stones, and last for none, the games in whose
    /// variations this never is; see [`Own::never`].
    never: [Sets; 3],
    /// The games in whose variations a point changes.
    changes: Sets,
}

/// What there is on the points of one game, a bit for each.
#[derive(Debug)]
pub(super) struct Own {
    /// For black and white stones, and last for none, the points of which
    /// nothing in a variation may ask this: there never is such a stone, or
    /// another stands where the first variation begins, and stays in every line.
    pub never: [Vec<u64>; 3],
    /// The points that change in variations.
    pub changes: Vec<u64>,
}

impl Ever {
    /// The most games.
    pub const GAMES: usize = 8;

    /// No games on a board with so many points.
    pub fn new(points: usize) -> Ever {
        let all = |bits: u8| vec![bits; points].into_boxed_slice();
        Ever { never: [u8::MAX; 3].map(all), changes: all(0) }
    }

    /// Adds a game, which is the one with this number.
    pub fn add(&mut self, number: usize, own: &Own) {
        let add = |points: &mut Sets, set: &[u64]| {
            for (point, bits) in points.iter_mut().enumerate() {
                let is_in = set[point / 64] >> (point % 64) & 1;
                *bits = *bits & !(1 << number) | (is_in as u8) << number;
            }
        };
        for (points, set) in self.never.iter_mut().zip(&own.never) {
            add(points, set);
        }
        add(&mut self.changes, &own.changes);
    }

    /// Those of some games, a bit each, in whose variations a placement may begin
    /// to stand.
    pub fn may_hold(&self, placement: &Placement<'_>, among: u8) -> u8 {
        let Points { from, stones: [black, white], empty, .. } = placement.points();
        let [never_black, never_white, never_empty] = &self.never;
        let (mut never, mut changes) = (!among, 0);
        for (points, sets) in [(black, never_black), (white, never_white), (empty, never_empty)] {
            for point in points {
                let point = usize::from(from + point);
                never |= sets[point];
                changes |= self.changes[point];
                if never == u8::MAX {
                    return 0;
                }
            }
        }
        changes & !never
    }

    pub fn bytes(&self) -> usize {
        self.never.iter().chain([&self.changes]).map(|points| points.len()).sum::<usize>()
            + size_of::<Ever>()
    }
}
