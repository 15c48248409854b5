//! `/`: draw a position and see what is like it.
//!
//! The address is the search, and a press of a button is a form that leads to another address, so
//! the page works without scripts. `assets/find.js` fetches the same page and puts its parts into
//! the present one. An empty board of Go is drawn without its 361 buttons, so that the start page is
//! small: `?draw=yes` has them, which the script asks for and a press on the board leads to.
//!
//! Boards of Go and of Abalone have the same controls (`sheet.rs`, `options.rs`).

mod abalone;
mod abalone_search;
mod controls;
mod go;
mod matches;
mod options;
mod said;
mod search;
mod sheet;
mod sketch;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;

use super::layout::Page;
use crate::abalone::Setup;
use crate::family::{Family, ShownFamily};
use crate::input::QueryOf;
use crate::problem::Problem;
use crate::state::{App, View};
use abalone_search::read_board;
use options::FindQuery;
pub(super) use said::kind_text;
use sketch::Sketch;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/", get(find))
}

async fn find(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<FindQuery>,
) -> Result<Response, Problem> {
    app.read(move |view| answer(view, &page, &query)).await
}

fn answer(view: &View<'_>, page: &Page, query: &FindQuery) -> Result<Response, Problem> {
    let counts = view.families()?;
    let counts = [counts.go, counts.abalone].map(|items| items.records + items.games);
    let family = ShownFamily::new(find_family(query), counts);
    match family.family {
        Family::Go => go::answer(view, page, query, family),
        Family::Abalone => abalone::answer(view, page, query, family),
    }
}

/// The family that a request is about: that of a typed text that can be read, else that of the
/// board, else the one that the address names.
fn find_family(query: &FindQuery) -> Option<Family> {
    let read = |text: &str| {
        let is_go = || Sketch::read(text).is_ok();
        read_board(text).map(|_| Family::Abalone).ok().or_else(|| is_go().then_some(Family::Go))
    };
    let meant = |text: &str| if Setup::is_meant_by(text) { Family::Abalone } else { Family::Go };
    let typed = query.typed().and_then(read);
    typed.or_else(|| query.position().map(meant)).or_else(|| query.family())
}
