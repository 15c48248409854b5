//! The HTTP API: a file for each noun.

mod conflicts;
mod decisions;
mod duplicates;
mod export;
mod find;
mod find_abalone;
mod games;
mod health;
mod import;
mod joseki;
mod joseki_tree;
mod near;
mod next;
mod positions;
mod problems;
mod shapes;
mod stats;

use std::sync::Arc;

use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use super::state::App;

/// The description of the API in OpenAPI.
#[derive(OpenApi)]
#[openapi(info(
    title = "gtn-db",
    description = "Find Go and Abalone problems in any orientation and color, and positions in \
                   problems and games. Errors are problem+json (RFC 9457)."
))]
struct Description;

/// The routes of the API with their description.
pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(conflicts::routes())
        .merge(decisions::routes())
        .merge(duplicates::routes())
        .merge(export::routes())
        .merge(find::routes())
        .merge(games::routes())
        .merge(health::routes())
        .merge(import::routes())
        .merge(joseki::routes())
        .merge(joseki_tree::routes())
        .merge(near::routes())
        .merge(next::routes())
        .merge(positions::routes())
        .merge(problems::routes())
        .merge(shapes::routes())
        .merge(stats::routes())
}
