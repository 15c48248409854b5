//! The tables of `/explore`: moves with their results, and games.

use maud::{Markup, html};

use super::game_filter::with_fields;
use super::games;
use super::layout::Page;
use super::text::Text;
use crate::Color;
use crate::server::address::Address;
use crate::server::explored::{Desk, Explored, ExploredMove};
use crate::server::game_fields::GameFields;

/// The moves of the table, unless all are asked for.
const SHOWN: usize = 12;

/// The width of a bar.
const WIDTH: u64 = 80;

const MOVES: Text = Text { en: "Moves that were played", ja: "打たれた手" };
const CAPTION: Text = Text { en: "{} of {} moves in {} games", ja: "{}/{}手、{}局" };
const SHOW_ALL: Text = Text { en: "show all", ja: "すべて表示" };
const SHOW_FEW: Text = Text { en: "show the first ones", ja: "上位のみ表示" };
const NOTHING: Text =
    Text { en: "No game has this.", ja: "該当する棋譜はありません。" };
const MOVE: Text = Text { en: "Move", ja: "手" };
const GAMES: Text = Text { en: "Games", ja: "局数" };
const PLACES: Text = Text { en: "Places", ja: "か所" };
const SHARE: Text = Text { en: "Share", ja: "割合" };
const WON: Text = Text { en: "Won by the player", ja: "打った側の勝率" };
const YEARS: Text = Text { en: "Years", ja: "年代" };
const BLACK: Text = Text { en: "black", ja: "黒" };
const WHITE: Text = Text { en: "white", ja: "白" };
const TENUKI: Text = Text { en: "tenuki", ja: "手抜き" };
const ENDS: Text = Text { en: "no move follows", ja: "続きなし" };
const SAMPLES: Text = Text { en: "Games", ja: "棋譜" };
const ALL_GAMES: Text = Text { en: "All {} games", ja: "全{}局を表示" };

/// The table of moves.
pub(super) struct Table<'a> {
    pub(super) page: &'a Page,
    pub(super) desk: &'a Desk,
    pub(super) explored: &'a Explored,
    /// The page.
    pub(super) address: &'a Address,
    /// The moves that lead to the board.
    pub(super) moves: &'a str,
    /// Whether all moves are listed.
    pub(super) has_all: bool,
}

impl Table<'_> {
    /// How many moves are listed.
    pub(super) fn listed(explored: &Explored, has_all: bool) -> usize {
        if has_all { explored.moves.len() } else { explored.moves.len().min(SHOWN) }
    }

    fn caption(&self) -> Markup {
        let Table { page, explored, has_all, .. } = *self;
        let (listed, total) = (Table::listed(explored, has_all), explored.moves.len());
        let link = |all: &str| page.link(&self.address.clone().with("all", all).to_string());
        html! {
            caption {
                (page.fill(CAPTION, &[&listed, &total, &explored.games]))
                @if listed < total { ", " a href=(link("true")) { (page.text(SHOW_ALL)) } }
                @if has_all && total > SHOWN { ", " a href=(link("")) { (page.text(SHOW_FEW)) } }
            }
        }
    }

    /// The name of a move, a link that plays it.
    fn name(&self, found: &ExploredMove) -> Markup {
        let Table { page, desk, .. } = *self;
        let name = match (found.point, found.color) {
            (Some(point), _) => desk.names().name(point),
            (None, Some(_)) => page.text(TENUKI).to_owned(),
            (None, None) => return html! { (page.text(ENDS)) },
        };
        let word = desk.word(found.color, found.point);
        let moves = format!("{} {word}", self.moves).trim().to_owned();
        let address = self.address.clone().with("moves", moves);
        let has_other_player = found.color.is_some_and(|color| color != desk.turn());
        let player = page.text(if found.color == Some(Color::Black) { BLACK } else { WHITE });
        html! {
            a href=(page.link(&address.to_string())) {
                @if let Some(letter) = found.letter { strong { (letter) } " " }
                (name)
            }
            @if has_other_player { " " small { (player) } }
        }
    }

    fn row(&self, found: &ExploredMove, (first, last): (u16, u16)) -> Markup {
        let Table { desk, explored, .. } = *self;
        let results = &found.results;
        let point = found.point.map(|point| desk.names().name(point));
        let share = results.games as f64 / explored.games.max(1) as f64;
        html! {
            tr data-point=(point.as_deref().unwrap_or_default()) {
                td { (self.name(found)) }
                td.number { (results.games) }
                @if let Some(hits) = found.hits { td.number { (hits) } }
                td.number { (percent(share)) }
                td { (wins(results.wins, results.losses)) }
                td { @if let Some(years) = results.years { (years_bar(years, (first, last))) } }
            }
        }
    }
}

/// The moves with their results.
pub(super) fn table(table: &Table<'_>) -> Markup {
    let Table { page, explored, has_all, .. } = *table;
    if explored.moves.is_empty() {
        return html! { p { (page.text(NOTHING)) } };
    }
    let years = || explored.moves.iter().filter_map(|found| found.results.years);
    let first = years().map(|years| years.0).min().unwrap_or_default();
    let last = years().map(|years| years.1).max().unwrap_or_default();
    html! {
        div.scroll tabindex="0" role="region" aria-label=(page.text(MOVES)) {
            table #moves {
                (table.caption())
                thead { tr {
                    th { (page.text(MOVE)) }
                    th.number { (page.text(GAMES)) }
                    @if explored.hits.is_some() { th.number { (page.text(PLACES)) } }
                    th.number { (page.text(SHARE)) }
                    th { (page.text(WON)) } th { (page.text(YEARS)) }
                } }
                tbody {
                    @for found in explored.moves.iter().take(Table::listed(explored, has_all)) {
                        (table.row(found, (first, last)))
                    }
                }
            }
        }
    }
}

/// Some of the games, and a link to all.
pub(super) fn games(page: &Page, explored: &Explored, fields: &GameFields) -> Markup {
    let shape = explored.shape.as_deref().unwrap_or_default();
    let address = with_fields(Address::new("/games").with("shape", shape), fields);
    html! {
        @if !explored.samples.is_empty() {
            h2 { (page.text(SAMPLES)) }
            (games::table(page, &explored.samples, shape))
            p { a.button href=(page.link(&address.to_string())) {
                (page.fill(ALL_GAMES, &[&explored.games]))
            } }
        }
    }
}

/// A share in percent. A share that is not 0 is not shown as 0.
fn percent(share: f64) -> String {
    match share * 100.0 {
        small if 0.0 < small && small < 0.5 => "<1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// A bar of wins with its text; nothing without results.
fn wins(wins: u64, losses: u64) -> Markup {
    let known = wins + losses;
    let Some(length) = (wins * WIDTH).checked_div(known) else { return html! { "–" } };
    html! {
        svg.bar aria-hidden="true" width=(WIDTH) height="10" viewBox={ "0 0 " (WIDTH) " 10" } {
            rect.ground width=(WIDTH) height="10" {}
            rect.part width=(length) height="10" {}
        }
        small { (percent(wins as f64 / known as f64)) " (" (wins) "/" (known) ")" }
    }
}

/// A bar of the years of a move on the scale of all moves, with its text.
fn years_bar((first, last): (u16, u16), (begin, end): (u16, u16)) -> Markup {
    let span = u64::from(end - begin).max(1);
    let at = |year: u16| u64::from(year - begin) * (WIDTH - 4) / span;
    html! {
        svg.bar aria-hidden="true" width=(WIDTH) height="10" viewBox={ "0 0 " (WIDTH) " 10" } {
            rect.ground width=(WIDTH) height="10" {}
            rect.part x=(at(first)) width=(at(last) - at(first) + 4) height="10" {}
        }
        small { (first) @if last > first { "–" (last) } }
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_small_share_is_not_nothing() {
        let shown = [0.0, 0.001, 0.006, 0.5, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "<1 %", "1 %", "50 %", "100 %"]);
    }
}
