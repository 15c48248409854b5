//! Shapes under several keys, each with the boards of its positions.

use maud::{Markup, PreEscaped, html};

use super::audit_report::{MovedPosition, Shape};
use super::budget::{Groups, render_rest};
use super::section::{SECTION_FRAME, render_section};
use super::text::{Count, Number, name_turn, render_records};

/// The number of positions of a shape that are drawn.
const MAX_POSITIONS: usize = 6;

pub(super) fn render(shapes: &[Shape], share: usize) -> Markup {
    let groups = Groups { what: "Shapes", wrap: |cards| html! { div.cards.broad { (cards) } } };
    let (cards, shown) =
        groups.render_fitting(share.saturating_sub(SECTION_FRAME), shapes, render_card);
    let how = html! { "For all, run " code { "gtn-db audit --json" } " on the same folder." };
    let body = html! {
        @if shapes.is_empty() {
            p { "No two positions have the same stones and other edges." }
        } @else {
            p {
                "The positions of a shape have the same stones, but an edge of the board is at \
                another distance. A player may call them one problem; they have different "
                a href="#keys" { "keys" }
                " and are not counted as duplicates. Shapes with the most stones come first. Every \
                position is drawn in the orientation and colors of the first one."
            }
            (render_rest(shown, shapes.len(), how))
            (cards)
        }
    };
    let count = Some(Count(shapes.len(), "shape"));
    render_section("shapes", "The same shape elsewhere", count, body)
}

fn render_card(index: usize, shape: &Shape) -> Markup {
    let Shape { stones, positions } = shape;
    let number = index + 1;
    html! {
        article.card.shape id={ "s" (number) } {
            div {
                h3 {
                    a href={ "#s" (number) } { (Number(number as u64)) } " "
                    (Count(*stones, "stone")) ": " (Count(positions.len(), "position"))
                }
                div.shapes {
                    @for position in positions.iter().take(MAX_POSITIONS) {
                        (render_position(position))
                    }
                    @if positions.len() > MAX_POSITIONS {
                        p { "… and " (Count(positions.len() - MAX_POSITIONS, "more position")) }
                    }
                }
            }
        }
    }
}

fn render_position(position: &MovedPosition) -> Markup {
    let MovedPosition { picture, turn, key, record } = position;
    let turn = name_turn(*turn);
    html! {
        section {
            (PreEscaped(picture.draw_inline(turn).to_string()))
            h4 { (turn) }
            (render_records(std::slice::from_ref(record), &[]))
            p.count { code { (key) } }
        }
    }
}
