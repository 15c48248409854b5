//! What a shape asks of the corners of a board, held against the first stones
//! there.
//!
//! Three questions are answered by [`Corners`] alone, before any other part of
//! the index is looked at: in which lines a placement may stand, what is played
//! next where it does, and whether it may begin to stand in variations.

use multiversion::multiversion;
use multiversion::target::match_target;

#[cfg(target_arch = "x86_64")]
use super::bytes::avx512;
use super::bytes::{self, Table};
use super::corners::{AGAIN, CornerSteps, Corners, DEPTH, NONE, OTHER, POINTS, SIDE, point_of};
use super::groups::{self, Groups};
use super::index::LANES;
use super::placement::{Placement, Placements};
use super::told::{self, Stoneless, Told, Within};
use crate::Color;
use crate::go::{Point, Size};
use crate::gtn::{Asked, Pattern};

/// The most placements that are looked at by their corners: those of a shape
/// that lies in corners, or on the whole board.
pub(super) const MOST_PLACEMENTS: usize = 16;

/// A pattern on boards of one size.
#[derive(Debug)]
pub(super) struct Placed {
    pub placements: Placements,
    pub sieve: Option<Sieve>,
}

impl Placed {
    pub fn new(pattern: &Pattern, board: Size) -> Placed {
        let placements = Placements::new(pattern, board);
        let sieve = Sieve::new(&placements, board);
        Placed { placements, sieve }
    }
}

/// What a shape asks of the corners in which it lies.
#[derive(Debug)]
pub(super) struct Sieve {
    board: Size,
    corners: [Asks; 4],
    /// For each placement that lies in a corner as a whole how to read it.
    within: Vec<Option<Within>>,
    stoneless: Vec<Stoneless>,
    /// If the shape fills the board and leaves no point open, for each placement
    /// the number of its stones in each corner.
    filling: Vec<[u8; 4]>,
    /// For each placement its bit where there are some of a byte.
    bits: Vec<u8>,
}

/// What placements ask of a corner.
#[derive(Debug, Default)]
struct Asks {
    placements: Vec<Asking>,
    /// How the stones are read for eight placements at once, and for eight
    /// others.
    eights: [Option<Box<Eight>>; 2],
}

/// What a placement asks of a corner.
#[derive(Debug)]
struct Asking {
    bit: u16,
    /// The stones that it asks for, as [`groups::bits`] has them.
    puts: u64,
    /// Whether it asks for something outside of the corner.
    reaches_out: bool,
}

/// How the stones of a corner are read for eight placements at once, each of
/// which has one bit of a byte.
#[derive(Debug)]
struct Eight {
    /// For each byte of a stone whether it is one of the placement's own; a
    /// stone on a point that changes again may be.
    own: Table,
    /// Whether it contradicts the placement.
    contrary: Table,
    /// What is to be counted up from to 16 as own stones come, for each
    /// placement one bit of each of these.
    count: [u8; 4],
    /// The placements that ask for no stone.
    stoneless: u8,
    /// Whether this has to be counted, which it has not where each point of the
    /// corner is asked for: own stones can only be the first ones then.
    counts: bool,
    /// For each stone, in order, the placements for which it has a say.
    decisive: [u8; DEPTH],
    /// The number of stones that have a say for any, two by two.
    pairs: usize,
}

impl Sieve {
    /// Nothing for shapes with many placements: they lie elsewhere too.
    pub fn new(placements: &Placements, board: Size) -> Option<Sieve> {
        if placements.len() > MOST_PLACEMENTS {
            return None;
        }
        let mut corners = [(); 4].map(|()| Asks::default());
        let mut within: Vec<Option<Within>> = placements.iter().map(|_| None).collect();
        let mut asked = Vec::with_capacity(usize::from(POINTS));
        let is_filling = |placement: &Placement<'_>| {
            placement.size() == board && placement.points().anything.is_empty()
        };
        let fills = placements.iter().all(|(_, placement)| is_filling(&placement));
        let mut filling = vec![[0; 4]; if fills { placements.len() } else { 0 }];
        // Placements in one corner have bits of one byte.
        let (mut bits, mut used) = (vec![u8::MAX; placements.len()], 0);
        for (corner, asks) in corners.iter_mut().enumerate() {
            for (number, placement) in placements.iter() {
                let number = number as usize;
                ask(&placement, corner, board, &mut asked);
                if let Some(filling) = filling.get_mut(number) {
                    let is_stone = |asked: &&AskedOf| matches!(asked.asked, Asked::Stone(_));
                    filling[corner] = asked.iter().filter(is_stone).count() as u8;
                }
                let reaches_out = asked.len() < placement.size().area();
                if !asked.is_empty() {
                    if bits[number] == u8::MAX {
                        bits[number] = used;
                        used += 1;
                    }
                    asks.add(bits[number], reaches_out, &asked);
                }
                if !reaches_out {
                    within[number] =
                        Some(Within::new(&placement, placements.shape, corner, &asked));
                }
            }
        }
        let stoneless = within.iter().enumerate().filter_map(|(placement, within)| {
            within.as_ref().and_then(|within| within.stoneless(placement))
        });
        let stoneless = stoneless.collect();
        Some(Sieve { board, corners, within, stoneless, filling, bits })
    }

    /// For each placement the lines in which it may stand, a bit each, of some.
    pub fn sift(&self, corners: &Corners, lines: u32) -> [u32; MOST_PLACEMENTS] {
        self.without(sift(&self.corners, corners, true), lines)
    }

    /// For each placement the games in whose variations it may begin to stand,
    /// a bit each, as far as is told by the stones that were there before.
    pub fn may_vary(&self, before: &Corners) -> [u32; MOST_PLACEMENTS] {
        self.without(sift(&self.corners, before, false), u32::MAX)
    }

    /// For each placement the lines that are left of some.
    fn without(&self, dead: [u64; 8], lines: u32) -> [u32; MOST_PLACEMENTS] {
        let mut left = [0; MOST_PLACEMENTS];
        for (left, &bit) in left.iter_mut().zip(&self.bits) {
            // Nothing is told of a placement without a bit.
            let dead = dead[usize::from(bit % 8)].checked_shr(u32::from(bit / 8) * LANES as u32);
            *left = lines & !dead.map_or(0, |dead| dead as u32);
        }
        left
    }

    /// The bit of a placement; none if it has nothing of any corner.
    pub fn bit(&self, placement: u32) -> u16 {
        1_u16.checked_shl(u32::from(self.bits[placement as usize])).unwrap_or(0)
    }

    /// Whether a placement is one of those with these bits, or has none.
    pub fn is_in(&self, placement: u32, bits: u16) -> bool {
        self.bit(placement) & !bits == 0
    }

    /// Whether a placement lies in a corner as a whole, so that this can tell of
    /// it, or fills the board.
    pub fn tells(&self, placement: u32) -> bool {
        self.within[placement as usize].is_some() || !self.filling.is_empty()
    }

    /// The number of stones in each corner that a placement asks for which
    /// fills the board.
    pub fn stones(&self, placement: u32) -> Option<&[u8; 4]> {
        self.filling.get(placement as usize)
    }

    /// Tells of placements without stones, where the first stone in the corner
    /// tells all, which is nearly all lines: to `add`, those lines at once after
    /// whose hits the same is played next, a bit each, and the number of hits.
    /// Of each placement the other lines are left.
    pub fn tell_stoneless(
        &self,
        corners: &Corners,
        left: &mut [u32; MOST_PLACEMENTS],
        mut add: impl FnMut(u32, u32, Option<u16>),
    ) {
        if !self.stoneless.is_empty() {
            told::stoneless(&self.stoneless, corners, left, |lanes, hits, next| {
                add(lanes, hits, (next != told::NOTHING).then_some(u16::from(next)));
            });
        }
    }

    /// What the corners tell of a placement in a line.
    pub fn tell(&self, placement: u32, corners: &Corners, lane: usize) -> Told {
        let Some(within) = &self.within[placement as usize] else { return Told::Unclear };
        within.tell(corners, lane, self.board)
    }

    /// Those of some placements, one bit each, that may begin to stand in
    /// variations of a game. `firsts` are the first stones of its first line,
    /// where those that may be taken in a variation count as ones whose point
    /// changes again; `groups` are its variations.
    pub fn left_in(&self, firsts: &CornerSteps, groups: &Groups, mut left: u16) -> u16 {
        for (corner, (stones, asks)) in firsts.0.iter().zip(&self.corners).enumerate() {
            let mut rest = left & asks.bits();
            for (before, &(byte, step)) in stones.iter().enumerate() {
                if rest == 0 || byte >= OTHER {
                    break; // no more is told of the others
                }
                let contrary = asks.contrary(byte) & rest;
                if contrary == 0 {
                    continue;
                }
                rest &= !contrary;
                let early = groups.leaving_by(step.into())..groups.count();
                if early.is_empty() {
                    left &= !contrary;
                    continue;
                }
                // Of the stones before, all may be there.
                let there = stones[..before].iter().fold(0, |all, &(byte, _)| {
                    let point = point_of(corner, byte % AGAIN / 2, self.board);
                    all | point.map_or(0, |point| groups::bits_of_both(self.board.number(point)))
                });
                for asking in asks.placements.iter().filter(|asking| contrary & asking.bit != 0) {
                    // All that is missing is put there; if that is nothing, one
                    // of its own is put back, or one that was in the way taken.
                    let missing = asking.puts & !there;
                    if missing == 0 && asking.reaches_out {
                        continue;
                    }
                    let mut may = groups.that_may(early.clone(), missing, asking.puts);
                    if may.all(|(_, groups)| groups == 0) {
                        left &= !asking.bit;
                    }
                }
            }
        }
        left
    }
}

/// What a placement asks of a point of a corner.
pub(super) struct AskedOf {
    /// Which of the corner's points.
    pub at: u8,
    /// The point in the pattern as it lies there.
    pub point: Point,
    /// The number of the point on the board.
    pub number: u16,
    pub asked: Asked,
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
    fn add(&mut self, bit: u8, reaches_out: bool, asked: &[AskedOf]) {
        let (mut count, mut puts) = (0, 0);
        let eight = self.eights[usize::from(bit / 8)].get_or_insert_with(Eight::new);
        let in_byte = 1 << (bit % 8);
        for &AskedOf { at, number, asked, .. } in asked {
            for color in Color::ALL {
                let stone = usize::from(2 * at) + color as usize;
                let again = stone + usize::from(AGAIN);
                match asked {
                    Asked::Anything => {}
                    Asked::Stone(own) => {
                        let table = if own == color { &mut eight.own } else { &mut eight.contrary };
                        table[stone] |= in_byte;
                        eight.own[again] |= in_byte;
                    }
                    Asked::Empty => eight.contrary[stone] |= in_byte,
                }
            }
            if let Asked::Stone(color) = asked {
                count += 1;
                puts |= groups::bits(number, color);
            }
        }
        eight.contrary[usize::from(NONE)] |= in_byte;
        if count == 0 {
            eight.stoneless |= in_byte;
        }
        // More stones than are kept are never all seen.
        let missing = 16 - count.min(DEPTH + 1);
        for (digit, bits) in eight.count.iter_mut().enumerate() {
            *bits |= if missing >> digit & 1 == 1 { in_byte } else { 0 };
        }
        let is_exact = asked.len() == usize::from(POINTS)
            && asked.iter().all(|asked| asked.asked != Asked::Anything);
        let stones = if is_exact { count.min(DEPTH) } else { DEPTH };
        eight.decisive[..stones].iter_mut().for_each(|decisive| *decisive |= in_byte);
        eight.pairs = eight.pairs.max(stones.div_ceil(2));
        eight.counts |= !is_exact;
        self.placements.push(Asking { bit: 1 << bit, puts, reaches_out });
    }

    /// The placements.
    fn bits(&self) -> u16 {
        self.placements.iter().fold(0, |all, asking| all | asking.bit)
    }

    /// Those that a stone contradicts.
    fn contrary(&self, byte: u8) -> u16 {
        let of = |eight: &Option<Box<Eight>>| {
            eight.as_ref().map_or(0, |eight| eight.contrary[usize::from(byte)])
        };
        u16::from_le_bytes([of(&self.eights[0]), of(&self.eights[1])])
    }
}

impl Eight {
    fn new() -> Box<Eight> {
        Box::new(Eight {
            own: [0; _],
            contrary: [0; _],
            count: [0; _],
            stoneless: 0,
            counts: false,
            decisive: [0; _],
            pairs: 0,
        })
    }
}

/// For each of eight placements 32 lines in which a stone in a corner
/// contradicts it, a bit each, and above these those of another placement. If
/// they are to be `finished`, a stone has no say any more when all of a
/// placement's own are there.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi",
    "x86_64+avx2",
    "x86_64+sse4.1"
))]
fn sift(asks: &[Asks; 4], corners: &Corners, finished: bool) -> [u64; 8] {
    let eight = |byte: u8| u64::from_le_bytes([byte; 8]);
    let mut dead = [[0_u64; LANES / 8]; 2];
    for (asks, columns) in asks.iter().zip(&corners.0) {
        for (asked, dead) in asks.eights.iter().zip(&mut dead) {
            let Some(asked) = asked else { continue };
            let (pairs, _) = columns.as_flattened().as_chunks();
            let (decisive, _) = asked.decisive.as_chunks::<2>();
            let most = if finished { asked.pairs } else { pairs.len() };
            let mut count = asked.count.map(|digit| [eight(digit); LANES / 8]);
            let mut complete = [if finished { eight(asked.stoneless) } else { 0 }; LANES / 8];
            for (pair, decisive) in pairs[..most].iter().zip(decisive) {
                let look_up = |table: &Table| {
                    match_target! {
                        "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi" =>
                            avx512::look_up(table, pair),
                        _ => bytes::look_up(table, pair),
                    }
                };
                let contrary = look_up(&asked.contrary);
                let (contrary, _) = contrary.as_chunks::<{ LANES }>();
                if !finished || !asked.counts {
                    for (contrary, decisive) in contrary.iter().zip(decisive) {
                        let decisive = if finished { eight(*decisive) } else { u64::MAX };
                        for (dead, contrary) in dead.iter_mut().zip(contrary.as_chunks().0) {
                            *dead |= u64::from_le_bytes(*contrary) & decisive;
                        }
                    }
                    continue;
                }
                let own = look_up(&asked.own);
                let (own, _) = own.as_chunks::<{ LANES }>();
                for column in 0..2 {
                    let (contrary, _) = contrary[column].as_chunks();
                    let (own, _) = own[column].as_chunks();
                    for lanes in 0..LANES / 8 {
                        let contrary = u64::from_le_bytes(contrary[lanes]);
                        dead[lanes] |= contrary & eight(decisive[column]) & !complete[lanes];
                        let mut carry = u64::from_le_bytes(own[lanes]);
                        for digit in &mut count {
                            let both = digit[lanes] & carry;
                            digit[lanes] ^= carry;
                            carry = both;
                        }
                        complete[lanes] |= carry;
                    }
                }
            }
        }
    }
    let mut bytes = [0; 2 * LANES];
    let (eights, _) = bytes.as_chunks_mut();
    eights
        .iter_mut()
        .zip(dead.as_flattened())
        .for_each(|(eight, dead)| *eight = dead.to_le_bytes());
    std::array::from_fn(|bit| {
        match_target! {
            "x86_64+avx512f+avx512bw+avx512vl+avx512vbmi" => avx512::any(&bytes, 1 << bit),
            _ => bytes::any(&bytes, 1 << bit),
        }
    })
}
