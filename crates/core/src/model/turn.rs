//! The side to move, and how it is known.

use std::fmt;

use crate::Color;
use crate::abalone;
use crate::go::Symmetry;
use crate::gtn::CanonicalForm;
use crate::names;

names! {
    /// The side to move in a canonical position, whose stones are `X` and `O`.
    ///
    /// ```
    /// # use gtn_db_core as gtn_db;
    /// use gtn_db::Color;
    /// use gtn_db::model::Turn;
    ///
    /// assert_eq!(Turn::of(Some(Color::White)), Turn::White);
    /// assert!(Turn::Unknown.agrees(Turn::White) && !Turn::Black.agrees(Turn::White));
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    pub enum Turn {
        /// The source does not name the side to move.
        #[default]
        Unknown = 0 => "unknown",
        /// Black, `X`.
        Black = 1 => "black",
        /// White, `O`.
        White = 2 => "white",
        /// Black or White. The position is its own negative, so with Black to move
        /// it is the same problem as with White to move.
        Either = 3 => "either",
    }

    /// `black`, `white`, `either` or `unknown`.
    pub fn name;
}

impl Turn {
    /// The turn of a color; `Unknown` for `None`.
    pub fn of(color: Option<Color>) -> Turn {
        match color {
            None => Turn::Unknown,
            Some(Color::Black) => Turn::Black,
            Some(Color::White) => Turn::White,
        }
    }

    /// The color that is to move; `None` for `Either` and `Unknown`.
    pub fn color(self) -> Option<Color> {
        match self {
            Turn::Black => Some(Color::Black),
            Turn::White => Some(Color::White),
            Turn::Either | Turn::Unknown => None,
        }
    }

    /// The turn with a stored code.
    pub fn from_code(code: u8) -> Option<Turn> {
        Turn::VALUES.get(usize::from(code)).copied()
    }

    /// The code that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The first letter of the name, which lists of keys have.
    pub fn letter(self) -> &'static str {
        &self.name()[..1]
    }

    /// The turn with a [`name`](Self::name) or a [`letter`](Self::letter).
    pub fn from_name(name: &str) -> Option<Turn> {
        Turn::VALUES.into_iter().find(|turn| turn.name() == name || turn.letter() == name)
    }

    /// The turn after an operation, which may exchange the colors.
    pub fn transform(self, symmetry: Symmetry) -> Turn {
        match self {
            Turn::Black if symmetry.is_negative() => Turn::White,
            Turn::White if symmetry.is_negative() => Turn::Black,
            other => other,
        }
    }

    /// The turn in the colors of the canonical text. It is `Either` in a
    /// position that is its own negative, whatever the source says.
    pub fn canonical(self, canonical: &CanonicalForm) -> Turn {
        if canonical.is_own_negative() {
            Turn::Either
        } else {
            self.transform(canonical.symmetry())
        }
    }

    /// The turn in the colors of the canonical text of an Abalone position, from
    /// the side to move on the original board.
    pub fn of_abalone(turn: Option<Color>, canonical: &abalone::CanonicalForm) -> Turn {
        match canonical.turn(turn) {
            abalone::CanonicalTurn::Unknown => Turn::Unknown,
            abalone::CanonicalTurn::Color(color) => Turn::of(Some(color)),
            abalone::CanonicalTurn::Either => Turn::Either,
        }
    }

    /// Whether records of a position with these turns can be the same problem:
    /// the turns are equal or one of them is unknown.
    pub fn agrees(self, other: Turn) -> bool {
        self == other || self == Turn::Unknown || other == Turn::Unknown
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

names! {
    /// How the side to move of a record is known, the strongest evidence first.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum TurnSource {
        /// It is not known.
        #[default]
        None = 0 => "none",
        /// By the property PL.
        Property = 1 => "PL",
        /// By the color of the first moves.
        FirstMoves = 2 => "first moves",
        /// By words in a comment or in the name, such as "Black to play".
        Words = 3 => "words",
    }

    /// `PL`, `first moves`, `words` or `none`.
    pub fn name;
}

impl TurnSource {
    /// The turn source with a stored code.
    pub fn from_code(code: u8) -> Option<TurnSource> {
        TurnSource::VALUES.get(usize::from(code)).copied()
    }

    /// The code that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }
}
