//! `/games`: the list of games.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::game_filter;
use super::layout::Page;
use super::text::Text;
use crate::server::address::Address;
use crate::server::game_fields::{GameFields, Selecting};
use crate::server::game_list::{GameList, GamePage, SortField};
use crate::server::problem::Problem;
use crate::server::state::{App, View};
use crate::store::StoredGame;

/// Games on a page.
const PAGE: usize = 48;

const TITLE: Text = Text { en: "Games", ja: "棋譜" };
const NONE: Text = Text { en: "No game fits.", ja: "該当する棋譜はありません。" };
const CAPTION: Text = Text { en: "{}–{} of {} games", ja: "{}〜{}局目(全{}局)" };
const WITH_SHAPE: Text =
    Text { en: "Only games with this shape", ja: "この形が現れる棋譜のみ" };
const REMOVE: Text = Text { en: "remove", ja: "解除" };
const SORT: Text = Text { en: "Order", ja: "並び順" };
const NEXT: Text = Text { en: "Next page", ja: "次のページ" };
const FIRST: Text = Text { en: "First page", ja: "最初のページ" };
const GAME: Text = Text { en: "Game", ja: "番号" };
const BLACK: Text = Text { en: "Black", ja: "黒" };
const WHITE: Text = Text { en: "White", ja: "白" };
const DATE: Text = Text { en: "Date", ja: "対局日" };
const RESULT: Text = Text { en: "Result", ja: "結果" };
const MOVES: Text = Text { en: "Moves", ja: "手数" };
const EVENT: Text = Text { en: "Event", ja: "棋戦" };

/// The orders that the page offers: their parameters and names.
const ORDERS: [(SortField, bool, &str, Text); 6] = [
    (SortField::Id, false, "id", Text { en: "number", ja: "番号" }),
    (SortField::Date, false, "date", Text { en: "date, oldest first", ja: "日付(古い順)" }),
    (SortField::Date, true, "date", Text { en: "date, newest first", ja: "日付(新しい順)" }),
    (SortField::Black, false, "black", Text { en: "Black", ja: "黒番" }),
    (SortField::White, false, "white", Text { en: "White", ja: "白番" }),
    (SortField::Moves, true, "moves", Text { en: "longest first", ja: "手数の多い順" }),
];

#[derive(Debug, Default, Deserialize)]
struct GamesQuery {
    #[serde(default)]
    shape: String,
    #[serde(default)]
    sort: SortField,
    #[serde(default)]
    reverse: bool,
    after: Option<i64>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/games", get(games))
}

async fn games(
    page: Page,
    State(app): State<Arc<App>>,
    Selecting(query, fields): Selecting<GamesQuery>,
) -> Result<Html<String>, Problem> {
    let asked = fields.clone();
    let (shape, after) = (query.shape.clone(), query.after);
    let order = query.sort.order(query.reverse);
    let read = move |view: &View<'_>| {
        let list = GameList { fields: &asked, shape: Some(&shape), order };
        list.page(view, after, PAGE)
    };
    let list = app.read(read).await?;
    let name = ORDERS.iter().find(|order| order.0 == query.sort).map_or("id", |order| order.2);
    let address = Address::new("/games").with("shape", &query.shape);
    let address = game_filter::with_fields(address, &fields);
    let address = match (query.sort, query.reverse) {
        (SortField::Id, false) => address,
        (_, false) => address.with("sort", name),
        (_, true) => address.with("sort", name).with("reverse", "true"),
    };
    let content = show(&page, &query, &fields, &address, &list);
    Ok(page.show(page.text(TITLE), content))
}

fn show(
    page: &Page,
    query: &GamesQuery,
    fields: &GameFields,
    address: &Address,
    list: &GamePage,
) -> Markup {
    let link = |address: Address| page.link(&address.to_string());
    let last = list.first + list.games.len();
    html! {
        div data-live {
            (game_filter::chips(page, address, fields))
            @if !query.shape.is_empty() {
                p { (page.text(WITH_SHAPE)) ": " code { (query.shape) } " "
                    a href=(link(address.clone().without("shape"))) { (page.text(REMOVE)) } }
            }
            (game_filter::form(page, "/games", address, fields))
            nav.tools aria-label=(page.text(SORT)) {
                span.soft { (page.text(SORT)) }
                @for (sort, reverse, name, text) in ORDERS {
                    @let is_on = (sort, reverse) == (query.sort, query.reverse);
                    @let reverse = if reverse { "true" } else { "" };
                    a.button aria-current=[is_on.then_some("true")]
                        href=(link(address.clone().with("sort", name).with("reverse", reverse))) {
                        (page.text(text))
                    }
                }
            }
            p #status role="status" {
                @if list.games.is_empty() { (page.text(NONE)) }
                @else { (page.fill(CAPTION, &[&(list.first + 1), &last, &list.total])) }
            }
            @if !list.games.is_empty() {
                (table(page, &list.games, &query.shape))
            }
            nav.tools aria-label=(page.text(NEXT)) {
                @if list.first > 0 {
                    a.button href=(link(address.clone())) { (page.text(FIRST)) }
                }
                @if let Some(next) = list.next {
                    a.button.main rel="next"
                        href=(link(address.clone().with("after", next.to_string()))) {
                        (page.text(NEXT))
                    }
                }
            }
        }
        (page.script("games.js"))
    }
}

/// Games as a table, with links to the place of a shape.
pub(super) fn table(page: &Page, games: &[StoredGame], shape: &str) -> Markup {
    let address = |game: &StoredGame| {
        let address = Address::new(format!("/games/{}", game.id));
        page.link(&address.with("shape", shape).to_string())
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(page.text(TITLE)) {
            table #games {
                thead { tr {
                    th { (page.text(GAME)) }
                    th { (page.text(BLACK)) } th { (page.text(WHITE)) }
                    th { (page.text(DATE)) } th { (page.text(RESULT)) }
                    th.number { (page.text(MOVES)) } th { (page.text(EVENT)) }
                } }
                tbody {
                    @for game in games {
                        @let info = &game.info;
                        tr data-game=(game.id) {
                            td { a href=(address(game)) { (game.id) } }
                            td { (player(info.black.as_deref(), info.black_rank.as_deref())) }
                            td { (player(info.white.as_deref(), info.white_rank.as_deref())) }
                            td { (info.date.as_deref().unwrap_or_default()) }
                            td { (info.result.as_deref().unwrap_or_default()) }
                            td.number { (game.moves) }
                            td { (info.event.as_deref().or(info.name.as_deref()).unwrap_or_default()) }
                        }
                    }
                }
            }
        }
    }
}

/// A player with the rank.
pub(super) fn player(name: Option<&str>, rank: Option<&str>) -> Markup {
    html! {
        (name.unwrap_or("?"))
        @if let Some(rank) = rank { " " small { (rank) } }
    }
}
