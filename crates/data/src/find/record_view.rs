//! A stored position in the orientation and on the board of one of its records.

use thiserror::Error;

use crate::PositionKey;
use crate::extract::BoardPlace;
use crate::go::{Board, Point, Sides, Size, Symmetry};
use crate::gtn::SubPosition;
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// A part of a record's board that shows all stones of its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordView {
    /// The stones, and the open sides, beyond which the board continues.
    pub window: SubPosition,
    /// Where the window lies on the record's board.
    pub place: BoardPlace,
}

/// The first and last column and row of a part of a board, both inclusive.
#[derive(Clone, Copy)]
struct Bounds {
    first: Point,
    last: Point,
}

impl RecordView {
    /// Returns the window of a record.
    ///
    /// # Errors
    /// When the text of the position does not parse or does not fit the record,
    /// which happens only in a damaged database.
    pub fn new(
        position: &StoredPosition,
        record: &StoredRecord,
    ) -> Result<RecordView, DamagedTextError> {
        let damaged = DamagedTextError { key: position.key };
        let canonical: SubPosition = position.text.parse().map_err(|_| damaged)?;
        let StoredRecord { at, placement, .. } = record;
        let size = at.symmetry.size(placement.region.size);
        let open = placement.open.transform(at.symmetry);
        let window = canonical.unsquared(size, open).unwrap_or(canonical);
        let window = window.transform(at.symmetry.inverse());
        if window.board.size() != placement.region.size {
            return Err(damaged);
        }
        let place = BoardPlace { origin: placement.region.origin, board: placement.board };
        Ok(RecordView { window, place })
    }

    /// Returns the view after an operation on the whole board.
    pub fn transform(&self, symmetry: Symmetry) -> RecordView {
        RecordView {
            window: self.window.transform(symmetry),
            place: self.place.transform(self.window.board.size(), symmetry),
        }
    }

    /// Returns a larger view that also includes the given points; points that
    /// are not on the board are ignored.
    ///
    /// ```text
    ///   X O ~              X O . . ~
    ///   . . ~     d1  →    . . . * ~
    ///   ~ ~ ~              ~ ~ ~ ~ ~
    /// ```
    pub fn grown_to_include(&self, points: impl IntoIterator<Item = Point>) -> RecordView {
        let Bounds { mut first, mut last } = self.bounds();
        for point in points.into_iter().filter(|&point| self.place.board.contains(point)) {
            first = Point::new(first.col.min(point.col), first.row.min(point.row));
            last = Point::new(last.col.max(point.col), last.row.max(point.row));
        }
        self.resized(Bounds { first, last })
    }

    fn bounds(&self) -> Bounds {
        let (first, size) = (self.place.origin, self.window.board.size());
        let last = Point::new(first.col + size.cols() - 1, first.row + size.rows() - 1);
        Bounds { first, last }
    }

    /// The view with these bounds, which include the present ones.
    fn resized(&self, Bounds { first, last }: Bounds) -> RecordView {
        let RecordView { window, place } = self;
        let size = Size::new(last.col - first.col + 1, last.row - first.row + 1)
            .expect("a part of a board is no larger than the board");
        let mut board = Board::new(size);
        let (cols, rows) = (place.origin.col - first.col, place.origin.row - first.row);
        for (point, color) in window.board.stones() {
            board.set(Point::new(point.col + cols, point.row + rows), Some(color));
        }
        let sides = [
            (Sides::LEFT, first.col == 0),
            (Sides::TOP, first.row == 0),
            (Sides::RIGHT, last.col + 1 == place.board.cols()),
            (Sides::BOTTOM, last.row + 1 == place.board.rows()),
        ];
        let open = sides
            .into_iter()
            .filter(|&(_, is_edge)| !is_edge)
            .fold(Sides::NONE, |open, (side, _)| open | side);
        RecordView {
            window: SubPosition { board, open },
            place: BoardPlace { origin: first, board: place.board },
        }
    }

    /// Returns the point of the window that shows a point of the board, if any
    /// does.
    pub fn window_point(&self, on_board: Point) -> Option<Point> {
        let Point { col, row } = self.place.origin;
        let point = Point::new(on_board.col.checked_sub(col)?, on_board.row.checked_sub(row)?);
        self.window.board.size().contains(point).then_some(point)
    }
}

/// A stored position whose text is not a position, or not that of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("position {key}: its text is no position, or not that of its records")]
#[non_exhaustive]
pub struct DamagedTextError {
    /// The key of the position.
    pub key: PositionKey,
}

impl DamagedTextError {
    /// The error with the path of the database.
    pub fn in_store(self, store: &Store) -> StoreError {
        StoreError::Damaged { path: store.path().to_owned(), what: self.to_string() }
    }
}
