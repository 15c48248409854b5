//! `/api/v1/duplicates`: problems that several records have.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;

use crate::answer::ClusterJson;
use crate::find::{Decisions, Identity};
use crate::input::QueryOf;
use crate::listing::{Cursor, Listing, PartQuery};
use crate::problem::Problem;
use crate::state::{App, View};

/// Problems with several records, as `dups --json` prints them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(PartQuery), responses(
    (status = 200, body = Listing<ClusterJson>),
)))]
pub(super) async fn duplicates(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<PartQuery>,
) -> Result<Json<Listing<ClusterJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &PartQuery) -> Result<Listing<ClusterJson>, Problem> {
    let asked = query.check()?;
    let list = view.duplicates()?;
    let decisions = Decisions::load(view.store)?;
    asked.list(
        &list,
        |problem| Cursor::from(problem),
        |problem| {
            let position = view.store.position_by_id(problem.position)?;
            let position = position.ok_or_else(|| Problem::internal("a position is gone"))?;
            let records = view.store.records(problem.position)?;
            let clusters =
                decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
            let cluster = clusters.get(problem.number as usize);
            let cluster = cluster.ok_or_else(|| Problem::internal("a problem is gone"))?;
            Ok(Some(ClusterJson::new(view.store, position.key, cluster)?))
        },
    )
}
