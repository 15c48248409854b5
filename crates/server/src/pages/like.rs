//! `/games/{id}/like`: the games that are most like a game.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use maud::html;

use super::game_table;
use super::layout::Page;
use super::text::texts;
use crate::address::Address;
use crate::game_view::NO_GAME;
use crate::like::{list_like, load_lines};
use crate::problem::Problem;
use crate::sought::SoughtFields;
use crate::state::{App, View};

texts! { "like": TITLE, HINT, NOTHING, BACK }

/// The games that are listed.
const LISTED: usize = 50;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/games/{id}/like", get(like))
}

/// The address of the games that are most like a game.
pub(super) fn like_of(game: i64) -> Address {
    Address::new(format!("/games/{game}/like"))
}

async fn like(
    page: Page,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Html<String>, Problem> {
    let id: i64 = id.parse().map_err(|_| Problem::not_found(NO_GAME.with(&[&id])))?;
    let read =
        move |view: &View<'_>| list_like(view, None, (&load_lines(view, id)?, Some(id)), LISTED);
    let games = app.read(read).await?;
    let content = html! {
        p { a.button href=(page.link(&format!("/games/{id}"))) { (page.fill(BACK, &[&id])) } }
        p.soft { (page.text(HINT)) }
        @if games.is_empty() { p { (page.text(NOTHING)) } } @else { (game_table::render_go(&page, &games, &SoughtFields::default())) }
    };
    Ok(page.show(&page.fill(TITLE, &[&id]), content))
}
