//! The routes behind the guard.

use std::any::Any;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::{StatusCode, Uri};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use super::guard::{MAX_BODY, guard};
use super::problem::Problem;
use super::refusal::receive_rest;
use super::state::App;
use super::text::texts;
use super::{api, assets, pages};

texts! { "server/router": NOTHING, REFUSED }

/// All routes behind the guard.
pub(super) fn build(app: Arc<App>) -> Router {
    let (api, description) = api::routes().split_for_parts();
    let pages = pages::routes(&description);
    let openapi = move || async move { Json(description) };
    Router::new()
        .merge(api)
        .route("/api/v1/openapi.json", get(openapi))
        .merge(pages)
        .merge(assets::routes())
        .fallback(missing)
        .method_not_allowed_fallback(refused)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CatchPanicLayer::custom(describe_panic))
        .layer(from_fn_with_state(Arc::clone(&app), guard))
        .layer(from_fn_with_state(Arc::clone(&app), pages::show_problems))
        .layer(CompressionLayer::new())
        .layer(from_fn(receive_rest))
        .with_state(app)
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
