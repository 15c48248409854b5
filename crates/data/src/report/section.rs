//! The frame of a section.

use std::fmt::Display;

use maud::{Markup, html};

/// An upper limit for the length of a section without its list.
pub(super) const SECTION_FRAME: usize = 1000;

/// Renders a section with its heading, and what the section counts.
pub(super) fn render_section(
    id: &str,
    title: &str,
    count: Option<impl Display>,
    body: Markup,
) -> Markup {
    html! {
        section id=(id) aria-labelledby={ (id) "-h" } {
            h2 id={ (id) "-h" } {
                (title)
                @if let Some(count) = count { " " span.count { (count) } }
            }
            (body)
        }
    }
}
