//! What a shape asks of the corners of a board, held against the first stones
//! there.
//!
//! Three questions are answered by [`Corners`] alone, before any other part of
//! the index is looked at: in which lines a placement may stand, what is played
//! next where it does, and whether it may begin to stand in variations.

#![allow(clippy::needless_range_loop, reason = "several arrays are gone through side by side")]

use multiversion::multiversion;

use super::corners::{AGAIN, CornerSteps, Corners, NONE, OTHER, POINTS, SIDE, point_of};
use super::index::LANES;
use super::lanes::mask;
use super::placement::{Placement, Placements};
use super::varied::{self, Group};
use crate::Color;
use crate::go::{Point, Size};
use crate::gtn::Asked;

/// The most placements that are looked at by their corners: those of a shape
/// that lies in corners, or on the whole board.
pub(super) const MOST_PLACEMENTS: usize = 16;
/// So many first stones are looked at together before each by itself.
const TOGETHER: usize = 8;

/// What a shape asks of the corners in which it lies.
#[derive(Debug)]
pub(super) struct Sieve {
    board: Size,
    corners: [Asks; 4],
    /// For each placement that lies in a corner as a whole how to read it.
    within: Vec<Option<Within>>,
}

/// What placements ask of a corner.
#[derive(Debug)]
struct Asks {
    placements: Vec<Asking>,
    /// For the byte of each stone that stays the placements that it
    /// contradicts, a bit each.
    contrary: [u16; AGAIN as usize],
}

/// What a placement asks of a corner.
#[derive(Debug)]
struct Asking {
    placement: usize,
    /// The number of stones that it asks for.
    count: usize,
    /// The same stones, as [`varied::bit`] has them.
    puts: u64,
    /// A [`bit`] for each stone that does not contradict it.
    allowed: u32,
    /// Whether it asks for something outside of the corner.
    reaches_out: bool,
}

/// How the stones of a corner are read for a placement that lies in it.
#[derive(Debug)]
struct Within {
    corner: usize,
    /// The number of stones that it asks for.
    count: usize,
    /// Whether it asks for something on each point of the corner.
    is_exact: bool,
    /// For each byte.
    meanings: Box<[Meaning; 2 * AGAIN as usize]>,
}

/// What a stone means to a placement; with the [number](super::Next::number) of
/// the stone.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// It is one of its own.
    Stone,
    /// It lies outside of its rectangle.
    Outside,
    /// It lies on a point that may be anything.
    Inside(u16),
    /// It contradicts.
    Contrary(u16),
    /// As these, but the point changes again; and a stone of the other color
    /// where it asks for one of its own.
    StoneOnce,
    InsideOnce(u16),
    ContraryOnce(u16),
    OtherOnce,
}

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
    /// A point in its rectangle changes again, with the first stone on this
    /// point or before; or at all.
    ChangesUntil(Option<u16>),
}

impl Sieve {
    /// Nothing for shapes with many placements: they lie elsewhere too.
    pub fn new(placements: &Placements, board: Size) -> Option<Sieve> {
        if placements.len() > MOST_PLACEMENTS {
            return None;
        }
        let mut corners = [(); 4].map(|()| Asks { placements: vec![], contrary: [0; _] });
        let mut within = Vec::with_capacity(placements.len());
        let mut asked = Vec::with_capacity(usize::from(POINTS));
        for (number, placement) in placements.iter() {
            let mut lies_within = None;
            for (corner, asks) in corners.iter_mut().enumerate() {
                ask(&placement, corner, board, &mut asked);
                let reaches_out = asked.len() < placement.size().area();
                if !asked.is_empty() {
                    asks.add(number as usize, reaches_out, &asked);
                }
                if !reaches_out {
                    lies_within = Some(Within::new(&placement, placements.shape, corner, &asked));
                }
            }
            within.push(lies_within);
        }
        Some(Sieve { board, corners, within })
    }

    /// For each placement the lines in which it may stand, a bit each, of some.
    pub fn sift(&self, corners: &Corners, lines: u32) -> [u32; MOST_PLACEMENTS] {
        let mut left = [0; MOST_PLACEMENTS];
        left[..self.within.len()].fill(lines);
        sift(&self.corners, corners, &mut left);
        left
    }

    /// Whether a placement lies in a corner as a whole, so that this can tell of
    /// it; and whether it asks for something on each point of it, so that this
    /// tells most.
    pub fn tells(&self, placement: usize) -> Option<bool> {
        self.within[placement].as_ref().map(|within| within.is_exact)
    }

    /// Tells of a placement without stones in those of some lines, a bit each,
    /// where the first stone in its corner tells all, which is nearly all: to
    /// `add`, lines with the same stone at once. The other lines.
    pub fn tell_alike(
        &self,
        placement: usize,
        corners: &Corners,
        lines: u32,
        mut add: impl FnMut(u32, Option<u16>),
    ) -> u32 {
        let Some(Within { corner, count: 0, meanings, .. }) = &self.within[placement] else {
            return lines;
        };
        let mut others = 0;
        alike(&corners.0[*corner][0], lines, |byte, lines| match meanings.get(usize::from(byte)) {
            Some(&Meaning::Contrary(next)) => add(lines, Some(next)),
            _ if byte == NONE => add(lines, None),
            _ => others |= lines,
        });
        others
    }

    /// What the corners tell of a placement in a line.
    pub fn tell(&self, placement: usize, corners: &Corners, lane: usize) -> Told {
        let Some(within) = &self.within[placement] else { return Told::Unclear };
        let bytes = corners.0[within.corner].iter().map(|column| column[lane]);
        within.tell(bytes, self.board)
    }

    /// The placements, one bit each, that may begin to stand in variations of a
    /// game. `firsts` are the first stones of its first line, where those that
    /// may be taken in a variation count as ones whose point changes again;
    /// `groups` gives the variations that leave this line before a step.
    pub fn left_in<'g>(&self, firsts: &CornerSteps, groups: impl Fn(u8) -> &'g [Group]) -> u16 {
        let mut left = u16::MAX;
        for (corner, (stones, asks)) in firsts.0.iter().zip(&self.corners).enumerate() {
            let mut contradicted = 0;
            for (before, &(byte, step)) in stones.iter().enumerate() {
                if byte >= OTHER {
                    break; // no more is told of the others
                }
                let contrary = asks.contrary.get(usize::from(byte)).map_or(0, |all| *all);
                let contrary = contrary & !contradicted;
                if contrary == 0 {
                    continue;
                }
                contradicted |= contrary;
                let groups = groups(step);
                if groups.is_empty() {
                    left &= !contrary;
                    continue;
                }
                // Of the stones before, all may be there.
                let there = stones[..before].iter().fold(0, |all, &(byte, _)| {
                    let point = point_of(corner, byte % AGAIN / 2, self.board);
                    all | point.map_or(0, |point| varied::bits(self.board.number(point)))
                });
                for asking in &asks.placements {
                    // All that is missing is put there; if that is nothing, one
                    // of its own is put back, or one that was in the way taken.
                    let missing = asking.puts & !there;
                    let may_begin = |group: &Group| match missing {
                        0 => asking.reaches_out || group.takes || group.puts & asking.puts != 0,
                        _ => group.puts & missing == missing,
                    };
                    let is_contradicted = contrary >> asking.placement & 1 == 1;
                    if is_contradicted && !groups.iter().any(may_begin) {
                        left &= !(1 << asking.placement);
                    }
                }
            }
        }
        left
    }
}

/// What a placement asks of a point of a corner.
struct AskedOf {
    /// Which of the corner's points.
    at: u8,
    /// The point in the pattern as it lies there.
    point: Point,
    /// The number of the point on the board.
    number: u16,
    asked: Asked,
}

/// Gathers what a placement asks of the points of a corner that it has.
fn ask(placement: &Placement<'_>, corner: usize, board: Size, all: &mut Vec<AskedOf>) {
    let (origin, size) = (placement.origin, placement.size());
    // The columns or rows of the corner, counted from its side, that the
    // pattern has, and the first of them in the pattern.
    let shared = |is_first: bool, board: u8, origin: u8, size: u8| {
        let from = if is_first { origin } else { board - origin - size };
        (from..SIDE.min(from + size), if is_first { 0 } else { size - 1 })
    };
    let (cols, first_col) = shared(corner & 1 == 0, board.cols(), origin.col, size.cols());
    let (rows, first_row) = shared(corner & 2 == 0, board.rows(), origin.row, size.rows());
    all.clear();
    for row in rows.clone() {
        for col in cols.clone() {
            let point = Point::new(
                first_col.abs_diff(col - cols.start),
                first_row.abs_diff(row - rows.start),
            );
            let on_board = Point::new(origin.col + point.col, origin.row + point.row);
            all.push(AskedOf {
                at: row * SIDE + col,
                point,
                number: board.number(on_board),
                asked: placement.pattern().asked(point),
            });
        }
    }
}

impl Asks {
    fn add(&mut self, placement: usize, reaches_out: bool, asked: &[AskedOf]) {
        let (mut count, mut puts, mut allowed) = (0, 0, 0);
        // For each point the colors that do not contradict it, a bit each.
        let mut fitting = [0b11; POINTS as usize];
        for &AskedOf { at, number, asked, .. } in asked {
            if let Asked::Stone(color) = asked {
                count += 1;
                puts |= varied::bit(number, color);
            }
            fitting[usize::from(at)] = match asked {
                Asked::Anything => 0b11,
                Asked::Empty => 0,
                Asked::Stone(color) => 1 << color as u8,
            };
        }
        for (byte, contrary) in (0..AGAIN).zip(&mut self.contrary) {
            if fitting[usize::from(byte / 2)] >> (byte % 2) & 1 == 1 {
                allowed |= bit(byte);
            } else {
                *contrary |= 1 << placement;
            }
        }
        self.placements.push(Asking { placement, count, puts, allowed, reaches_out });
    }
}

/// One of 32 bits for a stone: some stones share one, but not two on the third
/// and fourth lines, with which most corners begin.
fn bit(byte: u8) -> u32 {
    1 << (byte & 31)
}

/// Drops those of the lines of each placement in which a stone contradicts it
/// before all its own are there, as far as [`bit`]s of the first stones tell.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
fn sift(asks: &[Asks; 4], corners: &Corners, left: &mut [u32; MOST_PLACEMENTS]) {
    for (asks, columns) in asks.iter().zip(&corners.0) {
        // For each number of first stones, the bits of them all.
        let mut bits = [[0; LANES]; TOGETHER];
        let (mut all, mut told) = ([0; LANES], [u32::MAX; LANES]);
        let most = asks.placements.iter().map(|asking| asking.count).max().unwrap_or(0);
        for (column, bits) in columns.iter().zip(&mut bits).take(most) {
            for lane in 0..LANES {
                let byte = column[lane];
                let one = if byte < AGAIN { bit(byte) } else { 0 };
                let one = if byte == NONE { u32::MAX } else { one };
                told[lane] &= if byte == OTHER { 0 } else { u32::MAX };
                all[lane] |= one & told[lane];
            }
            *bits = all;
        }
        for asking in &asks.placements {
            let Some(last) = asking.count.min(TOGETHER).checked_sub(1) else { continue };
            left[asking.placement] &= mask(|lane| bits[last][lane] & !asking.allowed == 0);
        }
    }
}

/// Hands each byte of some lines on, with all of these lines that have it.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
fn alike(column: &[u8; LANES], lines: u32, mut visit: impl FnMut(u8, u32)) {
    let mut rest = lines;
    while rest != 0 {
        let byte = column[rest.trailing_zeros() as usize];
        let mut bytes = [0; LANES];
        for lane in 0..LANES {
            bytes[lane] = u8::from(column[lane] == byte);
        }
        // One multiplication brings eight bytes of 0 or 1 to eight bits; where
        // what is compared is wider, a `mask` takes less time.
        let (eights, _) = bytes.as_chunks::<8>();
        let alike = eights.iter().rev().fold(0, |all, eight| {
            let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            all << 8 | bits as u32
        });
        visit(byte, alike & rest);
        rest &= !alike;
    }
}

impl Within {
    fn new(placement: &Placement<'_>, shape: Size, corner: usize, asked: &[AskedOf]) -> Within {
        let mut meanings = Box::new([Meaning::Outside; 2 * AGAIN as usize]);
        let symmetry = placement.symmetry();
        let (origins, black) = (symmetry.origins(shape), symmetry.color(Color::Black) as u16);
        let (mut count, mut is_exact) = (0, asked.len() == usize::from(POINTS));
        for &AskedOf { at, point, asked, .. } in asked {
            let number = 2 * origins.number(point) as u16 + black;
            let numbers = [number, number ^ 1];
            for (color, number) in Color::ALL.into_iter().zip(numbers) {
                let (meaning, again) = match asked {
                    Asked::Anything => (Meaning::Inside(number), Meaning::InsideOnce(number)),
                    Asked::Empty => (Meaning::Contrary(number), Meaning::ContraryOnce(number)),
                    Asked::Stone(own) if own == color => (Meaning::Stone, Meaning::StoneOnce),
                    Asked::Stone(_) => (Meaning::Contrary(number), Meaning::OtherOnce),
                };
                let byte = usize::from(2 * at) + color as usize;
                meanings[byte] = meaning;
                meanings[byte + usize::from(AGAIN)] = again;
            }
            count += usize::from(matches!(asked, Asked::Stone(_)));
            is_exact &= asked != Asked::Anything;
        }
        Within { corner, count, is_exact, meanings }
    }

    /// What the first stones tell.
    fn tell(&self, bytes: impl Iterator<Item = u8>, board: Size) -> Told {
        let (mut missing, mut next) = (self.count, None);
        let (mut is_clear, mut may_change) = (true, false);
        // What is told when no stone behind the present one has a say.
        let ends = |missing: usize, is_clear: bool, next, may_change, until| match missing {
            0 if !is_clear => Told::Unclear,
            0 if may_change => Told::Stands { next, unless: Unless::ChangesUntil(until) },
            0 => Told::Stands { next, unless: Unless::Never },
            _ => Told::Never,
        };
        for byte in bytes {
            match byte {
                OTHER if next.is_some() => break,
                OTHER => return Told::Unclear,
                NONE => return ends(missing, is_clear, next, may_change, None),
                _ => {}
            }
            match self.meanings[usize::from(byte)] {
                Meaning::Stone => missing -= 1,
                Meaning::StoneOnce => (missing, may_change) = (missing - 1, true),
                // It may be there after all, when that one is gone.
                Meaning::OtherOnce => (missing, is_clear) = (missing - 1, false),
                Meaning::Contrary(number) => {
                    let point = point_of(self.corner, byte / 2, board);
                    let point = point.map(|point| board.number(point));
                    return ends(missing, is_clear, next.or(Some(number)), may_change, point);
                }
                Meaning::Inside(number) if missing == 0 => next = next.or(Some(number)),
                Meaning::InsideOnce(number) | Meaning::ContraryOnce(number) if missing == 0 => {
                    (next, may_change) = (next.or(Some(number)), true);
                }
                Meaning::InsideOnce(_) => may_change = true,
                Meaning::ContraryOnce(_) => is_clear = false,
                Meaning::Inside(_) | Meaning::Outside => {}
            }
        }
        match next {
            Some(_) if is_clear => Told::Stands { next, unless: Unless::ChangesUntil(None) },
            _ => Told::Unclear,
        }
    }
}
