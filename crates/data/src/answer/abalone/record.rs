//! A record of a position of Abalone.

use serde::Serialize;

use super::family::FAMILY;
use crate::abalone::{CodedComment, Notation, Setup};
use crate::extract::abalone::{ProblemText, SolutionLine};
use crate::find::abalone::read_problem;
use crate::model::Turn;
use crate::store::{Store, StoreError, StoredAbaloneProblem};

/// A record of a position of Abalone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneRecordJson))]
pub struct RecordJson {
    /// `abalone`.
    pub family: &'static str,
    /// The key of the position.
    pub key: String,
    /// The canonical text of the position.
    pub text: String,
    /// Who moves, in the record's own colors.
    pub turn: &'static str,
    /// The marbles lost by Black and by White of the record, such as `5-4`; null if unknown.
    pub lost: Option<String>,
    /// Maps the record to the canonical text.
    pub operation: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1: of the line, the APGN or the puzzle.
    pub number: u32,
    /// Bytes from the start of the source to the record.
    pub offset: u64,
    /// The form in which the source has the record.
    pub form: &'static str,
    /// The name.
    pub name: Option<String>,
    /// The position as the record has it, an IATN with the side to move and the marbles lost.
    pub iatn: String,
    /// The goal of a puzzle, such as `Black wins in 3 turns`.
    pub goal: Option<String>,
    /// The lines of its solution.
    pub solution: Vec<SolutionLineJson>,
    /// The comments.
    pub comments: Vec<String>,
    /// The comments in words, where saabacodes are spelled out.
    pub comment_words: Vec<String>,
    /// The record as it is in the source.
    pub source_text: String,
    /// The number, from 1, of the first record with the same text.
    pub copy_of: Option<usize>,
}

/// A line of a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneSolutionLineJson))]
pub struct SolutionLineJson {
    /// The legal moves in Nacre, and after a move that is missing or not legal the rest as it is
    /// written.
    pub moves: String,
    /// The code of what ends the legal moves, such as `pac`; null if all are legal.
    pub code: Option<&'static str>,
    /// What ends them, with the number of the move and its text.
    pub fault: Option<String>,
}

impl SolutionLineJson {
    fn new(line: &SolutionLine) -> SolutionLineJson {
        SolutionLineJson {
            moves: line.record.to_linear(Notation::Nacre),
            code: line.fault.as_ref().map(|fault| fault.cause.code()),
            fault: line.fault.as_ref().map(ToString::to_string),
        }
    }
}

impl RecordJson {
    /// A record. `copy` is the index of the first record with the same text.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn new(
        store: &Store,
        record: &StoredAbaloneProblem,
        copy: Option<usize>,
    ) -> Result<RecordJson, StoreError> {
        let ProblemText { setup, comments, puzzle, .. } = read_problem(store, record)?;
        let (goal, lines) = puzzle.map(|puzzle| (puzzle.goal, puzzle.lines)).unwrap_or_default();
        let words = comments.iter().map(|comment| CodedComment::read(comment).to_words());
        Ok(RecordJson {
            family: FAMILY,
            key: record.key.to_string(),
            text: record.text.clone(),
            turn: own_turn(record, &setup).name(),
            lost: setup.lost.map(|lost| lost.to_string()),
            operation: record.symmetry.name(),
            source: record.source.clone(),
            number: record.number,
            offset: record.offset,
            form: record.form.name(),
            name: record.name.clone(),
            iatn: setup.to_iatn(),
            goal: goal.map(|goal| goal.to_string()),
            solution: lines.iter().map(SolutionLineJson::new).collect(),
            comment_words: words.collect(),
            comments,
            source_text: record.source_text.clone(),
            copy_of: copy.map(|index| index + 1),
        })
    }
}

/// The side to move in the record's own colors, whose setup is given: as the record says, or
/// else either one if the position is its own negative.
pub(super) fn own_turn(record: &StoredAbaloneProblem, setup: &Setup) -> Turn {
    match setup.turn {
        Some(turn) => Turn::of(Some(turn)),
        None if record.turn == Turn::Either => Turn::Either,
        None => Turn::Unknown,
    }
}
