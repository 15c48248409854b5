//! What can be wrong with a problem, and what each kind is called.

use std::fmt;

/// A kind of fault, by the name under which reports and scripts know it.
///
/// The names never change their meaning; `gtn-db check --help` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// A file, an archive or an entry of one that could not be read.
    Unreadable,
    /// Text that is no SGF, IGTN or JSON, or not as these have it.
    Syntax,
    /// A size that no board has.
    BoardSize,
    /// Another game than go.
    OtherGame,
    /// No stones, so no position.
    NoPosition,
    /// A point of the setup that is none of the board.
    SetupPoint,
    /// A stone that is set up twice.
    SetupTwice,
    /// A point that one node sets up in two ways.
    SetupBoth,
    /// A chain without liberty before the first move (Article 4).
    SetupNoLiberty,
    /// A move that is no point of the board.
    AnswerPoint,
    /// A move on a stone (Article 3).
    AnswerOccupied,
    /// A move that leaves its own chain without liberty (Article 4).
    AnswerSelfCapture,
    /// A move that takes back a ko at once (Article 6).
    AnswerKo,
    /// Two moves of one color in a row (Article 2).
    AnswerTurn,
    /// Stones that are set up among the moves.
    AnswerSetup,
    /// No line is right, or there is none.
    NoAnswer,
    /// A wrong line that ends with the move that is wrong.
    NoRefutation,
    /// A move of a game that may not be played, or is no point of the board: the
    /// game, or the line, ends there.
    MoveIllegal,
    /// Moves of a game out of turn (Article 2).
    MoveTurn,
    /// What a game says of itself and cannot be read, such as `KM[375]`.
    GameFact,
    /// Nobody says who is to move.
    TurnUnknown,
    /// PL, the first moves and the words do not agree on who is to move.
    TurnConflict,
    /// Not as SGF FF\[4\] has it.
    Strict,
}

impl Code {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Code; 23] = [
        Code::Unreadable,
        Code::Syntax,
        Code::BoardSize,
        Code::OtherGame,
        Code::NoPosition,
        Code::SetupPoint,
        Code::SetupTwice,
        Code::SetupBoth,
        Code::SetupNoLiberty,
        Code::AnswerPoint,
        Code::AnswerOccupied,
        Code::AnswerSelfCapture,
        Code::AnswerKo,
        Code::AnswerTurn,
        Code::AnswerSetup,
        Code::NoAnswer,
        Code::NoRefutation,
        Code::MoveIllegal,
        Code::MoveTurn,
        Code::GameFact,
        Code::TurnUnknown,
        Code::TurnConflict,
        Code::Strict,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Code::Unreadable => "unreadable",
            Code::Syntax => "syntax",
            Code::BoardSize => "board-size",
            Code::OtherGame => "other-game",
            Code::NoPosition => "no-position",
            Code::SetupPoint => "setup-point",
            Code::SetupTwice => "setup-twice",
            Code::SetupBoth => "setup-both",
            Code::SetupNoLiberty => "setup-no-liberty",
            Code::AnswerPoint => "answer-point",
            Code::AnswerOccupied => "answer-occupied",
            Code::AnswerSelfCapture => "answer-self-capture",
            Code::AnswerKo => "answer-ko",
            Code::AnswerTurn => "answer-turn",
            Code::AnswerSetup => "answer-setup",
            Code::NoAnswer => "no-answer",
            Code::NoRefutation => "no-refutation",
            Code::MoveIllegal => "move-illegal",
            Code::MoveTurn => "move-turn",
            Code::GameFact => "game-fact",
            Code::TurnUnknown => "turn-unknown",
            Code::TurnConflict => "turn-conflict",
            Code::Strict => "strict",
        }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Something that is wrong with a problem, and where; sorted by place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The source's name.
    pub source: String,
    /// Which game tree of it, from 1; 0 when the whole source is meant.
    pub tree: u32,
    /// Where in the source, in bytes.
    pub offset: u64,
    /// Of what kind.
    pub code: Code,
    /// What, in a sentence.
    pub cause: String,
}
