//! `/api/v1/stats`: the database in numbers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::answer::{LastImportJson, StatsJson};
use crate::problem::Problem;
use crate::state::App;

/// The database in numbers, as `stats` prints it, but without its path, which is for the person
/// who runs the server.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Stats {
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

/// The database in numbers.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", responses(
    (status = 200, body = Stats),
)))]
pub(super) async fn stats(State(app): State<Arc<App>>) -> Result<Json<Stats>, Problem> {
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
