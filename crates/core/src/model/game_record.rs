//! A game as one source has it.

use compact_str::CompactString;

use super::source::Charset;
use crate::Color;
use crate::go::Size;
use crate::names;

/// A game as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Game {
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The first byte of the game tree in the source.
    pub offset: u64,
    /// The size of the board.
    pub size: Size,
    /// The game info properties of the root.
    pub info: GameInfo,
    /// The number of moves on the main line, passes included.
    pub moves: u32,
    /// The hash of the first moves, from the module [`games`](crate::games).
    pub opening: u64,
    /// The moves of all lines, as the module [`games`](crate::games) encodes
    /// them.
    pub lines: Vec<u8>,
    /// The charset of [`sgf`](Self::sgf) if it is not UTF-8.
    pub charset: Option<Charset>,
    /// The game tree as it is in the source.
    pub sgf: Vec<u8>,
}

impl Game {
    /// A game of the first tree of a source, without facts. `lines` has the moves of all lines,
    /// `moves` is the number of moves on the main line, and `opening` the hash of the first moves.
    pub fn new(size: Size, moves: u32, opening: u64, lines: Vec<u8>, sgf: Vec<u8>) -> Game {
        let info = GameInfo::default();
        Game { tree: 1, offset: 0, size, info, moves, opening, lines, charset: None, sgf }
    }
}

/// The game info properties of a game tree, as its root has them.
///
/// Short texts, which most of them are, need no heap memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameInfo {
    /// PB, the name of the black player.
    pub black: Option<CompactString>,
    /// PW, the name of the white player.
    pub white: Option<CompactString>,
    /// BR, the rank of the black player.
    pub black_rank: Option<CompactString>,
    /// WR, the rank of the white player.
    pub white_rank: Option<CompactString>,
    /// EV, the event.
    pub event: Option<CompactString>,
    /// GN, the name of the game.
    pub name: Option<CompactString>,
    /// DT, the date as it is written.
    pub date: Option<CompactString>,
    /// The first year in DT.
    pub year: Option<u16>,
    /// RE, the result as it is written.
    pub result: Option<CompactString>,
    /// The winner according to RE.
    pub winner: Winner,
    /// KM, the komi, in hundredths of a point.
    pub komi: Option<i32>,
    /// RU, the rules.
    pub rules: Option<CompactString>,
    /// HA, the number of handicap stones.
    pub handicap: Option<u32>,
}

names! {
    /// The winner of a game.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Winner {
        /// Not known, or the game had no result.
        #[default]
        Unknown = 0 => "unknown",
        /// Black.
        Black = 1 => "black",
        /// White.
        White = 2 => "white",
        /// Neither: the game was a draw.
        Draw = 3 => "draw",
    }

    /// `black`, `white`, `draw` or `unknown`.
    pub fn name;
}

impl Winner {
    /// The winner with a stored code.
    #[inline]
    pub fn from_code(code: u8) -> Option<Winner> {
        Winner::VALUES.get(usize::from(code)).copied()
    }

    /// The winner with a [name](Self::name).
    pub fn from_name(name: &str) -> Option<Winner> {
        Winner::VALUES.into_iter().find(|winner| winner.name() == name)
    }

    /// The code that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The color of the winner; `None` for a draw and an unknown result.
    #[inline]
    pub fn color(self) -> Option<Color> {
        match self {
            Winner::Black => Some(Color::Black),
            Winner::White => Some(Color::White),
            Winner::Unknown | Winner::Draw => None,
        }
    }
}
