//! `/export`: the filtered problems as a file; `/api/v1/export` writes it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Html;
use axum::routing::get;
use maud::html;
use serde::Deserialize;

use super::conditions;
use super::layout::Page;
use super::text::texts;
use crate::address::Address;
use crate::game_fields::Selecting;
use crate::problem::Problem;
use crate::solution::Dialect;
use crate::state::App;
use crate::store::ProblemConditions;

texts! { "shared": MARKS }
texts! { "export":
    TITLE, INTRODUCTION, FILTERS, ALL, CHANGE, FORMAT, ORIENT, SOLUTIONS, AS_RECORD, KEPT, UNION,
    TOP_RIGHT, TOP_LEFT, CANONICAL, BLACK_FIRST, JOSEKI, DOWNLOAD,
}

/// What an address of `/problems` has beside conditions, without a meaning here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfTheList {
    #[serde(rename = "lang")]
    _lang: Option<String>,
    #[serde(rename = "after")]
    _after: Option<String>,
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/export", get(export))
}

async fn export(
    page: Page,
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
) -> Result<Html<String>, Problem> {
    let form = Selecting::<OfTheList, ProblemConditions>::read_form(query.as_deref());
    let Selecting(_, fields) = form?;
    let conditions = fields.conditions()?;
    app.read(move |view| Ok(view.store.sources_named(conditions.source.as_ref())?)).await?;
    let list = Address::new("/problems").with_conditions(&fields);
    let formats = [("sgf", "SGF"), ("igtn", "IGTN"), ("json", "JSON"), ("csv", "CSV")];
    let orientations = [
        ("top-right", TOP_RIGHT),
        ("top-left", TOP_LEFT),
        ("as-is", AS_RECORD),
        ("canonical", CANONICAL),
    ];
    let dialects = Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::None);
    let content = html! {
        p { (page.text(INTRODUCTION)) }
        p {
            (page.text(FILTERS)) ": "
            @if fields.texts().next().is_none() { (page.text(ALL)) }
            @for (index, (condition, text)) in fields.texts().enumerate() {
                @if index > 0 { ", " }
                @let (name, value) = conditions::describe(&page, condition, text);
                strong { (name) " " bdi { (value) } }
            }
            " · " a href=(list.with("lang", page.language.tag())) { (page.text(CHANGE)) }
        }
        form #export method="get" action="/api/v1/export" {
            @for (condition, text) in fields.texts() {
                input type="hidden" name=(condition.name) value=(text);
            }
            dl.choices {
                dt { label for="format" { (page.text(FORMAT)) } }
                dd { select #format name="format" {
                    @for (value, name) in formats { option value=(value) { (name) } }
                } }
                dt { label for="orient" { (page.text(ORIENT)) } }
                dd { select #orient name="orient" {
                    @for (value, name) in orientations {
                        option value=(value) { (page.text(name)) }
                    }
                } }
                dt { label for="solutions" { (page.text(SOLUTIONS)) } }
                dd { select #solutions name="solutions" {
                    option value="kept" { (page.text(KEPT)) }
                    option value="union" { (page.text(UNION)) }
                } }
                dt { label for="mark_as" { (page.text(MARKS)) } }
                dd { select #mark_as name="mark_as" {
                    option value="" { (page.text(AS_RECORD)) }
                    @for dialect in dialects {
                        option value=(dialect.name()) { (dialect.name()) }
                    }
                } }
            }
            p { label {
                input type="checkbox" name="black_first" value="true";
                (page.text(BLACK_FIRST))
            } }
            button.main { (page.text(DOWNLOAD)) }
        }
        p { a download href="/api/v1/joseki.sgf" { (page.text(JOSEKI)) } }
    };
    Ok(page.show(page.text(TITLE), content))
}
