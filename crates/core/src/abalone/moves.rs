//! Moves, as they stand in a game: which marbles of a side move where.

use std::fmt;

use super::cell::{Cell, Direction};
use super::symmetry::Symmetry;

/// A move of one, two or three marbles of one side by one cell.
///
/// ```text
///   in line, east               lateral, north-east
///                                 . . . .        . X X .
///   . X X X .   →   . . X X X    . X X .    →   . . . .
///     rear: the left one         rear: the left one, the row lies east of it
/// ```
///
/// A move names no color and no marbles of the other side. Two equal moves move the same marbles
/// to the same cells: a lateral move begins with its lower cell, a single marble moves in line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    rear: Cell,
    count: u8,
    /// From the rear marble to the others. In line it is `direction`.
    row: Direction,
    direction: Direction,
}

impl Move {
    /// The most marbles that move at once.
    pub const MAX_COUNT: u8 = 3;

    /// A move in line: the rear marble and those in front of it move in the direction in which they
    /// lie. `None` unless `count` is 1 to 3 and all of them begin on the board.
    pub fn in_line(rear: Cell, count: u8, direction: Direction) -> Option<Move> {
        Move { rear, count, row: direction, direction }.checked()
    }

    /// A lateral move of the two or three marbles between two ends, both included. `None` if that
    /// is another number of marbles, the ends are not on one line, or the direction leads along
    /// that line.
    pub fn lateral(one_end: Cell, other_end: Cell, direction: Direction) -> Option<Move> {
        let (rear, other) = (one_end.min(other_end), one_end.max(other_end));
        let (row, steps) = rear.direction_to(other)?;
        let is_lateral = !row.is_parallel(direction);
        Move { rear, count: steps + 1, row, direction }.checked().filter(|_| is_lateral)
    }

    fn checked(self) -> Option<Move> {
        let is_possible = (1..=Move::MAX_COUNT).contains(&self.count)
            && self.cells().count() == usize::from(self.count);
        is_possible.then_some(self)
    }

    /// The marble that pushes the others; of a lateral move, the lowest cell by letter and number.
    pub const fn rear(self) -> Cell {
        self.rear
    }

    /// The number of marbles of the side to move, 1 to 3.
    pub const fn count(self) -> u8 {
        self.count
    }

    /// The direction in which the marbles move.
    pub const fn direction(self) -> Direction {
        self.direction
    }

    /// The direction from the rear marble to the others.
    pub const fn row(self) -> Direction {
        self.row
    }

    /// Whether the marbles move sideways. A single marble never does.
    pub fn is_lateral(self) -> bool {
        self.row != self.direction
    }

    /// The cells that the marbles leave, the rear first.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let next = move |cell: &Cell| cell.neighbor(self.row);
        std::iter::successors(Some(self.rear), next).take(usize::from(self.count))
    }

    /// The last of the marbles, seen from the rear one.
    pub(super) fn last(self) -> Cell {
        self.cells().last().expect("a move has at least one marble")
    }

    /// The cell to which one of the marbles goes.
    ///
    /// # Panics
    /// When it would go off the board, which no legal move does.
    pub(super) fn arrival(self, cell: Cell) -> Cell {
        cell.neighbor(self.direction).expect("a legal move stays on the board")
    }

    /// The move as a number: the place of the rear marble in an IATN (bits 0 to 5), the number of
    /// marbles (bits 6 and 7), the index of the row (bits 8 to 10) and of the direction (bits 11 to
    /// 13) in [`Direction::ALL`]. Stored, so the meaning never changes.
    pub fn code(self) -> u16 {
        u16::from(self.rear.index())
            | u16::from(self.count) << 6
            | (self.row as u16) << 8
            | (self.direction as u16) << 11
    }

    /// The move with a [code](Self::code); `None` if no move has it.
    pub fn from_code(code: u16) -> Option<Move> {
        let rear = Cell::from_index((code & 63) as u8)?;
        let count = (code >> 6 & 3) as u8;
        let [row, direction] =
            [8, 11].map(|shift| Direction::ALL.get(usize::from(code >> shift & 7)));
        let found = Move { rear, count, row: *row?, direction: *direction? };
        let is_move = if found.is_lateral() {
            let other = found.checked()?.last();
            Move::lateral(rear, other, found.direction) == Some(found)
        } else {
            Move::in_line(rear, count, found.direction) == Some(found)
        };
        (is_move && code >> 14 == 0).then_some(found)
    }

    /// The same move after an operation.
    pub fn transform(self, symmetry: Symmetry) -> Move {
        let [rear, last] = [self.rear, self.last()].map(|cell| symmetry.cell(cell));
        let direction = symmetry.direction(self.direction);
        let image = if self.is_lateral() {
            Move::lateral(rear, last, direction)
        } else {
            Move::in_line(rear, self.count, direction)
        };
        image.expect("an operation maps rows to rows")
    }
}

/// For messages and tests; games are written in a notation of moves.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> = self.cells().map(|cell| cell.to_string()).collect();
        write!(f, "Move({} {})", cells.join(" "), self.direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    #[test]
    fn impossible_rows_are_no_moves() {
        use Direction::{East, NorthEast, NorthWest, West};
        assert!(Move::in_line(cell("a4"), 2, East).is_some());
        assert_eq!(Move::in_line(cell("a4"), 3, East), None, "a6 is no cell");
        assert_eq!(Move::in_line(cell("a4"), 0, East), None);
        assert_eq!(Move::in_line(cell("e1"), 4, East), None);
        assert_eq!(Move::lateral(cell("e4"), cell("e4"), NorthEast), None, "one marble");
        assert_eq!(Move::lateral(cell("e4"), cell("e7"), NorthEast), None, "four marbles");
        assert_eq!(Move::lateral(cell("e4"), cell("f6"), NorthEast), None, "no row");
        assert_eq!(Move::lateral(cell("e4"), cell("e5"), West), None, "in line");
        let one = Move::lateral(cell("e4"), cell("e6"), NorthWest);
        assert_eq!(one, Move::lateral(cell("e6"), cell("e4"), NorthWest));
        assert_eq!(one.map(Move::rear), Some(cell("e4")));
    }

    #[test]
    fn codes_stand_for_moves() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_code).collect();
        for &step in &moves {
            assert_eq!(Move::from_code(step.code()), Some(step));
        }
        let codes: Vec<u16> =
            (0..=u16::MAX).filter(|&code| Move::from_code(code).is_some()).collect();
        assert_eq!(codes, moves.iter().map(|step| step.code()).collect::<Vec<_>>());
        // In line 61 x 6; 156 pairs x 2 and 129 rows of three x 2; lateral x 4.
        let count = |marbles, lateral| {
            moves
                .iter()
                .filter(|step| (step.count, step.is_lateral()) == (marbles, lateral))
                .count()
        };
        assert_eq!([count(1, false), count(2, false), count(3, false)], [366, 312, 258]);
        assert_eq!([count(2, true), count(3, true)], [624, 516]);
        // What is stored keeps its meaning.
        let step = Move::lateral(cell("c3"), cell("c5"), Direction::NorthEast).unwrap();
        assert_eq!(step.code(), 0x0800 | 3 << 6 | u16::from(step.rear.index()));
    }

    #[test]
    fn operations_map_cells_and_directions() {
        for symmetry in Symmetry::ALL {
            for step in [
                Move::in_line(cell("c2"), 3, Direction::NorthEast).unwrap(),
                Move::lateral(cell("e4"), cell("e6"), Direction::SouthWest).unwrap(),
            ] {
                let image = step.transform(symmetry);
                let sorted = |cells: Vec<Cell>| {
                    let mut cells = cells;
                    cells.sort();
                    cells
                };
                let images = step.cells().map(|cell| symmetry.cell(cell)).collect();
                assert_eq!(sorted(image.cells().collect()), sorted(images));
                assert_eq!(image.transform(symmetry.inverse()), step);
            }
        }
    }
}
