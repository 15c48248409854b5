//! Pages on which a person compares records and decides about them.

mod books;
mod conflicts;
mod cores;
mod decision;
mod duplicates;
mod group;
mod lines;
mod links;
mod near;
mod pair;

use std::sync::Arc;

pub(super) use pair::render_shown;

use axum::Router;

use crate::state::App;

/// The routes of the pages.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(books::routes())
        .merge(conflicts::routes())
        .merge(cores::routes())
        .merge(decision::routes())
        .merge(duplicates::routes())
        .merge(group::routes())
        .merge(near::routes())
}
