//! A shape that is looked for in games, and where it lies on its board.

use thiserror::Error;

use super::point_text::{OutsideError, RegionText};
use super::typed_moves::{NotInQueryError, TypedMoves};
use crate::Color;
use crate::extract::BoardPlace;
use crate::games::{Anchor, MatchFilter, MoveRange, Search};
use crate::gtn::{Diagram, Pattern, SubPosition};

/// A part of a board, in which `?` may be anything.
#[derive(Clone, Debug)]
pub struct GivenShape {
    /// The part.
    pub pattern: Pattern,
    /// Where it lies: known, or likely from its edges.
    pub place: BoardPlace,
}

/// Which hits of a shape count; by default all.
#[derive(Clone, Copy, Debug, Default)]
pub struct HitConditions<'a> {
    /// Only hits that begin with one of these moves.
    pub moves: MoveRange,
    /// Only hits at the place of the shape on its board, and at the images of this place under the symmetries
    /// of the board; on boards of the same size.
    pub anchor: bool,
    /// Only hits after which this color plays inside the shape first.
    pub next: Option<Color>,
    /// Only hits after which these moves are played inside the shape, in this order. Their points have the
    /// names of the shape's board.
    pub sequence: Option<&'a TypedMoves>,
}

/// Why a rectangle cannot be cut out of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CutShapeError {
    /// It is not inside the shape.
    #[error(transparent)]
    Outside(#[from] OutsideError),
    /// It has only `?`.
    #[error("the region has only `?`: it would match everywhere")]
    OnlyAnything,
}

impl GivenShape {
    /// A shape at the place that its edges make likely. One too large for that is a board of its own.
    pub fn at_likely_place(pattern: Pattern) -> GivenShape {
        let place = BoardPlace::likely_or_own(&Diagram::from(&pattern.sub_position()));
        GivenShape { pattern, place }
    }

    /// The stones of a position with the edges near them; `None` if there are no stones.
    pub fn window(sub: &SubPosition, place: BoardPlace) -> Option<GivenShape> {
        let window = sub.window()?;
        let pattern =
            Pattern::try_from(&window.sub).expect("a pattern without wildcards requires something");
        Some(GivenShape { pattern, place: place.of_part(window.region.origin) })
    }

    /// A rectangle of the shape.
    ///
    /// # Errors
    /// If the rectangle is not inside, or asks for nothing.
    pub fn cut(&self, region: &RegionText) -> Result<GivenShape, CutShapeError> {
        let region = region.locate(self.place, self.pattern.size())?;
        let pattern = self.pattern.cut(region).ok_or(CutShapeError::OnlyAnything)?;
        Ok(GivenShape { pattern, place: self.place.of_part(region.origin) })
    }

    /// The search for the hits that count.
    ///
    /// # Errors
    /// If a move of the sequence is a pass or outside of the shape.
    pub fn search(&self, conditions: HitConditions<'_>) -> Result<Search, NotInQueryError> {
        let HitConditions { moves, anchor, next, sequence } = conditions;
        let first = next.unwrap_or(Color::Black);
        let locate = |moves: &TypedMoves| moves.locate(self.place, self.pattern.size(), first);
        let sequence = sequence.map_or(Ok(Vec::new()), locate)?;
        let BoardPlace { origin, board } = self.place;
        let anchor = anchor.then_some(Anchor { origin, board });
        let filter = MatchFilter { moves, anchor, next, sequence };
        Ok(Search::new(self.pattern.clone()).filter(filter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    fn shape(text: &str) -> GivenShape {
        GivenShape::at_likely_place(text.parse().unwrap())
    }

    #[test]
    fn a_part_keeps_its_place_on_the_board() {
        //    A B C D
        // 19 . X ? .
        // 18 . O ? .
        // 17 . . . .
        let corner = shape("3x4|.X?._.O?._...._!!!!_");
        let place = |shape: &GivenShape| (shape.place.origin.col, shape.place.origin.row);
        assert_eq!((place(&corner), corner.place.board), ((0, 0), Size::STANDARD));
        let cut = corner.cut(&"B19-C18".parse().unwrap()).unwrap();
        assert_eq!((cut.pattern.to_string(), place(&cut)), ("2x2|_X?__O?__!!_".to_owned(), (1, 0)));
        assert_eq!(
            corner.cut(&"C19-C18".parse().unwrap()).unwrap_err(),
            CutShapeError::OnlyAnything
        );
        let outside = corner.cut(&"D19-E18".parse().unwrap()).unwrap_err();
        assert!(matches!(outside, CutShapeError::Outside(_)), "{outside}");
    }
}
