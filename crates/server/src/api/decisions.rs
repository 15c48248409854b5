//! `/api/v1/decisions`: what people decided about pairs of records.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{DecisionJson, JudgedRecordJson, VerdictJson};
use crate::batches::Batch;
use crate::decide::{decide, judge_group, prefer_source, take_back};
use crate::input::{BodyOf, QueryOf, check_limit};
use crate::listing::Listing;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::{Decision, Judgment};

/// Which part of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct DecisionsQuery {
    /// `next` of the part before.
    after: Option<String>,
    /// The most decisions to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// The two records of a decision, in any order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct JudgedPair {
    first: JudgedRecordJson,
    second: JudgedRecordJson,
}

/// A decision about a record and each other one of its group.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GroupDecision {
    decision: GroupVerdict,
    record: JudgedRecordJson,
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum GroupVerdict {
    /// The record is another problem than all others.
    Different,
    /// The record is better than all others.
    Better,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Preference {
    /// The name of the source, or its file name.
    source: String,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_decisions, save_decision, forget_decision))
        .routes(routes!(decide_group))
        .routes(routes!(prefer))
        .routes(routes!(forget_batch))
}

/// All decisions as `dups --decisions` prints them, sorted by the hashes of their records.
#[utoipa::path(get, path = "/api/v1/decisions", params(DecisionsQuery), responses(
    (status = 200, body = Listing<DecisionJson>),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn list_decisions(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<DecisionsQuery>,
) -> Result<Json<Listing<DecisionJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

/// Saves a decision in place of an earlier one about the same records, as `dups --decide` does.
/// What contradicts a chain of other decisions is refused with 409.
#[utoipa::path(post, path = "/api/v1/decisions", request_body = DecisionJson, responses(
    (status = 204, description = "saved"),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn save_decision(
    State(app): State<Arc<App>>,
    BodyOf(decision): BodyOf<DecisionJson>,
) -> Result<StatusCode, Problem> {
    app.write_decisions(move |view, session| decide(view, session, vec![decision])).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a decision back.
#[utoipa::path(delete, path = "/api/v1/decisions", request_body = JudgedPair, responses(
    (status = 204, description = "forgotten"),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn forget_decision(
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
#[utoipa::path(post, path = "/api/v1/decisions/group", request_body = GroupDecision, responses(
    (status = 200, body = Batch),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn decide_group(
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
#[utoipa::path(post, path = "/api/v1/decisions/prefer", request_body = Preference, responses(
    (status = 200, body = Batch),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn prefer(
    State(app): State<Arc<App>>,
    BodyOf(Preference { source }): BodyOf<Preference>,
) -> Result<Json<Batch>, Problem> {
    let prefer = move |view: &View<'_>, session: &mut _| prefer_source(view, session, &source);
    let decisions = Arc::clone(&app).write_decisions(prefer).await?;
    Ok(Json(app.batches.add(decisions)))
}

/// Takes decisions back that were saved at once, except those that were changed since.
#[utoipa::path(delete, path = "/api/v1/decisions/{id}", params(("id" = String, Path)), responses(
    (status = 204, description = "forgotten"),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn forget_batch(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    take_back(app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn list(view: &View<'_>, query: &DecisionsQuery) -> Result<Listing<DecisionJson>, Problem> {
    let limit = check_limit(query.limit)?;
    let mut all = view.store.decisions()?;
    let place = |decision: &Decision| {
        let [first, second] = [&decision.first, &decision.second].map(|judged| judged.hash);
        format!("{:032x}-{:032x}", u128::from_be_bytes(first), u128::from_be_bytes(second))
    };
    all.sort_by_cached_key(place);
    let total = all.len();
    let after = query.after.as_deref().unwrap_or_default();
    let begin = all.partition_point(|decision| place(decision).as_str() <= after);
    let mut rest = all.into_iter().skip(begin);
    let items: Vec<Decision> = rest.by_ref().take(limit).collect();
    let next = rest.next().and_then(|_| items.last().map(place));
    Ok(Listing { total, items: items.into_iter().map(Into::into).collect(), next })
}
