//! `/api/v1/near`: positions that differ in few points.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use crate::answer::NearPairJson;
use crate::input::{QueryOf, check_distance};
use crate::listing::{AskedPart, Listing};
use crate::problem::Problem;
use crate::state::{App, View};

/// Which part of the list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct NearQuery {
    /// The most points that differ, 1 to 5; 1 if not given.
    k: Option<u8>,
    /// `next` of the part before.
    after: Option<String>,
    /// The most pairs to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// Pairs of positions that differ in at most `k` points, likely misprints first, as
/// `dups --near K --pairs --json` prints them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(NearQuery), responses(
    (status = 200, body = Listing<NearPairJson>),
)))]
pub(super) async fn near(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<NearQuery>,
) -> Result<Json<Listing<NearPairJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &NearQuery) -> Result<Listing<NearPairJson>, Problem> {
    let asked = AskedPart::new(query.after.as_deref(), query.limit)?;
    let (list, positions) = (view.near(check_distance(query.k)?)?, view.positions()?);
    let answers = list.answers(&positions);
    asked.list(
        list.pairs(),
        |&pair| list.place(&positions, pair),
        |&pair| Ok(Some(answers.describe_pair(pair))),
    )
}
