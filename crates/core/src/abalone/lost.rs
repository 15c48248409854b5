//! The marbles that both sides have lost.

use std::fmt;

use crate::Color;

/// The number of marbles that Black and White have lost, 0 to [`Lost::MAX`] each.
///
/// Written Black first, as in `5-4`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
/// use gtn_db::abalone::Lost;
///
/// let lost = Lost::new(5, 4).unwrap();
/// assert_eq!((lost.of(Color::White), lost.to_string()), (4, "5-4".to_owned()));
/// assert_eq!(Lost::new(7, 0), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lost {
    black: u8,
    white: u8,
}

impl Lost {
    /// The marbles that a side has lost when the game ends.
    pub const MAX: u8 = 6;

    /// `None` if one of the numbers is above [`Lost::MAX`].
    pub const fn new(black: u8, white: u8) -> Option<Lost> {
        if black <= Lost::MAX && white <= Lost::MAX { Some(Lost { black, white }) } else { None }
    }

    /// The marbles that a color has lost.
    pub const fn of(self, color: Color) -> u8 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// The same with one more lost by a color; `None` above [`Lost::MAX`].
    pub const fn plus_one(self, color: Color) -> Option<Lost> {
        match color {
            Color::Black => Lost::new(self.black + 1, self.white),
            Color::White => Lost::new(self.black, self.white + 1),
        }
    }

    /// The same with one fewer lost by a color; `None` below 0.
    pub fn minus_one(self, color: Color) -> Option<Lost> {
        let [black, white] =
            Color::ALL.map(|lost| self.of(lost).checked_sub(u8::from(lost == color)));
        Some(Lost { black: black?, white: white? })
    }

    /// The same with the colors swapped.
    pub const fn negative(self) -> Lost {
        Lost { black: self.white, white: self.black }
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.black, self.white)
    }
}
