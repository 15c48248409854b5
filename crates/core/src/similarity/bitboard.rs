//! Matching a pattern at every place of a position, a row of places at a time.

use std::ops::RangeInclusive;

use super::normalized_shape::{Offset, PackedStone};
use crate::go::{MAX_SIDE, Point, Sides, Size};

/// A pattern: which stones and which empty points a rectangle must have.
#[derive(Clone, Debug)]
pub(super) struct PatternMask {
    size: Size,
    /// The sides that must be edges of the board.
    edges: Sides,
    /// The sides beyond which the board must go on.
    open: Sides,
    /// The first stone; offsets are relative to this stone.
    anchor: PackedStone,
    /// The other stones, then the empty points.
    points: Vec<(Offset, PointState)>,
    /// The numbers of white and of black stones.
    pub(super) counts: [usize; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PointState {
    White,
    Black,
    Empty,
}

/// A position as bitmaps. Points beyond its open sides are empty.
#[derive(Clone, Debug)]
pub(super) struct BitBoard {
    /// White stones, black stones, all stones. A number for each row, with the
    /// first column as the lowest bit.
    planes: [[u64; MAX_SIDE as usize]; 3],
    size: Size,
    edges: Sides,
}

impl PatternMask {
    /// A pattern of sorted stones and of points that must be empty. Returns
    /// `None` for a pattern without stones.
    pub(super) fn new(
        size: Size,
        [edges, open]: [Sides; 2],
        stones: &[PackedStone],
        empty: impl Iterator<Item = Point>,
    ) -> Option<PatternMask> {
        let anchor = *stones.first()?;
        let offset = |point: Point| Offset {
            rows: i16::from(point.row) - i16::from(anchor.row()),
            cols: i16::from(point.col) - i16::from(anchor.col()),
        };
        let state = |stone: &PackedStone| {
            if stone.is_black() { PointState::Black } else { PointState::White }
        };
        let others = stones[1..].iter().map(|stone| (offset(stone.point()), state(stone)));
        let empty = empty.map(|point| (offset(point), PointState::Empty));
        let points = others.chain(empty).collect();
        let blacks = stones.iter().filter(|stone| stone.is_black()).count();
        let counts = [stones.len() - blacks, blacks];
        Some(PatternMask { size, edges, open, anchor, points, counts })
    }

    /// The sides that must be edges.
    pub(super) fn edges(&self) -> Sides {
        self.edges
    }

    /// Sorts the points so that a search fails early: stones before empty
    /// points, near the anchor before far.
    ///
    /// Pays for a pattern that is matched against many positions.
    pub(super) fn sorted(mut self) -> PatternMask {
        let distance = |at: Offset| at.rows.abs() + at.cols.abs();
        self.points
            .sort_by_key(|&(at, state)| (state == PointState::Empty, distance(at), state, at));
        self
    }

    /// Calls `visit` with every offset that places the pattern on a position.
    ///
    /// Equivalent to trying every offset for which the sides agree and every
    /// point has the required state, but one row of offsets at a time: bit *c*
    /// of `found` says whether the anchor may be in column *c*.
    pub(super) fn for_each_match(&self, board: &BitBoard, visit: impl FnMut(Offset)) {
        if let Some((cols, rows)) = self.anchor_range(board) {
            self.for_each_match_in(board, cols, rows, visit);
        }
    }

    /// Whether a position has the pattern if its edges may be anywhere.
    pub(super) fn is_among_stones(&self, board: &BitBoard) -> bool {
        let mut is_found = false;
        let rows = 0..=i16::from(board.size.rows()) - 1;
        self.for_each_match_in(board, u64::MAX, rows, |_| is_found = true);
        is_found
    }

    /// Calls `visit` with every offset that places the anchor in these columns and rows and every point on
    /// one with the required state.
    fn for_each_match_in(
        &self,
        board: &BitBoard,
        cols: u64,
        rows: RangeInclusive<i16>,
        mut visit: impl FnMut(Offset),
    ) {
        let (anchor_col, anchor_row) = (i16::from(self.anchor.col()), i16::from(self.anchor.row()));
        let anchor_plane = &board.planes[usize::from(self.anchor.is_black())];
        for row in rows {
            let mut found = anchor_plane[row as usize] & cols;
            for &(at, state) in &self.points {
                if found == 0 {
                    break;
                }
                // A negative row becomes an index that no board has.
                let stones = board.planes[state as usize].get((row + at.rows) as usize);
                let stones = stones.copied().unwrap_or(0);
                let stones = if at.cols < 0 { stones << -at.cols } else { stones >> at.cols };
                found &= if state == PointState::Empty { !stones } else { stones };
            }
            while found != 0 {
                let col = found.trailing_zeros() as i16;
                visit(Offset { rows: row - anchor_row, cols: col - anchor_col });
                found &= found - 1;
            }
        }
    }

    /// Where the sides of pattern and position allow the anchor to be: a
    /// bitmap of columns, and a range of rows. `None` when they never agree.
    fn anchor_range(&self, board: &BitBoard) -> Option<(u64, RangeInclusive<i16>)> {
        let (anchor_col, anchor_row) = (i16::from(self.anchor.col()), i16::from(self.anchor.row()));
        let sides = [Sides::LEFT, Sides::RIGHT];
        let (first, last) =
            self.offsets(board.edges, sides, board.size.cols(), self.size.cols())?;
        let first = first.saturating_add(anchor_col).clamp(0, 63);
        let last = last.saturating_add(anchor_col).clamp(-1, 62);
        let cols = (u64::MAX << first) & !(u64::MAX << (last + 1));

        let sides = [Sides::TOP, Sides::BOTTOM];
        let (first, last) =
            self.offsets(board.edges, sides, board.size.rows(), self.size.rows())?;
        let first = first.saturating_add(anchor_row).max(0);
        let last = last.saturating_add(anchor_row).min(i16::from(board.size.rows()) - 1);
        Some((cols, first..=last))
    }

    /// The smallest and the largest offset along an axis for which both sides
    /// agree. `lines` are those of the position, `own_lines` those of the
    /// pattern.
    fn offsets(
        &self,
        edges: Sides,
        [first, last]: [Sides; 2],
        lines: u8,
        own_lines: u8,
    ) -> Option<(i16, i16)> {
        // The fewest and the most lines of the position beyond a side of the
        // pattern.
        let lines_beyond = |side| match (edges.contains(side), self.edges.contains(side)) {
            (true, true) => Some((0, 0)),
            (false, true) => None,
            (true, false) => Some((i16::from(self.open.contains(side)), i16::MAX)),
            (false, false) => Some((i16::MIN, i16::MAX)),
        };
        let (before, after) = (lines_beyond(first)?, lines_beyond(last)?);
        let room = i16::from(lines) - i16::from(own_lines);
        let from = before.0.max(room.saturating_sub(after.1));
        let to = before.1.min(room.saturating_sub(after.0));
        (from <= to).then_some((from, to))
    }
}

impl BitBoard {
    /// A position of a size. Towards open sides the size has no meaning.
    pub(super) fn new(stones: &[PackedStone], size: Size, edges: Sides) -> BitBoard {
        let mut planes = [[0; MAX_SIDE as usize]; 3];
        for stone in stones {
            let (row, bit) = (usize::from(stone.row()), 1 << stone.col());
            planes[usize::from(stone.is_black())][row] |= bit;
            planes[2][row] |= bit;
        }
        BitBoard { planes, size, edges }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn edges(&self) -> Sides {
        self.edges
    }

    /// The stones on the 8x8 points from a column and row on, white then black. Bit `8 * row + col`.
    pub(super) fn corner(&self, col: i16, row: i16) -> [u64; 2] {
        [0, 1].map(|color| {
            (0..8).fold(0, |corner, line| {
                // A negative row becomes an index that no board has.
                let bits = self.planes[color].get((row + line) as usize).copied().unwrap_or(0);
                let bits = if col < 0 { bits << -col } else { bits >> col };
                corner | (bits & 0xff) << (8 * line)
            })
        })
    }

    pub(super) fn is_empty_at(&self, Point { col, row }: Point) -> bool {
        self.planes[2][usize::from(row)] >> col & 1 == 0
    }
}
