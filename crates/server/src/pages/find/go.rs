//! `/` with a board of Go.

use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, Render, html};

use super::controls;
use super::matches::{self, Found, Match};
use super::options::{FindQuery, MAX_LIMIT, Mode, Tool};
use super::said;
use super::search::Search;
use super::sheet::{MORE, Sheet};
use crate::family::{Family, ShownFamily};
use crate::model::Turn;
use crate::pages::board::{self, BoardGrid};
use crate::pages::faults;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::problem::Problem;
use crate::state::View;

texts! { "find/go":
    TITLE, INVITATION, DRAW, WILDCARDS, DIFFERS, DIFFERING, NEAREST, NEAR, EDGES, SIZE, OTHER_SIZE, RESIZE, TEXT, KEYS,
    WINDOW, BLACK_TO_PLAY, WHITE_TO_PLAY, BLACK_OR_WHITE_TO_PLAY, TASKS, NEW_IN_FILES, MAKE_SHEET,
    FIND_SHAPE, STUDY_JOSEKI, TRAIN,
}

/// The page that answers a request.
///
/// # Errors
/// Those of the database; what the request does wrong is said on the page.
pub(super) fn answer(
    view: &View<'_>,
    page: &Page,
    query: &FindQuery,
    family: ShownFamily,
) -> Result<Response, Problem> {
    let (mut search, problem) = Search::read(query);
    let acted = problem.map_or_else(|| search.act(query), Err);
    if let Ok(true) = acted {
        return Ok(Redirect::to(&search.address().to_string()).into_response());
    }
    let has_wildcards = search.sketch.has_wildcards() && search.options.mode != Mode::Contains;
    let found = acted.and_then(|_| match search.sketch.is_empty() {
        true => Ok(None),
        false if has_wildcards => Err(Problem::unprocessable(WILDCARDS)),
        false => matches::find(view, &search).map(Some),
    });
    let problem = found.as_ref().err();
    if let Some(problem) = problem.filter(|problem| !problem.is_refusal()) {
        return Err(problem.clone());
    }
    let found = found.as_ref().ok().and_then(Option::as_ref);
    let said = match (problem, found) {
        (Some(problem), _) => faults::explain(page, problem),
        (None, Some(found)) => {
            let first = found.matches.first().map(|first| first.kind);
            html! { (said::describe(page, found.total, first)) }
        }
        (None, None) => html! { (page.text(INVITATION)) },
    };
    let board = BoardGrid::new(page, "board", search.sketch.picture());
    let has_buttons = query.draw.is_some() || !search.sketch.is_empty();
    let draw = has_buttons.then(|| ("draw", "yes".to_owned()));
    let position = ("position", search.sketch.to_string());
    let named = query.family().map(|_| ("family", Family::Go.name().to_owned()));
    let sheet = Sheet {
        page,
        family,
        title: TITLE,
        address: search.address(),
        tasks: html! { @if search.sketch.is_empty() { (tasks(page)) } },
        hidden: [position].into_iter().chain(named).chain(draw).collect(),
        options: &search.options,
        tools: &Tool::ALL,
        board: match has_buttons {
            true => board.render(),
            false => {
                let address = search.address().with("draw", "yes");
                board.link(&address.to_string(), page.text(DRAW))
            }
        },
        below: html! {},
        questions: questions(page, &search),
        said,
        is_refused: problem.is_some(),
        results: html! { @if let Some(found) = found { (results(page, &search, found)) } },
        texts: texts(page, &search, query.text.as_deref(), problem),
    };
    Ok(sheet.show())
}

/// What people come for, with links to the pages for it.
fn tasks(page: &Page) -> Markup {
    let tasks = [
        ("/desk", NEW_IN_FILES),
        ("/export", MAKE_SHEET),
        ("/explore?kind=shape", FIND_SHAPE),
        ("/explore?kind=corner", STUDY_JOSEKI),
        ("/problems", TRAIN),
    ];
    html! {
        nav #tasks aria-label=(page.text(TASKS)) { ul.chips.one-line {
            @for (path, name) in tasks {
                @if !(page.is_read_only && path == "/desk") {
                    li { a.button href=(page.link(path)) { (page.text(name)) } }
                }
            }
        } }
    }
}

fn questions(page: &Page, search: &Search) -> Markup {
    let edges = html! {
        label.choice { input type="checkbox" name="edges" value="any"
            checked[search.has_any_edges]; (page.text(EDGES)) }
    };
    controls::questions(page, &search.options, NEAR, &edges)
}

/// The sizes and the text field. `problem` is why the typed text, or else the board, is refused.
fn texts(page: &Page, search: &Search, typed: Option<&str>, problem: Option<&Problem>) -> Markup {
    let size = search.sketch.size().to_string();
    let is_whole_board = search.sketch.is_whole_board();
    let text = match typed {
        Some(typed) if problem.is_some() => typed.to_owned(),
        _ if search.sketch.is_empty() => String::new(),
        _ => search.sketch.short_text(),
    };
    html! {
        fieldset.tools {
            legend { (page.text(SIZE)) }
            @for side in ["9x9", "13x13", "19x19"] {
                button name="resize" value=(side)
                    aria-pressed=(is_whole_board && side == size) { (side) }
            }
            input.size name="size" value=(size) aria-label=(page.text(OTHER_SIZE))
                autocomplete="off";
            button.plain name="do" value="ask" { (page.text(RESIZE)) }
        }
        (controls::text_field(page, TEXT, &text, problem.filter(|_| typed.is_some())))
        p.soft { (page.text(KEYS)) }
        p.soft { (page.text(WINDOW)) }
    }
}

fn results(page: &Page, search: &Search, found: &Found) -> Markup {
    let Found { total, matches, nearest } = found;
    let limit = (2 * search.options.limit).min(MAX_LIMIT);
    let has_more = matches.len() < *total && search.options.limit < MAX_LIMIT;
    html! {
        @if !matches.is_empty() {
            ul.boards { @for found in matches { (result(page, found, DIFFERS)) } }
        }
        @if !nearest.is_empty() {
            h3 { (page.text(NEAREST)) }
            ul.boards { @for found in nearest { (result(page, found, DIFFERING)) } }
        }
        @if matches.len() < *total {
            p { (said::shown_of(page, matches.len(), *total)) @if has_more {
                " " a href=(search.address().with("limit", limit.to_string())) { (page.text(MORE)) }
            } }
        }
    }
}

fn result(page: &Page, found: &Match, differs: Text) -> Markup {
    let kind = page.text(said::kind_text(found.kind));
    let source = &found.first.source;
    let file = source.rsplit('/').next().unwrap_or(source);
    html! {
        li data-key=(found.key) data-kind=(found.kind.name()) {
            a href=(page.link(&format!("/p/{}", found.key))) {
                (board::draw(page, &found.picture, kind))
                strong { (kind) }
                @if let Some(turn) = turn_text(found.turn) { small { (page.text(turn)) } }
                @if !found.difference.is_empty() {
                    small { (page.text(differs)) " " (found.difference) }
                }
                @if let Some(name) = &found.first.name { small { (name) } }
                small title=(found.first.source) { (file) " · " (found.first.tree_and_problem())
                    @if found.records > 1 { " +" (found.records - 1) }
                }
            }
        }
    }
}

fn turn_text(turn: Turn) -> Option<Text> {
    match turn {
        Turn::Unknown => None,
        Turn::Black => Some(BLACK_TO_PLAY),
        Turn::White => Some(WHITE_TO_PLAY),
        Turn::Either => Some(BLACK_OR_WHITE_TO_PLAY),
    }
}
