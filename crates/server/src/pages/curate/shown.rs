//! Records in the orientation in which two of them are compared.

use super::pair::Side;
use crate::answer::letter;
use crate::find::{LineMove, RecordView, build_frame, identify_record, load_solution};
use crate::go::{Board, Point, Symmetry};
use crate::problem::Problem;
use crate::state::View;
use crate::store::{StoredPosition, StoredRecord};

/// A record in an orientation.
pub(super) struct Shown {
    pub(super) position: StoredPosition,
    pub(super) record: StoredRecord,
    pub(super) view: RecordView,
    /// Maps the board of the record to the board that is shown.
    pub(super) symmetry: Symmetry,
    /// How far a point is from its point on the other board, in columns and rows.
    pub(super) shift: (i16, i16),
}

/// The points of accepted first moves that have letters, on the board without a shift; `None` is tenuki.
pub(super) type Letters = Vec<Option<(i16, i16)>>;

/// The stones of a view on the whole board.
pub(super) fn spread(view: &RecordView) -> Board {
    let mut board = Board::new(view.place.board);
    let origin = view.place.origin;
    for (point, color) in view.window.board.stones() {
        board.set(Point::new(origin.col + point.col, origin.row + point.row), Some(color));
    }
    board
}

impl Shown {
    /// The record as a side of a pair. Its accepted first moves get letters, the same ones as on the other
    /// side.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(super) fn side(
        &self,
        view: &View<'_>,
        letters: &mut Letters,
        differing: Vec<Point>,
    ) -> Result<Side<'_>, Problem> {
        let Shown { position, record, symmetry, shift, .. } = self;
        let solution = load_solution(view.store, record)?;
        let (frame, own) = (build_frame(record), record.placement.board);
        let point = |at| frame.to_board(at, own).map(|at| symmetry.point(at, own));
        let unshifted = |at: Point| (i16::from(at.col) - shift.0, i16::from(at.row) - shift.1);
        let mut accepted = Vec::new();
        for node in solution.accepted(record.turn.color()) {
            let at = node.at.and_then(point);
            let place = at.map(unshifted);
            let number = letters.iter().position(|known| *known == place).unwrap_or_else(|| {
                letters.push(place);
                letters.len() - 1
            });
            accepted.push((letter(number).map_or("?".to_owned(), String::from), at));
        }
        let mut line: Vec<LineMove> = Vec::with_capacity(solution.nodes.len());
        for node in &solution.nodes {
            let depth = node.parent.map_or(0, |parent| line[parent as usize].depth + 1);
            let color = symmetry.color(record.at.symmetry.color(node.color));
            line.push(LineMove::new(depth, color, node.at.and_then(point), node.verdict));
        }
        Ok(Side {
            records: vec![record],
            judged: identify_record(view.store, position.key, record)?,
            view: self.view.clone(),
            differing,
            accepted,
            rejected: Vec::new(),
            line,
        })
    }
}
