//! The first stones in the corners of 32 lines.
//!
//! Most of what is asked about games is asked about corners: a joseki, an
//! invasion, an opening. For each corner of each line the first stones there
//! stand in their order, a byte each, as long as they are among the first
//! [`DEPTH`]. A shape of *n* stones that leaves no point of the corner open can
//! only stand where these are the first *n* stones; so a byte or two of most
//! lines tell that it never stands in them, and for shapes that lie in a corner
//! as a whole the bytes often tell all there is to count.
//!
//! A corner is 7x7 points, counted from its own two sides:
//!
//! ```text
//!   0 1 2 3 4 5 6 +           + 6 5 4 3 2 1 0
//!   7 8 9 . . . . +           + . . . . 9 8 7
//!   . . . . . . . +           + . . . . . . .
//! ```
//!
//! Only a first stone that stays to the end tells the whole story of its point.
//! The others have bytes of their own, and where one of them has a say, the
//! line is looked at in full.

#![allow(
    clippy::needless_range_loop,
    clippy::manual_memcpy,
    reason = "several arrays are gone through side by side"
)]

use multiversion::multiversion;

use super::index::{First, Firsts, LANES};
use crate::go::{Point, Size};

/// The points along a side of a corner.
pub(super) const SIDE: u8 = 7;
/// The points of a corner.
pub(super) const POINTS: u8 = SIDE * SIDE;
/// The stones that are kept of each corner.
pub(super) const DEPTH: usize = 10;

/// The byte of a stone is its point in the corner twice, plus one if it is
/// white; of a stone on a point that changes again it is this much more.
pub(super) const AGAIN: u8 = 2 * POINTS;
/// Stones of which no more is told: there from the beginning, set up together
/// with others, or put there late; and all stones behind one of them.
pub(super) const OTHER: u8 = 254;
/// There is no further stone.
pub(super) const NONE: u8 = 255;
/// The last step of which a stone is told.
const LATEST: u16 = 0xfe;

/// For each corner of the board, the stones in their order, for each line.
#[derive(Clone, Debug)]
pub(super) struct Corners(pub [[[u8; LANES]; DEPTH]; 4]);

/// The same of one line, each with its step.
#[derive(Clone, Copy, Debug)]
pub(super) struct CornerSteps(pub [[(u8, u8); DEPTH]; 4]);

impl CornerSteps {
    /// Nothing is known.
    pub const UNKNOWN: CornerSteps = CornerSteps([[(OTHER, 0); DEPTH]; 4]);

    /// Those of a line of a tile. Where a stone `may_be_taken` in a variation
    /// its point counts as one that changes again.
    pub fn of(
        corners: &Corners,
        tile: &[Firsts],
        lane: usize,
        board: Size,
        may_be_taken: impl Fn(u16) -> bool,
    ) -> CornerSteps {
        let mut steps = CornerSteps::UNKNOWN;
        for (corner, (columns, steps)) in corners.0.iter().zip(&mut steps.0).enumerate() {
            for (column, stone) in columns.iter().zip(steps) {
                let byte = column[lane];
                *stone = (byte, 0);
                if byte < OTHER
                    && let Some(point) = point_of(corner, byte % AGAIN / 2, board)
                {
                    let number = board.number(point);
                    let is_taken = byte < AGAIN && may_be_taken(number);
                    let byte = if is_taken { byte + AGAIN } else { byte };
                    *stone = (byte, tile[usize::from(number)].0[lane].step() as u8); // told up to 254
                }
            }
        }
        steps
    }
}

/// The point of the board that is one of a corner, if it has it.
pub(super) fn point_of(corner: usize, at: u8, board: Size) -> Option<Point> {
    let (col, row) = (at % SIDE, at / SIDE);
    let right = board.cols().checked_sub(1 + col)?;
    let below = board.rows().checked_sub(1 + row)?;
    let col = if corner & 1 == 0 { col } else { right };
    let row = if corner & 2 == 0 { row } else { below };
    Some(Point::new(col, row))
}

impl Corners {
    /// Those of up to 32 lines, as far as they have come before a step of each.
    pub fn before<'a>(lines: impl Iterator<Item = (&'a CornerSteps, u16)>) -> Corners {
        let mut corners = Corners([[[OTHER; LANES]; DEPTH]; 4]);
        for (lane, (steps, end)) in lines.enumerate() {
            for (columns, stones) in corners.0.iter_mut().zip(&steps.0) {
                let is_before = |&&(byte, step): &&(u8, u8)| byte < OTHER && u16::from(step) < end;
                let before = stones.iter().take_while(is_before);
                columns.iter_mut().zip(before).for_each(|(column, stone)| column[lane] = stone.0);
            }
        }
        corners
    }

    /// The corners of the lines of a tile.
    pub fn of(tile: &[Firsts], board: Size) -> Corners {
        Corners(std::array::from_fn(|corner| {
            let points = (0..POINTS).filter_map(|at| {
                let point = point_of(corner, at, board)?;
                Some((2 * at, board.number(point)))
            });
            let points: Vec<(u8, u16)> = points.collect();
            let mut stones = [[NONE; LANES]; DEPTH];
            order(tile, &points, &mut stones);
            stones
        }))
    }
}

/// Puts the first stones on some points, their bytes and their numbers on the
/// board, in order.
#[multiversion(targets("x86_64+avx512bw+avx512vl", "x86_64+avx2", "x86_64+sse4.1"))]
fn order(tile: &[Firsts], points: &[(u8, u16)], stones: &mut [[u8; LANES]; DEPTH]) {
    // The step above the byte, in 16 bits: the order of these numbers is that
    // of the stones. One more than are kept.
    let mut earliest = [[u16::MAX; LANES]; DEPTH + 1];
    for &(byte, point) in points {
        let firsts = &tile[usize::from(point)];
        let mut later = [0; LANES];
        for lane in 0..LANES {
            let first = firsts.0[lane].0;
            let step = (first & !First::AGAIN) >> 1;
            let again = if first & First::AGAIN != 0 { u16::from(AGAIN) } else { 0 };
            let byte = u16::from(byte) + (first & 1) + again;
            let byte = if step == 0 || step > LATEST { u16::from(OTHER) } else { byte };
            let stone = step.min(LATEST) << 8 | byte;
            later[lane] = if first == First::NEVER.0 { u16::MAX } else { stone };
        }
        for kept in &mut earliest {
            for lane in 0..LANES {
                let (one, other) = (kept[lane], later[lane]);
                kept[lane] = one.min(other);
                later[lane] = one.max(other);
            }
        }
    }
    let mut is_other = [false; LANES];
    for (pair, stones) in earliest.windows(2).zip(stones) {
        for lane in 0..LANES {
            let (stone, next) = (pair[0][lane], pair[1][lane]);
            // They are put there together, in no order.
            let are_one_step = stone >> 8 == next >> 8 && stone != u16::MAX;
            is_other[lane] |= are_one_step || stone as u8 == OTHER;
            stones[lane] = if is_other[lane] { OTHER } else { stone as u8 };
        }
    }
}
