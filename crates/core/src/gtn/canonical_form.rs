//! Canonicalization: computes the U_IGTN_R of a position, which is the same for all its
//! images under the sixteen operations.
//!
//! Equivalent to `Diagram::from(sub).to_u_igtn_r()`: format the sixteen images of the squared
//! position and take the smallest text. All texts begin with the same size, so two things
//! decide, and no text is formatted before the end:
//!
//! 1. **The markers.** `!` sorts before every point and `_` after, so only the operations with
//!    the best open sides can win: left closed, then top open, then right closed. For a corner
//!    2 of the 8 symmetries remain.
//! 2. **The points**, row by row. A row of [`Board`](crate::go::Board) is a number that sorts
//!    like its text. The row is computed for all remaining operations, and only those with the
//!    smallest row remain. Operations that remain after the last row yield the same text; two
//!    of them differ by an element of the stabilizer.

use std::cmp::Ordering;

use super::SubPosition;
use crate::PositionKey;
use crate::go::{MAX_SIDE, Sides, Symmetry, SymmetrySet};

/// Boards up to this side use 64 bits per row; larger boards, which are rare, use 128.
const SMALL_SIDE: usize = 32;

/// The canonical text of a position, and the operations that relate the two.
///
/// Made by [`SubPosition::canonicalize`].
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::gtn::SubPosition;
///
/// let one: SubPosition = "3x3|.O.X.....".parse()?;
/// let same: SubPosition = "3x3|.X...O...".parse()?; // rotated by 90 degrees
/// let (one, same) = (one.canonicalize(), same.canonicalize());
/// assert_eq!(one.text(), "3x3|.....O.X.");
/// assert_eq!(one.key(), same.key());
/// assert_eq!(one.symmetry().to_string(), "SR3");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    text: String,
    symmetry: Symmetry,
    stabilizer: SymmetrySet,
    is_own_negative: bool,
}

impl CanonicalForm {
    /// The canonical text: the U_IGTN_R.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The canonical text, owned.
    pub fn into_text(self) -> String {
        self.text
    }

    /// The key of the position: a hash of the canonical text.
    pub fn key(&self) -> PositionKey {
        PositionKey::of_text(&self.text)
    }

    /// The first operation, in the order of [`Symmetry::ALL`], that maps the position onto the
    /// canonical one.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Whether the position with swapped colors has the same canonical text.
    ///
    /// True whenever the [`stabilizer`](Self::stabilizer) contains a negative operation, and also
    /// when the position can be squared in two ways, with the empty lines before or after, and a
    /// negative operation maps one square onto the other.
    pub fn is_own_negative(&self) -> bool {
        self.is_own_negative
    }

    /// The stabilizer of the canonical position: all operations that map it onto itself.
    pub fn stabilizer(&self) -> SymmetrySet {
        self.stabilizer
    }
}

impl SubPosition {
    /// Computes the canonical form of the position as it is: without taking its
    /// [`window`](Self::window) first.
    ///
    /// Takes about 0.3 µs for a problem and 0.6 µs for a full board of 19x19.
    pub fn canonicalize(&self) -> CanonicalForm {
        match self.board.size().squared().cols() {
            side if usize::from(side) <= SMALL_SIDE => {
                self.canonicalize_square::<u64, SMALL_SIDE>(side)
            }
            side => self.canonicalize_square::<u128, { MAX_SIDE as usize }>(side),
        }
    }

    fn canonicalize_square<L: Line, const SIDE: usize>(&self, side: u8) -> CanonicalForm {
        let (offsets, count) = self.offsets_in_square(side);
        let square = Square::<L, SIDE>::new(self, side, offsets[0]);
        let smallest = square.find_smallest_image(self.open);
        if count == 1 {
            return smallest.into_canonical(self.open);
        }
        let square = Square::<L, SIDE>::new(self, side, offsets[1]);
        let other = square.find_smallest_image(self.open);
        match other.rows().cmp(smallest.rows()) {
            Ordering::Less => other.into_canonical(self.open),
            Ordering::Greater => smallest.into_canonical(self.open),
            Ordering::Equal => {
                let (first, second) = (smallest.symmetry(), other.symmetry());
                let canonical = smallest.into_canonical(self.open);
                let swaps_colors = first.is_negative() != second.is_negative();
                CanonicalForm {
                    symmetry: first.min(second),
                    is_own_negative: canonical.is_own_negative || swaps_colors,
                    ..canonical
                }
            }
        }
    }

    /// The offsets (columns, rows) at which the rectangle may be placed in its square, and how
    /// many of them differ.
    ///
    /// The empty lines that fill the square are added on the open side of their axis. If both
    /// sides or neither are open, they are added after the rectangle; rotated by 180 degrees,
    /// they are before it. So then there are two squares.
    fn offsets_in_square(&self, side: u8) -> ([(u8, u8); 2], usize) {
        let size = self.board.size();
        let (cols, rows) = (side - size.cols(), side - size.rows());
        let has = |side| self.open.contains(side);
        let offsets_on_axis = |gain: u8, first: bool, last: bool| match (first, last) {
            _ if gain == 0 => (0, 0),
            (true, false) => (gain, gain),
            (false, true) => (0, 0),
            _ => (0, gain),
        };
        let cols = offsets_on_axis(cols, has(Sides::LEFT), has(Sides::RIGHT));
        let rows = offsets_on_axis(rows, has(Sides::TOP), has(Sides::BOTTOM));
        let offsets = [(cols.0, rows.0), (cols.1, rows.1)];
        (offsets, if offsets[0] == offsets[1] { 1 } else { 2 })
    }
}

/// A line of a board as a number with two bits per point: the lower bit marks a white stone, the
/// higher bit a black one.
trait Line: Copy + Ord + 'static {
    const EMPTY: Self;
    const LARGEST: Self;

    /// A line with `after` empty points behind it.
    fn new(line: u128, after: u8) -> Self;
    /// The line with swapped colors.
    fn swap_colors(self) -> Self;
    /// The line of `side` points in reverse order.
    fn reverse(self, side: u8) -> Self;
    /// The bytes from the first of `side` points on, where the highest bits are.
    fn bytes(self, side: u8) -> impl Iterator<Item = u8>;
    /// The bytes from the last point on.
    fn reversed_bytes(self) -> impl Iterator<Item = u8>;
}

macro_rules! impl_line {
    ($($line:ty),*) => {$(
        impl Line for $line {
            const EMPTY: $line = 0;
            const LARGEST: $line = <$line>::MAX;

            #[inline]
            fn new(line: u128, after: u8) -> $line {
                (line as $line) << (2 * after)
            }

            #[inline]
            fn swap_colors(self) -> $line {
                const LOWER: $line = <$line>::MAX / 3; // 0x5555…
                (self & LOWER) << 1 | (self >> 1) & LOWER
            }

            #[inline]
            fn reverse(self, side: u8) -> $line {
                // Reversing all bits also swaps the two bits of each point.
                self.reverse_bits().swap_colors() >> (<$line>::BITS - 2 * u32::from(side))
            }

            #[inline]
            fn bytes(self, side: u8) -> impl Iterator<Item = u8> {
                (self << (<$line>::BITS - 2 * u32::from(side))).to_be_bytes().into_iter()
            }

            #[inline]
            fn reversed_bytes(self) -> impl Iterator<Item = u8> {
                self.to_le_bytes().into_iter()
            }
        }
    )*};
}

impl_line!(u64, u128);

/// For each set of open sides, the symmetries (without color swap) whose markers make the
/// smallest text: bit `i` is `Symmetry::ALL[i]`.
const BEST_FOR_MARKERS: [u8; 16] = {
    let mut table = [0; 16];
    let mut open = 0;
    while open < 16 {
        let mut best = u8::MAX;
        let mut i = 0;
        while i < 8 {
            let laid = Sides::from_bits(open as u8).transform(Symmetry::ALL[i]);
            let rank = (laid.contains(Sides::LEFT) as u8) << 2
                | (!laid.contains(Sides::TOP) as u8) << 1
                | laid.contains(Sides::RIGHT) as u8;
            if rank < best {
                best = rank;
                table[open] = 0;
            }
            if rank == best {
                table[open] |= 1 << i;
            }
            i += 1;
        }
        open += 1;
    }
    table
};

/// A position placed in a square. Rows and columns are both stored, so that each row of each
/// image is one stored line, possibly reversed.
struct Square<L, const SIDE: usize> {
    side: u8,
    rows: [L; SIDE],
    cols: [L; SIDE], // the topmost point in the highest bits
}

/// The image of a square with the smallest text among the sixteen.
struct SmallestImage<'a, L, const SIDE: usize> {
    square: &'a Square<L, SIDE>,
    /// The operations that produce it: bit `i` is `Symmetry::ALL[i]`.
    operations: u16,
}

impl<L: Line, const SIDE: usize> Square<L, SIDE> {
    /// Places a position with `before.0` empty columns on its left and `before.1` rows above.
    fn new(sub: &SubPosition, side: u8, before: (u8, u8)) -> Self {
        let mut square = Square { side, rows: [L::EMPTY; SIDE], cols: [L::EMPTY; SIDE] };
        let place = |target: &mut [L], lines: &[u128], before: u8, after: u8| {
            for (target, &line) in target[usize::from(before)..].iter_mut().zip(lines) {
                *target = L::new(line, after);
            }
        };
        let (cols, rows) = (sub.board.size().cols(), sub.board.size().rows());
        place(&mut square.rows, sub.board.rows(), before.1, side - cols - before.0);
        place(&mut square.cols, sub.board.cols(), before.0, side - rows - before.1);
        square
    }

    /// A line with its points in reverse order.
    fn reverse(&self, line: L) -> L {
        if line == L::EMPTY {
            return line; // fast path: most lines of most problems are empty
        }
        line.reverse(self.side)
    }

    /// The stored line that is row `i` of the image under one of the eight symmetries, and whether
    /// its points are in reverse order.
    fn stored_line(&self, symmetry: u32, i: u8) -> (L, bool) {
        let (first, last) = (usize::from(i), usize::from(self.side - 1 - i));
        match symmetry {
            0 => (self.rows[first], false),
            1 => (self.cols[first], true),
            2 => (self.rows[last], true),
            3 => (self.cols[last], false),
            4 => (self.rows[first], true),
            5 => (self.cols[first], false),
            6 => (self.rows[last], false),
            _ => (self.cols[last], true),
        }
    }

    /// Row `i` of the image under one of the eight symmetries.
    fn row(&self, symmetry: u32, i: u8) -> L {
        match self.stored_line(symmetry, i) {
            (line, true) => self.reverse(line),
            (line, false) => line,
        }
    }

    fn find_smallest_image(&self, open: Sides) -> SmallestImage<'_, L, SIDE> {
        let symmetries = u16::from(BEST_FOR_MARKERS[usize::from(open.bits())]);
        let mut operations = symmetries | symmetries << 8;
        for i in 0..self.side {
            if operations.is_power_of_two() {
                break;
            }
            let (mut smallest, mut remaining) = (L::LARGEST, 0);
            let mut compare = |row: L, bits: u16| {
                if row < smallest {
                    (smallest, remaining) = (row, bits);
                } else if row == smallest {
                    remaining |= bits;
                }
            };
            let mut rest = (operations | operations >> 8) & 0xff;
            while rest != 0 {
                let symmetry = rest.trailing_zeros();
                let (bit, bit_negative) = (1 << symmetry, 256 << symmetry);
                rest &= rest - 1;
                let row = self.row(symmetry, i);
                match operations & (bit | bit_negative) {
                    both if row == L::EMPTY => compare(row, both),
                    only if only == bit => compare(row, bit),
                    only if only == bit_negative => compare(row.swap_colors(), bit_negative),
                    _ => {
                        compare(row, bit);
                        compare(row.swap_colors(), bit_negative);
                    }
                }
            }
            operations = remaining;
        }
        SmallestImage { square: self, operations }
    }
}

/// The characters of the four points in a byte. The four tables: as they are, with swapped colors,
/// reversed, reversed with swapped colors.
const FOUR_POINTS: [[[u8; 4]; 256]; 4] = {
    let chars = [[b'.', b'O', b'X', b'?'], [b'.', b'X', b'O', b'?']];
    let mut tables = [[[0; 4]; 256]; 4];
    let mut code = 0;
    while code < 256 {
        let mut i = 0;
        while i < 4 {
            let point = code >> (6 - 2 * i) & 3;
            tables[0][code][i] = chars[0][point];
            tables[1][code][i] = chars[1][point];
            tables[2][code][3 - i] = chars[0][point];
            tables[3][code][3 - i] = chars[1][point];
            i += 1;
        }
        code += 1;
    }
    tables
};

impl<L: Line, const SIDE: usize> SmallestImage<'_, L, SIDE> {
    /// The first operation that produces the image.
    fn symmetry(&self) -> Symmetry {
        Symmetry::ALL[self.operations.trailing_zeros() as usize & 15]
    }

    /// The operations that map the image onto itself: the inverse of the first operation, then any
    /// other that produces the image.
    fn stabilizer(&self) -> SymmetrySet {
        if self.operations.is_power_of_two() {
            return SymmetrySet::from_bits(1); // the identity alone
        }
        let back = self.symmetry().inverse();
        SymmetrySet::from_bits(self.operations).iter().map(|other| back.then(other)).collect()
    }

    /// The rows of the image.
    fn rows(&self) -> impl Iterator<Item = L> {
        let index = self.operations.trailing_zeros();
        (0..self.square.side).map(move |i| {
            let row = self.square.row(index & 7, i);
            if index < 8 { row } else { row.swap_colors() }
        })
    }

    /// The canonical form of a position with these open sides.
    fn into_canonical(self, open: Sides) -> CanonicalForm {
        let (symmetry, stabilizer) = (self.symmetry(), self.stabilizer());
        let is_own_negative = stabilizer.has_negative();
        let text = self.format_igtn(open.transform(symmetry));
        CanonicalForm { text, symmetry, stabilizer, is_own_negative }
    }

    /// Formats the image as IGTN, with markers on the open sides.
    fn format_igtn(&self, open: Sides) -> String {
        let side = self.square.side;
        let n = usize::from(side);
        let has = |side| open.contains(side);
        let width = n + usize::from(has(Sides::LEFT)) + usize::from(has(Sides::RIGHT));
        let height = n + usize::from(has(Sides::TOP)) + usize::from(has(Sides::BOTTOM));

        let mut text = Vec::with_capacity(6 + width * height);
        push_number(&mut text, side);
        text.push(b'x');
        push_number(&mut text, side);
        text.push(b'|');
        let points = text.len();
        // Corners and the markers on the left and right are `_`; all else is overwritten.
        text.resize(points + width * height, b'_');
        let mut at = points + usize::from(has(Sides::LEFT));
        if has(Sides::TOP) {
            text[at..at + n].fill(b'!');
            at += width;
        }
        let index = self.operations.trailing_zeros();
        let [forward, reversed] = match index {
            ..8 => [&FOUR_POINTS[0], &FOUR_POINTS[2]],
            _ => [&FOUR_POINTS[1], &FOUR_POINTS[3]],
        };
        for i in 0..side {
            let row = &mut text[at..at + n];
            match self.square.stored_line(index & 7, i) {
                (line, false) => write_points(row, forward, line.bytes(side)),
                (line, true) => write_points(row, reversed, line.reversed_bytes()),
            }
            at += width;
        }
        if has(Sides::BOTTOM) {
            text[at..at + n].fill(b'!');
        }
        String::from_utf8(text).expect("all characters of an IGTN are ASCII")
    }
}

/// Writes the characters of a row, four points from each byte.
fn write_points(row: &mut [u8], table: &[[u8; 4]; 256], mut bytes: impl Iterator<Item = u8>) {
    let (fours, odd) = row.as_chunks_mut::<4>();
    for (four, byte) in fours.iter_mut().zip(&mut bytes) {
        *four = table[usize::from(byte)];
    }
    if let Some(byte) = bytes.next() {
        for (point, char) in odd.iter_mut().zip(table[usize::from(byte)]) {
            *point = char;
        }
    }
}

/// Writes a number below 100.
fn push_number(text: &mut Vec<u8>, number: u8) {
    if number >= 10 {
        text.push(b'0' + number / 10);
    }
    text.push(b'0' + number % 10);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use crate::go::{Board, Point, Size};
    use crate::gtn::Diagram;
    use proptest::prelude::*;

    impl SubPosition {
        /// [`canonicalize`](Self::canonicalize) by comparing texts.
        fn canonicalize_by_text(&self) -> CanonicalForm {
            let images: Vec<_> = Diagram::from(self).squared_images().collect();
            let (text, symmetry) = images.iter().min().cloned().expect("there are sixteen images");
            let has = |is_negative| {
                images.iter().any(|(other, by)| *other == text && by.is_negative() == is_negative)
            };
            let is_own_negative = has(false) && has(true);
            let canonical: Diagram = text.parse().expect("a formatted diagram can be parsed");
            let maps_onto_itself =
                |symmetry: &Symmetry| canonical.transform(*symmetry) == canonical;
            let stabilizer = Symmetry::ALL.into_iter().filter(maps_onto_itself).collect();
            CanonicalForm { text, symmetry, stabilizer, is_own_negative }
        }
    }

    /// Positions with few stones, because they often have a nontrivial stabilizer.
    fn sub_positions(max_side: u8) -> impl Strategy<Value = SubPosition> {
        let stones = prop::collection::vec((0..max_side, 0..max_side, any::<bool>()), 0..12);
        (1..=max_side, 1..=max_side, stones, 0u8..16).prop_map(|(cols, rows, stones, open)| {
            let mut board = Board::new(Size::new(cols, rows).unwrap());
            for (col, row, black) in stones {
                let color = if black { Color::Black } else { Color::White };
                board.set(Point::new(col % cols, row % rows), Some(color));
            }
            SubPosition { board, open: Sides::from_bits(open) }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn rows_and_texts_give_the_same_form(sub in sub_positions(6)) {
            prop_assert_eq!(sub.canonicalize(), sub.canonicalize_by_text());
        }

        #[test]
        fn all_images_have_the_same_text(sub in sub_positions(9), index in 0u8..16) {
            let symmetry = Symmetry::from_index(index).unwrap();
            let (one, other) = (sub.canonicalize(), sub.transform(symmetry).canonicalize());
            prop_assert_eq!(one.text(), other.text());
            prop_assert_eq!(one.stabilizer(), other.stabilizer());
        }

        #[test]
        fn the_operations_map_the_position_onto_the_text(sub in sub_positions(7)) {
            let sub = Diagram::from(&sub).squared().sub_position();
            let canonical = sub.canonicalize();
            for symmetry in canonical.stabilizer().iter() {
                let image = sub.transform(canonical.symmetry().then(symmetry));
                prop_assert_eq!(image.to_string(), canonical.text());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn rows_and_texts_give_the_same_form_on_large_boards(sub in sub_positions(52)) {
            prop_assert_eq!(sub.canonicalize(), sub.canonicalize_by_text());
        }
    }

    /// ```text
    ///   X O     with swapped colors, a crosscut rotated by 90 degrees
    ///   O X     is itself
    /// ```
    #[test]
    fn a_crosscut_is_its_own_negative() {
        let sub: SubPosition = "2x2|_!!__XO__OX__!!_".parse().unwrap();
        assert!(sub.canonicalize().is_own_negative());
        assert_eq!(sub.canonicalize().stabilizer().iter().count(), 8);
        let other: SubPosition = "2x2|_!!__XX__OX__!!_".parse().unwrap();
        assert!(!other.canonicalize().is_own_negative());
    }
}
