//! The reader of moves in every notation.
//!
//! A row and its direction fix a move in line, so two cells on one line are legal in one of three
//! distances: 1 in Aba-Pro, the number of own marbles in Nacre, that of all marbles left on the
//! board in extended Nacre. Two cells that are on no line are a lateral move in Nacre, three cells
//! one in Aba-Pro.

use super::{Marks, Notation, ReadMoveError};
use crate::abalone::cell::{Cell, Direction};
use crate::abalone::moves::Move;
use crate::abalone::rules::{MoveError, Position, Push};

/// A legal move that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadMove {
    /// The move.
    pub step: Move,
    /// What the move does to the other side.
    pub push: Push,
    /// The marks of the text. They may contradict the move: see [`Marks::agree`].
    pub marks: Marks,
    shape: Shape,
}

/// How the cells of a text stand for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// Two cells on one line, with the steps between them.
    InLine(u8),
    /// An end and the arrival of the other end.
    Pair,
    /// Both ends and an arrival.
    Ends,
}

impl ReadMove {
    /// Whether the text is proper in a notation. A text may be so in several.
    pub fn is_in(&self, notation: Notation) -> bool {
        match (self.shape, notation) {
            (Shape::InLine(steps), Notation::AbaPro) => steps == 1,
            (Shape::InLine(steps), Notation::Nacre) => steps == self.step.count(),
            (Shape::InLine(steps), Notation::ExtendedNacre) => steps == self.step.reach(self.push),
            (Shape::Pair, notation) => notation != Notation::AbaPro,
            (Shape::Ends, notation) => notation == Notation::AbaPro,
        }
    }
}

impl Position {
    /// Reads a legal move in Aba-Pro, Nacre or extended Nacre, in either letter case, with or
    /// without marks, with or without `-` between the cells.
    ///
    /// A declared notation does not forbid the others: [`ReadMove::is_in`] tells whether the text
    /// is in it. No text means two legal moves. Of a lateral move, Nacre names the end and the
    /// arrival that are farther apart; the nearer ones always name another legal move.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::abalone::{Board, Notation, Position};
    ///
    /// let position = Position::start(Board::STANDARD);
    /// let [aba_pro, nacre] = ["a1b2", "A1-D4"].map(|text| position.read_move(text, None).unwrap());
    /// assert_eq!(aba_pro.step, nacre.step);
    /// assert!(aba_pro.is_in(Notation::AbaPro) && !aba_pro.is_in(Notation::Nacre));
    /// let error = position.read_move("a1e5", None).unwrap_err();
    /// assert_eq!(error.code(), "no-legal-move");
    /// ```
    pub fn read_move(
        &self,
        token: &str,
        declared: Option<Notation>,
    ) -> Result<ReadMove, ReadMoveError> {
        let (cells, marks) = split(token)?;
        let (step, shape) = match *cells {
            [one_end, other_end, to] => {
                let direction = adjacent(one_end, to)?;
                (self.lateral(one_end, other_end, direction)?, Shape::Ends)
            }
            [from, to] => self.read_pair(from, to, declared)?,
            _ => return Err(ReadMoveError::NotAMove),
        };
        Ok(ReadMove { step, push: self.check(step)?, marks, shape })
    }

    fn read_pair(
        &self,
        from: Cell,
        to: Cell,
        declared: Option<Notation>,
    ) -> Result<(Move, Shape), ReadMoveError> {
        let step = match from.direction_to(to) {
            Some((direction, steps)) => {
                let step = self.read_in_line(from, steps, direction);
                step.map(|step| (step, Shape::InLine(steps)))
            }
            None => self.read_lateral(from, to).map(|step| (step, Shape::Pair)),
        };
        step.map_err(|error| match error {
            ReadMoveError::NoLegalMove if declared == Some(Notation::AbaPro) => {
                ReadMoveError::NotAdjacent(from, to)
            }
            error => error,
        })
    }

    fn read_in_line(
        &self,
        rear: Cell,
        steps: u8,
        direction: Direction,
    ) -> Result<Move, ReadMoveError> {
        let step = self.in_line(rear, direction)?;
        let push = self.check(step)?;
        let is_known = steps == 1 || steps == step.count() || steps == step.reach(push);
        if is_known { Ok(step) } else { Err(ReadMoveError::NoLegalMove) }
    }

    fn read_lateral(&self, from: Cell, to: Cell) -> Result<Move, ReadMoveError> {
        if let Some(winner) = self.winner() {
            return Err(MoveError::GameOver(!winner).into());
        }
        let mut legal = lateral_moves(from, to).filter(|&step| self.check(step).is_ok());
        legal.next().ok_or(ReadMoveError::NoLegalMove)
    }
}

/// The lateral moves, legal or not, that Nacre writes so. At most one is legal: of two, one leaves
/// empty a cell that the other needs a marble on.
pub(super) fn lateral_moves(from: Cell, to: Cell) -> impl Iterator<Item = Move> {
    let rows = Direction::ALL.into_iter().flat_map(move |row| {
        let ends = std::iter::successors(from.neighbor(row), move |cell| cell.neighbor(row));
        ends.take(usize::from(Move::MAX_COUNT) - 1)
    });
    rows.filter_map(move |end| {
        let (direction, _) = end.direction_to(to).filter(|&(_, steps)| steps == 1)?;
        let step = Move::lateral(from, end, direction)?;
        let stays = step.cells().all(|cell| cell.neighbor(direction).is_some());
        (stays && step.lateral_pair() == (from, to)).then_some(step)
    })
}

/// The direction to the next cell.
fn adjacent(from: Cell, to: Cell) -> Result<Direction, ReadMoveError> {
    match from.direction_to(to) {
        Some((direction, 1)) => Ok(direction),
        _ => Err(ReadMoveError::NotAdjacent(from, to)),
    }
}

/// Splits a text into its cells and its marks.
pub(super) fn split(token: &str) -> Result<(Vec<Cell>, Marks), ReadMoveError> {
    let end = token.find(['>', '(']).unwrap_or(token.len());
    let (names, marks) = token.split_at(end);
    let marks = Marks::read(marks).ok_or(ReadMoveError::NotAMove)?;
    let mut names = names.chars();
    let mut cells = Vec::new();
    while let Some(mut letter) = names.next() {
        if letter == '-' && !cells.is_empty() {
            letter = names.next().ok_or(ReadMoveError::NotAMove)?;
        }
        let digit = names.next().ok_or(ReadMoveError::NotAMove)?;
        if !letter.is_ascii_alphabetic() || !digit.is_ascii_digit() {
            return Err(ReadMoveError::NotAMove);
        }
        let cell = [letter, digit].iter().collect::<String>().parse();
        cells.push(cell.map_err(|_| ReadMoveError::NoSuchCell(letter, digit))?);
    }
    if matches!(cells.len(), 2 | 3) { Ok((cells, marks)) } else { Err(ReadMoveError::NotAMove) }
}
