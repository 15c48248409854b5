//! Stones on points.

use std::fmt;

use super::{Point, Region, Size, Symmetry};
use crate::Color;

/// A rectangle of points, each empty or with a stone: no rule is kept here.
///
/// A row is one number of two bits a point, the leftmost point highest, with
/// 0 for empty, 1 for white, 2 for black: so rows compare as their texts do,
/// because `.` < `O` < `X` in byte order.
///
/// ```
/// use gtn_db::Color;
/// use gtn_db::go::{Board, Point, Size};
///
/// let mut board = Board::new(Size::STANDARD);
/// board.set(Point::new(3, 3), Some(Color::Black));
/// assert_eq!(board.get(Point::new(3, 3)), Some(Color::Black));
/// assert_eq!(board.stones().count(), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    rows: Vec<u128>,
}

const WHITE: u128 = 1;
const BLACK: u128 = 2;

impl Board {
    /// A board without stones.
    pub fn new(size: Size) -> Board {
        Board { size, rows: vec![0; usize::from(size.rows())] }
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How far the two bits of a column stand from the right.
    fn shift(&self, col: u8) -> u32 {
        2 * u32::from(self.size.cols() - 1 - col)
    }

    /// The stone on a point.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        match self.rows[usize::from(point.row)] >> self.shift(point.col) & 3 {
            WHITE => Some(Color::White),
            BLACK => Some(Color::Black),
            _ => None,
        }
    }

    /// Puts a stone on a point, or takes it off.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn set(&mut self, point: Point, stone: Option<Color>) {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        let code = match stone {
            None => 0,
            Some(Color::White) => WHITE,
            Some(Color::Black) => BLACK,
        };
        let shift = self.shift(point.col);
        let row = &mut self.rows[usize::from(point.row)];
        *row = *row & !(3 << shift) | code << shift;
    }

    /// Whether no stone is on the board.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The stones, row by row from the top left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        let cols = self.size.cols();
        self.rows.iter().zip(0u8..).flat_map(move |(&row, r)| {
            let mut rest = row;
            std::iter::from_fn(move || {
                let high = rest.checked_ilog2()?;
                rest &= !(3 << (high & !1));
                let color = if high & 1 == 1 { Color::Black } else { Color::White };
                Some((Point::new(cols - 1 - (high / 2) as u8, r), color))
            })
        })
    }

    /// The smallest region with all stones; none when there are none.
    pub fn bounds(&self) -> Option<Region> {
        let top = self.rows.iter().position(|&row| row != 0)?;
        let bottom = self.rows.iter().rposition(|&row| row != 0)?;
        let all = self.rows.iter().fold(0, |all, row| all | row);
        let left = self.size.cols() - 1 - (all.ilog2() / 2) as u8;
        let right = self.size.cols() - 1 - (all.trailing_zeros() / 2) as u8;
        Some(Region {
            origin: Point::new(left, top as u8),
            size: Size::new(right - left + 1, (bottom - top + 1) as u8).ok()?,
        })
    }

    /// The part of the board in a region.
    ///
    /// # Panics
    /// When the region does not lie on the board.
    pub fn cut(&self, region: Region) -> Board {
        assert!(region.fits(self.size), "{region} is not on a board of {}", self.size);
        let shift = self.shift(region.origin.col + region.size.cols() - 1);
        let mask = !0 >> (128 - 2 * u32::from(region.size.cols()));
        let top = usize::from(region.origin.row);
        let rows = &self.rows[top..top + usize::from(region.size.rows())];
        Board { size: region.size, rows: rows.iter().map(|row| row >> shift & mask).collect() }
    }

    /// The board after an operation.
    pub fn transform(&self, symmetry: Symmetry) -> Board {
        let mut board = Board::new(symmetry.size(self.size));
        for (point, color) in self.stones() {
            board.set(symmetry.point(point, self.size), Some(symmetry.color(color)));
        }
        board
    }

    /// The rows from the top, two bits a point as the type's text says.
    pub(crate) fn rows(&self) -> &[u128] {
        &self.rows
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size.rows() {
            f.write_str("\n")?;
            for col in 0..self.size.cols() {
                let stone = self.get(Point::new(col, row));
                write!(f, "{} ", stone.map_or('.', Color::gtn_char))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point(col: u8, row: u8) -> Point {
        Point::new(col, row)
    }

    #[test]
    fn bounds_are_the_smallest_region_with_all_stones() {
        let mut board = Board::new(Size::new(7, 5).unwrap());
        assert_eq!(board.bounds(), None);
        board.set(point(2, 1), Some(Color::Black));
        board.set(point(4, 3), Some(Color::White));
        let bounds = board.bounds().unwrap();
        assert_eq!(bounds.to_string(), "{(3,2),3,3}");
        assert_eq!(board.cut(bounds).stones().count(), 2);
        board.set(point(4, 3), None);
        assert_eq!(board.bounds().unwrap().to_string(), "{(3,2),1,1}");
    }

    proptest! {
        #[test]
        fn a_board_holds_what_was_set(
            cols in 1u8..=52, rows in 1u8..=52,
            stones in prop::collection::vec((0u8..52, 0u8..52, 0u8..3), 0..60),
        ) {
            let size = Size::new(cols, rows).unwrap();
            let mut board = Board::new(size);
            let mut plain = std::collections::BTreeMap::new();
            for (col, row, stone) in stones {
                let at = point(col % cols, row % rows);
                let stone = [None, Some(Color::White), Some(Color::Black)][usize::from(stone)];
                board.set(at, stone);
                match stone {
                    Some(color) => plain.insert(at, color),
                    None => plain.remove(&at),
                };
            }
            prop_assert!(board.stones().eq(plain.iter().map(|(&p, &c)| (p, c))));
            prop_assert!(size.points().all(|p| board.get(p) == plain.get(&p).copied()));
            prop_assert_eq!(board.is_empty(), plain.is_empty());
        }
    }
}
