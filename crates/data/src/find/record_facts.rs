//! What the choice of problems for publication asks of a record.

use crate::model::{self, Charset, Turn, has_copyright};
use crate::solution::Certainty;
use crate::store::{RightsList, Store, StoreError, StoredRecord};
use crate::{Rule, check};

/// Whether a fault makes a problem unfit for print: a setup that contradicts itself, a chain without
/// liberty, an illegal move of the answer, no answer.
pub fn is_hard(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::SetupPoint
            | Rule::SetupTwice
            | Rule::SetupBoth
            | Rule::SetupNoLiberty
            | Rule::AnswerPoint
            | Rule::AnswerOccupied
            | Rule::AnswerSelfCapture
            | Rule::AnswerKo
            | Rule::AnswerTurn
            | Rule::NoAnswer
            | Rule::NoPosition
            | Rule::TurnConflict
    )
}

/// Whether marks or words state an answer of the player to move.
pub(super) fn is_stated(record: &StoredRecord, turn: Turn) -> bool {
    let certainty = record.solution.as_ref().and_then(|one| one.certainty(turn.color()));
    certainty.is_some_and(|certainty| certainty != Certainty::Assumed)
}

/// Whether a record has no hard fault.
pub(super) fn is_sound(store: &Store, record: &StoredRecord) -> Result<bool, StoreError> {
    let sgf = store.sgf(record.id)?;
    let charset = Charset::for_reading(record.charset.as_ref());
    let dialect = record.solution.as_ref().map(|solution| solution.dialect);
    let faults = check::check_tree(&sgf, charset, dialect);
    Ok(!faults.iter().any(|fault| is_hard(fault.rule)))
}

/// Whether rights of a record are known.
pub(super) fn has_rights(
    store: &Store,
    rights: &RightsList,
    record: &StoredRecord,
) -> Result<bool, StoreError> {
    if rights.find(&record.at.source).is_some() {
        return Ok(true);
    }
    Ok(has_copyright(&store.sgf(record.id)?, record.charset.as_ref()))
}

/// The difficulty that a record states: DI of its root.
pub(super) fn read_difficulty(
    store: &Store,
    record: &StoredRecord,
) -> Result<Option<String>, StoreError> {
    Ok(model::read_difficulty(&store.sgf(record.id)?, record.charset.as_ref()))
}
