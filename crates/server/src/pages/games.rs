//! `/games`: the list of games.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::family_switch;
use super::game_filter;
use super::game_table;
use super::layout::Page;
use super::text::{Text, texts};
use crate::address::Address;
use crate::family::{Family, ShownFamily};
use crate::game_fields::{GameFields, Selecting};
use crate::game_list::{GameList, GamePage, SortField};
use crate::problem::Problem;
use crate::sought::SoughtFields;
use crate::state::{App, View};

/// Games on a page.
const PAGE: usize = 48;

texts! { "shared": REMOVE, NUMBER }
texts! { "games":
    TITLE, NONE, CAPTION, WITH_SHAPE, SORT, NEXT, FIRST, DATE_OLDEST_FIRST, DATE_NEWEST_FIRST,
    BLACK, WHITE, STRONGEST_FIRST, LONGEST_FIRST,
}

/// The orders that the page offers: their parameters and names.
const ORDERS: [(SortField, bool, &str, Text); 7] = [
    (SortField::Id, false, "id", NUMBER),
    (SortField::Date, false, "date", DATE_OLDEST_FIRST),
    (SortField::Date, true, "date", DATE_NEWEST_FIRST),
    (SortField::Black, false, "black", BLACK),
    (SortField::White, false, "white", WHITE),
    (SortField::Rank, true, "rank", STRONGEST_FIRST),
    (SortField::Moves, true, "moves", LONGEST_FIRST),
];

#[derive(Debug, Default, Deserialize)]
struct GamesQuery {
    family: Option<Family>,
    #[serde(flatten)]
    sought: SoughtFields,
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
    let (sought, after) = (query.sought.read()?, query.after);
    let order = query.sort.order(query.reverse);
    let read = move |view: &View<'_>| {
        let counts = view.families()?;
        let shown = ShownFamily::new(query.family, [counts.go.games, counts.abalone.games]);
        let sought = sought.as_ref();
        let list = GameList { family: shown.family, fields: &asked, sought, order };
        Ok((shown, list.page(view, after, PAGE)?))
    };
    let (shown, list) = app.read(read).await?;
    let name = ORDERS.iter().find(|order| order.0 == query.sort).map_or("id", |order| order.2);
    let address = Address::new("/games").with("family", shown.parameter());
    let address = game_filter::with_fields(query.sought.add_to(address), &fields);
    let address = match (query.sort, query.reverse) {
        (SortField::Id, false) => address,
        (_, false) => address.with("sort", name),
        (_, true) => address.with("sort", name).with("reverse", "true"),
    };
    let content = show(&page, &query, &fields, &address, shown, &list);
    Ok(page.show(page.text(TITLE), content))
}

fn show(
    page: &Page,
    query: &GamesQuery,
    fields: &GameFields,
    address: &Address,
    family: ShownFamily,
    list: &GamePage,
) -> Markup {
    let link = |address: Address| page.link(&address.to_string());
    let last = list.first + list.games.len();
    html! {
        div data-live {
            (family_switch::render(page, family, |family| {
                SoughtFields::remove_from(address.clone()).with("family", family.name())
            }))
            (game_filter::chips(page, address, fields))
            @if !query.sought.shape.is_empty() {
                p { (page.text(WITH_SHAPE)) ": " code { (query.sought.shape) } " "
                    code { (query.sought.describe()) } " "
                    a href=(link(SoughtFields::remove_from(address.clone()))) { (page.text(REMOVE)) } }
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
                @if list.games.len() == 0 { (page.text(NONE)) }
                @else { (page.fill(CAPTION, &[&(list.first + 1), &last, &list.total])) }
            }
            @if list.games.len() > 0 { (game_table::render(page, &list.games, &query.sought)) }
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
        (page.script("board.js")) // for boards that links of this page lead to
        (page.script("games.js"))
    }
}
