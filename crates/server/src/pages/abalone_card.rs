//! Problems of Abalone in lists of drawn boards.

use maud::{Markup, html};

use super::board;
use super::layout::Page;
use super::text::texts;
use super::words;
use crate::Color;
use crate::abalone::{Board, Lost};
use crate::address::Address;
use crate::find::MatchKind;
use crate::find::abalone::NearMatch;
use crate::model::{Source, Turn};
use crate::store::StoredAbaloneProblem;
use crate::svg::HexPicture;

texts! { "abalone_card": LOST }

/// A problem as a drawn board that is a link.
pub(super) struct Card<'a> {
    /// How the problem matches a query.
    pub(super) kind: Option<MatchKind>,
    /// Where the link leads.
    pub(super) address: Address,
    pub(super) picture: HexPicture,
    /// The record whose source and name the card shows.
    pub(super) record: &'a StoredAbaloneProblem,
    /// Words before the name.
    pub(super) facts: Vec<String>,
    /// The number of further records.
    pub(super) others: usize,
}

impl Card<'_> {
    /// The element of the list. `heading` is said first; without it, the name of the record is.
    pub(super) fn render(&self, page: &Page, heading: Option<&str>) -> Markup {
        let StoredAbaloneProblem { key, source, number, name, .. } = self.record;
        let file = Source::file_name(source);
        let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let title = heading.or(name).unwrap_or(file);
        html! {
            li data-key=(key) data-kind=[self.kind.map(MatchKind::name)] {
                a href=(self.address) {
                    (board::draw_hex(page, &self.picture, title))
                    strong { (title) }
                    @for fact in &self.facts { small { (fact) } }
                    @if let Some(name) = name.filter(|_| heading.is_some()) { small { (name) } }
                    small title=(source) { (file) " · " (number)
                        @if self.others > 0 { " +" (self.others) }
                    }
                }
            }
        }
    }
}

/// The board of a near problem in the orientation of a query, with the cells that differ marked.
pub(super) fn draw_near(query: Board, near: &NearMatch) -> HexPicture {
    let mut board = query;
    near.difference.iter().for_each(|&(cell, color)| board.set(cell, color));
    HexPicture { board, marked: near.difference.iter().map(|&(cell, _)| cell).collect() }
}

/// The side to move and the marbles lost, as far as they are known.
pub(super) fn describe(page: &Page, turn: Turn, lost: Option<Lost>) -> Option<String> {
    let turn = (turn != Turn::Unknown).then(|| page.text(words::turn(turn.name())).to_owned());
    let lost = lost.map(|lost| page.fill(LOST, &[&lost.of(Color::Black), &lost.of(Color::White)]));
    let known: Vec<String> = turn.into_iter().chain(lost).collect();
    (!known.is_empty()).then(|| known.join(" · "))
}
