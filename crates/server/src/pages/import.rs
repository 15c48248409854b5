//! `/import`: files to import, how far their import is, and its report.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::{Html, Redirect};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;

use super::layout::Page;
use super::text::{Text, texts};
use super::words;
use crate::PositionKey;
use crate::answer::{ImportJson, SkipJson};
use crate::find::{ImportedProblems, find_imported};
use crate::input::FormOf;
use crate::jobs::{Job, JobJson, JobState};
use crate::model::Occurrence;
use crate::problem::Problem;
use crate::state::{App, View};
use crate::upload::{Sender, begin_import};

/// The most problems of a kind that the page lists.
const MAX_PROBLEMS: usize = 200;

/// The most faults that the page lists.
const MAX_SKIPPED: usize = 500;

texts! { "shared": RECORDS, PROBLEMS, GAMES, SOURCE, SENDING, GONE }
texts! { "import":
    TITLE, CHOOSE, HINT, SEND, UNDER_WAY, PROGRESS, RUNNING, CANCEL, DONE, CANCELED,
    FAILED, AGAIN, LOOK, NEW_POSITIONS, NEW, CHANGED, UNCHANGED, PASSED_OVER, SKIPPED, TREE, OFFSET,
    CAUSE, KEPT, NO_IMPORT, MORE, CONTRADICT, NEW_PROBLEMS,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/import", get(form).post(import))
        .route("/import/{id}", get(job))
        .route("/import/{id}/cancel", post(cancel))
}

async fn form(page: Page, State(app): State<Arc<App>>) -> Result<Html<String>, Problem> {
    if app.settings.is_read_only {
        return Err(Problem::read_only());
    }
    let content = html! {
        @if let Some(job) = app.jobs.running() {
            p role="status" {
                (page.text(UNDER_WAY)) " " a href=(address(&page, &job.id)) { (page.text(PROGRESS)) }
            }
        }
        (render_upload(&page, "/import", [page.text(CHOOSE), page.text(HINT), page.text(SEND)]))
    };
    Ok(page.show(page.text(TITLE), content))
}

/// A form for files, which can be dropped on it. `words` are the label of the field, a hint and the button.
pub(super) fn render_upload(page: &Page, path: &str, words: [&str; 3]) -> Markup {
    let [choose, hint, send] = words;
    html! {
        form #import method="post" action=(page.link(path)) enctype="multipart/form-data"
            data-sending=(page.text(SENDING)) data-gone=(page.text(GONE)) {
            (page.token())
            div #drop {
                label for="file" { (choose) }
                div.tools { input #file type="file" name="file" multiple required; }
                p.soft { (hint) }
                button.main { (send) }
            }
            div role="status" #sending {}
            progress #sent max="1" value="0" hidden aria-label=(page.text(SENDING)) {}
        }
        (page.script("import.js"))
    }
}

async fn import(
    page: Page,
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Redirect, Problem> {
    let job = begin_import(&app, Sender::Page, None, request).await?;
    Ok(Redirect::to(&address(&page, &job.id)))
}

async fn job(
    page: Page,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Html<String>, Problem> {
    let job = find(&app, &id)?;
    let (files, job) = (job.files.clone(), job.describe());
    let problems = match job.state {
        JobState::Running | JobState::Failed => ImportedProblems::default(),
        JobState::Done | JobState::Canceled => {
            app.read(move |view| {
                Ok(find_imported(view.store, &list_sources(view, &files)?, MAX_PROBLEMS)?)
            })
            .await?
        }
    };
    Ok(page.show(page.text(TITLE), render_job(&page, &job, &problems)))
}

/// The ids of the sources that files became.
fn list_sources(view: &View<'_>, files: &[String]) -> Result<Vec<i64>, Problem> {
    let mut ids = Vec::new();
    for file in files {
        let found = view.store.sources_with_prefix(file)?.into_iter();
        let is_of = |name: &str| {
            name.strip_prefix(&**file).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        ids.extend(found.filter(|(_, name)| is_of(name)).map(|(id, _)| id));
    }
    Ok(ids)
}

/// A form without fields of its own.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Nothing {}

async fn cancel(
    page: Page,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    FormOf(Nothing {}): FormOf<Nothing>,
) -> Result<Redirect, Problem> {
    find(&app, &id)?.cancel();
    Ok(Redirect::to(&address(&page, &id)))
}

fn find(app: &App, id: &str) -> Result<Arc<Job>, Problem> {
    app.jobs.find(id).ok_or_else(|| Problem::not_found(NO_IMPORT.with(&[&id])))
}

fn address(page: &Page, id: &str) -> String {
    page.link(&format!("/import/{id}"))
}

fn render_job(page: &Page, job: &JobJson, problems: &ImportedProblems) -> Markup {
    let JobJson { id, state, bytes, total, report, error } = job;
    let sentence = match state {
        JobState::Running => RUNNING,
        JobState::Done => DONE,
        JobState::Canceled => CANCELED,
        JobState::Failed => FAILED,
    };
    html! {
        p role="status" { strong { (page.text(sentence)) } }
        @if let Some(error) = error { p role="alert" lang="en" { (error) } }
        @if *state == JobState::Running {
            noscript { meta http-equiv="refresh" content="2"; }
            progress #job data-job=(id) data-gone=(page.text(GONE)) max=(total) value=(bytes)
                aria-label=(page.text(PROGRESS)) {}
            form method="post" action=(page.link(&format!("/import/{id}/cancel"))) {
                (page.token())
                button { (page.text(CANCEL)) }
            }
            (page.script("import.js"))
        } @else {
            @if let Some(report) = report { (render_report(page, report)) }
            (render_problems(page, problems))
            p.tools {
                a.button href=(page.link("/problems")) { (page.text(LOOK)) }
                a.button href=(page.link("/import")) { (page.text(AGAIN)) }
            }
        }
    }
}

fn render_report(page: &Page, report: &ImportJson) -> Markup {
    let passed_over = report.passed_over.values().sum();
    let numbers = [
        (RECORDS, report.records),
        (PROBLEMS, report.problems),
        (NEW_POSITIONS, report.new_positions),
        (GAMES, report.games),
        (NEW, report.new),
        (CHANGED, report.changed),
        (UNCHANGED, report.unchanged),
        (PASSED_OVER, passed_over),
    ];
    let unlisted = report.skipped.len().saturating_sub(MAX_SKIPPED) as u64 + report.omitted;
    html! {
        dl.numbers #imported data-records=(report.records) data-games=(report.games) {
            @for (name, number) in numbers {
                dt { (page.text(name)) } dd { (words::count(number as usize)) }
            }
        }
        @if !report.skipped.is_empty() {
            h2 { (page.text(SKIPPED)) }
            div.scroll tabindex="0" role="region" aria-label=(page.text(SKIPPED)) {
                table #skipped {
                    thead { tr {
                        @for name in [SOURCE, TREE, OFFSET, CAUSE] {
                            th scope="col" { (page.text(name)) }
                        }
                    } }
                    tbody {
                        @for skip in report.skipped.iter().take(MAX_SKIPPED) {
                            (render_skip(page, skip))
                        }
                    }
                }
            }
            @if unlisted > 0 {
                p.soft { (words::count(unlisted as usize)) " " (page.text(MORE)) }
            }
        }
    }
}

/// Which problems are new, and which contradict others.
fn render_problems(page: &Page, problems: &ImportedProblems) -> Markup {
    let ImportedProblems { new, new_positions, contradicting, contradictions, .. } = problems;
    let rest = |all: usize, listed: usize| {
        html! {
            @if all > listed { p.soft { (words::count(all - listed)) " " (page.text(MORE)) } }
        }
    };
    html! {
        @if !contradicting.is_empty() {
            h2 { (page.text(CONTRADICT)) " " span.soft { (words::count(*contradictions)) } }
            ul.lines #contradicting {
                @for (key, conflict, at) in contradicting {
                    li { (link(page, *key, at)) " · " (page.text(Text::named("conflict", conflict.name()))) }
                }
            }
            (rest(*contradictions, contradicting.len()))
        }
        @if !new.is_empty() {
            h2 { (page.text(NEW_PROBLEMS)) " " span.soft { (words::count(*new_positions)) } }
            ul.lines #new-problems { @for (key, at) in new { li { (link(page, *key, at)) } } }
            (rest(*new_positions, new.len()))
        }
    }
}

fn link(page: &Page, key: PositionKey, at: &Occurrence) -> Markup {
    html! {
        a href=(page.link(&format!("/p/{key}"))) {
            bdi { (at.name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&at.source)) }
        }
        " " span.soft { (page.text(TREE)) " " (at.tree_and_problem()) }
    }
}

fn render_skip(page: &Page, skip: &SkipJson) -> Markup {
    let SkipJson { code, source, tree, offset, cause, kept } = skip;
    html! {
        tr data-code=(code) {
            td { bdi { (source) } }
            td.number { @if let Some(tree) = tree { (tree) } }
            td.number { (offset) }
            td {
                bdi lang="en" { (cause) }
                @if *kept { " " span.soft { "(" (page.text(KEPT)) ")" } }
            }
        }
    }
}
