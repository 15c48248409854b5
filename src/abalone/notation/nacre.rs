//! Nacre: where the front marble goes. Extended Nacre: where the foremost marble goes, with marks,
//! so that a move can be undone.

use super::{ReadMoveError, beyond, distance, reader};
use crate::abalone::cell::{Cell, Direction};
use crate::abalone::lost::Lost;
use crate::abalone::moves::Move;
use crate::abalone::rules::{Position, Push};

/// What follows the cells of a move: `>`, and what is in parentheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    /// Whether there is a `>`, which marks a push.
    pub push: bool,
    /// What marks a marble that went off the board.
    pub ejection: Option<Ejection>,
}

/// The mark of a marble that went off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ejection {
    /// `(e)`: the points are not known.
    Unknown,
    /// `(b-w)`: the points of Black and White so far. A point is a marble of the other side, so
    /// `(0-1)` is a loss of `1-0`.
    Points(Lost),
}

impl Marks {
    /// Reads what follows the cells; `None` if it is something else than marks.
    pub(super) fn read(text: &str) -> Option<Marks> {
        let (push, rest) = text.strip_prefix('>').map_or((false, text), |rest| (true, rest));
        if rest.is_empty() {
            return Some(Marks { push, ejection: None });
        }
        let inner = rest.strip_prefix('(')?.strip_suffix(')')?;
        let ejection = if inner.eq_ignore_ascii_case("e") {
            Ejection::Unknown
        } else {
            let (black, white) = inner.split_once('-')?;
            let points = |text: &str| match text.as_bytes() {
                [digit @ b'0'..=b'9'] => Some(digit - b'0'),
                _ => None,
            };
            Ejection::Points(Lost::new(points(white)?, points(black)?)?)
        };
        Some(Marks { push, ejection: Some(ejection) })
    }

    /// Whether the marks do not contradict what a move did, after which these marbles are lost.
    /// Marks may be missing.
    pub fn agree(self, push: Push, lost: Lost) -> bool {
        (!self.push || push.pushed > 0)
            && match self.ejection {
                None => true,
                Some(Ejection::Unknown) => push.is_ejection,
                Some(Ejection::Points(marked)) => push.is_ejection && marked == lost,
            }
    }
}

impl Move {
    /// Writes the move in Nacre.
    ///
    /// # Panics
    /// When a marble would move off the board, which no legal move does.
    ///
    /// ```
    /// use gtn_db::abalone::{Direction, Move};
    ///
    /// let step = Move::in_line("a1".parse()?, 3, Direction::NorthEast).unwrap();
    /// assert_eq!(step.to_nacre(), "a1d4");
    /// let step = Move::lateral("c3".parse()?, "c5".parse()?, Direction::NorthEast).unwrap();
    /// assert_eq!(step.to_nacre(), "c3d6");
    /// # Ok::<(), gtn_db::abalone::ParseCellError>(())
    /// ```
    pub fn to_nacre(self) -> String {
        let (from, to) = if self.is_lateral() {
            self.lateral_pair()
        } else {
            (self.rear(), self.arrival(self.last()))
        };
        format!("{from}{to}")
    }

    /// Writes the move in extended Nacre: where the foremost marble arrives that is left on the
    /// board. `lost` are the marbles lost after the move; if they are not known, a marble that goes
    /// off the board is written as `(e)`.
    ///
    /// # Panics
    /// When a marble would move off the board that no legal move takes there.
    ///
    /// ```
    /// use gtn_db::abalone::{Direction, Lost, Move, Push};
    ///
    /// let step = Move::in_line("e4".parse()?, 3, Direction::NorthEast).unwrap();
    /// let push = Push { pushed: 2, is_ejection: true };
    /// assert_eq!(step.to_extended_nacre(push, Lost::new(1, 1)), "E4I8>(1-1)");
    /// # Ok::<(), gtn_db::abalone::ParseCellError>(())
    /// ```
    pub fn to_extended_nacre(self, push: Push, lost: Option<Lost>) -> String {
        let mut text = if push.pushed == 0 {
            self.to_nacre()
        } else {
            let foremost = beyond(self.rear(), self.reach(push), self.direction());
            format!("{}{}>", self.rear(), foremost.expect("the foremost marble stays on the board"))
        };
        text.make_ascii_uppercase();
        if push.is_ejection {
            text.push_str(&match lost {
                // The points of a side are the losses of the other.
                Some(lost) => format!("({})", lost.negative()),
                None => "(e)".to_owned(),
            });
        }
        text
    }

    /// The steps from the rear marble to the arrival of the foremost marble left on the board.
    pub(super) fn reach(self, push: Push) -> u8 {
        self.count() + push.pushed - u8::from(push.is_ejection)
    }

    /// The end of a lateral move and the arrival of the other end: of the two such pairs the one
    /// that is farther apart.
    pub(super) fn lateral_pair(self) -> (Cell, Cell) {
        let (rear, last) = (self.rear(), self.last());
        let pairs = [(rear, self.arrival(last)), (last, self.arrival(rear))];
        let [up, down] = pairs.map(|(end, arrival)| distance(end, arrival));
        if up > down { pairs[0] } else { pairs[1] }
    }
}

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
        let pushed_from = beyond(step.rear(), step.count(), direction);
        arrivals?.into_iter().for_each(|cell| before.board.set(cell, None));
        for i in 0..push.pushed {
            let from = beyond(pushed_from?, i, direction)?;
            if let Some(to) = from.neighbor(direction) {
                before.board.set(to, None);
            }
        }
        for i in 0..push.pushed {
            before.board.set(beyond(pushed_from?, i, direction)?, Some(self.turn));
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
