//! What the first stones of a corner tell of a placement that lies in it, or
//! fills the board: whether it stands, and what is played next.
//!
//! A placement stands when its own stones are all there, and until one comes
//! that contradicts it. Stones that stay to the end tell this for certain; one
//! on a point that changes again leaves it open, unless more is known.

use multiversion::multiversion;
use multiversion::target::match_target;

#[cfg(target_arch = "x86_64")]
use super::bytes::avx512;
use super::bytes::{self, Table};
use super::corners::{AGAIN, Corners, NONE, OTHER, POINTS, SIDE, point_of};
use super::index::{First, LANES};
use super::placement::{Line, Placement};
use super::sieve::{AskedOf, MOST_PLACEMENTS};
use crate::Color;
use crate::go::Size;
use crate::gtn::Asked;

/// How the stones of a corner are read for a placement that lies in it.
#[derive(Debug)]
pub(super) struct Within {
    pub corner: usize,
    /// The number of stones that it asks for.
    count: usize,
    /// For each byte.
    meanings: Box<[Meaning; 2 * AGAIN as usize]>,
}

/// A placement without stones that lies in a corner as a whole.
#[derive(Debug)]
pub(super) struct Stoneless {
    placement: usize,
    corner: usize,
    /// For the byte of the first stone the [number](super::Next::number) of what
    /// is played next, if that is all there is to tell.
    next: Table,
}

/// There is nothing next.
pub(super) const NOTHING: u8 = 254;
/// The first stone does not tell.
const UNCLEAR: u8 = 255;
/// What is next is not told yet.
const UNTOLD: u8 = 255;

/// What a stone means to a placement.
#[derive(Clone, Copy, Debug, Default)]
struct Meaning {
    /// Some of the bits below; none of a stone outside of its rectangle.
    kind: u8,
    /// The [number](super::Next::number) of the stone.
    number: u8,
}

/// The stone is one of its own.
const OWN: u8 = 1;
/// It lies on a point that may be anything.
const INSIDE: u8 = 2;
/// It contradicts.
const CONTRARY: u8 = 4;
/// The point changes again.
const ONCE: u8 = 8;
/// A stone of the other color where it asks for one of its own, which may be
/// there after all when that one is gone.
const OTHER_ONCE: u8 = OWN | CONTRARY | ONCE;

/// What the first stones in a corner tell of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It never stands.
    Never,
    /// Too little.
    Unclear,
    /// It stands once, and the stone with this [number](super::Next::number) is
    /// played next.
    Stands { next: Option<u16>, unless: Unless },
}

/// What would make more of what is told, or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unless {
    /// Nothing.
    Never,
    /// Stones are set up in mid-game.
    SetUp,
    /// A point in its rectangle changes again, with the first stone on this
    /// point or before; or at all.
    ChangesUntil(Option<u16>),
}

impl Unless {
    /// Whether it comes to pass for a placement in a line.
    pub fn comes_to_pass(self, placement: &Placement<'_>, line: &Line<'_>) -> bool {
        let point = match self {
            Unless::Never => return false,
            Unless::SetUp if !line.is_set_up() => return false,
            Unless::SetUp => None,
            Unless::ChangesUntil(point) => point,
        };
        let again = placement.again(line);
        let Some(goes) = again.map(|(.., spans)| spans.goes_from()).min() else { return false };
        goes <= point.map_or(u16::MAX, |point| line.first(point).step())
    }
}

impl Within {
    pub fn new(placement: &Placement<'_>, shape: Size, corner: usize, asked: &[AskedOf]) -> Within {
        let mut meanings = Box::new([Meaning::default(); 2 * AGAIN as usize]);
        let symmetry = placement.symmetry();
        let (origins, black) = (symmetry.origins(shape), symmetry.color(Color::Black) as u8);
        let mut count = 0;
        for &AskedOf { at, point, asked, .. } in asked {
            let first = placement.alike().first_number(origins.number(point));
            let number = 2 * first as u8 + black; // of up to 49 points
            for (color, number) in Color::ALL.into_iter().zip([number, number ^ 1]) {
                let (kind, once) = match asked {
                    Asked::Anything => (INSIDE, INSIDE | ONCE),
                    Asked::Empty => (CONTRARY, CONTRARY | ONCE),
                    Asked::Stone(own) if own == color => (OWN, OWN | ONCE),
                    Asked::Stone(_) => (CONTRARY, OTHER_ONCE),
                };
                let byte = usize::from(2 * at) + color as usize;
                meanings[byte] = Meaning { kind, number };
                meanings[byte + usize::from(AGAIN)] = Meaning { kind: once, number };
            }
            count += usize::from(matches!(asked, Asked::Stone(_)));
        }
        Within { corner, count, meanings }
    }

    /// The placement with this number, if it asks for no stones.
    pub fn stoneless(&self, placement: usize) -> Option<Stoneless> {
        if self.count > 0 {
            return None;
        }
        let mut next = [UNCLEAR; _];
        next[usize::from(NONE)] = NOTHING;
        for (next, meaning) in next.iter_mut().zip(self.meanings.iter()) {
            if meaning.kind == CONTRARY {
                *next = meaning.number;
            }
        }
        Some(Stoneless { placement, corner: self.corner, next })
    }

    /// Whether a stone contradicts the placement for ever.
    fn is_contrary(&self, byte: u8) -> bool {
        let meaning = self.meanings.get(usize::from(byte));
        meaning.is_some_and(|meaning| meaning.kind == CONTRARY)
    }

    /// Whether a point beside this one must be empty: a stone that is played here
    /// while the placement stands has a liberty there, and is not taken before
    /// that is.
    fn is_free(&self, at: u8) -> bool {
        let beside = [
            (!at.is_multiple_of(SIDE)).then(|| at - 1),
            (at % SIDE + 1 < SIDE).then(|| at + 1),
            at.checked_sub(SIDE),
            (at + SIDE < POINTS).then_some(at + SIDE),
        ];
        let must_be_empty = |&at: &u8| self.is_contrary(2 * at) && self.is_contrary(2 * at + 1);
        beside.iter().flatten().any(must_be_empty)
    }

    /// What the first stones in a lane tell.
    pub fn tell(&self, corners: &Corners, lane: usize, board: Size) -> Told {
        let columns = &corners.0[self.corner];
        let (mut missing, mut next) = (self.count, UNTOLD);
        let (mut is_clear, mut may_change) = (true, false);
        // What is told when no stone behind this one has a say.
        let ends = |missing: usize, is_clear: bool, next, may_change, last: Option<u8>| {
            let until = || {
                let point = point_of(self.corner, last? / 2, board)?;
                Some(board.number(point))
            };
            let next = (next != UNTOLD).then_some(u16::from(next));
            match missing {
                0 if !is_clear => Told::Unclear,
                0 if may_change => Told::Stands { next, unless: Unless::ChangesUntil(until()) },
                0 => Told::Stands { next, unless: Unless::Never },
                _ => Told::Never,
            }
        };
        for (i, column) in columns.iter().enumerate() {
            let byte = column[lane];
            let Some(&Meaning { kind, number }) = self.meanings.get(usize::from(byte)) else {
                match byte {
                    NONE => return ends(missing, is_clear, next, may_change, None),
                    _ if next != UNTOLD => break,
                    _ => return Told::Unclear,
                }
            };
            // No branches: a processor cannot tell what comes next.
            missing -= usize::from(kind & OWN);
            let is_next = (kind & INSIDE != 0) & (missing == 0) & (next == UNTOLD);
            next = if is_next { number } else { next };
            if kind & (CONTRARY | ONCE) == 0 {
                continue;
            }
            match kind {
                CONTRARY => {
                    let next = if next == UNTOLD { number } else { next };
                    return ends(missing, is_clear, next, may_change, Some(byte));
                }
                OTHER_ONCE => is_clear = false,
                _ if kind & CONTRARY == 0 => may_change = true,
                _ if missing > 0 => is_clear = false,
                _ if (is_clear, may_change, next) == (true, false, UNTOLD)
                    && columns.get(i + 1).is_some_and(|behind| self.is_contrary(behind[lane]))
                    && self.is_free(byte % AGAIN / 2) =>
                {
                    let next = Some(u16::from(number));
                    return Told::Stands { next, unless: Unless::SetUp };
                }
                _ => {
                    next = if next == UNTOLD { number } else { next };
                    may_change = true;
                }
            }
        }
        match next {
            UNTOLD => Told::Unclear,
            _ if !is_clear => Told::Unclear,
            _ => {
                let next = Some(u16::from(next));
                Told::Stands { next, unless: Unless::ChangesUntil(None) }
            }
        }
    }
}

/// What is told in a line of a placement that fills the board, of whose stones
/// so many lie in each corner: where these are the first moves, and the next one
/// comes in a corner, nothing else has to be looked at.
pub(super) fn on_the_board(placement: &Placement<'_>, stones: &[u8; 4], line: &Line<'_>) -> Told {
    let (mut moves, mut last, mut may_change) = (0, 0, false);
    for (point, color) in placement.stones() {
        let first = line.first(point);
        if first == First::NEVER || first.color() != color {
            return if first.changes() { Told::Unclear } else { Told::Never };
        }
        if first.step() == 0 {
            return Told::Unclear; // with others, it may be
        }
        (moves, last) = (moves + 1, last.max(first.step()));
        may_change |= first.changes();
    }
    let (board, mut behind) = (placement.size(), Vec::with_capacity(5));
    for (corner, &stones) in stones.iter().enumerate() {
        let byte = line.corner_stone(corner, stones);
        if byte == NONE {
            continue;
        }
        let point = (byte < OTHER).then(|| point_of(corner, byte % AGAIN / 2, board));
        let Some(point) = point.flatten() else { return Told::Unclear };
        behind.push(board.number(point));
    }
    let is_next = |&point: &u16| line.first(point).step() == last + 1;
    // So many moves put these stones there, and no others.
    let are_all = moves == last && line.setups().is_empty();
    let mut next = behind.iter().copied().find(is_next);
    if are_all && next.is_none() {
        next = placement.empty().find(is_next);
        behind.extend(next);
    }
    // The first stone that stays where it contradicts.
    let stays =
        |&point: &u16| line.first(point).stays() && placement.asked(point) == Some(Asked::Empty);
    let stays = behind.into_iter().filter(stays).map(|point| (line.first(point).step(), point));
    match (next, stays.min()) {
        (_, Some((step, _))) if step < last && !may_change => Told::Never,
        (Some(point), Some((_, until))) if are_all => {
            let first = line.first(point);
            let next = placement.in_pattern(point, first.color(), first.step());
            let next = Some(placement.alike().number(next));
            match may_change || first.changes() {
                true => Told::Stands { next, unless: Unless::ChangesUntil(Some(until)) },
                false => Told::Stands { next, unless: Unless::Never },
            }
        }
        _ => Told::Unclear,
    }
}

/// Tells of placements without stones; see [`Sieve::tell_stoneless`](super::sieve::Sieve::tell_stoneless).
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi",
    "x86_64+avx2",
    "x86_64+sse4.1"
))]
pub(super) fn stoneless(
    stoneless: &[Stoneless],
    corners: &Corners,
    left: &mut [u32; MOST_PLACEMENTS],
    mut add: impl FnMut(u32, u32, u8),
) {
    // Two placements make 64 bytes; for each of their lines what is next.
    const PAIRS: usize = MOST_PLACEMENTS / 2;
    let (mut next, mut rest) = ([[0; 2 * LANES]; PAIRS], [0; PAIRS]);
    for (number, Stoneless { placement, corner, next: table }) in stoneless.iter().enumerate() {
        let (pairs, _) = corners.0[*corner].as_flattened().as_chunks();
        let told = match_target! {
            "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi" => avx512::look_up(table, &pairs[0]),
            _ => bytes::look_up(table, &pairs[0]),
        };
        let half = number % 2 * LANES;
        next[number / 2][half..][..LANES].copy_from_slice(&told[..LANES]);
        rest[number / 2] |= u64::from(left[*placement]) << half;
    }
    let mut unclear = [0; PAIRS];
    let pairs = stoneless.len().div_ceil(2);
    for pair in 0..pairs {
        while rest[pair] != 0 {
            let first = next[pair][rest[pair].trailing_zeros() as usize];
            let (mut lanes, mut hits) = (0, 0);
            for other in pair..pairs {
                let equal = match_target! {
                    "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi" =>
                        avx512::equal(&next[other], first),
                    _ => bytes::equal(&next[other], first),
                };
                let found = equal & rest[other];
                rest[other] ^= found;
                if first == UNCLEAR {
                    unclear[other] = found;
                }
                lanes |= found | found >> LANES;
                hits += found.count_ones();
            }
            if first != UNCLEAR {
                add(lanes as u32, hits, first);
            }
        }
    }
    for (number, Stoneless { placement, .. }) in stoneless.iter().enumerate() {
        left[*placement] = (unclear[number / 2] >> (number % 2 * LANES)) as u32;
    }
}
