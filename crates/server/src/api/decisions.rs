//! `/api/v1/decisions`: what people decided about pairs of records.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use crate::answer::{DecisionJson, JudgedRecordJson, VerdictJson};
use crate::batches::Batch;
use crate::decide::{decide, judge_group, prefer_source, take_back};
use crate::input::{BodyOf, QueryOf};
use crate::listing::{Listing, PartQuery};
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::{Decision, Judgment};

/// The two records of a decision, in any order.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct JudgedPair {
    first: JudgedRecordJson,
    second: JudgedRecordJson,
}

/// A decision about a record and each other one of its group.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct GroupDecision {
    decision: GroupVerdict,
    record: JudgedRecordJson,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum GroupVerdict {
    /// The record is another problem than all others.
    Different,
    /// The record is better than all others.
    Better,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Preference {
    /// The name of the source, or its file name.
    source: String,
}

/// All decisions as `dups --decisions` prints them, sorted by the hashes of their records.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(PartQuery), responses(
    (status = 200, body = Listing<DecisionJson>),
)))]
pub(super) async fn list_decisions(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<PartQuery>,
) -> Result<Json<Listing<DecisionJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

/// Saves a decision in place of an earlier one about the same records, as `dups --decide` does.
/// What contradicts a chain of other decisions is refused with 409.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "",
    request_body = DecisionJson,
    responses((status = 204, description = "saved")),
))]
pub(super) async fn save_decision(
    State(app): State<Arc<App>>,
    BodyOf(decision): BodyOf<DecisionJson>,
) -> Result<StatusCode, Problem> {
    app.write_decisions(move |view, session| decide(view, session, vec![decision])).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a decision back.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "",
    request_body = JudgedPair,
    responses((status = 204, description = "forgotten")),
))]
pub(super) async fn forget_decision(
    State(app): State<Arc<App>>,
    BodyOf(JudgedPair { first, second }): BodyOf<JudgedPair>,
) -> Result<StatusCode, Problem> {
    let decision = DecisionJson { decision: VerdictJson::Forget, first, second };
    app.write_decisions(move |view, session| decide(view, session, vec![decision])).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Saves a decision about a record and each other one of its group, as the replies `1a` and `da` of
/// `dups --decide` do. Pairs that have a decision keep that one. All or, if one contradicts a chain
/// of other decisions, none.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "",
    request_body = GroupDecision,
    responses((status = 200, body = Batch)),
))]
pub(super) async fn decide_group(
    State(app): State<Arc<App>>,
    BodyOf(GroupDecision { decision, record }): BodyOf<GroupDecision>,
) -> Result<Json<Batch>, Problem> {
    let judgment = match decision {
        GroupVerdict::Different => Judgment::Different,
        GroupVerdict::Better => Judgment::FirstIsBetter,
    };
    let judge =
        move |view: &View<'_>, session: &mut _| judge_group(view, session, judgment, record);
    let decisions = Arc::clone(&app).write_decisions(judge).await?;
    Ok(Json(app.batches.add(decisions)))
}

/// Saves for every group that the first record of a source is better than those of other sources,
/// as the replies `p1` and `p2` of `dups --decide` do. Pairs that have a decision keep that one.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "", request_body = Preference, responses(
    (status = 200, body = Batch),
)))]
pub(super) async fn prefer(
    State(app): State<Arc<App>>,
    BodyOf(Preference { source }): BodyOf<Preference>,
) -> Result<Json<Batch>, Problem> {
    let prefer = move |view: &View<'_>, session: &mut _| prefer_source(view, session, &source);
    let decisions = Arc::clone(&app).write_decisions(prefer).await?;
    Ok(Json(app.batches.add(decisions)))
}

/// Takes decisions back that were saved at once, except those that were changed since.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "",
    params(("id" = String, Path)),
    responses((status = 204, description = "forgotten")),
))]
pub(super) async fn forget_batch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    take_back(app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn list(view: &View<'_>, query: &PartQuery) -> Result<Listing<DecisionJson>, Problem> {
    let asked = query.check()?;
    let mut all = view.store.decisions()?;
    let place = |decision: &Decision| {
        let [first, second] = [&decision.first, &decision.second].map(|judged| judged.hash);
        format!("{:032x}-{:032x}", u128::from_be_bytes(first), u128::from_be_bytes(second))
    };
    all.sort_by_cached_key(place);
    asked.list(&all, place, |decision| Ok(Some(decision.clone().into())))
}
