//! Writes decisions, with errors as [`Problem`]s.

use axum::http::StatusCode;

use super::problem::Problem;
use super::state::View;
use crate::answer::{DecideError, DecisionJson, JudgedRecordError};
use crate::find::{Decisions, IdentifyError};
use crate::store::ImportSession;

/// Saves decisions as `dups --decide FILE` does: all or, if one is refused, none.
///
/// # Errors
/// 422 if a record is not known, 404 if there is nothing to forget, 409 with the chain if other
/// decisions say the opposite.
pub(super) fn decide(
    view: &View<'_>,
    session: &mut ImportSession,
    decided: Vec<DecisionJson>,
) -> Result<(), Problem> {
    let sources = view.store.sources()?;
    let mut decisions = Decisions::load(view.store)?;
    for decision in decided {
        decision.save(view.store, &sources, session, &mut decisions).map_err(refuse)?;
    }
    Ok(())
}

fn refuse(error: DecideError) -> Problem {
    match error {
        DecideError::First(JudgedRecordError::Place(IdentifyError::Store(error)))
        | DecideError::Second(JudgedRecordError::Place(IdentifyError::Store(error)))
        | DecideError::Store(error) => error.into(),
        DecideError::First(cause) => Problem::unprocessable(format!("first: {cause}")),
        DecideError::Second(cause) => Problem::unprocessable(format!("second: {cause}")),
        DecideError::SameText => Problem::unprocessable(error.to_string()),
        DecideError::NoDecision => Problem::not_found(error.to_string()),
        DecideError::Opposite(_) => Problem::new(StatusCode::CONFLICT, error.to_string()),
    }
}
