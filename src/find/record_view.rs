//! A stored position as one of its records has it.

use crate::extract::BoardPlace;
use crate::go::{Board, Point, Sides, Size};
use crate::gtn::{ParseGtnError, SubPosition};
use crate::store::{StoredPosition, StoredRecord};

/// A part of a record's board with all stones of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The stones, and the sides beyond which the board goes on.
    pub window: SubPosition,
    /// Where it lies.
    pub place: BoardPlace,
}

impl View {
    /// The window of a record.
    ///
    /// # Errors
    /// When the text of the position is none, which only a damaged database
    /// has.
    pub fn of(position: &StoredPosition, record: &StoredRecord) -> Result<View, ParseGtnError> {
        let canonical: SubPosition = position.text.parse()?;
        let StoredRecord { at, placement, .. } = record;
        let size = at.symmetry.size(placement.region.size);
        let open = placement.open.transform(at.symmetry);
        let window = canonical.unsquared(size, open).unwrap_or(canonical);
        let place = BoardPlace { origin: placement.region.origin, board: placement.board };
        Ok(View { window: window.transform(at.symmetry.inverse()), place })
    }

    /// The same, grown until it has these points of the board, too.
    ///
    /// ```text
    ///   X O ~              X O . . ~
    ///   . . ~     d1  →    . . . * ~
    ///   ~ ~ ~              ~ ~ ~ ~ ~
    /// ```
    pub fn with(&self, points: impl IntoIterator<Item = Point>) -> View {
        let View { window, place } = self;
        let size = window.board.size();
        let (mut from, mut to) = (
            place.origin,
            Point::new(place.origin.col + size.cols(), place.origin.row + size.rows()),
        );
        for point in points.into_iter().filter(|&point| place.board.contains(point)) {
            from = Point::new(from.col.min(point.col), from.row.min(point.row));
            to = Point::new(to.col.max(point.col + 1), to.row.max(point.row + 1));
        }
        let Ok(grown) = Size::new(to.col - from.col, to.row - from.row) else {
            return self.clone(); // no part of a board is larger than a board
        };
        let mut board = Board::new(grown);
        for (point, color) in window.board.stones() {
            let (col, row) = (place.origin.col - from.col, place.origin.row - from.row);
            board.set(Point::new(point.col + col, point.row + row), Some(color));
        }
        let reaches = [
            (Sides::LEFT, from.col == 0),
            (Sides::TOP, from.row == 0),
            (Sides::RIGHT, to.col == place.board.cols()),
            (Sides::BOTTOM, to.row == place.board.rows()),
        ];
        let open = reaches
            .into_iter()
            .filter(|&(_, is_edge)| !is_edge)
            .fold(Sides::NONE, |open, (side, _)| open | side);
        View {
            window: SubPosition { board, open },
            place: BoardPlace { origin: from, board: place.board },
        }
    }

    /// Where in the window a point of the board lies, if it is there.
    pub fn point(&self, on_board: Point) -> Option<Point> {
        let Point { col, row } = self.place.origin;
        let point = Point::new(on_board.col.checked_sub(col)?, on_board.row.checked_sub(row)?);
        self.window.board.size().contains(point).then_some(point)
    }
}
