//! `/profile`: what a player plays in the first moves.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::explore_table::{percent, won};
use super::game_filter;
use super::layout::Page;
use super::text::texts;
use super::words::{BLACK, WHITE};
use crate::Color;
use crate::address::Address;
use crate::answer::{Aspects, PointNames, ProfileMoveJson};
use crate::find::ProfileOptions;
use crate::game_fields::{GameFields, Selecting};
use crate::given_board::GivenBoard;
use crate::problem::Problem;
use crate::profile::find_profile;
use crate::state::{App, View};

texts! { "profile":
    TITLE, AS_BLACK, AS_WHITE, NOTHING, LINE, MOVE, GAMES, SHARE, WON, OTHERS, OTHER_SHARE, OTHER_WON, START,
    PASS, ALL_GAMES, HINT,
}

#[derive(Debug, Deserialize)]
struct ProfileQuery {
    #[serde(default)]
    name: String,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/profile", get(profile))
}

/// The address of the profile of a player.
pub(super) fn profile_of(name: &str) -> Address {
    Address::new("/profile").with("name", name)
}

async fn profile(
    page: Page,
    State(app): State<Arc<App>>,
    Selecting(query, fields): Selecting<ProfileQuery>,
) -> Result<Html<String>, Problem> {
    let (name, own) = (query.name.clone(), fields.clone());
    let read = move |view: &View<'_>| {
        let board = GivenBoard::read(None, None)?;
        let options = ProfileOptions::default();
        let profile = find_profile(view, (&name, &board), (&own, false), options)?;
        let names = PointNames::new(board.place);
        Ok((profile.games, ProfileMoveJson::list(&profile, names, Aspects::default())))
    };
    let (games, moves) = app.read(read).await?;
    let address = game_filter::with_fields(profile_of(&query.name), &fields);
    let content = html! {
        (game_filter::chips(&page, &address, &fields))
        p.soft { (page.text(HINT)) }
        @for (color, title) in [(Color::Black, AS_BLACK), (Color::White, AS_WHITE)] {
            h2 { (page.fill(title, &[&games[color as usize]])) }
            @let moves: Vec<_> = moves.iter().filter(|found| found.side == color.name()).collect();
            @if moves.is_empty() { p { (page.text(NOTHING)) } } @else { (table(&page, color, &moves, &fields)) }
        }
        p { a.button href=(page.link(&Address::new("/games").with("player", &query.name).to_string())) {
            (page.text(ALL_GAMES))
        } }
    };
    Ok(page.show(&page.fill(TITLE, &[&query.name]), content))
}

/// The choices with one color.
fn table(page: &Page, color: Color, moves: &[&ProfileMoveJson], fields: &GameFields) -> Markup {
    let side = page.text(if color == Color::Black { BLACK } else { WHITE });
    let explore = |moves: String| {
        let address = Address::new("/explore").with("moves", moves);
        page.link(&game_filter::with_fields(address, fields).to_string())
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label=(side) {
            table id=(color.name()) {
                thead { tr {
                    th { (page.text(LINE)) } th { (page.text(MOVE)) }
                    th.number { (page.text(GAMES)) } th.number { (page.text(SHARE)) } th { (page.text(WON)) }
                    th.number { (page.text(OTHERS)) } th.number { (page.text(OTHER_SHARE)) }
                    th { (page.text(OTHER_WON)) }
                } }
                tbody { @for at in moves.chunk_by(|one, other| one.line == other.line) {
                    @for (found, number) in at.iter().zip(0..) {
                        @let played = &found.played;
                        tr data-line=(found.line) data-point=[played.point_name.as_deref()] {
                            td { @if number == 0 {
                                a href=(explore(found.line.clone())) {
                                    @if found.line.is_empty() { (page.text(START)) } @else { (found.line) }
                                }
                            } }
                            td { @match (&played.point_name, played.turn) {
                                (Some(name), Some(turn)) => {
                                    @let letter = turn[..1].to_uppercase();
                                    @let moves = format!("{} {letter}{name}", found.line);
                                    a href=(explore(moves.trim().to_owned())) { (name) }
                                }
                                _ => (page.text(PASS)),
                            } }
                            td.number { (played.games) }
                            td.number { (percent(played.share)) }
                            td { (won(played.results.wins, played.results.losses).unwrap_or_default()) }
                            td.number { (found.field_games) }
                            td.number { (found.field_share.map(percent).unwrap_or_default()) }
                            td { (won(found.field_wins, found.field_losses).unwrap_or_default()) }
                        }
                    }
                } }
            }
        }
    }
}
