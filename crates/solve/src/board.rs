//! The crop of the board on which a search plays: bitboards, legal play, ko.
//!
//! A [`Zone`] is what never changes, a [`State`] what moves change. Every point of the zone that is
//! not playable has a stone of the attacker that is never captured:
//!
//! ```text
//! # # # # #     #  safe stone of the attacker
//! # X X X #     X  attacker
//! # X O . #     O  defender
//! # X O . #     .  playable point
//! ```
//!
//! # Rules
//!
//! A play that leaves its own chain without a liberty is illegal. A stone that alone captures a
//! single stone, and has no liberty but that point, makes a ko: the point is banned for the next
//! play. A side with ko threats left may play there at once and uses up one threat, as if the
//! opponent had answered the threat elsewhere. A pass is always allowed and ends the ban.

/// A player of a life-and-death problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    /// Wants to capture.
    Attacker = 0,
    /// Wants to live.
    Defender = 1,
}

impl std::ops::Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// A set of points of a zone: bit `row * cols + col`.
pub(crate) type Points = u128;

/// The points of a set, smallest first.
pub(crate) fn bits(mut set: Points) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// The largest number of points of a zone.
pub(crate) const MAX_POINTS: usize = 128;

/// What never changes while a problem is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Zone {
    cols: u8,
    all: Points,
    /// All points but those of the first and the last column.
    not_first: Points,
    not_last: Points,
    /// The stones of the attacker that are never captured. A chain with one of them is never
    /// captured either.
    pub(crate) safe: Points,
}

impl Zone {
    /// A zone of `cols` times `rows` points, at most [`MAX_POINTS`], with at most 63 columns.
    pub(crate) fn new(cols: u8, rows: u8, safe: Points) -> Zone {
        let points = usize::from(cols) * usize::from(rows);
        debug_assert!(0 < points && points <= MAX_POINTS && cols < 64);
        let all = Points::MAX >> (MAX_POINTS - points);
        let first = (0..rows).fold(0, |column, row| column | 1 << (row * cols));
        let last = first << (cols - 1);
        Zone { cols, all, not_first: all & !first, not_last: all & !last, safe }
    }

    /// The points of a set and their neighbors.
    #[inline]
    pub(crate) fn dilate(&self, set: Points) -> Points {
        if let Ok(all) = u64::try_from(self.all) {
            let set = set as u64;
            let row = self.widen_low(set);
            return u128::from((row | set << self.cols | set >> self.cols) & all);
        }
        let beside = (set & self.not_last) << 1 | (set & self.not_first) >> 1;
        // By halves: shorter than the shift of a u128, which is for any distance.
        let (low, high) = (set as u64, (set >> 64) as u64);
        let (near, far) = (u32::from(self.cols), 64 - u32::from(self.cols));
        let down = u128::from(high << near | low >> far) << 64 | u128::from(low << near);
        let up = u128::from(high >> near) << 64 | u128::from(low >> near | high << far);
        (set | beside | down | up) & self.all
    }

    /// The points of `within` that are connected to a point of `seed` in it.
    #[inline]
    pub(crate) fn flood(&self, seed: Points, within: Points) -> Points {
        let mut filled = seed & within;
        if let Ok(within) = u64::try_from(within) {
            return self.flood_low(filled as u64, within).into();
        }
        loop {
            let next = self.dilate(filled) & within;
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }

    /// Points among the first 64 and their neighbors in the same row.
    #[inline]
    fn widen_low(&self, set: u64) -> u64 {
        set | (set & self.not_last as u64) << 1 | (set & self.not_first as u64) >> 1
    }

    /// [`Zone::flood`] among the first 64 points, in half the time.
    #[inline]
    fn flood_low(&self, mut filled: u64, within: u64) -> u64 {
        loop {
            let row = self.widen_low(filled) & within;
            let next = (row | row << self.cols | row >> self.cols) & within;
            if next == filled {
                return filled;
            }
            filled = next;
        }
    }

    /// All points of the zone.
    pub(crate) fn all(&self) -> Points {
        self.all
    }
}

/// No banned point.
const NO_KO: u8 = u8::MAX;

/// What moves change: stones, ko, side to move, and the ko threats left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// By side.
    pub(crate) stones: [Points; 2],
    ko: u8,
    pub(crate) to_move: Side,
    /// By side.
    pub(crate) threats: [u8; 2],
}

/// A play or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Pass,
    At(u8),
}

impl Move {
    /// The point of a play.
    pub(crate) fn point(self) -> Option<u8> {
        match self {
            Move::Pass => None,
            Move::At(at) => Some(at),
        }
    }
}

/// A chain with its liberties.
#[derive(Clone, Copy)]
struct Chain {
    stones: Points,
    liberties: Points,
    side: Side,
}

/// The chains of a state.
#[derive(Default)]
pub(crate) struct Chains {
    /// All but those with safe stones.
    chains: Vec<Chain>,
    /// The stones of the attacker that are safe.
    pub(crate) safe: Points,
    /// By side, the last liberties of its chains, and the liberties of its other chains and of safe stones.
    last: [Points; 2],
    others: [Points; 2],
}

impl Chains {
    /// The stones of the chains of a side that are beside an empty point, and are not known to be safe.
    pub(crate) fn beside(&self, side: Side, at: u8) -> Points {
        let own = self.chains.iter().filter(|chain| chain.side == side);
        own.filter(|chain| chain.liberties & 1 << at != 0).fold(0, |all, chain| all | chain.stones)
    }

    fn captured_by(&self, side: Side, stone: Points) -> Points {
        if self.last[!side as usize] & stone == 0 {
            return 0;
        }
        let theirs = self.chains.iter().filter(|chain| chain.side != side);
        theirs.filter(|chain| chain.liberties == stone).fold(0, |all, chain| all | chain.stones)
    }
}

impl State {
    pub(crate) fn new(stones: [Points; 2], to_move: Side, threats: [u8; 2]) -> State {
        State { stones, ko: NO_KO, to_move, threats }
    }

    #[cfg(test)]
    pub(crate) fn with_ko(self, ko: Option<u8>) -> State {
        State { ko: ko.unwrap_or(NO_KO), ..self }
    }

    /// The same with other ko threats.
    pub(crate) fn with_threats(self, threats: [u8; 2]) -> State {
        State { threats, ..self }
    }

    /// The empty points.
    pub(crate) fn empty(&self, zone: &Zone) -> Points {
        zone.all & !(self.stones[0] | self.stones[1])
    }

    /// The point that may be played only with a ko threat.
    pub(crate) fn ko(&self) -> Option<u8> {
        (self.ko != NO_KO).then_some(self.ko)
    }

    /// Finds all chains.
    pub(crate) fn chains(&self, zone: &Zone, chains: &mut Chains) {
        chains.chains.clear();
        chains.safe = zone.flood(zone.safe, self.stones[Side::Attacker as usize]);
        let empty = self.empty(zone);
        for side in [Side::Attacker, Side::Defender] {
            let own = self.stones[side as usize];
            let (mut last, mut others) = (0, 0);
            let mut rest = own;
            if side == Side::Attacker {
                others = zone.dilate(chains.safe) & empty;
                rest &= !chains.safe;
            }
            while rest != 0 {
                let stones = zone.flood(rest & rest.wrapping_neg(), own);
                let liberties = zone.dilate(stones) & empty;
                chains.chains.push(Chain { stones, liberties, side });
                match liberties & liberties.wrapping_sub(1) {
                    0 => last |= liberties,
                    _ => others |= liberties,
                }
                rest &= !stones;
            }
            chains.last[side as usize] = last;
            chains.others[side as usize] = others;
        }
    }

    /// The state after a pass.
    pub(crate) fn pass(&self) -> State {
        State { ko: NO_KO, to_move: !self.to_move, ..*self }
    }

    /// The state after a play on an empty point, given all chains; `None` if it is illegal.
    pub(crate) fn play_among(&self, zone: &Zone, at: u8, chains: &Chains) -> Option<State> {
        let me = self.to_move;
        let mut threats = self.threats;
        if at == self.ko {
            threats[me as usize] = threats[me as usize].checked_sub(1)?;
        }
        let stone: Points = 1 << at;
        let captured = chains.captured_by(me, stone);
        let freed = zone.dilate(stone) & (self.empty(zone) & !stone);
        let (last, others) = (chains.last[me as usize], chains.others[me as usize]);
        if others & stone == 0 && captured == 0 && freed == 0 {
            return None;
        }
        let is_single = (last | others) & stone == 0;
        let is_ko = is_single && freed == 0 && captured.is_power_of_two();
        let mut stones = self.stones;
        stones[me as usize] |= stone;
        stones[!me as usize] &= !captured;
        let ko = if is_ko { captured.trailing_zeros() as u8 } else { NO_KO };
        Some(State { stones, ko, to_move: !me, threats })
    }

    /// The state after a move; `None` if it is illegal.
    pub(crate) fn play(&self, zone: &Zone, mv: Move) -> Option<State> {
        let Move::At(at) = mv else { return Some(self.pass()) };
        if self.empty(zone) & (1 << at) == 0 {
            return None;
        }
        let mut chains = Chains::default();
        self.chains(zone, &mut chains);
        self.play_among(zone, at, &chains)
    }

    /// Whether a move uses up a ko threat.
    pub(crate) fn uses_threat(&self, mv: Move) -> bool {
        mv == Move::At(self.ko)
    }

    /// Whether a ko threat more would allow another move.
    pub(crate) fn lacks_threat(&self) -> bool {
        self.ko().is_some() && self.threats[self.to_move as usize] == 0
    }

    /// A hash of everything in the state.
    pub(crate) fn hash(&self) -> u64 {
        let rest = u64::from(self.ko) | (self.to_move as u64) << 8;
        mix(self.stones_hash(), rest) ^ self.threats_hash()
    }

    /// A hash of the stones.
    pub(crate) fn stones_hash(&self) -> u64 {
        let words = self.stones.into_iter().flat_map(|set| [set as u64, (set >> 64) as u64]);
        words.fold(0x9e37_79b9_7f4a_7c15, mix)
    }

    /// What the ko threats add to the hash: nothing if there are none.
    pub(crate) fn threats_hash(&self) -> u64 {
        let threats = u64::from(self.threats[0]) | u64::from(self.threats[1]) << 8;
        threats
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(31)
            .wrapping_mul(0xc4ce_b9fe_1a85_ec53)
    }
}

/// A hash of a hash and a word.
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0xd6e8_feb8_6659_fd93)
        * u128::from(word.rotate_left(32) ^ 0xa076_1d64_78bd_642f);
    (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xe703_7ed1_a0b4_28db) ^ word
}
