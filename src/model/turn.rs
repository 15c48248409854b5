//! Who is to move, and how that is known.

use std::fmt;

use crate::go::Symmetry;
use crate::gtn::CanonicalForm;

/// Who may be to move in a canonical position, whose stones are `X` and `O`.
///
/// ```
/// use gtn_db::Color;
/// use gtn_db::model::Turn;
///
/// assert_eq!(Turn::of(Some(Color::White)), Turn::White);
/// assert!(Turn::Unknown.agrees(Turn::White) && !Turn::Black.agrees(Turn::White));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Turn {
    /// The source does not say.
    #[default]
    Unknown = 0,
    /// Black, `X`.
    Black = 1,
    /// White, `O`.
    White = 2,
    /// The position is its own negative: with Black to move it is the same
    /// problem as with White to move.
    Either = 3,
}

impl Turn {
    /// The turn of one color, or an unknown one.
    pub fn of(color: Option<crate::Color>) -> Turn {
        match color {
            None => Turn::Unknown,
            Some(crate::Color::Black) => Turn::Black,
            Some(crate::Color::White) => Turn::White,
        }
    }

    /// The turn that is stored as this number.
    pub fn from_code(code: u8) -> Option<Turn> {
        [Turn::Unknown, Turn::Black, Turn::White, Turn::Either].get(usize::from(code)).copied()
    }

    /// The number that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The turn after an operation.
    pub fn transform(self, symmetry: Symmetry) -> Turn {
        match self {
            Turn::Black if symmetry.is_negative() => Turn::White,
            Turn::White if symmetry.is_negative() => Turn::Black,
            other => other,
        }
    }

    /// The turn in the colors of the canonical text: either one in a position
    /// that is its own negative, whatever its source says.
    pub fn canonical(self, canonical: &CanonicalForm) -> Turn {
        if canonical.is_own_negative() {
            Turn::Either
        } else {
            self.transform(canonical.symmetry())
        }
    }

    /// Whether both can speak of the same problem: an unknown turn matches
    /// every other.
    pub fn agrees(self, other: Turn) -> bool {
        self == other || self == Turn::Unknown || other == Turn::Unknown
    }

    /// `black`, `white`, `either` or `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Turn::Unknown => "unknown",
            Turn::Black => "black",
            Turn::White => "white",
            Turn::Either => "either",
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What told the side to move, the strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TurnSource {
    /// Nothing did.
    #[default]
    None = 0,
    /// The property PL.
    Property = 1,
    /// The color of the first moves.
    FirstMoves = 2,
    /// Words in a comment or in the name, such as "Black to play".
    Words = 3,
}

impl TurnSource {
    /// What is stored as this number.
    pub fn from_code(code: u8) -> Option<TurnSource> {
        use TurnSource::{FirstMoves, None, Property, Words};
        [None, Property, FirstMoves, Words].get(usize::from(code)).copied()
    }

    /// The number that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }
}
