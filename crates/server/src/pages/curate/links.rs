//! Links between the lists of records that may be one problem.

use maud::{Markup, html};

use crate::pages::layout::Page;
use crate::pages::text::texts;

texts! { "curate/links": LISTS, DUPLICATES, CORES, NEAR, BOOKS }

/// Links to the lists of records that may be the same problem.
pub(super) fn render_lists(page: &Page) -> Markup {
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
