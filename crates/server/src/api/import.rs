//! `/api/v1/import` and `/api/v1/jobs/{id}`: files to import, and how far their import is.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::time::sleep;

use crate::input::QueryOf;
use crate::jobs::{Job, JobJson};
use crate::problem::Problem;
use crate::state::App;
use crate::upload::{Sender, begin_import};

/// The interval at which a canceled import is polled.
const PAUSE: Duration = Duration::from_millis(10);

#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct ImportQuery {
    /// The name of the file, if the body is a file and no form: `book.sgf`.
    name: Option<String>,
}

/// A form with files.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "describes the form")]
struct Files {
    #[schema(format = Binary)]
    file: Vec<String>,
}

/// The bytes of a file.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary, min_length = 1)]
#[expect(dead_code, reason = "describes the body")]
struct File(Vec<u8>);

/// Imports files: problems, games and archives. Each upload becomes sources of its own,
/// `upload/DATE-HASH/name`; the same files again change nothing.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "",
    params(ImportQuery),
    request_body(content((Files = "multipart/form-data"), (File = "application/octet-stream"))),
    responses((
        status = 202, body = JobJson, headers(("location" = String, description = "the job")),
    )),
))]
pub(super) async fn import(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<ImportQuery>,
    request: Request,
) -> Result<Response, Problem> {
    let job = begin_import(&app, Sender::Program, query.name, request).await?;
    let location = format!("/api/v1/jobs/{}", job.id);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, location)], Json(job.describe())).into_response())
}

/// How far an import is; at its end, its report.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("id" = String, Path)),
    responses((status = 200, body = JobJson)),
))]
pub(super) async fn job(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<JobJson>, Problem> {
    Ok(Json(find(&app, &id)?.describe()))
}

/// Ends an import early, waits for its end and forgets it: afterwards, its address is 404. The files
/// that were finished are kept. The answer describes the import at its end.
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "",
    params(("id" = String, Path)),
    responses((status = 202, body = JobJson)),
))]
pub(super) async fn cancel(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<JobJson>), Problem> {
    let job = find(&app, &id)?;
    job.cancel();
    while job.is_running() {
        sleep(PAUSE).await;
    }
    app.jobs.forget(&id);
    Ok((StatusCode::ACCEPTED, Json(job.describe())))
}

fn find(app: &App, id: &str) -> Result<Arc<Job>, Problem> {
    app.jobs.find(id).ok_or_else(|| Problem::not_found(format!("there is no import {id}")))
}
