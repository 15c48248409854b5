//! `/api/v1/duplicates`: problems that several records have.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::ClusterJson;
use crate::find::{Decisions, Identity};
use crate::input::{QueryOf, check_limit};
use crate::listing::{Listing, Part};
use crate::problem::Problem;
use crate::state::{App, View};

/// Which part of the list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct DuplicatesQuery {
    /// `next` of the part before.
    after: Option<String>,
    /// The most problems to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(duplicates))
}

/// Problems with several records, as `dups --json` prints them.
#[utoipa::path(get, path = "/api/v1/duplicates", params(DuplicatesQuery), responses(
    (status = 200, body = Listing<ClusterJson>),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn duplicates(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<DuplicatesQuery>,
) -> Result<Json<Listing<ClusterJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &DuplicatesQuery) -> Result<Listing<ClusterJson>, Problem> {
    let limit = check_limit(query.limit)?;
    let after = query.after.as_deref().map(str::parse).transpose()?;
    let list = view.duplicates()?;
    let part = Part::new(&list, after, limit);
    let decisions = Decisions::load(view.store)?;
    let mut items = Vec::with_capacity(part.items.len());
    for problem in part.items {
        let position = view.store.position_by_id(problem.position)?;
        let position = position.ok_or_else(|| Problem::internal("a position is gone"))?;
        let records = view.store.records(problem.position)?;
        let clusters =
            decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
        let cluster = clusters.get(problem.number as usize);
        let cluster = cluster.ok_or_else(|| Problem::internal("a problem is gone"))?;
        items.push(ClusterJson::new(view.store, position.key, cluster)?);
    }
    let next = part.next.map(|next| next.to_string());
    Ok(Listing { total: list.len(), items, next })
}
