//! Positions of games of Abalone that match a query, as a table.

use maud::{Markup, html};

use super::game_table::player;
use super::layout::Page;
use super::text::texts;
use super::words::{BLACK, DATE, GAME, RESULT, WHITE};
use crate::address::Address;
use crate::answer::abalone::{GameCountJson, GameMatchJson};
use crate::find::MatchKind;
use crate::find::abalone::GameMatch;

texts! { "shared": NEXT }
texts! { "abalone_hits": IN_GAMES, COUNT, ONE, SEVERAL_IN_ONE, NOT_IN_GAMES, SHOWN, AFTER, DIFFER }

/// The heading and the first `limit` hits, each with a link to its place. Next moves are in the
/// orientation of the query.
pub(super) fn render(page: &Page, hits: &[GameMatch], limit: usize) -> Markup {
    let has_near = hits.iter().any(|hit| hit.kind == MatchKind::Near);
    html! {
        h2 { (page.text(IN_GAMES)) }
        p { (count(page, hits)) @if hits.len() > limit { " " (page.fill(SHOWN, &[&limit])) } }
        @if !hits.is_empty() {
            div.scroll tabindex="0" role="region" aria-label=(page.text(IN_GAMES)) {
                table #hits {
                    thead { tr {
                        th { (page.text(GAME)) }
                        th.number { (page.text(AFTER)) } th { (page.text(NEXT)) }
                        @if has_near { th.number { (page.text(DIFFER)) } }
                        th { (page.text(BLACK)) } th { (page.text(WHITE)) }
                        th { (page.text(DATE)) } th { (page.text(RESULT)) }
                    } }
                    tbody { @for hit in hits.iter().take(limit) { (row(page, hit, has_near)) } }
                }
            }
        }
    }
}

fn row(page: &Page, hit: &GameMatch, has_near: bool) -> Markup {
    let hit = GameMatchJson::new(hit);
    let line = if hit.line > 1 { hit.line.to_string() } else { String::new() };
    let place = Address::new(format!("/games/{}", hit.game));
    let place = place.with("line", line).with("move", hit.ply.to_string());
    let next = hit.next_in_query.as_deref().or(hit.next.as_deref());
    html! {
        tr data-game=(hit.game) data-ply=(hit.ply) {
            td { a href=(page.link(&place.to_string())) { (hit.game) } }
            td.number { (hit.ply) @if hit.line > 1 { " (" (hit.line) ")" } }
            td { (next.unwrap_or("–")) }
            @if has_near { td.number { (hit.distance) } }
            td { (player(hit.black.as_deref(), None)) }
            td { (player(hit.white.as_deref(), None)) }
            td { (hit.date.as_deref().unwrap_or_default()) }
            td { (hit.result.as_deref().unwrap_or_default()) }
        }
    }
}

fn count(page: &Page, hits: &[GameMatch]) -> String {
    let GameCountJson { games, hits } = GameCountJson::new(hits);
    match (hits, games) {
        (0, _) => page.text(NOT_IN_GAMES).to_owned(),
        (1, _) => page.text(ONE).to_owned(),
        (hits, 1) => page.fill(SEVERAL_IN_ONE, &[&hits]),
        (hits, games) => page.fill(COUNT, &[&hits, &games]),
    }
}
