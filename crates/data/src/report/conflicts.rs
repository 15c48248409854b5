//! Problems with conflicting answers, each with its board and what its records
//! accept.

use maud::{Markup, PreEscaped, html};

use super::audit_report::{Conflict, ConflictSide};
use super::budget::{Groups, render_rest};
use super::moves::render_tree;
use super::section::{SECTION_FRAME, render_section};
use super::text::{Count, Number, Text, name_turn, render_records};
use crate::solution::Agreement;

/// The number of sides of a conflict that are shown, and of letters of a side.
const MAX_SIDES: usize = 6;
const MAX_LETTERS: usize = 30;

pub(super) fn render(conflicts: &[Conflict], share: usize) -> Markup {
    let groups = Groups { what: "Conflicts", wrap: |cards| html! { div.cards { (cards) } } };
    let (cards, shown) =
        groups.render_fitting(share.saturating_sub(SECTION_FRAME), conflicts, render_card);
    let how = html! { "For all, run " code { "gtn-db audit --json" } " on the same folder." };
    let body = html! {
        @if conflicts.is_empty() {
            p { "All records of a problem accept the same first moves." }
        } @else {
            p {
                "The records of these problems do not accept the same first moves. The letters on \
                the board mark every move that a record accepts. All solutions are shown in the \
                orientation and colors of the board; the "
                a href="#operations" { "operation" }
                " after a record maps the record to the board."
            }
            (render_rest(shown, conflicts.len(), how))
            (cards)
        }
    };
    render_section("conflicts", "Conflicts", Some(Count(conflicts.len(), "problem")), body)
}

fn render_card(index: usize, conflict: &Conflict) -> Markup {
    let Conflict { agreement, picture, turn, key, sides } = conflict;
    let agreement = match agreement {
        Agreement::Agree => "the same first moves",
        Agreement::Overlap => "some first moves in common",
        Agreement::Disjoint => "no first move in common",
    };
    let (number, turn) = (index + 1, name_turn(*turn));
    html! {
        article.card.wide id={ "c" (number) } {
            (PreEscaped(picture.draw_inline(turn).to_string()))
            div {
                h3 {
                    a href={ "#c" (number) } { (Number(number as u64)) } " " (turn) ": " (agreement)
                }
                p.count { code { (key) } }
                div.sides {
                    @for side in sides.iter().take(MAX_SIDES) { (render_side(side)) }
                    @if sides.len() > MAX_SIDES {
                        p { "… and " (Count(sides.len() - MAX_SIDES, "more answer")) }
                    }
                }
            }
        }
    }
}

fn render_side(side: &ConflictSide) -> Markup {
    let ConflictSide { accepted, records, tree } = side;
    html! {
        section {
            h4 {
                "Accepted: "
                @for (index, letter) in accepted.iter().take(MAX_LETTERS).enumerate() {
                    @if index > 0 { ", " }
                    b { (Text(letter)) }
                }
                @if accepted.is_empty() { "nothing" }
                @if accepted.len() > MAX_LETTERS { " …" }
            }
            (render_records(records, &[]))
            (render_tree(tree))
        }
    }
}
