//! `/api/v1/problems`: the problems of the collection.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::ProblemJson;
use crate::find::{Identity, ProblemList, cluster_records};
use crate::server::input::{QueryOf, check_limit};
use crate::server::listing::{Listing, Part};
use crate::server::problem::Problem;
use crate::server::problem_query::ProblemQuery;
use crate::server::state::{App, View};

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(problems))
}

/// Problems, as `problems --json` prints them.
#[utoipa::path(get, path = "/api/v1/problems", params(ProblemQuery), responses(
    (status = 200, body = Listing<ProblemJson>),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn problems(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<ProblemQuery>,
) -> Result<Json<Listing<ProblemJson>>, Problem> {
    Ok(Json(app.read(move |view| list(view, &query)).await?))
}

fn list(view: &View<'_>, query: &ProblemQuery) -> Result<Listing<ProblemJson>, Problem> {
    let limit = check_limit(query.limit)?;
    let after = query.after.as_deref().map(str::parse).transpose()?;
    let filter = query.to_filter(view.store)?;
    let list = match filter.is_empty() {
        true => view.problems()?,
        false => Arc::new(ProblemList::load(view.store, &filter)?),
    };
    let part = Part::new(list.problems(), after, limit);
    let mut items = Vec::with_capacity(part.items.len());
    for problem in part.items {
        let found = list.load_records(view.store, problem.position)?;
        let (position, records) = found.ok_or_else(|| Problem::internal("a position is gone"))?;
        let clusters = cluster_records(&records, Identity::Problem);
        let cluster = clusters.get(problem.number as usize);
        let cluster = cluster.ok_or_else(|| Problem::internal("a problem is gone"))?;
        items.push(ProblemJson::new(view.store, &position, cluster)?);
    }
    let next = part.next.map(|next| next.to_string());
    Ok(Listing { total: list.problems().len(), items, next })
}
