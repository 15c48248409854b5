//! `/cores`: problems with the same core, or with near cores, one pair at a time.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::decision::Last;
use super::links::render_lists;
use super::pair::{self, Beside, Forms, PairList};
use crate::find::{LaidCores, MatchKind};
use crate::input::{QueryOf, check_core_distance};
use crate::listing::Part;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::view::CorePair;

texts! { "shared": OF, END, AGAIN }
texts! { "curate/cores":
    TITLE, INTRODUCTION, NO_PAIRS, PAIR, WIDE, NARROW, NO_ANSWER, DIFFERS, NONE,
}

/// Which pair to show.
#[derive(Debug, Deserialize)]
struct CoresQuery {
    k: Option<u8>,
    after: Option<String>,
    decided: Option<String>,
    was: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/cores", get(cores))
}

async fn cores(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<CoresQuery>,
) -> Result<Html<String>, Problem> {
    page.read(app, TITLE, move |view, page| render(view, page, &query)).await
}

fn render(view: &View<'_>, page: &Page, query: &CoresQuery) -> Result<Markup, Problem> {
    let k = check_core_distance(query.k)?;
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse).transpose()?;
    let list = view.cores(k)?;
    let part = Part::new(&list, CorePair::place, after, 1);
    let narrowed = PairList { name: "cores", k: Some(k), filter: String::new() };
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    let shown = match part.items.first() {
        None => None,
        Some(pair) => {
            let here = query.after.clone().unwrap_or_default();
            let (beside, next) = part.beside(pair.place());
            let forms = Forms { list: &narrowed, here, next };
            Some(render_pair(view, page, pair, &forms, &beside)?)
        }
    };
    Ok(html! {
        (render_lists(page))
        (last.render(page, view, &narrowed)?)
        p { (page.text(INTRODUCTION)) }
        @if let Some(shown) = shown {
            p #count data-total=(list.len()) {
                (page.text(PAIR)) " " (words::count(part.before + 1)) " " (page.text(OF)) " "
                (words::count(list.len()))
            }
            (shown)
        } @else if after.is_some() {
            p { (page.text(END)) " " a href=(narrowed.address(page, "")) { (page.text(AGAIN)) } }
        } @else {
            p #count data-total="0" { (page.fill(NO_PAIRS, &[&page.text(NONE)])) }
        }
    })
}

fn render_pair(
    view: &View<'_>,
    page: &Page,
    pair: &CorePair,
    forms: &Forms<'_>,
    beside: &Beside,
) -> Result<Markup, Problem> {
    let gone = || Problem::internal("a pair is gone from its own snapshot");
    let laid = LaidCores::find(view.store, pair.keys, pair.distance.into())?.ok_or_else(gone)?;
    let LaidCores { sides, operation, shift, differing, margin, has_common_move, .. } = laid;
    let shown = pair::Aligned {
        records: sides.each_ref().map(|(position, record)| (position, record)),
        symmetry: operation.inverse(),
        offset: Some(shift),
        kind: MatchKind::SameCore,
    };
    let (sides, names) = shown.sides(view)?;
    let differs: Vec<String> = differing.iter().map(|at| names.name((at.col, at.row))).collect();
    let judgment = pair::find_judgment(view.store, sides.each_ref().map(|side| side.judged.hash))?;
    Ok(html! {
        p {
            @match margin {
                0 => { (page.text(DIFFERS)) " " strong { (differs.join(" ")) } }
                1 => (page.text(NARROW)),
                _ => (page.text(WIDE)),
            }
            @if !has_common_move { " " (page.text(NO_ANSWER)) }
        }
        (pair::render(page, sides.each_ref(), judgment, forms, beside))
    })
}
