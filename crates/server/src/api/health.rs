//! `/api/v1/health`: whether the server answers.

use std::sync::Arc;

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

/// A server that answers.
#[derive(Serialize, ToSchema)]
struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of gtn-db.
    version: &'static str,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(health))
}

/// Whether the server answers; the database is not read.
#[utoipa::path(get, path = "/api/v1/health", responses((status = 200, body = Health)))]
async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
