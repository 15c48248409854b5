//! `/api/v1/positions/KEY`: a position with its records, as JSON, SVG, SGF and IGTN; and solutions.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use crate::abalone_lookup::KnownAbalone;
use crate::answer::{RecordJson, SolutionTreeJson, abalone};
use crate::download::attach;
use crate::export::{ExportOptions, Format};
use crate::find::abalone::{cluster_records, read_problem};
use crate::find::{Decisions, Identity, RecordTree, find_copies, load_publication};
use crate::input::QueryOf;
use crate::lookup::KnownPosition;
use crate::problem::Problem;
use crate::publish::publish_position;
use crate::state::{App, View};
use crate::store::StoredRecord;
use crate::svg::HexPicture;

/// A position with all its records.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct PositionAnswer {
    /// The key.
    key: String,
    /// The records, as `show --json` prints them; none of a position that only stood in games of
    /// Abalone.
    records: Vec<AnyRecordJson>,
}

/// A record of a position of either family.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
enum AnyRecordJson {
    Go(RecordJson),
    Abalone(abalone::RecordJson),
}

/// Which record.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct RecordQuery {
    /// The number of the record among those of the position, from 1. Without a number, the first
    /// record that accepts a move, or else the first one.
    pub(super) record: Option<usize>,
}

/// A position with all its records, as `show --json` prints them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path, description = "The key, or its beginning if no other begins so.")),
    responses((status = 200, body = PositionAnswer)),
))]
pub(super) async fn position(
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
    let record = |(record, copy)| {
        Ok(AnyRecordJson::Abalone(abalone::RecordJson::new(view.store, record, copy)?))
    };
    let records = records.map(record).collect::<Result<_, Problem>>()?;
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
    let record = |(record, copy)| {
        Ok(AnyRecordJson::Go(RecordJson::new(view.store, &position, record, copy)?))
    };
    let records = records.map(record).collect::<Result<_, Problem>>()?;
    Ok(PositionAnswer { key: position.key.to_string(), records })
}

/// The first problem of the position with its marks, drawn as `KEY.sgf` has it.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path)),
    responses((status = 200, body = String, content_type = "image/svg+xml")),
))]
pub(super) fn draw(view: &View<'_>, key: &str) -> Result<Response, Problem> {
    let KnownPosition { position, records } = KnownPosition::find(view.store, key)?;
    let problem = publish_position(view.store, &position, &records)
        .map_err(|error| Problem::internal(error.to_string()))?;
    let picture = problem.question().picture;
    let title = format!("Position {}", position.key);
    Ok(send_svg(picture.draw_file(&title).to_string()))
}

/// The problems of the position, as `export` writes them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-go-sgf")),
))]
pub(super) fn write_sgf(view: &View<'_>, key: &str) -> Result<Response, Problem> {
    write_problems(view, key, Format::Sgf, "application/x-go-sgf; charset=utf-8")
}

/// The windows of the problems, as `export --format igtn` writes them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain")),
))]
pub(super) fn write_igtn(view: &View<'_>, key: &str) -> Result<Response, Problem> {
    write_problems(view, key, Format::Igtn, "text/plain; charset=utf-8")
}

/// The records of a position of Abalone as lines of IATN with side to move and marbles lost, each
/// different one once; or the marbles alone of a position that only stood in games.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain")),
))]
pub(super) fn write_iatn(view: &View<'_>, known: &KnownAbalone) -> Result<Response, Problem> {
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
    let text = lines.join("\n") + "\n";
    Ok(attach(format!("{}.iatn", known.key), "text/plain; charset=utf-8", text))
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
    let rights = view.store.rights_list()?;
    let mut bytes = Vec::new();
    for cluster in &clusters {
        let kept = cluster.choose_representative(&[]);
        let problem = load_publication(view.store, &position, cluster, kept, false, &rights)?;
        format
            .write_problem(&problem, &ExportOptions::default(), &mut bytes)
            .map_err(|error| Problem::internal(error.to_string()))?;
    }
    Ok(attach(format!("{}.{}", position.key, format.extension()), kind, bytes))
}

/// The solution of a record, replayed by the rules.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path), RecordQuery),
    responses((status = 200, body = SolutionTreeJson)),
))]
pub(super) async fn tree(
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
