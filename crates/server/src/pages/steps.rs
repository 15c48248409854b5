//! The links that step through a game.

use maud::{Markup, html};

use super::game_filter::hidden;
use super::layout::Page;
use super::text::texts;
use crate::address::Address;

texts! { "shared": NEXT }
texts! { "steps": STEPS, FIRST, BACK_TEN, PREVIOUS, ON_TEN, LAST, GO_TO, GO }

/// Links to the moves around a move and a form that asks for one. `[at, last]` are the numbers of
/// moves played and of all moves; the form also sends the fields of `own`.
pub(super) fn steps(
    page: &Page,
    [at, last]: [u32; 2],
    own: &Address,
    to_move: impl Fn(u32) -> String,
) -> Markup {
    let ahead = |steps: u32| at.saturating_add(steps).min(last);
    let all = [
        (FIRST, "|◀", "first", at > 0, 0),
        (BACK_TEN, "−10", "back", at > 0, at.saturating_sub(10)),
        (PREVIOUS, "◀", "prev", at > 0, at.saturating_sub(1)),
        (NEXT, "▶", "next", at < last, ahead(1)),
        (ON_TEN, "+10", "on", at < last, ahead(10)),
        (LAST, "▶|", "last", at < last, last),
    ];
    html! {
        nav.tools.steps aria-label=(page.text(STEPS)) {
            @for (text, sign, step, is_possible, number) in all {
                @if is_possible {
                    a.button data-step=(step) href=(to_move(number)) aria-label=(page.text(text)) {
                        (sign)
                    }
                } @else {
                    span.button.off data-step=(step) aria-hidden="true" { (sign) }
                }
            }
        }
        form.tools method="get" {
            (hidden(page, own, &[]))
            label { span { (page.text(GO_TO)) } " "
                input name="move" type="number" min="0" max=(last) value=(at); }
            button { (page.text(GO)) }
        }
    }
}
