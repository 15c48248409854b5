//! Pages on which a person compares records and decides about them.

mod books;
mod conflicts;
mod cores;
mod decision;
mod duplicates;
mod group;
mod lines;
mod near;
mod pair;
mod shown;

use std::sync::Arc;

use axum::Router;
use maud::{Markup, html};

use super::layout::Page;
use super::text::texts;
use crate::state::App;

texts! { "curate": LISTS, DUPLICATES, CORES, NEAR, BOOKS }

/// The routes of the pages.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .merge(books::routes())
        .merge(conflicts::routes())
        .merge(cores::routes())
        .merge(decision::routes())
        .merge(duplicates::routes())
        .merge(group::routes())
        .merge(near::routes())
}

/// Links to the lists of records that may be the same problem.
fn render_lists(page: &Page) -> Markup {
    let lists =
        [("/duplicates", DUPLICATES), ("/cores", CORES), ("/near", NEAR), ("/books", BOOKS)];
    html! {
        nav.tools aria-label=(page.text(LISTS)) {
            @for (path, name) in lists {
                a.button href=(page.link(path)) aria-current=[page.current(path)] { (page.text(name)) }
            }
        }
    }
}
