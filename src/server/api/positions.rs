//! `/api/v1/positions/KEY`: a position with its records, as JSON, SVG, SGF and IGTN; and solutions.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{RecordJson, SolutionTreeJson};
use crate::export::{ExportOptions, Format};
use crate::find::{Decisions, Identity, RecordTree, RecordView, find_copies, load_publication};
use crate::gtn::Diagram;
use crate::server::input::QueryOf;
use crate::server::lookup::KnownPosition;
use crate::server::problem::Problem;
use crate::server::state::{App, View};
use crate::store::StoredRecord;
use crate::svg::Picture;

/// A position with all its records.
#[derive(Debug, Serialize, ToSchema)]
struct PositionAnswer {
    /// The key.
    key: String,
    /// The records, as `show --json` prints them.
    records: Vec<RecordJson>,
}

/// Which record.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct RecordQuery {
    /// The number of the record among those of the position, from 1. Without a number, the first
    /// record that accepts a move, or else the first one.
    record: Option<usize>,
}

/// The files that the route of positions gives as well: a segment of a route is a parameter as a
/// whole, so only the description has them.
#[derive(OpenApi)]
#[openapi(paths(draw, write_sgf, write_igtn))]
struct Files;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Files::openapi()).routes(routes!(position)).routes(routes!(tree))
}

/// A position with all its records, as `show --json` prints them.
#[utoipa::path(get, path = "/api/v1/positions/{key}",
    params(("key" = String, Path, description = "The key, or its beginning if no other begins so.")),
    responses(
        (status = 200, body = PositionAnswer),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ),
)]
async fn position(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
) -> Result<Response, Problem> {
    app.read(move |view| match file.split_once('.') {
        None => Ok(Json(describe(view, &file)?).into_response()),
        Some((key, "svg")) => draw(view, key),
        Some((key, "sgf")) => write_sgf(view, key),
        Some((key, "igtn")) => write_igtn(view, key),
        Some((_, other)) => {
            Err(Problem::not_found(format!("a position is svg, sgf or igtn, not {other}")))
        }
    })
    .await
}

fn describe(view: &View<'_>, key: &str) -> Result<PositionAnswer, Problem> {
    let KnownPosition { position, records } = KnownPosition::find(view.store, key)?;
    let listed: Vec<&StoredRecord> = records.iter().collect();
    let copies = find_copies(view.store, &listed)?;
    let records = listed.into_iter().zip(copies);
    let record = |(record, copy)| RecordJson::new(view.store, &position, record, copy);
    let records = records.map(record).collect::<Result<_, _>>()?;
    Ok(PositionAnswer { key: position.key.to_string(), records })
}

/// The position as its first record has it, drawn.
#[utoipa::path(get, path = "/api/v1/positions/{key}.svg", params(("key" = String, Path)), responses(
    (status = 200, body = String, content_type = "image/svg+xml"),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
fn draw(view: &View<'_>, key: &str) -> Result<Response, Problem> {
    let KnownPosition { position, records } = KnownPosition::find(view.store, key)?;
    let first = records.first().expect("find refuses positions without records");
    let RecordView { window, place, .. } = RecordView::new(&position, first)?;
    let picture = Picture { place: Some(place), ..Diagram::from(&window).into() };
    let title = format!("Position {}", position.key);
    let headers = [(header::CONTENT_TYPE, "image/svg+xml")];
    Ok((headers, picture.draw_file(&title).to_string()).into_response())
}

/// The problems of the position, as `export` writes them.
#[utoipa::path(get, path = "/api/v1/positions/{key}.sgf", params(("key" = String, Path)), responses(
    (status = 200, body = String, content_type = "application/x-go-sgf"),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
fn write_sgf(view: &View<'_>, key: &str) -> Result<Response, Problem> {
    write_problems(view, key, Format::Sgf, "application/x-go-sgf; charset=utf-8")
}

/// The windows of the problems, as `export --format igtn` writes them.
#[utoipa::path(get, path = "/api/v1/positions/{key}.igtn", params(("key" = String, Path)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ),
)]
fn write_igtn(view: &View<'_>, key: &str) -> Result<Response, Problem> {
    write_problems(view, key, Format::Igtn, "text/plain; charset=utf-8")
}

/// An attachment with the problems of a position. Its name is made of the key alone.
fn write_problems(
    view: &View<'_>,
    key: &str,
    format: Format,
    kind: &'static str,
) -> Result<Response, Problem> {
    let KnownPosition { position, records } = KnownPosition::find(view.store, key)?;
    let decisions = Decisions::load(view.store)?;
    let mut clusters =
        decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
    clusters.sort_by_key(|cluster| (cluster.first().id, cluster.turn)); // as an export does
    let mut bytes = Vec::new();
    for cluster in &clusters {
        let kept = cluster.choose_representative(&[]);
        let problem = load_publication(view.store, &position, cluster, kept, false)?;
        format
            .write_problem(&problem, &ExportOptions::default(), &mut bytes)
            .map_err(|error| Problem::internal(error.to_string()))?;
    }
    let name = format!("attachment; filename=\"{}.{}\"", position.key, format.extension());
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, bytes).into_response())
}

/// The solution of a record, replayed by the rules.
#[utoipa::path(get, path = "/api/v1/positions/{key}/tree",
    params(("key" = String, Path), RecordQuery),
    responses(
        (status = 200, body = SolutionTreeJson),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ),
)]
async fn tree(
    State(app): State<Arc<App>>,
    Path(key): Path<String>,
    QueryOf(query): QueryOf<RecordQuery>,
) -> Result<Json<SolutionTreeJson>, Problem> {
    let load = move |view: &View<'_>| {
        let known = KnownPosition::find(view.store, &key)?;
        let (number, record) = known.record(view.store, query.record)?;
        let tree = RecordTree::load(view.store, &known.position, record)?;
        Ok(SolutionTreeJson::new(known.position.key, number, &tree))
    };
    Ok(Json(app.read(load).await?))
}
