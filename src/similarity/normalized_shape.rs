//! The stones of a position and the real edges they are measured from.
//!
//! Every window is laid so that its real edges come to lie in one way, and its
//! points are counted from them; where an axis has no real edge, from the
//! first stone. What is beyond an open side is empty, as far as one looks.
//!
//! ```text
//!   none      one       a corner    two opposite  three     four
//!
//!   ~ ~ ~     | ~ ~     +-----      | ~ ~ |       +-----+   +-----+
//!   ~ ~ ~     | ~ ~     | ~ ~       | ~ ~ |       | ~ ~ |   | ~ ~ |    not higher
//!   ~ ~ ~     | ~ ~     | ~ ~       | ~ ~ |       | ~ ~ |   +-----+    than wide
//! ```

use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::SubPosition;

/// A stone of a figure; they sort row by row.
///
/// Row, column and color (1 for black) in one number, with so much room that
/// adding a shift to the number shifts the stone, and no two points of boards
/// of 52 lines are mixed up, however far they are shifted against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Stone(u16);

impl Stone {
    pub fn new(col: u8, row: u8, color: Color) -> Stone {
        let black = u16::from(color == Color::Black);
        Stone(u16::from(row) << 9 | u16::from(col) << 1 | black)
    }

    pub fn col(self) -> u8 {
        (self.0 >> 1) as u8
    }

    pub fn row(self) -> u8 {
        (self.0 >> 9) as u8
    }

    pub fn point(self) -> Point {
        Point::new(self.col(), self.row())
    }

    pub fn color(self) -> Color {
        if self.is_black() { Color::Black } else { Color::White }
    }

    pub fn is_black(self) -> bool {
        self.0 & 1 == 1
    }

    /// The number, which [`Shift::number`] may be added to.
    pub fn number(self) -> i32 {
        i32::from(self.0)
    }
}

/// Columns and rows to the right and down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shift {
    pub rows: i16,
    pub cols: i16,
}

impl Shift {
    /// What it adds to the number of a stone.
    pub fn number(self) -> i32 {
        i32::from(self.rows) * 512 + i32::from(self.cols) * 2
    }
}

/// Stones, and the real edges they are measured from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    /// The sides that are real edges, one of the six sets drawn above.
    pub edges: Sides,
    /// Up to the last stone, or to the edge behind it.
    pub size: Size,
    /// Sorted.
    pub stones: Vec<Stone>,
}

/// How a window came to lie as its figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Laying {
    /// Carries the window onto the figure.
    pub symmetry: Symmetry,
    /// The size of the window.
    window: Size,
    /// The empty columns and rows before the figure, after the operation.
    before: (u8, u8),
}

/// Whether the edges lie as those of figures do.
const fn is_laid(edges: Sides) -> bool {
    matches!(edges.bits(), 0 | 8 | 9 | 10 | 11 | 15)
}

/// The operation that lays each set of edges. The vertical mirror where it is
/// one: so a canonical text need only be read from its last row on.
const LAYING: [Symmetry; 16] = {
    let mut table = [Symmetry::IDENTITY; 16];
    let mut edges = 0;
    while edges < 16 {
        let mut i = 8;
        while i > 0 {
            i -= 1;
            if is_laid(Sides::from_bits(edges as u8).transform(Symmetry::ALL[i])) {
                table[edges] = Symmetry::ALL[i];
            }
        }
        if is_laid(Sides::from_bits(edges as u8).transform(UPSIDE_DOWN)) {
            table[edges] = UPSIDE_DOWN;
        }
        edges += 1;
    }
    table
};

/// `SR2`: a half-turn, mirrored.
const UPSIDE_DOWN: Symmetry = Symmetry::ALL[6];

impl Figure {
    /// The figure of a window, and how the window was laid for it. None when
    /// there are no stones.
    pub fn of(window: &SubPosition) -> Option<(Figure, Laying)> {
        let (edges, size) = (window.open.complement(), window.board.size());
        let symmetry = Figure::laying(edges, size);
        let stones = window.board.stones().map(|(point, color)| {
            let Point { col, row } = symmetry.point(point, size);
            Stone::new(col, row, color)
        });
        Figure::laid(edges.transform(symmetry), size, symmetry, stones.collect())
    }

    /// The operation that lays a window.
    fn laying(edges: Sides, window: Size) -> Symmetry {
        if edges == Sides::ALL && window.rows() > window.cols() {
            return Symmetry::ALL[1];
        }
        LAYING[usize::from(edges.bits())]
    }

    /// The figure of a window that was laid, but for the lines before it.
    fn laid(
        edges: Sides,
        window: Size,
        symmetry: Symmetry,
        mut stones: Vec<Stone>,
    ) -> Option<(Figure, Laying)> {
        let (mut cols, mut rows) = (0_u64, 0_u64);
        for stone in &stones {
            cols |= 1 << stone.col();
            rows |= 1 << stone.row();
        }
        if stones.is_empty() {
            return None;
        }
        let start = |side, lines: u64| {
            if edges.contains(side) { 0 } else { lines.trailing_zeros() as u8 }
        };
        let end = |side, lines: u64, edge: u8| {
            if edges.contains(side) { edge } else { 64 - lines.leading_zeros() as u8 }
        };
        let before = (start(Sides::LEFT, cols), start(Sides::TOP, rows));
        let laid = symmetry.size(window);
        let size = Size::new(
            end(Sides::RIGHT, cols, laid.cols()) - before.0,
            end(Sides::BOTTOM, rows, laid.rows()) - before.1,
        )
        .ok()?;
        if before != (0, 0) {
            let by = Stone::new(before.0, before.1, Color::White);
            stones.iter_mut().for_each(|stone| stone.0 -= by.0);
        }
        if !stones.is_sorted() {
            stones.sort_unstable();
        }
        Some((Figure { edges, size, stones }, Laying { symmetry, window, before }))
    }

    /// The figure of a canonical text, and how the text was laid for it. None
    /// when it is no text of a position.
    ///
    /// The same as parsing the text and [`of`](Self::of), in a tenth of the
    /// time: an index begins with all texts there are.
    pub fn read(text: &str) -> Option<(Figure, Laying)> {
        let (side, points) = text.split_once('|')?;
        let side: u8 = side.split_once('x')?.0.parse().ok()?;
        let window = Size::new(side, side).ok()?;
        let points = points.as_bytes();
        let has = |at: Option<usize>, marker| at.and_then(|at| points.get(at)) == Some(&marker);
        let (left, right) = (has(Some(0), b'_'), has(points.len().checked_sub(1), b'_'));
        let top = has(Some(usize::from(left)), b'!');
        let bottom = has(points.len().checked_sub(1 + usize::from(right)), b'!');
        let [width, height] = [left as usize + right as usize, top as usize + bottom as usize]
            .map(|n| n + side as usize);
        if points.len() != width * height {
            return None;
        }
        let open = |is_open, side| if is_open { side } else { Sides::NONE };
        let open = open(left, Sides::LEFT)
            | open(right, Sides::RIGHT)
            | open(top, Sides::TOP)
            | open(bottom, Sides::BOTTOM);

        let edges = open.complement();
        let symmetry = Figure::laying(edges, window);
        const EMPTY: [u8; 8] = [b'.'; 8];
        let mut stones = Vec::with_capacity(64);
        for row in (0..side).rev() {
            let start = (usize::from(top) + usize::from(row)) * width + usize::from(left);
            for first in (0..side).step_by(8) {
                let at = start + usize::from(first);
                let chars = points.get(at..at + 8).and_then(|chars| chars.try_into().ok());
                let chars = chars.unwrap_or_else(|| {
                    let (mut chars, last) = (EMPTY, &points[at..]);
                    chars[..last.len()].copy_from_slice(last);
                    chars
                });
                let behind_row = 64 - 8 * u32::from(side - first).min(8);
                // Most points are empty: a byte of what is left is a point
                // that is not.
                let differing = u64::from_le_bytes(chars) ^ u64::from_le_bytes(EMPTY);
                let mut rest = differing & u64::MAX >> behind_row;
                while rest != 0 {
                    let at = rest.trailing_zeros() / 8;
                    rest &= !(0xff << (8 * at));
                    let color = match chars[at as usize] {
                        b'X' => Color::Black,
                        b'O' => Color::White,
                        _ => return None,
                    };
                    let col = first + at as u8;
                    stones.push(if symmetry == UPSIDE_DOWN {
                        Stone::new(col, side - 1 - row, color)
                    } else {
                        let Point { col, row } = symmetry.point(Point::new(col, row), window);
                        Stone::new(col, row, color)
                    });
                }
            }
        }
        Figure::laid(edges.transform(symmetry), window, symmetry, stones)
    }

    /// The number of black stones.
    pub fn blacks(&self) -> usize {
        self.stones.iter().filter(|stone| stone.is_black()).count()
    }

    /// Whether it may be the figure of a text that was squared between two
    /// edges: nobody sees in the text at which of them lines were added.
    pub fn may_be_squared(&self) -> bool {
        let has = |side| self.edges.contains(side);
        if !has(Sides::RIGHT) || self.size.rows() != self.size.cols() {
            return false;
        }
        let last = self.size.cols() - 1;
        let is_filled = |is_in: fn(Point, u8) -> bool| {
            self.stones.iter().any(|stone| is_in(stone.point(), last))
        };
        let cols =
            is_filled(|point, _| point.col == 0) && is_filled(|point, last| point.col == last);
        let rows =
            is_filled(|point, _| point.row == 0) && is_filled(|point, last| point.row == last);
        !cols || has(Sides::BOTTOM) && !rows
    }

    /// The figure after each operation that leaves its edges as they lie.
    pub fn images(&self) -> impl Iterator<Item = (Symmetry, Figure)> {
        let is_kept = |symmetry: &Symmetry| {
            let turned = symmetry.size(self.size);
            self.edges.transform(*symmetry) == self.edges
                && (self.edges != Sides::ALL || turned == self.size)
        };
        Symmetry::ALL
            .into_iter()
            .filter(is_kept)
            .map(|symmetry| (symmetry, self.transform(symmetry)))
    }

    /// The figure after an operation, which may lay its edges otherwise.
    pub fn transform(&self, symmetry: Symmetry) -> Figure {
        let turn = |stone: &Stone| {
            let Point { col, row } = symmetry.point(stone.point(), self.size);
            Stone::new(col, row, symmetry.color(stone.color()))
        };
        let mut stones: Vec<Stone> = self.stones.iter().map(turn).collect();
        stones.sort_unstable();
        let edges = self.edges.transform(symmetry);
        Figure { edges, size: symmetry.size(self.size), stones }
    }
}

impl Laying {
    /// The point of the window that a point of the figure, given as column and
    /// row, was; it may lie outside both.
    pub fn back(&self, (col, row): (i16, i16)) -> (i16, i16) {
        let laid = (col + i16::from(self.before.0), row + i16::from(self.before.1));
        let size = self.symmetry.size(self.window);
        turn(self.symmetry.inverse(), laid, size)
    }
}

/// Where a point, given as column and row, comes to lie under an operation on
/// a board of the given size, though it may be none of its points.
pub(super) fn turn(symmetry: Symmetry, (col, row): (i16, i16), size: Size) -> (i16, i16) {
    let (right, bottom) = (i16::from(size.cols()) - 1, i16::from(size.rows()) - 1);
    let (col, row) = match symmetry.quarter_turns() {
        0 => (col, row),
        1 => (bottom - row, col),
        2 => (right - col, bottom - row),
        _ => (row, right - col),
    };
    if symmetry.mirrors() {
        (i16::from(symmetry.size(size).cols()) - 1 - col, row)
    } else {
        (col, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::reference::sub_positions;
    use proptest::prelude::*;

    #[test]
    fn every_set_of_edges_can_be_laid() {
        for bits in 0..16 {
            let edges = Sides::from_bits(bits);
            assert!(is_laid(edges.transform(LAYING[usize::from(bits)])), "{edges:?}");
        }
    }

    /// ```text
    ///   ~ ~ ~ ~ |          +------
    ///   ~ . . O |    →     | . X ~
    ///   ~ . X . |          | O . ~
    ///   --------+          | ~ ~
    /// ```
    #[test]
    fn a_corner_is_measured_from_its_edges() {
        let (figure, laying) = Figure::of(&"2x3|_!!!_..O_.X.".parse().unwrap()).unwrap();
        assert_eq!(figure.edges, Sides::LEFT | Sides::TOP);
        let shown: Vec<_> = figure
            .stones
            .iter()
            .map(|stone| format!("{} {}", stone.color(), stone.point()))
            .collect();
        assert_eq!(
            (shown.join(", "), laying.symmetry.name()),
            ("black (2,1), white (1,2)".to_owned(), "IR2")
        );
        assert_eq!(laying.back((1, 0)), (1, 1));
        assert_eq!(laying.back((0, 4)), (2, -3));
    }

    #[test]
    fn what_is_no_text_is_no_figure() {
        for text in [
            "",
            "|",
            "x|",
            "3x3|",
            "3x3|.........",
            "3x3|.........X",
            "2x2|XX?.",
            "99x99|X",
            "2x2|_!!_",
            "1x1|_",
            "1x1|!",
            "60x60|",
            "2x2|éX",
        ] {
            assert_eq!(Figure::read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn reading_a_text_is_parsing_it(sub in sub_positions(9, 0..12)) {
            let text = sub.canonicalize().into_text();
            prop_assert_eq!(Figure::read(&text), Figure::of(&text.parse().unwrap()));
        }

        #[test]
        fn a_point_finds_back(sub in sub_positions(9, 1..12)) {
            let (figure, laying) = Figure::of(&sub).unwrap();
            for stone in &figure.stones {
                let (col, row) = laying.back((i16::from(stone.col()), i16::from(stone.row())));
                let point = Point::new(col as u8, row as u8);
                let color = laying.symmetry.inverse().color(stone.color());
                prop_assert_eq!(sub.board.get(point), Some(color));
            }
            prop_assert_eq!(figure.stones.len(), sub.board.stones().count());
        }

        #[test]
        fn images_are_figures_of_the_turned_window(sub in sub_positions(9, 1..12)) {
            let (figure, _) = Figure::of(&sub).unwrap();
            for symmetry in Symmetry::ALL {
                let (turned, _) = Figure::of(&sub.transform(symmetry)).unwrap();
                prop_assert!(figure.images().any(|(_, image)| image == turned));
            }
        }
    }
}
