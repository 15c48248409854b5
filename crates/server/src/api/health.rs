//! `/api/v1/health`: whether the server answers.

use axum::Json;
use serde::Serialize;

/// A server that answers.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct Health {
    /// `ok`.
    status: &'static str,
    /// The version of gtn-db.
    version: &'static str,
}

/// Whether the server answers; the database is not read.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", responses(
    (status = 200, body = Health),
)))]
pub(super) async fn health() -> Json<Health> {
    Json(Health { status: "ok", version: env!("CARGO_PKG_VERSION") })
}
