//! A board with stones, without rules.

use std::fmt;

use super::{Point, Region, Size, Symmetry};
use crate::Color;

/// A rectangle of points, each empty or with a stone. Rules are not checked: see
/// [`Position`](super::Position).
///
/// Each row is one `u128` with two bits per point, the leftmost point in the highest bits: 0 is
/// empty, 1 white, 2 black. Because `.` < `O` < `X` in byte order, rows compare like their texts.
/// Columns are stored too, the topmost point highest, so that rotated boards can be compared
/// without rotating anything.
///
/// ```
/// # use gtn_db_core as gtn_db;
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

/// The position of the lower bit of a point in a line of `len` points.
fn shift(at: u8, len: u8) -> u32 {
    2 * u32::from(len - 1 - at)
}

/// Cuts `points` points from each of `count` lines of `len` points.
fn cut_lines(
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
    /// An empty board.
    pub fn new(size: Size) -> Board {
        let lines = usize::from(size.rows()) + usize::from(size.cols());
        Board { size, lines: vec![0; lines] }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point; `None` if it is empty.
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

    /// Sets a point to a stone or to empty.
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

    /// Puts a stone on a point, whatever is there, and takes what has no liberty then: the opponent's
    /// chains beside it, then its own. For records whose moves may be illegal.
    ///
    /// # Panics
    /// When the point is not on the board.
    pub(crate) fn place(&mut self, point: Point, color: Color) {
        self.set(point, Some(color));
        for beside in self.size.neighbors(point) {
            if self.get(beside) == Some(!color) {
                self.take_if_dead(beside);
            }
        }
        self.take_if_dead(point);
    }

    /// Removes the chain of a stone if it has no liberty.
    fn take_if_dead(&mut self, stone: Point) {
        let color = self.get(stone);
        let mut chain = vec![stone];
        let mut is_seen = Board::new(self.size);
        is_seen.set(stone, color);
        let mut next = 0;
        while let Some(&point) = chain.get(next) {
            next += 1;
            for point in self.size.neighbors(point) {
                match self.get(point) {
                    None => return,
                    other if other == color && is_seen.get(point).is_none() => {
                        is_seen.set(point, color);
                        chain.push(point);
                    }
                    _ => {}
                }
            }
        }
        chain.into_iter().for_each(|point| self.set(point, None));
    }

    /// Whether there are no stones.
    pub fn is_empty(&self) -> bool {
        self.lines.iter().all(|&row| row == 0)
    }

    /// All stones, row by row from the top left.
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

    /// The smallest region that contains all stones; `None` on an empty board.
    pub fn bounds(&self) -> Option<Region> {
        let is_filled = |line: &u128| *line != 0;
        let span = |lines: &[u128]| {
            let first = lines.iter().position(is_filled)? as u8;
            let last = lines.iter().rposition(is_filled)? as u8;
            Some((first, last - first + 1))
        };
        let (top, rows) = span(self.rows())?;
        let (left, cols) = span(self.cols())?;
        let size = Size::new(cols, rows).expect("a part of a board is no larger than the board");
        Some(Region { origin: Point::new(left, top), size })
    }

    /// Copies the part of the board in a region.
    ///
    /// # Panics
    /// When part of the region is off the board.
    pub fn cut(&self, region: Region) -> Board {
        assert!(region.fits(self.size), "{region} is not on a board of {}", self.size);
        let Region { origin: Point { col, row }, size } = region;
        let rows = cut_lines(self.rows(), (row, size.rows()), (col, size.cols()), self.size.cols());
        let cols = cut_lines(self.cols(), (col, size.cols()), (row, size.rows()), self.size.rows());
        Board { size, lines: rows.chain(cols).collect() }
    }

    /// Applies an operation.
    pub fn transform(&self, symmetry: Symmetry) -> Board {
        let mut board = Board::new(symmetry.size(self.size));
        for (point, color) in self.stones() {
            board.set(symmetry.point(point, self.size), Some(symmetry.color(color)));
        }
        board
    }

    /// The rows from the top, encoded as described at [`Board`].
    pub(crate) fn rows(&self) -> &[u128] {
        &self.lines[..usize::from(self.size.rows())]
    }

    /// The columns from the left, encoded likewise.
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
        fn a_board_agrees_with_a_map_of_points(
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
