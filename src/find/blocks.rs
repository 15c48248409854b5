//! The small blocks of points that a position is made of: what has a pattern
//! has its blocks.
//!
//! ```text
//!   . O X .       of 2x3: . O X  O X .   of 3x2: . O  O X  X .   of 2x2: . O  O X  X .  …
//!   X O . .               X O .  O . .           X O  O .  . .           X O  O .  . .
//!   . . . .                                      . .  . .  . .
//! ```
//!
//! Two blocks that are the same in another orientation or color are of one
//! kind. There are 115 kinds of 2x3 and 12 of 2x2 with a stone: a bit for each.

use rayon::prelude::*;

#[cfg(test)]
use super::figure::Figure;
use super::figure::Stone;
use super::index::{Entry, Index};
use crate::Color;
use crate::go::{Point, Sides};
use crate::gtn::{Asked, Pattern};

/// A set of kinds of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Blocks(u128);

/// A block of two rows: four bits a column, the last one lowest; of them two
/// for the point above, white and black, and two for the point below.
type Code = usize;

/// No kind: of blocks without stones, and of what is no block.
const NONE: u8 = 127;

const LARGE_KINDS: u8 = 115;
const LARGE: [u8; 4096] = kinds(3, 0);
const SMALL: [u8; 4096] = kinds(2, LARGE_KINDS);

const fn exchanged(code: Code) -> Code {
    (code & 0x555) << 1 | code >> 1 & 0x555
}

const fn upside_down(code: Code) -> Code {
    (code & 0x333) << 2 | code >> 2 & 0x333
}

const fn mirrored(code: Code, cols: usize) -> Code {
    match cols {
        3 => (code & 15) << 8 | code & 0xf0 | code >> 8,
        _ => (code & 15) << 4 | code >> 4,
    }
}

/// Rows and columns exchanged, of two columns.
const fn transposed(code: Code) -> Code {
    code & 0b11_00_00_11 | (code & 0b1100) << 2 | code >> 2 & 0b1100
}

/// The kind of each code of so many columns, numbered from `first` on.
const fn kinds(cols: usize, first: u8) -> [u8; 4096] {
    let mut kinds = [NONE; 4096];
    let (mut next, mut code) = (first, 1);
    while code < 1 << (4 * cols) {
        let mut least = code;
        let mut i = 1;
        while i < 16 {
            let mut image = code;
            if i & 1 != 0 {
                image = exchanged(image);
            }
            if i & 2 != 0 {
                image = upside_down(image);
            }
            if i & 4 != 0 {
                image = mirrored(image, cols);
            }
            if i & 8 != 0 && cols == 2 {
                image = transposed(image);
            }
            if image < least {
                least = image;
            }
            i += 1;
        }
        if code & code >> 1 & 0x555 == 0 {
            if least == code {
                kinds[code] = next;
                next += 1;
            } else {
                kinds[code] = kinds[least];
            }
        }
        code += 1;
    }
    kinds
}

/// The lines of a figure, rows or columns: for each its white and its black
/// stones, the first point lowest.
struct Lines {
    stones: [(u64, u64); 54], // one line more at each end
    count: usize,
    length: usize,
    /// Whether the board goes on before and after the lines, and before and
    /// after their points.
    open: [bool; 4],
}

impl Lines {
    fn new(stones: &[Stone], (count, length): (u8, u8), edges: [Sides; 4], real: Sides) -> Lines {
        let is_of_rows = edges[0] == Sides::TOP;
        let mut lines = Lines {
            stones: [(0, 0); 54],
            count: usize::from(count),
            length: usize::from(length),
            open: edges.map(|edge| !real.contains(edge)),
        };
        for stone in stones {
            let (col, row) = (stone.col(), stone.row());
            let (line, point) = if is_of_rows { (row, col) } else { (col, row) };
            let (white, black) = &mut lines.stones[usize::from(line) + 1];
            *(if stone.is_black() { black } else { white }) |= 1 << point;
        }
        lines
    }

    /// Adds the blocks of two lines; the small ones too, if they are wanted.
    fn add_to(&self, blocks: &mut u128, with_small: bool) {
        let [before, after, left, right] = self.open.map(usize::from);
        for pair in self.stones[1 - before..self.count + 1 + after].windows(2) {
            let [(white_above, black_above), (white_below, black_below)] = [pair[0], pair[1]];
            if white_above | black_above | white_below | black_below == 0 {
                continue;
            }
            // From two points before the line to two points behind it.
            let [a, b, c, d] =
                [black_above, white_above, black_below, white_below].map(|line| line << 2);
            let (mut code, mut known) = (0, 0);
            for at in 2 - 2 * left..2 + self.length + 2 * right {
                let column =
                    (a >> at & 1) << 3 | (b >> at & 1) << 2 | (c >> at & 1) << 1 | d >> at & 1;
                code = code << 4 & 0xfff | column as Code;
                known += 1;
                if known >= 3 {
                    *blocks |= 1 << LARGE[code];
                }
                if known >= 2 && with_small {
                    *blocks |= 1 << SMALL[code & 0xff];
                }
            }
        }
    }
}

impl Blocks {
    const WITHOUT_NONE: u128 = !(1 << NONE);

    #[cfg(test)]
    fn of(figure: &Figure) -> Blocks {
        let size = (figure.size.cols(), figure.size.rows());
        Blocks::of_stones(&figure.stones, size, figure.edges)
    }

    /// The blocks of a figure, those at its open sides too.
    fn of_stones(stones: &[Stone], (cols, rows): (u8, u8), edges: Sides) -> Blocks {
        let mut blocks = 0;
        let sides = [Sides::TOP, Sides::BOTTOM, Sides::LEFT, Sides::RIGHT];
        Lines::new(stones, (rows, cols), sides, edges).add_to(&mut blocks, true);
        let sides = [Sides::LEFT, Sides::RIGHT, Sides::TOP, Sides::BOTTOM];
        Lines::new(stones, (cols, rows), sides, edges).add_to(&mut blocks, false);
        Blocks(blocks & Blocks::WITHOUT_NONE)
    }

    /// Those of all entries of an index, in their order.
    pub fn of_all(index: &Index) -> Vec<Blocks> {
        let blocks = |entry: &Entry| {
            Blocks::of_stones(index.stones_of(entry), entry.size(), entry.band.edges())
        };
        index.entries.par_iter().map(blocks).collect()
    }

    /// The blocks that everything with a pattern has.
    pub fn asked_by(pattern: &Pattern) -> Blocks {
        let size = pattern.size();
        let mut blocks = 0;
        for origin in size.points() {
            // (lines, points of a line, rows are lines)
            for (cols, is_by_rows) in [(3, true), (3, false), (2, true)] {
                let code = (0..cols).try_fold(0, |code: Code, i| {
                    (0..2).try_fold(code, |code, line| {
                        let (col, row) = if is_by_rows { (i, line) } else { (line, i) };
                        let point = Point::new(origin.col + col, origin.row + row);
                        let asked = size.contains(point).then(|| pattern.asked(point));
                        match asked? {
                            Asked::Anything => None,
                            Asked::Empty => Some(code << 2),
                            Asked::Stone(Color::White) => Some(code << 2 | 1),
                            Asked::Stone(Color::Black) => Some(code << 2 | 2),
                        }
                    })
                });
                let kinds = if cols == 3 { &LARGE } else { &SMALL };
                blocks |= code.map_or(0, |code| 1 << kinds[code]);
            }
        }
        Blocks(blocks & Blocks::WITHOUT_NONE)
    }

    /// Whether all blocks of another set are there.
    pub fn has_all(self, others: Blocks) -> bool {
        self.0 & others.0 == others.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::plain::sub_positions;
    use crate::go::{Board, Size, Symmetry};
    use crate::gtn::SubPosition;
    use proptest::prelude::*;

    #[test]
    fn there_are_as_many_kinds_as_bits() {
        let last = |kinds: &[u8; 4096]| kinds.iter().filter(|&&kind| kind != NONE).max().copied();
        assert_eq!(last(&LARGE), Some(LARGE_KINDS - 1));
        assert_eq!(last(&SMALL), Some(NONE - 1));
    }

    proptest! {
        /// Of a figure with two empty lines on its open sides, seen as a
        /// pattern: every block is asked for, no other.
        #[test]
        fn a_position_has_its_blocks_in_every_orientation(
            sub in sub_positions(7, 1..15), index in 0u8..16,
        ) {
            let (figure, _) = Figure::of(&sub).unwrap();
            let turned = sub.transform(Symmetry::from_index(index).unwrap());
            prop_assert_eq!(Blocks::of(&figure), Blocks::of(&Figure::of(&turned).unwrap().0));

            let before = |side| if sub.open.contains(side) { 2 } else { 0 };
            let size = sub.board.size();
            let mut board = Board::new(Size::new(
                size.cols() + before(Sides::LEFT) + before(Sides::RIGHT),
                size.rows() + before(Sides::TOP) + before(Sides::BOTTOM),
            ).unwrap());
            for (Point { col, row }, color) in sub.board.stones() {
                let point = Point::new(col + before(Sides::LEFT), row + before(Sides::TOP));
                board.set(point, Some(color));
            }
            let pattern = Pattern::try_from(&SubPosition { board, open: sub.open }).unwrap();
            prop_assert_eq!(Blocks::of(&figure), Blocks::asked_by(&pattern));
        }
    }
}
