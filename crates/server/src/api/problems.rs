//! `/api/v1/problems`: the problems of the collection.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::abalone_problems::AbaloneProblems;
use crate::answer::{ProblemJson, abalone};
use crate::family::{Family, FamilyField, InFamily};
use crate::find::{Identity, ProblemList, cluster_records};
use crate::input::check_limit;
use crate::listing::{Listing, Part};
use crate::problem::Problem;
use crate::problem_query::ProblemQuery;
use crate::state::{App, View};

/// A problem of either family.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum AnyProblemJson {
    Go(ProblemJson),
    Abalone(abalone::ProblemJson),
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(problems))
}

/// Problems, as `problems --json` prints them. Those of Abalone are selected by name, source and
/// turn only.
#[utoipa::path(get, path = "/api/v1/problems", params(FamilyField, ProblemQuery), responses(
    (status = 200, body = Listing<AnyProblemJson>),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn problems(
    State(app): State<Arc<App>>,
    InFamily(family, query): InFamily<ProblemQuery>,
) -> Result<Json<Listing<AnyProblemJson>>, Problem> {
    let read = move |view: &View<'_>| match family.unwrap_or_default() {
        Family::Go => list_go(view, &query),
        Family::Abalone => list_abalone(view, &query),
    };
    Ok(Json(app.read(read).await?))
}

fn list_go(view: &View<'_>, query: &ProblemQuery) -> Result<Listing<AnyProblemJson>, Problem> {
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
        let clusters = cluster_records(&position, &records, Identity::Problem);
        let cluster = clusters.get(problem.number as usize);
        let cluster = cluster.ok_or_else(|| Problem::internal("a problem is gone"))?;
        let problem = ProblemJson::new(view.store, &position, cluster)?;
        items.push(AnyProblemJson::Go(problem));
    }
    let next = part.next.map(|next| next.to_string());
    Ok(Listing { total: list.problems().len(), items, next })
}

fn list_abalone(view: &View<'_>, query: &ProblemQuery) -> Result<Listing<AnyProblemJson>, Problem> {
    let limit = check_limit(query.limit)?;
    let after = query.after.as_deref().map(str::parse).transpose()?;
    let list = AbaloneProblems::load(view, query)?;
    let part = Part::new(list.problems(), after, limit);
    let mut items = Vec::with_capacity(part.items.len());
    for problem in part.items {
        let (key, cluster) = list.cluster(problem);
        let problem = abalone::ProblemJson::new(view.store, key, &cluster)?;
        items.push(AnyProblemJson::Abalone(problem));
    }
    let next = part.next.map(|next| next.to_string());
    Ok(Listing { total: list.problems().len(), items, next })
}
