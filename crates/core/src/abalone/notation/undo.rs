//! Undoing moves that are written in extended Nacre.

use super::{Marks, ReadMoveError, reader};
use crate::abalone::cell::{Cell, Direction};
use crate::abalone::moves::Move;
use crate::abalone::rules::{Position, Push};

impl Position {
    /// Undoes a move, which is written in extended Nacre with its marks, and returns the move. The
    /// position becomes the one before it. After an error it is unchanged.
    ///
    /// The cells and the marks name the numbers of marbles: without `>` they are as many own
    /// marbles as steps, with `>` three, four and five steps are 2-1, 3-1 and 3-2, and with
    /// parentheses two, three and four steps are the same.
    ///
    /// # Errors
    /// When the text is no move of two cells, or no legal move that is written so leads to this
    /// position. Marbles of the side to move that went off the board must be among the lost ones.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Board, Position};
    ///
    /// let start = Position::start(Board::BELGIAN_DAISY);
    /// let mut position = start;
    /// let step = position.read_move("G7G6", None)?.step;
    /// position.play(step)?;
    /// assert_eq!(position.undo("G7G6"), Ok(step));
    /// assert_eq!(position, start);
    /// assert_eq!(position.undo("G7G6").unwrap_err().code(), "no-legal-move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self, token: &str) -> Result<Move, ReadMoveError> {
        let (cells, marks) = reader::split(token)?;
        let &[from, to] = &*cells else { return Err(ReadMoveError::NotAMove) };
        let candidates = match from.direction_to(to) {
            Some((direction, steps)) => in_line_candidates(from, steps, direction, marks),
            None => reader::lateral_moves(from, to).map(|step| (step, Push::default())).collect(),
        };
        let mut befores = candidates
            .into_iter()
            .filter(|&(_, push)| marks.agree(push, self.lost))
            .filter_map(|(step, push)| Some((step, self.before(step, push)?)));
        let (step, before) = befores.next().ok_or(ReadMoveError::NoLegalMove)?;
        *self = before;
        Ok(step)
    }

    /// The position from which a legal move leads to this one with this push; `None` if there is
    /// none.
    fn before(&self, step: Move, push: Push) -> Option<Position> {
        let own = !self.turn;
        let mut before = Position { turn: own, ..*self };
        if push.is_ejection {
            before.lost = self.lost.minus_one(self.turn)?;
        }
        let direction = step.direction();
        let arrivals: Option<Vec<Cell>> =
            step.cells().map(|cell| cell.neighbor(direction)).collect();
        let pushed_from = step.rear().beyond(step.count(), direction);
        arrivals?.into_iter().for_each(|cell| before.board.set(cell, None));
        for i in 0..push.pushed {
            let from = pushed_from?.beyond(i, direction)?;
            if let Some(to) = from.neighbor(direction) {
                before.board.set(to, None);
            }
        }
        for i in 0..push.pushed {
            before.board.set(pushed_from?.beyond(i, direction)?, Some(self.turn));
        }
        step.cells().for_each(|cell| before.board.set(cell, Some(own)));
        let mut after = before;
        (after.play(step) == Ok(push) && after == *self).then_some(before)
    }
}

/// The moves in line that some steps and marks stand for.
fn in_line_candidates(
    rear: Cell,
    steps: u8,
    direction: Direction,
    marks: Marks,
) -> Vec<(Move, Push)> {
    let is_ejection = marks.ejection.is_some();
    let counts: &[(u8, u8)] =
        if marks.push { &[(2, 1), (3, 1), (3, 2)] } else { &[(1, 0), (2, 0), (3, 0)] };
    let moves = counts.iter().filter_map(|&(count, pushed)| {
        let push = Push { pushed, is_ejection };
        let step = Move::in_line(rear, count, direction)?;
        (step.reach(push) == steps).then_some((step, push))
    });
    moves.collect()
}
