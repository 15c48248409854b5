//! `/api/v1/cores`: problems with the same core.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::answer::CorePairJson;
use crate::input::QueryOf;
use crate::listing::{Listing, PartQuery};
use crate::problem::Problem;
use crate::state::{App, View};
use crate::view::CorePair;

/// Pairs of positions whose problems have the same core: their right lines are played on the same part
/// of the board, whatever is around it. Those that agree in two lines around come first.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(PartQuery), responses(
    (status = 200, body = Listing<CorePairJson>),
)))]
pub(super) async fn cores(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<PartQuery>,
) -> Result<Json<Listing<CorePairJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &PartQuery) -> Result<Listing<CorePairJson>, Problem> {
    query.check()?.list(&view.cores()?, CorePair::place, |pair| Ok(Some(pair.describe())))
}
