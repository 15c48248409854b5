//! `/books`: numbers under which two hands of one book have different positions.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::duplicates::draw;
use super::links::render_lists;
use super::pair::render_record;
use crate::address::Address;
use crate::find::Decisions;
use crate::input::QueryOf;
use crate::listing::Part;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::publish::find_default_view;
use crate::state::{App, View};
use crate::store::BookRecord;
use crate::view::{BookNumber, BookNumberPlace};

/// The numbers of a page.
const PER_PAGE: usize = 12;

texts! { "shared": PREVIOUS }
texts! { "curate/books": TITLE, INTRODUCTION, NUMBERS, NONE, PAGES, NEXT }

/// Which numbers to show.
#[derive(Debug, Deserialize)]
struct BooksQuery {
    after: Option<String>,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/books", get(books))
}

async fn books(
    page: Page,
    State(app): State<Arc<App>>,
    QueryOf(query): QueryOf<BooksQuery>,
) -> Result<Html<String>, Problem> {
    page.read(app, TITLE, move |view, page| render(view, page, &query)).await
}

fn render(view: &View<'_>, page: &Page, query: &BooksQuery) -> Result<Markup, Problem> {
    let after = query.after.as_deref().filter(|after| !after.is_empty());
    let after = after.map(str::parse::<BookNumberPlace>).transpose()?;
    let list = view.book_numbers()?;
    let part = Part::new(&list, BookNumber::place, after, PER_PAGE);
    let address = |place: Option<BookNumberPlace>| {
        let after = place.map(|place| place.to_string()).unwrap_or_default();
        Address::new("/books").with("after", after).with("lang", page.language.tag())
    };
    let decisions = Decisions::load(view.store)?;
    let mut numbers = Vec::with_capacity(part.items.len());
    for number in part.items {
        numbers.push(render_number(view, page, &decisions, number)?);
    }
    Ok(html! {
        (render_lists(page))
        p { (page.text(INTRODUCTION)) }
        p #count data-total=(list.len()) { (words::count(list.len())) " " (page.text(NUMBERS)) }
        @if list.is_empty() { p { (page.text(NONE)) } }
        @for number in &numbers { (number) }
        @if part.previous.is_some() || part.next.is_some() {
            nav.tools aria-label=(page.text(PAGES)) {
                @if let Some(previous) = part.previous {
                    a.button rel="prev" href=(address(previous)) { (page.text(PREVIOUS)) }
                }
                @if let Some(next) = part.next {
                    a.button rel="next" href=(address(Some(next))) { (page.text(NEXT)) }
                }
            }
        }
    })
}

fn render_number(
    view: &View<'_>,
    page: &Page,
    decisions: &Decisions,
    number: &BookNumber,
) -> Result<Markup, Problem> {
    let sides = number.records.each_ref().map(|record| render_side(view, page, decisions, record));
    let [one, other] = sides;
    let [book, other_book] = &*number.books;
    Ok(html! {
        section.group {
            h2 { (number.number) " · " bdi { (book) } " · " bdi { (other_book) } }
            ul.boards.records-of-group { li { (one?) } li { (other?) } }
        }
    })
}

fn render_side(
    view: &View<'_>,
    page: &Page,
    decisions: &Decisions,
    record: &BookRecord,
) -> Result<Markup, Problem> {
    let gone = || Problem::internal("a record is gone from its own snapshot");
    let (source, tree, problem) = record.at;
    let (key, record) = view.store.record_at(source, tree, problem)?.ok_or_else(gone)?;
    let position = view.store.position(key)?.ok_or_else(gone)?;
    let records = view.store.records(position.id)?;
    let by = find_default_view(view.store, decisions, &position, &records, &record)?;
    Ok(html! {
        (draw(page, &position, &record, by)?)
        p { (render_record(page, &record, by)) " " (words::key_link(page, key)) }
    })
}
