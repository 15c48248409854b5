//! `/import`: files to import, how far their import is, and its report.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::response::{Html, Redirect};
use axum::routing::{get, post};
use maud::{Markup, html};
use serde::Deserialize;

use super::layout::Page;
use super::text::Text;
use super::words;
use crate::answer::{ImportJson, SkipJson};
use crate::input::FormOf;
use crate::jobs::{Job, JobJson, JobState};
use crate::problem::Problem;
use crate::state::App;
use crate::upload::{Sender, begin_import};

/// The most faults that the page lists.
const MAX_SKIPPED: usize = 500;

const TITLE: Text = Text { en: "Import", ja: "取り込み" };
const CHOOSE: Text = Text {
    en: "Choose files, or drop them here",
    ja: "ファイルを選ぶか、ここにドロップしてください",
};
const HINT: Text = Text {
    en: "Problems and games: SGF, IGTN, GTN, JSON, APGN, and archives of them (zip, 7z, tar). \
         A file replaces what was imported from a file of the same name.",
    ja: "問題と棋譜：SGF、IGTN、GTN、JSON、APGN、およびその書庫（zip、7z、tar）。\
         同じ名前のファイルから取り込んだものは置き換えられます。",
};
const SEND: Text = Text { en: "Import", ja: "取り込む" };
const SENDING: Text = Text { en: "Sending", ja: "送信中" };
const GONE: Text = Text {
    en: "The server does not answer. Trying again.",
    ja: "サーバーが応答しません。再試行しています。",
};
const UNDER_WAY: Text =
    Text { en: "An import is under way:", ja: "取り込みが進行中です：" };
const PROGRESS: Text = Text { en: "its progress", ja: "進み具合" };
const RUNNING: Text = Text { en: "The import is under way.", ja: "取り込んでいます。" };
const CANCEL: Text = Text { en: "End the import early", ja: "取り込みを中止" };
const DONE: Text =
    Text { en: "The import is complete.", ja: "取り込みが完了しました。" };
const CANCELED: Text = Text {
    en: "The import was ended early. The files that were finished are kept.",
    ja: "取り込みは途中で終わりました。終わったファイルは残っています。",
};
const FAILED: Text = Text { en: "The import failed.", ja: "取り込みに失敗しました。" };
const AGAIN: Text = Text { en: "Import more", ja: "続けて取り込む" };
const LOOK: Text = Text { en: "Look at the problems", ja: "問題を見る" };
const RECORDS: Text = Text { en: "Records", ja: "記録" };
const PROBLEMS: Text = Text { en: "Problems", ja: "問題" };
const NEW_POSITIONS: Text = Text { en: "New positions", ja: "新しい局面" };
const GAMES: Text = Text { en: "Games", ja: "棋譜" };
const NEW: Text = Text { en: "New sources", ja: "新しい出典" };
const CHANGED: Text = Text { en: "Changed sources", ja: "置き換えた出典" };
const UNCHANGED: Text = Text { en: "Unchanged sources", ja: "変わらない出典" };
const PASSED_OVER: Text = Text { en: "Files of other kinds", ja: "対象外のファイル" };
const SKIPPED: Text =
    Text { en: "What was skipped or repaired", ja: "飛ばしたもの・直したもの" };
const SOURCE: Text = Text { en: "Source", ja: "出典" };
const TREE: Text = Text { en: "Tree", ja: "番号" };
const OFFSET: Text = Text { en: "Byte", ja: "バイト位置" };
const CAUSE: Text = Text { en: "Cause", ja: "理由" };
const KEPT: Text = Text { en: "kept", ja: "取り込み済み" };
const NO_IMPORT: Text =
    Text { en: "there is no import {}", ja: "取り込み「{}」はありません。" };
const MORE: Text = Text { en: "more are not listed", ja: "件は省略" };

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
        form #import method="post" action=(page.link("/import")) enctype="multipart/form-data"
            data-sending=(page.text(SENDING)) data-gone=(page.text(GONE)) {
            (page.token())
            div #drop {
                label for="file" { (page.text(CHOOSE)) }
                div.tools { input #file type="file" name="file" multiple required; }
                p.soft { (page.text(HINT)) }
                button.main { (page.text(SEND)) }
            }
            div role="status" #sending {}
            progress #sent max="1" value="0" hidden aria-label=(page.text(SENDING)) {}
        }
        (page.script("import.js"))
    };
    Ok(page.show(page.text(TITLE), content))
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
    let job = find(&app, &id)?.describe();
    Ok(page.show(page.text(TITLE), render_job(&page, &job)))
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

fn render_job(page: &Page, job: &JobJson) -> Markup {
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
