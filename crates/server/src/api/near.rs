//! `/api/v1/near`: positions that differ in few points.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::NearPairJson;
use crate::input::{QueryOf, check_limit};
use crate::listing::Listing;
use crate::near_list::{NearPlace, check_distance};
use crate::problem::Problem;
use crate::state::{App, View};

/// Which part of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct NearQuery {
    /// The most points that differ, 1 to 5; 1 if not given.
    k: Option<u8>,
    /// `next` of the part before.
    after: Option<String>,
    /// The most pairs to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(near))
}

/// Pairs of positions that differ in at most `k` points, likely misprints first, as
/// `dups --near K --pairs --json` prints them.
#[utoipa::path(get, path = "/api/v1/near", params(NearQuery), responses(
    (status = 200, body = Listing<NearPairJson>),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn near(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<NearQuery>,
) -> Result<Json<Listing<NearPairJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &NearQuery) -> Result<Listing<NearPairJson>, Problem> {
    let limit = check_limit(query.limit)?;
    let k = check_distance(query.k)?;
    let after = query.after.as_deref().map(str::parse::<NearPlace>).transpose()?;
    let (list, positions) = (view.near(k)?, view.positions()?);
    let rest = list.after(&positions, after);
    let shown = &rest[..rest.len().min(limit)];
    let answers = list.answers(&positions);
    let items = shown.iter().map(|&pair| answers.describe_pair(pair)).collect();
    let last = shown.last().filter(|_| shown.len() < rest.len());
    let next = last.map(|&last| list.place(&positions, last).to_string());
    Ok(Listing { total: list.len(), items, next })
}
