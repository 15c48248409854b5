//! Names and letters of points on drawn boards.

use gtn_db::extract::BoardPlace;
use gtn_db::go::{Point, Region, column_name};
use gtn_db::gtn::{Diagram, Pattern};

use super::board::Drawing;
use super::has_colors;

/// What players call the points of a position that lies somewhere on a board: `Q16`.
#[derive(Clone, Copy, Debug)]
pub struct PointNames {
    place: BoardPlace,
}

impl PointNames {
    /// The names where a position lies at `place`.
    pub fn new(place: BoardPlace) -> PointNames {
        PointNames { place }
    }

    /// The name of a point of the position.
    pub fn name(&self, point: Point) -> String {
        self.name_at(i16::from(point.col), i16::from(point.row))
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
pub fn letter(n: usize) -> Option<char> {
    ('A'..='Z').chain('a'..='z').filter(|char| !matches!(char, 'O' | 'X')).nth(n)
}

/// Draws a pattern with letters on its points, and `?` on those that may be anything.
pub fn draw_pattern(
    pattern: &Pattern,
    place: BoardPlace,
    letters: impl Iterator<Item = (Point, char)>,
) -> String {
    let mut labels: Vec<(Point, char)> = Vec::new();
    for label in letters.chain(pattern.wildcards().map(|point| (point, '?'))) {
        if labels.iter().all(|(point, _)| *point != label.0) {
            labels.push(label);
        }
    }
    draw_diagram(&Diagram::from(&pattern.sub_position()), place, &labels)
}

/// Draws a diagram that lies at `place`. Star points are drawn unless the place is only likely.
pub fn draw_diagram(diagram: &Diagram, place: BoardPlace, labels: &[(Point, char)]) -> String {
    let placement = Some(place).filter(|place| BoardPlace::likely(diagram) != Ok(*place));
    Drawing { diagram, placement, labels, is_styled: has_colors() }.to_string()
}

/// Draws a whole position with a margin beyond its stones on every open side.
pub fn draw_with_margin(diagram: &Diagram, place: BoardPlace) -> String {
    let drawing = Drawing { diagram, placement: Some(place), labels: &[], is_styled: has_colors() };
    drawing.with_margin()
}

#[cfg(test)]
mod tests {
    use gtn_db::go::Size;

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
    }
}
