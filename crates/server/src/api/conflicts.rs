//! `/api/v1/conflicts`: duplicates with contradicting answers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;

use crate::answer::ConflictJson;
use crate::find::Decisions;
use crate::input::QueryOf;
use crate::listing::{AskedPart, Listing};
use crate::problem::Problem;
use crate::state::{App, View};

/// Which part of the list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct ConflictsRequest {
    /// Whether to list also those of the classes `lists fewer` and `assumed`.
    #[serde(default)]
    all: bool,
    /// `next` of the part before.
    after: Option<String>,
    /// The most items to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// Problems whose records do not accept the same first moves, as `dups --conflicts --json` prints
/// them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(ConflictsRequest), responses(
    (status = 200, body = Listing<ConflictJson>),
)))]
pub(super) async fn conflicts(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<ConflictsRequest>,
) -> Result<Json<Listing<ConflictJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &ConflictsRequest) -> Result<Listing<ConflictJson>, Problem> {
    let asked = AskedPart::new(query.after.as_deref(), query.limit)?;
    let (list, decisions) = (view.conflicts()?, Decisions::load(view.store)?);
    asked.list(
        list.listed(query.all),
        |conflict| conflict.place,
        |conflict| {
            conflict.visit(view.store, &decisions, |position, comparison| {
                Ok(ConflictJson::new(view.store, position, comparison)?)
            })
        },
    )
}
