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
    let [attacker, defender] = state.stones;
    let outside = zone.flood(zone.safe, zone.all() & !defender);
    let mut rest = zone.all() & !defender & !outside;
    if rest == zone.flood(rest & rest.wrapping_neg(), rest) {
        return 0;
    }
    let mut regions = Vec::new();
    while rest != 0 {
        let region = zone.flood(rest & rest.wrapping_neg(), zone.all() & !defender);
        regions.push(region);
        rest &= !region;
    }
    let mut chains = Vec::new();
    let mut rest = defender;
    while rest != 0 {
        let chain = zone.flood(rest & rest.wrapping_neg(), defender);
        chains.push((chain, zone.dilate(chain)));
        rest &= !chain;
    }
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|&(_, around)| {
            regions.iter().filter(|&region| region & !attacker & !around == 0).count() >= 2
        });
        let alive = chains.iter().fold(0, |alive, chain| alive | chain.0);
        regions.retain(|&region| zone.dilate(region) & defender & !alive == 0);
        if (chains.len(), regions.len()) == before {
            return alive;
        }
    }
}

/// Whether the defender has a chain that is alive by Benson's theorem.
pub(crate) fn lives(zone: &Zone, state: &State) -> bool {
    living_stones(zone, state) != 0
}

/// The points that are neither safe for the attacker nor beside such a point: every point of an
/// eye is one of these, now and later, as safe stones are never captured.
pub(crate) fn eye_points(zone: &Zone, state: &State) -> Points {
    zone.all() & !zone.dilate(zone.flood(zone.safe, state.stones[0]))
}

/// How many regions the defender encloses, and on how many points an eye is possible.
pub(crate) fn eye_space(zone: &Zone, state: &State) -> (u32, u32) {
    let within = zone.all() & !state.stones[1];
    let mut rest = within & !zone.flood(zone.safe, within);
    let mut regions = 0;
    while rest != 0 {
        rest &= !zone.flood(rest & rest.wrapping_neg(), within);
        regions += 1;
    }
    (regions, eye_points(zone, state).count_ones())
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
    let points = eye_points(zone, state);
    if is_small(zone, points) || has_no_room_beside_secured(zone, state) {
        return true;
    }
    let [attacker, defender] = state.stones;
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
fn has_no_room_beside_secured(zone: &Zone, state: &State) -> bool {
    let room = |stones| zone.all() & !zone.dilate(stones);
    // Never more points than beside the secured stones, and far cheaper to find.
    is_small(zone, room(state.stones[0])) && is_small(zone, room(secured(zone, state)))
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
fn secured(zone: &Zone, state: &State) -> Points {
    let [attacker, _] = state.stones;
    let empty = state.empty(zone);
    let mut secured = zone.flood(zone.safe, attacker);
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
    is_small(zone, eye_points(zone, state))
}

/// Whether points are at most one, or two neighbors.
fn is_small(zone: &Zone, points: Points) -> bool {
    let first = points & points.wrapping_neg();
    // Three points are never all neighbors of each other.
    points.count_ones() <= 1 || points.count_ones() == 2 && zone.dilate(first) & points == points
}
