//! Collections of made-up problems, any number of them.
//!
//! A problem is a function of the seed and its number, so nothing is kept in
//! memory. One in four repeats an earlier one: turned, mirrored or recolored,
//! under another name, its solution in another order.
//!
//! [`Families`] has many near pairs instead: variations of the same positions.
//!
//! ```text
//!   a corner             a side               the center
//!
//!   . . O X . X .        . X O . . O X        . . X X . . .
//!   . O . O X . .        . X O . X O X        . X O O O X .
//!   O O O O X . .        . . O O O . X        . X O . O X .
//!   X X . X . . .        . X X . X X .        . . O O X . .
//! ```

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::Path;

use gtn_db::Color;
use gtn_db::go::{Board, Point, Size, Symmetry};

use super::random::Random;

/// A collection without end.
#[derive(Clone, Copy)]
pub struct Collection {
    pub seed: u64,
}

/// What was written into files.
#[derive(Clone, Copy, Default)]
pub struct Written {
    pub files: u64,
    pub records: u64,
    /// The bytes of the game trees alone.
    pub sgf: u64,
}

/// A property of a generated record: each has its own random numbers.
enum Aspect {
    Repeats,
    Shape,
    Looks,
}

/// Problems in families without end: each family is a position and variations of
/// it, in which one stone was added.
///
/// Two variations of a family are one point apart when their stones are on the
/// same point, else two. A family of `size` problems, an odd number, has
/// `3 * (size - 1) / 2` pairs at distance 1.
#[derive(Clone, Copy)]
pub struct Families {
    pub seed: u64,
    pub size: u64,
}

impl Collection {
    fn random(self, index: u64, aspect: Aspect) -> Random {
        let mixed = self.seed ^ index << 2 ^ aspect as u64;
        Random::new(Random::new(mixed).bits())
    }

    /// The first problem with the same position.
    pub fn original(self, mut index: u64) -> u64 {
        loop {
            let mut random = self.random(index, Aspect::Repeats);
            if index == 0 || !random.sixteenths(4) {
                return index;
            }
            index = random.below(index);
        }
    }

    /// The number of different problems among the first ones.
    pub fn originals(self, records: u64) -> u64 {
        (0..records).filter(|&index| self.original(index) == index).count() as u64
    }

    fn shape(self, index: u64) -> Shape {
        Shape::new(&mut self.random(self.original(index), Aspect::Shape))
    }

    /// The position of a problem, as its tree has it.
    pub fn board(self, index: u64) -> Board {
        let shape = self.shape(index);
        let symmetry = symmetry(&mut self.random(index, Aspect::Looks));
        let mut board = Board::new(shape.size);
        for color in Color::ALL {
            for &point in &shape.stones[color as usize] {
                board.set(symmetry.point(point, shape.size), Some(symmetry.color(color)));
            }
        }
        board
    }

    /// Writes the game tree of a problem.
    pub fn tree(self, index: u64, out: &mut String) {
        self.tree_of(index, self.shape(index), out);
    }

    fn tree_of(self, index: u64, shape: Shape, out: &mut String) {
        let Shape { size, stones, turn, mut lines, .. } = shape;
        let mut random = self.random(index, Aspect::Looks);
        let symmetry = symmetry(&mut random);
        let turn = symmetry.color(turn);
        let point = |out: &mut String, point: Point| {
            let Point { col, row } = symmetry.point(point, size);
            out.extend(['[', char::from(b'a' + col), char::from(b'a' + row), ']']);
        };
        let book =
            ["Problem", "Prob", "Lesson", "Life and death", "Tesuji"][random.below(5) as usize];
        let _ = write!(out, "(;GM[1]FF[4]CA[UTF-8]SZ[{}]GN[{book} {index}]", size.cols());
        for color in Color::ALL {
            let _ = write!(out, "A{}", color.sgf_char());
            for &stone in &stones[symmetry.color(color) as usize] {
                point(out, stone);
            }
        }
        if random.sixteenths(15) {
            let _ = write!(out, "PL[{}]", turn.sgf_char());
        }
        if random.sixteenths(12) {
            let name = if turn == Color::Black { "Black" } else { "White" };
            let aim = ["", " and live", " and kill", " and win the race"][random.below(4) as usize];
            let _ = write!(out, "C[{name} to play{aim}]");
        }
        for rest in (1..lines.len()).rev() {
            lines.swap(rest, random.below(rest as u64 + 1) as usize);
        }
        for Line { moves, is_right } in lines {
            out.push('(');
            let mut color = turn;
            for place in moves {
                let _ = write!(out, ";{}", color.sgf_char());
                point(out, place);
                color = !color;
            }
            out.push_str(if is_right { "C[RIGHT])" } else { ")" });
        }
        out.push(')');
    }

    /// Writes problems into files of a folder, so many in each.
    pub fn write(self, folder: &Path, range: Range<u64>, per_file: u64) -> io::Result<Written> {
        write_trees(folder, range, per_file, |index, out| self.tree(index, out))
    }
}

impl Families {
    /// Writes the game tree of a problem.
    pub fn tree(self, index: u64, out: &mut String) {
        let (family, variation) = (index / self.size, index % self.size);
        let collection = Collection { seed: self.seed };
        let mut shape = Shape::new(&mut collection.random(family, Aspect::Shape));
        if variation > 0 {
            let at = shape.free_point((variation - 1) / 2);
            shape.stones[(variation % 2) as usize].push(at);
        }
        collection.tree_of(index, shape, out);
    }

    /// Writes problems into files of a folder, so many in each.
    pub fn write(self, folder: &Path, range: Range<u64>, per_file: u64) -> io::Result<Written> {
        write_trees(folder, range, per_file, |index, out| self.tree(index, out))
    }
}

/// Writes game trees into files of a folder, so many in each.
fn write_trees(
    folder: &Path,
    range: Range<u64>,
    per_file: u64,
    tree: impl Fn(u64, &mut String),
) -> io::Result<Written> {
    std::fs::create_dir_all(folder)?;
    let mut written = Written::default();
    let mut text = String::new();
    for first in range.clone().step_by(per_file as usize) {
        let mut file = BufWriter::new(File::create(folder.join(format!("{first:08}.sgf")))?);
        written.files += 1;
        for index in first..range.end.min(first + per_file) {
            tree(index, &mut text);
            written.records += 1;
            written.sgf += text.len() as u64;
            text.push('\n');
            file.write_all(text.as_bytes())?;
            text.clear();
        }
        file.flush()?;
    }
    Ok(written)
}

fn symmetry(random: &mut Random) -> Symmetry {
    Symmetry::ALL[random.below(16) as usize]
}

/// A variation.
struct Line {
    moves: Vec<Point>,
    is_right: bool,
}

/// A problem before it is turned: near the top left corner, the defender Black.
struct Shape {
    size: Size,
    /// By color.
    stones: [Vec<Point>; 2],
    turn: Color,
    lines: Vec<Line>,
    /// The points that are taken, a number for each row.
    taken: [u32; 19],
    /// The space inside, and how far stones may stand from it.
    left: i32,
    top: i32,
    width: i32,
    depth: i32,
}

const DEFENDER: Color = Color::Black;
const ATTACKER: Color = Color::White;

impl Shape {
    fn new(random: &mut Random) -> Shape {
        loop {
            let mut shape = Shape::place(random);
            shape.surround(random);
            let [black, white] = shape.stones.each_ref().map(Vec::len);
            if (8..=40).contains(&(black + white)) && black >= 3 && white >= 3 {
                shape.solve(random);
                return shape;
            }
        }
    }

    /// An empty board, and a place on it.
    fn place(random: &mut Random) -> Shape {
        let side = [9, 13, 19][[0, 1, 2, 2, 2, 2, 2, 2][random.below(8) as usize]];
        let width = 4 + random.below(side / 3 - 3);
        let depth = 1 + random.below(side / 6);
        let (left, top) = match random.below(8) {
            0..5 => (0, 0),
            5..7 => (3 + random.below(side - 5 - width), 0),
            _ => (3 + random.below(side - 5 - width), 3 + random.below(side - 6 - depth)),
        };
        let [left, top, width, depth] = [left, top, width, depth].map(|n| n as i32);
        Shape {
            size: Size::new(side as u8, side as u8).expect("a usual size"),
            stones: [Vec::with_capacity(40), Vec::with_capacity(40)],
            turn: Color::ALL[random.below(2) as usize],
            lines: Vec::with_capacity(4),
            taken: [0; 19],
            left,
            top,
            width,
            depth,
        }
    }

    /// A point by its place in the shape, if it is free.
    fn take(&mut self, col: i32, row: i32) -> Option<Point> {
        let (col, row) = (self.left + col, self.top + row);
        let side = i32::from(self.size.cols());
        if !(0..side).contains(&col) || !(0..side).contains(&row) {
            return None;
        }
        let row_taken = &mut self.taken[row as usize];
        let is_free = *row_taken >> col & 1 == 0;
        *row_taken |= 1 << col;
        is_free.then(|| Point::new(col as u8, row as u8))
    }

    /// A point without a stone or a move, by its number; 0 is the nearest one to
    /// the top left of the shape. Every shape has at least 20 such points.
    fn free_point(&self, number: u64) -> Point {
        let is_free = |at: &Point| {
            let mut moves = self.lines.iter().flat_map(|line| &line.moves);
            !self.stones.iter().flatten().any(|stone| stone == at) && !moves.any(|next| next == at)
        };
        let mut free: Vec<Point> = self.size.points().filter(is_free).collect();
        let distance = |at: &Point| {
            (i32::from(at.col) - self.left).abs() + (i32::from(at.row) - self.top).abs()
        };
        free.sort_by_key(|at| (distance(at), at.row));
        free[number as usize]
    }

    fn put(&mut self, col: i32, row: i32, color: Color) {
        if let Some(point) = self.take(col, row) {
            self.stones[color as usize].push(point);
        }
    }

    /// Two walls around the space, stones in it, and some astray.
    fn surround(&mut self, random: &mut Random) {
        let (width, depth) = (self.width, self.depth);
        let mut wall = |shape: &mut Shape, defender: (i32, i32), attacker: (i32, i32)| {
            if random.sixteenths(14) {
                shape.put(defender.0, defender.1, DEFENDER);
            }
            if random.sixteenths(13) {
                shape.put(attacker.0, attacker.1, ATTACKER);
            }
            random.bits()
        };
        for col in 0..width {
            let bits = wall(self, (col, -1), (col, -2));
            let bottom = depth + (bits & 1) as i32;
            wall(self, (col, bottom), (col, bottom + 1));
            for row in 0..bottom {
                match bits >> (1 + 4 * row) & 15 {
                    0 | 1 => self.put(col, row, DEFENDER),
                    2 | 3 => self.put(col, row, ATTACKER),
                    _ => {}
                }
            }
        }
        for row in 0..=depth {
            wall(self, (-1, row), (-2, row));
            wall(self, (width, row), (width + 1, row));
        }
        for _ in 0..2 + random.below(7) {
            let color = Color::ALL[random.below(2) as usize];
            let (col, row) = self.nearby(random);
            self.put(col, row, color);
        }
    }

    fn nearby(&self, random: &mut Random) -> (i32, i32) {
        let mut from = |len: i32| random.below(len as u64 + 6) as i32 - 3;
        (from(self.width), from(self.depth))
    }

    /// A right line, and some that fail.
    fn solve(&mut self, random: &mut Random) {
        let before = self.taken;
        for i in 0..1 + random.below(3) {
            self.taken = before;
            let mut moves = Vec::with_capacity(8);
            let len = 1 + random.below(5) as usize;
            while moves.len() < len {
                let (col, row) = self.nearby(random);
                moves.extend(self.take(col, row));
            }
            self.lines.push(Line { moves, is_right: i == 0 });
        }
    }
}
