//! `/api/v1/problems`: the problems of the collection.

use std::slice;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::abalone_problems::AbaloneProblems;
use crate::answer::{FacetJson, ProblemJson, abalone};
use crate::family::Family;
use crate::find::count_facets;
use crate::game_fields::{ProblemFields, Selecting};
use crate::listing::{AskedPart, Cursor, Listing};
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::ProblemConditions;

/// Which part of which list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct PartRequest {
    /// The family to list: `go` if not given.
    #[serde(default)]
    family: Family,
    /// `next` of the part before.
    after: Option<String>,
    /// The most problems to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// Nothing beside the conditions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FacetRequest {}

/// The values of the facets.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct FacetList {
    /// Each value that some of the problems have.
    items: Vec<FacetJson>,
}

/// How many of the problems of Go that conditions select have each level, have each tag, and have known
/// rights, as `problems --facets --json` prints them. Looks into every selected game tree.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(ProblemFields), responses(
    (status = 200, body = FacetList),
)))]
pub(super) async fn facets(
    State(app): State<Arc<App>>,
    Selecting(FacetRequest {}, fields): Selecting<FacetRequest, ProblemConditions>,
) -> Result<Json<FacetList>, Problem> {
    let count = move |view: &View<'_>| {
        let counts = count_facets(view.store, &fields.to_filter()?)?;
        Ok(FacetList { items: counts.into_iter().map(FacetJson::from).collect() })
    };
    Ok(Json(app.read(count).await?))
}

/// A problem of either family.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(super) enum AnyProblemJson {
    Go(ProblemJson),
    Abalone(abalone::ProblemJson),
}

/// Problems, as `problems --json` prints them. Those of Abalone are selected by name, source and
/// turn only.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(PartRequest, ProblemFields), responses(
    (status = 200, body = Listing<AnyProblemJson>),
)))]
pub(super) async fn problems(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<PartRequest, ProblemConditions>,
) -> Result<Json<Listing<AnyProblemJson>>, Problem> {
    let read = move |view: &View<'_>| match request.family {
        Family::Go => list_go(view, &request, &fields),
        Family::Abalone => list_abalone(view, &request, &fields),
    };
    Ok(Json(app.read(read).await?))
}

fn list_go(
    view: &View<'_>,
    request: &PartRequest,
    fields: &ProblemFields,
) -> Result<Listing<AnyProblemJson>, Problem> {
    let asked = AskedPart::new(request.after.as_deref(), request.limit)?;
    let list = fields.load_list(view)?;
    let phrase = fields.conditions()?.comment;
    asked.list(
        list.problems(),
        |problem| Cursor::from(problem),
        |problem| {
            let mut item = None;
            list.visit(view.store, slice::from_ref(problem), |position, _, cluster| {
                let problem = ProblemJson::new(view.store, position, cluster)?;
                let problem = problem.with_comment(view.store, phrase.as_ref())?;
                item = Some(AnyProblemJson::Go(problem));
                Ok::<_, Problem>(())
            })?;
            Ok(item)
        },
    )
}

fn list_abalone(
    view: &View<'_>,
    request: &PartRequest,
    fields: &ProblemFields,
) -> Result<Listing<AnyProblemJson>, Problem> {
    let asked = AskedPart::new(request.after.as_deref(), request.limit)?;
    let list = AbaloneProblems::load(view, fields)?;
    asked.list(
        list.problems(),
        |problem| Cursor::from(problem),
        |problem| {
            let (key, cluster) = list.cluster(problem);
            let problem = abalone::ProblemJson::new(view.store, key, &cluster)?;
            Ok(Some(AnyProblemJson::Abalone(problem)))
        },
    )
}
