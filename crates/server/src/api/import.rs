//! `/api/v1/import` and `/api/v1/jobs/{id}`: files to import, and how far their import is.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::input::QueryOf;
use crate::jobs::{Job, JobJson};
use crate::problem::Problem;
use crate::state::App;
use crate::upload::{Sender, begin_import};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ImportQuery {
    /// The name of the file, if the body is a file and no form: `book.sgf`. Another file of this
    /// name replaces what was imported.
    name: Option<String>,
}

/// A form with files.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form")]
struct Files {
    #[schema(format = Binary, content_media_type = "application/octet-stream")]
    file: Vec<String>,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(import)).routes(routes!(job, cancel))
}

/// Imports files: problems, games and archives. Another file of the same name replaces what was
/// imported.
#[utoipa::path(post, path = "/api/v1/import", params(ImportQuery), request_body(content(
    (Files = "multipart/form-data"),
    (Vec<u8> = "application/octet-stream"),
)), responses(
    (status = 202, body = JobJson, headers(("location" = String, description = "the job"))),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn import(
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<ImportQuery>,
    request: Request,
) -> Result<Response, Problem> {
    let job = begin_import(&app, Sender::Program, query.name, request).await?;
    let location = format!("/api/v1/jobs/{}", job.id);
    Ok((StatusCode::ACCEPTED, [(header::LOCATION, location)], Json(job.describe())).into_response())
}

/// How far an import is; at its end, its report.
#[utoipa::path(get, path = "/api/v1/jobs/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = JobJson),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn job(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<JobJson>, Problem> {
    Ok(Json(find(&app, &id)?.describe()))
}

/// Ends an import early. The files that were finished are kept.
#[utoipa::path(delete, path = "/api/v1/jobs/{id}", params(("id" = String, Path)), responses(
    (status = 202, body = JobJson),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn cancel(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<JobJson>), Problem> {
    let job = find(&app, &id)?;
    job.cancel();
    Ok((StatusCode::ACCEPTED, Json(job.describe())))
}

fn find(app: &App, id: &str) -> Result<Arc<Job>, Problem> {
    app.jobs.find(id).ok_or_else(|| Problem::not_found(format!("there is no import {id}")))
}
