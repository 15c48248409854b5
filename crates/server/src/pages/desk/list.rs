//! The list of submissions, and the form that takes a new one.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{Html, Redirect};
use jiff::Timestamp;
use maud::{Markup, html};

use super::MAX_SUBMISSION;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::queues::{hex, source_prefix};
use crate::state::{App, View};
use crate::store::StoredSubmission;
use crate::upload::{Sender, receive_submission};

texts! { "shared": SENDING, GONE }
texts! { "desk":
    pub(super) TITLE, INTRODUCTION, CHOOSE, HINT, SEND, SUBMISSIONS, DECIDED, IMPORTED, NONE,
    pub(super) NO_SUBMISSION,
}

pub(super) async fn desk(page: Page, State(app): State<Arc<App>>) -> Result<Html<String>, Problem> {
    if app.settings.is_read_only {
        return Err(Problem::read_only());
    }
    let content = app.read(move |view| Ok((render(view, &page)?, page))).await?;
    let (content, page) = content;
    Ok(page.show(page.text(TITLE), content))
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
    Ok(html! {
        p { (page.text(INTRODUCTION)) }
        form #import method="post" action=(page.link("/desk")) enctype="multipart/form-data"
            data-sending=(page.text(SENDING)) data-gone=(page.text(GONE)) {
            (page.token())
            div #drop {
                label for="file" { (page.text(CHOOSE)) }
                div.tools { input #file type="file" name="file" multiple required; }
                p.soft { (page.fill(HINT, &[&(MAX_SUBMISSION >> 20)])) }
                button.main { (page.text(SEND)) }
            }
            div role="status" #sending {}
            progress #sent max="1" value="0" hidden aria-label=(page.text(SENDING)) {}
        }
        h2 { (page.text(SUBMISSIONS)) }
        @if rows.is_empty() { p { (page.text(NONE)) } }
        ul.lines #submissions { @for row in &rows { (row) } }
        (page.script("import.js"))
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
                    bdi { (name) }
                }
                @if more > 0 { " +" (more) }
            }
            " " span.soft { (date) } " · " (page.fill(DECIDED, &[&words::count(places.len())]))
            @if !sources.is_empty() { " · " (page.text(IMPORTED)) }
        }
    })
}
