//! Coordinates in which all records of a position agree.

use crate::go::{Board, Point, Region, Sides, Size, Symmetry, SymmetrySet};

/// A point of the board on which a canonical position lies, by its distance
/// from the upper left point of the canonical text.
///
/// A solution may leave the window of its problem, so both may be negative, or
/// beyond the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// From the top.
    pub row: i8,
    /// From the left.
    pub col: i8,
}

impl Spot {
    /// A column and a row.
    pub fn new(col: i8, row: i8) -> Spot {
        Spot { row, col }
    }

    /// Where it comes to lie when a rectangle of this size is turned.
    fn turned(self, symmetry: Symmetry, cols: i16, rows: i16) -> Spot {
        let (col, row) = (i16::from(self.col), i16::from(self.row));
        let (right, bottom) = (cols - 1, rows - 1);
        let (col, row) = match symmetry.quarter_turns() {
            0 => (col, row),
            1 => (bottom - row, col),
            2 => (right - col, bottom - row),
            _ => (row, right - col),
        };
        let last = if symmetry.transposes() { bottom } else { right };
        let col = if symmetry.mirrors() { last - col } else { col };
        // Boards have at most 52 lines: nothing is farther than twice that.
        Spot { row: row as i8, col: col as i8 }
    }

    fn moved(self, cols: i16, rows: i16) -> Option<Spot> {
        Some(Spot {
            row: i8::try_from(i16::from(self.row) + rows).ok()?,
            col: i8::try_from(i16::from(self.col) + cols).ok()?,
        })
    }

    /// The point of a board, if it is one.
    pub fn point(self, board: Size) -> Option<Point> {
        let point = Point::new(u8::try_from(self.col).ok()?, u8::try_from(self.row).ok()?);
        board.contains(point).then_some(point)
    }
}

impl From<Point> for Spot {
    fn from(point: Point) -> Spot {
        // A board has at most 52 lines.
        Spot { row: point.row as i8, col: point.col as i8 }
    }
}

/// How the board of a record lies on the board of its canonical position.
///
/// ```
/// use gtn_db::go::Point;
/// use gtn_db::gtn::SubPosition;
/// use gtn_db::solution::Frame;
///
/// // one corner, at the top left of one board and at the top right of another
/// let spot = |goban: &str, answer: Point| {
///     let goban: SubPosition = goban.parse().ok()?;
///     let window = goban.window()?;
///     let symmetry = window.sub.canonicalize().symmetry();
///     let frame = Frame::new(window.region, window.sub.open, symmetry);
///     let spot = frame.spot(answer)?;
///     assert_eq!(frame.point(spot, goban.board.size()), Some(answer));
///     Some(spot)
/// };
/// let left = spot("7x7|.XO....XXO....OO.................................", Point::new(0, 0));
/// let right = spot("7x7|....OX.....OXX.....OO............................", Point::new(6, 0));
/// assert!(left.is_some());
/// assert_eq!(left, right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    window: Region,
    symmetry: Symmetry,
    /// Where the turned window lies in the canonical square.
    origin: Point,
}

impl Frame {
    /// The frame of a record: its window, the open sides of that, and the
    /// operation that carries it onto the canonical text.
    pub fn new(window: Region, open: Sides, symmetry: Symmetry) -> Frame {
        let turned = symmetry.size(window.size);
        let origin = turned.origin_in_square(open.transform(symmetry));
        Frame { window, symmetry, origin }
    }

    /// The operation that carries the record's board onto the canonical one.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Where a point of the record's board lies on the canonical one.
    pub fn spot(&self, point: Point) -> Option<Spot> {
        let Region { origin, size } = self.window;
        let (cols, rows) = (i16::from(size.cols()), i16::from(size.rows()));
        Spot::from(point)
            .moved(-i16::from(origin.col), -i16::from(origin.row))?
            .turned(self.symmetry, cols, rows)
            .moved(i16::from(self.origin.col), i16::from(self.origin.row))
    }

    /// The point of the record's board at a place on the canonical one; none
    /// when it lies beside the board.
    pub fn point(&self, spot: Spot, board: Size) -> Option<Point> {
        let Region { origin, size } = self.window;
        let turned = self.symmetry.size(size);
        let (cols, rows) = (i16::from(turned.cols()), i16::from(turned.rows()));
        spot.moved(-i16::from(self.origin.col), -i16::from(self.origin.row))?
            .turned(self.symmetry.inverse(), cols, rows)
            .moved(i16::from(origin.col), i16::from(origin.row))?
            .point(board)
    }
}

/// The operations that carry a position onto itself, on the canonical board.
///
/// A move and its images under them are the same answer:
///
/// ```text
///   X X X O
///   X a . O      a and b: the position is its own image in the diagonal
///   X . b O
///   . O O O
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Images {
    /// Where the window lies in the canonical square.
    window: Region,
    operations: SymmetrySet,
}

impl Images {
    /// The images of a record's position: `board` is its canonical square,
    /// `frame` the record's, `open` the open sides of the canonical window.
    pub fn of(board: &Board, frame: &Frame, open: Sides) -> Images {
        let window = Region { origin: frame.origin, size: frame.symmetry.size(frame.window.size) };
        let stones = board.cut(window);
        let is_image = |operation: &Symmetry| {
            open.transform(*operation) == open && stones.transform(*operation) == stones
        };
        let operations = Symmetry::ALL.into_iter().filter(is_image).collect();
        Images { window, operations }
    }

    /// The operations, the first of which changes nothing.
    pub fn operations(&self) -> impl Iterator<Item = Symmetry> {
        self.operations.iter()
    }

    /// Where a spot comes to lie under one of the operations.
    pub fn spot(&self, spot: Spot, operation: Symmetry) -> Option<Spot> {
        let Region { origin, size } = self.window;
        let (col, row) = (i16::from(origin.col), i16::from(origin.row));
        spot.moved(-col, -row)?
            .turned(operation, i16::from(size.cols()), i16::from(size.rows()))
            .moved(col, row)
    }
}
