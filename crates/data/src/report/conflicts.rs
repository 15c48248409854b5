//! Problems with conflicting answers, each with its board and what its records
//! accept.

use maud::{Markup, PreEscaped, html};

use super::audit_report::{Conflict, ConflictSide};
use super::budget::{AUDIT, Groups};
use super::moves::render_tree;
use super::section::{SECTION_FRAME, render_section};
use super::text::{Count, Number, Text, name_turn, render_records};
use crate::solution::Conflict as Kind;

/// The number of sides of a conflict that are shown, and of letters of a side.
const MAX_SIDES: usize = 6;
const MAX_LETTERS: usize = 30;

pub(super) fn render(conflicts: &[Conflict], others: u64, share: usize) -> Markup {
    let groups = Groups { what: "Conflicts", wrap: |cards| html! { div.cards { (cards) } } };
    let introduction = html! {
        p {
            "The records of these problems do not accept the same first moves. The letters on \
            the board mark every move that a record accepts. All solutions are shown in the \
            orientation and colors of the board; the "
            a href="#operations" { "operation" }
            " after a record maps the record to the board. A right move is marked, said in words, \
            or assumed."
            @if others > 0 {
                " Not drawn: " (Count(others as usize, "problem"))
                " where a record only lists fewer answers, or where its answer is assumed."
            }
        }
    };
    let nothing = match others {
        0 => html! { p { "All records of a problem accept the same first moves." } },
        _ => html! { p { "Of no problem do two records state contradicting answers." } },
    };
    let share = share.saturating_sub(SECTION_FRAME);
    let body = groups.render_list(share, conflicts, render_card, [introduction, nothing], AUDIT);
    render_section("conflicts", "Conflicts", Some(Count(conflicts.len(), "problem")), body)
}

fn render_card(index: usize, conflict: &Conflict) -> Markup {
    let Conflict { kind, picture, turn, key, sides } = conflict;
    let kind = match kind {
        Kind::Contradicts => "a first move is right and wrong",
        Kind::Disjoint => "no first move in common",
        Kind::ListsFewer => "some first moves in common",
        Kind::Assumed => "another first move is assumed",
    };
    let (number, turn) = (index + 1, name_turn(*turn));
    html! {
        article.card.wide id={ "c" (number) } {
            (PreEscaped(picture.draw_inline(turn).to_string()))
            div {
                h3 {
                    a href={ "#c" (number) } { (Number(number as u64)) } " " (turn) ": " (kind)
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
    let ConflictSide { accepted, certainty, rejected, records, tree } = side;
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
                @if let Some(certainty) = certainty { " (" (certainty.name()) ")" }
                @if !rejected.is_empty() { "; wrong: " b { (Text(&rejected.join(", "))) } }
            }
            (render_records(records, &[]))
            (render_tree(tree))
        }
    }
}
