//! What passes between the stages of an import.

use std::sync::Arc;

use super::inputs::InputFormat;
use crate::Diagnostic;
use crate::extract::{Extracted, abalone};
use crate::model::{AbaloneGame, AbaloneProblem, Game, Record, Source, SourceFile, TreeOptions};
use crate::sgf::{Charset, Detected, SyntaxFault, TreeSpan};

/// An item that passes from one stage to the next. The order of the items is the
/// order of the inputs, and `T` is what the stage before made of the content.
pub(super) enum Stage<T> {
    /// A source that is small enough to pass as a whole.
    Whole { source: Source, content: T },
    /// A large source, whose pieces follow.
    Begin(Source),
    /// A piece of the large source.
    Piece(T),
    /// The end of the large source.
    End,
    /// The rest of the large source cannot be read. Nothing of it is kept.
    Abandon,
    /// A source that was imported before and is not read again; with its id if
    /// the database does not know its file.
    Unchanged { source: Source, without_file: Option<i64> },
    /// An archive that was read as a whole, and the places of its entries.
    Unpacked { archive: Arc<SourceFile>, places: Vec<[u8; 16]> },
    /// Something that cannot be read.
    Skipped(Diagnostic),
}

impl<T> Stage<T> {
    /// Replaces the content.
    pub(super) fn map<U>(self, map: impl FnOnce(T) -> U) -> Stage<U> {
        match self {
            Stage::Whole { source, content } => Stage::Whole { source, content: map(content) },
            Stage::Begin(source) => Stage::Begin(source),
            Stage::Piece(content) => Stage::Piece(map(content)),
            Stage::End => Stage::End,
            Stage::Abandon => Stage::Abandon,
            Stage::Unchanged { source, without_file } => Stage::Unchanged { source, without_file },
            Stage::Unpacked { archive, places } => Stage::Unpacked { archive, places },
            Stage::Skipped(diagnostic) => Stage::Skipped(diagnostic),
        }
    }
}

/// From the reader to the parser: a source or a piece of one, as bytes.
pub(super) struct Unparsed {
    /// The name of the source.
    pub(super) source: String,
    pub(super) text: Text,
    /// How the trees of the source are read.
    pub(super) options: TreeOptions,
    /// The charset that the neighbors of the source have, if it leaves its own open.
    pub(super) charset: Option<Charset>,
}

pub(super) enum Text {
    /// A whole source.
    Whole(InputFormat, Vec<u8>),
    /// A piece of a source.
    Piece(Piece),
}

/// A piece of a source that ends where a tree or a line ends.
pub(super) struct Piece {
    /// The first byte of the piece in the source.
    pub(super) offset: u64,
    /// The number of trees or lines before the piece.
    pub(super) before: u32,
    pub(super) bytes: Vec<u8>,
    pub(super) content: PieceContent,
}

pub(super) enum PieceContent {
    Trees { spans: Vec<TreeSpan>, faults: Vec<SyntaxFault>, charset: Detected },
    Lines,
}

/// From the parser to the writer: what a source or a piece of one has.
#[derive(Default)]
pub(super) struct Parsed {
    pub(super) records: Vec<Record>,
    pub(super) games: Vec<Game>,
    pub(super) abalone_problems: Vec<AbaloneProblem>,
    pub(super) abalone_games: Vec<AbaloneGame>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    pub(super) fn of_diagnostic(diagnostic: Diagnostic) -> Parsed {
        Parsed { diagnostics: vec![diagnostic], ..Parsed::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.is_without_content() && self.diagnostics.is_empty()
    }

    /// Whether there is no problem and no game.
    pub(super) fn is_without_content(&self) -> bool {
        self.record_count() == 0 && self.game_count() == 0
    }

    /// The number of problems, of Go and of Abalone.
    pub(super) fn record_count(&self) -> u64 {
        (self.records.len() + self.abalone_problems.len()) as u64
    }

    /// The number of games, of Go and of Abalone.
    pub(super) fn game_count(&self) -> u64 {
        (self.games.len() + self.abalone_games.len()) as u64
    }

    /// Appends what comes after this in the source.
    pub(super) fn append(&mut self, mut other: Parsed) {
        self.records.append(&mut other.records);
        self.games.append(&mut other.games);
        self.abalone_problems.append(&mut other.abalone_problems);
        self.abalone_games.append(&mut other.abalone_games);
        self.diagnostics.append(&mut other.diagnostics);
    }

    /// Adds a problem or game.
    pub(super) fn push(&mut self, extracted: Extracted) {
        if self.games.is_empty() && matches!(extracted, Extracted::Game(_)) {
            self.games.reserve_exact(1); // most files have one game
        }
        extracted.append_to(&mut self.records, &mut self.games);
    }

    /// Adds a problem or game of Abalone.
    pub(super) fn push_abalone(&mut self, extracted: abalone::Extracted) {
        match extracted {
            abalone::Extracted::Problem(problem) => self.abalone_problems.push(*problem),
            abalone::Extracted::Game(game) => self.abalone_games.push(*game),
            abalone::Extracted::Nothing => {}
        }
    }
}
