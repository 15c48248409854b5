//! A submitted problem and the closest known record, side by side.

use maud::{Markup, html};

use crate::address::Address;
use crate::answer::PointNames;
use crate::find::{KnownRecord, ShownRecord, show_side_by_side};
use crate::model::Occurrence;
use crate::pages::board;
use crate::pages::curate::render_lines;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::queues::QueueRow;
use crate::state::View;
use crate::store::Store;

texts! { "desk/board": SUBMITTED, KNOWN, ACCEPTS, NO_ANSWER, DIFFERS, TREE }

/// Both boards; that of the submission alone if nothing is like it.
pub(super) fn render(
    view: &View<'_>,
    page: &Page,
    submissions: &Store,
    row: &QueueRow,
) -> Result<Markup, Problem> {
    let first = row.submission.matches.first();
    let known = first.map(|first| (view.store, first));
    let (own, other) = show_side_by_side(submissions, &row.submission, known)?;
    Ok(html! {
        div.pair {
            section.side data-side="left" {
                h2 { (page.text(SUBMITTED)) }
                (render_side(page, &own, &row.submission.record.at))
            }
            @if let Some((other, KnownRecord { key, matched, .. })) = other.as_ref().zip(first) {
                section.side data-side="right" {
                    h2 {
                        (page.text(KNOWN)) " "
                        a href=(Address::new(format!("/p/{key}")).with("lang", page.language.tag())) {
                            code { (key.to_string()[..8]) "…" }
                        }
                    }
                    (render_side(page, other, &matched.record.at))
                }
            }
        }
    })
}

fn render_side(page: &Page, side: &ShownRecord, at: &Occurrence) -> Markup {
    let names = PointNames::whole(side.view.place.board);
    let turn = page.text(words::turn(side.turn.name()));
    html! {
        (board::draw(&side.picture(), turn))
        p { (turn) }
        p {
            bdi { (at.source) } " " span.soft { (page.text(TREE)) " " (at.tree_and_problem()) }
            @if let Some(name) = &at.name { " " bdi.soft { (name) } }
        }
        p.accepted {
            @if side.accepted.is_empty() {
                span.soft { (page.text(NO_ANSWER)) }
            } @else {
                (page.text(ACCEPTS)) " "
            }
            @for (index, (letter, at)) in side.accepted.iter().enumerate() {
                @if index > 0 { ", " }
                strong { (letter) } " " (names.name_move(*at))
            }
        }
        @if !side.differing.is_empty() {
            p.differing {
                (page.text(DIFFERS)) " "
                @for at in &side.differing { strong { (names.name(*at)) } " " }
            }
        }
        (render_lines(page, names, &side.line))
    }
}
