//! A game as one source has it.

use compact_str::CompactString;

use super::Charset;
use crate::go::Size;

/// A game as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Which game tree of the source, from 1.
    pub tree: u32,
    /// Where in the source it begins, in bytes.
    pub offset: u64,
    /// The board.
    pub size: Size,
    /// What its root says.
    pub facts: GameInfo,
    /// The number of moves in the first line, passes included.
    pub moves: u32,
    /// The same for games that begin alike: `opening` in the module games.
    pub opening: u64,
    /// All lines, as the module games writes them.
    pub lines: Vec<u8>,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8.
    pub charset: Option<Charset>,
    /// The game tree as it stands in the source.
    pub sgf: Vec<u8>,
}

/// What the root of a game tree says of the game.
///
/// Most of these texts are short, and take no memory of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// PB.
    pub black: Option<CompactString>,
    /// PW.
    pub white: Option<CompactString>,
    /// BR.
    pub black_rank: Option<CompactString>,
    /// WR.
    pub white_rank: Option<CompactString>,
    /// EV.
    pub event: Option<CompactString>,
    /// GN.
    pub name: Option<CompactString>,
    /// DT, as it is written.
    pub date: Option<CompactString>,
    /// The first year in DT.
    pub year: Option<u16>,
    /// RE, as it is written.
    pub result: Option<CompactString>,
    /// Who won, as far as RE tells.
    pub winner: Winner,
    /// KM in hundredths of a point.
    pub komi: Option<i32>,
    /// RU.
    pub rules: Option<CompactString>,
    /// HA.
    pub handicap: Option<u32>,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Winner {
    /// Nobody knows, or there was no result.
    #[default]
    Unknown = 0,
    /// Black.
    Black = 1,
    /// White.
    White = 2,
    /// Nobody: the game was drawn.
    Draw = 3,
}

impl Winner {
    /// What is stored as this number.
    pub fn from_code(code: u8) -> Option<Winner> {
        use Winner::{Black, Draw, Unknown, White};
        [Unknown, Black, White, Draw].get(usize::from(code)).copied()
    }

    /// The number that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The player who won, if one did.
    pub fn color(self) -> Option<crate::Color> {
        match self {
            Winner::Black => Some(crate::Color::Black),
            Winner::White => Some(crate::Color::White),
            Winner::Unknown | Winner::Draw => None,
        }
    }
}
