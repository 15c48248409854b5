//! Writes decisions, with errors as [`Problem`]s.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;

use super::lookup::KnownPosition;
use super::problem::Problem;
use super::state::{App, View};
use crate::answer::{DecideError, DecisionJson, JudgedRecordError, JudgedRecordJson};
use crate::find::{
    Decisions, IdentifyError, Identity, find_source, identify_record, walk_positions,
};
use crate::store::{Decision, ImportSession, Judgment, StoredRecord};

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

/// Saves that a record is better than, or another problem than, all others of its group, as the
/// replies `1a` and `da` of `dups --decide` do. Pairs that have a decision keep that one.
///
/// # Errors
/// 404 if there is no such record, 422 if it is not named well, 409 with the chain if other
/// decisions say the opposite.
pub(super) fn judge_group(
    view: &View<'_>,
    session: &mut ImportSession,
    judgment: Judgment,
    record: JudgedRecordJson,
) -> Result<Vec<Decision>, Problem> {
    let sources = view.store.sources()?;
    let one = record.identify(view.store, &sources).map_err(|error| refuse_record("", error))?;
    let KnownPosition { position, records } =
        KnownPosition::find(view.store, &one.key.to_string())?;
    let mut decisions = Decisions::load(view.store)?;
    let clusters = decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
    let mut found = None;
    for cluster in clusters {
        let mut judged = Vec::with_capacity(cluster.records.len());
        for record in &cluster.records {
            judged.push(identify_record(view.store, position.key, record)?);
        }
        if judged.iter().any(|judged| judged.hash == one.hash) {
            found = Some(judged);
            break;
        }
    }
    let others = found.ok_or_else(|| Problem::not_found("the group has no such record"))?;
    let new = decisions.judge_each(judgment, &one, others);
    save_all(session, &mut decisions, new)
}

/// Saves that in every group, the first record of a source is better than those of other sources,
/// as the replies `p1` and `p2` of `dups --decide` do. Pairs that have a decision keep that one.
///
/// # Errors
/// 422 if no source, or several, have the name.
pub(super) fn prefer_source(
    view: &View<'_>,
    session: &mut ImportSession,
    name: &str,
) -> Result<Vec<Decision>, Problem> {
    let source = find_source(&view.store.sources()?, name)
        .map_err(|error| Problem::unprocessable(error.to_string()))?
        .id;
    let mut decisions = Decisions::load(view.store)?;
    let mut saved = Vec::new();
    for stored in walk_positions(view.store, 2)? {
        let (position, records) = stored?;
        if records.iter().all(|record| record.source_id != source) {
            continue;
        }
        let clusters =
            decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
        for cluster in clusters {
            let pairs = decisions.undecided_pairs(view.store, &position, &cluster)?;
            let others = pairs.iter().map(|pair| pair.records[1]);
            let asked: Vec<&StoredRecord> = [cluster.first()].into_iter().chain(others).collect();
            let new = decisions.prefer_source(view.store, position.key, &asked, source)?;
            saved.extend(save_all(session, &mut decisions, new.unwrap_or_default())?);
        }
    }
    Ok(saved)
}

/// Takes back decisions that were made at once, except those that were changed since.
///
/// # Errors
/// 404 if they are not remembered, or all of them were changed; else as for [`App::write_decisions`].
pub(super) async fn take_back(app: Arc<App>, id: String) -> Result<(), Problem> {
    let found = app.batches.find(&id);
    let mut decisions =
        found.ok_or_else(|| Problem::not_found(format!("there are no decisions {id}")))?;
    let forget = move |view: &View<'_>, session: &mut ImportSession| {
        let known: HashMap<_, _> = view.store.decisions()?.into_iter().map(order).collect();
        decisions.retain(|decision| {
            let (hashes, judgment) = order(decision.clone());
            known.get(&hashes) == Some(&judgment)
        });
        if decisions.is_empty() {
            return Err(Problem::not_found("these decisions were changed since"));
        }
        for Decision { first, second, .. } in decisions {
            session.forget_decision(first.hash, second.hash)?;
        }
        Ok(())
    };
    Arc::clone(&app).write_decisions(forget).await?;
    app.batches.remove(&id);
    Ok(())
}

/// A decision as the hashes of its records, the smaller one first, and the judgment on them in this
/// order.
fn order(Decision { judgment, first, second }: Decision) -> ([[u8; 16]; 2], Judgment) {
    match first.hash < second.hash {
        true => ([first.hash, second.hash], judgment),
        false => ([second.hash, first.hash], judgment.swapped()),
    }
}

fn save_all(
    session: &mut ImportSession,
    decisions: &mut Decisions,
    new: Vec<Decision>,
) -> Result<Vec<Decision>, Problem> {
    for decision in &new {
        if let Some(chain) = decisions.find_opposite(decision) {
            return Err(refuse(DecideError::Opposite(chain)));
        }
        session.decide(decision)?;
        decisions.insert(decision);
    }
    Ok(new)
}

fn refuse(error: DecideError) -> Problem {
    match error {
        DecideError::First(cause) => refuse_record("first: ", cause),
        DecideError::Second(cause) => refuse_record("second: ", cause),
        DecideError::Store(error) => error.into(),
        DecideError::SameText => Problem::unprocessable(error.to_string()),
        DecideError::NoDecision => Problem::not_found(error.to_string()),
        DecideError::Opposite(_) => Problem::new(StatusCode::CONFLICT, error.to_string()),
    }
}

fn refuse_record(which: &str, error: JudgedRecordError) -> Problem {
    match error {
        JudgedRecordError::Place(IdentifyError::Store(error)) => error.into(),
        error => Problem::unprocessable(format!("{which}{error}")),
    }
}
