//! Laying a pattern on a position, in every place.

use super::figure::{Shift, Stone};
use crate::Color;
use crate::go::{MAX_SIDE, Point, Sides, Size};

/// A row of what is asked, or of what is there: a bit for each point, the
/// first one lowest.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    white: u64,
    black: u64,
    /// The points of which something is asked.
    asked: u64,
}

/// What is asked of a rectangle.
#[derive(Clone, Debug)]
pub(super) struct Mask {
    size: Size,
    rows: [Row; MAX_SIDE as usize],
    /// The sides that must be real edges.
    real: Sides,
    /// The sides beyond which the board must go on.
    beyond: Sides,
    /// The first stone.
    first: Stone,
    /// White and black stones.
    pub stones: [usize; 2],
}

/// A position on which masks are laid; beyond its open sides all is empty.
#[derive(Clone, Debug)]
pub(super) struct Ground<'a> {
    stones: &'a [Stone],
    rows: [Row; MAX_SIDE as usize],
    size: (u8, u8),
    edges: Sides,
}

impl Mask {
    /// A mask of stones; `is_asked` tells of which other points something is
    /// asked. None when there are no stones.
    pub fn new(
        size: Size,
        (real, beyond): (Sides, Sides),
        stones: &[Stone],
        is_asked: impl Fn(Point) -> bool,
    ) -> Option<Mask> {
        let mut mask = Mask {
            size,
            rows: [Row::default(); MAX_SIDE as usize],
            real,
            beyond,
            first: *stones.first()?,
            stones: [0; 2],
        };
        for stone in stones {
            mask.rows[usize::from(stone.row())].put(*stone);
            mask.stones[usize::from(stone.is_black())] += 1;
        }
        for point in size.points().filter(|&point| is_asked(point)) {
            mask.rows[usize::from(point.row)].asked |= 1 << point.col;
        }
        Some(mask)
    }

    /// Calls with every shift that lays the mask on what it asks for.
    pub fn each_place(&self, ground: &Ground<'_>, mut visit: impl FnMut(Shift)) {
        let signed = |stone: &Stone| (i16::from(stone.col()), i16::from(stone.row()));
        let (first_col, first_row) = signed(&self.first);
        for stone in ground.stones.iter().filter(|stone| stone.is_black() == self.first.is_black())
        {
            let (col, row) = signed(stone);
            let shift = Shift { rows: row - first_row, cols: col - first_col };
            if self.fits_edges(ground, shift) && self.fits_rows(ground, shift) {
                visit(shift);
            }
        }
    }

    /// Whether the sides lie where they may.
    fn fits_edges(&self, ground: &Ground<'_>, shift: Shift) -> bool {
        let end = |first: i16, lines: u8, of: u8| i16::from(of) - first - i16::from(lines);
        let (cols, rows) = ground.size;
        let lines_between = [
            (Sides::LEFT, shift.cols),
            (Sides::TOP, shift.rows),
            (Sides::RIGHT, end(shift.cols, self.size.cols(), cols)),
            (Sides::BOTTOM, end(shift.rows, self.size.rows(), rows)),
        ];
        lines_between.into_iter().all(|(side, lines)| {
            let is_edge = ground.edges.contains(side);
            if self.real.contains(side) {
                is_edge && lines == 0
            } else {
                !is_edge || lines >= i16::from(self.beyond.contains(side))
            }
        })
    }

    /// Whether every point has what is asked.
    fn fits_rows(&self, ground: &Ground<'_>, shift: Shift) -> bool {
        let lay = |line: u64| {
            if shift.cols < 0 { line << -shift.cols } else { line >> shift.cols }
        };
        let rows = &self.rows[..usize::from(self.size.rows())];
        rows.iter().zip(shift.rows..).all(|(asked, row)| {
            let there = usize::try_from(row).ok().and_then(|row| ground.rows.get(row));
            let there = there.copied().unwrap_or_default();
            lay(there.white) & asked.asked == asked.white
                && lay(there.black) & asked.asked == asked.black
        })
    }
}

impl Row {
    fn put(&mut self, stone: Stone) {
        let bit = 1 << stone.col();
        match stone.color() {
            Color::White => self.white |= bit,
            Color::Black => self.black |= bit,
        }
        self.asked |= bit;
    }
}

impl Ground<'_> {
    /// A position of this size; on open sides the size does not matter.
    pub fn new(stones: &[Stone], size: (u8, u8), edges: Sides) -> Ground<'_> {
        let mut rows = [Row::default(); MAX_SIDE as usize];
        for stone in stones {
            rows[usize::from(stone.row())].put(*stone);
        }
        Ground { stones, rows, size, edges }
    }
}
