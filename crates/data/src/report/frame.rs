//! The document around a page: one file, which loads nothing.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::svg;

/// The icon of a page: two stones.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
    viewBox='0 0 16 16'%3E%3Ccircle cx='5' cy='6' r='4.5'/%3E%3Ccircle cx='10.5' cy='10' r='4.5' \
    fill='%23fff' stroke='%23000'/%3E%3C/svg%3E";

/// What the browser may load: nothing but the styles and images in the page.
const POLICY: &str = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
    base-uri 'none'; form-action 'none'";

/// A page with a title, styles after those of every page, and a body.
pub(super) fn render_frame(title: &Markup, styles: &[&str], body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                title { (title) }
                link rel="icon" href=(ICON);
                style {
                    (PreEscaped(include_str!("style.css"))) (PreEscaped(svg::STYLE))
                    @for style in styles { (PreEscaped(style)) }
                }
            }
            body { (body) }
        }
        "\n"
    }
}
