//! Pages on which a person compares records and decides about them.

mod conflicts;
mod decision;
mod duplicates;
mod group;
mod lines;
mod near;
mod pair;

use std::sync::Arc;

use axum::Router;

use crate::state::App;

/// The routes of the pages.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(conflicts::routes())
        .merge(decision::routes())
        .merge(duplicates::routes())
        .merge(group::routes())
        .merge(near::routes())
}
