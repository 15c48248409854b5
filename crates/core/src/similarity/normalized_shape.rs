//! Stones in coordinates that do not depend on orientation or cropping.
//!
//! Normalizing rotates or mirrors a window so that its board edges are in one
//! of six standard positions:
//!
//! ```text
//!   no edge   one       corner    two facing  three     four
//!
//!   ~ ~ ~     | ~ ~     +-----      | ~ ~ |   +-----+   +-----+
//!   ~ ~ ~     | ~ ~     | ~ ~       | ~ ~ |   | ~ ~ |   | ~ ~ |    not higher
//!   ~ ~ ~     | ~ ~     | ~ ~       | ~ ~ |   | ~ ~ |   +-----+    than wide
//! ```
//!
//! Columns are then counted from the left edge and rows from the top edge. On
//! an axis without that edge, the count starts at the first line with a stone.
//! Beyond an open side the board is empty and has no end.

use crate::Color;
use crate::go::{Point, Sides, Size, Symmetry};
use crate::gtn::{CanonicalText, SubPosition};

/// A stone as one number: `row << 9 | col << 1 | is_black`.
///
/// Stones sort row by row. Adding [`Offset::packed`] moves a stone; columns
/// have a spare bit, so that two different points of boards of up to 52 lines
/// stay different under every offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PackedStone(u16);

impl PackedStone {
    pub(super) fn new(Point { col, row }: Point, color: Color) -> PackedStone {
        let is_black = u16::from(color == Color::Black);
        PackedStone(u16::from(row) << 9 | u16::from(col) << 1 | is_black)
    }

    pub(super) fn col(self) -> u8 {
        (self.0 >> 1) as u8
    }

    pub(super) fn row(self) -> u8 {
        (self.0 >> 9) as u8
    }

    pub(super) fn point(self) -> Point {
        Point::new(self.col(), self.row())
    }

    pub(super) fn color(self) -> Color {
        if self.is_black() { Color::Black } else { Color::White }
    }

    pub(super) fn is_black(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn packed(self) -> i32 {
        i32::from(self.0)
    }
}

/// A number of columns to the right and of rows down; negative numbers are to
/// the left and up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Offset {
    pub(super) rows: i16,
    pub(super) cols: i16,
}

impl Offset {
    /// What to add to a [`PackedStone::packed`] to move the stone.
    pub(super) fn packed(self) -> i32 {
        i32::from(self.rows) * 512 + i32::from(self.cols) * 2
    }
}

/// The stones of a window, and the board edges that coordinates are measured
/// from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NormalizedShape {
    /// The sides that are board edges: one of the six sets drawn above.
    pub(super) edges: Sides,
    /// Columns and rows up to the last stone, or up to the edge behind it.
    pub(super) size: Size,
    /// At least one stone, sorted.
    pub(super) stones: Vec<PackedStone>,
}

/// How a window became a [`NormalizedShape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Normalization {
    /// Maps the window onto the shape.
    pub(super) symmetry: Symmetry,
    /// The size of the window.
    window: Size,
    /// The columns and rows of the rotated window before the shape's first
    /// column and row. All of them are empty.
    skipped: (u8, u8),
}

const fn is_normal(edges: Sides) -> bool {
    matches!(edges.bits(), 0 | 8 | 9 | 10 | 11 | 15)
}

/// `SR2`: top and bottom exchanged.
const UPSIDE_DOWN: Symmetry = Symmetry::ALL[6];

/// For each set of edges, an operation that brings the edges into a standard
/// position: `SR2` where it does, else the first one. Canonical texts have
/// their corner at the bottom left, and [`CanonicalText::stones`] begins with the
/// bottom row: so their stones need no sorting.
const NORMALIZING: [Symmetry; 16] = {
    let mut table = [Symmetry::IDENTITY; 16];
    let mut edges = 0;
    while edges < 16 {
        let mut i = 8;
        while i > 0 {
            i -= 1;
            if is_normal(Sides::from_bits(edges as u8).transform(Symmetry::ALL[i])) {
                table[edges] = Symmetry::ALL[i];
            }
        }
        if is_normal(Sides::from_bits(edges as u8).transform(UPSIDE_DOWN)) {
            table[edges] = UPSIDE_DOWN;
        }
        edges += 1;
    }
    table
};

impl NormalizedShape {
    /// Normalizes a window; returns `None` for a window without stones.
    pub(super) fn from_window(window: &SubPosition) -> Option<(NormalizedShape, Normalization)> {
        NormalizedShape::from_stones(window.board.size(), window.open, window.board.stones())
    }

    /// Normalizes a window as if no edge were near.
    pub(super) fn from_window_without_edges(
        window: &SubPosition,
    ) -> Option<(NormalizedShape, Normalization)> {
        NormalizedShape::from_stones(window.board.size(), Sides::ALL, window.board.stones())
    }

    /// Equivalent to normalizing the position of the text as a window.
    pub(super) fn from_canonical_text(
        text: &CanonicalText,
    ) -> Option<(NormalizedShape, Normalization)> {
        NormalizedShape::from_stones(text.size(), text.open(), text.stones().iter().copied())
    }

    fn from_stones(
        window_size: Size,
        open: Sides,
        stones: impl Iterator<Item = (Point, Color)>,
    ) -> Option<(NormalizedShape, Normalization)> {
        let edges = open.complement();
        let is_high = edges == Sides::ALL && window_size.rows() > window_size.cols();
        let symmetry =
            if is_high { Symmetry::ALL[1] } else { NORMALIZING[usize::from(edges.bits())] };
        let (edges, rotated_size) = (edges.transform(symmetry), symmetry.size(window_size));

        let (mut col_bits, mut row_bits) = (0_u64, 0_u64);
        let rotate = |(point, color): (Point, Color)| {
            // The operation of most canonical texts, in a branch of its own for speed.
            let point = if symmetry == UPSIDE_DOWN {
                Point::new(point.col, window_size.rows() - 1 - point.row)
            } else {
                symmetry.point(point, window_size)
            };
            col_bits |= 1 << point.col;
            row_bits |= 1 << point.row;
            PackedStone::new(point, color)
        };
        let mut stones: Vec<PackedStone> = stones.map(rotate).collect();
        if stones.is_empty() {
            return None;
        }
        let start = |side, bits: u64| {
            if edges.contains(side) { 0 } else { bits.trailing_zeros() as u8 }
        };
        let end = |side, bits: u64, edge: u8| {
            if edges.contains(side) { edge } else { 64 - bits.leading_zeros() as u8 }
        };
        let skipped = (start(Sides::LEFT, col_bits), start(Sides::TOP, row_bits));
        let size = Size::new(
            end(Sides::RIGHT, col_bits, rotated_size.cols()) - skipped.0,
            end(Sides::BOTTOM, row_bits, rotated_size.rows()) - skipped.1,
        )
        .expect("the part of a window that holds its stones has 1 to 52 lines a side");
        if skipped != (0, 0) {
            let by = PackedStone::new(Point::new(skipped.0, skipped.1), Color::White);
            stones.iter_mut().for_each(|stone| stone.0 -= by.0);
        }
        if !stones.is_sorted() {
            stones.sort_unstable();
        }
        let normalization = Normalization { symmetry, window: window_size, skipped };
        Some((NormalizedShape { edges, size, stones }, normalization))
    }

    /// The stones without the edges, moved to the origin.
    pub(super) fn without_edges(&self) -> NormalizedShape {
        let stones = self.stones.iter().map(|stone| (stone.point(), stone.color()));
        let normalized = NormalizedShape::from_stones(self.size, Sides::ALL, stones);
        normalized.expect("a shape has a stone").0
    }

    pub(super) fn count_blacks(&self) -> usize {
        self.stones.iter().filter(|stone| stone.is_black()).count()
    }

    /// Whether the shape of a canonical text may come from windows of several
    /// sizes.
    ///
    /// A canonical text is a square: where two edges face each other, lines
    /// may have been added between them, and the text does not tell at which
    /// of the two. No line was added between edges that both have a stone.
    pub(super) fn has_ambiguous_size(&self) -> bool {
        let has_edge = |side| self.edges.contains(side);
        if !has_edge(Sides::RIGHT) || self.size.rows() != self.size.cols() {
            return false;
        }
        let last = self.size.cols() - 1;
        let has_stone = |is_on_line: &dyn Fn(Point) -> bool| {
            self.stones.iter().any(|stone| is_on_line(stone.point()))
        };
        let is_width_known =
            has_stone(&|point| point.col == 0) && has_stone(&|point| point.col == last);
        let is_height_known = !has_edge(Sides::BOTTOM)
            || has_stone(&|point| point.row == 0) && has_stone(&|point| point.row == last);
        !(is_width_known && is_height_known)
    }

    /// The operations that keep the edges in place, the identity first.
    pub(super) fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        let keeps_edges = |symmetry: &Symmetry| {
            self.edges.transform(*symmetry) == self.edges
                && (self.edges != Sides::ALL || symmetry.size(self.size) == self.size)
        };
        Symmetry::ALL.into_iter().filter(keeps_edges)
    }

    /// The images of the shape under its [`symmetries`](Self::symmetries), the
    /// shape itself first.
    pub(super) fn images(&self) -> impl Iterator<Item = (Symmetry, NormalizedShape)> {
        self.symmetries().map(|symmetry| (symmetry, self.transform(symmetry)))
    }

    /// The shape after an operation; its edges may leave their standard
    /// position.
    pub(super) fn transform(&self, symmetry: Symmetry) -> NormalizedShape {
        let transform_stone = |stone: &PackedStone| {
            let point = symmetry.point(stone.point(), self.size);
            PackedStone::new(point, symmetry.color(stone.color()))
        };
        let mut stones: Vec<PackedStone> = self.stones.iter().map(transform_stone).collect();
        stones.sort_unstable();
        let edges = self.edges.transform(symmetry);
        NormalizedShape { edges, size: symmetry.size(self.size), stones }
    }
}

impl Normalization {
    /// Maps a column and row of the window to the shape. Both may be outside.
    pub(super) fn apply(&self, place: (i16, i16)) -> (i16, i16) {
        let (col, row) = self.symmetry.signed_point(place, self.window);
        (col - i16::from(self.skipped.0), row - i16::from(self.skipped.1))
    }

    /// Maps a column and row of the shape back to the window. Both may be
    /// outside.
    pub(super) fn undo(&self, (col, row): (i16, i16)) -> (i16, i16) {
        let rotated = (col + i16::from(self.skipped.0), row + i16::from(self.skipped.1));
        self.symmetry.inverse().signed_point(rotated, self.symmetry.size(self.window))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::reference::sub_positions;
    use proptest::prelude::*;

    #[test]
    fn every_set_of_edges_has_a_standard_position() {
        for bits in 0..16 {
            let edges = Sides::from_bits(bits);
            assert!(is_normal(edges.transform(NORMALIZING[usize::from(bits)])), "{edges:?}");
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
        let window = "2x3|_!!!_..O_.X.".parse().unwrap();
        let (shape, normalization) = NormalizedShape::from_window(&window).unwrap();
        assert_eq!(shape.edges, Sides::LEFT | Sides::TOP);
        let shown: Vec<_> = shape
            .stones
            .iter()
            .map(|stone| format!("{} {}", stone.color(), stone.point()))
            .collect();
        assert_eq!(
            (shown.join(", "), normalization.symmetry.name()),
            ("black (2,1), white (1,2)".to_owned(), "IR2")
        );
        assert_eq!(normalization.undo((1, 0)), (1, 1));
        assert_eq!(normalization.undo((0, 4)), (2, -3));
    }

    /// ```text
    ///   | X . . |      | X . X |      | X . X |
    ///   | . O . |      | . O . |      | . O . |      3x3 in the text
    ///   | . . X |      | . . . |      | ~ ~ ~ |
    /// ```
    #[test]
    fn the_size_is_ambiguous_unless_both_facing_edges_have_stones() {
        let is_ambiguous = |text: &str| {
            NormalizedShape::from_window(&text.parse().unwrap()).unwrap().0.has_ambiguous_size()
        };
        assert!(is_ambiguous("3x3|!!!X...O.X..!!!"));
        assert!(!is_ambiguous("3x3|!!!X...O...X!!!"));
        assert!(!is_ambiguous("3x3|X...O...X"));
        assert!(is_ambiguous("3x3|X.X.O...."));
        assert!(!is_ambiguous("3x3|!!!_X.._.O._..X_"), "a corner");
    }

    proptest! {
        #[test]
        fn undoing_the_normalization_finds_every_stone(sub in sub_positions(9, 1..12)) {
            let (shape, normalization) = NormalizedShape::from_window(&sub).unwrap();
            for stone in &shape.stones {
                let (col, row) =
                    normalization.undo((i16::from(stone.col()), i16::from(stone.row())));
                prop_assert_eq!(
                    normalization.apply((col, row)),
                    (i16::from(stone.col()), i16::from(stone.row()))
                );
                let point = Point::new(col as u8, row as u8);
                let color = normalization.symmetry.inverse().color(stone.color());
                prop_assert_eq!(sub.board.get(point), Some(color));
            }
            prop_assert_eq!(shape.stones.len(), sub.board.stones().count());
        }

        #[test]
        fn a_rotated_window_normalizes_to_an_image(sub in sub_positions(9, 1..12)) {
            let (shape, _) = NormalizedShape::from_window(&sub).unwrap();
            for symmetry in Symmetry::ALL {
                let rotated = sub.transform(symmetry);
                let (rotated, _) = NormalizedShape::from_window(&rotated).unwrap();
                prop_assert!(shape.images().any(|(_, image)| image == rotated));
            }
        }
    }
}
