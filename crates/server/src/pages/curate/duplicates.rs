//! `/duplicates`: problems with several records, with a form for each pair.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::decision::Last;
use super::links::render_lists;
use super::pair::{self, Forms, render_record};
use crate::address::Address;
use crate::find::{Cluster, Decisions, Identity, ListedProblem, RecordView, identify_record};
use crate::gtn::Diagram;
use crate::input::QueryOf;
use crate::listing::{Cursor, Part};
use crate::pages::board;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::{StoredPosition, StoredRecord};
use crate::svg::Picture;

/// The groups of a page.
const PER_PAGE: usize = 12;

/// The most records of a group that are drawn.
const MAX_RECORDS: usize = 12;

texts! { "shared": PREVIOUS }
texts! { "curate/duplicates": TITLE, GROUPS, FIRST, COPY, COMPARE, MORE, NONE, PAGES, NEXT }

/// Which groups to show.
#[derive(Debug, Deserialize)]
struct DuplicatesQuery {
    after: Option<String>,
    decided: Option<String>,
    was: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/duplicates", get(duplicates))
}

async fn duplicates(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<DuplicatesQuery>,
) -> Result<Html<String>, Problem> {
    let content = app.read(move |view| Ok((render(view, &page, &query)?, page))).await?;
    let (content, page) = content;
    Ok(page.show(page.text(TITLE), content))
}

fn render(view: &View<'_>, page: &Page, query: &DuplicatesQuery) -> Result<Markup, Problem> {
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse::<Cursor>).transpose()?;
    let list = view.duplicates()?;
    let part = Part::new(&list, |problem| Cursor::from(problem), after, PER_PAGE);
    let decisions = Decisions::load(view.store)?;
    let here = query.after.clone().unwrap_or_default();
    let forms = Forms { list: "duplicates", k: None, here: here.clone(), next: here };
    let mut groups = Vec::with_capacity(part.items.len());
    for problem in part.items {
        groups.push(render_group(view, page, &decisions, problem, &forms)?);
    }
    let address = |cursor: Option<Cursor>| {
        let after = cursor.map(|cursor| cursor.to_string()).unwrap_or_default();
        Address::new("/duplicates").with("after", after).with("lang", page.language.tag())
    };
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    Ok(html! {
        (render_lists(page))
        (last.render(page, view, "duplicates", None)?)
        p #count data-total=(list.len()) { (words::count(list.len())) " " (page.text(GROUPS)) }
        @if list.is_empty() { p { (page.text(NONE)) } }
        @for group in &groups { (group) }
        @if part.previous.is_some() || part.next.is_some() {
            nav.tools aria-label=(page.text(PAGES)) {
                @if let Some(previous) = part.previous {
                    a.button rel="prev" href=(address(previous)) { (page.text(PREVIOUS)) }
                }
                @if let Some(next) = part.next {
                    a.button rel="next" href=(address(Some(next))) { (page.text(NEXT)) }
                }
            }
        }
    })
}

fn render_group(
    view: &View<'_>,
    page: &Page,
    decisions: &Decisions,
    problem: &ListedProblem,
    forms: &Forms,
) -> Result<Markup, Problem> {
    let gone = || Problem::internal("a problem is gone from its own snapshot");
    let position = view.store.position_by_id(problem.position)?.ok_or_else(gone)?;
    let records = view.store.records(problem.position)?;
    let clusters = decisions.cluster_records(view.store, &position, &records, Identity::Problem)?;
    let cluster = clusters.get(problem.number as usize).ok_or_else(gone)?;
    let address = Address::new(format!("/p/{}", position.key)).with("lang", page.language.tag());
    let first = cluster.first();
    let turn = words::turn(first.own_turn().name());
    let shown = cluster.records.iter().enumerate().take(MAX_RECORDS);
    let records = shown.map(|(index, record)| {
        let actions = if index == 0 {
            html! { p.soft { (page.text(FIRST)) } }
        } else {
            render_actions(view, page, &position, cluster, record, forms)?
        };
        Ok(html! { li { (draw(page, &position, record)?) p { (render_record(page, record)) } (actions) } })
    });
    let records = records.collect::<Result<Vec<Markup>, Problem>>()?;
    Ok(html! {
        section.group data-key=(position.key) {
            h2 { a href=(address) { (page.text(turn)) " " code { (position.key.to_string()[..8]) } } }
            ul.boards.records-of-group { @for record in &records { (record) } }
            @if let Some(more @ 1..) = cluster.records.len().checked_sub(MAX_RECORDS) {
                p.soft { (words::count(more)) " " (page.text(MORE)) }
            }
        }
    })
}

pub(super) fn draw(
    page: &Page,
    position: &StoredPosition,
    record: &StoredRecord,
) -> Result<Markup, Problem> {
    let view = RecordView::new(position, record)?;
    let picture = Picture { place: Some(view.place), ..Diagram::from(&view.window).into() };
    Ok(board::draw(&picture, page.text(words::turn(record.own_turn().name()))))
}

/// The buttons for the first record of a group and another one.
fn render_actions(
    view: &View<'_>,
    page: &Page,
    position: &StoredPosition,
    cluster: &Cluster<'_>,
    record: &StoredRecord,
    forms: &Forms,
) -> Result<Markup, Problem> {
    let first = identify_record(view.store, position.key, cluster.first())?;
    let other = identify_record(view.store, position.key, record)?;
    if first.hash == other.hash {
        return Ok(html! { p.soft { (page.text(COPY)) } });
    }
    let judgment = pair::find_judgment(view.store, &first, &other)?;
    Ok(html! {
        details open[judgment.is_some()] {
            summary { (page.text(COMPARE)) }
            (pair::render_buttons(page, [&first, &other], judgment, forms))
        }
    })
}
