//! `/p/ID`: one problem: its board to play on, its sources, near ones, its solution.
//!
//! The address is the state: the record, how the board is turned, and the moves. A click on the
//! board or on a link asks for the page with another address; `play.js` does the same and exchanges
//! the elements with `data-part`.

mod abalone;
mod computed;
mod game;
mod likeness;
mod related;
mod solution;
mod sources;

pub(super) use computed::render_opinion;

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};

use super::layout::Page;
use super::text::texts;
use crate::Color;
use crate::abalone_lookup::KnownAbalone;
use crate::export::Annotation;
use crate::find::{RecordTree, RecordView, record_verdicts};
use crate::input::QueryOf;
use crate::lookup::{KnownPosition, split_id};
use crate::model::{Charset, Turn};
use crate::problem::Problem;
use crate::state::{App, View};
use game::{Game, GameQuery};

texts! { "shared": FILES, PREVIOUS }
texts! { "problem": PROBLEM, LOST }
texts! { "sets": WAY, NEXT, RANDOM, LIST, TRAINING, TALLY, DONE, END, NOT_KEPT }

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/p/{id}", get(problem)).merge(computed::routes())
}

async fn problem(
    page: Page,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    QueryOf(query): QueryOf<GameQuery>,
) -> Result<Html<String>, Problem> {
    app.read(move |view| {
        let (title, content) = render(view, &page, &id, &query)?;
        Ok(page.show(&title, content))
    })
    .await
}

fn render(
    view: &View<'_>,
    page: &Page,
    id: &str,
    query: &GameQuery,
) -> Result<(String, Markup), Problem> {
    let (key, turn) = split_id(id)?;
    if turn.is_none()
        && let Some(known) = KnownAbalone::find(view.store, key)?
    {
        return abalone::render(view, page, &known, query.record, query.view.as_deref());
    }
    let known = KnownPosition::find(view.store, key)?;
    let (number, record) = match turn {
        None => known.record(view.store, query.record)?,
        Some(turn) => known.record_of_problem(view.store, query.record, turn)?,
    };
    let mut tree = RecordTree::load(view.store, &known.position, record)?;
    let default_view = known.default_view(view.store, record)?;
    if record.turn == Turn::Unknown && tree.moves.is_empty() {
        tree.player = default_view.color(Color::Black); // as good as White, and first on the board shown
    }
    let window = RecordView::new(&known.position, record)?;
    let key = known.position.key.to_string();
    let id = turn.map_or_else(|| key.clone(), |turn| format!("{key}-{turn}"));
    let verdicts = record_verdicts(view.store, &known.position, record)?;
    let known_verdict = verdicts.iter().find(|one| one.turn == tree.player);
    let verdict = known_verdict.map(|known| &known.verdict);
    let charset = Charset::for_reading(record.charset.as_ref());
    let question = Annotation::before_moves(&view.store.sgf(record.id)?, charset, &tree.board);
    let marks = question.into_marks();
    let game = Game::new(page, &id, (number, default_view), &tree, marks, verdict, query)?;
    let name = record.at.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let title = match name {
        Some(name) => game.words(name).into_owned(),
        None => format!("{} {}", page.text(PROBLEM), &key[..8]),
    };
    let file = |extension: &str| format!("/api/v1/positions/{key}.{extension}");
    let content = html! {
        (sets(page))
        div #play .beside data-lost=(page.text(LOST)) {
            div {
                div data-part="board" { (game.board(&window)) }
            }
            div {
                (game.verdict())
                div data-part="says" { (game.comments()) }
                div data-part="tools" { (game.tools()) }
                (solution::render(page, &game, &tree))
                @if let Some(known) = known_verdict {
                    (computed::render(page, &game, known, tree.board.size()))
                }
                (computed::render_search(page, &game, known_verdict))
                (sources::render(view, page, &known, number)?)
                p.tools {
                    span.soft { (page.text(FILES)) }
                    @for extension in ["sgf", "svg", "igtn"] {
                        a.button href=(file(extension)) download { (extension.to_uppercase()) }
                    }
                }
            }
        }
        (related::render(view, page, &known, (record, &window, game.view()), (query.related, game.address_of_line()))?)
        (page.script("board.js"))
        (page.script("play.js"))
        (page.script("sets.js"))
    };
    Ok((title, content))
}

/// The way to the other problems of a list, and the tally of a training. `sets.js` shows them.
fn sets(page: &Page) -> Markup {
    html! {
        nav #way .tools hidden aria-label=(page.text(WAY)) data-address="/" {
            a.button #way-previous { (page.text(PREVIOUS)) }
            a.button #way-next { (page.text(NEXT)) }
            button.button #way-random type="button" { (page.text(RANDOM)) }
            a.button #way-list { (page.text(LIST)) }
        }
        section #training .tools hidden aria-label=(page.text(TRAINING)) data-tally=(page.text(TALLY))
            data-done=(page.text(DONE)) {
            span #tally role="status" {}
            button.button.main #training-next type="button" { (page.text(NEXT)) }
            button.button #training-end type="button" { (page.text(END)) }
        }
        p #not-kept role="alert" hidden { (page.text(NOT_KEPT)) }
    }
}
