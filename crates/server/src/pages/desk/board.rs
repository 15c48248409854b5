//! A submitted problem and the closest known record, side by side.

use maud::{Markup, html};

use crate::answer::PointNames;
use crate::find::{ShownRecord, show_submission};
use crate::pages::curate::render_shown;
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;
use crate::problem::Problem;
use crate::queues::QueueRow;
use crate::state::View;
use crate::store::Store;

texts! { "desk/board": SUBMITTED, KNOWN, DIFFERS }

/// Both boards; that of the submission alone if nothing is like it.
pub(super) fn render(
    view: &View<'_>,
    page: &Page,
    submissions: &Store,
    row: &QueueRow,
) -> Result<Markup, Problem> {
    let first = row.submission.matches.first();
    let known = first.map(|first| (view.store, first));
    let (own, other) = show_submission(submissions, &row.submission, known)?;
    let mut record = row.submission.record.clone();
    record.at.source = file_name(&record.at.source).to_owned();
    Ok(html! {
        div.pair {
            section.side data-side="left" {
                p.soft { (page.text(SUBMITTED)) }
                (render_shown(page, &record, &own))
                (render_rest(page, &own))
            }
            @if let Some((other, known)) = other.zip(first) {
                section.side data-side="right" {
                    p.soft { (page.text(KNOWN)) }
                    (render_shown(page, &known.matched.record, &other))
                    (render_rest(page, &other))
                    p { (words::key_link(page, known.key)) }
                }
            }
        }
    })
}

/// The side to move, and the names of the points that have squares.
fn render_rest(page: &Page, shown: &ShownRecord) -> Markup {
    let names = PointNames::whole(shown.view.place.board);
    html! {
        p { (page.text(words::turn(shown.turn.name()))) }
        @if !shown.differing.is_empty() {
            p.differing {
                (page.text(DIFFERS)) " "
                @for &at in &shown.differing { strong { (names.name(at)) } " " }
            }
        }
    }
}

/// The name of the file as it was submitted: of `upload/2026-11-26-HASH/name`, the name.
pub(super) fn file_name(source: &str) -> &str {
    source.splitn(3, '/').nth(2).unwrap_or(source)
}
