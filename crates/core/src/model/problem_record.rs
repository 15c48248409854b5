//! A problem as one source has it.

use super::source::Charset;
use super::turn::{Turn, TurnSource};
use crate::PositionKey;
use crate::go::{Point, Region, Sides, Size, Symmetry};
use crate::key::hash_bytes;
use crate::sgf::value::format_point;
use crate::solution::{CanonicalFrame, Dialect, Solution, SolutionNode};

/// The version of the rules by which a game tree becomes a record. Raise the
/// number whenever the same tree gives another side to move, dialect, solution
/// or answer: then every database reads its records again.
///
/// | version | released with |
/// |---|---|
/// | 1 | schemas 1 to 5 |
/// | 2 | schema 6 |
/// | 3 | schema 7, games of Abalone in the sense of APGN |
/// | 4 | schema 8, several problems of a tree; the only silent first move beside a wrong main line |
/// | 5 | schema 10, positions in variations of games of Abalone |
/// | 6 | schema 17, what the opponent plays elsewhere begins no problem; title pages in the problems below them |
/// | 7 | schema 19, words of GoProblems without a space between them; answers of the side to move alone |
/// | 8 | schema 19, AE before the stones of its node; tenuki written as zz |
/// | 9 | schema 19, PL beside a move names who moves next; the failure of the opponent is no verdict; names of only lines |
/// | 10 | schema 20, a line whose every move is called right is one problem; what is right for the opponent; names of books |
pub const READING: i64 = 10;

/// The window of a record on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The size of the whole board.
    pub board: Size,
    /// The window.
    pub region: Region,
    /// The sides of the window that are not edges of the board.
    pub open: Sides,
}

impl Placement {
    /// The seven numbers that are stored: columns and rows of the board;
    /// column, row, columns and rows of the window; open sides as bits.
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

    /// The placement with seven stored numbers; `None` if the window is not on
    /// the board.
    pub fn from_numbers(numbers: [u8; 7]) -> Option<Placement> {
        let [cols, rows, col, row, window_cols, window_rows, open] = numbers;
        let board = Size::new(cols, rows).ok()?;
        let size = Size::new(window_cols, window_rows).ok()?;
        let region = Region { origin: Point::new(col, row), size };
        region.fits(board).then_some(Placement { board, region, open: Sides::from_bits(open) })
    }
}

/// What a record is in a game tree that has several problems, or is a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePart {
    /// The rank of the problem in the tree, from 1.
    pub problem: u32,
    /// The byte of the tree at which the set-up of the problem begins.
    pub setup: u64,
    /// Identifies the problem in every source: the first 16 bytes of BLAKE3 over the tree for the
    /// first problem, and over this hash and `setup` for the others.
    pub hash: [u8; 16],
    /// What of the tree the record has. In a game, which has its own text, nothing.
    pub pieces: Vec<TreePiece>,
}

/// A piece of a game tree that a record has in its own text, and what is in the tree before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreePiece {
    /// The byte of the tree at which `before` begins. The pieces of all records of a tree, in this
    /// order, are its text.
    pub offset: u64,
    /// What no record has.
    pub before: Vec<u8>,
    /// Where the piece is in the own text, and how long it is.
    pub own: (u32, u32),
}

/// A problem as one source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The number of the game tree in the source, from 1; in a list of
    /// positions, the number of the line.
    pub tree: u32,
    /// The first byte of the game tree in the source.
    pub offset: u64,
    /// GN, the name.
    pub name: Option<String>,
    /// The key of [`text`](Self::text).
    pub key: PositionKey,
    /// The canonical text of the window.
    pub text: String,
    /// The first operation that maps the window to the canonical text.
    pub symmetry: Symmetry,
    /// The side to move, in the colors of the canonical text.
    pub turn: Turn,
    /// How the side to move is known.
    pub turn_source: TurnSource,
    /// The phrase that names the side to move, in lower case on one line, if it
    /// is known by words. It is not stored.
    pub turn_words: Option<String>,
    /// The window on the board of the record.
    pub placement: Placement,
    /// The number of moves in the solution tree.
    pub moves: u32,
    /// How the record marks its answers.
    pub dialect: Dialect,
    /// The solution on the canonical board, encoded by
    /// [`Solution::encode`](crate::solution::Solution::encode).
    pub solution: Vec<u8>,
    /// The accepted first moves, by [`format_answers`].
    pub answers: String,
    /// The charset of [`sgf`](Self::sgf) if it is not UTF-8.
    pub charset: Option<Charset>,
    /// The game tree as it is in the source, or a game tree made from a source
    /// in another format. With [`part`](Self::part), the own text of the problem:
    /// its set-up in the root, and its lines.
    pub sgf: Vec<u8>,
    /// What the record is in its tree; `None` if it is the whole of it.
    pub part: Option<Box<TreePart>>,
}

impl Record {
    /// The rank of the problem in its game tree, from 1.
    pub fn problem(&self) -> u32 {
        self.part.as_ref().map_or(1, |part| part.problem)
    }

    /// A record of the first tree of a source, without a name, a side to move or moves.
    ///
    /// `text` is the canonical text of the window, and `symmetry` the first operation that maps the
    /// window to it.
    pub fn new(text: String, symmetry: Symmetry, placement: Placement, sgf: Vec<u8>) -> Record {
        Record {
            tree: 1,
            offset: 0,
            name: None,
            key: PositionKey::of_text(&text),
            text,
            symmetry,
            turn: Turn::Unknown,
            turn_source: TurnSource::None,
            turn_words: None,
            placement,
            moves: 0,
            dialect: Dialect::None,
            solution: Vec::new(),
            answers: String::new(),
            charset: None,
            sgf,
            part: None,
        }
    }
}

/// The first 16 bytes of the BLAKE3 hash of a game tree, as it is in the source. Programs see it as
/// 32 hexadecimal digits.
pub fn tree_hash(sgf: &[u8]) -> [u8; 16] {
    hash_bytes(sgf)
}

/// The accepted first moves of a solution as points of SGF on the board of the
/// record, in the order of the solution, separated by spaces; `tenuki` stands
/// for a move elsewhere. Returns `None` if a move is outside that board.
///
/// Where the side to move is known, moves of the other side are no answers. `symmetry` maps the window of `placement` onto the canonical board of the
/// solution.
pub fn format_answers(
    solution: &Solution,
    turn: Turn,
    placement: &Placement,
    symmetry: Symmetry,
) -> Option<String> {
    let frame = CanonicalFrame::new(placement.region, placement.open, symmetry);
    let format = |node: SolutionNode| match node.at {
        Some(point) => frame.to_board(point, placement.board).map(format_point),
        None => Some("tenuki".to_owned()),
    };
    let accepted = solution.accepted(turn.color()).into_iter();
    let answers: Option<Vec<String>> = accepted.map(format).collect();
    Some(answers?.join(" "))
}
