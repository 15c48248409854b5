//! Positions that are decided without a search.
//!
//! - [`lives`]: the defender has chains that the attacker cannot capture even if the defender always
//!   passes (D. B. Benson, "Life in the Game of Go", Information Sciences 10, 1976).
//! - [`is_captured`]: the defender has no stone left. Stones that he could play afterwards are not the group.
//! - [`is_hopeless`]: the defender can never have two eyes before he is captured.
//!
//! These are what ends a game in the search, and in the checker of proofs.

use crate::board::{Points, State, Zone, bits};

/// The stones of the defender that are alive by Benson's theorem; 0 if none are.
///
/// A region is a connected set of points without a stone of the defender; it is vital to a chain
/// that has all its empty points as liberties. Alive is the largest set of chains that have two
/// vital regions each, all of whose neighbors are in the set. A region with a safe stone of the
/// attacker is vital to none.
pub(crate) fn living_stones(zone: &Zone, state: &State) -> Points {
    living_among(zone, state, enclosed(zone, state, zone.safe), None)
}

/// [`living_stones`] after a play, if none were alive before; given safe stones of the attacker, at least those of the
/// zone.
pub(crate) fn living_after(zone: &Zone, state: &State, safe: Points, at: u8) -> Points {
    living_among(zone, state, enclosed(zone, state, safe), Some(at))
}

/// The points of all regions without a safe stone of the attacker, given some of these stones, at least those of the zone.
fn enclosed(zone: &Zone, state: &State, safe: Points) -> Points {
    let within = zone.all() & !state.stones[1];
    within & !zone.flood(safe, within)
}

/// The living stones, given the points of the regions without a safe stone, and the last play if none were alive before.
/// No two regions touch, so that sets of regions are kept as sets of their points.
///
/// If stones are alive after a play but were not before, the play is part of it: as a stone of a living chain of the
/// defender, or as a stone of the attacker in a region of living chains. Else these chains and their regions, which
/// the stone and what it captures do not touch, would have been the same before, but for empty points that were not
/// yet there.
fn living_among(zone: &Zone, state: &State, enclosed: Points, at: Option<u8>) -> Points {
    let [attacker, defender] = state.stones;
    let empty = enclosed & !attacker;
    // A region with an empty point that is beside no stone of the defender is vital to none.
    let mut regions = without(zone, enclosed, empty & !zone.dilate(defender));
    let mut candidates = defender;
    let has_two_vital = |chain: Points, regions: Points| {
        has_two(zone, without(zone, regions, regions & empty & !zone.dilate(chain)))
    };
    let may_live = has_two(zone, regions)
        && at.is_none_or(|at| match defender & 1 << at {
            0 => regions & 1 << at != 0,
            stone => has_two_vital(zone.flood(stone, defender), regions),
        });
    if !may_live {
        return 0;
    }
    loop {
        let mut alive = 0;
        let mut rest = candidates & zone.dilate(regions);
        while rest != 0 {
            let chain = zone.flood(rest & rest.wrapping_neg(), defender);
            rest &= !chain;
            if has_two_vital(chain, regions) {
                alive |= chain;
            }
        }
        let left = without(zone, regions, regions & zone.dilate(defender & !alive));
        if left == regions || alive == 0 {
            return alive;
        }
        (regions, candidates) = (left, alive);
    }
}

/// Regions without those that have certain points.
fn without(zone: &Zone, regions: Points, points: Points) -> Points {
    if points == 0 { regions } else { regions & !zone.flood(points, regions) }
}

/// Whether there are two regions.
fn has_two(zone: &Zone, regions: Points) -> bool {
    zone.flood(regions & regions.wrapping_neg(), regions) != regions
}

/// Whether the defender has a chain that is alive by Benson's theorem.
pub(crate) fn lives(zone: &Zone, state: &State) -> bool {
    living_stones(zone, state) != 0
}

/// The points that are neither safe for the attacker nor beside such a point: every point of an
/// eye is one of these, now and later, as safe stones are never captured.
fn eye_points(zone: &Zone, safe: Points) -> Points {
    zone.all() & !zone.dilate(safe)
}

/// What the stones of a state say without a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// The defender is captured or hopeless.
    Dead,
    /// The defender lives.
    Alive,
    /// Neither: how many regions the defender encloses, two for more, and on how many points an eye is possible.
    Open { regions: u32, room: u32 },
}

/// The fate of the defender, given safe stones of the attacker, at least those of the zone, and the last play if no stones
/// were alive before.
pub(crate) fn fate(zone: &Zone, state: &State, safe: Points, at: Option<u8>) -> Fate {
    let safe = zone.flood(safe, state.stones[0]);
    if is_captured(state) || is_hopeless_beside(zone, state, safe) {
        return Fate::Dead;
    }
    let enclosed = enclosed(zone, state, safe);
    if living_among(zone, state, enclosed, at) != 0 {
        return Fate::Alive;
    }
    let regions = u32::from(enclosed != 0) + u32::from(has_two(zone, enclosed));
    Fate::Open { regions, room: eye_points(zone, safe).count_ones() }
}

/// Whether the defender has no stone left.
pub(crate) fn is_captured(state: &State) -> bool {
    state.stones[1] == 0
}

/// Whether the defender is dead, whoever is to move: there are no two points for two eyes.
///
/// Let E be the points that are neither safe for the attacker nor beside such a point, and K a chain of the
/// defender that is beside every point of E outside of it. The defender is dead if what E has outside of K is
///
/// - at most one point, or two neighbors, or
/// - three connected points, with a stone of the attacker in the middle.
///
/// ```text
/// S S S S #     S  safe stones of the attacker
/// O O O O #     O  K
/// . O O O #     E is the empty point, the stone beside it and the one below it: two of them are in K, and are no
/// O O # # #     eyes before K is captured.
/// ```
///
/// Every stone that the attacker plays on a point outside of E is safe at once, so that E never grows. He fills all of
/// these points but the last liberty of K. Then every stone left has its last liberties on E outside of K, and K has
/// all of them: nothing else is captured after K.
///
/// - One liberty: he plays there and captures everything. If a ko bans it, he passes; no move is left to the
///   defender.
/// - Two: his stone is captured by the other point and leaves one liberty, or a capture connects it to safe stones.
/// - Three: when the defender plays at an end, two neighbors are left. When all else is filled, the attacker plays at an end,
///   and the capture of both stones leaves two neighbors.
///
/// K may be missing if E has at most one point or two neighbors: whatever is captured is beside safe stones. Then
/// [secured] stones are as good as safe ones: he fills the points in any order, so his next move can be the answer that
/// keeps a chain secured, even if it captures K.
pub(crate) fn is_hopeless(zone: &Zone, state: &State) -> bool {
    is_hopeless_beside(zone, state, zone.flood(zone.safe, state.stones[0]))
}

/// [`is_hopeless`], given all safe stones of the attacker.
pub(crate) fn is_hopeless_beside(zone: &Zone, state: &State, safe: Points) -> bool {
    let points = eye_points(zone, safe);
    if is_small(zone, points) || has_no_room_beside_secured(zone, state, safe) {
        return true;
    }
    let [attacker, defender] = state.stones;
    // K has stones of the defender only.
    if (points & !defender).count_ones() > 3 {
        return false;
    }
    // Any stone of K on or beside E finds it: two chains that are beside the same points make no difference.
    let seed = match points & defender {
        0 => zone.dilate(points & points.wrapping_neg()) & defender,
        own => own,
    };
    let chain = zone.flood(seed & seed.wrapping_neg(), defender);
    let rest = points & !chain;
    if rest & !zone.dilate(chain) != 0 || rest & defender != 0 {
        return false;
    }
    is_small(zone, rest)
        || rest.count_ones() == 3 && {
            let is_middle = |at: u8| rest & !zone.dilate(1 << at) == 0;
            bits(rest & attacker).any(is_middle)
        }
}

/// Whether there are no two points for two eyes if secured stones count as safe.
fn has_no_room_beside_secured(zone: &Zone, state: &State, safe: Points) -> bool {
    // Never more points than beside the secured stones, and far cheaper to find.
    has_no_room_beside(zone, state.stones[0])
        && has_no_room_beside(zone, secured(zone, state, safe))
}

/// The stones of the attacker that are safe, or can be connected to safe stones, whoever is to move: chains with two
/// ways out that share no point with each other nor with those of other chains. When the defender plays on one way, the
/// attacker plays the liberty of the other, and of its two further points the one that the defender leaves.
///
/// ```text
/// O X a # #     a and b are ways out: beside safe stones. A liberty of the chain with two empty neighbors beside safe
/// O X O # #     stones is one, too, together with these.
/// O b # # #
/// ```
///
/// No ko bans such an answer, as the point was empty before the defender's last move. All of these points are outside of
/// the points for eyes, so the answers are among the moves by which the attacker fills these.
fn secured(zone: &Zone, state: &State, safe: Points) -> Points {
    let [attacker, _] = state.stones;
    let empty = state.empty(zone);
    let mut secured = safe;
    let mut used = 0;
    'again: loop {
        let beside = zone.dilate(secured) & empty & !used;
        let mut rest = attacker & !secured;
        while rest != 0 {
            let chain = zone.flood(rest & rest.wrapping_neg(), attacker);
            rest &= !chain;
            let liberties = zone.dilate(chain) & empty & !used;
            let way = |taken: Points| way_out(zone, liberties & !taken, beside & !taken);
            if let Some(first) = way(0)
                && let Some(second) = way(first)
            {
                secured |= chain;
                used |= first | second;
                continue 'again;
            }
        }
        return secured;
    }
}

/// A liberty beside secured stones, or one with two neighbors that are, with these.
fn way_out(zone: &Zone, liberties: Points, beside: Points) -> Option<Points> {
    let lowest = |set: Points| set & set.wrapping_neg();
    let direct = lowest(liberties & beside);
    if direct != 0 {
        return Some(direct);
    }
    bits(liberties).find_map(|at| {
        let next = zone.dilate(1 << at) & beside;
        let one = lowest(next);
        let other = lowest(next & !one);
        (other != 0).then_some(1 << at | one | other)
    })
}

/// Whether there are no two points for two eyes on the whole board, even if the group is captured and play goes on
/// there: [`is_hopeless`] without a chain K.
pub(crate) fn has_no_room(zone: &Zone, state: &State) -> bool {
    has_no_room_beside(zone, zone.flood(zone.safe, state.stones[0]))
}

/// [`has_no_room`], given all safe stones of the attacker.
pub(crate) fn has_no_room_beside(zone: &Zone, safe: Points) -> bool {
    is_small(zone, eye_points(zone, safe))
}

/// Whether points are at most one, or two neighbors.
fn is_small(zone: &Zone, points: Points) -> bool {
    let first = points & points.wrapping_neg();
    let rest = points & !first;
    // Three points are never all neighbors of each other.
    rest == 0 || rest.is_power_of_two() && zone.dilate(first) & rest != 0
}
