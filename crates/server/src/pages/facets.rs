//! `/problems/facets`: how many of the listed problems have each level, each tag and known rights.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::conditions;
use super::layout::Page;
use super::text::texts;
use super::words;
use crate::address::Address;
use crate::find::{Facet, FacetCount, count_facets};
use crate::game_fields::{ProblemFields, Selecting};
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::{Conditions, ProblemConditions};

texts! { "facets": TITLE, INTRODUCTION, LIST, NONE, NO_LEVEL }

/// The parameters beside conditions. Those without a meaning here come from other pages.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FacetsQuery {
    #[serde(rename = "lang")]
    _lang: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/problems/facets", get(facets))
}

async fn facets(
    page: Page,
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
) -> Result<Html<String>, Problem> {
    let read = Selecting::<FacetsQuery, ProblemConditions>::read_form(query.as_deref());
    let Selecting(_, fields) = read?;
    page.read(app, TITLE, move |view, page| render(view, page, &fields)).await
}

/// The address of the page for the problems that conditions select.
pub(super) fn address(page: &Page, fields: &ProblemFields) -> Address {
    Address::new("/problems/facets").with_conditions(fields).with("lang", page.language.tag())
}

fn render(view: &View<'_>, page: &Page, fields: &ProblemFields) -> Result<Markup, Problem> {
    let counts = count_facets(view.store, &fields.to_filter()?)?;
    let list = Address::new("/problems").with_conditions(fields).with("lang", page.language.tag());
    Ok(html! {
        p { (page.text(INTRODUCTION)) }
        p { a #list href=(list) { (page.text(LIST)) } }
        @if counts.is_empty() { p { (page.text(NONE)) } }
        @for counts in counts.chunk_by(|one, next| one.facet == next.facet) {
            (render_facet(page, &list, counts[0].facet, counts))
        }
    })
}

/// A heading and a list of links to the problems of each value.
fn render_facet(page: &Page, list: &Address, facet: Facet, counts: &[FacetCount]) -> Markup {
    let condition = ProblemConditions::named(facet.name()).expect("a facet is a condition");
    let value = |value: &str| match (facet, value) {
        (Facet::Level, "none") => page.text(NO_LEVEL).to_owned(),
        _ => conditions::describe(page, condition, value).1,
    };
    html! {
        h2 { (conditions::describe(page, condition, "").0) }
        ul.facets id=(facet.name()) {
            @for count in counts {
                li { a href=(list.clone().with(condition.name, &*count.value)) { (value(&count.value)) }
                    " " (words::count(usize::try_from(count.problems).unwrap_or(usize::MAX))) }
            }
        }
    }
}
