//! U_IGTN_R, fast: the text that a position has under all sixteen operations.
//!
//! Of the sixteen texts the smallest is wanted. They all begin with the same
//! size, so two things decide:
//!
//! 1. **The markers.** `!` sorts before every point and `_` behind, so only
//!    the operations that lay the open sides best can win: left closed, then
//!    top open, then right closed. A corner leaves 2 of the 8 symmetries.
//! 2. **The points**, row by row. A row of [`Board`](crate::go::Board) is a
//!    number that sorts as its text does, so the operations are compared row
//!    by row, and those with a larger row drop out. Operations that are still
//!    level at the end carry the position onto itself.

use std::cmp::Ordering;

use super::{Diagram, SubPosition};
use crate::PositionKey;
use crate::go::{Sides, Symmetry, SymmetrySet};

/// Boards up to this side are done in 64 bits a row; larger ones, which no
/// problem book has, the plain way.
const FAST_SIDE: u8 = 32;

/// The canonical text of a position, and how the position is carried onto it.
///
/// ```
/// use gtn_db::gtn::SubPosition;
///
/// let one: SubPosition = "3x3|.O.X.....".parse()?;
/// let same: SubPosition = "3x3|.X...O...".parse()?; // turned once
/// let (one, same) = (one.canonical(), same.canonical());
/// assert_eq!(one.text(), "3x3|.....O.X.");
/// assert_eq!(one.key(), same.key());
/// assert_eq!(one.symmetry().to_string(), "SR3");
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    text: Vec<u8>, // ASCII
    symmetry: Symmetry,
    fixing: SymmetrySet,
    is_own_negative: bool,
}

impl Canonical {
    /// The U_IGTN_R.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.text).unwrap_or_default()
    }

    /// The text, to keep.
    pub fn into_text(self) -> String {
        String::from_utf8(self.text).unwrap_or_default()
    }

    /// The key of the text.
    pub fn key(&self) -> PositionKey {
        PositionKey::of_ascii(&self.text)
    }

    /// The first operation that carries the position onto the canonical one.
    pub fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// Whether the position with its colors exchanged has the same text.
    ///
    /// More than [`fixing`](Self::fixing) tells: where lines were added on
    /// either side of a window to make it a square, the operation may carry one
    /// of the two squares onto the other.
    pub fn is_own_negative(&self) -> bool {
        self.is_own_negative
    }

    /// The operations that carry the canonical position onto itself.
    pub fn fixing(&self) -> SymmetrySet {
        self.fixing
    }
}

impl SubPosition {
    /// The U_IGTN_R of the position, as it is: no window is taken.
    pub fn canonical(&self) -> Canonical {
        let side = self.board.size().squared().cols();
        if side > FAST_SIDE {
            return self.canonical_plain();
        }
        let (offsets, count) = self.squares(side);
        let square = Square::new(self, side, offsets[0]);
        let smallest = square.smallest(self.open);
        if count == 1 {
            return smallest.canonical(self.open);
        }
        let square = Square::new(self, side, offsets[1]);
        let other = square.smallest(self.open);
        match other.rows().cmp(smallest.rows()) {
            Ordering::Less => other.canonical(self.open),
            Ordering::Greater => smallest.canonical(self.open),
            Ordering::Equal => {
                let (first, second) = (smallest.symmetry(), other.symmetry());
                let canonical = smallest.canonical(self.open);
                let changes_colors = first.is_negative() != second.is_negative();
                Canonical {
                    symmetry: first.min(second),
                    is_own_negative: canonical.is_own_negative || changes_colors,
                    ..canonical
                }
            }
        }
    }

    /// The same from all sixteen texts.
    fn canonical_plain(&self) -> Canonical {
        let images: Vec<_> = Diagram::from(self).images_squared().collect();
        let (text, symmetry) = images.iter().min().cloned().unwrap_or_default();
        let has = |is_negative| {
            images.iter().any(|(other, by)| *other == text && by.is_negative() == is_negative)
        };
        let is_own_negative = has(false) && has(true);
        let canonical: Option<Diagram> = text.parse().ok();
        let fixing = Symmetry::ALL
            .into_iter()
            .filter(|&fixing| {
                canonical.as_ref().is_some_and(|diagram| diagram.transform(fixing) == *diagram)
            })
            .collect();
        Canonical { text: text.into_bytes(), symmetry, fixing, is_own_negative }
    }

    /// Where the rectangle may lie in its square, as columns and rows before
    /// it, and how many such places there are.
    ///
    /// The empty lines come on the open side of the axis. Where both or
    /// neither side is open they come at the end, which a half-turn makes the
    /// beginning: then there are two squares to look at.
    fn squares(&self, side: u8) -> ([(u8, u8); 2], usize) {
        let size = self.board.size();
        let (cols, rows) = (side - size.cols(), side - size.rows());
        let has = |side| self.open.contains(side);
        let place = |gain: u8, first: bool, last: bool| match (first, last) {
            _ if gain == 0 => (0, 0),
            (true, false) => (gain, gain),
            (false, true) => (0, 0),
            _ => (0, gain),
        };
        let cols = place(cols, has(Sides::LEFT), has(Sides::RIGHT));
        let rows = place(rows, has(Sides::TOP), has(Sides::BOTTOM));
        let offsets = [(cols.0, rows.0), (cols.1, rows.1)];
        (offsets, if offsets[0] == offsets[1] { 1 } else { 2 })
    }
}

/// Every pair of bits of a row: its lower bit is set on a white stone, its
/// higher bit on a black one.
const LOWER: u64 = 0x5555_5555_5555_5555;

/// A row with the colors exchanged.
fn negative(row: u64) -> u64 {
    (row & LOWER) << 1 | (row >> 1) & LOWER
}

/// For each set of open sides, the symmetries (without colors) under which the
/// markers make the smallest texts; bits as in [`Symmetry::ALL`].
const BEST_LAID: [u8; 16] = {
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

/// A position laid into a square, by rows and by columns, so that every
/// operation reads lines and turns none.
struct Square {
    side: u8,
    rows: [u64; FAST_SIDE as usize],
    cols: [u64; FAST_SIDE as usize], // the top point highest
}

/// The smallest of the sixteen images of a square.
struct Smallest<'a> {
    square: &'a Square,
    /// The operations that make it, bits as in [`Symmetry::ALL`].
    carrying: u16,
}

impl Square {
    fn new(sub: &SubPosition, side: u8, before: (u8, u8)) -> Square {
        let mut square = Square { side, rows: [0; 32], cols: [0; 32] };
        let lay = |into: &mut [u64], lines: &[u128], first: u8, behind: u8| {
            for (into, &line) in into[usize::from(first)..].iter_mut().zip(lines) {
                *into = (line as u64) << (2 * behind);
            }
        };
        let (cols, rows) = (sub.board.size().cols(), sub.board.size().rows());
        lay(&mut square.rows, sub.board.rows(), before.1, side - cols - before.0);
        lay(&mut square.cols, sub.board.cols(), before.0, side - rows - before.1);
        square
    }

    /// A line read backwards.
    fn mirrored(&self, line: u64) -> u64 {
        if line == 0 {
            return 0; // most lines of most problems
        }
        negative(line.reverse_bits()) >> (64 - 2 * u32::from(self.side))
    }

    /// Row `i` of the square after one of the eight symmetries, and whether it
    /// is to be read backwards.
    fn raw_line(&self, symmetry: u32, i: u8) -> (u64, bool) {
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

    /// The same, the right way round.
    fn line(&self, symmetry: u32, i: u8) -> u64 {
        match self.raw_line(symmetry, i) {
            (line, true) => self.mirrored(line),
            (line, false) => line,
        }
    }

    fn smallest(&self, open: Sides) -> Smallest<'_> {
        let laid = u16::from(BEST_LAID[usize::from(open.bits())]);
        let mut carrying = laid | laid << 8;
        for i in 0..self.side {
            if carrying.is_power_of_two() {
                break;
            }
            let (mut least, mut level) = (u64::MAX, 0);
            let mut look = |row: u64, bits: u16| {
                if row < least {
                    (least, level) = (row, bits);
                } else if row == least {
                    level |= bits;
                }
            };
            let mut rest = (carrying | carrying >> 8) & 0xff;
            while rest != 0 {
                let symmetry = rest.trailing_zeros();
                let (bit, bit_negative) = (1 << symmetry, 256 << symmetry);
                rest &= rest - 1;
                let line = self.line(symmetry, i);
                match carrying & (bit | bit_negative) {
                    both if line == 0 => look(0, both),
                    only if only == bit => look(line, bit),
                    only if only == bit_negative => look(negative(line), bit_negative),
                    _ => {
                        look(line, bit);
                        look(negative(line), bit_negative);
                    }
                }
            }
            carrying = level;
        }
        Smallest { square: self, carrying }
    }
}

/// The characters of four points in a byte, leftmost first; then the same with
/// the colors exchanged; then both read backwards.
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

impl Smallest<'_> {
    /// The first of the operations.
    fn symmetry(&self) -> Symmetry {
        Symmetry::ALL[self.carrying.trailing_zeros() as usize & 15]
    }

    /// The operations that carry the image onto itself: back, and forth
    /// another way.
    fn fixing(&self) -> SymmetrySet {
        if self.carrying.is_power_of_two() {
            return SymmetrySet::from_bits(1); // only the one that changes nothing
        }
        let back = self.symmetry().inverse();
        SymmetrySet::from_bits(self.carrying).iter().map(|other| back.then(other)).collect()
    }

    /// The rows of the image.
    fn rows(&self) -> impl Iterator<Item = u64> {
        let index = self.carrying.trailing_zeros();
        (0..self.square.side).map(move |i| {
            let line = self.square.line(index & 7, i);
            if index < 8 { line } else { negative(line) }
        })
    }

    fn canonical(&self, open: Sides) -> Canonical {
        let (symmetry, fixing) = (self.symmetry(), self.fixing());
        let is_own_negative = fixing.has_negative();
        Canonical { text: self.text(open.transform(symmetry)), symmetry, fixing, is_own_negative }
    }

    /// The IGTN of the image, with markers on the open sides.
    fn text(&self, open: Sides) -> Vec<u8> {
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
        // The corners and the marks on the left and right are `_`; the rest is
        // written over it.
        text.resize(points + width * height, b'_');
        let mut at = points + usize::from(has(Sides::LEFT));
        if has(Sides::TOP) {
            text[at..at + n].fill(b'!');
            at += width;
        }
        let index = self.carrying.trailing_zeros();
        let [plain, backwards] = match index {
            ..8 => [&FOUR_POINTS[0], &FOUR_POINTS[2]],
            _ => [&FOUR_POINTS[1], &FOUR_POINTS[3]],
        };
        for i in 0..side {
            let row = &mut text[at..at + n];
            match self.square.raw_line(index & 7, i) {
                // From the left, where the highest bits are.
                (line, false) => {
                    let bytes = (line << (64 - 2 * u32::from(side))).to_be_bytes();
                    put_points(row, plain, bytes);
                }
                // From the right.
                (line, true) => put_points(row, backwards, line.to_le_bytes()),
            }
            at += width;
        }
        if has(Sides::BOTTOM) {
            text[at..at + n].fill(b'!');
        }
        text
    }
}

/// Writes a row, four points from each byte.
fn put_points(row: &mut [u8], table: &[[u8; 4]; 256], bytes: [u8; 8]) {
    let (fours, odd) = row.as_chunks_mut::<4>();
    let mut bytes = bytes.into_iter();
    for (four, byte) in fours.iter_mut().zip(&mut bytes) {
        *four = table[usize::from(byte)];
    }
    if let Some(byte) = bytes.next() {
        for (point, char) in odd.iter_mut().zip(table[usize::from(byte)]) {
            *point = char;
        }
    }
}

/// A number below 100.
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
    use proptest::prelude::*;

    /// Boards with few stones are often their own image; those with many are not.
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
        fn fast_and_plain_agree(sub in sub_positions(6)) {
            prop_assert_eq!(sub.canonical(), sub.canonical_plain());
        }

        #[test]
        fn every_image_has_the_same_text(sub in sub_positions(9), index in 0u8..16) {
            let symmetry = Symmetry::from_index(index).unwrap();
            let (one, other) = (sub.canonical(), sub.transform(symmetry).canonical());
            prop_assert_eq!(one.text(), other.text());
            prop_assert_eq!(one.fixing(), other.fixing());
        }

        #[test]
        fn the_operation_carries_the_position_onto_the_text(sub in sub_positions(7)) {
            let sub = Diagram::from(&sub).squared().sub_position();
            let canonical = sub.canonical();
            for fixing in canonical.fixing().iter() {
                let image = sub.transform(canonical.symmetry().then(fixing));
                prop_assert_eq!(image.to_string(), canonical.text());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn fast_and_plain_agree_on_large_boards(sub in sub_positions(32)) {
            prop_assert_eq!(sub.canonical(), sub.canonical_plain());
        }
    }

    #[test]
    fn boards_beyond_the_fast_side_are_done_too() {
        let mut board = Board::new(Size::new(40, 33).unwrap());
        board.set(Point::new(3, 2), Some(Color::Black));
        let canonical = SubPosition::goban(board).canonical();
        assert!(canonical.text().starts_with("40x40|"));
        assert_eq!(canonical.text().len(), 6 + 40 * 40);
    }

    /// ```text
    ///   X O     turned by a half or mirrored with the colors
    ///   O X     exchanged, this is itself
    /// ```
    #[test]
    fn a_crosscut_is_its_own_negative() {
        let sub: SubPosition = "2x2|_!!__XO__OX__!!_".parse().unwrap();
        assert!(sub.canonical().is_own_negative());
        assert_eq!(sub.canonical().fixing().iter().count(), 8);
        let other: SubPosition = "2x2|_!!__XX__OX__!!_".parse().unwrap();
        assert!(!other.canonical().is_own_negative());
    }
}
