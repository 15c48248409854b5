//! What `/explore` has for both families.

use maud::{Markup, html};

use super::game_filter;
use super::layout::Page;
use super::text::{Text, texts};
use crate::address::Address;

texts! { "explore_parts": pub(super) TITLE, pub(super) BACK, pub(super) GONE, MOVES, TYPE, SET_UP }

/// Moves without the last one.
pub(super) fn before_last(moves: &str) -> &str {
    moves.trim_end().rsplit_once(' ').map_or("", |(before, _)| before)
}

/// Moves with one more.
pub(super) fn append(moves: &str, word: &str) -> String {
    format!("{moves} {word}").trim().to_owned()
}

/// The moves that lead to the board, if there are any.
pub(super) fn list_moves(page: &Page, moves: &str) -> Markup {
    html! {
        @if !moves.is_empty() { p.soft { (page.text(MOVES)) ": " (moves) } }
    }
}

/// The form for moves or a position. The other parameters of the address stay, but no moves.
pub(super) fn position_form(page: &Page, address: &Address, label: Text, text: &str) -> Markup {
    html! {
        details.filter {
            summary { (page.text(TYPE)) }
            form method="get" action="/explore" {
                (game_filter::hidden(page, &address.clone().without("moves"), &["position"]))
                label { span { (page.text(label)) }
                    textarea #text name="position" rows="2" spellcheck="false" { (text) } }
                p { button { (page.text(SET_UP)) } }
            }
        }
    }
}
