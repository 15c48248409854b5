//! Training on `/explore?train=black`: a person plays one color, and the page the other.
//!
//! The page answers with a move that was played there in games, each as likely as it was frequent, and
//! refuses a move that no game has. The letters on the board are left out, and the table is folded.

use maud::{Markup, html};

use super::layout::Page;
use super::text::{Text, texts};
use crate::Color;
use crate::address::Address;
use crate::explored::{Desk, Explored, ExploredMove};

texts! { "explore_training":
    TRAIN, AS_BLACK, AS_WHITE, END, YOUR_MOVE, OVER, HINT, pub(super) UNPLAYED,
}

const COLORS: [(Color, Text); 2] = [(Color::Black, AS_BLACK), (Color::White, AS_WHITE)];

/// The word of a move of the side to move, drawn by frequency; `None` if no game goes on.
pub(super) fn reply(desk: &Desk, explored: &Explored) -> Option<String> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).expect("the system has random bytes");
    let moves: Vec<&ExploredMove> =
        explored.moves.iter().filter(|found| found.color == Some(desk.turn())).collect();
    let found = *draw(&moves, |found| found.count(), u64::from_le_bytes(random))?;
    Some(desk.word(found.color, found.point))
}

/// The item on which a random number falls when each has as many numbers as its weight; `None` if all
/// weights are 0.
fn draw<T>(items: &[T], weight: impl Fn(&T) -> u64, random: u64) -> Option<&T> {
    let mut left = random.checked_rem(items.iter().map(&weight).sum())?;
    items.iter().find(|&item| {
        let is_drawn = left < weight(item);
        left = left.saturating_sub(weight(item));
        is_drawn
    })
}

/// Links that begin a training or end the present one.
pub(super) fn choices(page: &Page, address: &Address, trained: Option<Color>) -> Markup {
    let link = |train: &str| page.link(&address.clone().with("train", train).to_string());
    html! {
        span.soft { (page.text(TRAIN)) }
        @for (color, text) in COLORS {
            a.button aria-current=[(trained == Some(color)).then_some("true")]
                href=(link(color.name())) { (page.text(text)) }
        }
        @if trained.is_some() { a.button href=(link("")) { (page.text(END)) } }
    }
}

/// What a person who trains sees in place of the table.
pub(super) fn hide(page: &Page, explored: &Explored, table: &Markup) -> Markup {
    let is_over = explored.moves.iter().all(|found| found.color.is_none());
    html! {
        p { (page.text(if is_over { OVER } else { YOUR_MOVE })) }
        @if !is_over {
            details { summary { (page.text(HINT)) } (table) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_move_is_drawn_as_often_as_it_was_played() {
        let weights = [("R16", 3), ("Q14", 0), ("tenuki", 2)];
        let drawn = |random| draw(&weights, |found| found.1, random).map(|found| found.0);
        let all: Vec<_> = (0..6).map_while(drawn).collect();
        assert_eq!(all, ["R16", "R16", "R16", "tenuki", "tenuki", "R16"]);
        assert_eq!(draw(&weights[1..2], |found| found.1, 7), None);
        assert_eq!(draw(&[], |found: &(&str, u64)| found.1, 7), None);
    }
}
