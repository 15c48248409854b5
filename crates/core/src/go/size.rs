//! The size of a board.

use std::fmt;

use thiserror::Error;

use super::{Point, Sides};

/// The longest side of a board: the limit of SGF (FF\[4\], property SZ).
pub const MAX_SIDE: u8 = 52;

/// The number of columns and rows of a board or a part of a board, each 1 to [`MAX_SIDE`].
///
/// Printed as in GobanTN, rows first.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Size;
///
/// let size = Size::new(6, 4)?;
/// assert_eq!(size.to_string(), "4x6");
/// assert!(Size::new(0, 4).is_err());
/// # Ok::<(), gtn_db::go::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    cols: u8,
    rows: u8,
}

/// A side outside 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a board has 1 to {MAX_SIDE} lines a side, not {0}")]
pub struct SizeError(pub u64);

impl Size {
    /// The usual board, 19x19.
    pub const STANDARD: Size = Size { cols: 19, rows: 19 };

    /// The size of `cols` columns and `rows` rows.
    ///
    /// # Errors
    /// When a side is 0 or longer than [`MAX_SIDE`].
    pub fn new(cols: u8, rows: u8) -> Result<Size, SizeError> {
        for side in [cols, rows] {
            if side == 0 || side > MAX_SIDE {
                return Err(SizeError(u64::from(side)));
            }
        }
        Ok(Size { cols, rows })
    }

    /// The number of columns, 1 to [`MAX_SIDE`].
    pub const fn cols(self) -> u8 {
        self.cols
    }

    /// The number of rows, 1 to [`MAX_SIDE`].
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The size with columns and rows swapped.
    pub const fn transposed(self) -> Size {
        Size { cols: self.rows, rows: self.cols }
    }

    /// The smallest square that contains this size, as in `IGTN_R`.
    pub const fn squared(self) -> Size {
        let side = if self.cols > self.rows { self.cols } else { self.rows };
        Size { cols: side, rows: side }
    }

    /// The top left point of a rectangle of this size within its [square](Self::squared), in
    /// canonical texts.
    ///
    /// The empty lines that fill the square are on the open side of their axis. If both sides or
    /// neither are open, the lines come first: `.` sorts before stones, so that text is the
    /// smaller of the two.
    pub fn origin_in_square(self, open: Sides) -> Point {
        let side = self.squared().cols();
        let before = |short: u8, first: Sides, last: Sides| {
            if open.contains(last) && !open.contains(first) { 0 } else { side - short }
        };
        Point::new(
            before(self.cols, Sides::LEFT, Sides::RIGHT),
            before(self.rows, Sides::TOP, Sides::BOTTOM),
        )
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// Whether the point is on a board of this size.
    pub const fn contains(self, point: Point) -> bool {
        point.col < self.cols && point.row < self.rows
    }

    /// The row-major index of a point: its index in [`points`](Self::points).
    pub const fn number(self, point: Point) -> u16 {
        point.row as u16 * self.cols as u16 + point.col as u16
    }

    /// The point with a row-major index.
    ///
    /// # Panics
    /// When the index is not one of a point of the board.
    pub fn point(self, number: u16) -> Point {
        assert!(usize::from(number) < self.area(), "{number} is no point of {self}");
        let cols = u16::from(self.cols);
        Point::new((number % cols) as u8, (number / cols) as u8)
    }

    /// The points beside a point: above, left, right, below.
    pub(crate) fn neighbors(self, Point { row, col }: Point) -> impl Iterator<Item = Point> {
        // Coordinates that wrap around to 255 are not on the board.
        let beside = [
            Point { row: row.wrapping_sub(1), col },
            Point { row, col: col.wrapping_sub(1) },
            Point { row, col: col + 1 },
            Point { row: row + 1, col },
        ];
        beside.into_iter().filter(move |&point| self.contains(point))
    }

    /// All points, row by row from the top left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Point::new(col, row)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}
