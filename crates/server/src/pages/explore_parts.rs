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

/// The moves that lead to the board, if there are any. Each is a link to the board after that move.
/// `address` is that of the page.
pub(super) fn list_moves(page: &Page, moves: &str, address: &Address) -> Markup {
    let steps = moves.split_whitespace().scan(String::new(), |line, word| {
        *line = append(line, word);
        let link = address.clone().with("moves", line.as_str());
        Some((word, page.link(&link.to_string()), line.len() == moves.len()))
    });
    html! {
        @if !moves.is_empty() {
            nav aria-label=(page.text(MOVES)) {
                ol.path {
                    @for (word, link, is_last) in steps {
                        li { a href=(link) aria-current=[is_last.then_some("step")] { (word) } }
                    }
                }
            }
        }
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
