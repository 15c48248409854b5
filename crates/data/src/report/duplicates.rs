//! Duplicate problems, each with its board and its records.

use maud::{Markup, PreEscaped, html};

use super::audit_report::Duplicate;
use super::budget::{Groups, render_rest};
use super::section::{SECTION_FRAME, render_section};
use super::text::{Count, Number, name_turn, render_records};

pub(super) fn render(duplicates: &[Duplicate], share: usize) -> Markup {
    let groups = Groups { what: "Problems", wrap: |cards| html! { div.cards { (cards) } } };
    let (cards, shown) =
        groups.render_fitting(share.saturating_sub(SECTION_FRAME), duplicates, render_card);
    let how = html! { "For all, run " code { "gtn-db audit --json" } " on the same folder." };
    let body = html! {
        @if duplicates.is_empty() {
            p { "No problem has more than one record." }
        } @else {
            p {
                "These problems have more than one record: the same position with the same side \
                to move. The code after a record names the "
                a href="#operations" { "operation" }
                " that maps the record to the board shown, and the digits below are the "
                a href="#keys" { "key" } " of the position."
            }
            (render_rest(shown, duplicates.len(), how))
            (cards)
        }
    };
    render_section("duplicates", "Duplicates", Some(Count(duplicates.len(), "problem")), body)
}

fn render_card(index: usize, duplicate: &Duplicate) -> Markup {
    let Duplicate { picture, turn, key, records, copies } = duplicate;
    let (number, turn) = (index + 1, name_turn(*turn));
    html! {
        article.card id={ "d" (number) } {
            (PreEscaped(picture.draw_inline(turn).to_string()))
            div {
                h3 { a href={ "#d" (number) } { (Number(number as u64)) } " " (turn) }
                p.count { (Count(records.len(), "record")) }
            }
            (render_records(records, copies))
            code { (key) }
        }
    }
}
