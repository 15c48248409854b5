//! The pages: a file for each, with its words in all languages.

mod abalone_card;
mod abalone_game;
mod abalone_hits;
mod abalone_problems;
mod about;
mod board;
mod board_part;
mod conditions;
mod curate;
mod desk;
mod docs;
mod explore;
mod explore_abalone;
mod explore_examples;
mod explore_line;
mod explore_parts;
mod explore_table;
mod explore_training;
mod export;
mod facets;
mod family_switch;
mod faults;
mod find;
mod game;
mod game_filter;
mod game_table;
mod games;
mod hex_grid;
mod import;
mod layout;
mod like;
mod pager;
mod problem;
mod problems;
mod profile;
mod steps;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::html;

use super::guard::API;
use super::problem::Problem;
use super::state::App;
use super::text;
use layout::Page;

/// The routes of all pages.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(about::routes())
        .merge(curate::routes())
        .merge(desk::routes())
        .merge(docs::routes())
        .merge(explore::routes())
        .merge(profile::routes())
        .merge(like::routes())
        .merge(explore_line::routes())
        .merge(export::routes())
        .merge(facets::routes())
        .merge(find::routes())
        .merge(game::routes())
        .merge(games::routes())
        .merge(import::routes())
        .merge(problem::routes())
        .merge(problems::routes())
}

/// Shows the problem of a request that is not one to the API as a page.
pub(super) async fn show_problems(page: Page, request: Request, next: Next) -> Response {
    let is_page = !request.uri().path().starts_with(API);
    let response = next.run(request).await;
    let problem = response.extensions().get::<Problem>().filter(|_| is_page);
    let Some(problem) = problem else { return response };
    let title = page.text(faults::title(problem));
    let body = page.show(title, html! { p role="alert" { (faults::detail(&page, problem)) } });
    let (mut parts, _) = response.into_parts();
    let (shown, body) = body.into_response().into_parts();
    parts.headers.extend(shown.headers);
    parts.headers.remove(axum::http::header::CONTENT_LENGTH);
    Response::from_parts(parts, body)
}
