//! Cells and directions.
//!
//! ```text
//!        i  . . . . .
//!       h  . . . . . .            NW   NE
//!      g  . . . . . . .             \ /
//!     f  . . . . . . . .         W --+-- E
//!    e  . . . . . . . . .           / \
//!     d  . . . . . . . . 9        SW   SE
//!      c  . . . . . . . 8
//!       b  . . . . . . 7
//!        a  . . . . . 6
//!            1 2 3 4 5
//! ```
//!
//! A letter names the row. A number names the diagonal that runs from south-east to
//! north-west. E5 is the center, and a1, a5, e9, i9, i5, e1 are the corners.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The number of cells.
pub const CELLS: usize = 61;

/// One of the 61 cells, such as `e5`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Cell, Direction};
///
/// let center: Cell = "e5".parse()?;
/// assert_eq!(center.neighbor(Direction::NorthWest), Some("f5".parse()?));
/// assert_eq!(Cell::new(1, 6), None); // row a ends with a5
/// # Ok::<(), gtn_db::abalone::ParseCellError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u8); // its place in a text: i5 is 0, a5 is 60

/// One of the six directions, counterclockwise from the east.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Along a row, to higher numbers.
    East,
    /// To a higher row and a higher number.
    NorthEast,
    /// Along a diagonal, to higher rows.
    NorthWest,
    /// Along a row, to lower numbers.
    West,
    /// To a lower row and a lower number.
    SouthWest,
    /// Along a diagonal, to lower rows.
    SouthEast,
}

/// A text that is not the name of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "`{}` is not a cell: rows a to i have a1-a5 b1-b6 c1-c7 d1-d8 e1-e9 f2-f9 g3-g9 h4-h9 i5-i9",
    .0.escape_debug()
)]
pub struct ParseCellError(pub String);

/// The row and the number of each cell, 1 to 9, in the order of texts.
const COORDINATES: [(u8, u8); CELLS] = {
    let mut all = [(0, 0); CELLS];
    let mut i = 0;
    let mut row = 9;
    while row >= 1 {
        let mut number = first_number(row);
        while number <= last_number(row) {
            all[i] = (row, number);
            number += 1;
            i += 1;
        }
        row -= 1;
    }
    all
};

/// The index of the cell with a row and a number; [`CELLS`] where there is none.
const INDICES: [[u8; 11]; 11] = {
    let mut indices = [[CELLS as u8; 11]; 11];
    let mut i = 0;
    while i < CELLS {
        let (row, number) = COORDINATES[i];
        indices[row as usize][number as usize] = i as u8;
        i += 1;
    }
    indices
};

/// The index of each neighbor of each cell; [`CELLS`] beyond the edge.
const NEIGHBORS: [[u8; 6]; CELLS] = {
    let mut neighbors = [[0; 6]; CELLS];
    let mut i = 0;
    while i < CELLS {
        let mut direction = 0;
        while direction < 6 {
            let (up, right) = Direction::ALL[direction].vector();
            let row = (COORDINATES[i].0 as i8 + up) as usize;
            let number = (COORDINATES[i].1 as i8 + right) as usize;
            neighbors[i][direction] = INDICES[row][number];
            direction += 1;
        }
        i += 1;
    }
    neighbors
};

const fn first_number(row: u8) -> u8 {
    if row > 5 { row - 4 } else { 1 }
}

const fn last_number(row: u8) -> u8 {
    if row < 5 { row + 4 } else { 9 }
}

impl Cell {
    /// The cell of a row, 1 for a to 9 for i, with a number; `None` outside the board.
    pub const fn new(row: u8, number: u8) -> Option<Cell> {
        if row > 9 || number > 9 {
            return None;
        }
        Cell::from_index(INDICES[row as usize][number as usize])
    }

    /// The cell at an index from 0 (i5) to 60 (a5): the order of texts, row i first.
    pub const fn from_index(index: u8) -> Option<Cell> {
        if (index as usize) < CELLS { Some(Cell(index)) } else { None }
    }

    /// The index, 0 to 60.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// All cells in the order of texts.
    pub fn all() -> impl Iterator<Item = Cell> + Clone {
        (0..CELLS as u8).map(Cell)
    }

    /// The cells of a row, 1 to 9, from the left.
    pub fn row_cells(row: u8) -> impl Iterator<Item = Cell> + Clone {
        (1..=9).filter_map(move |number| Cell::new(row, number))
    }

    /// The row: 1 for a to 9 for i.
    pub const fn row(self) -> u8 {
        COORDINATES[self.0 as usize].0
    }

    /// The letter of the row, in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self.row() - 1) as char
    }

    /// The number, 1 to 9.
    pub const fn number(self) -> u8 {
        COORDINATES[self.0 as usize].1
    }

    /// The next cell in a direction; `None` beyond the edge.
    pub const fn neighbor(self, direction: Direction) -> Option<Cell> {
        Cell::from_index(NEIGHBORS[self.0 as usize][direction as usize])
    }

    /// The direction in which another cell lies and the number of steps to it; `None` for the cell
    /// itself and for cells on none of its three lines.
    pub fn direction_to(self, other: Cell) -> Option<(Direction, u8)> {
        let up = other.row() as i8 - self.row() as i8;
        let right = other.number() as i8 - self.number() as i8;
        let steps = up.abs().max(right.abs());
        let is_way = |direction: &Direction| {
            let (row, number) = direction.vector();
            (row * steps, number * steps) == (up, right)
        };
        let direction = Direction::ALL.into_iter().find(is_way).filter(|_| steps > 0)?;
        Some((direction, steps as u8))
    }

    /// The cell some steps away; `None` beyond the edge.
    pub(super) fn beyond(self, steps: u8, direction: Direction) -> Option<Cell> {
        (0..steps).try_fold(self, |cell, _| cell.neighbor(direction))
    }

    /// The number of steps to another cell.
    pub fn distance(self, other: Cell) -> u8 {
        let up = self.row() as i8 - other.row() as i8;
        let right = self.number() as i8 - other.number() as i8;
        up.unsigned_abs().max(right.unsigned_abs()).max((up - right).unsigned_abs())
    }

    /// The bit of the cell in a bitboard.
    pub(super) const fn bit(self) -> u64 {
        1 << self.0
    }
}

/// Cells are ordered by row and number, `a1` first, as their names are.
impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        (self.row(), self.number()).cmp(&(other.row(), other.number()))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter(), self.number())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({self})")
    }
}

/// Reads a letter in upper or lower case and a number.
impl FromStr for Cell {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        let cell = match text.as_bytes() {
            &[letter, number] => {
                let row = letter.to_ascii_lowercase().wrapping_sub(b'a' - 1);
                Cell::new(row, number.wrapping_sub(b'0'))
            }
            _ => None,
        };
        cell.ok_or_else(|| ParseCellError(text.to_owned()))
    }
}

impl Direction {
    /// All directions, counterclockwise from the east.
    pub const ALL: [Direction; 6] = [
        Direction::East,
        Direction::NorthEast,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::SouthEast,
    ];

    /// What one step adds to the row and to the number.
    pub const fn vector(self) -> (i8, i8) {
        match self {
            Direction::East => (0, 1),
            Direction::NorthEast => (1, 1),
            Direction::NorthWest => (1, 0),
            Direction::West => (0, -1),
            Direction::SouthWest => (-1, -1),
            Direction::SouthEast => (-1, 0),
        }
    }

    /// The direction back.
    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 3) % 6]
    }

    /// Whether two directions lie on one line: they are equal or opposite.
    pub const fn is_parallel(self, other: Direction) -> bool {
        self as usize % 3 == other as usize % 3
    }

    /// The abbreviation: `E`, `NE`, `NW`, `W`, `SW` or `SE`.
    pub const fn name(self) -> &'static str {
        ["E", "NE", "NW", "W", "SW", "SE"][self as usize]
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_are_inverse() {
        for cell in Cell::all() {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell));
            assert_eq!(Cell::new(cell.row(), cell.number()), Some(cell));
        }
        assert_eq!(Cell::all().count(), CELLS);
        let names: Vec<String> = Cell::row_cells(8).map(|cell| cell.to_string()).collect();
        assert_eq!(names, ["h4", "h5", "h6", "h7", "h8", "h9"]);
        for bad in ["", "a", "a0", "a6", "f1", "i4", "j5", "e10", "e5 ", "5e", "é5", "`1", "a:"] {
            assert_eq!(bad.parse::<Cell>(), Err(ParseCellError(bad.to_owned())));
        }
        assert_eq!(Cell::new(0, 1), None);
        assert_eq!(Cell::new(255, 255), None);
    }

    #[test]
    fn neighbors_are_one_step_away() {
        for cell in Cell::all() {
            for direction in Direction::ALL {
                let Some(neighbor) = cell.neighbor(direction) else { continue };
                assert_eq!(cell.direction_to(neighbor), Some((direction, 1)));
                assert_eq!((cell.distance(neighbor), cell.distance(cell)), (1, 0));
                assert_eq!(neighbor.neighbor(direction.opposite()), Some(cell));
            }
        }
        let degree =
            |cell: Cell| Direction::ALL.into_iter().filter_map(|d| cell.neighbor(d)).count();
        let degrees: Vec<usize> = Cell::all().map(degree).collect();
        let cells_with = |count| degrees.iter().filter(|&&degree| degree == count).count();
        assert_eq!([3, 4, 6].map(cells_with), [6, 18, 37], "corners, edges, inside");
    }

    #[test]
    fn cells_off_the_lines_have_a_distance() {
        let distance =
            |one: &str, other: &str| one.parse::<Cell>().unwrap().distance(other.parse().unwrap());
        assert_eq!(distance("c3", "d6"), 3);
        assert_eq!(distance("c5", "d4"), 2);
        assert_eq!(distance("a5", "i5"), 8);
        assert_eq!(distance("e1", "i9"), 8);
    }

    #[test]
    fn a_direction_leads_along_three_lines() {
        let to =
            |from: &str, to: &str| from.parse::<Cell>().unwrap().direction_to(to.parse().unwrap());
        assert_eq!(to("a1", "e5"), Some((Direction::NorthEast, 4)));
        assert_eq!(to("i5", "e5"), Some((Direction::SouthEast, 4)));
        assert_eq!(to("e5", "e5"), None);
        assert_eq!(to("e5", "f7"), None);
        assert_eq!(to("e5", "f4"), None, "not a line of the hexagon");
    }
}
