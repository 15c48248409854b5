//! `/explore` with a position of Abalone: what was played next, and in which games.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use maud::{Markup, html};

use super::abalone_card::describe;
use super::board;
use super::explore_parts::{BACK, GONE, TITLE, append, before_last, list_moves, position_form};
use super::explore_table::{ALL_GAMES, ENDS, Row, SAMPLES, Table, count_games, name_side};
use super::family_switch;
use super::faults;
use super::game_filter;
use super::game_table;
use super::layout::Page;
use super::text::texts;
use super::words;
use crate::Color;
use crate::abalone::{Board, Setup};
use crate::abalone_position::{STARTS, play, read_setup};
use crate::address::Address;
use crate::answer::abalone::NextMoveJson;
use crate::family::{Family, ShownFamily};
use crate::find::abalone::{GameMatch, NextMoves, Query, find_in_games};
use crate::game_fields::GameFields;
use crate::model::Turn;
use crate::problem::Problem;
use crate::state::View;
use crate::svg::HexPicture;

texts! { "shared": FIND }
texts! { "explore_abalone": BOARD, POSITION }

/// The start of most games, which is shown first.
const START: Board = Board::BELGIAN_DAISY;

/// The games that are listed.
const GAMES: usize = 20;

/// The position that the page explores, and how much the page lists.
#[derive(Clone, Debug)]
pub(super) struct AbaloneDesk {
    /// A position in any form; the usual start if empty.
    pub(super) position: String,
    /// The moves that were played on the board.
    pub(super) moves: String,
    /// Whether all moves are listed.
    pub(super) has_all: bool,
}

/// What was found.
struct Explored {
    setup: Setup,
    next: NextMoves,
    /// The first place in each of the first games.
    places: Vec<GameMatch>,
}

/// The page that answers a request.
///
/// # Errors
/// Those of the database; what the request does wrong is said on the page.
pub(super) fn answer(
    view: &View<'_>,
    page: &Page,
    desk: AbaloneDesk,
    fields: &GameFields,
    family: ShownFamily,
) -> Result<Response, Problem> {
    let desk = desk.normalize();
    let explored = match desk.explore(view, fields) {
        Err(problem) if !problem.is_refusal() => return Err(problem),
        explored => explored,
    };
    let status = if explored.is_ok() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let content = desk.show(page, fields, family, &explored);
    Ok((status, page.show(page.text(TITLE), content)).into_response())
}

impl AbaloneDesk {
    /// The same with moves that were typed in place of a position as moves.
    fn normalize(self) -> AbaloneDesk {
        let is_position = self.position.trim().is_empty() || Setup::is_meant_by(&self.position);
        if is_position || !self.moves.is_empty() {
            return self;
        }
        AbaloneDesk { moves: self.position, position: String::new(), ..self }
    }

    fn set_up(&self) -> Result<Setup, Problem> {
        let setup = match self.position.trim() {
            "" => Setup { turn: Some(Color::Black), ..START.into() },
            text => read_setup(text)?,
        };
        play(setup, &self.moves)
    }

    fn explore(&self, view: &View<'_>, fields: &GameFields) -> Result<Explored, Problem> {
        let setup = self.set_up()?;
        let query = Query::new(setup);
        let mut places = find_in_games(view.store, &query, &fields.to_abalone_filter()?)?;
        places.retain(|found| query.agrees(found));
        let next = NextMoves::of(&query, &places);
        places.dedup_by_key(|found| found.game.id);
        places.truncate(GAMES);
        Ok(Explored { setup, next, places })
    }

    fn address(&self, fields: &GameFields) -> Address {
        let address = Address::new("/explore")
            .with("family", Family::Abalone.name())
            .with("position", &self.position)
            .with("moves", &self.moves);
        game_filter::with_fields(address, fields)
    }

    fn show(
        &self,
        page: &Page,
        fields: &GameFields,
        family: ShownFamily,
        explored: &Result<Explored, Problem>,
    ) -> Markup {
        let address = self.address(fields);
        let without_moves = || AbaloneDesk { moves: String::new(), ..self.clone() }.set_up();
        let setup = match explored {
            Ok(explored) => explored.setup,
            Err(_) => without_moves().unwrap_or(START.into()),
        };
        let picture = HexPicture::from(setup.board);
        html! {
            div data-live data-gone=(page.text(GONE)) {
                (family_switch::render(page, family, |family| {
                    Address::new("/explore").with("family", family.name())
                }))
                (game_filter::chips(page, &address, fields))
                div.beside {
                    div.desk.hex {
                        (board::draw_hex(page, &picture, page.text(BOARD)))
                        (self.tools(page, &address, setup))
                        (position_form(page, &address, POSITION, self.typed()))
                    }
                    div {
                        @match explored {
                            Ok(explored) => {
                                p #status role="status" { (explored.describe(page)) }
                                (self.table(page, &address, explored))
                            }
                            Err(problem) => {
                                p #status role="status" { (faults::explain(page, problem)) }
                            }
                        }
                    }
                }
                (game_filter::form(page, "/explore", &address, fields))
                @if let Ok(explored) = explored { (explored.games(page, fields)) }
            }
            (page.script("board.js")) // for boards that links of this page lead to
            (page.script("games.js"))
        }
    }

    /// What the text field shows.
    fn typed(&self) -> &str {
        if self.position.is_empty() { &self.moves } else { &self.position }
    }

    fn tools(&self, page: &Page, address: &Address, setup: Setup) -> Markup {
        let link = |address: Address| page.link(&address.to_string());
        let before = before_last(&self.moves);
        let start = address.clone().without("moves");
        let find = Address::new("/").with("position", setup.to_iatn());
        html! {
            div.tools {
                @if !self.moves.is_empty() {
                    a.button #back href=(link(address.clone().with("moves", before))) {
                        (page.text(BACK))
                    }
                }
                a.button href=(link(find)) { (page.text(FIND)) }
            }
            div.tools role="group" aria-label=(page.text(words::STARTS)) {
                span.soft { (page.text(words::STARTS)) }
                @for (name, board) in STARTS {
                    @let setup = Setup { turn: Some(Color::Black), ..board.into() };
                    a.button href=(link(start.clone().with("position", setup.to_iatn()))) {
                        (page.text(words::start(name)))
                    }
                }
            }
            (list_moves(page, &self.moves, address))
        }
    }

    fn table(&self, page: &Page, address: &Address, explored: &Explored) -> Markup {
        let listed = NextMoveJson::list(&explored.next).into_iter();
        let rows = listed.zip(&explored.next.moves).map(|(played, found)| {
            let own = found.turn;
            let name = match &played.step {
                Some(step) => {
                    let address =
                        address.clone().with("moves", append(&self.moves, step)).to_string();
                    html! { a href=(page.link(&address)) { (step) } }
                }
                None => html! { (page.text(ENDS)) },
            };
            let is_other = Some(own) != explored.setup.turn;
            Row {
                point: None,
                name: html! { (name) @if is_other { " " small { (name_side(page, own)) } } },
                step: played.step,
                games: played.games,
                hits: None,
                share: played.share,
                results: [own, !own].map(|color| found.wins[color as usize]),
                years: played.first_year.zip(played.last_year),
                fashion: None,
                strength: None,
                versus: None,
                examples: None,
            }
        });
        let rows = rows.collect();
        let table = Table {
            page,
            address,
            games: explored.next.games,
            rows,
            has_all: self.has_all,
            by: None,
        };
        table.render()
    }
}

impl Explored {
    fn describe(&self, page: &Page) -> Markup {
        let lost = describe(page, Turn::Unknown, self.setup.lost);
        html! {
            (count_games(page, self.next.games, self.setup.turn))
            @if let Some(lost) = lost { " · " (lost) }
        }
    }

    /// The first games with links to the position, and a link to all places.
    fn games(&self, page: &Page, fields: &GameFields) -> Markup {
        let all = Address::new("/").with("position", self.setup.to_iatn()).with("mode", "exact");
        let is_filtered = fields.texts().next().is_some();
        let places = self.places.iter().map(|found| (&*found.game, Some(found.ply)));
        html! {
            @if !self.places.is_empty() {
                h2 { (page.text(SAMPLES)) }
                (game_table::render_abalone(page, places))
                @if !is_filtered {
                    p { a.button href=(page.link(&all.to_string())) {
                        (page.fill(ALL_GAMES, &[&self.next.games]))
                    } }
                }
            }
        }
    }
}
