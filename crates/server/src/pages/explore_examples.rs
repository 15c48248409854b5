//! The examples of moves on `/explore`: games in which a move was played, opened where it was played.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::address::Address;
use crate::answer::{ExampleOrder, GameJson};
use crate::explored::ExploredMove;

texts! { "explore_examples": pub(super) EXAMPLES, NEWEST, STRONGEST }

/// The orders of examples, each with its text.
const ORDERS: [(ExampleOrder, Text); 2] =
    [(ExampleOrder::Newest, NEWEST), (ExampleOrder::Strongest, STRONGEST)];

/// Links that show examples, and hide those that are shown.
pub(super) fn example_choices(
    page: &Page,
    address: &Address,
    shown: Option<ExampleOrder>,
) -> Markup {
    html! {
        p.tools #examples {
            (page.text(EXAMPLES))
            @for (order, text) in ORDERS {
                @let is_shown = shown == Some(order);
                @let address = address.clone().with("examples", if is_shown { "" } else { order.name() });
                a.button aria-current=[is_shown.then_some("true")] href=(page.link(&address.to_string())) {
                    (page.text(text))
                }
            }
        }
    }
}

/// Links to the examples of a move.
pub(super) fn links(page: &Page, found: &ExploredMove) -> Markup {
    html! {
        @for game in &found.examples {
            @let address = found.after.add_to(Address::new(format!("/games/{}", game.game)));
            a href=(page.link(&address.to_string())) title=(describe(game)) { (game.game) } " "
        }
    }
}

/// The players and the date.
fn describe(game: &GameJson) -> String {
    let [black, white] = [&game.black, &game.white].map(|name| name.as_deref().unwrap_or("?"));
    let date = game.date.as_deref().map_or(String::new(), |date| format!(", {date}"));
    format!("{black} – {white}{date}")
}
