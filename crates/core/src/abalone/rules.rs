//! The rules of play: a position of a game, its legal moves, and what a move does.
//!
//! ```text
//!   2-1   X X O .    →   . X X O      3-2   X X X O O .   →   . X X X O O
//!   2-1   X X O |    →   . X X |      the marble behind which the edge is goes off the board
//!   pac   X X O O        no move: as many marbles as the side to move has, or more
//! ```
//!
//! A side moves one, two or three of its marbles in a row by one cell: along the row, where it may
//! push fewer marbles of the other side, or sideways to empty cells. Black begins. Who has lost six
//! marbles has lost the game. There is no draw by repetition.

use thiserror::Error;

use super::board::Board;
use super::cell::{Cell, Direction};
use super::lost::Lost;
use super::moves::Move;
use crate::Color;

/// A position of a game: a board, the side to move, and the marbles lost.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::abalone::{Board, Direction, Position};
///
/// let mut position = Position::start(Board::STANDARD);
/// assert_eq!(position.legal_moves().count(), 44);
/// // The row a1, b2, c3 moves to d4: a1b2 in Aba-Pro.
/// let step = position.in_line("a1".parse()?, Direction::NorthEast)?;
/// let push = position.play(step)?;
/// assert_eq!((step.count(), push.pushed, push.is_ejection), (3, 0, false));
/// assert_eq!(position.turn, Color::White);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The marbles.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The marbles lost so far.
    pub lost: Lost,
}

/// What a move did to the other side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Push {
    /// The number of pushed marbles, 0 to 2, with the one that went off the board.
    pub pushed: u8,
    /// Whether the last of them went off the board.
    pub is_ejection: bool,
}

/// Why a move is not legal. Each has a [`code`](Self::code).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// There is no marble on a cell that is to move.
    #[error("there is no marble on {0}")]
    Empty(Cell),
    /// A marble that is to move belongs to the other side.
    #[error("the marble on {0} is not of the side to move")]
    NotYours(Cell),
    /// Four or more marbles of the side to move are in line from a cell on.
    #[error("more than three marbles are in line from {0} on")]
    MoreThanThree(Cell),
    /// The other side has as many marbles in line as the side to move, or more.
    #[error("from {0} on the other side has as many marbles in line, or more")]
    Pac(Cell),
    /// Behind the pushed marbles, or in front of a row that is to move alone, is a marble of the
    /// side to move.
    #[error("the marble on {0} is in the way")]
    Blocked(Cell),
    /// A marble of the side to move would go off the board.
    #[error("the marble on {0} would go off the board")]
    OwnOffBoard(Cell),
    /// A lateral move leads to a cell that is not empty.
    #[error("a lateral move never pushes, and there is a marble on {0}")]
    LateralPush(Cell),
    /// Two cells are not the ends of a row of two or three.
    #[error("{0} and {1} are not the ends of a row of two or three")]
    NotARow(Cell, Cell),
    /// A row moves along itself where a lateral move is meant.
    #[error("{0} leads along the row: that is no lateral move")]
    NotLateral(Direction),
    /// A side has lost six marbles.
    #[error("the game is over: {} has lost six marbles", .0.name())]
    GameOver(Color),
}

impl MoveError {
    /// The code in messages and JSON, such as `pac`. It never changes.
    pub const fn code(self) -> &'static str {
        match self {
            MoveError::Empty(_) => "empty",
            MoveError::NotYours(_) => "not-yours",
            MoveError::MoreThanThree(_) => "more-than-three",
            MoveError::Pac(_) => "pac",
            MoveError::Blocked(_) => "blocked",
            MoveError::OwnOffBoard(_) => "own-off-board",
            MoveError::LateralPush(_) => "lateral-push",
            MoveError::NotARow(..) => "not-a-row",
            MoveError::NotLateral(_) => "not-lateral",
            MoveError::GameOver(_) => "game-over",
        }
    }
}

impl Position {
    /// The first position of a game: Black is to move, and nothing is lost.
    pub fn start(board: Board) -> Position {
        Position { board, turn: Color::Black, lost: Lost::default() }
    }

    /// The winner, once the other side has lost six marbles.
    pub fn winner(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.lost.of(!color) == Lost::MAX)
    }

    fn check_not_over(&self) -> Result<(), MoveError> {
        self.winner().map_or(Ok(()), |winner| Err(MoveError::GameOver(!winner)))
    }

    /// The legal move in line whose rear marble and direction are given. The board tells how many
    /// marbles move.
    ///
    /// # Errors
    /// When there is none; the error names the cell that prevents it.
    pub fn in_line(&self, rear: Cell, direction: Direction) -> Result<Move, MoveError> {
        self.check_not_over()?;
        self.find_in_line(rear, direction).map(|(step, _)| step)
    }

    /// The legal lateral move of the row between two ends.
    ///
    /// # Errors
    /// When the ends are no row of two or three marbles of the side to move, the direction leads
    /// along the row, or a cell that the row moves to is not empty or not on the board.
    pub fn lateral(
        &self,
        one_end: Cell,
        other_end: Cell,
        direction: Direction,
    ) -> Result<Move, MoveError> {
        self.check_not_over()?;
        let (row, steps) =
            one_end.direction_to(other_end).ok_or(MoveError::NotARow(one_end, other_end))?;
        if steps >= Move::MAX_COUNT {
            return Err(MoveError::NotARow(one_end, other_end));
        }
        if row.is_parallel(direction) {
            return Err(MoveError::NotLateral(direction));
        }
        let step = Move::lateral(one_end, other_end, direction)
            .expect("two or three cells in a row and a direction across it are a lateral move");
        self.check_lateral(step).map(|()| step)
    }

    /// Checks that the side to move may make this move, and returns what the move pushes.
    ///
    /// # Errors
    /// As for [`in_line`](Self::in_line) and [`lateral`](Self::lateral). A move in line of fewer
    /// marbles than are in the row is blocked by the next one.
    pub fn check(&self, step: Move) -> Result<Push, MoveError> {
        self.check_not_over()?;
        if step.is_lateral() {
            return self.check_lateral(step).map(|()| Push::default());
        }
        step.cells().try_for_each(|cell| self.check_own(cell))?;
        let (whole_row, push) = self.find_in_line(step.rear(), step.direction())?;
        if whole_row == step {
            return Ok(push);
        }
        let next = whole_row.cells().nth(usize::from(step.count()));
        Err(MoveError::Blocked(
            next.expect("all cells of the move have own marbles, so the row is longer"),
        ))
    }

    /// Makes a move. After an error the position is unchanged.
    ///
    /// # Errors
    /// As for [`check`](Self::check).
    pub fn play(&mut self, step: Move) -> Result<Push, MoveError> {
        let push = self.check(step)?;
        self.make(step, push);
        Ok(push)
    }

    /// All legal moves: for each marble of the side to move in the order of texts, in each
    /// direction, first in line and then the lateral moves of rows that begin there. None when the
    /// game is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.moves_with_pushes().map(|(step, _)| step)
    }

    /// The number of games of `depth` moves that begin here. The last move of each is counted, not
    /// made.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves_with_pushes().count() as u64,
            _ => self
                .moves_with_pushes()
                .map(|(step, push)| {
                    let mut next = *self;
                    next.make(step, push);
                    next.perft(depth - 1)
                })
                .sum(),
        }
    }

    fn moves_with_pushes(&self) -> impl Iterator<Item = (Move, Push)> {
        let marbles = if self.winner().is_none() { self.board.bits(self.turn) } else { 0 };
        let rears = Cell::all().filter(move |cell| marbles & cell.bit() != 0);
        let directions = |rear| Direction::ALL.into_iter().map(move |direction| (rear, direction));
        rears.flat_map(directions).flat_map(|(rear, direction)| {
            let in_line = self.find_in_line(rear, direction).ok();
            in_line.into_iter().chain(self.lateral_moves(rear, direction))
        })
    }

    /// The legal lateral moves in a direction of rows whose lowest cell is `rear`.
    fn lateral_moves(
        &self,
        rear: Cell,
        direction: Direction,
    ) -> impl Iterator<Item = (Move, Push)> {
        // Cells are ordered by row and number, so a row lies east or north of its lowest cell.
        let rows = [Direction::East, Direction::NorthEast, Direction::NorthWest];
        let rows = rows.into_iter().filter(move |row| !row.is_parallel(direction));
        let is_free = move |cell: &Cell| {
            self.board.color(*cell) == Some(self.turn)
                && cell.neighbor(direction).is_some_and(|to| self.board.color(to).is_none())
        };
        let rows = rows.filter(move |_| is_free(&rear));
        rows.flat_map(move |row| {
            let ends = std::iter::successors(rear.neighbor(row), move |cell| cell.neighbor(row));
            let ends = ends.take(usize::from(Move::MAX_COUNT) - 1).take_while(is_free);
            ends.filter_map(move |end| Move::lateral(rear, end, direction))
        })
        .map(|step| (step, Push::default()))
    }

    fn check_own(&self, cell: Cell) -> Result<(), MoveError> {
        match self.board.color(cell) {
            None => Err(MoveError::Empty(cell)),
            Some(color) if color != self.turn => Err(MoveError::NotYours(cell)),
            Some(_) => Ok(()),
        }
    }

    fn find_in_line(&self, rear: Cell, direction: Direction) -> Result<(Move, Push), MoveError> {
        self.check_own(rear)?;
        let count_from = |first: Option<Cell>, color| {
            let mut cells = std::iter::successors(first, |cell| cell.neighbor(direction));
            let mut count: u8 = 0;
            let next = cells.find(|&cell| {
                let is_next = self.board.color(cell) != Some(color);
                count += u8::from(!is_next);
                is_next
            });
            (count, next)
        };
        let (own, front) = count_from(Some(rear), self.turn);
        if own > Move::MAX_COUNT {
            return Err(MoveError::MoreThanThree(rear));
        }
        let step = Move::in_line(rear, own, direction).expect("the row has one to three cells");
        let Some(front) = front else {
            let last = step.cells().last().expect("a move has a marble");
            return Err(MoveError::OwnOffBoard(last));
        };
        let (pushed, behind) = count_from(Some(front), !self.turn);
        if pushed >= own {
            return Err(MoveError::Pac(front));
        }
        match behind {
            // The marble behind is of the side to move, because all of the other side are counted.
            Some(behind) if self.board.color(behind).is_some() => Err(MoveError::Blocked(behind)),
            _ => Ok((step, Push { pushed, is_ejection: pushed > 0 && behind.is_none() })),
        }
    }

    fn check_lateral(&self, step: Move) -> Result<(), MoveError> {
        step.cells().try_for_each(|cell| self.check_own(cell))?;
        step.cells().try_for_each(|cell| match cell.neighbor(step.direction()) {
            None => Err(MoveError::OwnOffBoard(cell)),
            Some(to) if self.board.color(to).is_some() => Err(MoveError::LateralPush(to)),
            Some(_) => Ok(()),
        })
    }

    /// Makes a legal move.
    fn make(&mut self, step: Move, push: Push) {
        let direction = step.direction();
        let own = Some(self.turn);
        if step.is_lateral() {
            for cell in step.cells() {
                self.board.set(cell, None);
                self.board
                    .set(cell.neighbor(direction).expect("a legal move stays on the board"), own);
            }
        } else {
            // Only three cells change: the rear is left, the cell in front of the row gets an own
            // marble, and the cell behind the pushed marbles gets one of the other side.
            let front = step
                .rear()
                .beyond(step.count(), direction)
                .expect("a legal move stays on the board");
            let behind = front.beyond(push.pushed, direction).filter(|_| push.pushed > 0);
            if let Some(cell) = behind {
                self.board.set(cell, Some(!self.turn));
            }
            self.board.set(front, own);
            self.board.set(step.rear(), None);
        }
        if push.is_ejection {
            self.lost = self.lost.plus_one(!self.turn).expect("the game ends at six lost marbles");
        }
        self.turn = !self.turn;
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
