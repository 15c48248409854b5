//! `/export`: the filtered problems as a file; `/api/v1/export` writes it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::board;
use super::conditions;
use super::layout::Page;
use super::text::{Text, texts};
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
    let content = html! {
        p { (page.text(INTRODUCTION)) }
        (render_conditions(&page, &fields))
        (render_form(&page, &fields, &find_missing(can_compile)))
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
                    li { (board::draw(&page, &problem.question().picture, &problem.key.to_string())) }
                }
            }
        }
    };
    Ok(page.show(page.text(TITLE), content))
}

/// The conditions that select the problems, with a way to change them.
fn render_conditions(page: &Page, fields: &ProblemFields) -> Markup {
    let list = Address::new("/problems").with_conditions(fields);
    html! {
        p {
            (page.text(FILTERS)) ": "
            @if fields.texts().next().is_none() { (page.text(ALL)) }
            @for (index, (condition, text)) in fields.texts().enumerate() {
                @if index > 0 { ", " }
                @let (name, value) = conditions::describe(page, condition, text);
                strong { (name) " " bdi { (value) } }
            }
            " · " a href=(list.with("lang", page.language.tag())) { (page.text(CHANGE)) }
        }
    }
}

/// Formats with a record behind the other, each with its name.
const LISTS: [(&str, &str); 4] =
    [("sgf", "SGF"), ("igtn", "IGTN"), ("json", "JSON"), ("csv", "CSV")];

/// Formats of a publication.
const PUBLICATIONS: [(&str, Text); 11] = [
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

/// The formats that this server cannot write, each with the reason.
fn find_missing(can_compile: bool) -> Vec<(&'static str, Text)> {
    let formats = [
        ("pdf", NO_PDF, can_compile),
        ("dataset-parquet", NO_PARQUET, RowFormat::parquet().is_some()),
    ];
    let missing = formats.into_iter().filter(|(_, _, is_there)| !is_there);
    missing.map(|(format, why, _)| (format, why)).collect()
}

fn render_form(page: &Page, fields: &ProblemFields, missing: &[(&str, Text)]) -> Markup {
    let named = |values: &[(&'static str, Text)]| {
        Vec::from_iter(values.iter().map(|&(value, name)| (value, page.text(name))))
    };
    let chapters = named(&[
        ("none", CHAPTERS_NONE),
        ("source", CHAPTERS_SOURCE),
        ("level", CHAPTERS_LEVEL),
        ("tag", CHAPTERS_TAG),
    ]);
    let papers = [("a4", "A4"), ("a5", "A5"), ("letter", "Letter"), ("6x9in", "6 x 9 in")];
    let types = weiqihub_types().map(|kind| (kind, page.text(name_type(kind))));
    let types = [("", "–")].into_iter().chain(types);
    let orientations = named(&[
        ("top-right", TOP_RIGHT),
        ("top-left", TOP_LEFT),
        ("as-is", AS_RECORD),
        ("canonical", CANONICAL),
    ]);
    let solutions = named(&[("kept", KEPT), ("union", UNION)]);
    let dialects = Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::None);
    let dialects = dialects.map(|dialect| (dialect.name(), dialect.name()));
    let marks = [("", page.text(AS_RECORD))].into_iter().chain(dialects);
    html! {
        form #export method="get" action="/api/v1/export" {
            @for (condition, text) in fields.texts() {
                input type="hidden" name=(condition.name) value=(text);
            }
            dl.choices {
                (render_formats(page, missing))
                dt { label for="sample" { (page.text(SAMPLE)) } }
                dd { input #sample name="sample" type="number" min="1"; }
                dt { label for="title" { (page.text(TITLE_OF_BOOK)) } }
                dd { input #title name="title" type="text" maxlength="200"; }
                (render_select(page, "chapters", CHAPTERS, chapters))
                dt { label for="columns" { (page.text(COLUMNS)) } }
                dd { select #columns name="columns" {
                    @for columns in 1..=6 {
                        option value=(columns) selected[columns == 2] { (columns) }
                    }
                } }
                (render_select(page, "paper", PAPER, papers))
                dt { label for="default_level" { (page.text(LEVEL_FOR_WEIQIHUB)) } }
                dd { input #default_level name="default_level" type="text" maxlength="3"
                    pattern="([1-9]|[12][0-9]|30)k|[1-9]d" placeholder="10k"; }
                (render_select(page, "default_type", TYPE_FOR_WEIQIHUB, types))
                (render_select(page, "orient", ORIENT, orientations))
                (render_select(page, "solutions", SOLUTIONS, solutions))
                (render_select(page, "mark_as", MARKS, marks))
            }
            (render_checkbox(page, "black_first", BLACK_FIRST))
            (render_checkbox(page, "sound", SOUND))
            input type="hidden" name="progress" disabled;
            button.main { (page.text(DOWNLOAD)) }
        }
    }
}

/// The name of a type of WeiqiHub.
fn name_type(kind: &str) -> Text {
    Text::find("export type", kind).expect("a test finds the names of all types")
}

/// The row of the form with all formats; those that are `missing` cannot be chosen.
fn render_formats(page: &Page, missing: &[(&str, Text)]) -> Markup {
    let is_missing = |format: &str| missing.iter().any(|(name, _)| *name == format);
    html! {
        dt { label for="format" { (page.text(FORMAT)) } }
        dd {
            select #format name="format" {
                @for (value, name) in LISTS { option value=(value) { (name) } }
                @for (value, name) in PUBLICATIONS {
                    option value=(value) disabled[is_missing(value)] { (page.text(name)) }
                }
            }
            @for (_, why) in missing { " " small.soft { (page.text(*why)) } }
        }
    }
}

/// A row of the form whose field has one of several values, each with its name. The first one is chosen.
fn render_select<'a>(
    page: &Page,
    field: &str,
    label: Text,
    values: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Markup {
    html! {
        dt { label for=(field) { (page.text(label)) } }
        dd { select id=(field) name=(field) {
            @for (value, name) in values { option value=(value) { (name) } }
        } }
    }
}

fn render_checkbox(page: &Page, field: &str, label: Text) -> Markup {
    html! {
        p { label {
            input type="checkbox" name=(field) value="true";
            (page.text(label))
        } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_name() {
        assert!(weiqihub_types().all(|kind| !name_type(kind).ja.is_empty()));
    }
}
