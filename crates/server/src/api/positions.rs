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

use crate::PositionKey;
use crate::abalone_lookup::KnownAbalone;
use crate::answer::{RecordJson, SolutionTreeJson, abalone};
use crate::export::{ExportOptions, Format};
use crate::find::abalone::{cluster_records, read_problem};
use crate::find::{Decisions, Identity, RecordTree, RecordView, find_copies, load_publication};
use crate::gtn::Diagram;
use crate::input::QueryOf;
use crate::lookup::KnownPosition;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::StoredRecord;
use crate::svg::{HexPicture, Picture};

/// A position with all its records.
#[derive(Debug, Serialize, ToSchema)]
struct PositionAnswer {
    /// The key.
    key: String,
    /// The records, as `show --json` prints them.
    records: RecordsJson,
}

/// Records of a position of either family. A position that only stood in games of Abalone has none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum RecordsJson {
    Go(Vec<RecordJson>),
    Abalone(Vec<abalone::RecordJson>),
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
#[openapi(paths(draw, write_sgf, write_igtn, write_iatn))]
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
    app.read(move |view| {
        let (key, extension) = match file.split_once('.') {
            Some((key, extension)) => (key, Some(extension)),
            None => (&*file, None),
        };
        if let Some(known) = KnownAbalone::find(view.store, key)? {
            return answer_abalone(view, &known, extension);
        }
        answer_go(view, key, extension)
    })
    .await
}

fn answer_go(view: &View<'_>, key: &str, extension: Option<&str>) -> Result<Response, Problem> {
    match extension {
        None => Ok(Json(describe(view, key)?).into_response()),
        Some("svg") => draw(view, key),
        Some("sgf") => write_sgf(view, key),
        Some("igtn") => write_igtn(view, key),
        Some(other) => {
            Err(Problem::not_found(format!("a position is svg, sgf or igtn, not {other}")))
        }
    }
}

fn answer_abalone(
    view: &View<'_>,
    known: &KnownAbalone,
    extension: Option<&str>,
) -> Result<Response, Problem> {
    match extension {
        None => Ok(Json(describe_abalone(view, known)?).into_response()),
        Some("svg") => {
            let title = format!("Position {}", known.key);
            Ok(send_svg(HexPicture::from(known.setup.board).draw_file(&title).to_string()))
        }
        Some("iatn") => write_iatn(view, known),
        Some(other) => {
            let detail = format!("a position of Abalone is svg or iatn, not {other}");
            Err(Problem::not_found(detail))
        }
    }
}

fn describe_abalone(view: &View<'_>, known: &KnownAbalone) -> Result<PositionAnswer, Problem> {
    let clusters = cluster_records(&known.records, Identity::Position);
    let copies = clusters.first().map(|cluster| cluster.find_copies()).unwrap_or_default();
    let records = known.records.iter().zip(copies);
    let record = |(record, copy)| abalone::RecordJson::new(view.store, record, copy);
    let records = RecordsJson::Abalone(records.map(record).collect::<Result<_, _>>()?);
    Ok(PositionAnswer { key: known.key.to_string(), records })
}

/// A picture as a file.
fn send_svg(svg: String) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()
}

fn describe(view: &View<'_>, key: &str) -> Result<PositionAnswer, Problem> {
    let KnownPosition { position, records } = KnownPosition::find(view.store, key)?;
    let listed: Vec<&StoredRecord> = records.iter().collect();
    let copies = find_copies(view.store, &listed)?;
    let records = listed.into_iter().zip(copies);
    let record = |(record, copy)| RecordJson::new(view.store, &position, record, copy);
    let records = RecordsJson::Go(records.map(record).collect::<Result<_, _>>()?);
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
    Ok(send_svg(picture.draw_file(&title).to_string()))
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

/// The records of a position of Abalone as lines of IATN with side to move and marbles lost, each
/// different one once; or the marbles alone of a position that only stood in games.
#[utoipa::path(get, path = "/api/v1/positions/{key}.iatn", params(("key" = String, Path)),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ),
)]
fn write_iatn(view: &View<'_>, known: &KnownAbalone) -> Result<Response, Problem> {
    let mut lines = Vec::new();
    for record in &known.records {
        let line = read_problem(view.store, record)?.setup.to_iatn();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        lines.push(known.setup.to_iatn());
    }
    Ok(attach(known.key, "iatn", "text/plain; charset=utf-8", lines.join("\n") + "\n"))
}

/// A file to download. Its name is made of the key alone.
fn attach(
    key: PositionKey,
    extension: &str,
    kind: &'static str,
    content: impl IntoResponse,
) -> Response {
    let name = format!("attachment; filename=\"{key}.{extension}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)];
    (headers, content).into_response()
}

/// An attachment with the problems of a position.
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
    Ok(attach(position.key, format.extension(), kind, bytes))
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
        if KnownAbalone::find(view.store, &key)?.is_some() {
            let detail = "a position of Abalone has no tree: its records have their solutions";
            return Err(Problem::not_found(detail));
        }
        let known = KnownPosition::find(view.store, &key)?;
        let (number, record) = known.record(view.store, query.record)?;
        let tree = RecordTree::load(view.store, &known.position, record)?;
        Ok(SolutionTreeJson::new(known.position.key, number, &tree))
    };
    Ok(Json(app.read(load).await?))
}
