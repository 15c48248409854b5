//! `/duplicates`: problems with several records, with a form for each pair.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::decision::Last;
use super::links::render_lists;
use super::pair::{self, Forms, PairList, render_record, render_source_field};
use crate::address::Address;
use crate::find::{Cluster, Decisions, Identity, ListedProblem, RecordView, identify_record};
use crate::go::Symmetry;
use crate::gtn::Diagram;
use crate::input::QueryOf;
use crate::listing::Cursor;
use crate::pages::board;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::{pager, words};
use crate::problem::Problem;
use crate::publish::choose_default_view;
use crate::solution::Conflict;
use crate::state::{App, View};
use crate::store::{StoredPosition, StoredRecord};
use crate::svg::Picture;

/// The groups of a page.
const PER_PAGE: usize = 12;

/// The most records of a group that are drawn.
const MAX_RECORDS: usize = 12;

texts! { "curate/duplicates": TITLE, GROUPS, FIRST, COPY, COMPARE, MORE, NONE, WORST, IN_ORDER }

/// Which groups to show.
#[derive(Debug, Deserialize)]
struct DuplicatesQuery {
    after: Option<String>,
    /// Only problems with a record of a source whose name contains this.
    #[serde(default)]
    source: String,
    /// `import`: in the order of import, and not the worst first.
    #[serde(default)]
    order: String,
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
    page.read(app, TITLE, move |view, page| render(view, page, &query)).await
}

fn render(view: &View<'_>, page: &Page, query: &DuplicatesQuery) -> Result<Markup, Problem> {
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse::<Cursor>).transpose()?;
    let is_worst_first = match &*query.order {
        "" => true,
        "import" => false,
        other => return Err(Problem::unprocessable(format!("there is no order {other}"))),
    };
    let list = list(view, query.source.trim(), is_worst_first)?;
    let before = match after {
        Some(after) => {
            list.iter().position(|problem| Cursor::from(problem) == after).map(|at| at + 1)
        }
        None => None,
    };
    let before = before.unwrap_or(0);
    let items = &list[before..list.len().min(before + PER_PAGE)];
    let decisions = Decisions::load(view.store)?;
    let here = query.after.clone().unwrap_or_default();
    let filter =
        Address::new("").with("source", query.source.trim()).with("order", &*query.order).query();
    let narrowed = PairList { name: "duplicates", k: None, filter };
    let forms = Forms { list: &narrowed, here: here.clone(), next: here };
    let mut groups = Vec::with_capacity(items.len());
    for problem in items {
        groups.push(render_group(view, page, &decisions, problem, &forms)?);
    }
    // The part that begins behind a number of groups.
    let address = |from: usize| {
        let after = from.checked_sub(1).map(|at| Cursor::from(&list[at]).to_string());
        narrowed.address(page, after.unwrap_or_default())
    };
    let here = narrowed.address(page, "");
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    Ok(html! {
        (render_lists(page))
        (last.render(page, view, &narrowed)?)
        p #count data-total=(list.len()) { (words::count(list.len())) " " (page.text(GROUPS)) }
        ul.chips #order {
            @for (order, name) in [("", WORST), ("import", IN_ORDER)] {
                li { a.button href=(here.clone().with("order", order))
                    aria-current=[(query.order == order).then_some("true")] { (page.text(name)) } }
            }
        }
        (render_source_field(page, &query.source, &here))
        @if list.is_empty() { p { (page.text(NONE)) } }
        @for group in &groups { (group) }
        (pager::render(page, (before, list.len()), PER_PAGE, true, address))
        (page.key_switch())
    })
}

/// The duplicates with a record of a source, the worst first: what contradicts, then what has the most
/// records.
fn list(
    view: &View<'_>,
    source: &str,
    is_worst_first: bool,
) -> Result<Vec<ListedProblem>, Problem> {
    let mut list = Vec::clone(&*view.duplicates()?);
    if !source.is_empty() {
        let positions = view.store.positions_with_source(source)?;
        list.retain(|problem| positions.contains(&problem.position));
    }
    if is_worst_first {
        let conflicts = view.conflicts()?;
        let mut classes: HashMap<i64, Conflict> = HashMap::new();
        for conflict in conflicts.listed(true).iter().rev() {
            classes.insert(conflict.position, conflict.class); // the gravest is the last
        }
        let counts = view.store.repeated_positions()?;
        let class =
            |position: i64| classes.get(&position).map_or(usize::MAX, |&class| class as usize);
        let count = |position: i64| counts.get(&position).copied().unwrap_or(0);
        list.sort_by_key(|one| {
            (class(one.position), Reverse(count(one.position)), Cursor::from(one))
        });
    }
    Ok(list)
}

fn render_group(
    view: &View<'_>,
    page: &Page,
    decisions: &Decisions,
    problem: &ListedProblem,
    forms: &Forms<'_>,
) -> Result<Markup, Problem> {
    let gone = || Problem::internal("a problem is gone from its own snapshot");
    let position = view.store.position_by_id(problem.position)?.ok_or_else(gone)?;
    let all = view.store.records(problem.position)?;
    let clusters = decisions.cluster_records(view.store, &position, &all, Identity::Problem)?;
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
        let by = choose_default_view(view.store, &position, cluster, record)?;
        Ok(html! { li { (draw(page, &position, record, by)?) p { (render_record(page, record, by)) } (actions) } })
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

/// The board of a record after an operation.
pub(super) fn draw(
    page: &Page,
    position: &StoredPosition,
    record: &StoredRecord,
    by: Symmetry,
) -> Result<Markup, Problem> {
    let view = RecordView::new(position, record)?.transform(by);
    let picture = Picture { place: Some(view.place), ..Diagram::from(&view.window).into() };
    Ok(board::draw(page, &picture, page.text(words::turn(record.own_turn().transform(by).name()))))
}

/// The buttons for the first record of a group and another one.
fn render_actions(
    view: &View<'_>,
    page: &Page,
    position: &StoredPosition,
    cluster: &Cluster<'_>,
    record: &StoredRecord,
    forms: &Forms<'_>,
) -> Result<Markup, Problem> {
    let first = identify_record(view.store, position.key, cluster.first())?;
    let other = identify_record(view.store, position.key, record)?;
    if first.hash == other.hash {
        return Ok(html! { p.soft { (page.text(COPY)) } });
    }
    let judgment = pair::find_judgment(view.store, [first.hash, other.hash])?;
    Ok(html! {
        details open[judgment.is_some()] {
            summary { (page.text(COMPARE)) }
            (pair::render_buttons(page, [&first, &other], judgment, forms))
        }
    })
}
