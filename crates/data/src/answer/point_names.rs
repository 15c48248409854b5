//! Names and letters of points on drawn boards.

use crate::extract::BoardPlace;
use crate::go::{Point, Region, Size, column_name};

/// What players call the points of a position that lies somewhere on a board: `Q16`.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::answer::PointNames;
/// use gtn_db::extract::BoardPlace;
/// use gtn_db::go::{Point, Size};
///
/// let names = PointNames::new(BoardPlace { origin: Point::new(15, 0), board: Size::STANDARD });
/// assert_eq!(names.name(Point::new(0, 3)), "Q16");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PointNames {
    place: BoardPlace,
}

impl PointNames {
    /// The names where a position lies at `place`.
    pub fn new(place: BoardPlace) -> PointNames {
        PointNames { place }
    }

    /// The names on a whole board.
    pub fn whole(board: Size) -> PointNames {
        PointNames { place: BoardPlace { origin: Point::new(0, 0), board } }
    }

    /// The name of a point of the position.
    pub fn name(&self, point: Point) -> String {
        self.name_at(i16::from(point.col), i16::from(point.row))
    }

    /// The name of a move: that of its point, or `tenuki`.
    pub fn name_move(&self, point: Option<Point>) -> String {
        point.map_or("tenuki".to_owned(), |point| self.name(point))
    }

    /// The name of the point in a column and row of the position, from 0; both may be outside of
    /// the position. Off the board, where there are no names, `(column,row)` from 1.
    pub fn name_at(&self, col: i16, row: i16) -> String {
        let BoardPlace { origin, board } = self.place;
        let on_board = |at: i16, origin: u8, lines: u8| {
            u8::try_from(at + i16::from(origin)).ok().filter(|&at| at < lines)
        };
        match (on_board(col, origin.col, board.cols()), on_board(row, origin.row, board.rows())) {
            (Some(col), Some(row)) => format!("{}{}", column_name(col), board.rows() - row),
            _ => format!("({},{})", col + 1, row + 1),
        }
    }

    /// The lower left and the upper right corner of a rectangle: `A1-K10`.
    pub fn name_region(&self, region: Region) -> String {
        let Region { origin, size } = region;
        let (last_col, last_row) = (origin.col + size.cols() - 1, origin.row + size.rows() - 1);
        let (first, last) = (Point::new(origin.col, last_row), Point::new(last_col, origin.row));
        format!("{}-{}", self.name(first), self.name(last))
    }
}

/// The letter on a drawn board of the `n`th move, from 0; `None` when there are no more letters.
///
/// ```
/// # use gtn_db_data as gtn_db;
/// use gtn_db::answer::letter;
///
/// let letters: String = (0..15).map_while(letter).collect();
/// assert_eq!(letters, "ABCDEFGHIJKLMNP"); // O and X are stones
/// ```
pub fn letter(n: usize) -> Option<char> {
    ('A'..='Z').chain('a'..='z').filter(|char| !matches!(char, 'O' | 'X')).nth(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_the_names_of_the_board_they_lie_on() {
        let place = BoardPlace { origin: Point::new(15, 0), board: Size::STANDARD };
        let names = PointNames::new(place);
        assert_eq!(names.name(Point::new(0, 3)), "Q16");
        assert_eq!(names.name_at(-1, 3), "P16");
        assert_eq!(names.name_at(4, 3), "(5,4)"); // right of the board
        assert_eq!(names.name_at(0, -1), "(1,0)"); // above the board
        assert_eq!(names.name_region("{(1,1),4,4}".parse().unwrap()), "Q16-T19");
        assert_eq!(names.name_move(None), "tenuki");
        assert_eq!(PointNames::whole(Size::STANDARD).name_move(Some(Point::new(0, 0))), "A19");
    }
}
