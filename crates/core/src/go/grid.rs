//! A board surrounded by walls, with captures: the data structure behind [`Position`].
//!
//! ```text
//!   # # # # # # #      Cells are stored row by row. Two rows of wall above and
//!   # # # # # # #      below and two cells of wall between rows make sure that
//!   # # . X . # #      the neighbors of every point and their neighbors exist,
//!   # # X O . # #      so that no access needs a bounds check of its own.
//!   # # # # # # #
//!   # # # # # # #
//! ```
//!
//! Chains are not stored. After a move, a neighboring chain has a liberty if the stone beside
//! the move touches another empty point, which eight cells around the move show. Only if it
//! touches none is the chain flood-filled until a liberty is found.
//!
//! [`Position`]: super::Position

use super::{MAX_SIDE, Point, Size, zobrist_value};
use crate::Color;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GridCell {
    Empty,
    Black,
    White,
    Wall,
}

impl From<Color> for GridCell {
    fn from(color: Color) -> GridCell {
        match color {
            Color::Black => GridCell::Black,
            Color::White => GridCell::White,
        }
    }
}

/// A board as a list of cells, walls included. Points are addressed by their index in this list.
pub(super) struct Grid {
    size: Size,
    /// The number of cells per row.
    stride: u16,
    cells: Vec<GridCell>,
    hash: u64,
    /// The indices of the stones captured by the last move.
    captured: Vec<u16>,
}

impl Clone for Grid {
    fn clone(&self) -> Grid {
        Grid { cells: self.cells.clone(), captured: self.captured.clone(), ..*self }
    }

    /// Reuses the memory of `self`.
    fn clone_from(&mut self, other: &Grid) {
        self.cells.clone_from(&other.cells);
        self.captured.clone_from(&other.captured);
        (self.size, self.stride, self.hash) = (other.size, other.stride, other.hash);
    }
}

/// A set of cells of a grid of any size, as a bitmap.
pub(super) struct CellSet([u64; CellSet::WORDS]);

impl CellSet {
    const WORDS: usize = (MAX_SIDE as usize + 4) * (MAX_SIDE as usize + 2) / 64 + 1;

    pub(super) fn new() -> CellSet {
        CellSet([0; CellSet::WORDS])
    }

    pub(super) fn contains(&self, at: u16) -> bool {
        self.0[usize::from(at / 64)] >> (at % 64) & 1 == 1
    }

    /// Adds a cell. Returns whether it is new.
    pub(super) fn insert(&mut self, at: u16) -> bool {
        let (word, bit) = (&mut self.0[usize::from(at / 64)], 1 << (at % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }
}

impl Grid {
    /// An empty board.
    pub(super) fn new(size: Size) -> Grid {
        let mut grid = Grid { size, stride: 0, cells: Vec::new(), hash: 0, captured: Vec::new() };
        grid.reset(size);
        grid
    }

    /// Makes this an empty board of any size, reusing its memory.
    pub(super) fn reset(&mut self, size: Size) {
        let stride = u16::from(size.cols()) + 2;
        (self.size, self.stride, self.hash) = (size, stride, 0);
        self.captured.clear();
        self.cells.clear();
        self.cells.resize(usize::from(stride) * (usize::from(size.rows()) + 4), GridCell::Wall);
        for row in 0..size.rows() {
            let first = usize::from(self.index(Point::new(0, row)));
            self.cells[first..first + usize::from(size.cols())].fill(GridCell::Empty);
        }
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The Zobrist hash of the stones.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The index of a point of the board.
    pub(super) fn index(&self, point: Point) -> u16 {
        (u16::from(point.row) + 2) * self.stride + u16::from(point.col) + 2
    }

    /// The point with an index. Inverse of [`index`](Self::index).
    pub(super) fn point(&self, at: u16) -> Point {
        // Column and row are below MAX_SIDE, so both fit u8.
        Point::new((at % self.stride - 2) as u8, (at / self.stride - 2) as u8)
    }

    fn cell(&self, at: u16) -> GridCell {
        self.cells[usize::from(at)]
    }

    /// The four neighbors: above, left, right, below.
    fn neighbors(&self, at: u16) -> [u16; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    pub(super) fn is_empty(&self, at: u16) -> bool {
        self.cell(at) == GridCell::Empty
    }

    pub(super) fn stone(&self, at: u16) -> Option<Color> {
        match self.cell(at) {
            GridCell::Black => Some(Color::Black),
            GridCell::White => Some(Color::White),
            GridCell::Empty | GridCell::Wall => None,
        }
    }

    /// Flood-fills the chain of a stone and calls `is_enough` for its liberties, some more than
    /// once, until it returns true. Returns whether it did. The stones visited are appended to
    /// `chain` and added to `seen`.
    pub(super) fn flood_chain(
        &self,
        stone: u16,
        seen: &mut CellSet,
        chain: &mut Vec<u16>,
        mut is_enough: impl FnMut(u16) -> bool,
    ) -> bool {
        let color = self.cell(stone);
        let mut next = chain.len();
        seen.insert(stone);
        chain.push(stone);
        while let Some(&stone) = chain.get(next) {
            next += 1;
            for beside in self.neighbors(stone) {
                let cell = self.cell(beside);
                if cell == GridCell::Empty && is_enough(beside) {
                    return true;
                }
                if cell == color && seen.insert(beside) {
                    chain.push(beside);
                }
            }
        }
        false
    }

    /// Whether the chain of a stone has a liberty other than `but`.
    fn has_other_liberty(&self, stone: u16, but: u16) -> bool {
        self.flood_chain(stone, &mut CellSet::new(), &mut Vec::new(), |at| at != but)
    }

    /// Whether one of the neighbors is empty.
    fn touches_empty(&self, at: u16) -> bool {
        self.neighbors(at).into_iter().any(|beside| self.is_empty(beside))
    }

    /// Whether each stone among the point and its neighbors touches an empty point. Then no
    /// chain that touches the point lacks a liberty.
    pub(super) fn has_liberties_around(&self, at: u16) -> bool {
        let [above, left, right, below] = self.neighbors(at);
        [at, above, left, right, below]
            .into_iter()
            .all(|at| self.stone(at).is_none() || self.touches_empty(at))
    }

    /// For each of the four neighbors, whether it touches an empty point other than `at`.
    /// Meaningless for neighbors that are walls.
    #[inline(always)]
    fn neighbors_touching_empty(&self, at: u16) -> [bool; 4] {
        // Branch-free: the cells around a move are unpredictable.
        let [above, left, right, below] = self.neighbors(at);
        let [upper_left, upper_right] = [self.is_empty(above - 1), self.is_empty(above + 1)];
        let [lower_left, lower_right] = [self.is_empty(below - 1), self.is_empty(below + 1)];
        [
            self.is_empty(above - self.stride) | upper_left | upper_right,
            self.is_empty(left - 1) | upper_left | lower_left,
            self.is_empty(right + 1) | upper_right | lower_right,
            self.is_empty(below + self.stride) | lower_left | lower_right,
        ]
    }

    /// Whether a stone played on the empty point `at` has a liberty after its captures: it touches
    /// an empty point, joins a chain with another liberty, or captures.
    pub(super) fn is_playable(&self, at: u16, color: Color) -> bool {
        if self.touches_empty(at) {
            return true;
        }
        self.neighbors(at).into_iter().zip(self.neighbors_touching_empty(at)).any(
            |(beside, touches_empty)| {
                self.stone(beside).is_some_and(|stone| {
                    (stone == color) == (touches_empty || self.has_other_liberty(beside, at))
                })
            },
        )
    }

    /// Sets a point to a stone or to empty. Captures nothing.
    pub(super) fn set(&mut self, at: u16, stone: Option<Color>) {
        if let Some(color) = self.stone(at) {
            self.remove(at, color);
        }
        if let Some(color) = stone {
            self.add(at, color);
        }
    }

    /// Adds a stone on an empty point. Captures nothing.
    fn add(&mut self, at: u16, color: Color) {
        self.cells[usize::from(at)] = GridCell::from(color);
        self.hash ^= zobrist_value(at, color);
    }

    /// Removes a stone of the given color.
    fn remove(&mut self, at: u16, color: Color) {
        self.cells[usize::from(at)] = GridCell::Empty;
        self.hash ^= zobrist_value(at, color);
    }

    /// Plays a stone on an empty point and removes the chains that it captures; see
    /// [`captured`](Self::captured). Returns whether the stone has a liberty; if not, the board
    /// is unchanged.
    pub(super) fn play(&mut self, at: u16, color: Color) -> bool {
        let neighbors @ [above, left, right, below] = self.neighbors(at);
        let enemy = GridCell::from(!color);
        let is_enemy = |at| self.cell(at) == enemy;
        let touch_empty = self.neighbors_touching_empty(at);
        let may_be_captured = [
            is_enemy(above) & !touch_empty[0],
            is_enemy(left) & !touch_empty[1],
            is_enemy(right) & !touch_empty[2],
            is_enemy(below) & !touch_empty[3],
        ];
        let touches_empty = self.is_empty(above)
            | self.is_empty(left)
            | self.is_empty(right)
            | self.is_empty(below);
        self.add(at, color);
        self.captured.clear();
        if may_be_captured != [false; 4] {
            let enemies = neighbors.into_iter().zip(may_be_captured).filter(|enemy| enemy.1);
            for (enemy, _) in enemies {
                self.capture(enemy, color);
            }
        }
        let has_liberty = touches_empty || !self.captured.is_empty() || !self.collect_captured(at);
        if !has_liberty {
            self.remove(at, color);
        }
        has_liberty
    }

    /// Removes the chain of a stone of the other color than `color`, if it has no liberty.
    fn capture(&mut self, stone: u16, color: Color) {
        let before = self.captured.len();
        // Empty if another stone of the same chain was passed before.
        if self.is_empty(stone) || !self.collect_captured(stone) {
            return;
        }
        for i in before..self.captured.len() {
            self.remove(self.captured[i], !color);
        }
    }

    /// Appends the chain of a stone to `captured` if it has no liberty. Returns whether it has
    /// none.
    fn collect_captured(&mut self, stone: u16) -> bool {
        let mut captured = std::mem::take(&mut self.captured);
        let before = captured.len();
        let has_liberty = self.flood_chain(stone, &mut CellSet::new(), &mut captured, |_| true);
        if has_liberty {
            captured.truncate(before);
        }
        self.captured = captured;
        !has_liberty
    }

    /// The indices of the stones captured by the last move.
    pub(super) fn captured(&self) -> &[u16] {
        &self.captured
    }

    /// Whether the stone is a chain of its own with one liberty.
    pub(super) fn is_single_in_atari(&self, at: u16) -> bool {
        let neighbors = self.neighbors(at);
        let empty = neighbors.into_iter().filter(|&beside| self.is_empty(beside)).count();
        empty == 1 && neighbors.into_iter().all(|beside| self.cell(beside) != self.cell(at))
    }
}
