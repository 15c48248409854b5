//! `/` with a position of Abalone: its board, problems like it, and games in which it stood.
//!
//! The address is the search here, too; every control is a link or a part of one form.

use std::collections::HashMap;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use maud::{Markup, PreEscaped, html};

use super::controls::{FIND, choose_mode, choose_near, choose_turn};
use super::said;
use super::search::{FindQuery, LIMIT, MAX_LIMIT, Mode, Search};
use crate::abalone::{Board, Setup, Symmetry};
use crate::find::abalone::{
    ContainmentMatch, GameMatch, NearMatch, ProblemMatch, Query, find_containing,
    find_containing_in_games, find_exact, find_in_games, find_near, find_near_in_games,
    find_within, read_problem,
};
use crate::model::Turn;
use crate::server::abalone_position::{build_query, read_setup};
use crate::server::address::Address;
use crate::server::pages::abalone_card::{Card, describe, draw_near};
use crate::server::pages::abalone_hits;
use crate::server::pages::faults;
use crate::server::pages::layout::Page;
use crate::server::pages::text::Text;
use crate::server::problem::Problem;
use crate::server::state::{App, View};
use crate::store::GameFilter;
use crate::svg::HexPicture;
use crate::{Color, PositionKey};

const TITLE: Text = Text { en: "Find an Abalone position", ja: "アバロンの局面を探す" };
const BOARD: Text = Text { en: "Board", ja: "盤面" };
const TURN_BOARD: Text = Text { en: "Turn by 60°", ja: "60°回転" };
const MIRROR: Text = Text { en: "Mirror", ja: "反転" };
const RECOLOR: Text = Text { en: "Recolor", ja: "白黒交換" };
const NEAR: Text = Text { en: "Differing cells", ja: "異なるマスの数" };
const AS_WRITTEN: Text = Text { en: "as in the text", ja: "テキストのとおり" };
const RESULTS: Text = Text { en: "Positions", ja: "局面" };
const DIFFERS: Text = Text { en: "differs at {}", ja: "相違点 {}" };
const MORE: Text = Text { en: "Show more", ja: "もっと表示" };
const TEXT: Text = Text {
    en: "Position as IATN, ATN, KAAWA, AO, APGN or FEN",
    ja: "局面（IATN・ATN・KAAWA・AO・APGN・FEN）",
};
const HINT: Text = Text {
    en: "Marbles are compared in any orientation and color. With “contains” and “within”, the \
         smaller position may also be moved, and its empty cells may be anything.",
    ja: "玉を向きと色によらず比べます。「含む」「含まれる」では小さいほうの局面を動かすこともでき、\
         その空きマスは何でもかまいません。",
};
const GO: Text = Text { en: "Find a position of Go", ja: "囲碁の局面を探す" };
const ABALONE: Text =
    Text { en: "Find a position of Abalone:", ja: "アバロンの局面を探す：" };
const STANDARD: Text = Text { en: "standard start", ja: "標準の開始局面" };
const BELGIAN: Text = Text { en: "Belgian daisy", ja: "ベルギーデイジー" };

/// What the page shows and finds.
#[derive(Clone, Debug)]
pub(super) struct AbaloneSearch {
    /// The position as it was written.
    text: String,
    /// The side to move, whatever the text says.
    turn: Option<Color>,
    mode: Mode,
    /// In how many cells a position may differ.
    near: u8,
    /// How many positions and places in games are shown.
    limit: usize,
    /// The language, if the address names one.
    lang: Option<String>,
}

impl AbaloneSearch {
    /// The search of an address whose position is meant as one of Abalone.
    pub(super) fn of_position(query: &FindQuery) -> Option<AbaloneSearch> {
        let text = query.position.as_deref().filter(|text| Setup::is_meant_by(text))?;
        Some(AbaloneSearch::new(text, query))
    }

    /// The search for the text that was typed on the page for Go, if it is meant as a position of
    /// Abalone. The side to move is the one of the text.
    ///
    /// # Errors
    /// 422 if the text has a fault.
    pub(super) fn of_text(query: &FindQuery) -> Option<Result<AbaloneSearch, Problem>> {
        let is_read = query.change.as_deref() == Some("read");
        let text = query.text.as_deref().filter(|text| is_read && Setup::is_meant_by(text))?;
        let search = AbaloneSearch { turn: None, ..AbaloneSearch::new(text, query) };
        Some(read_setup(text).map(|_| search))
    }

    fn new(text: &str, query: &FindQuery) -> AbaloneSearch {
        let mut options = query.clone();
        options.position = None; // not a position of Go
        let (Search { turn, mode, near, limit, lang, .. }, _) = Search::read(&options);
        AbaloneSearch { text: text.trim().to_owned(), turn, mode, near, limit, lang }
    }

    /// The address of the same search.
    pub(super) fn address(&self) -> String {
        let unless =
            |is_default: bool, value: String| if is_default { String::new() } else { value };
        Address::new("/")
            .with("position", &self.text)
            .with("turn", self.turn.map_or("", Color::name))
            .with("mode", unless(self.mode == Mode::default(), self.mode.name().to_owned()))
            .with("near", unless(self.near == 1, self.near.to_string()))
            .with("limit", unless(self.limit == LIMIT, self.limit.to_string()))
            .with("lang", self.lang.as_deref().unwrap_or_default())
            .to_string()
    }
}

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

/// The page that answers a search.
pub(super) async fn answer(
    page: &Page,
    app: Arc<App>,
    search: AbaloneSearch,
) -> Result<Response, Problem> {
    let query = match read_setup(&search.text) {
        Ok(setup) => build_query(setup, search.turn),
        Err(problem) => {
            let said = faults::explain(page, &problem);
            let shown = show(page, &search, None, &said, problem.at, &html! {});
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, shown).into_response());
        }
    };
    let asked = search.clone();
    let found = app.read(move |view| find(view, &asked, &query)).await?;
    let first = found.matches.first().map(|first| first.found.kind);
    let said = html! { (said::describe(page, found.total, first)) };
    let results = results(page, &search, &found);
    Ok(show(page, &search, Some(query.setup()), &said, None, &results).into_response())
}

fn find(view: &View<'_>, search: &AbaloneSearch, query: &Query) -> Result<Found, Problem> {
    let (store, all) = (view.store, GameFilter::default());
    let board = query.setup().board;
    let (hits, mut found) = match search.mode {
        Mode::Exact => {
            let matches = group(find_exact(store, query)?, |found| found.problem.key);
            let draw = |found: ProblemMatch| Ok((found, board.into(), String::new()));
            (Some(find_in_games(store, query, &all)?), Found::new(matches, search.limit, draw)?)
        }
        Mode::Near => {
            let k = u32::from(search.near);
            let matches = group(find_near(store, query, k)?, |near| near.found.problem.key);
            let draw = |near: NearMatch| {
                let cells = near.difference.iter().map(|(cell, _)| cell.to_string());
                let difference = cells.collect::<Vec<_>>().join(" ");
                let picture = draw_near(board, &near);
                Ok((near.found, picture, difference))
            };
            let hits = find_near_in_games(store, query, k, &all)?;
            (Some(hits), Found::new(matches, search.limit, draw)?)
        }
        Mode::Contains => {
            let found = group(find_containing(store, query)?, |found| found.found.problem.key);
            let draw = |found: ContainmentMatch| draw_containment(view, found, true);
            let hits = find_containing_in_games(store, query, &all)?;
            (Some(hits), Found::new(found, search.limit, draw)?)
        }
        Mode::Within => {
            let found = group(find_within(store, query)?, |found| found.found.problem.key);
            let draw = |found: ContainmentMatch| draw_containment(view, found, false);
            (None, Found::new(found, search.limit, draw)?)
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

/// The page. Without a setup, the text has a fault, which `said` tells.
fn show(
    page: &Page,
    search: &AbaloneSearch,
    setup: Option<Setup>,
    said: &Markup,
    at: Option<usize>,
    results: &Markup,
) -> Html<String> {
    let is_bad = setup.is_none();
    let content = html! {
        form #abalone-find.find method="get" action="/" autocomplete="off" {
            @if let Some(lang) = &search.lang { input type="hidden" name="lang" value=(lang); }
            div.draw.hex {
                @if let Some(setup) = setup {
                    (PreEscaped(HexPicture::from(setup.board).draw_inline(page.text(BOARD)).to_string()))
                    (operations(page, search, setup))
                    @if let Some(known) = describe(page, Turn::of(setup.turn), setup.lost) {
                        p { (known) }
                    }
                }
            }
            div.ask {
                (questions(page, search))
                p #status role="status" .error[is_bad] { (said) }
                section #results aria-label=(page.text(RESULTS)) { (results) }
            }
            div #texts.more {
                label { span { (page.text(TEXT)) }
                    textarea #text name="position" rows="3" spellcheck="false" data-at=[at]
                        aria-invalid=[is_bad.then_some("true")] { (search.text) }
                }
                p.soft { (page.text(HINT)) }
                p { a href=(page.link("/")) { (page.text(GO)) } }
            }
        }
    };
    page.show(page.text(TITLE), content)
}

/// Links that turn, mirror and recolor the board.
fn operations(page: &Page, search: &AbaloneSearch, setup: Setup) -> Markup {
    let [turn, mirror] = [1, 6].map(|index| Symmetry::ALL[index]);
    let all = [(TURN_BOARD, turn), (MIRROR, mirror), (RECOLOR, Symmetry::NEGATIVE)];
    let address = |symmetry: Symmetry| {
        let text = setup.transform(symmetry).to_iatn();
        AbaloneSearch { text, turn: None, ..search.clone() }.address()
    };
    html! {
        div.tools role="group" aria-label=(page.text(BOARD)) {
            @for (text, symmetry) in all {
                a.button data-operation=(symmetry) href=(address(symmetry)) { (page.text(text)) }
            }
        }
    }
}

fn questions(page: &Page, search: &AbaloneSearch) -> Markup {
    html! {
        (choose_mode(page, search.mode))
        div.tools {
            (choose_near(page, NEAR, search.near))
            (choose_turn(page, AS_WRITTEN, search.turn))
            button.main { (page.text(FIND)) }
        }
    }
}

fn results(page: &Page, search: &AbaloneSearch, found: &Found) -> Markup {
    let Found { total, matches, hits } = found;
    let longest = hits.as_ref().map_or(0, Vec::len).max(*total);
    let limit = (2 * search.limit).min(MAX_LIMIT);
    html! {
        @if !matches.is_empty() {
            ul.boards { @for found in matches { (card(page, found)) } }
        }
        @if matches.len() < *total { p { (said::shown_of(page, matches.len(), *total)) } }
        @if let Some(hits) = hits { (abalone_hits::render(page, hits, search.limit)) }
        @if longest > search.limit && limit > search.limit {
            p { a href=(AbaloneSearch { limit, ..search.clone() }.address()) { (page.text(MORE)) } }
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
    card.render(Some(page.text(said::kind_text(found.kind))))
}

/// Links from the page for Go.
pub(super) fn starts(page: &Page) -> Markup {
    let starts = [(STANDARD, Board::STANDARD), (BELGIAN, Board::BELGIAN_DAISY)];
    html! {
        p #abalone { (page.text(ABALONE))
            @for (text, board) in starts {
                @let address = Address::new("/").with("position", board.to_string());
                " " a href=(page.link(&address.to_string())) { (page.text(text)) }
            }
        }
    }
}
