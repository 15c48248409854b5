//! Canonical coordinates, in which all records of a position agree.

use super::solution_point::SolutionPoint;
use super::solution_tree::Solution;
use crate::go::{Board, Point, Region, Sides, Size, Symmetry, SymmetrySet};

/// The map between the board of a record and the board of its canonical
/// position.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Point;
/// use gtn_db::gtn::SubPosition;
/// use gtn_db::solution::CanonicalFrame;
///
/// // The same corner, at the top left of one board and at the top right of another.
/// let canonical = |goban: &str, answer: Point| {
///     let goban: SubPosition = goban.parse().ok()?;
///     let window = goban.window()?;
///     let symmetry = window.sub.canonicalize().symmetry();
///     let frame = CanonicalFrame::new(window.region, window.sub.open, symmetry);
///     let canonical = frame.to_canonical(answer)?;
///     assert_eq!(frame.to_board(canonical, goban.board.size()), Some(answer));
///     Some(canonical)
/// };
/// let left = canonical("7x7|.XO....XXO....OO.................................", Point::new(0, 0));
/// let right = canonical("7x7|....OX.....OXX.....OO............................", Point::new(6, 0));
/// assert!(left.is_some());
/// assert_eq!(left, right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalFrame {
    window: Region,
    symmetry: Symmetry,
    /// Where the rotated window begins in the canonical square.
    origin: Point,
}

impl CanonicalFrame {
    /// The frame of a record, given by its window, the window's open sides, and
    /// the operation that maps the window onto the canonical text.
    pub fn new(window: Region, open: Sides, symmetry: Symmetry) -> CanonicalFrame {
        let rotated = symmetry.size(window.size);
        let origin = rotated.origin_in_square(open.transform(symmetry));
        CanonicalFrame { window, symmetry, origin }
    }

    /// The operation that maps the record's board onto the canonical board.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Maps a point of the record's board onto the canonical board. Returns
    /// `None` for a point too far away for a [`SolutionPoint`].
    pub fn to_canonical(&self, point: Point) -> Option<SolutionPoint> {
        let Region { origin, size } = self.window;
        SolutionPoint::from(point)
            .moved(-i16::from(origin.col), -i16::from(origin.row))?
            .transform(self.symmetry, size)
            .moved(i16::from(self.origin.col), i16::from(self.origin.row))
    }

    /// Maps a solution from the record's board, which has this size, onto the
    /// canonical board.
    ///
    /// # Panics
    /// If a move of the solution is outside the board.
    pub fn canonicalize(&self, solution: &Solution, board: Size) -> Solution {
        solution
            .map(
                |color| self.symmetry.color(color),
                |point| self.to_canonical(point.on_board(board)?),
            )
            .expect("canonical coordinates of points on a board are between -51 and 102")
    }

    /// Maps a point of the canonical board onto the record's board. Returns
    /// `None` for a point outside that board.
    pub fn to_board(&self, point: SolutionPoint, board: Size) -> Option<Point> {
        let Region { origin, size } = self.window;
        point
            .moved(-i16::from(self.origin.col), -i16::from(self.origin.row))?
            .transform(self.symmetry.inverse(), self.symmetry.size(size))
            .moved(i16::from(origin.col), i16::from(origin.row))?
            .on_board(board)
    }
}

/// The stabilizer of a position: the operations that map the position onto
/// itself, on the canonical board.
///
/// A move and its images under these operations are the same answer:
///
/// ```text
///   X X X O
///   X a . O      a and b: the position is symmetric about the diagonal
///   X . b O
///   . O O O
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionStabilizer {
    /// The region of the window in the canonical square.
    window: Region,
    symmetries: SymmetrySet,
}

impl PositionStabilizer {
    /// Finds the operations: `board` is the canonical square, `frame` that of
    /// any record, `open` the open sides of the canonical window. `None` if the
    /// square is too small for the window of the record.
    pub fn new(board: &Board, frame: &CanonicalFrame, open: Sides) -> Option<PositionStabilizer> {
        let window = Region { origin: frame.origin, size: frame.symmetry.size(frame.window.size) };
        if !window.fits(board.size()) {
            return None;
        }
        let stones = board.cut(window);
        let fixes_position = |symmetry: &Symmetry| {
            open.transform(*symmetry) == open && stones.transform(*symmetry) == stones
        };
        let symmetries = Symmetry::ALL.into_iter().filter(fixes_position).collect();
        Some(PositionStabilizer { window, symmetries })
    }

    /// The operations, the identity first.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.symmetries.iter()
    }

    /// The image of a point under one of the operations. Returns `None` if the
    /// image is too far away for a [`SolutionPoint`].
    pub fn transform(&self, point: SolutionPoint, symmetry: Symmetry) -> Option<SolutionPoint> {
        let Region { origin, size } = self.window;
        let (col, row) = (i16::from(origin.col), i16::from(origin.row));
        point.moved(-col, -row)?.transform(symmetry, size).moved(col, row)
    }
}
