//! The two colors of stones.

use std::fmt;
use std::ops::Not;

/// The color of a stone and of its player.
///
/// GobanTN writes black `X` and white `O`; SGF writes `B` and `W`.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!(Color::Black.gtn_char(), 'X');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Written `X` in GobanTN, `B` in SGF.
    Black,
    /// Written `O` in GobanTN, `W` in SGF.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// The character of a stone in GobanTN: `X` or `O`.
    pub const fn gtn_char(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }

    /// The letter of a move in SGF: `B` or `W`.
    pub const fn sgf_char(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
