//! The find page with a board of either family.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::controls;
use super::options::{Options, Tool};
use crate::address::Address;
use crate::family::{Family, ShownFamily};
use crate::pages::family_switch;
use crate::pages::layout::Page;
use crate::pages::text::{Text, texts};

texts! { "find/sheet": GONE, RESULTS, pub(super) MORE }

/// The parts of the page.
pub(super) struct Sheet<'a> {
    pub(super) page: &'a Page,
    pub(super) family: ShownFamily,
    pub(super) title: Text,
    /// The address of the search.
    pub(super) address: Address,
    /// Above the board.
    pub(super) tasks: Markup,
    /// The fields of the form that no control shows.
    pub(super) hidden: Vec<(&'static str, String)>,
    pub(super) options: &'a Options,
    pub(super) tools: &'a [Tool],
    pub(super) board: Markup,
    /// Below the buttons that turn the board.
    pub(super) below: Markup,
    /// The fields that ask for positions.
    pub(super) questions: Markup,
    /// The sentence about the result: how many positions were found, or what is wrong with the search.
    pub(super) said: Markup,
    pub(super) is_refused: bool,
    pub(super) results: Markup,
    /// The text field, and what belongs to it.
    pub(super) texts: Markup,
}

impl Sheet<'_> {
    /// The page; 422 if the search is refused.
    pub(super) fn show(self) -> Response {
        let Sheet { page, family, options, .. } = self;
        let content = html! {
            (family_switch::render(page, family, |family: Family| {
                Address::new("/").with("family", family.name())
            }))
            (self.tasks)
            form #find.find method="get" action="/" autocomplete="off" data-address=(self.address)
                data-family=(family.family.name()) data-gone=(page.text(GONE)) {
                (controls::state(options, &self.hidden))
                div.draw {
                    (controls::tools(page, self.tools, options.tool))
                    (self.board)
                }
                div.ask {
                    p #status role="status" .error[self.is_refused] { (self.said) }
                    section #results aria-label=(page.text(RESULTS)) { (self.results) }
                }
                div.more {
                    (controls::operations(page))
                    (self.below)
                    (self.questions)
                    (self.texts)
                }
            }
            (page.script("board.js"))
            (page.script("find.js"))
        };
        let status =
            if self.is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        (status, page.show(page.text(self.title), content)).into_response()
    }
}
