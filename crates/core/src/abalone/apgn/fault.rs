//! What is wrong with the text of a game.

use std::fmt;

use thiserror::Error;

use crate::abalone::{Notation, ParsePositionError, ReadMoveError};

/// A fault of the text of a game, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFault {
    /// The line, from 1.
    pub line: usize,
    /// The number of the move, from 1, and its text; `None` for faults elsewhere.
    pub place: Option<(usize, String)>,
    /// The fault.
    pub cause: GameFaultCause,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GameFaultCause {
    /// A required tag is missing.
    #[error("the tag {0} is missing")]
    MissingTag(&'static str),
    /// A line begins with `[` and is no tag.
    #[error("`{}` is not a tag such as [Event \"…\"]", .0.escape_debug())]
    SpoiledTag(String),
    /// A tag stands twice; the first one holds.
    #[error("the tag {0} stands twice")]
    RepeatedTag(String),
    /// The tag `Position` is no position. No move is read.
    #[error("the tag Position: {0}")]
    Position(ParsePositionError),
    /// No tag names a known start, so another one is assumed.
    #[error("no tag names a known start: the one given for such games is assumed")]
    UnknownStart,
    /// White makes the first move.
    #[error("White begins")]
    WhiteBegins,
    /// The tag `Notation` is no known one. The moves are read all the same.
    #[error("the tag Notation: `{}` is not a known notation", .0.escape_debug())]
    UnknownNotation(String),
    /// A move, the first of perhaps several, is not in the declared notation. It is read.
    #[error("the tag Notation says {0}, and this is not")]
    OtherNotation(Notation),
    /// The marks of a move say something else than the board. The move is read.
    #[error("the marks contradict the board")]
    WrongMarks,
    /// A move cannot be read. Neither it nor any move after it is.
    #[error("{code}: {0}", code = .0.code())]
    Move(ReadMoveError),
    /// No `}` ends a comment. It reaches to the end of the text.
    #[error("a comment has no end")]
    OpenComment,
    /// The two results of a game are different.
    #[error("the tag Result says `{}`, and after the moves stands `{}`", tag.escape_debug(), end.escape_debug())]
    Results {
        /// The result of the tag.
        tag: String,
        /// The result after the moves.
        end: String,
    },
    /// The tag `Result` has a text that is no result.
    #[error("the tag Result: `{}` is not one of 1-0, 0-1, 1/2-1/2 and *", .0.escape_debug())]
    UnknownResult(String),
}

impl fmt::Display for GameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if let Some((ply, token)) = &self.place {
            write!(f, "move {ply}, `{}`: ", token.escape_debug())?;
        }
        self.cause.fmt(f)
    }
}
