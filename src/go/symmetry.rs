//! The sixteen operations of GobanTN: eight symmetries of the square, each
//! with or without the colors exchanged.
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

use super::{Point, Size};
use crate::Color;

/// One of the sixteen operations.
///
/// `IR0` to `IR3` turn clockwise by 0, 90, 180 and 270 degrees; `SR0` to `SR3`
/// do so and then mirror across the vertical axis; `N_` before a name
/// exchanges the colors too. Source: the GobanTN document, section
/// "Équivalences et permutations" (its table prints SR1 and SR3 the other way
/// round; its definition is followed here).
///
/// ```
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

/// A name that is none of the sixteen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{}` is no operation: IR0 to IR3, SR0 to SR3, or one of them after N_", .0.escape_debug())]
pub struct ParseSymmetryError(pub String);

const NAMES: [&str; 16] = [
    "IR0", "IR1", "IR2", "IR3", "SR0", "SR1", "SR2", "SR3", "N_IR0", "N_IR1", "N_IR2", "N_IR3",
    "N_SR0", "N_SR1", "N_SR2", "N_SR3",
];

impl Symmetry {
    /// `IR0`, which changes nothing.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// `N_IR0`, which only exchanges the colors.
    pub const NEGATIVE: Symmetry = Symmetry(8);

    /// All sixteen, in the order IR0…IR3, SR0…SR3, N_IR0…N_SR3.
    pub const ALL: [Symmetry; 16] = {
        let mut all = [Symmetry(0); 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Symmetry(i as u8);
            i += 1;
        }
        all
    };

    /// The place in [`ALL`](Self::ALL), 0 to 15.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The operation at a place of [`ALL`](Self::ALL).
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

    /// Whether the turned board is mirrored.
    pub const fn mirrors(self) -> bool {
        self.0 & 4 != 0
    }

    /// Whether the colors are exchanged.
    pub const fn is_negative(self) -> bool {
        self.0 & 8 != 0
    }

    /// Whether rows become columns.
    pub const fn transposes(self) -> bool {
        self.0 & 1 != 0
    }

    /// This operation, then `next`.
    pub const fn then(self, next: Symmetry) -> Symmetry {
        // A mirror reverses the sense of the turns that come after it.
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
            self // a mirror undoes itself, turned or not
        } else {
            Symmetry(((4 - self.quarter_turns()) & 3) | (self.0 & 8))
        }
    }

    /// The size of a board after the operation.
    pub const fn size(self, size: Size) -> Size {
        if self.transposes() { size.transposed() } else { size }
    }

    /// Where a point of a board of the given size comes to lie.
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
    pub(crate) fn signed_point(self, (col, row): (i16, i16), size: Size) -> (i16, i16) {
        let (right, bottom) = (i16::from(size.cols()) - 1, i16::from(size.rows()) - 1);
        let (col, row) = match self.quarter_turns() {
            0 => (col, row),
            1 => (bottom - row, col),
            2 => (right - col, bottom - row),
            _ => (row, right - col),
        };
        if self.mirrors() { (i16::from(self.size(size).cols()) - 1 - col, row) } else { (col, row) }
    }

    /// For the points of a board after the operation, from which of it they come.
    ///
    /// ```text
    ///   0 1 2        3 0
    ///   3 4 5   →    4 1     start 3, right -3, below 1
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

    /// The color a stone has after the operation.
    pub fn color(self, color: Color) -> Color {
        if self.is_negative() { !color } else { color }
    }
}

/// The numbers, row by row, of the points before a [`Symmetry`]: it is as far
/// everywhere from one to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origins {
    start: isize,
    right: isize,
    below: isize,
}

impl Origins {
    /// The number of the point that comes to lie on this one.
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

/// A set of operations, such as those that carry a position onto itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SymmetrySet(u16);

impl SymmetrySet {
    /// The set whose members' places in [`Symmetry::ALL`] are the bits set.
    pub const fn from_bits(bits: u16) -> SymmetrySet {
        SymmetrySet(bits)
    }

    /// One bit for each member, by its place in [`Symmetry::ALL`].
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

    /// Whether a member exchanges the colors.
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
    fn composing_is_doing_one_after_the_other() {
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
    fn an_inverse_undoes_and_a_name_names() {
        for symmetry in Symmetry::ALL {
            assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY);
            assert_eq!(symmetry.inverse().then(symmetry), Symmetry::IDENTITY);
            assert_eq!(symmetry.name().parse(), Ok(symmetry));
        }
        assert!("IR4".parse::<Symmetry>().is_err());
        assert!("ir0".parse::<Symmetry>().is_err());
    }

    #[test]
    fn points_come_from_where_the_inverse_brings_them() {
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
    fn no_two_operations_are_the_same() {
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
