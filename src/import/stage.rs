//! What passes between the stages of an import.

use super::inputs::Kind;
use crate::Diagnostic;
use crate::model::{Game, Record, Source};
use crate::sgf::{Detected, TreeSpan};

/// From the reader to the parsers.
pub(super) enum Parcel {
    /// A source that is small enough to be passed as a whole.
    Whole { source: Source, kind: Kind, bytes: Vec<u8> },
    /// The pieces of this source follow.
    Begin(Source),
    /// A piece of a large source, which has this name.
    Piece(String, Piece),
    /// That was the last piece.
    End,
    /// The rest cannot be read: the source is given up.
    Abandon,
    /// Not imported: the same content is in the database.
    Unchanged(Source),
    /// Not readable.
    Skipped(Diagnostic),
}

/// A piece of a source, cut where a tree or a line ends.
pub(super) struct Piece {
    /// Where in the source it begins.
    pub offset: u64,
    /// Trees or lines before it.
    pub before: u32,
    pub bytes: Vec<u8>,
    pub content: PieceContent,
}

pub(super) enum PieceContent {
    Trees { spans: Vec<TreeSpan>, faults: Vec<crate::sgf::SyntaxFault>, charset: Detected },
    Lines,
}

/// From the parsers to the writer.
pub(super) enum Parsed {
    Whole { source: Source, harvest: Harvest },
    Begin(Source),
    Piece(Harvest),
    End,
    Abandon,
    Unchanged(Source),
    Skipped(Diagnostic),
}

/// What was found in a source, or in a piece of one.
#[derive(Default)]
pub(super) struct Harvest {
    pub records: Vec<Record>,
    pub games: Vec<Game>,
    pub skips: Vec<Diagnostic>,
}

impl Harvest {
    /// Adds what was found behind.
    pub fn append(&mut self, mut other: Harvest) {
        self.records.append(&mut other.records);
        self.games.append(&mut other.games);
        self.skips.append(&mut other.skips);
    }
}
