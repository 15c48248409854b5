//! `/about`: which database this is.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::html;

use super::docs;
use super::layout::Page;
use super::text::texts;
use crate::answer::StatsJson;
use crate::problem::Problem;
use crate::state::App;

texts! { "shared": PROBLEMS, RECORDS, GAMES, SOURCES }
texts! { "about": TITLE, POSITIONS, PROGRAM }

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/about", get(about))
}

async fn about(page: Page, State(app): State<Arc<App>>) -> Result<Html<String>, Problem> {
    let stats = app.read(|view| Ok(StatsJson::new(view.store)?)).await?;
    let numbers = [
        (PROBLEMS, stats.problems),
        (POSITIONS, stats.positions),
        (RECORDS, stats.records),
        (GAMES, stats.games),
        (SOURCES, stats.sources),
    ];
    let content = html! {
        dl {
            @for (name, number) in numbers {
                dt { (page.text(name)) } dd { (number) }
            }
            dt { (page.text(PROGRAM)) } dd { "gtn-db " (env!("CARGO_PKG_VERSION")) }
        }
        p { a href=(page.link(docs::DOCS)) { (page.text(docs::TITLE)) } }
    };
    Ok(page.show(page.text(TITLE), content))
}
