//! `/near`: positions that differ in few points, one pair at a time.

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
use crate::find::{PositionQuery, RecordView};
use crate::input::{QueryOf, check_distance};
use crate::listing::Part;
use crate::near_pairs::{NearPairs, NearProgress};
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::similarity::{Edges, MAX_DISTANCE, NearPair};
use crate::state::{App, View};
use crate::view::NearList;

texts! { "shared": OF, END, AGAIN }
texts! { "curate/near":
    TITLE, INTRODUCTION, NO_PAIRS, PAIR, DISTANCE, MISPRINT, SAME_BOOK, SAME_SOURCE, DIFFERS, NONE,
    SEARCHING, PROGRESS, LIMITED,
}

/// Which pair to show.
#[derive(Debug, Deserialize)]
struct NearQuery {
    k: Option<u8>,
    after: Option<String>,
    decided: Option<String>,
    was: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/near", get(near))
}

async fn near(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<NearQuery>,
) -> Result<Html<String>, Problem> {
    let searching = Arc::clone(&app);
    page.read(app, TITLE, move |view, page| render(&searching, view, page, &query)).await
}

fn render(
    app: &Arc<App>,
    view: &View<'_>,
    page: &Page,
    query: &NearQuery,
) -> Result<Markup, Problem> {
    let k = check_distance(query.k)?;
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse).transpose()?;
    let found = NearPairs::find(app, view, k)?;
    let list = &found.list;
    let part = Part::new(list.pairs(), |&pair| list.place(pair), after, 1);
    let number = part.before + 1;
    let list_by = |k: u8| PairList { name: "near", k: Some(k), filter: String::new() };
    let narrowed = list_by(k);
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    let shown = match part.items.first() {
        None => None,
        Some(&pair) => {
            let misprint = list.answers().describe_misprint(pair);
            let kind = match (misprint.same_source, misprint.same_book) {
                (Some(true), _) => Some(SAME_SOURCE),
                (_, Some(true)) => Some(SAME_BOOK),
                (Some(false), _) => Some(MISPRINT),
                (None, _) => None,
            };
            let here = query.after.clone().unwrap_or_default();
            let (beside, next) = part.beside(list.place(pair));
            let forms = Forms { list: &narrowed, here, next };
            Some((kind, render_pair(view, page, (k, list), pair, &forms, &beside)?))
        }
    };
    Ok(html! {
        (render_lists(page))
        (last.render(page, view, &narrowed)?)
        p { (page.text(INTRODUCTION)) }
        nav.tools aria-label=(page.text(DISTANCE)) {
            span.soft { (page.text(DISTANCE)) }
            @for other in 1..=MAX_DISTANCE {
                a.button href=(list_by(other).address(page, "")) aria-current=[(other == k).then_some("true")] {
                    (other)
                }
            }
        }
        @if let Some(NearProgress { compared, positions }) = found.progress {
            (page.reload_after(5))
            p role="status" {
                (page.fill(SEARCHING, &[&words::count(compared as usize), &words::count(positions as usize)]))
                " " progress max=(positions) value=(compared) aria-label=(page.text(PROGRESS)) {}
            }
        } @else if let Some(max_partners) = list.max_partners {
            p role="status" { (page.fill(LIMITED, &[&max_partners])) }
        }
        @if let Some((kind, shown)) = shown {
            p #count data-total=(list.pairs().len()) {
                (page.text(PAIR)) " " (words::count(number)) " " (page.text(OF)) " "
                (words::count(list.pairs().len()))
                @if let Some(kind) = kind { " · " strong { (page.text(kind)) } }
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
    (k, list): (u8, &NearList),
    pair: NearPair,
    forms: &Forms<'_>,
    beside: &Beside,
) -> Result<Markup, Problem> {
    let gone = || Problem::internal("a position is gone from its own snapshot");
    let first = view.store.position_by_id(list.positions().id(pair.numbers.0))?.ok_or_else(gone)?;
    let record = view.store.records(first.id)?.into_iter().next().ok_or_else(gone)?;
    let left = RecordView::new(&first, &record)?;
    let query = PositionQuery::new(&left.window, None)
        .map_err(|_| Problem::internal("a stored position has no stones"))?;
    let other = list.positions().key(pair.numbers.1);
    let found = view.position_source()?.find_near(&query, k, Edges::Marked)?;
    let found = found.into_iter().find(|found| found.position.key == other).ok_or_else(gone)?;
    let similar = found.records.into_iter().next().ok_or_else(gone)?;
    let shown = pair::Aligned {
        records: [(&first, &record), (&found.position, &similar.matched.record)],
        symmetry: similar.matched.operation.inverse(),
        offset: None,
        kind: similar.matched.kind,
    };
    let (sides, names) = shown.sides(view)?;
    let difference = similar.difference.iter().flatten();
    let differs: Vec<String> = difference.map(|one| names.name((one.at.col, one.at.row))).collect();
    let judgment = pair::find_judgment(view.store, sides.each_ref().map(|side| side.judged.hash))?;
    Ok(html! {
        p { (page.text(DIFFERS)) " " strong { (differs.join(" ")) } }
        (pair::render(page, sides.each_ref(), judgment, forms, beside))
    })
}
