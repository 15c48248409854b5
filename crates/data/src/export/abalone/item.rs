//! What is exported.

use crate::PositionKey;
use crate::abalone::{GameRecord, Setup, Symmetry};
use crate::model::AbaloneForm;

/// A problem to export, on the exported board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedProblem {
    /// The key of the position.
    pub key: PositionKey,
    /// The canonical text.
    pub text: String,
    /// The position, with the side to move and the marbles lost as far as they are known.
    pub setup: Setup,
    /// Maps the exported board to the canonical text.
    pub operation: Symmetry,
    /// Maps the exported board to that of the kept record.
    pub onto_kept: Symmetry,
    /// Where the kept record is.
    pub kept: Place,
    /// The form of the kept record.
    pub form: AbaloneForm,
    /// Its comments, and the goal and the solution of a puzzle.
    pub comments: Vec<String>,
    /// Where the other records are, each with the operation that maps the exported board to its
    /// board.
    pub others: Vec<(Place, Symmetry)>,
}

/// A game to export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportedGame {
    /// Where it is. The name is that of the event.
    pub place: Place,
    /// The form in which the source has it.
    pub form: AbaloneForm,
    /// The game.
    pub record: GameRecord,
}

/// A place in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1.
    pub number: u32,
    /// The name of the problem or event.
    pub name: Option<String>,
}
