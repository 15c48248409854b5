//! The place of a diagram on a board.

use crate::go::{Board, Point, Sides, Size, SizeError, Symmetry};
use crate::gtn::Diagram;

/// The place of a diagram on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPlace {
    /// The point of the board under the top left point of the diagram.
    pub origin: Point,
    /// The size of the whole board.
    pub board: Size,
}

/// One axis of a diagram.
#[derive(Clone, Copy)]
struct Axis {
    len: u8,
    /// Whether the first line, and the last, is an edge of the board.
    is_edge: [bool; 2],
}

impl Axis {
    /// The horizontal axis if `is_across`, else the vertical one.
    fn of(diagram: &Diagram, is_across: bool) -> Axis {
        let (len, sides) = if is_across {
            (diagram.size().cols(), [Sides::LEFT, Sides::RIGHT])
        } else {
            (diagram.size().rows(), [Sides::TOP, Sides::BOTTOM])
        };
        Axis { len, is_edge: sides.map(|side| !diagram.open().contains(side)) }
    }

    /// The length of the board, if the diagram shows both edges.
    fn known(self) -> Option<u8> {
        (self.is_edge == [true; 2]).then_some(self.len)
    }

    /// The most likely length of the board. An open side has at least one more
    /// line beyond it.
    fn board(self, across: Axis) -> u8 {
        let standard = Size::STANDARD.cols();
        let open = self.is_edge.iter().filter(|&&is_edge| !is_edge).count() as u8;
        let least = self.len + open;
        let likely = across.known().unwrap_or(standard); // boards are square
        self.known().unwrap_or(if least <= likely { likely } else { least.max(standard) })
    }

    /// The line of the board under the first line of the diagram.
    fn origin(self, board: u8) -> u8 {
        match self.is_edge {
            [true, _] => 0,
            [false, true] => board - self.len,
            [false, false] => (board - self.len) / 2,
        }
    }
}

impl BoardPlace {
    /// The most likely place of a diagram: at the corner or the edge that the
    /// diagram shows, else in the middle. The board has the length that two
    /// opposite edges show, and is square; else it is 19x19, or the smallest
    /// larger one that has room.
    ///
    /// # Errors
    /// If the diagram needs a board of more than 52 lines.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::extract::BoardPlace;
    ///
    /// // open to the left and below: the upper right corner
    /// let place = BoardPlace::likely(&"1x2|_.._!!".parse()?)?;
    /// assert_eq!(format!("{} of {}", place.origin, place.board), "(18,1) of 19x19");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn likely(diagram: &Diagram) -> Result<BoardPlace, SizeError> {
        let (cols, rows) = (Axis::of(diagram, true), Axis::of(diagram, false));
        let board = Size::new(cols.board(rows), rows.board(cols))?;
        let origin = Point::new(cols.origin(board.cols()), rows.origin(board.rows()));
        Ok(BoardPlace { origin, board })
    }

    /// [`likely`](Self::likely); a diagram that is too large for that is a board of its own.
    pub fn likely_or_own(diagram: &Diagram) -> BoardPlace {
        let own = BoardPlace { origin: Point::new(0, 0), board: diagram.size() };
        BoardPlace::likely(diagram).unwrap_or(own)
    }

    /// The place of a part of a position at this place; `first` is the first point of the part.
    pub fn of_part(self, first: Point) -> BoardPlace {
        let BoardPlace { origin, board } = self;
        BoardPlace { origin: Point::new(origin.col + first.col, origin.row + first.row), board }
    }

    /// [`likely`](Self::likely), if the diagram shows an edge on both axes.
    pub fn shown(diagram: &Diagram) -> Option<BoardPlace> {
        let has_edge = |is_across| Axis::of(diagram, is_across).is_edge.contains(&true);
        if has_edge(true) && has_edge(false) { BoardPlace::likely(diagram).ok() } else { None }
    }

    /// The place of a diagram of the given size after an operation on the whole
    /// board.
    pub fn transform(self, size: Size, symmetry: Symmetry) -> BoardPlace {
        let Point { col, row } = self.origin;
        let last = Point::new(col + size.cols() - 1, row + size.rows() - 1);
        let [a, b] = [self.origin, last].map(|corner| symmetry.point(corner, self.board));
        BoardPlace {
            origin: Point::new(a.col.min(b.col), a.row.min(b.row)),
            board: symmetry.size(self.board),
        }
    }

    /// The whole board with the stones of the part that is at this place.
    ///
    /// # Panics
    /// If a stone of the part is beyond the board.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::extract::BoardPlace;
    /// use gtn_db::go::Point;
    /// use gtn_db::gtn::{Diagram, SubPosition};
    ///
    /// let part: SubPosition = "1x2|_X._!!".parse()?;
    /// let board = BoardPlace::likely(&Diagram::from(&part))?.whole_board(&part.board);
    /// assert_eq!(board.stones().next().map(|(at, _)| at), Some(Point::new(17, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn whole_board(self, part: &Board) -> Board {
        let mut board = Board::new(self.board);
        for (at, color) in part.stones() {
            board.set(Point::new(at.col + self.origin.col, at.row + self.origin.row), Some(color));
        }
        board
    }

    /// Whether a point of the diagram is a star point of the board.
    ///
    /// Boards of at least 13 lines have corner star points on the fourth line,
    /// boards of 8 to 12 lines on the third. Boards with a middle point and at
    /// least 5 lines have one there; with at least 15 lines also in the middle of
    /// each side.
    pub fn is_star(self, point: Point) -> bool {
        #[derive(PartialEq)]
        enum Line {
            Corner,
            Middle,
            Other,
        }
        let line = |at: u8, len: u8| {
            let corner = if len >= 13 { 3 } else { 2 };
            if len % 2 == 1 && at == len / 2 {
                Line::Middle
            } else if len >= 8 && (at == corner || at + corner + 1 == len) {
                Line::Corner
            } else {
                Line::Other
            }
        };
        let (cols, rows) = (self.board.cols(), self.board.rows());
        let col = line(self.origin.col + point.col, cols);
        let row = line(self.origin.row + point.row, rows);
        let shorter = cols.min(rows);
        match (col, row) {
            (Line::Other, _) | (_, Line::Other) => false,
            (Line::Corner, Line::Corner) => true,
            (Line::Middle, Line::Middle) => shorter >= 5,
            _ => shorter >= 15,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::go::Region;

    use super::*;

    fn likely(igtn: &str) -> String {
        match BoardPlace::likely(&igtn.parse().unwrap()) {
            Ok(BoardPlace { origin, board }) => format!("{origin} of {board}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn the_edges_of_a_diagram_give_its_place() {
        assert_eq!(likely("2x3|......"), "(1,1) of 2x3");
        assert_eq!(likely("1x2|.._!!_"), "(1,1) of 19x19");
        assert_eq!(likely("1x2|_!!_.."), "(18,19) of 19x19");
        assert_eq!(likely("1x1|_!__.__!_"), "(10,10) of 19x19");
        assert_eq!(likely("1x1|_.__!_"), "(10,1) of 19x19");
        // Two opposite edges give the length of the board, and boards are square.
        assert_eq!(likely("1x9|.........!!!!!!!!!"), "(1,1) of 9x9");
    }

    #[test]
    fn a_large_diagram_has_a_large_board() {
        let strip = |rows: usize| format!("{rows}x1|{}!_", "._".repeat(rows));
        assert_eq!(likely(&strip(18)), "(1,1) of 19x19");
        assert_eq!(likely(&strip(19)), "(1,1) of 20x19");
        assert_eq!(likely(&strip(52)), "a board has 1 to 52 lines a side, not 53");
    }

    #[test]
    fn a_place_is_transformed_with_the_board() {
        let board = Size::new(9, 7).unwrap();
        let size = Size::new(3, 2).unwrap();
        let placement = BoardPlace { origin: Point::new(1, 0), board };
        for symmetry in Symmetry::ALL {
            let turned = placement.transform(size, symmetry);
            let turned_size = symmetry.size(size);
            let points = size.points().map(|point| {
                let on_board = Point::new(1 + point.col, point.row);
                symmetry.point(on_board, board)
            });
            let region = Region { origin: turned.origin, size: turned_size };
            assert!(region.fits(turned.board));
            for point in points {
                assert!(point.col >= turned.origin.col && point.row >= turned.origin.row);
                let within =
                    Point::new(point.col - turned.origin.col, point.row - turned.origin.row);
                assert!(turned_size.contains(within), "{symmetry}");
            }
        }
    }

    #[test]
    fn common_boards_have_their_star_points() {
        for (side, stars) in [(19, 9), (18, 4), (15, 9), (13, 5), (9, 5), (8, 4), (7, 1), (3, 0)] {
            let board = Size::new(side, side).unwrap();
            let placement = BoardPlace { origin: Point::new(0, 0), board };
            let found = board.points().filter(|&point| placement.is_star(point)).count();
            assert_eq!(found, stars, "{side}");
        }
    }
}
