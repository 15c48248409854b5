//! `/` with a board of Abalone: problems like it, and games in which it stood.

use std::collections::HashMap;

use axum::response::{IntoResponse, Redirect, Response};
use maud::{Markup, html};

use super::abalone_search::AbaloneSearch;
use super::controls;
use super::options::{FindQuery, MAX_LIMIT, Mode};
use super::said;
use super::sheet::{MORE, Sheet};
use crate::abalone::Setup;
use crate::abalone_position::STARTS;
use crate::address::Address;
use crate::family::ShownFamily;
use crate::find::abalone::{
    ContainmentMatch, GameMatch, NearMatch, ProblemMatch, Query, find_containing, find_exact,
    find_in_games, find_near, find_within, read_problem,
};
use crate::model::Turn;
use crate::pages::abalone_card::{Card, describe, draw_near};
use crate::pages::abalone_hits;
use crate::pages::faults;
use crate::pages::hex_grid::HexGrid;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::View;
use crate::store::GameFilter;
use crate::svg::HexPicture;
use crate::{Color, PositionKey};

texts! { "find/abalone": TITLE, INVITATION, NEAR, DIFFERS, TEXT, KEYS, HINT }

/// What was found.
struct Found {
    /// How many positions of problems were found.
    total: usize,
    /// The first ones.
    matches: Vec<Match>,
    /// Where positions of games were found; `None` if games were not searched.
    hits: Option<Vec<GameMatch>>,
}

/// A position of problems that was found.
struct Match {
    /// The first problem.
    found: ProblemMatch,
    picture: HexPicture,
    /// The cells that differ, such as `e5 e6`.
    difference: String,
    /// How many further records there are.
    others: usize,
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
    let (mut search, problem) = AbaloneSearch::read(query);
    // A board that cannot be read was typed into the address.
    let typed = if problem.is_some() { query.position() } else { query.typed() };
    let acted = problem.map_or_else(|| search.act(query), Err);
    if let Ok(true) = acted {
        return Ok(Redirect::to(&search.address().to_string()).into_response());
    }
    let setup = search.setup();
    let problem = acted.err();
    let found = match setup.filter(|_| problem.is_none()) {
        Some(setup) => Some(find(view, &search, &Query::new(setup))?),
        None => None,
    };
    let said = match (&problem, &found) {
        (Some(problem), _) => faults::explain(page, problem),
        (None, Some(found)) => {
            let first = found.matches.first().map(|first| first.found.kind);
            html! { (said::describe(page, found.total, first)) }
        }
        (None, None) => html! { (page.text(INVITATION)) },
    };
    let sheet = Sheet {
        page,
        family,
        title: TITLE,
        address: search.address(),
        tasks: html! {},
        hidden: vec![("position", search.position())],
        options: &search.options,
        tools: &AbaloneSearch::TOOLS,
        board: html! { (HexGrid { page, id: "board", picture: search.board.into() }) },
        below: html! { div #known { @if let Some(setup) = setup { (known(page, setup)) } } },
        questions: controls::questions(page, &search.options, NEAR, &html! {}),
        said,
        is_refused: problem.is_some(),
        results: html! { @if let Some(found) = &found { (results(page, &search, found)) } },
        texts: texts(page, setup, typed, problem.as_ref()),
    };
    Ok(sheet.show())
}

/// What else is known of the position, and the way to its next moves.
fn known(page: &Page, setup: Setup) -> Markup {
    let explore = Address::new("/explore").with("position", setup.to_iatn());
    html! {
        @if let Some(lost) = describe(page, Turn::Unknown, setup.lost) { p { (lost) } }
        p { a href=(page.link(&explore.to_string())) { (page.text(words::EXPLORE)) } }
    }
}

/// The starts and the text field. `problem` is why the typed text is refused.
fn texts(
    page: &Page,
    setup: Option<Setup>,
    typed: Option<&str>,
    problem: Option<&Problem>,
) -> Markup {
    let text = match typed {
        Some(typed) if problem.is_some() => typed.to_owned(),
        _ => setup.map(|setup| setup.to_iatn()).unwrap_or_default(),
    };
    html! {
        fieldset.tools {
            legend { (page.text(words::STARTS)) }
            @for (name, _) in STARTS {
                button name="do" value=(name) { (page.text(words::start(name))) }
            }
        }
        (controls::text_field(page, TEXT, &text, problem.filter(|_| typed.is_some())))
        p.soft { (page.text(KEYS)) }
        p.soft { (page.text(HINT)) }
    }
}

fn find(view: &View<'_>, search: &AbaloneSearch, query: &Query) -> Result<Found, Problem> {
    let (store, limit) = (view.store, search.options.limit);
    let board = query.setup().board;
    let (hits, mut found) = match search.options.mode {
        Mode::Exact => {
            let matches = group(find_exact(store, query)?, |found| found.problem.key);
            let draw = |found: ProblemMatch| Ok((found, board.into(), String::new()));
            let hits = find_in_games(store, query, &GameFilter::default())?;
            (Some(hits), Found::new(matches, limit, draw)?)
        }
        Mode::Near => {
            let k = u32::from(search.options.near);
            let matches = group(find_near(store, query, k)?, |near| near.found.problem.key);
            let draw = |near: NearMatch| {
                let cells = near.difference.iter().map(|(cell, _)| cell.to_string());
                let difference = cells.collect::<Vec<_>>().join(" ");
                let picture = draw_near(board, &near);
                Ok((near.found, picture, difference))
            };
            let hits = view.abalone_games()?.find_near(query, k);
            (Some(hits), Found::new(matches, limit, draw)?)
        }
        Mode::Contains => {
            let found = group(find_containing(store, query)?, |found| found.found.problem.key);
            let draw = |found: ContainmentMatch| draw_containment(view, found, true);
            let hits = view.abalone_games()?.find_containing(query);
            (Some(hits), Found::new(found, limit, draw)?)
        }
        Mode::Within => {
            let found = group(find_within(store, query)?, |found| found.found.problem.key);
            let draw = |found: ContainmentMatch| draw_containment(view, found, false);
            (None, Found::new(found, limit, draw)?)
        }
    };
    found.hits = hits;
    Ok(found)
}

/// The first match of each position, in order, with the number of further ones.
fn group<T>(matches: Vec<T>, key: impl Fn(&T) -> PositionKey) -> Vec<(T, usize)> {
    let mut places: HashMap<PositionKey, usize> = HashMap::new();
    let mut groups: Vec<(T, usize)> = Vec::new();
    for found in matches {
        let place = *places.entry(key(&found)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, others)) => *others += 1,
            None => groups.push((found, 0)),
        }
    }
    groups
}

impl Found {
    /// The first `limit` positions, drawn.
    fn new<T>(
        groups: Vec<(T, usize)>,
        limit: usize,
        draw: impl Fn(T) -> Result<(ProblemMatch, HexPicture, String), Problem>,
    ) -> Result<Found, Problem> {
        let total = groups.len();
        let matches = groups.into_iter().take(limit).map(|(found, others)| {
            let (found, picture, difference) = draw(found)?;
            Ok(Match { found, picture, difference, others })
        });
        Ok(Found { total, matches: matches.collect::<Result<_, Problem>>()?, hits: None })
    }
}

/// The problem in the orientation and the colors of the query. The marbles of the query are marked
/// if `is_marked`.
fn draw_containment(
    view: &View<'_>,
    containment: ContainmentMatch,
    is_marked: bool,
) -> Result<(ProblemMatch, HexPicture, String), Problem> {
    let ContainmentMatch { found, marbles, .. } = containment;
    let back = found.operation.inverse();
    let board = read_problem(view.store, &found.problem)?.setup.board.transform(back);
    let cells = Color::ALL.into_iter().flat_map(|color| marbles.cells(color));
    let marked = cells.filter(|_| is_marked).map(|cell| back.cell(cell)).collect();
    Ok((found, HexPicture { board, marked }, String::new()))
}

fn results(page: &Page, search: &AbaloneSearch, found: &Found) -> Markup {
    let Found { total, matches, hits } = found;
    let longest = hits.as_ref().map_or(0, Vec::len).max(*total);
    let limit = (2 * search.options.limit).min(MAX_LIMIT);
    html! {
        @if !matches.is_empty() {
            ul.boards { @for found in matches { (card(page, found)) } }
        }
        @if matches.len() < *total { p { (said::shown_of(page, matches.len(), *total)) } }
        @if let Some(hits) = hits { (abalone_hits::render(page, hits, search.options.limit)) }
        @if longest > search.options.limit && limit > search.options.limit {
            p { a href=(search.address().with("limit", limit.to_string())) { (page.text(MORE)) } }
        }
    }
}

fn card(page: &Page, Match { found, picture, difference, others }: &Match) -> Markup {
    let known = describe(page, found.turn, found.lost);
    let differs = (!difference.is_empty()).then(|| page.fill(DIFFERS, &[difference]));
    let card = Card {
        kind: Some(found.kind),
        address: Address::new(format!("/p/{}", found.problem.key))
            .with("lang", page.language.tag()),
        picture: picture.clone(),
        record: &found.problem,
        facts: known.into_iter().chain(differs).collect(),
        others: *others,
    };
    card.render(page, Some(page.text(said::kind_text(found.kind))))
}
