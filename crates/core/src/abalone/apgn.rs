//! Games as text: APGN, which has tags, linear texts such as `1.a1b2 i5h5 2.a2b3`, tables of two
//! columns, and share codes.

mod fault;
mod read;
mod read_backward;
mod replay;
mod results;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Range;

use super::board::Board;
use super::moves::Move;
use super::position_text::Setup;
use super::rules::{Position, Push};
use super::{CodedComment, Notation, ParsePositionError, Symmetry};

pub use fault::{GameFault, GameFaultCause};
pub use replay::ReplayedVariation;

/// A game as a text has it.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::abalone::{Board, GameRecord, Notation, Position};
///
/// let text = "1.a1b2 i5h5 2.a2b3 {a comment} i6h6 *";
/// let games = GameRecord::read_all(text, Position::start(Board::BELGIAN_DAISY));
/// assert_eq!(games[0].faults, []);
/// assert_eq!(games[0].record.to_linear(Notation::Nacre), "1.a1d4 i5f5 2.a2c4 {a comment} i6g6 *");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The names and values of the tags, in their order. A linear text has none but perhaps
    /// `Variant`, from the line above its moves; a share code has the players and `Variant`.
    pub tags: Vec<(String, String)>,
    /// The position before the first move; `None` where the text has one with a fault.
    pub start: Option<Position>,
    /// The comments before the first move.
    pub comments: Vec<String>,
    /// The moves, up to the first one with a fault.
    pub moves: Vec<RecordedMove>,
    /// From the first move with a fault on, the words as they were read.
    pub rest: String,
    /// The variations, in the order of the text: each after the line from which it branches.
    pub variations: Vec<Variation>,
    /// The result after the moves. `1-0` means that Black won.
    pub result: Option<String>,
}

/// Moves in parentheses, which could have been played instead of a move and those after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The line from which it branches: `None` for the game, else a number among the variations.
    pub of: Option<usize>,
    /// The number of moves of that line before it.
    pub after: usize,
    /// The comments before its first move.
    pub comments: Vec<String>,
    /// The moves, up to the first one with a fault.
    pub moves: Vec<RecordedMove>,
    /// From the first move with a fault on, the words as they were read.
    pub rest: String,
}

/// A legal move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub step: Move,
    /// What it did to the other side.
    pub push: Push,
    /// The comments after it.
    pub comments: Vec<String>,
}

/// A game that was read, with its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The line on which the game begins, from 1.
    pub line: usize,
    /// The bytes of the text from the first word of the game to the last.
    pub span: Range<usize>,
    /// Whether the text has tags. Those of a share code and of a line above the moves do not count.
    pub has_tags: bool,
    /// What could be read.
    pub record: GameRecord,
    /// What is wrong with the text.
    pub faults: Vec<GameFault>,
}

/// The tags that every game in APGN has, in their order.
const REQUIRED_TAGS: [&str; 7] =
    ["Event", "Date", "Black", "White", "Variant", "Result", "Notation"];

impl GameRecord {
    /// A game without moves.
    pub fn new(tags: Vec<(String, String)>, start: Option<Position>) -> GameRecord {
        GameRecord {
            tags,
            start,
            comments: Vec::new(),
            moves: Vec::new(),
            rest: String::new(),
            variations: Vec::new(),
            result: None,
        }
    }

    /// The value of the first tag with a name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| &*tag.1)
    }

    /// The notation that the tag `Notation` names, if it is a known one.
    pub fn notation(&self) -> Option<Notation> {
        self.tag("Notation").and_then(|name| name.parse().ok())
    }

    /// The position before the first move as the tags `Position` and `Variant` have it; `None` if
    /// there is neither, or an unknown variant alone.
    fn declared_start(&self) -> Option<Result<Position, ParsePositionError>> {
        if let Some(text) = self.tag("Position") {
            return Some(text.parse().map(|setup: Setup| setup.to_position()));
        }
        let board = Board::of_start(self.tag("Variant")?)?;
        Some(Ok(Position::start(board)))
    }

    /// The game on the board after an operation: its start, its moves and the cells in its comments.
    /// The tags stay, but for `Position`, `SetUp` and `Variant`, which name another start then. Words
    /// that were not read stay as they are.
    pub fn transform(&self, symmetry: Symmetry) -> GameRecord {
        if symmetry == Symmetry::IDENTITY {
            return self.clone();
        }
        let comments = |comments: &[String]| -> Vec<String> {
            let image = |text: &String| CodedComment::read(text).transform(symmetry).to_string();
            comments.iter().map(image).collect()
        };
        let recorded = |recorded: &RecordedMove| RecordedMove {
            step: recorded.step.transform(symmetry),
            push: recorded.push,
            comments: comments(&recorded.comments),
        };
        let variation = |variation: &Variation| Variation {
            comments: comments(&variation.comments),
            moves: variation.moves.iter().map(recorded).collect(),
            ..variation.clone()
        };
        let is_start = |name: &str| matches!(name, "Position" | "SetUp" | "Variant");
        let is_kept = |tag: &&(String, String)| !is_start(&tag.0);
        let start = |start: Position| Setup::from(start).transform(symmetry).to_position();
        GameRecord {
            tags: self.tags.iter().filter(is_kept).cloned().collect(),
            start: self.start.map(start),
            comments: comments(&self.comments),
            moves: self.moves.iter().map(recorded).collect(),
            rest: self.rest.clone(),
            variations: self.variations.iter().map(variation).collect(),
            result: self.result.clone(),
        }
    }

    /// The position after the last move that was read; `None` without a start.
    pub fn last_position(&self) -> Option<Position> {
        let mut position = self.start?;
        for recorded in &self.moves {
            position.play(recorded.step).ok()?;
        }
        Some(position)
    }
}
