//! `/api/v1/conflicts`: duplicates with contradicting answers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::answer::ConflictJson;
use crate::conflict_list::ConflictPlace;
use crate::input::{QueryOf, check_limit};
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
