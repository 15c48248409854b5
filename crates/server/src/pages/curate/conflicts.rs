//! `/conflicts`: duplicates with contradicting answers, one pair at a time.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::decision::Last;
use super::group;
use super::pair::{self, Forms, Side};
use crate::address::Address;
use crate::find::{AnswerGroup, Comparison, Decisions, RecordView};
use crate::input::QueryOf;
use crate::listing::Part;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};
use crate::pages::words;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::{JudgedRecord, StoredPosition};
use crate::view::{ListedConflict, find_undecided, identify_sides};

texts! { "shared": OF, END, AGAIN }
texts! { "curate/conflicts":
    TITLE, INTRODUCTION, LEFT_TO_DECIDE, ALL, UNDECIDED, NONE, OTHERS, GRAVE,
}

/// Which conflict to show.
#[derive(Debug, Deserialize)]
struct ConflictsQuery {
    after: Option<String>,
    /// Whether to show conflicts that were decided.
    #[serde(default)]
    all: bool,
    /// Whether to show also those in which a record only lists fewer answers, or assumes one.
    #[serde(default)]
    others: bool,
    decided: Option<String>,
    was: Option<String>,
    /// The decisions that were made at once before.
    batch: Option<String>,
    /// Whether such decisions were taken back.
    #[serde(default)]
    taken_back: bool,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/conflicts", get(conflicts))
}

async fn conflicts(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<ConflictsQuery>,
) -> Result<Html<String>, Problem> {
    let batch = query.batch.as_deref();
    let saved = batch.and_then(|batch| {
        let saved = app.batches.find(batch)?.len();
        Some(group::render_saved(&page, batch, saved, query.was.as_deref().unwrap_or_default()))
    });
    let saved = saved.or_else(|| query.taken_back.then(|| group::render_taken_back(&page)));
    let content = app.read(move |view| Ok((render(view, &page, &query, saved)?, page))).await?;
    let (content, page) = content;
    Ok(page.show(page.text(TITLE), content))
}

fn render(
    view: &View<'_>,
    page: &Page,
    query: &ConflictsQuery,
    saved: Option<Markup>,
) -> Result<Markup, Problem> {
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse).transpose()?;
    let list = view.conflicts()?;
    let listed = list.listed(query.others);
    let part = Part::new(listed, |conflict| conflict.place, after, usize::MAX);
    let is_shown = |one: &&ListedConflict| query.all || !one.is_decided;
    let undecided = listed.iter().filter(|one| !one.is_decided).count();
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    let address_of = |all: bool, others: bool| {
        let address = Address::new("/conflicts").with("lang", page.language.tag());
        let address = if all { address.with("all", "true") } else { address };
        if others { address.with("others", "true") } else { address }
    };
    let address = || address_of(query.all, query.others);
    let shown = match part.items.iter().find(is_shown) {
        None => None,
        Some(conflict) => {
            let place = conflict.place.to_string();
            let here = query.after.clone().unwrap_or_default();
            let rest = address().with("after", place.clone());
            let decisions = Decisions::load(view.store)?;
            conflict.visit(view.store, &decisions, |position, comparison| {
                let places = (here, place);
                render_conflict(view, page, &decisions, position, comparison, places, &rest)
            })?
        }
    };
    Ok(html! {
        (last.render(page, view, "conflicts", None)?)
        @if let Some(saved) = saved { (saved) }
        p {
            (page.text(INTRODUCTION)) " "
            strong #count data-total=(listed.len()) data-undecided=(undecided) {
                (words::count(undecided)) " " (page.text(OF)) " " (words::count(listed.len())) " "
                (page.text(LEFT_TO_DECIDE))
            }
            @if undecided < listed.len() {
                " · " a href=(address_of(!query.all, query.others)) {
                    (page.text(if query.all { UNDECIDED } else { ALL }))
                }
            }
            @if list.listed(true).len() > list.listed(false).len() {
                " · " a #others href=(address_of(query.all, !query.others)) {
                    (page.text(if query.others { GRAVE } else { OTHERS }))
                }
            }
        }
        @if let Some(shown) = shown { (shown) }
        @else if after.is_some() {
            p { (page.text(END)) " " a href=(address()) { (page.text(AGAIN)) } }
        } @else {
            p { (page.text(NONE)) }
        }
    })
}

fn render_conflict(
    view: &View<'_>,
    page: &Page,
    decisions: &Decisions,
    position: &StoredPosition,
    comparison: &Comparison<'_>,
    (here, place): (String, String),
    rest: &Address,
) -> Result<Markup, Problem> {
    let judged = identify_sides(view.store, position, comparison)?;
    let (one, other) = find_undecided(decisions, &judged).unwrap_or((0, 1));
    // After a decision the same conflict comes again if it has more sides to decide about.
    let next = if judged.len() > 2 { here.clone() } else { place.clone() };
    let shown = comparison.view(position)?;
    let side = |index: usize| make_side(&comparison.groups[index], &judged[index], &shown);
    let sides = [side(one), side(other)];
    let judgment = pair::find_judgment(view.store, &judged[one], &judged[other])?;
    let class = comparison.conflict.map(|class| Text::named("conflict", class.name()));
    let turn = words::turn(comparison.shown.own_turn().name());
    let group = group::render(page, [&judged[one], &judged[other]], (&here, &place));
    let forms = Forms { list: "conflicts", k: None, here, next };
    Ok(html! {
        p { strong { (page.text(turn)) } @if let Some(class) = class { " · " (page.text(class)) } }
        (pair::render(page, sides.each_ref(), judgment, &forms, Some(rest)))
        (group)
    })
}

fn make_side<'a>(group: &AnswerGroup<'a>, judged: &JudgedRecord, view: &RecordView) -> Side<'a> {
    let accepted =
        group.accepted.iter().map(|accepted| (accepted.letter().to_string(), accepted.at));
    Side {
        records: group.records.clone(),
        judged: judged.clone(),
        view: view.clone(),
        differing: Vec::new(),
        accepted: accepted.collect(),
        rejected: group.rejected.iter().map(|one| (one.letter().to_string(), one.at)).collect(),
        line: group.line.clone(),
    }
}
