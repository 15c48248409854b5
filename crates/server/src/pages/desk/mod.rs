//! `/desk`: files that were submitted, and a queue of their problems to decide about.

mod actions;
mod board;
mod list;
mod queue;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::state::App;

/// The routes of the desk.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/desk", get(list::desk).post(list::submit))
        .route("/desk/{hash}", get(queue::show))
        .route("/desk/{hash}/decide", post(actions::decide))
        .route("/desk/{hash}/undo", post(actions::undo))
        .route("/desk/{hash}/import", post(actions::import))
        .route("/desk/{hash}/withdraw", post(actions::withdraw))
        .route("/desk/{hash}/remove", post(actions::remove))
        .route("/desk/{hash}/accepted.sgf", get(actions::accepted))
}
