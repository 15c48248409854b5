//! The routes behind the guard.

use std::any::Any;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use super::base_path::below;
use super::guard::{MAX_BODY, guard, refuse_changes};
use super::problem::Problem;
use super::refusal::receive_rest;
use super::state::App;
use super::text::texts;
use super::{api, assets, pages};

texts! { "server/router": NOTHING, REFUSED }

/// All routes behind the guard.
pub(super) fn build(app: Arc<App>) -> Router {
    let base = app.settings.base_path.clone();
    let routes = Router::new()
        .merge(api::routes())
        .merge(pages::routes())
        .merge(assets::routes())
        // Before the fallbacks, so that a method that a path does not have is 405 everywhere.
        .route_layer(from_fn_with_state(Arc::clone(&app), refuse_changes))
        .fallback(missing)
        .method_not_allowed_fallback(refused)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(describe_panic))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .layer(from_fn_with_state(Arc::clone(&app), pages::show_problems))
        .with_state(app);
    below(&base, routes).layer(CompressionLayer::new()).layer(from_fn(receive_rest))
}

async fn missing(uri: Uri) -> Problem {
    Problem::not_found(NOTHING.with(&[&uri.path()]))
}

async fn refused() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, REFUSED)
}

fn describe_panic(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref().copied()).unwrap_or("without a message");
    Problem::internal(format!("a request panicked: {text}")).into_response()
}
