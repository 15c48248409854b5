//! Stones on points.

use std::fmt;

use super::{Point, Region, Size, Symmetry};
use crate::Color;

/// A rectangle of points, each empty or with a stone: no rule is kept here.
///
/// A line, row or column, is one number of two bits a point, the leftmost or
/// topmost point highest, with 0 for empty, 1 for white, 2 for black: so lines
/// compare as their texts do, because `.` < `O` < `X` in byte order. Rows and
/// columns are both kept, so that no operation has to turn anything.
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
    lines: Vec<u128>, // the rows from the top, then the columns from the left
}

const WHITE: u128 = 1;
const BLACK: u128 = 2;

/// How far the two bits of a point stand from the right in a line.
fn shift(at: u8, len: u8) -> u32 {
    2 * u32::from(len - 1 - at)
}

/// Some of the lines, and of each some points; both given as the first and
/// how many. A line has `len` points.
fn part(
    lines: &[u128],
    (first, count): (u8, u8),
    (point, points): (u8, u8),
    len: u8,
) -> impl Iterator<Item = u128> {
    let (shift, mask) = (shift(point + points - 1, len), !0 >> (128 - 2 * u32::from(points)));
    let lines = &lines[usize::from(first)..usize::from(first + count)];
    lines.iter().map(move |line| line >> shift & mask)
}

impl Board {
    /// A board without stones.
    pub fn new(size: Size) -> Board {
        let lines = usize::from(size.rows()) + usize::from(size.cols());
        Board { size, lines: vec![0; lines] }
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub fn get(&self, point: Point) -> Option<Color> {
        assert!(self.size.contains(point), "{point} is not on a board of {}", self.size);
        match self.rows()[usize::from(point.row)] >> shift(point.col, self.size.cols()) & 3 {
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
        let put = |line: &mut u128, shift: u32| *line = *line & !(3 << shift) | code << shift;
        let (rows, cols) = self.lines.split_at_mut(usize::from(self.size.rows()));
        put(&mut rows[usize::from(point.row)], shift(point.col, self.size.cols()));
        put(&mut cols[usize::from(point.col)], shift(point.row, self.size.rows()));
    }

    /// Whether no stone is on the board.
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|&row| row == 0)
    }

    /// The stones, row by row from the top left.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> {
        let cols = self.size.cols();
        self.rows().iter().zip(0u8..).flat_map(move |(&row, r)| {
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
        let is_filled = |line: &u128| *line != 0;
        let span = |lines: &[u128]| {
            let first = lines.iter().position(is_filled)? as u8;
            let last = lines.iter().rposition(is_filled)? as u8;
            Some((first, last - first + 1))
        };
        let (top, rows) = span(self.rows())?;
        let (left, cols) = span(self.cols())?;
        Some(Region { origin: Point::new(left, top), size: Size::new(cols, rows).ok()? })
    }

    /// The part of the board in a region.
    ///
    /// # Panics
    /// When the region does not lie on the board.
    pub fn cut(&self, region: Region) -> Board {
        assert!(region.fits(self.size), "{region} is not on a board of {}", self.size);
        let Region { origin: Point { col, row }, size } = region;
        let rows = part(self.rows(), (row, size.rows()), (col, size.cols()), self.size.cols());
        let cols = part(self.cols(), (col, size.cols()), (row, size.rows()), self.size.rows());
        Board { size, lines: rows.chain(cols).collect() }
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
        &self.lines[..usize::from(self.size.rows())]
    }

    /// The columns from the left, in the same way.
    pub(crate) fn cols(&self) -> &[u128] {
        &self.lines[usize::from(self.size.rows())..]
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
