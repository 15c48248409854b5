//! `/api/v1/conflicts`: duplicates with contradicting answers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::ConflictJson;
use crate::conflict_list::ConflictPlace;
use crate::input::{QueryOf, check_limit};
use crate::listing::Listing;
use crate::problem::Problem;
use crate::state::{App, View};

/// Which part of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ConflictsQuery {
    /// `next` of the part before.
    after: Option<String>,
    /// The most conflicts to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(conflicts))
}

/// Problems whose records do not accept the same first moves, as `dups --conflicts --json` prints
/// them.
#[utoipa::path(get, path = "/api/v1/conflicts", params(ConflictsQuery), responses(
    (status = 200, body = Listing<ConflictJson>),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn conflicts(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<ConflictsQuery>,
) -> Result<Json<Listing<ConflictJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &ConflictsQuery) -> Result<Listing<ConflictJson>, Problem> {
    let limit = check_limit(query.limit)?;
    let after = query.after.as_deref().map(str::parse::<ConflictPlace>).transpose()?;
    let list = view.conflicts()?;
    let rest = list.after(after);
    let shown = &rest[..rest.len().min(limit)];
    let mut items = Vec::with_capacity(shown.len());
    for conflict in shown {
        let item = conflict.visit(view.store, |position, comparison| {
            Ok::<_, Problem>(ConflictJson::new(position, comparison)?)
        })?;
        items.extend(item);
    }
    let next = (shown.len() < rest.len()).then(|| shown.last().map(|last| last.place.to_string()));
    Ok(Listing { total: list.len(), items, next: next.flatten() })
}
