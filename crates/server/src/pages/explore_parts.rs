//! What `/explore` has for both families.

use maud::{Markup, html};

use super::game_filter;
use super::layout::Page;
use super::text::Text;
use crate::address::Address;

pub(super) const TITLE: Text = Text { en: "Explore the games", ja: "棋譜の手を調べる" };
pub(super) const BACK: Text = Text { en: "Take back", ja: "一手戻す" };
pub(super) const GONE: Text = Text {
    en: "The server does not answer. Trying again…",
    ja: "サーバーが応答しません。再試行中…",
};
const MOVES: Text = Text { en: "Moves", ja: "手順" };
const TYPE: Text = Text { en: "Type moves or a position", ja: "手順や局面を入力" };
const SET_UP: Text = Text { en: "Set up", ja: "並べる" };

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
