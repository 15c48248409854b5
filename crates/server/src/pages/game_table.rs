//! Games as a table.

use maud::{Markup, html};

use super::layout::Page;
use super::text::texts;
use super::words::{BLACK, DATE, GAME, RESULT, WHITE};
use crate::address::Address;
use crate::answer::GameJson;
use crate::answer::abalone::game_name;
use crate::game_list::ListedGames;
use crate::sought::SoughtFields;
use crate::store::StoredAbaloneGame;

texts! { "shared": GAMES, EVENT }
texts! { "game_table": MOVES, COMMENT_AT, COMMON }

/// Games of a family, those of Go with links to the place of a shape.
pub(super) fn render(page: &Page, games: &ListedGames, sought: &SoughtFields) -> Markup {
    match games {
        ListedGames::Go(games) => render_go(page, games, sought),
        ListedGames::Abalone(games) => render_abalone(page, games.iter().map(|game| (game, None))),
    }
}

/// Games of Go, with links to the place of a shape.
pub(super) fn render_go(page: &Page, games: &[GameJson], sought: &SoughtFields) -> Markup {
    let row = |game: &GameJson| {
        let address = sought.add_to(Address::new(format!("/games/{}", game.game)));
        let at = game.comment_move.unwrap_or_default();
        let line = game.comment_line.filter(|&line| line > 1);
        let line = line.map_or(String::new(), |line| line.to_string());
        let commented = address.clone().with("line", line).with("move", at.to_string());
        html! {
            tr data-game=(game.game) {
                td { a href=(page.link(&address.to_string())) { (game.game) } }
                td { (player(game.black.as_deref(), game.black_rank.as_deref())) }
                td { (player(game.white.as_deref(), game.white_rank.as_deref())) }
                td { (game.date.as_deref().unwrap_or_default()) }
                td { (game.result.as_deref().unwrap_or_default()) }
                td.number { (game.moves) }
                td {
                    (game.event.as_deref().or(game.name.as_deref()).unwrap_or_default())
                    @if let (Some(moves), Some([one, two, three, four])) =
                        (&game.common_moves, &game.common_corners)
                    {
                        " " small { (page.fill(COMMON, &[moves, one, two, three, four])) }
                    }
                    @if let Some(comment) = &game.comment {
                        " " a href=(page.link(&commented.to_string())) {
                            small { (page.fill(COMMENT_AT, &[&at, comment])) }
                        }
                    }
                }
            }
        }
    };
    frame(page, &html! { @for game in games { (row(game)) } })
}

/// Games of Abalone, with links to the position after a number of moves, if one is given.
pub(super) fn render_abalone<'a>(
    page: &Page,
    games: impl Iterator<Item = (&'a StoredAbaloneGame, Option<u32>)>,
) -> Markup {
    let row = |game: &StoredAbaloneGame, at: Option<u32>| {
        let (name, info) = (game_name(game.id), &game.info);
        let at = at.map(|at| at.to_string()).unwrap_or_default();
        let address = Address::new(format!("/games/{name}")).with("move", at);
        html! {
            tr data-game=(name) {
                td { a href=(page.link(&address.to_string())) { (name) } }
                td { (player(info.black.as_deref(), None)) }
                td { (player(info.white.as_deref(), None)) }
                td { (info.date.as_deref().unwrap_or_default()) }
                td { (info.result.as_deref().unwrap_or_default()) }
                td.number { (game.moves.len() / 2) }
                td { (info.event.as_deref().unwrap_or_default()) }
            }
        }
    };
    frame(page, &html! { @for (game, at) in games { (row(game, at)) } })
}

/// The table around its rows.
fn frame(page: &Page, rows: &Markup) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(page.text(GAMES)) {
            table #games {
                thead { tr {
                    th { (page.text(GAME)) }
                    th { (page.text(BLACK)) } th { (page.text(WHITE)) }
                    th { (page.text(DATE)) } th { (page.text(RESULT)) }
                    th.number { (page.text(MOVES)) } th { (page.text(EVENT)) }
                } }
                tbody { (rows) }
            }
        }
    }
}

/// A player with the rank.
pub(super) fn player(name: Option<&str>, rank: Option<&str>) -> Markup {
    html! {
        (name.unwrap_or("?"))
        @if let Some(rank) = rank { " " small { (rank) } }
    }
}
