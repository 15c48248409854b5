//! `/api/v1/near`: positions that differ in few points.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::answer::NearPairJson;
use crate::input::{QueryOf, check_distance};
use crate::listing::{AskedPart, Listing};
use crate::near_pairs::{NearPairs, NearProgress};
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

/// Pairs of positions and whether they are all.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct NearAnswer {
    #[serde(flatten)]
    pairs: Listing<NearPairJson>,
    /// Whether pairs that differ in more than one point are left out: some position has too many
    /// others near it, or they are still searched.
    more: bool,
    /// How far the search is: until its end, only the pairs that differ in one point are listed.
    /// Null at the end.
    progress: Option<NearProgress>,
}

/// Pairs of positions that differ in at most `k` points, likely misprints first, as
/// `dups --near K --pairs --json` prints them. A search that takes longer than a moment goes on
/// behind the answer: ask again until `progress` is null. It ends when nobody asks for 15 seconds.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(NearQuery), responses(
    (status = 200, body = NearAnswer),
)))]
pub(super) async fn near(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<NearQuery>,
) -> Result<Json<NearAnswer>, Problem> {
    let searching = Arc::clone(&app);
    Ok(Json(app.read(move |view| list(&searching, view, &query)).await?))
}

fn list(app: &Arc<App>, view: &View<'_>, query: &NearQuery) -> Result<NearAnswer, Problem> {
    let asked = AskedPart::new(query.after.as_deref(), query.limit)?;
    let found = NearPairs::find(app, view, check_distance(query.k)?)?;
    let list = &found.list;
    let answers = list.answers();
    let pairs = asked.list(
        list.pairs(),
        |&pair| list.place(pair),
        |&pair| Ok(Some(answers.describe_pair(pair))),
    )?;
    Ok(NearAnswer { pairs, more: found.has_more(), progress: found.progress })
}
