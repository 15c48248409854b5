//! The corner that a position asks for.

use thiserror::Error;

use crate::extract::BoardPlace;
use crate::go::{Board, Point, Region, Sides, Size, SizeError, Symmetry};
use crate::gtn::{Diagram, SubPosition};
use crate::joseki::{Corner, corner_side};

/// A corner in the orientation of the query.
#[derive(Clone, Debug)]
pub struct AskedCorner {
    /// The corner at the top left.
    pub corner: Corner,
    /// Carries the query onto the corner at the top left.
    symmetry: Symmetry,
    window: Size,
    /// The board of the query.
    board: Size,
}

/// Why a position is not a corner.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskedCornerError {
    /// Other than two neighboring sides are open.
    #[error("a corner has two open sides, marked with _ and !")]
    Sides,
    /// The position has more columns or rows than the window.
    #[error("the corner ({0}) is larger than the window ({1}x{1})")]
    TooLarge(Size, u8),
    /// A whole board has stones in several corners.
    #[error("the stones are not all in one corner")]
    SeveralCorners,
    /// The window is no board.
    #[error(transparent)]
    Window(#[from] SizeError),
}

impl AskedCorner {
    /// The corner that a position with two open sides, or a whole board with stones in one corner
    /// only, is in a window of `lines` columns and rows, or half of `board`, that of the query, where
    /// that is less. A whole board without stones is the corner at its top right.
    ///
    /// # Errors
    /// If the position is not a corner, or is larger than the window.
    pub fn new(sub: SubPosition, board: Size, lines: u8) -> Result<AskedCorner, AskedCornerError> {
        let lines = corner_side(lines, board.cols(), board.rows());
        let sub = if sub.open.is_empty() { cut_corner(&sub, lines)? } else { sub };
        let size = sub.board.size();
        let top_left = Sides::RIGHT | Sides::BOTTOM;
        // Only those that do not exchange rows and columns.
        let symmetry = [0, 4, 2, 6]
            .into_iter()
            .filter_map(Symmetry::from_index)
            .find(|&symmetry| sub.open.transform(symmetry) == top_left)
            .ok_or(AskedCornerError::Sides)?;
        if size.cols() > lines || size.rows() > lines {
            return Err(AskedCornerError::TooLarge(size, lines));
        }
        let window = Size::new(lines, lines)?;
        let mut stones = Board::new(window);
        for (point, color) in sub.board.stones() {
            stones.set(symmetry.point(point, size), Some(color));
        }
        Ok(AskedCorner { corner: Corner::new(stones), symmetry, window, board })
    }

    /// The point of the query's window that a point of the corner at the top left is.
    pub fn point(&self, point: Point) -> Point {
        self.symmetry.inverse().point(point, self.window)
    }

    /// A corner at the top left in the orientation of the query.
    pub fn diagram(&self, corner: &Corner) -> Diagram {
        let sub = SubPosition { board: corner.board().clone(), open: Sides::RIGHT | Sides::BOTTOM };
        Diagram::from(&sub.transform(self.symmetry.inverse()))
    }

    /// The rectangle of the window on the board of the query.
    pub fn region(&self) -> Region {
        Region { origin: self.place().origin, size: self.window }
    }

    /// Where the window lies on the board of the query.
    pub fn place(&self) -> BoardPlace {
        let board = self.board;
        let open = (Sides::RIGHT | Sides::BOTTOM).transform(self.symmetry.inverse());
        let start = |is_at_end, lines: u8, length| if is_at_end { lines - length } else { 0 };
        let col = start(open.contains(Sides::LEFT), board.cols(), self.window.cols());
        let row = start(open.contains(Sides::TOP), board.rows(), self.window.rows());
        BoardPlace { origin: Point::new(col, row), board }
    }
}

/// Cuts the corner with `lines` columns and rows that holds all stones out of a whole board, the one at the
/// top right first.
fn cut_corner(goban: &SubPosition, lines: u8) -> Result<SubPosition, AskedCornerError> {
    let board = goban.board.size();
    let size = Size::new(lines, lines)?;
    let (right, bottom) = (board.cols() - lines, board.rows() - lines);
    let corners = [(right, 0), (0, 0), (right, bottom), (0, bottom)].map(|(col, row)| {
        let region = Region { origin: Point::new(col, row), size };
        Diagram::from(goban).cut(region).expect("the corners of a board are inside").sub_position()
    });
    let stones = goban.board.stones().count();
    let mut corners = corners.into_iter();
    corners
        .find(|corner| corner.board.stones().count() == stones)
        .ok_or(AskedCornerError::SeveralCorners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;

    #[test]
    fn the_window_is_at_most_half_of_the_board() {
        for (lines, window, expected) in [(9, 10, 5), (13, 10, 7), (19, 12, 10), (19, 7, 7)] {
            let size = Size::new(lines, lines).unwrap();
            let mut board = Board::new(size);
            board.set(Point::new(lines - 3, 2), Some(Color::Black));
            let asked = AskedCorner::new(SubPosition::goban(board), size, window).unwrap();
            assert_eq!(asked.corner.board().size().cols(), expected);
            let names: Vec<Point> =
                asked.corner.board().stones().map(|(at, _)| asked.point(at)).collect();
            assert_eq!(names, [Point::new(expected - 3, 2)]);
            assert_eq!(asked.region().origin, Point::new(lines - expected, 0));
        }
        let wide: SubPosition = "6x1|X_._._._._._!_".parse().unwrap();
        let small = Size::new(9, 9).unwrap();
        let error = AskedCorner::new(wide, small, 10).unwrap_err();
        assert_eq!(error.to_string(), "the corner (6x1) is larger than the window (5x5)");
    }
}
