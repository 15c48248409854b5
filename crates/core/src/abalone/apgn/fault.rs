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
    /// Neither a tag nor a line above the moves names a known start; with the unknown name, if there
    /// is one. Without another start that is given for such games, no move is read.
    #[error("{}", unknown_start(.0.as_deref()))]
    UnknownStart(Option<String>),
    /// White makes the first move, and neither its number nor the start says so.
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
    /// A parenthesis without its other one. A `)` is ignored, and a `(` reaches to the end of the game.
    #[error("a parenthesis has no other one")]
    Parenthesis,
    /// A move that is taken back may have moved one, two or three marbles. The most are assumed.
    #[error("an inverse does not say how many marbles moved: the most are assumed")]
    InverseCount,
    /// The tags are those of PGN, where 1-0 is a game that White won, and the board decides no game.
    #[error(
        "the tags Site and Round are of PGN, and no game is decided on the board: 1-0 is read as a game that Black won"
    )]
    EitherSense,
    /// A tag contradicts the board.
    #[error("the tag {tag} says `{}`, and the board {board}", value.escape_debug())]
    Board {
        /// The name of the tag.
        tag: &'static str,
        /// Its value, or the result after the moves.
        value: String,
        /// The value that the board has.
        board: String,
    },
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

fn unknown_start(name: Option<&str>) -> String {
    let name = name.map(|name| format!("`{}` is not a known start", name.escape_debug()));
    name.unwrap_or_else(|| "neither a tag nor a line names a start".to_owned())
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
