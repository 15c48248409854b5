//! `/games/a{id}`: a game of Abalone, stepped through.

use maud::{Markup, html};

use super::board;
use super::game_table::player;
use super::layout::Page;
use super::steps::steps;
use super::text::texts;
use super::words::{BLACK, DATE, EXPLORE, RESULT, WHITE, side};
use crate::Color;
use crate::abalone::{CodedComment, Notation, Position, Setup};
use crate::address::Address;
use crate::answer::abalone::{GameJson, game_name};
use crate::find::abalone::{ReplayedGame, read_game};
use crate::game_view::NO_LINE;
use crate::problem::Problem;
use crate::state::View;
use crate::svg::HexPicture;

texts! { "shared": AT_START, AFTER, COMMENT, SOURCE, FIND }
texts! { "abalone_game": BOARD, LOST, MOVES, EVENT, SITE, ROUND, START, DOWNLOAD, HINT }

/// A game after a move.
#[derive(Debug)]
pub(super) struct AbaloneView {
    game: GameJson,
    /// The line, from 1.
    line: u32,
    position: Position,
    /// The number of moves played.
    number: u32,
    /// The names of all moves of the line, with their players.
    moves: Vec<(Color, String)>,
    /// The comments at this move, as words.
    comments: Vec<String>,
}

impl AbaloneView {
    /// Reads a game after `number` moves of a line, or after all if it has fewer or none is given;
    /// `None` if there is no such game.
    ///
    /// # Errors
    /// 404 if the game has no such line, 500 if the database is damaged or cannot be read.
    pub(super) fn read(
        view: &View<'_>,
        id: i64,
        line: u32,
        number: Option<u32>,
    ) -> Result<Option<AbaloneView>, Problem> {
        let Some(game) = view.store.abalone_game(id)? else { return Ok(None) };
        let gone = || Problem::not_found(NO_LINE.with(&[&game_name(id), &line]));
        let replayed = ReplayedGame::of_line(view.store, &game, line)?.ok_or_else(gone)?;
        let record = read_game(view.store, &game)?.record;
        let notation = record.notation().unwrap_or(Notation::AbaPro);
        let steps = replayed.moves.iter().zip(replayed.positions.windows(2));
        let moves = steps.map(|(&(step, push), around)| {
            (around[0].turn, notation.write(step, push, Some(around[1].lost)))
        });
        let last = replayed.moves.len();
        let shown = number.map_or(last, |number| last.min(number as usize));
        let comments = match shown.checked_sub(1) {
            None => Some(&record.comments),
            Some(_) if line > 1 => None,
            Some(at) => record.moves.get(at).map(|recorded| &recorded.comments),
        };
        let words = comments.into_iter().flatten();
        Ok(Some(AbaloneView {
            moves: moves.collect(),
            line,
            position: replayed.positions[shown],
            number: shown as u32,
            comments: words.map(|comment| CodedComment::read(comment).to_words()).collect(),
            game: GameJson::new(game, None),
        }))
    }
}

/// The content of the page.
pub(super) fn show(page: &Page, view: &AbaloneView) -> Markup {
    let game = &view.game;
    let address = Address::new(format!("/games/{}", game.game));
    let line = if view.line > 1 { view.line.to_string() } else { String::new() };
    let own = address.with("line", line);
    let to_move =
        |number: u32| page.link(&own.clone().with("move", number.to_string()).to_string());
    let last = view.moves.len() as u32;
    let picture = HexPicture::from(view.position.board);
    let title = page.fill(BOARD, &[&view.number]);
    let lost = view.position.lost;
    let position = Setup::from(view.position).to_iatn();
    let find = Address::new("/").with("position", &position);
    let explore = Address::new("/explore").with("position", &position);
    html! {
        div data-live {
            p.players {
                strong { (page.text(BLACK)) } " " (player(game.black.as_deref(), None)) " – "
                strong { (page.text(WHITE)) } " " (player(game.white.as_deref(), None))
            }
            div.beside {
                div.desk.hex {
                    (board::draw_hex(page, &picture, &title))
                    (steps(page, [view.number, last], &Address::new(""), to_move))
                }
                div {
                    p #status role="status" { (describe(page, view)) }
                    p { (page.fill(LOST, &[&lost.of(Color::Black), &lost.of(Color::White)])) }
                    @if !view.comments.is_empty() {
                        h2 { (page.text(COMMENT)) }
                        div #comment {
                            @for comment in &view.comments { p.comment lang="en" { (comment) } }
                        }
                    }
                    (facts(page, view))
                    @if last > 0 { (moves(page, view, to_move)) }
                    p.tools {
                        a.button href=(format!("/api/v1/games/{}.apgn", game.game)) download {
                            (page.text(DOWNLOAD))
                        }
                        a.button href=(page.link(&find.to_string())) { (page.text(FIND)) }
                        a.button href=(page.link(&explore.to_string())) { (page.text(EXPLORE)) }
                    }
                    p.soft { (page.text(HINT)) }
                }
            }
        }
        (page.script("board.js")) // for boards that links of this page lead to
        (page.script("games.js"))
    }
}

/// Where the game is: the number of the move, the player, and the move.
fn describe(page: &Page, view: &AbaloneView) -> String {
    let last = view.number.checked_sub(1).map(|last| &view.moves[last as usize]);
    let Some((color, step)) = last else { return page.fill(AT_START, &[&view.moves.len()]) };
    let player = page.text(side(*color));
    page.fill(AFTER, &[&view.number, &view.moves.len(), &player, step])
}

fn facts(page: &Page, view: &AbaloneView) -> Markup {
    let game = &view.game;
    let source = format!("{}, {}", game.source, game.number);
    let facts = [
        (EVENT, game.event.as_deref()),
        (DATE, game.date.as_deref()),
        (RESULT, game.result.as_deref()),
        (SITE, game.site.as_deref()),
        (ROUND, game.round.as_deref()),
        (START, Some(&*game.start)),
        (SOURCE, Some(&*source)),
    ];
    html! {
        dl #game {
            @for (name, value) in facts {
                @if let Some(value) = value { dt { (page.text(name)) } dd { (value) } }
            }
        }
    }
}

/// All moves, each a link to the position after it.
fn moves(page: &Page, view: &AbaloneView, to_move: impl Fn(u32) -> String) -> Markup {
    html! {
        h2 { (page.text(MOVES)) }
        ul.chips {
            @for (number, (_, step)) in (1..).zip(&view.moves) {
                li { a.button aria-current=[(number == view.number).then_some("true")]
                    href=(to_move(number)) { (number) ". " (step) } }
            }
        }
    }
}
