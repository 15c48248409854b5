//! The sixteen operations of GobanTN: the eight symmetries of the square, each with and
//! without swapping the colors.
//!
//! ```text
//!   IR0    IR1    IR2    IR3        SR0    SR1    SR2    SR3
//!   X O .  . . X  . . .  . . .      . O X  X . .  . . .  . . .
//!   . . .  . . O  . . .  O . .      . . .  O . .  . . .  . . O
//!   . . .  . . .  . O X  X . .      . . .  . . .  X O .  . . X
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Point, Sides, Size};
use crate::Color;

/// One of the sixteen operations.
///
/// `IR0` to `IR3` rotate clockwise by 0, 90, 180 and 270 degrees; `SR0` to `SR3` rotate likewise
/// and then mirror across the vertical axis; the prefix `N_` also swaps the colors. Source: the GobanTN document, section
/// "Équivalences et permutations" (its table prints SR1 and SR3 the other way
/// round; its definition is followed here).
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::Symmetry;
///
/// let turn: Symmetry = "IR1".parse()?;
/// let mirror: Symmetry = "N_SR0".parse()?;
/// assert_eq!(turn.then(mirror).to_string(), "N_SR1");
/// assert_eq!(turn.inverse().to_string(), "IR3");
/// # Ok::<(), gtn_db::go::ParseSymmetryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symmetry(u8); // bits 0-1: quarter turns, 2: mirrored after, 3: negative

/// A text that is not the name of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is not an operation: write IR0 to IR3 or SR0 to SR3, with or without the prefix N_", .0.escape_debug())]
pub struct ParseSymmetryError(pub String);

const NAMES: [&str; 16] = [
    "IR0", "IR1", "IR2", "IR3", "SR0", "SR1", "SR2", "SR3", "N_IR0", "N_IR1", "N_IR2", "N_IR3",
    "N_SR0", "N_SR1", "N_SR2", "N_SR3",
];

impl Symmetry {
    /// `IR0`, the identity.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// `N_IR0`, which only swaps the colors.
    pub const NEGATIVE: Symmetry = Symmetry(8);

    /// All sixteen operations in the order IR0…IR3, SR0…SR3, N_IR0…N_SR3.
    pub const ALL: [Symmetry; 16] = {
        let mut all = [Symmetry(0); 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// The index in [`ALL`](Self::ALL), 0 to 15. Stored in databases: it never changes.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The operation with an index in [`ALL`](Self::ALL); `None` from 16 on.
    pub const fn from_index(index: u8) -> Option<Symmetry> {
        if index < 16 { Some(Symmetry(index)) } else { None }
    }

    /// The name, such as `N_SR3`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The number of quarter turns clockwise, 0 to 3.
    pub const fn quarter_turns(self) -> u8 {
        self.0 & 3
    }

    /// Whether the operation mirrors the rotated board.
    pub const fn mirrors(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether the operation swaps the colors.
    pub const fn is_negative(self) -> bool {
        self.0 & 8 != 0
    }

    /// Whether the operation turns rows into columns.
    pub const fn transposes(self) -> bool {
        self.0 & 1 != 0
    }

    /// The operation equivalent to `self` followed by `next`.
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // After a mirror, rotations have the opposite direction.
        let turns = if self.mirrors() {
            4 + self.quarter_turns() - next.quarter_turns()
        } else {
            self.quarter_turns() + next.quarter_turns()
        };
        Symmetry((turns & 3) | ((self.0 ^ next.0) & 12))
    }

    /// The operation that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        if self.mirrors() {
            self // every reflection is its own inverse
        } else {
            Symmetry(((4 - self.quarter_turns()) & 3) | (self.0 & 8))
        }
    }

    /// The size of a board after the operation.
    pub const fn size(self, size: Size) -> Size {
        if self.transposes() { size.transposed() } else { size }
    }

    /// The image of a point of a board of the given size.
    pub const fn point(self, point: Point, size: Size) -> Point {
        let (right, bottom) = (size.cols() - 1, size.rows() - 1);
        let turned = match self.quarter_turns() {
            0 => point,
            1 => Point::new(bottom - point.row, point.col),
            2 => Point::new(right - point.col, bottom - point.row),
            _ => Point::new(point.row, right - point.col),
        };
        if self.mirrors() {
            Point::new(self.size(size).cols() - 1 - turned.col, turned.row)
        } else {
            turned
        }
    }

    /// The same for a column and a row that may be outside the board.
    #[doc(hidden)]
    pub fn signed_point(self, (col, row): (i16, i16), size: Size) -> (i16, i16) {
        let (right, bottom) = (i16::from(size.cols()) - 1, i16::from(size.rows()) - 1);
        let (col, row) = match self.quarter_turns() {
            0 => (col, row),
            1 => (bottom - row, col),
            2 => (right - col, bottom - row),
            _ => (row, right - col),
        };
        if self.mirrors() { (i16::from(self.size(size).cols()) - 1 - col, row) } else { (col, row) }
    }

    /// The image of a vector.
    #[doc(hidden)]
    pub fn turned(self, (cols, rows): (i16, i16)) -> (i16, i16) {
        let (cols, rows) = match self.quarter_turns() {
            0 => (cols, rows),
            1 => (-rows, cols),
            2 => (-cols, -rows),
            _ => (rows, -cols),
        };
        if self.mirrors() { (-cols, rows) } else { (cols, rows) }
    }

    /// The inverse operation on row-major indices: for each point of the transformed board, the
    /// index of the point it comes from.
    ///
    /// ```text
    ///   0 1 2        3 0
    ///   3 4 5   →    4 1     IR1: start 3, right -3, below 1
    ///                5 2
    /// ```
    pub fn origins(self, size: Size) -> Origins {
        let after = self.size(size);
        let number = |col: u8, row: u8| {
            let point = Point::new(col.min(after.cols() - 1), row.min(after.rows() - 1));
            let point = self.inverse().point(point, after);
            isize::from(point.row) * isize::from(size.cols()) + isize::from(point.col)
        };
        let start = number(0, 0);
        Origins { start, right: number(1, 0) - start, below: number(0, 1) - start }
    }

    /// The color of a stone after the operation.
    pub fn color(self, color: Color) -> Color {
        if self.is_negative() { !color } else { color }
    }
}

/// For each point of a transformed board, the row-major index of the point it comes from. Linear
/// in column and row. Made by [`Symmetry::origins`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origins {
    start: isize,
    right: isize,
    below: isize,
}

impl Origins {
    /// The index of the point whose image is `point`.
    pub fn number(self, point: Point) -> usize {
        let (col, row) = (isize::from(point.col), isize::from(point.row));
        (self.start + col * self.right + row * self.below) as usize
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = ParseSymmetryError;

    fn from_str(name: &str) -> Result<Symmetry, ParseSymmetryError> {
        Symmetry::ALL
            .into_iter()
            .find(|symmetry| symmetry.name() == name)
            .ok_or_else(|| ParseSymmetryError(name.to_owned()))
    }
}

// Here and not in sides.rs, so that `Size` can depend on `Sides` without a circle.
impl Sides {
    /// Applies an operation.
    pub const fn transform(self, symmetry: Symmetry) -> Sides {
        let (bits, turns) = (self.bits(), symmetry.quarter_turns());
        let turned = ((bits << turns) | (bits >> (4 - turns))) & 15;
        if symmetry.mirrors() {
            Sides::from_bits((turned & 5) | (turned & 2) << 2 | (turned & 8) >> 2)
        } else {
            Sides::from_bits(turned)
        }
    }
}

/// A set of operations, such as the stabilizer of a position: all operations that map it onto
/// itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SymmetrySet(u16);

impl SymmetrySet {
    /// Inverse of [`bits`](Self::bits).
    pub const fn from_bits(bits: u16) -> SymmetrySet {
        SymmetrySet(bits)
    }

    /// One bit per member: bit `i` is `Symmetry::ALL[i]`.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the operation is in the set.
    pub const fn contains(self, symmetry: Symmetry) -> bool {
        self.0 & (1 << symmetry.0) != 0
    }

    /// The members, in the order of [`Symmetry::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Symmetry> {
        Symmetry::ALL.into_iter().filter(move |&symmetry| self.contains(symmetry))
    }

    /// Whether a member swaps the colors.
    pub const fn has_negative(self) -> bool {
        self.0 >> 8 != 0
    }
}

impl FromIterator<Symmetry> for SymmetrySet {
    fn from_iter<I: IntoIterator<Item = Symmetry>>(members: I) -> SymmetrySet {
        SymmetrySet(members.into_iter().fold(0, |bits, member| bits | 1 << member.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_composition_applies_both_operations() {
        let size = Size::new(5, 3).unwrap();
        for first in Symmetry::ALL {
            for second in Symmetry::ALL {
                let both = first.then(second);
                assert_eq!(both.size(size), second.size(first.size(size)));
                for point in size.points() {
                    let one_by_one = second.point(first.point(point, size), first.size(size));
                    assert_eq!(both.point(point, size), one_by_one, "{first} then {second}");
                }
                for color in Color::ALL {
                    assert_eq!(both.color(color), second.color(first.color(color)));
                }
            }
        }
    }

    #[test]
    fn inverses_and_names_round_trip() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY);
            assert_eq!(symmetry.inverse().then(symmetry), Symmetry::IDENTITY);
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
        }
        assert!("IR4".parse::<Symmetry>().is_err());
        assert!("ir0".parse::<Symmetry>().is_err());
    }

    #[test]
    fn origins_agree_with_the_images_of_points() {
        for (cols, rows) in [(5, 3), (1, 4), (6, 1), (1, 1)] {
            let size = Size::new(cols, rows).unwrap();
            for symmetry in Symmetry::ALL {
                for (number, point) in size.points().enumerate() {
                    let after = symmetry.point(point, size);
                    assert_eq!(symmetry.origins(size).number(after), number, "{symmetry}");
                }
            }
        }
    }

    #[test]
    fn all_operations_are_different() {
        let size = Size::new(3, 3).unwrap();
        for first in Symmetry::ALL {
            for second in Symmetry::ALL {
                let alike = size.points().all(|p| first.point(p, size) == second.point(p, size))
                    && first.is_negative() == second.is_negative();
                assert_eq!(alike, first == second);
            }
        }
    }
}
