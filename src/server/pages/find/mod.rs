//! `/`: draw a position and see what is like it.
//!
//! The address is the search, and a press of a button is a form that leads to another address, so
//! the page works without scripts. `assets/find.js` fetches the same page and puts its parts into
//! the present one.

mod controls;
mod matches;
mod search;
mod sketch;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};

use super::board::{self, BoardGrid};
use super::faults;
use super::layout::Page;
use super::text::{Language, Text};
use crate::find::MatchKind;
use crate::model::Turn;
use crate::server::input::QueryOf;
use crate::server::problem::Problem;
use crate::server::state::App;
use matches::{Found, Match};
use search::{FindQuery, MAX_LIMIT, Mode, Search};

const TITLE: Text = Text { en: "Find a position", ja: "局面を探す" };
const INVITATION: Text = Text {
    en: "Set a stone: the positions that are like yours appear here.",
    ja: "石を置くと、似た局面がここに表示されます。",
};
const WILDCARDS: Text = Text {
    en: "Points with ? may be anything only with “contains”.",
    ja: "「?」の点は「含む」でのみ使えます。",
};
const ALL: Text = Text { en: "Show more", ja: "もっと表示" };
const DIFFERS: Text = Text { en: "differs at", ja: "相違点" };
const GONE: Text = Text {
    en: "The server does not answer. Your board is kept; asking again…",
    ja: "サーバーが応答しません。盤面はそのまま、もう一度問い合わせています…",
};
const RESULTS: Text = Text { en: "Positions", ja: "局面" };

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/", get(find))
}

async fn find(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<FindQuery>,
) -> Result<Response, Problem> {
    let (mut search, problem) = Search::read(&query);
    let acted = match problem {
        Some(problem) => Err(problem),
        None => search.act(&query),
    };
    let found = match acted {
        Ok(true) => return Ok(Redirect::to(&search.address()).into_response()),
        Err(problem) => Err(problem),
        Ok(false) if search.sketch.is_empty() => Ok(None),
        Ok(false) if search.sketch.has_wildcards() && search.mode != Mode::Contains => {
            Err(Problem::unprocessable(WILDCARDS))
        }
        Ok(false) => {
            let asked = search.clone();
            app.read(move |view| matches::find(view, &asked)).await.map(Some)
        }
    };
    let shown = match found {
        Err(problem) if problem.status != StatusCode::UNPROCESSABLE_ENTITY.as_u16() => {
            return Err(problem);
        }
        found => found,
    };
    let status = if shown.is_ok() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, show(&page, &search, &query, &shown)).into_response())
}

fn show(
    page: &Page,
    search: &Search,
    query: &FindQuery,
    found: &Result<Option<Found>, Problem>,
) -> Html<String> {
    let problem = found.as_ref().err();
    let found = found.as_ref().ok().and_then(Option::as_ref);
    let said = match (problem, found) {
        (Some(problem), _) => faults::explain(page, problem),
        (None, Some(found)) => html! { (describe(page, found)) },
        (None, None) => html! { (page.text(INVITATION)) },
    };
    let text = match &query.text {
        Some(text) if problem.is_some() => text.clone(),
        _ if search.sketch.is_empty() => String::new(),
        _ => search.sketch.short_text(),
    };
    let content = html! {
        form #find.find method="get" action="/" autocomplete="off" data-address=(search.address())
            data-gone=(page.text(GONE)) {
            (controls::state(search))
            div.draw {
                (controls::tools(page, search))
                (BoardGrid::new(page, "board", search.sketch.picture()))
                (controls::operations(page))
            }
            div.ask {
                (controls::questions(page, search))
                p #status role="status" .error[problem.is_some()] { (said) }
                section #results aria-label=(page.text(RESULTS)) {
                    @if let Some(found) = found { (results(page, search, found)) }
                }
            }
            (controls::texts(page, search, &text, problem.filter(|_| query.text.is_some())))
        }
        (page.script("board.js"))
        (page.script("find.js"))
    };
    page.show(page.text(TITLE), content)
}

/// Says in a sentence what was found.
fn describe(page: &Page, Found { total, matches }: &Found) -> String {
    let is_known = matches.first().is_some_and(|first| {
        matches!(first.kind, MatchKind::SameProblem | MatchKind::SamePosition)
    });
    match (page.language, *total, is_known) {
        (Language::English, 0, _) => "Nothing found.".to_owned(),
        (Language::English, 1, true) => "This position is known.".to_owned(),
        (Language::English, n, true) => format!("This position is known; {} more.", n - 1),
        (Language::English, 1, false) => "1 position found.".to_owned(),
        (Language::English, n, false) => format!("{n} positions found."),
        (Language::Japanese, 0, _) => "見つかりません。".to_owned(),
        (Language::Japanese, 1, true) => "この局面は登録されています。".to_owned(),
        (Language::Japanese, n, true) => {
            format!("この局面は登録されています。ほかに {} 局面。", n - 1)
        }
        (Language::Japanese, n, false) => format!("{n} 局面が見つかりました。"),
    }
}

fn results(page: &Page, search: &Search, Found { total, matches }: &Found) -> Markup {
    let has_more = matches.len() < *total && search.limit < MAX_LIMIT;
    html! {
        @if !matches.is_empty() {
            ul.boards { @for found in matches { (result(page, found)) } }
        }
        @if matches.len() < *total {
            p { (shown_of(page, matches.len(), *total)) @if has_more {
                " " a href=(search.address_with((2 * search.limit).min(MAX_LIMIT))) { (page.text(ALL)) }
            } }
        }
    }
}

fn shown_of(page: &Page, shown: usize, total: usize) -> String {
    match page.language {
        Language::English => format!("{shown} of {total} positions are shown."),
        Language::Japanese => format!("{total} 局面のうち {shown} 局面を表示しています。"),
    }
}

fn result(page: &Page, found: &Match) -> Markup {
    let kind = page.text(kind_text(found.kind));
    let source = &found.first.source;
    let file = source.rsplit('/').next().unwrap_or(source);
    html! {
        li data-key=(found.key) data-kind=(found.kind.name()) {
            a href=(page.link(&format!("/p/{}", found.key))) {
                (board::draw(&found.picture, kind))
                strong { (kind) }
                @if let Some(turn) = turn_text(found.turn) { small { (page.text(turn)) } }
                @if !found.difference.is_empty() {
                    small { (page.text(DIFFERS)) " " (found.difference) }
                }
                @if let Some(name) = &found.first.name { small { (name) } }
                small title=(found.first.source) { (file) " · " (found.first.tree)
                    @if found.records > 1 { " +" (found.records - 1) }
                }
            }
        }
    }
}

fn turn_text(turn: Turn) -> Option<Text> {
    match turn {
        Turn::Unknown => None,
        Turn::Black => Some(Text { en: "Black to play", ja: "黒番" }),
        Turn::White => Some(Text { en: "White to play", ja: "白番" }),
        Turn::Either => Some(Text { en: "Black or White to play", ja: "黒番・白番" }),
    }
}

fn kind_text(kind: MatchKind) -> Text {
    match kind {
        MatchKind::SameProblem => Text { en: "same problem", ja: "同じ問題" },
        MatchKind::SamePosition => Text { en: "same position", ja: "同じ局面" },
        MatchKind::SameShape => Text { en: "same shape", ja: "同じ形" },
        MatchKind::Near => Text { en: "near", ja: "似た局面" },
        MatchKind::NearOtherEdges => {
            Text { en: "near, other edges", ja: "似た局面（端が異なる）" }
        }
        MatchKind::Contains => Text { en: "contains this", ja: "これを含む" },
        MatchKind::Contained => Text { en: "is within this", ja: "これに含まれる" },
    }
}
