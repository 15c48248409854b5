//! What a picture of a position shows on its points beside the stones.

use gtn_db::Color;
use gtn_db::export::{Annotation, Mark};
use gtn_db::go::{Board, Point, Region, Size, Symmetry};
use gtn_db::gtn;

/// Marks and labels on points.
#[derive(Clone, Debug, Default)]
pub struct PointNotes(Vec<(Point, Mark)>);

impl PointNotes {
    /// The numbers of moves whose stones are on the board.
    pub fn number_moves(
        moves: impl IntoIterator<Item = (Color, Option<Point>)>,
        board: &Board,
    ) -> PointNotes {
        let mut notes: Vec<(Point, Mark)> = Vec::new();
        for ((color, at), number) in moves.into_iter().zip(1_u32..) {
            let Some(at) = at.filter(|&at| board.get(at) == Some(color)) else { continue };
            notes.retain(|(other, _)| *other != at); // played again after a capture
            notes.push((at, Mark::Label(number.to_string())));
        }
        PointNotes(notes)
    }

    /// The marks and labels of a game tree before its moves.
    pub fn of_annotation(annotation: Annotation) -> PointNotes {
        PointNotes(annotation.into_marks())
    }

    /// Those in a rectangle, with their places in it.
    pub fn cut(self, region: Region) -> PointNotes {
        let move_into = |(at, mark): (Point, Mark)| {
            let (col, row) =
                (at.col.checked_sub(region.origin.col)?, at.row.checked_sub(region.origin.row)?);
            let at = Point::new(col, row);
            region.size.contains(at).then_some((at, mark))
        };
        PointNotes(self.0.into_iter().filter_map(move_into).collect())
    }

    /// Those of the image of a board of this size.
    pub fn transform(self, size: Size, op: Symmetry) -> PointNotes {
        PointNotes(self.0.into_iter().map(|(at, mark)| (op.point(at, size), mark)).collect())
    }

    /// The labels, and a diagram with the marks that are no labels.
    pub fn draw_on(&self, diagram: &gtn::Diagram) -> (gtn::Diagram, Vec<(Point, String)>) {
        Mark::draw_all(self.0.iter().map(|(at, mark)| (*at, mark)), diagram)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Black 1 is captured, and White plays there.
    #[test]
    fn a_stone_has_the_number_of_its_last_move() {
        let mut board = Board::new(Size::new(3, 3).unwrap());
        let (a, b) = (Point::new(0, 0), Point::new(1, 0));
        board.set(a, Some(Color::White));
        board.set(b, Some(Color::White));
        let moves = [(Color::Black, a), (Color::White, b), (Color::White, a)];
        let notes = PointNotes::number_moves(moves.map(|(color, at)| (color, Some(at))), &board);
        let label = |number: u32| Mark::Label(number.to_string());
        assert_eq!(notes.0, [(b, label(2)), (a, label(3))]);
        let region = Region { origin: b, size: Size::new(2, 2).unwrap() };
        assert_eq!(notes.cut(region).0, [(Point::new(0, 0), label(2))]);
    }
}
