//! The four sides of a rectangle.

/// A set of sides of a rectangle of points.
///
/// A sub-position stores its open sides: those beyond which the board continues. GobanTN marks
/// them with `_` (left, right) and `!` (top, bottom).
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::go::{Sides, Symmetry};
///
/// let open = Sides::TOP | Sides::RIGHT;
/// let turned = open.transform("IR1".parse::<Symmetry>()?);
/// assert_eq!(turned, Sides::RIGHT | Sides::BOTTOM);
/// # Ok::<(), gtn_db::go::ParseSymmetryError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides(u8);

impl Sides {
    // Clockwise from the top, so that a quarter turn is a shift by one.
    /// No side.
    pub const NONE: Sides = Sides(0);
    /// The top side.
    pub const TOP: Sides = Sides(1);
    /// The right side.
    pub const RIGHT: Sides = Sides(2);
    /// The bottom side.
    pub const BOTTOM: Sides = Sides(4);
    /// The left side.
    pub const LEFT: Sides = Sides(8);
    /// All four sides.
    pub const ALL: Sides = Sides(15);

    /// The set as four bits: top 1, right 2, bottom 4, left 8.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Inverse of [`bits`](Self::bits); higher bits are ignored.
    pub const fn from_bits(bits: u8) -> Sides {
        Sides(bits & 15)
    }

    /// Whether all sides of `other` are in the set.
    pub const fn contains(self, other: Sides) -> bool {
        self.0 & other.0 == other.0
    }

    /// The number of sides in the set.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The sides that are not in the set.
    pub const fn complement(self) -> Sides {
        Sides(self.0 ^ 15)
    }
}

impl std::ops::BitOr for Sides {
    type Output = Sides;

    fn bitor(self, other: Sides) -> Sides {
        Sides(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Sides {
    fn bitor_assign(&mut self, other: Sides) {
        self.0 |= other.0;
    }
}
