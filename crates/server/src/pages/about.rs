//! `/about`: which database this is.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::html;

use super::docs;
use super::layout::Page;
use super::text::Text;
use crate::answer::StatsJson;
use crate::problem::Problem;
use crate::state::App;

const TITLE: Text =
    Text { en: "About this collection", ja: "このコレクションについて" };
const PROBLEMS: Text = Text { en: "Problems", ja: "問題" };
const POSITIONS: Text = Text { en: "Positions", ja: "局面" };
const RECORDS: Text = Text { en: "Records", ja: "記録" };
const GAMES: Text = Text { en: "Games", ja: "棋譜" };
const SOURCES: Text = Text { en: "Sources", ja: "出典" };
const PROGRAM: Text = Text { en: "Program", ja: "プログラム" };

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
