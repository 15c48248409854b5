//! `/api/v1/cores`: problems with the same core, or near ones.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use crate::answer::CorePairJson;
use crate::input::{QueryOf, check_core_distance};
use crate::listing::{AskedPart, Listing};
use crate::problem::Problem;
use crate::state::{App, View};
use crate::view::CorePair;

/// Which part of the list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct CoreQuery {
    /// The most points of the core that differ, 0 to 5; 0 if not given.
    near: Option<u8>,
    /// `next` of the part before.
    after: Option<String>,
    /// The most pairs to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// Pairs of positions whose problems have the same core: their right lines are played on the same part
/// of the board, whatever is around it. With `near`, some points of that part may differ. Pairs that
/// agree in two lines around come first, those with differing points last, as `dups --core --near K`
/// finds them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(CoreQuery), responses(
    (status = 200, body = Listing<CorePairJson>),
)))]
pub(super) async fn cores(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<CoreQuery>,
) -> Result<Json<Listing<CorePairJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &CoreQuery) -> Result<Listing<CorePairJson>, Problem> {
    let asked = AskedPart::new(query.after.as_deref(), query.limit)?;
    let cores = view.cores(check_core_distance(query.near)?)?;
    asked.list(&cores, CorePair::place, |pair| Ok(Some(pair.describe())))
}
