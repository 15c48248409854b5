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
use super::pair::{self, Beside, Forms, PairList, Side, render_source_field};
use crate::address::Address;
use crate::find::{Comparison, Decisions, ShownRecord, shown_verdict};
use crate::input::QueryOf;
use crate::pages::layout::Page;
use crate::pages::problem::render_opinion;
use crate::pages::text::{Text, texts};
use crate::pages::{pager, words};
use crate::problem::Problem;
use crate::publish::find_default_view;
use crate::solution::Conflict;
use crate::state::{App, View};
use crate::store::StoredPosition;
use crate::view::{ConflictList, ListedConflict, find_undecided, identify_sides};

texts! { "shared": OF, END, AGAIN }
texts! { "curate/conflicts":
    TITLE, INTRODUCTION, LEFT_TO_DECIDE, ALL, UNDECIDED, NONE, OTHERS, GRAVE, EACH_CLASS,
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
    /// Only conflicts of this class.
    #[serde(default)]
    class: String,
    /// Only problems with a record of a source whose name contains this.
    #[serde(default)]
    source: String,
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
    let saved = batch.and_then(|batch| Some(app.batches.find(batch)?.len()));
    page.read(app, TITLE, move |view, page| render(view, page, &query, saved)).await
}

impl ConflictsQuery {
    /// The conflicts that are asked for, whether decided or not.
    fn choose(&self, view: &View<'_>, list: &ConflictList) -> Result<Vec<ListedConflict>, Problem> {
        let class = Conflict::ALL.into_iter().find(|class| class.name() == self.class);
        if class.is_none() && !self.class.is_empty() {
            return Err(Problem::unprocessable(format!("there is no class {}", self.class)));
        }
        let of_source = match self.source.trim() {
            "" => None,
            source => Some(view.store.positions_with_source(source)?),
        };
        let is_listed = |one: &&ListedConflict| {
            class.is_none_or(|class| one.class == class)
                && of_source.as_ref().is_none_or(|positions| positions.contains(&one.position))
        };
        let needs_others = self.others || class.is_some_and(|class| !class.is_grave());
        Ok(list.listed(needs_others).iter().filter(is_listed).copied().collect())
    }

    /// The address of the first conflict, of `all` or only of undecided ones, with `others` or without.
    fn address(&self, page: &Page, all: bool, others: bool) -> Address {
        let address = Address::new("/conflicts")
            .with("class", &*self.class)
            .with("source", self.source.trim())
            .with("lang", page.language.tag());
        let address = if all { address.with("all", "true") } else { address };
        if others { address.with("others", "true") } else { address }
    }
}

fn render(
    view: &View<'_>,
    page: &Page,
    query: &ConflictsQuery,
    saved: Option<usize>,
) -> Result<Markup, Problem> {
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse).transpose()?;
    let list = view.conflicts()?;
    let listed = query.choose(view, &list)?;
    let shown: Vec<&ListedConflict> =
        listed.iter().filter(|one| query.all || !one.is_decided).collect();
    let number = after.map_or(0, |after| shown.partition_point(|one| one.place <= after));
    let here = query.address(page, query.all, query.others);
    let narrowed =
        PairList { name: "conflicts", k: None, filter: here.clone().without("lang").query() };
    let was = query.was.clone().unwrap_or_default();
    // The pair with a number is the first one behind the pair before.
    let after_number = |number: usize| {
        number.checked_sub(1).map(|at| shown[at].place.to_string()).unwrap_or_default()
    };
    let conflict = match shown.get(number) {
        None => None,
        Some(conflict) => {
            let back = number.checked_sub(1).map(after_number);
            let beside = Beside { back, next: conflict.place.to_string() };
            let this = query.after.clone().unwrap_or_default();
            let decisions = Decisions::load(view.store)?;
            conflict.visit(view.store, &decisions, |position, comparison| {
                let forms = Forms { list: &narrowed, here: this, next: beside.next.clone() };
                render_conflict(view, page, &decisions, (position, comparison), forms, &beside)
            })?
        }
    };
    let last = Last { decided: query.decided.clone(), was: query.was.clone() };
    let has_others = list.listed(true).len() > list.listed(false).len();
    Ok(html! {
        (last.render(page, view, &narrowed)?)
        @if let Some((saved, batch)) = saved.zip(query.batch.as_deref()) {
            (group::render_saved(page, batch, saved, &Forms { list: &narrowed, next: was.clone(), here: was }))
        } @else if query.taken_back { (group::render_taken_back(page)) }
        (render_counts(page, query, &listed, has_others))
        (render_filter(page, query, &here))
        @if conflict.is_some() {
            p #number data-number=(number + 1) {
                (words::count(number + 1)) " " (page.text(OF)) " " (words::count(shown.len()))
            }
        }
        @if let Some(conflict) = conflict {
            (conflict)
            @if shown.len() > 1 {
                nav.tools aria-label=(page.text(pager::PAGES)) {
                    (pager::render_numbers(
                        number, shown.len(), |number| narrowed.address(page, after_number(number))
                    ))
                }
            }
        } @else if after.is_some() {
            p { (page.text(END)) " " a href=(here) { (page.text(AGAIN)) } }
        } @else {
            p { (page.text(NONE)) }
        }
    })
}

/// How many conflicts are left to decide, and ways to the others.
fn render_counts(
    page: &Page,
    query: &ConflictsQuery,
    listed: &[ListedConflict],
    has_others: bool,
) -> Markup {
    let undecided = listed.iter().filter(|one| !one.is_decided).count();
    html! {
        p {
            (page.text(INTRODUCTION)) " "
            strong #count data-total=(listed.len()) data-undecided=(undecided) {
                (words::count(undecided)) " " (page.text(OF)) " " (words::count(listed.len())) " "
                (page.text(LEFT_TO_DECIDE))
            }
            @if undecided < listed.len() {
                " · " a href=(query.address(page, !query.all, query.others)) {
                    (page.text(if query.all { UNDECIDED } else { ALL }))
                }
            }
            @if has_others {
                " · " a #others href=(query.address(page, query.all, !query.others)) {
                    (page.text(if query.others { GRAVE } else { OTHERS }))
                }
            }
        }
    }
}

/// The classes, and a field for the name of a source.
fn render_filter(page: &Page, query: &ConflictsQuery, here: &Address) -> Markup {
    let to = |class: &str| here.clone().with("class", class);
    html! {
        ul.chips #classes {
            @for class in [None].into_iter().chain(Conflict::ALL.map(Some)) {
                @let name = class.map_or("", Conflict::name);
                li { a.button href=(to(name)) aria-current=[(query.class == name).then_some("true")] {
                    (page.text(class.map_or(EACH_CLASS, |class| Text::named("conflict", class.name()))))
                } }
            }
        }
        (render_source_field(page, &query.source, here))
    }
}

fn render_conflict(
    view: &View<'_>,
    page: &Page,
    decisions: &Decisions,
    (position, comparison): (&StoredPosition, &Comparison<'_>),
    mut forms: Forms<'_>,
    beside: &Beside,
) -> Result<Markup, Problem> {
    let judged = identify_sides(view.store, position, comparison)?;
    let (one, other) = find_undecided(decisions, &judged).unwrap_or((0, 1));
    let group = group::render(page, [&judged[one], &judged[other]], &forms);
    // After a decision the same conflict comes again if it has more sides to decide about.
    if judged.len() > 2 {
        forms.next.clone_from(&forms.here);
    }
    let board = comparison.view(position)?;
    let records = view.store.records(position.id)?;
    let by = find_default_view(view.store, decisions, position, &records, comparison.shown)?;
    let side = |index: usize| {
        let group = &comparison.groups[index];
        let shown = ShownRecord::of_group(group, board.clone(), comparison.shown).transform(by);
        Side { records: group.records.clone(), judged: judged[index].clone(), shown }
    };
    let sides = [side(one), side(other)];
    let size = comparison.shown.placement.board;
    let opinion = shown_verdict(view.store, position, comparison)?
        .and_then(|verdict| verdict.map(|at| Some(by.point(at, size)), |color| by.color(color)));
    let judgment = pair::find_judgment(view.store, [judged[one].hash, judged[other].hash])?;
    let class = comparison.conflict.map(|class| Text::named("conflict", class.name()));
    Ok(html! {
        p {
            strong { (page.text(words::turn(sides[0].shown.turn.name()))) }
            @if let Some(class) = class { " · " (page.text(class)) }
        }
        @if let Some(verdict) = &opinion { (render_opinion(page, verdict, by.size(size))) }
        (pair::render(page, sides.each_ref(), judgment, &forms, beside))
        (group)
    })
}
