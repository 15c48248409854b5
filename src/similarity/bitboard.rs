//! Laying a pattern on a position, in every place.

use std::ops::RangeInclusive;

use super::normalized_shape::{Shift, Stone};
use crate::go::{MAX_SIDE, Point, Sides, Size};

/// What is asked of a rectangle, point by point.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    size: Size,
    /// The sides that must be real edges.
    real: Sides,
    /// The sides beyond which the board must go on.
    beyond: Sides,
    /// The stone from which the other points are counted.
    first: Stone,
    /// The other stones, then the points that must be empty.
    points: Vec<(Shift, Asks)>,
    /// The same points on a board of 8x8 in one number; see
    /// [`count_in_eight`](Mask::count_in_eight).
    in_eight: Vec<InEight>,
    /// White and black stones.
    pub stones: [usize; 2],
}

/// A point of a mask on a board of 8x8 in one number, 8 bits a row.
#[derive(Clone, Copy, Debug)]
struct InEight {
    /// How many bits it lies behind the first stone.
    behind: u32,
    /// The places of the first stone for which it lies on the board.
    within: u64,
    asks: Asks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Asks {
    White,
    Black,
    Empty,
}

/// A position on which masks are laid; beyond its open sides all is empty.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// White, black and all stones, for each row a number, the first point
    /// lowest.
    stones: [[u64; MAX_SIDE as usize]; 3],
    size: (u8, u8),
    edges: Sides,
}

impl Mask {
    /// A mask of stones, which are sorted, and of points that must be empty.
    /// None when there are no stones.
    pub fn new(
        size: Size,
        (real, beyond): (Sides, Sides),
        stones: &[Stone],
        empty: impl Iterator<Item = Point>,
    ) -> Option<Mask> {
        let first = *stones.first()?;
        let place = |point: Point| Shift {
            rows: i16::from(point.row) - i16::from(first.row()),
            cols: i16::from(point.col) - i16::from(first.col()),
        };
        let asks = |stone: &Stone| if stone.is_black() { Asks::Black } else { Asks::White };
        let others = stones[1..].iter().map(|stone| (place(stone.point()), asks(stone)));
        let empty = empty.map(|point| (place(point), Asks::Empty));
        let points = others.chain(empty).collect();
        let blacks = stones.iter().filter(|stone| stone.is_black()).count();
        let stones = [stones.len() - blacks, blacks];
        Some(Mask { size, real, beyond, first, points, in_eight: Vec::new(), stones })
    }

    /// The same, for many positions: the stones near the first one come first,
    /// because there most places fail.
    pub fn nearest_first(mut self) -> Mask {
        let distance = |at: Shift| at.rows.abs() + at.cols.abs();
        self.points.sort_by_key(|&(at, asks)| (asks == Asks::Empty, distance(at), asks, at));
        self.in_eight = self.points.iter().map(|&(at, asks)| InEight::new(at, asks)).collect();
        self
    }

    /// In how many places it lies on what it asks for, in a position of up to
    /// 8 columns and rows: its white and its black stones, 8 bits a row. All
    /// places are tried at once.
    ///
    /// It is for masks that were put in order for [many](Self::nearest_first)
    /// positions.
    pub fn count_in_eight(&self, [white, black]: [u64; 2], size: (u8, u8), edges: Sides) -> u32 {
        let Some((cols, rows)) = self.allowed(size, edges) else { return 0 };
        let stones = [white, black, white | black];
        let rows = rows.fold(0, |bits, row| bits | 0xff << (8 * row));
        let mut found = stones[usize::from(self.first.is_black())];
        found &= rows & (cols & 0xff).wrapping_mul(0x0101_0101_0101_0101);
        for &InEight { behind, within, asks } in &self.in_eight {
            if found == 0 {
                return 0;
            }
            // What lies on no point of the board is empty.
            let there = stones[asks as usize].rotate_right(behind) & within;
            found &= if asks == Asks::Empty { !there } else { there };
        }
        found.count_ones()
    }

    /// Where the first stone may come to lie: a bit for each column, and rows.
    fn allowed(&self, (cols, rows): (u8, u8), edges: Sides) -> Option<(u64, RangeInclusive<i16>)> {
        let (first_col, first_row) = (i16::from(self.first.col()), i16::from(self.first.row()));
        let sides = (Sides::LEFT, Sides::RIGHT);
        let places = self.shifts(edges, sides, cols, self.size.cols())?;
        let between = |first: i16, last: i16| {
            // Bits from the first on, without those behind the last.
            let (first, last) = (first.clamp(0, 63), last.clamp(-1, 62));
            (u64::MAX << first) & !(u64::MAX << (last + 1))
        };
        let allowed =
            between(places.0.saturating_add(first_col), places.1.saturating_add(first_col));
        let sides = (Sides::TOP, Sides::BOTTOM);
        let places = self.shifts(edges, sides, rows, self.size.rows())?;
        let from = places.0.saturating_add(first_row).max(0);
        let to = places.1.saturating_add(first_row).min(i16::from(rows) - 1);
        Some((allowed, from..=to))
    }

    /// Calls with every shift that lays the mask on what it asks for.
    ///
    /// A whole row of places is tried at once: a bit for each column on which
    /// the first stone may come to lie.
    pub fn each_place(&self, ground: &Ground, mut visit: impl FnMut(Shift)) {
        let Some((cols, rows)) = self.allowed(ground.size, ground.edges) else { return };
        let (first_col, first_row) = (i16::from(self.first.col()), i16::from(self.first.row()));
        let first = &ground.stones[usize::from(self.first.is_black())];
        for row in rows {
            let mut found = first[row as usize] & cols;
            for &(at, asks) in &self.points {
                if found == 0 {
                    break;
                }
                // What is negative becomes a row that no board has.
                let there = ground.stones[asks as usize].get((row + at.rows) as usize);
                let there = there.copied().unwrap_or(0);
                let there = if at.cols < 0 { there << -at.cols } else { there >> at.cols };
                found &= if asks == Asks::Empty { !there } else { there };
            }
            while found != 0 {
                let col = found.trailing_zeros() as i16;
                visit(Shift { rows: row - first_row, cols: col - first_col });
                found &= found - 1;
            }
        }
    }

    /// The first and the last shift along an axis that lays its two sides where
    /// they may lie.
    fn shifts(
        &self,
        edges: Sides,
        (first, last): (Sides, Sides),
        lines: u8,
        own: u8,
    ) -> Option<(i16, i16)> {
        let lines_before = |side| {
            let is_edge = edges.contains(side);
            match (is_edge, self.real.contains(side)) {
                (true, true) => Some((0, 0)),
                (false, true) => None,
                (true, false) => Some((i16::from(self.beyond.contains(side)), i16::MAX)),
                (false, false) => Some((i16::MIN, i16::MAX)),
            }
        };
        let (before, after) = (lines_before(first)?, lines_before(last)?);
        let room = i16::from(lines) - i16::from(own);
        let from = before.0.max(room.saturating_sub(after.1));
        let to = before.1.min(room.saturating_sub(after.0));
        (from <= to).then_some((from, to))
    }
}

impl InEight {
    fn new(at: Shift, asks: Asks) -> InEight {
        let on_board = |at: i16| (0..8).contains(&at);
        let within =
            (0..64).filter(|bit| on_board(bit % 8 + at.cols) && on_board(bit / 8 + at.rows));
        InEight {
            behind: (at.rows * 8 + at.cols).rem_euclid(64) as u32,
            within: within.fold(0, |within, bit| within | 1 << bit),
            asks,
        }
    }
}

impl Ground {
    /// A position of this size; on open sides the size does not matter.
    pub fn new(stones: &[Stone], size: (u8, u8), edges: Sides) -> Ground {
        let mut planes = [[0; MAX_SIDE as usize]; 3];
        for stone in stones {
            let (row, bit) = (usize::from(stone.row()), 1 << stone.col());
            planes[usize::from(stone.is_black())][row] |= bit;
            planes[2][row] |= bit;
        }
        Ground { stones: planes, size, edges }
    }

    /// Whether no stone is on a point.
    pub fn is_empty(&self, Point { col, row }: Point) -> bool {
        self.stones[2][usize::from(row)] >> col & 1 == 0
    }
}
