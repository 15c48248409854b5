//! The list of submissions, and the form that takes a new one.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{Html, Redirect};
use jiff::Timestamp;
use maud::{Markup, html};

use crate::escape::Escaped;
use crate::pages::import::render_upload;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::queues::{hex, source_prefix};
use crate::state::{App, View};
use crate::store::StoredSubmission;
use crate::upload::{Sender, receive_submission};

/// The most bytes of a submission: its files are kept in the database, and its queue in memory.
const MAX_SUBMISSION: usize = 32 << 20;

texts! { "desk":
    TITLE, INTRODUCTION, CHOOSE, HINT, SEND, SUBMISSIONS, DECIDED, IMPORTED, NONE,
}

pub(super) async fn desk(page: Page, State(app): State<Arc<App>>) -> Result<Html<String>, Problem> {
    if app.settings.is_read_only {
        return Err(Problem::read_only());
    }
    page.read(app, TITLE, render).await
}

pub(super) async fn submit(
    page: Page,
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Redirect, Problem> {
    let (hash, files) = receive_submission(&app, Sender::Page, MAX_SUBMISSION, request).await?;
    let now = Timestamp::now();
    let date = now.strftime("%Y-%m-%d").to_string();
    let write = move |_: &View<'_>, session: &mut crate::store::ImportSession| {
        session.add_submission((hash, &date, now.as_second()), files)?;
        Ok(())
    };
    Arc::clone(&app).write_decisions(write).await?;
    Ok(Redirect::to(&page.link(&format!("/desk/{}", hex(hash)))))
}

fn render(view: &View<'_>, page: &Page) -> Result<Markup, Problem> {
    let submissions = view.store.submissions()?;
    let mut rows = Vec::with_capacity(submissions.len());
    for submission in &submissions {
        rows.push(render_submission(view, page, submission)?);
    }
    let hint = page.fill(HINT, &[&(MAX_SUBMISSION >> 20)]);
    Ok(html! {
        p { (page.text(INTRODUCTION)) }
        (render_upload(page, "/desk", [page.text(CHOOSE), &hint, page.text(SEND)]))
        h2 { (page.text(SUBMISSIONS)) }
        @if rows.is_empty() { p { (page.text(NONE)) } }
        ul.lines #submissions { @for row in &rows { (row) } }
    })
}

fn render_submission(
    view: &View<'_>,
    page: &Page,
    submission: &StoredSubmission,
) -> Result<Markup, Problem> {
    let StoredSubmission { hash, date, files, .. } = submission;
    let verdicts = view.store.verdicts_on(*hash)?;
    let mut places: Vec<_> = verdicts.iter().map(|verdict| &verdict.place).collect();
    places.sort_unstable_by_key(|place| (&place.source, place.tree, place.problem));
    places.dedup();
    let sources = view.store.sources_with_prefix(&source_prefix(date, *hash))?;
    let more = files.len().saturating_sub(3);
    Ok(html! {
        li {
            a href=(page.link(&format!("/desk/{}", hex(*hash)))) {
                @for (index, (name, _)) in files.iter().take(3).enumerate() {
                    @if index > 0 { ", " }
                    bdi { (Escaped(name).to_string()) }
                }
                @if more > 0 { " +" (more) }
            }
            " " span.soft { (date) } " · " (page.fill(DECIDED, &[&words::count(places.len())]))
            @if !sources.is_empty() { " · " (page.text(IMPORTED)) }
        }
    })
}
