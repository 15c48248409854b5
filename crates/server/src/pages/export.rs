//! `/export`: the filtered problems as a file; `/api/v1/export` writes it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Html;
use axum::routing::get;
use maud::html;
use serde::Deserialize;

use super::board;
use super::conditions;
use super::layout::Page;
use super::text::texts;
use crate::address::Address;
use crate::find::ProblemList;
use crate::game_fields::{ProblemFields, Selecting};
use crate::problem::Problem;
use crate::publish::{PublishedProblem, RowFormat, publish_position, weiqihub_types};
use crate::solution::Dialect;
use crate::state::{App, View};
use crate::store::ProblemConditions;

texts! { "shared": MARKS }
texts! { "export":
    TITLE, INTRODUCTION, FILTERS, ALL, CHANGE, FORMAT, ORIENT, SOLUTIONS, AS_RECORD, KEPT, UNION,
    TOP_RIGHT, TOP_LEFT, CANONICAL, BLACK_FIRST, JOSEKI, DOWNLOAD, PREVIEW, BOOK, WEB, EPUB, ANKI,
    DATASET, KEYS, TYPST, OGS, WEIQIHUB, LEVEL_FOR_WEIQIHUB, TYPE_FOR_WEIQIHUB, TITLE_OF_BOOK, SAMPLE, SOUND, CHAPTERS, CHAPTERS_NONE, CHAPTERS_SOURCE,
    CHAPTERS_LEVEL, CHAPTERS_TAG, COLUMNS, PAPER, CHOOSING, WRITING, DONE, FAILED, PDF, DATASET_PARQUET,
    NO_PDF, NO_PARQUET,
}

/// What an address of `/problems` has beside conditions, without a meaning here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfTheList {
    #[serde(rename = "lang")]
    _lang: Option<String>,
    #[serde(rename = "after")]
    _after: Option<String>,
    #[serde(rename = "limit")]
    _limit: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/export", get(export))
}

/// The problems of the preview.
const PREVIEWED: usize = 6;

/// Loads the first problems as they are exported.
fn load_preview(view: &View<'_>, fields: &ProblemFields) -> Result<Vec<PublishedProblem>, Problem> {
    let list = ProblemList::load_first(view.store, &fields.to_filter()?, PREVIEWED)?;
    let first = &list.problems()[..list.problems().len().min(PREVIEWED)];
    let mut preview = Vec::new();
    list.visit(view.store, first, |position, records, _| -> Result<(), Problem> {
        let published = publish_position(view.store, position, records);
        preview.push(published.map_err(|error| Problem::internal(error.to_string()))?);
        Ok(())
    })?;
    Ok(preview)
}

async fn export(
    page: Page,
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
) -> Result<Html<String>, Problem> {
    let form = Selecting::<OfTheList, ProblemConditions>::read_form(query.as_deref());
    let Selecting(_, fields) = form?;
    let conditions = fields.conditions()?;
    let asked = fields.clone();
    let read = move |view: &View<'_>| {
        view.store.sources_named(conditions.source.as_ref())?;
        load_preview(view, &asked)
    };
    let can_compile = app.settings.compile_book.is_some();
    let preview = app.read(read).await?;
    let list = Address::new("/problems").with_conditions(&fields);
    let formats = [("sgf", "SGF"), ("igtn", "IGTN"), ("json", "JSON"), ("csv", "CSV")];
    let published = [
        ("html", BOOK),
        ("web", WEB),
        ("typst", TYPST),
        ("pdf", PDF),
        ("epub", EPUB),
        ("anki", ANKI),
        ("ogs", OGS),
        ("weiqihub", WEIQIHUB),
        ("dataset", DATASET),
        ("dataset-parquet", DATASET_PARQUET),
        ("keys", KEYS),
    ];
    let missing = [
        ("pdf", NO_PDF, can_compile),
        ("dataset-parquet", NO_PARQUET, RowFormat::parquet().is_some()),
    ];
    let missing: Vec<_> = missing.into_iter().filter(|(_, _, is_there)| !is_there).collect();
    let is_missing = |format: &str| missing.iter().any(|(name, ..)| *name == format);
    let chapters = [
        ("none", CHAPTERS_NONE),
        ("source", CHAPTERS_SOURCE),
        ("level", CHAPTERS_LEVEL),
        ("tag", CHAPTERS_TAG),
    ];
    let papers = [("a4", "A4"), ("a5", "A5"), ("letter", "Letter"), ("6x9in", "6 x 9 in")];
    let orientations = [
        ("top-right", TOP_RIGHT),
        ("top-left", TOP_LEFT),
        ("as-is", AS_RECORD),
        ("canonical", CANONICAL),
    ];
    let dialects = Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::None);
    let content = html! {
        p { (page.text(INTRODUCTION)) }
        p {
            (page.text(FILTERS)) ": "
            @if fields.texts().next().is_none() { (page.text(ALL)) }
            @for (index, (condition, text)) in fields.texts().enumerate() {
                @if index > 0 { ", " }
                @let (name, value) = conditions::describe(&page, condition, text);
                strong { (name) " " bdi { (value) } }
            }
            " · " a href=(list.with("lang", page.language.tag())) { (page.text(CHANGE)) }
        }
        form #export method="get" action="/api/v1/export" {
            @for (condition, text) in fields.texts() {
                input type="hidden" name=(condition.name) value=(text);
            }
            dl.choices {
                dt { label for="format" { (page.text(FORMAT)) } }
                dd { select #format name="format" {
                    @for (value, name) in formats { option value=(value) { (name) } }
                    @for (value, name) in published {
                        option value=(value) disabled[is_missing(value)] { (page.text(name)) }
                    }
                }
                @for (_, why, _) in &missing { " " small.soft { (page.text(*why)) } } }
                dt { label for="sample" { (page.text(SAMPLE)) } }
                dd { input #sample name="sample" type="number" min="1"; }
                dt { label for="title" { (page.text(TITLE_OF_BOOK)) } }
                dd { input #title name="title" type="text" maxlength="200"; }
                dt { label for="chapters" { (page.text(CHAPTERS)) } }
                dd { select #chapters name="chapters" {
                    @for (value, name) in chapters {
                        option value=(value) { (page.text(name)) }
                    }
                } }
                dt { label for="columns" { (page.text(COLUMNS)) } }
                dd { select #columns name="columns" {
                    @for columns in 1..=6 {
                        option value=(columns) selected[columns == 2] { (columns) }
                    }
                } }
                dt { label for="paper" { (page.text(PAPER)) } }
                dd { select #paper name="paper" {
                    @for (value, name) in papers { option value=(value) { (name) } }
                } }
                dt { label for="default_level" { (page.text(LEVEL_FOR_WEIQIHUB)) } }
                dd { input #default_level name="default_level" type="text" maxlength="3"
                    pattern="([1-9]|[12][0-9]|30)k|[1-9]d" placeholder="10k"; }
                dt { label for="default_type" { (page.text(TYPE_FOR_WEIQIHUB)) } }
                dd { select #default_type name="default_type" {
                    option value="" { "–" }
                    @for kind in weiqihub_types() { option value=(kind) { (kind) } }
                } }
                dt { label for="orient" { (page.text(ORIENT)) } }
                dd { select #orient name="orient" {
                    @for (value, name) in orientations {
                        option value=(value) { (page.text(name)) }
                    }
                } }
                dt { label for="solutions" { (page.text(SOLUTIONS)) } }
                dd { select #solutions name="solutions" {
                    option value="kept" { (page.text(KEPT)) }
                    option value="union" { (page.text(UNION)) }
                } }
                dt { label for="mark_as" { (page.text(MARKS)) } }
                dd { select #mark_as name="mark_as" {
                    option value="" { (page.text(AS_RECORD)) }
                    @for dialect in dialects {
                        option value=(dialect.name()) { (dialect.name()) }
                    }
                } }
            }
            p { label {
                input type="checkbox" name="black_first" value="true";
                (page.text(BLACK_FIRST))
            } }
            p { label {
                input type="checkbox" name="sound" value="true";
                (page.text(SOUND))
            } }
            input type="hidden" name="progress" disabled;
            button.main { (page.text(DOWNLOAD)) }
        }
        div #export-progress hidden data-choosing=(page.text(CHOOSING)) data-writing=(page.text(WRITING))
            data-done=(page.text(DONE)) data-failed=(page.text(FAILED)) {
            progress {}
            p role="status" {}
        }
        (page.script("export.js"))
        p { a download href="/api/v1/joseki.sgf" { (page.text(JOSEKI)) } }
        @if !preview.is_empty() {
            h2 { (page.text(PREVIEW)) }
            ul.boards #preview {
                @for problem in &preview {
                    li { (board::draw(&problem.question().picture, &problem.key.to_string())) }
                }
            }
        }
    };
    Ok(page.show(page.text(TITLE), content))
}
