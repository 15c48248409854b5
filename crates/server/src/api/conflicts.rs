//! `/api/v1/conflicts`: duplicates with contradicting answers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::answer::ConflictJson;
use crate::input::QueryOf;
use crate::listing::{Listing, PartQuery};
use crate::problem::Problem;
use crate::state::{App, View};

/// Problems whose records do not accept the same first moves, as `dups --conflicts --json` prints
/// them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(PartQuery), responses(
    (status = 200, body = Listing<ConflictJson>),
)))]
pub(super) async fn conflicts(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<PartQuery>,
) -> Result<Json<Listing<ConflictJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &PartQuery) -> Result<Listing<ConflictJson>, Problem> {
    let asked = query.check()?;
    let list = view.conflicts()?;
    asked.list(
        list.conflicts(),
        |conflict| conflict.place,
        |conflict| {
            conflict.visit(view.store, |position, comparison| {
                Ok(ConflictJson::new(position, comparison)?)
            })
        },
    )
}
