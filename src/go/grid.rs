//! The points of a board with walls around it, on which stones are put and
//! taken off.
//!
//! ```text
//!   # # # # # # #      Every point of the board has neighbors, and they have
//!   # # # # # # #      neighbors: two rows of wall lie above and below, and
//!   # # . X . # #      two columns between the end of a row and the beginning
//!   # # X O . # #      of the next, which are one after the other in memory.
//!   # # # # # # #
//!   # # # # # # #
//! ```
//!
//! Nothing is kept about chains. A stone takes a liberty from those beside it,
//! and most of these touch another empty point, which the eight points next to
//! the stone's neighbors tell without a search; the few chains that may have
//! none are followed from stone to stone until a liberty is met.

use super::{MAX_SIDE, Point, Size};
use crate::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Black,
    White,
    Wall,
}

impl From<Color> for Cell {
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// A board, every point of which is a place in a list of rows with walls.
pub(super) struct Grid {
    size: Size,
    stride: u16,
    cells: Vec<Cell>,
    hash: u64,
    /// The places of the stones that the last one took.
    taken: Vec<u16>,
}

impl Clone for Grid {
    fn clone(&self) -> Grid {
        Grid { cells: self.cells.clone(), taken: self.taken.clone(), ..*self }
    }

    /// Into the memory that is there.
    fn clone_from(&mut self, other: &Grid) {
        self.cells.clone_from(&other.cells);
        self.taken.clone_from(&other.taken);
        (self.size, self.stride, self.hash) = (other.size, other.stride, other.hash);
    }
}

/// A bit for each place of a board.
pub(super) struct Marks([u64; Marks::WORDS]);

impl Marks {
    const WORDS: usize = (MAX_SIDE as usize + 4) * (MAX_SIDE as usize + 2) / 64 + 1;

    pub(super) fn new() -> Marks {
        Marks([0; Marks::WORDS])
    }

    pub(super) fn has(&self, at: u16) -> bool {
        self.0[usize::from(at / 64)] >> (at % 64) & 1 == 1
    }

    /// Marks a place. Tells whether it was not.
    pub(super) fn insert(&mut self, at: u16) -> bool {
        let (word, bit) = (&mut self.0[usize::from(at / 64)], 1 << (at % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

/// The share that a stone has in the number of a board, which is that of all
/// its stones by exclusive or; after SplitMix64 by Sebastiano Vigna.
pub(crate) const fn share(at: u16, color: Color) -> u64 {
    let stone = (at as u64) << 1 | color as u64;
    let z = (stone + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Grid {
    /// A board without stones.
    pub(super) fn new(size: Size) -> Grid {
        let mut grid = Grid { size, stride: 0, cells: Vec::new(), hash: 0, taken: Vec::new() };
        grid.reset(size);
        grid
    }

    /// Makes it a board without stones, in the memory that is there.
    pub(super) fn reset(&mut self, size: Size) {
        let stride = u16::from(size.cols()) + 2;
        (self.size, self.stride, self.hash) = (size, stride, 0);
        self.taken.clear();
        self.cells.clear();
        self.cells.resize(usize::from(stride) * (usize::from(size.rows()) + 4), Cell::Wall);
        for row in 0..size.rows() {
            let first = usize::from(self.at(Point::new(0, row)));
            self.cells[first..first + usize::from(size.cols())].fill(Cell::Empty);
        }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// A number that equal boards have in common, and hardly any others.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The place of a point that is on the board.
    pub(super) fn at(&self, point: Point) -> u16 {
        (u16::from(point.row) + 2) * self.stride + u16::from(point.col) + 2
    }

    /// The point at a place that is on the board.
    pub(super) fn point(&self, at: u16) -> Point {
        // Both are less than 256, because a side is.
        Point::new((at % self.stride - 2) as u8, (at / self.stride - 2) as u8)
    }

    fn cell(&self, at: u16) -> Cell {
        self.cells[usize::from(at)]
    }

    /// The four neighbors of a place on the board.
    fn around(&self, at: u16) -> [u16; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    pub(super) fn is_empty(&self, at: u16) -> bool {
        self.cell(at) == Cell::Empty
    }

    pub(super) fn stone(&self, at: u16) -> Option<Color> {
        match self.cell(at) {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Wall => None,
        }
    }

    /// Follows the chain of a stone, whose places are added to a list and
    /// marked, until one of its liberties is enough. Tells whether one was.
    pub(super) fn follow(
        &self,
        stone: u16,
        marks: &mut Marks,
        chain: &mut Vec<u16>,
        mut is_enough: impl FnMut(u16) -> bool,
    ) -> bool {
        let color = self.cell(stone);
        let mut next = chain.len();
        marks.insert(stone);
        chain.push(stone);
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for beside in self.around(stone) {
                let cell = self.cell(beside);
                if cell == Cell::Empty && is_enough(beside) {
                    return true;
                }
                if cell == color && marks.insert(beside) {
                    chain.push(beside);
                }
            }
        }
        false
    }

    /// Whether the chain of a stone has a liberty other than a place.
    fn has_other_liberty(&self, stone: u16, but: u16) -> bool {
        self.follow(stone, &mut Marks::new(), &mut Vec::new(), |at| at != but)
    }

    /// Whether one of the neighbors of a place is empty.
    fn is_beside_empty(&self, at: u16) -> bool {
        self.around(at).into_iter().any(|beside| self.is_empty(beside))
    }

    /// Whether an empty point lies beside the stone at a place and beside each of
    /// those next to it, where there are stones.
    pub(super) fn has_air_around(&self, at: u16) -> bool {
        let [above, left, right, below] = self.around(at);
        [at, above, left, right, below]
            .into_iter()
            .all(|at| self.stone(at).is_none() || self.is_beside_empty(at))
    }

    /// Which of the four neighbors of a place touch an empty point other than
    /// that, if they are on the board.
    #[inline(always)]
    fn touch_empty(&self, at: u16) -> [bool; 4] {
        // Without branches, for nobody can tell what lies around a stone.
        let [above, left, right, below] = self.around(at);
        let [upper_left, upper_right] = [self.is_empty(above - 1), self.is_empty(above + 1)];
        let [lower_left, lower_right] = [self.is_empty(below - 1), self.is_empty(below + 1)];
        [
            self.is_empty(above - self.stride) | upper_left | upper_right,
            self.is_empty(left - 1) | upper_left | lower_left,
            self.is_empty(right + 1) | upper_right | lower_right,
            self.is_empty(below + self.stride) | lower_left | lower_right,
        ]
    }

    /// Whether a stone on the empty point `at` has a liberty once it has
    /// captured what it captures: it has one beside it, or joins a chain that
    /// has another, or captures.
    pub(super) fn has_room(&self, at: u16, color: Color) -> bool {
        if self.is_beside_empty(at) {
            return true;
        }
        self.around(at).into_iter().zip(self.touch_empty(at)).any(|(beside, touches_empty)| {
            self.stone(beside).is_some_and(|stone| {
                (stone == color) == (touches_empty || self.has_other_liberty(beside, at))
            })
        })
    }

    /// Makes a point empty, or puts a stone there, whatever is there now.
    /// Nothing is captured.
    pub(super) fn set(&mut self, at: u16, stone: Option<Color>) {
        if let Some(color) = self.stone(at) {
            self.take_off(at, color);
        }
        if let Some(color) = stone {
            self.put(at, color);
        }
    }

    /// Puts a stone on an empty point. Nothing is captured.
    fn put(&mut self, at: u16, color: Color) {
        self.cells[usize::from(at)] = Cell::from(color);
        self.hash ^= share(at, color);
    }

    /// Takes a stone of a color off.
    fn take_off(&mut self, at: u16, color: Color) {
        self.cells[usize::from(at)] = Cell::Empty;
        self.hash ^= share(at, color);
    }

    /// Plays a stone on an empty point and takes off what it captures, which is
    /// [`taken`](Self::taken) then. Tells whether it has a liberty; if not,
    /// nothing has changed on the board.
    pub(super) fn play(&mut self, at: u16, color: Color) -> bool {
        let around @ [above, left, right, below] = self.around(at);
        let enemy = Cell::from(!color);
        let is_enemy = |at| self.cell(at) == enemy;
        let touch_empty = self.touch_empty(at);
        let may_fall = [
            is_enemy(above) & !touch_empty[0],
            is_enemy(left) & !touch_empty[1],
            is_enemy(right) & !touch_empty[2],
            is_enemy(below) & !touch_empty[3],
        ];
        let has_empty = self.is_empty(above)
            | self.is_empty(left)
            | self.is_empty(right)
            | self.is_empty(below);
        self.put(at, color);
        self.taken.clear();
        if may_fall != [false; 4] {
            for (beside, _) in around.into_iter().zip(may_fall).filter(|beside| beside.1) {
                self.capture(beside, color);
            }
        }
        let has_room = has_empty || !self.taken.is_empty() || !self.falls(at);
        if !has_room {
            self.take_off(at, color);
        }
        has_room
    }

    /// Takes the chain of an enemy of `color` off the board, if it has no
    /// liberty.
    fn capture(&mut self, stone: u16, color: Color) {
        let before = self.taken.len();
        // Two of the stones may be of one chain, which has been taken then.
        if self.is_empty(stone) || !self.falls(stone) {
            return;
        }
        for i in before..self.taken.len() {
            self.take_off(self.taken[i], !color);
        }
    }

    /// Whether the chain of a stone has no liberty. If so, its places are added
    /// to what is taken.
    fn falls(&mut self, stone: u16) -> bool {
        let mut taken = std::mem::take(&mut self.taken);
        let before = taken.len();
        let has_liberty = self.follow(stone, &mut Marks::new(), &mut taken, |_| true);
        if has_liberty {
            taken.truncate(before);
        }
        self.taken = taken;
        !has_liberty
    }

    /// The places of the stones that the last one took.
    pub(super) fn taken(&self) -> &[u16] {
        &self.taken
    }

    /// Whether the stone at a place stands alone, with one liberty.
    pub(super) fn is_alone_in_atari(&self, at: u16) -> bool {
        let around = self.around(at);
        let empty = around.into_iter().filter(|&beside| self.is_empty(beside)).count();
        empty == 1 && around.into_iter().all(|beside| self.cell(beside) != self.cell(at))
    }
}
