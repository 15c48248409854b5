//! What the solver has computed about a problem, collapsed, apart from the record's answer.

use maud::{Markup, html};

use super::game::Game;
use crate::answer::SolveJson;
use crate::find::RecordVerdict;
use crate::go::{Point, Size};
use crate::pages::layout::Page;
use crate::pages::text::texts;
use crate::pages::words;

texts! { "problem/computed": TITLE, RIGHT, WRONG, POSITIONS, NOTE }

/// The verdict, with a link for each first move: what is refuted can be tried, and the proof answers.
pub(super) fn render(page: &Page, game: &Game<'_>, known: &RecordVerdict, board: Size) -> Markup {
    let RecordVerdict { turn, verdict, .. } = known;
    let row = SolveJson::new("", board, *turn, verdict, &[]);
    let solved = verdict.answer.as_ref().ok();
    let link = |at: Point| {
        html! {
            " " a data-live data-control={ "computed-" (at.name(board)) } href=(game.address_of_first(at)) {
                (game.name_move(*turn, Some(at)))
            }
        }
    };
    html! {
        details #computed {
            summary { h2 { (page.text(TITLE)) } span.soft { (words::count(verdict.nodes as usize)) " " (page.text(POSITIONS)) } }
            div data-part="computed" {
                p { (row.sentence()) }
                @if let Some(solved) = solved {
                    @if !solved.moves.is_empty() {
                        p { (page.text(RIGHT)) @for &at in &solved.moves { (link(at)) } }
                    }
                    @if !solved.refuted.is_empty() {
                        p { (page.text(WRONG)) @for &(at, _) in &solved.refuted { (link(at)) } }
                    }
                    p.soft { (page.text(NOTE)) }
                }
            }
        }
    }
}
