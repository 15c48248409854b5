//! What flows between the parts: sources, records, and what was skipped.

use std::fmt;

use compact_str::CompactString;

use crate::go::{Point, Region, Sides, Size, Symmetry};
use crate::gtn::Canonical;
use crate::sgf;
use crate::solution::Dialect;
use crate::{Code, PositionKey};

/// Who may be to move in a canonical position, whose stones are `X` and `O`.
///
/// ```
/// use gtn_db::Color;
/// use gtn_db::record::Turn;
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
    pub fn canonical(self, canonical: &Canonical) -> Turn {
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

/// The operation that is stored as this number: its place in
/// [`Symmetry::ALL`].
pub fn symmetry_from_code(code: u8) -> Option<Symmetry> {
    Symmetry::from_index(code)
}

/// Where the window of a record lies on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Columns and rows of the whole board.
    pub board: Size,
    /// The window.
    pub region: Region,
    /// The sides of the window that are no edges.
    pub open: Sides,
}

impl Placement {
    /// The seven numbers that are stored: board columns and rows, window
    /// column, row, columns and rows, open sides as bits.
    pub fn to_numbers(&self) -> [u8; 7] {
        let Placement { board, region, open } = self;
        [
            board.cols(),
            board.rows(),
            region.origin.col,
            region.origin.row,
            region.size.cols(),
            region.size.rows(),
            open.bits(),
        ]
    }

    /// The placement of seven stored numbers; none when no board has it.
    pub fn from_numbers(numbers: [u8; 7]) -> Option<Placement> {
        let [cols, rows, col, row, window_cols, window_rows, open] = numbers;
        let board = Size::new(cols, rows).ok()?;
        let size = Size::new(window_cols, window_rows).ok()?;
        let region = Region { origin: Point::new(col, row), size };
        region.fits(board).then_some(Placement { board, region, open: Sides::from_bits(open) })
    }
}

/// What the trees of a source are to be taken for, whatever they look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// Problems.
    Problem = 1,
    /// Games.
    Game = 2,
}

impl TreeKind {
    /// The number that is stored; 0 where the trees were told apart.
    pub fn code(kind: Option<TreeKind>) -> u8 {
        kind.map_or(0, |kind| kind as u8)
    }
}

/// What game trees are to be taken for. What is not said here is whatever it is
/// where a source is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenAs {
    /// For this, whatever they look like; where nothing is said they are told
    /// apart.
    pub kind: Option<TreeKind>,
    /// The lines of games that are kept; all where nothing is said.
    pub variations: Option<Variations>,
}

/// A file, or an entry of an archive, that records come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As shown and exported: relative to what was named on the command line.
    pub name: String,
    /// Where it lies, hashed: two places never share it.
    pub place: [u8; 16],
    /// The first 16 bytes of BLAKE3 over the content.
    pub hash: [u8; 16],
    /// The length of the content.
    pub bytes: u64,
    /// What its trees are to be taken for.
    pub taken: TakenAs,
}

impl Source {
    /// The last part of a name: what a file is called wherever it lies.
    pub fn file_name(name: &str) -> &str {
        name.rsplit_once('/').map_or(name, |(_, file)| file)
    }

    /// Whether a name is the wanted one, has it as its file name, or lies in
    /// the wanted folder or archive.
    pub fn is_within(name: &str, wanted: &str) -> bool {
        let folder = wanted.trim_end_matches('/');
        let is_under = name.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        name == wanted || Source::file_name(name) == wanted || is_under
    }
}

/// A problem as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game tree of the source, from 1 (which line, in a list of IGTN).
    pub tree: u32,
    /// Where in the source it begins, in bytes.
    pub offset: u64,
    /// SGF's GN, if there.
    pub name: Option<String>,
    /// The key of [`text`](Self::text).
    pub key: PositionKey,
    /// The canonical text of the window.
    pub text: String,
    /// The first operation that carries the window onto the text.
    pub symmetry: Symmetry,
    /// Who moves, in the colors of the canonical text.
    pub turn: Turn,
    /// What told it.
    pub turn_source: TurnSource,
    /// The window on the record's board.
    pub placement: Placement,
    /// The number of moves in the solution tree.
    pub moves: u32,
    /// How it marks its answers.
    pub dialect: Dialect,
    /// What it says is right, on the canonical board, as
    /// [`Solution::encode`](crate::solution::Solution::encode) lays it out: that
    /// is done where records are made, on all cores.
    pub solution: Vec<u8>,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8, and whether it
    /// was guessed.
    pub charset: Option<Charset>,
    /// The game tree as it stands in the source, or that was made of what
    /// stands there in another format.
    pub sgf: Vec<u8>,
}

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
    pub facts: GameFacts,
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
pub struct GameFacts {
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

/// What statistics want to know of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOutcome {
    /// The number of the game in the database.
    pub id: i64,
    /// Who won.
    pub winner: Winner,
    /// When it was played.
    pub year: Option<u16>,
}

/// Of the games in which a move was played, how many there are, and what came
/// of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// All of them.
    pub games: u64,
    /// Those that the player of the move won. A game in which both players made
    /// it, each in another corner, is won and lost.
    pub wins: u64,
    /// Those that the player of the move lost.
    pub losses: u64,
    /// The years of these games, as far as they are known.
    pub years: Option<(u16, u16)>,
    /// The first few of these games, by number.
    pub samples: Vec<i64>,
}

impl Results {
    /// Games that are named.
    const SAMPLES: usize = 5;

    /// Adds a game, with who moved there: both players, when each did once.
    pub fn add(&mut self, outcome: &GameOutcome, movers: impl IntoIterator<Item = crate::Color>) {
        self.games += 1;
        if let Some(winner) = outcome.winner.color() {
            for mover in movers {
                *(if mover == winner { &mut self.wins } else { &mut self.losses }) += 1;
            }
        }
        if let Some(year) = outcome.year {
            let (first, last) = self.years.unwrap_or((year, year));
            self.years = Some((first.min(year), last.max(year)));
        }
        if self.samples.len() < Results::SAMPLES {
            self.samples.push(outcome.id);
        }
    }
}

/// Which lines of a game are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variations {
    /// All.
    #[default]
    All = 1,
    /// Only the first one: what was played.
    Main = 2,
}

impl Variations {
    /// The number that is stored; 0 where it does not matter, or is not known.
    pub fn code(variations: Option<Variations>) -> u8 {
        variations.map_or(0, |variations| variations as u8)
    }
}

/// The charset of a text that is not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charset {
    /// The name as the WHATWG Encoding Standard has it.
    pub name: String,
    /// Whether no CA and no byte order mark named it.
    pub is_guessed: bool,
}

impl Charset {
    /// The charset to read a game tree with, of which this was stored.
    pub fn to_read(stored: Option<&Charset>) -> sgf::Charset {
        let named = stored.and_then(|charset| sgf::Charset::for_label(charset.name.as_bytes()));
        named.unwrap_or(sgf::Charset::UTF_8)
    }
}

/// Something that was not taken as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Of what kind.
    pub code: Code,
    /// The source's name.
    pub source: String,
    /// Which game tree, from 1; 0 when the whole source is meant.
    pub tree: u32,
    /// Where in the source, in bytes.
    pub offset: u64,
    /// What is wrong.
    pub cause: String,
    /// Whether the tree was kept all the same.
    pub kept: bool,
}

/// Where a problem stands once: one source's record of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name of the source.
    pub source: String,
    /// Which game tree of it, from 1.
    pub tree: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// Carries this record's window onto the canonical text.
    pub symmetry: Symmetry,
}

/// A problem once, as it is published: one record of it, and where else it
/// stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text of the position.
    pub text: String,
    /// Who moves, in the colors of the canonical text.
    pub turn: Turn,
    /// The record that was kept.
    pub kept: Occurrence,
    /// Where the window lies on the board of the kept record.
    pub placement: Placement,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8.
    pub charset: Option<Charset>,
    /// How the kept record says what is right, where that is known.
    pub dialect: Option<Dialect>,
    /// The game tree of the kept record.
    pub sgf: Vec<u8>,
    /// The other records, in the order of import.
    pub others: Vec<Occurrence>,
    /// The game trees of the others, in their order, when their solutions are
    /// to be joined; else none.
    pub other_trees: Vec<OtherTree>,
}

/// A record of a problem beside the one that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherTree {
    /// Where the window lies on its board.
    pub placement: Placement,
    /// The charset of [`sgf`](Self::sgf) when it is not UTF-8.
    pub charset: Option<Charset>,
    /// How it says what is right, where that is known.
    pub dialect: Option<Dialect>,
    /// The game tree as it stands in the source.
    pub sgf: Vec<u8>,
}
