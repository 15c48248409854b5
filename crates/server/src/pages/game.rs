//! `/games/{id}`: a game, stepped through.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::Html;
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::abalone_game;
use super::board::BoardGrid;
use super::board_part::BoardPart;
use super::game_filter::hidden;
use super::game_table::player;
use super::layout::Page;
use super::like::like_of;
use super::profile::profile_of;
use super::steps::steps;
use super::text::texts;
use crate::Color;
use crate::address::Address;
use crate::answer::PointText;
use crate::extract::BoardPlace;
use crate::game_view::{GameRequest, GameView, MAX_LINES, NO_GAME};
use crate::go::{Point, Size};
use crate::gtn::{Diagram, SubPosition};
use crate::input::QueryOf;
use crate::problem::Problem;
use crate::sought::SoughtFields;
use crate::state::{App, View};
use crate::svg::Picture;

texts! { "shared": AT_START, AFTER, BLACK, WHITE, COMMENT, DATE, RESULT, EVENT, SOURCE }
texts! { "game":
    TITLE, PASS, CAPTURES, LINES, MAIN_LINE, VARIATION, CUT_LINES, SHAPE, NO_SHAPE, AT_MOVE,
    AT_MOVE_OF, LAST_MOVE, NAME, KOMI, RULES, HANDICAP, DOWNLOAD, ORIENTED, ORIENTED_HINT, EXPLORE, HINT, PROFILE, LIKE,
}

#[derive(Debug, Deserialize)]
struct GameQuery {
    #[serde(rename = "move")]
    number: Option<u32>,
    line: Option<u32>,
    #[serde(flatten)]
    sought: SoughtFields,
    #[serde(default)]
    point: String,
    #[serde(default)]
    part: BoardPart,
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/games/{id}", get(game))
}

async fn game(
    page: Page,
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    QueryOf(query): QueryOf<GameQuery>,
) -> Result<Html<String>, Problem> {
    let missing = || Problem::not_found(NO_GAME.with(&[&id]));
    if let Some(number) = id.strip_prefix('a') {
        let number: i64 = number.parse().map_err(|_| missing())?;
        let line = query.line.unwrap_or(1);
        let read = move |view: &View<'_>| {
            abalone_game::AbaloneView::read(view, number, line, query.number)
        };
        let view = app.read(read).await?.ok_or_else(missing)?;
        return Ok(page.show(&page.fill(TITLE, &[&id]), abalone_game::show(&page, &view)));
    }
    let id: i64 = id.parse().map_err(|_| missing())?;
    let (fields, part, sought) = (query.sought.clone(), query.part, query.sought.read()?);
    let read = move |view: &View<'_>| {
        let size = view.store.game(id)?.and_then(|game| Size::new(game.cols, game.rows).ok());
        let point = size.and_then(|size| locate(&query.point, size));
        let GameQuery { number, line, .. } = query;
        GameView::read(view, &GameRequest { id, line, number, sought, point })
    };
    let view = app.read(read).await?;
    Ok(page.show(&page.fill(TITLE, &[&id]), show(&page, &view, &fields, part)))
}

/// The point of the board with this name.
fn locate(name: &str, size: Size) -> Option<Point> {
    PointText::parse(name)?.locate(BoardPlace { origin: Point::new(0, 0), board: size }, size)
}

fn show(page: &Page, view: &GameView, sought: &SoughtFields, part: BoardPart) -> Markup {
    let game = &view.game;
    let shape = &sought.shape;
    let address = sought.add_to(Address::new(format!("/games/{}", game.game)));
    let address = address.with("part", part.name());
    let line = if view.line > 1 { view.line.to_string() } else { String::new() };
    let own =
        address.clone().with("line", if shape.is_empty() { line } else { view.line.to_string() });
    let link = |address: Address| page.link(&address.to_string());
    let at_move = |number: u32| own.clone().with("move", number.to_string());
    let to_move = |number: u32| link(at_move(number));
    let here = at_move(view.replayed.moves);
    let last = view.replayed.last.and_then(|(_, point)| point);
    let board = BoardGrid::new(page, "board", picture(view)).shade(view.region);
    html! {
        div data-live {
            p.players {
                strong { (page.text(BLACK)) } " "
                (linked_player(page, game.black.as_deref(), game.black_rank.as_deref())) " – "
                strong { (page.text(WHITE)) } " "
                (linked_player(page, game.white.as_deref(), game.white_rank.as_deref()))
            }
            div.beside {
                div.desk {
                    form method="get" {
                        (hidden(page, &own, &[]))
                        (part.frame(page, board, last, &here))
                    }
                    @let line = Address::new("")
                        .with("line", view.line.to_string())
                        .with("part", part.name());
                    (steps(page, [view.replayed.moves, view.moves], &line, to_move))
                    (part.links(page, view.size, LAST_MOVE, &here))
                }
                div {
                    p #status role="status" { (describe(page, view)) }
                    p { (page.fill(CAPTURES, &[&view.replayed.captured[0], &view.replayed.captured[1]])) }
                    @if let Some(comment) = &view.comment {
                        h2 { (page.text(COMMENT)) }
                        p.comment #comment { (comment) }
                    }
                    @if !shape.is_empty() { (matches(page, view, &address)) }
                    @if view.line_count > 1 { (lines(page, view, &address)) }
                    (facts(page, view))
                    p.tools {
                        a.button href=(format!("/api/v1/games/{}.sgf", game.game)) download {
                            (page.text(DOWNLOAD))
                        }
                        a.button href=(format!("/api/v1/games/{}.sgf?orient=true", game.game)) download
                            title=(page.text(ORIENTED_HINT)) {
                            (page.text(ORIENTED))
                        }
                        a.button href=(link(explore(view))) { (page.text(EXPLORE)) }
                        a.button href=(link(like_of(game.game))) { (page.text(LIKE)) }
                    }
                    p.soft { (page.text(HINT)) }
                }
            }
        }
        (page.script("board.js"))
        (page.script("games.js"))
    }
}

/// A player with the rank, as a link to what the player plays.
fn linked_player(page: &Page, name: Option<&str>, rank: Option<&str>) -> Markup {
    match name.filter(|name| !name.trim().is_empty()) {
        None => player(name, rank),
        Some(known) => html! {
            a href=(page.link(&profile_of(known).to_string())) title=(page.text(PROFILE)) {
                (player(name, rank))
            }
        },
    }
}

/// The board with the number of the last move on its stone.
fn picture(view: &GameView) -> Picture {
    let board = view.replayed.board.clone();
    let place = BoardPlace { origin: Point::new(0, 0), board: view.size };
    let mut picture = Picture::from(Diagram::from(&SubPosition::goban(board)));
    picture.place = Some(place);
    if let Some((_, Some(point))) = view.replayed.last {
        picture.labels.push((point, view.replayed.moves.to_string()));
    }
    picture
}

/// Where the game is: the number of the move, the player, and the point.
fn describe(page: &Page, view: &GameView) -> String {
    let Some((color, point)) = view.replayed.last else {
        return page.fill(AT_START, &[&view.moves]);
    };
    let player = page.text(if color == Color::Black { BLACK } else { WHITE });
    let point = point.map_or(page.text(PASS).to_owned(), |point| point.name(view.size));
    page.fill(AFTER, &[&view.replayed.moves, &view.moves, &player, &point])
}

fn matches(page: &Page, view: &GameView, address: &Address) -> Markup {
    html! {
        @if view.matches.is_empty() {
            p { (page.text(NO_SHAPE)) }
        } @else {
            p { (page.text(SHAPE)) }
            ul.chips {
                @for found in &view.matches {
                    @let (line, number) = (found.line + 1, u32::from(found.move_number));
                    @let is_on = (line, number) == (view.line, view.replayed.moves);
                    @let link = address.clone().with("line", line.to_string());
                    li { a.button aria-current=[is_on.then_some("true")]
                        href=(page.link(&link.with("move", number.to_string()).to_string())) {
                        @if line == 1 { (page.fill(AT_MOVE, &[&number])) }
                        @else { (page.fill(AT_MOVE_OF, &[&number, &(line - 1)])) }
                    } }
                }
            }
        }
    }
}

fn lines(page: &Page, view: &GameView, address: &Address) -> Markup {
    html! {
        h2 { (page.text(LINES)) }
        ul.chips #lines {
            @for ((path, branch), number) in view.lines.iter().zip(1_u32..) {
                @let link = address.clone().with("line", number.to_string());
                @let link = link.with("move", branch.to_string());
                li { a.button aria-current=[(number == view.line).then_some("true")]
                    title=(path) href=(page.link(&link.to_string())) {
                    @if number == 1 { (page.text(MAIN_LINE)) }
                    @else { (page.fill(VARIATION, &[&(number - 1), branch])) }
                } }
            }
        }
        @if view.line_count as usize > MAX_LINES {
            p.soft { (page.fill(CUT_LINES, &[&MAX_LINES, &view.line_count])) }
        }
    }
}

fn facts(page: &Page, view: &GameView) -> Markup {
    let game = &view.game;
    let text = |text: &Option<compact_str::CompactString>| text.as_deref().map(str::to_owned);
    let facts = [
        (DATE, text(&game.date)),
        (RESULT, text(&game.result)),
        (EVENT, text(&game.event)),
        (NAME, text(&game.name)),
        (KOMI, game.komi.map(|komi| komi.to_string())),
        (RULES, text(&game.rules)),
        (HANDICAP, game.handicap.map(|stones| stones.to_string())),
        (SOURCE, Some(format!("{}, {}", game.source, game.tree))),
    ];
    html! {
        dl #game {
            @for (name, value) in facts {
                @if let Some(value) = value { dt { (page.text(name)) } dd { (value) } }
            }
        }
    }
}

/// The page that explores the board.
fn explore(view: &GameView) -> Address {
    let board = SubPosition::goban(view.replayed.board.clone());
    let is_empty = board.board.is_empty();
    let position = if is_empty { String::new() } else { board.to_string() };
    Address::new("/explore").with("position", position)
}
