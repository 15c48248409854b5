//! Decisions about a whole group, and about a source in all groups: the forms, `POST
//! /decide/group`, and `POST /decide/take-back`.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Redirect;
use axum::routing::post;
use maud::{Markup, html};
use serde::Deserialize;

use super::pair::{Forms, PairList, TAKE_BACK, judged_fields};
use crate::answer::JudgedRecordJson;
use crate::decide::{judge_group, prefer_source, take_back};
use crate::input::FormOf;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::store::{JudgedRecord, Judgment};

texts! { "curate/group": GROUP, LEFT, DIFFERENT, RIGHT, PREFER, KEPT, SAVED, TAKEN_BACK }

/// What a form about a group sends. The hashes and keys identify the records.
#[derive(Clone, Debug, Deserialize)]
struct GroupForm {
    decision: Choice,
    here: String,
    next: String,
    #[serde(default)]
    filter: String,
    first_source: String,
    first_hash: String,
    first_key: String,
    second_source: String,
    second_hash: String,
    second_key: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Choice {
    Left,
    Different,
    Right,
    PreferLeft,
    PreferRight,
}

#[derive(Clone, Debug, Deserialize)]
struct TakeBackForm {
    batch: String,
    here: String,
    #[serde(default)]
    filter: String,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/decide/group", post(save)).route("/decide/take-back", post(forget))
}

async fn save(
    page: Page,
    State(app): State<Arc<App>>,
    FormOf(form): FormOf<GroupForm>,
) -> Result<Redirect, Problem> {
    let GroupForm { decision, here, next, filter, .. } = form.clone();
    let decide = move |view: &View<'_>, session: &mut _| {
        let record = |source, hash, key| JudgedRecordJson {
            source,
            tree: 1, // hash and key say which
            problem: 1,
            hash: Some(hash),
            key: Some(key),
        };
        let left = record(form.first_source.clone(), form.first_hash, form.first_key);
        let right = record(form.second_source.clone(), form.second_hash, form.second_key);
        match form.decision {
            Choice::Left => judge_group(view, session, Judgment::FirstIsBetter, left),
            Choice::Different => judge_group(view, session, Judgment::Different, left),
            Choice::Right => judge_group(view, session, Judgment::FirstIsBetter, right),
            Choice::PreferLeft => prefer_source(view, session, &form.first_source),
            Choice::PreferRight => prefer_source(view, session, &form.second_source),
        }
    };
    let decisions = Arc::clone(&app).write_decisions(decide).await?;
    let batch = app.batches.add(decisions);
    // A source is preferred in other groups, too, so the list goes on where it was.
    let after = match decision {
        Choice::PreferLeft | Choice::PreferRight => here.clone(),
        Choice::Left | Choice::Different | Choice::Right => next,
    };
    let list = PairList { name: "conflicts", k: None, filter };
    let address = list.address(&page, after).with("batch", batch.id).with("was", here);
    Ok(Redirect::to(&address.to_string()))
}

async fn forget(
    page: Page,
    State(app): State<Arc<App>>,
    FormOf(TakeBackForm { batch, here, filter }): FormOf<TakeBackForm>,
) -> Result<Redirect, Problem> {
    take_back(app, batch).await?;
    let list = PairList { name: "conflicts", k: None, filter };
    Ok(Redirect::to(&list.address(&page, here).with("taken_back", "true").to_string()))
}

/// The forms of the decisions about the groups of two records.
pub(super) fn render(page: &Page, judged: [&JudgedRecord; 2], forms: &Forms<'_>) -> Markup {
    if page.is_read_only {
        return html! {};
    }
    let sources = [("prefer-left", &judged[0].source), ("prefer-right", &judged[1].source)];
    html! {
        details #group {
            summary { (page.text(GROUP)) }
            form method="post" action="/decide/group" {
                (page.token())
                (forms.fields())
                (judged_fields("first", judged[0]))
                (judged_fields("second", judged[1]))
                div.tools {
                    @for (value, text) in [("left", LEFT), ("different", DIFFERENT), ("right", RIGHT)] {
                        button name="decision" value=(value) { (page.text(text)) }
                    }
                }
                div.tools {
                    @for (value, source) in sources.iter().take(if sources[0].1 == sources[1].1 { 1 } else { 2 }) {
                        button name="decision" value=(value) {
                            (page.text(PREFER)) " " bdi { (source) }
                        }
                    }
                }
                p.soft { (page.text(KEPT)) }
            }
        }
    }
}

/// Says that decisions that were saved at once were taken back.
pub(super) fn render_taken_back(page: &Page) -> Markup {
    html! { p role="status" { (page.text(TAKEN_BACK)) } }
}

/// Says how many decisions were saved at once, with a form that takes them back.
pub(super) fn render_saved(page: &Page, batch: &str, saved: usize, forms: &Forms<'_>) -> Markup {
    html! {
        div.saved #saved data-saved=(saved) {
            p role="status" { (page.text(SAVED)) " " (words::count(saved)) }
            @if saved > 0 && !page.is_read_only {
                form method="post" action="/decide/take-back" {
                    (page.token())
                    input type="hidden" name="batch" value=(batch);
                    (forms.fields())
                    button { (page.text(TAKE_BACK)) }
                }
            }
        }
    }
}
