//! `/export`: the filtered problems as a file; `/api/v1/export` writes it.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::html;

use super::layout::Page;
use super::problems;
use super::text::texts;
use crate::address::Address;
use crate::input::QueryOf;
use crate::problem::Problem;
use crate::problem_query::ProblemQuery;
use crate::solution::Dialect;
use crate::state::App;

texts! { "shared": MARKS }
texts! { "export":
    TITLE, INTRODUCTION, FILTERS, ALL, CHANGE, FORMAT, ORIENT, SOLUTIONS, AS_RECORD, KEPT, UNION,
    TOP_RIGHT, TOP_LEFT, CANONICAL, BLACK_FIRST, JOSEKI, DOWNLOAD,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/export", get(export))
}

async fn export(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(fields): QueryOf<BTreeMap<String, String>>,
) -> Result<Html<String>, Problem> {
    let query = read_filters(fields)?;
    let checked = query.clone();
    app.read(move |view| checked.to_filter(view.store)).await?;
    let list = query
        .conditions()
        .fold(Address::new("/problems"), |address, (name, value)| address.with(name, value));
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
            @if query.conditions().next().is_none() { (page.text(ALL)) }
            @for (index, (name, value)) in query.conditions().enumerate() {
                @if index > 0 { ", " }
                @let (name, value) = problems::describe(&page, name, value);
                strong { (name) " " bdi { (value) } }
            }
            " · " a href=(list.with("lang", page.language.tag())) { (page.text(CHANGE)) }
        }
        form #export method="get" action="/api/v1/export" {
            @for (name, value) in query.conditions() {
                input type="hidden" name=(name) value=(value);
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

/// The filters of an address, which are those of `/problems`.
fn read_filters(mut fields: BTreeMap<String, String>) -> Result<ProblemQuery, Problem> {
    let is_filter = |name: &str| !matches!(name, "lang" | "after" | "limit");
    fields.retain(|name, value| is_filter(name) && !value.trim().is_empty());
    let fields = fields.into_iter().map(|(name, value)| (name, value.into())).collect();
    serde_json::from_value(serde_json::Value::Object(fields))
        .map_err(|error| Problem::unprocessable(error.to_string()))
}
