//! `/desk`: files that were submitted, and a queue of their problems to decide about.

mod actions;
mod board;
mod list;
mod queue;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::problem::Problem;
use crate::queues::NO_SUBMISSION;
use crate::state::App;
use crate::store::SubmissionHash;

/// The most bytes of a submission: its files are kept in the database, and its queue in memory.
const MAX_SUBMISSION: usize = 32 << 20;

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

/// The hash in an address.
///
/// # Errors
/// 404 if the text is none.
fn parse_hash(text: &str) -> Result<SubmissionHash, Problem> {
    let number = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32);
    let hash = number.map(u128::to_be_bytes);
    hash.ok_or_else(|| Problem::not_found(NO_SUBMISSION))
}
