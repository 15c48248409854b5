//! What can be wrong with a problem, and what each kind is called.

use std::fmt;

/// A kind of fault, by the name under which reports and scripts know it.
///
/// The names never change their meaning; `gtn-db check --help` lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
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

impl Rule {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Rule; 23] = [
        Rule::Unreadable,
        Rule::Syntax,
        Rule::BoardSize,
        Rule::OtherGame,
        Rule::NoPosition,
        Rule::SetupPoint,
        Rule::SetupTwice,
        Rule::SetupBoth,
        Rule::SetupNoLiberty,
        Rule::AnswerPoint,
        Rule::AnswerOccupied,
        Rule::AnswerSelfCapture,
        Rule::AnswerKo,
        Rule::AnswerTurn,
        Rule::AnswerSetup,
        Rule::NoAnswer,
        Rule::NoRefutation,
        Rule::MoveIllegal,
        Rule::MoveTurn,
        Rule::GameFact,
        Rule::TurnUnknown,
        Rule::TurnConflict,
        Rule::Strict,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Unreadable => "unreadable",
            Rule::Syntax => "syntax",
            Rule::BoardSize => "board-size",
            Rule::OtherGame => "other-game",
            Rule::NoPosition => "no-position",
            Rule::SetupPoint => "setup-point",
            Rule::SetupTwice => "setup-twice",
            Rule::SetupBoth => "setup-both",
            Rule::SetupNoLiberty => "setup-no-liberty",
            Rule::AnswerPoint => "answer-point",
            Rule::AnswerOccupied => "answer-occupied",
            Rule::AnswerSelfCapture => "answer-self-capture",
            Rule::AnswerKo => "answer-ko",
            Rule::AnswerTurn => "answer-turn",
            Rule::AnswerSetup => "answer-setup",
            Rule::NoAnswer => "no-answer",
            Rule::NoRefutation => "no-refutation",
            Rule::MoveIllegal => "move-illegal",
            Rule::MoveTurn => "move-turn",
            Rule::GameFact => "game-fact",
            Rule::TurnUnknown => "turn-unknown",
            Rule::TurnConflict => "turn-conflict",
            Rule::Strict => "strict",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A fault inside one game tree, as extraction and checks report it.
///
/// A [`Diagnostic`] is the same with the place of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule that is broken.
    pub rule: Rule,
    /// Bytes from the start of the tree.
    pub offset: usize,
    /// One sentence for a person.
    pub message: String,
}

impl Fault {
    /// The fault with its place: `tree` is the number of the game tree in `source`,
    /// `offset` the first byte of that tree.
    pub fn locate(
        self,
        source: &str,
        tree: u32,
        offset: u64,
        disposition: Disposition,
    ) -> Diagnostic {
        let offset = offset + self.offset as u64;
        let location = Location { source: source.to_owned(), tree, offset };
        Diagnostic { location, rule: self.rule, message: self.message, disposition }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for Fault {}

/// A place in a source; ordered by source, tree and offset.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1; 0 for the whole source.
    pub tree: u32,
    /// Bytes from the start of the source.
    pub offset: u64,
}

/// Whether a game tree with a fault is in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Disposition {
    /// The tree was kept, as it is or after a repair.
    Kept,
    /// The tree was skipped.
    Skipped,
}

/// Something that is wrong with a source or with one of its game trees;
/// ordered by location.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Diagnostic {
    /// Where.
    pub location: Location,
    /// The rule that is broken.
    pub rule: Rule,
    /// One sentence for a person.
    pub message: String,
    /// Whether the tree is in the database.
    pub disposition: Disposition,
}

impl Diagnostic {
    /// Whether the tree is in the database.
    pub fn is_kept(&self) -> bool {
        self.disposition == Disposition::Kept
    }
}
