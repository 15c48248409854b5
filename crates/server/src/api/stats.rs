//! `/api/v1/stats`: the database in numbers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{LastImportJson, StatsJson};
use crate::problem::Problem;
use crate::state::App;

/// The database in numbers, as `stats` prints it, but without its path, which is for the person
/// who runs the server.
#[derive(Serialize, ToSchema)]
struct Stats {
    records: u64,
    problems: u64,
    positions: u64,
    games: u64,
    sources: u64,
    bytes: u64,
    schema: i64,
    reading: i64,
    current_reading: i64,
    last_import: Option<LastImportJson>,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(stats))
}

/// The database in numbers.
#[utoipa::path(get, path = "/api/v1/stats", responses(
    (status = 200, body = Stats),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn stats(State(app): State<Arc<App>>) -> Result<Json<Stats>, Problem> {
    let stats = app.read(|view| Ok(StatsJson::new(view.store)?)).await?;
    Ok(Json(Stats {
        records: stats.records,
        problems: stats.problems,
        positions: stats.positions,
        games: stats.games,
        sources: stats.sources,
        bytes: stats.bytes,
        schema: stats.schema,
        reading: stats.reading,
        current_reading: stats.current_reading,
        last_import: stats.last_import,
    }))
}
