//! `/explore`: what is played next on a whole board, in a corner, and in a shape.

use std::mem;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use maud::{Markup, html};
use serde::Deserialize;

use super::board::{BoardGrid, WILDCARD};
use super::board_part::BoardPart;
use super::explore_abalone::{self, AbaloneDesk};
use super::explore_examples::example_choices;
use super::explore_parts::{BACK, GONE, TITLE, append, before_last, list_moves, position_form};
use super::explore_table::{self, Table, count_games, games, rows_of_go};
use super::explore_training;
use super::family_switch;
use super::faults;
use super::game_filter;
use super::layout::Page;
use super::text::{Text, texts};
use super::words::{BLACK, WHITE};
use crate::Color;
use crate::abalone::Setup;
use crate::address::Address;
use crate::answer::{Aspects, By, ExampleOrder, PointText, TypedMoves};
use crate::explored::{Desk, Details, Explored, ExploredMove, Kind, is_moves};
use crate::extract::BoardPlace;
use crate::family::{Family, ShownFamily};
use crate::game_fields::{GameFields, Selecting};
use crate::go::{Point, Size};
use crate::input::{ExamplesField, read_aspects, refuse_word};
use crate::model::Split;
use crate::problem::Problem;
use crate::sought::SoughtFields;
use crate::state::{App, View};
use crate::svg::Picture;

texts! { "shared": NEXT }
texts! { "explore":
    KINDS, OPENING, CORNER, SHAPE, RESTART, TENUKI, FOUND, POSITION, REGION, REGION_HINT, SEARCH,
    CHOOSE, NO_POINT, SAVE_LINE, DETAILS, AFTER_MOVE, BEFORE_MOVE, BY, BY_YEAR, BY_RANK, VERSUS, ANCHOR, YES,
    NEXT_COLOR, SEQUENCE, UPPER_RIGHT, UPPER_LEFT, LOWER_RIGHT,
    LOWER_LEFT, TOP_SIDE, RIGHT_SIDE,
}

/// A word of a field that has only some, and its name.
type Word = (&'static str, Text);

/// The regions that are offered as links, on the standard board.
const REGIONS: [(&str, Text); 6] = [
    ("K10-T19", UPPER_RIGHT),
    ("A10-K19", UPPER_LEFT),
    ("K1-T10", LOWER_RIGHT),
    ("A1-K10", LOWER_LEFT),
    ("F12-O19", TOP_SIDE),
    ("N6-T14", RIGHT_SIDE),
];

#[derive(Clone, Debug, Deserialize)]
pub(super) struct ExploreQuery {
    #[serde(default)]
    kind: KindField,
    #[serde(default)]
    pub(super) position: String,
    /// One word a move.
    #[serde(default)]
    pub(super) moves: String,
    board: Option<u8>,
    /// The region that is the shape, and which hits count.
    #[serde(flatten)]
    hits: SoughtFields,
    /// By what the results of the moves are listed.
    #[serde(default)]
    by: String,
    /// What divides two groups of games.
    #[serde(default)]
    versus: String,
    /// Which games are the examples of each move.
    examples: Option<ExamplesField>,
    /// Whether all moves are listed.
    #[serde(default)]
    all: bool,
    /// The color that a person plays against the games; see [`explore_training`].
    #[serde(default)]
    train: String,
    /// A point to play on.
    #[serde(default)]
    point: String,
    #[serde(default)]
    part: BoardPart,
    family: Option<Family>,
}

gtn_db_core::mirror! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum KindField => Kind {
        #[default]
        Opening,
        Corner,
        Shape,
    }
}

impl KindField {
    const ALL: [(KindField, &'static str, Text); 3] = [
        (KindField::Opening, "", OPENING),
        (KindField::Corner, "corner", CORNER),
        (KindField::Shape, "shape", SHAPE),
    ];
}

impl ExploreQuery {
    /// The family that the request is about, if it says so.
    fn find_family(&self) -> Option<Family> {
        let is_go = !self.position.trim().is_empty() && self.family.is_none();
        let is_abalone = Setup::is_meant_by(&self.position);
        if is_abalone { Some(Family::Abalone) } else { self.family.or(is_go.then_some(Family::Go)) }
    }

    /// The query with typed moves as moves, to which others are appended.
    pub(super) fn normalize(mut self) -> ExploreQuery {
        if self.moves.is_empty() && is_moves(&self.position) {
            self.moves = mem::take(&mut self.position);
        }
        if let Ok(moves) = self.moves.parse::<TypedMoves>() {
            self.moves = moves.to_string();
        }
        self
    }

    /// The color that a person trains, if the request is for training.
    fn trained(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == self.train)
    }

    fn address(&self, fields: &GameFields) -> Address {
        self.address_at("/explore", fields)
    }

    /// The address of another page about the same moves.
    fn address_at(&self, path: &'static str, fields: &GameFields) -> Address {
        let kind = KindField::ALL.iter().find(|kind| kind.0 == self.kind).map_or("", |kind| kind.1);
        let address = Address::new(path)
            .with("family", self.family.map_or("", Family::name))
            .with("kind", kind)
            .with("position", &self.position)
            .with("moves", &self.moves)
            .with("board", self.board.map_or(String::new(), |lines| lines.to_string()))
            .with("by", &self.by)
            .with("versus", &self.versus)
            .with("examples", self.example_order().map_or("", ExampleOrder::name))
            .with("part", self.part.name())
            .with("train", self.trained().map_or("", Color::name));
        game_filter::with_fields(self.hits.add_to(address), fields)
    }

    /// The query after other moves.
    pub(super) fn after(&self, moves: String) -> ExploreQuery {
        ExploreQuery { moves, point: String::new(), all: false, ..self.clone() }
    }

    /// The parameters besides the moves.
    pub(super) fn details(&self) -> Result<Details, Problem> {
        let by = By::ALL.into_iter().find(|by| by.name() == self.by);
        if by.is_none() && !self.by.is_empty() {
            return Err(refuse_word("by", &By::ALL.map(By::name)));
        }
        let aspects = read_aspects(None, Some(self.versus.trim()), None)?;
        let versus = aspects.versus.or((by == Some(By::Rank)).then_some(Split::Pro));
        let aspects = Aspects { by, versus, examples: self.example_order() };
        Ok(Details { hits: self.hits.read_hits()?, fields: self.hits.clone(), aspects })
    }

    fn example_order(&self) -> Option<ExampleOrder> {
        self.examples.map(ExampleOrder::from)
    }

    /// The board after the moves.
    pub(super) fn set_up(&self) -> Result<Desk, Problem> {
        let kind = Kind::from(self.kind);
        Desk::set_up(kind, &self.position, &self.moves, &self.hits.region, self.board)
    }
}

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new().route("/explore", get(explore))
}

async fn explore(
    page: Page,
    State(app): State<Arc<App>>,
    Selecting(query, fields): Selecting<ExploreQuery>,
) -> Result<Response, Problem> {
    let counts = Arc::clone(&app).read(|view| Ok(view.families()?)).await?;
    let family = ShownFamily::new(query.find_family(), [counts.go.games, counts.abalone.games]);
    if family.family == Family::Abalone {
        let ExploreQuery { position, moves, all, .. } = query;
        let desk = AbaloneDesk { position, moves, has_all: all };
        let answer =
            move |view: &View<'_>| explore_abalone::answer(view, &page, desk, &fields, family);
        return app.read(answer).await;
    }
    let query = query.normalize();
    let desk = query.set_up();
    let answer = match (&desk, query.details()) {
        (Err(problem), _) => Err(problem.clone()),
        (_, Err(problem)) => Err(problem),
        (Ok(desk), Ok(details)) => {
            let (desk, fields) = (desk.clone(), fields.clone());
            app.read(move |view| desk.explore(view, &fields, &details)).await
        }
    };
    let mut refused = None;
    let lead_to = |played: ExploreQuery| {
        let address = played.address(&fields).to_string();
        Redirect::to(&page.link(&address)).into_response()
    };
    if let (Ok(desk), false) = (&desk, query.point.is_empty()) {
        match play(&query, desk, answer.as_ref().ok()) {
            Ok(played) => return Ok(lead_to(played)),
            Err(problem) => refused = Some(problem),
        }
    } else if let (Ok(desk), Ok(explored), Some(own)) = (&desk, &answer, query.trained())
        && desk.turn() != own
        && let Some(reply) = explore_training::reply(desk, explored)
    {
        return Ok(lead_to(query.after(append(&query.moves, &reply))));
    }
    let status = match &answer {
        // A wrong guess of a person who trains is no fault of the request.
        _ if refused.is_some() && query.trained().is_none() => StatusCode::UNPROCESSABLE_ENTITY,
        Ok(_) => StatusCode::OK,
        // A shape without a region is the beginning of the page, not an error.
        Err(_)
            if desk.is_ok() && query.kind == KindField::Shape && query.hits.region.is_empty() =>
        {
            StatusCode::OK
        }
        Err(problem) => StatusCode::from_u16(problem.status).expect("made from a status"),
    };
    if status.is_server_error() {
        return Err(answer.expect_err("only an error has this status"));
    }
    let desk = desk.unwrap_or_else(|_| Desk::empty(query.kind.into()));
    let content = Exploration { page: &page, query: &query, fields: &fields, desk: &desk, family };
    let content = content.show(&answer, refused.as_ref());
    Ok((status, page.show(page.text(TITLE), content)).into_response())
}

/// The query with its point as the last move, by the player of the move that is listed there, else
/// by the player whose turn it is.
fn play(
    query: &ExploreQuery,
    desk: &Desk,
    explored: Option<&Explored>,
) -> Result<ExploreQuery, Problem> {
    let board = desk.board.place.board;
    let whole = BoardPlace { origin: Point::new(0, 0), board };
    let point = PointText::parse(&query.point).and_then(|point| point.locate(whole, board));
    let outside = || Problem::unprocessable(NO_POINT.with(&[&query.point]));
    let point = Some(point.ok_or_else(outside)?);
    let moves = explored.into_iter().flat_map(|explored| &explored.moves);
    let listed = moves.into_iter().find(|found| found.point == point);
    if listed.is_none() && query.trained().is_some() {
        return Err(Problem::unprocessable(explore_training::UNPLAYED.with(&[&query.point])));
    }
    let word = desk.word(listed.and_then(|found| found.color), point);
    let played = query.after(append(&query.moves, &word));
    played.set_up()?; // refuses what the rules forbid
    Ok(played)
}

/// Says how many games have the board, or where the shape is.
pub(super) fn describe(page: &Page, desk: &Desk, explored: &Explored) -> String {
    match explored.hits {
        Some(hits) => page.fill(FOUND, &[&hits, &explored.games]),
        None => count_games(page, explored.games, Some(desk.turn())),
    }
}

/// The page with its request.
struct Exploration<'a> {
    page: &'a Page,
    query: &'a ExploreQuery,
    fields: &'a GameFields,
    desk: &'a Desk,
    family: ShownFamily,
}

impl Exploration<'_> {
    fn show(&self, answer: &Result<Explored, Problem>, refused: Option<&Problem>) -> Markup {
        let Exploration { page, query, fields, desk, family } = *self;
        let address = query.address(fields);
        let is_shape = query.kind == KindField::Shape;
        let link = |address: Address| page.link(&address.to_string());
        let explored = answer.as_ref().ok();
        let focus = explored.and_then(|explored| self.focus(explored));
        let board = BoardGrid::new(page, "board", self.picture(explored)).shade(desk.region);
        let size = board.size();
        html! {
            div data-live data-gone=(page.text(GONE)) {
                (family_switch::render(page, family, |family| {
                    Address::new("/explore").with("family", family.name())
                }))
                nav.tools aria-label=(page.text(KINDS)) {
                    @for (kind, name, text) in KindField::ALL {
                        a.button aria-current=[(kind == query.kind).then_some("true")]
                            href=(link(self.without_hits(&address).with("kind", name))) {
                            (page.text(text))
                        }
                    }
                }
                (game_filter::chips(page, &address, fields))
                div.beside {
                    div.desk {
                        @if let Some(problem) = refused { p role="alert" { (faults::explain(page, problem)) } }
                        form #desk method="get" action="/explore" data-region[is_shape] {
                            (game_filter::hidden(page, &address, &[]))
                            (query.part.frame(page, board, focus, &address))
                        }
                        (query.part.links(page, size, NEXT, &address))
                        (self.tools(&address))
                        @if is_shape { (self.region_form(&address)) }
                        (position_form(page, &address, POSITION, self.typed()))
                    }
                    div {
                        @match answer {
                            Ok(explored) => {
                                p #status role="status" { (describe(page, desk, explored)) }
                                @let table = self.table(explored, &address);
                                @if query.trained().is_some() {
                                    (explore_training::hide(page, explored, &table))
                                } @else { (table) }
                            }
                            Err(problem) => {
                                p #status role="status" { (faults::explain(page, problem)) }
                            }
                        }
                    }
                }
                (self.details_form(&address))
                (game_filter::form(page, "/explore", &address, fields))
                @if let Ok(explored) = answer { (games(page, explored, fields)) }
            }
            (page.script("board.js"))
            (page.script("games.js"))
        }
    }

    /// The address without what only shapes have.
    fn without_hits(&self, address: &Address) -> Address {
        let moves = SoughtFields {
            after_move: self.query.hits.after_move.clone(),
            before_move: self.query.hits.before_move.clone(),
            ..SoughtFields::default()
        };
        moves.add_to(address.clone())
    }

    /// The point of the drawn board that is played on most often.
    fn focus(&self, explored: &Explored) -> Option<Point> {
        explored.moves.iter().find_map(|found| self.desk.shown_point(found.point?))
    }

    /// The board with letters on the moves that the table lists.
    fn picture(&self, explored: Option<&Explored>) -> Picture {
        let Exploration { desk, query, .. } = *self;
        let mut picture = Picture::from(desk.diagram());
        let place = BoardPlace { origin: desk.shown.origin, board: desk.board.place.board };
        picture.place = Some(place);
        let wildcards = desk.board.pattern.wildcards();
        let wildcards = wildcards.filter_map(|point| desk.shown_point(point));
        picture.labels.extend(wildcards.map(|point| (point, WILDCARD.to_owned())));
        let all = explored.map_or(&[][..], |explored| &explored.moves);
        let moves: Vec<&ExploredMove> = match query.trained() {
            Some(_) => Vec::new(),
            None if query.all => all.iter().collect(),
            None => explore_table::most_frequent(all).collect(),
        };
        for found in moves {
            let shown = found.point.and_then(|point| desk.shown_point(point));
            let Some((point, letter)) = shown.zip(found.letter) else { continue };
            // A point on which both players play has the letter of the more frequent move.
            if picture.labels.iter().all(|(labeled, _)| *labeled != point) {
                picture.labels.push((point, letter.to_string()));
            }
        }
        picture
    }

    fn table(&self, explored: &Explored, address: &Address) -> Markup {
        let Exploration { page, query, desk, .. } = *self;
        let rows = rows_of_go(page, desk, explored, address, &query.moves);
        let by = By::ALL.into_iter().find(|by| by.name() == query.by);
        let table = Table { page, address, games: explored.games, rows, has_all: query.all, by };
        html! {
            (table.render())
            @if !explored.moves.is_empty() { (example_choices(page, address, query.example_order())) }
        }
    }

    /// What the text field shows.
    fn typed(&self) -> &str {
        let ExploreQuery { position, moves, .. } = self.query;
        if position.is_empty() { moves } else { position }
    }

    fn tools(&self, address: &Address) -> Markup {
        let Exploration { page, query, .. } = *self;
        let link = |address: Address| page.link(&address.to_string());
        let mut before = before_last(&query.moves);
        if query.trained().is_some() {
            before = before_last(before); // the reply, and the move before it
        }
        let restart = address.clone().without("moves").without("position");
        html! {
            div.tools {
                @if !query.moves.is_empty() {
                    a.button #back href=(link(address.clone().with("moves", before))) {
                        (page.text(BACK))
                    }
                }
                @if !query.moves.is_empty() || !query.position.is_empty() {
                    a.button href=(link(restart.without("region"))) { (page.text(RESTART)) }
                }
                @if query.kind == KindField::Corner {
                    @let word = self.desk.word(None, None);
                    a.button href=(link(address.clone().with("moves", append(&query.moves, &word)))) {
                        (page.text(TENUKI))
                    }
                }
            }
            (list_moves(page, &query.moves, address))
            div.tools {
                (explore_training::choices(page, address, query.trained()))
                a.button download
                    href=(link(query.address_at("/explore.sgf", self.fields).without("train").without("examples"))) {
                    (page.text(SAVE_LINE))
                }
            }
        }
    }

    /// The form for the parameters besides the moves.
    fn details_form(&self, address: &Address) -> Markup {
        let Exploration { page, query, .. } = *self;
        let hits = &query.hits;
        let (colors, yes) = ([("black", BLACK), ("white", WHITE)], [("true", YES)]);
        let mut fields: Vec<(&str, Text, &str, &[Word])> = vec![
            ("after_move", AFTER_MOVE, &hits.after_move, &[]),
            ("before_move", BEFORE_MOVE, &hits.before_move, &[]),
            ("by", BY, &query.by, &[("year", BY_YEAR), ("rank", BY_RANK)]),
            ("versus", VERSUS, &query.versus, &[]),
        ];
        if query.kind == KindField::Shape {
            fields.push(("anchor", ANCHOR, &hits.anchor, &yes));
            fields.push(("next", NEXT_COLOR, &hits.next, &colors));
            fields.push(("sequence", SEQUENCE, &hits.sequence, &[]));
        }
        let is_used = fields.iter().any(|(_, _, text, _)| !text.is_empty());
        let names: Vec<&str> = fields.iter().map(|field| field.0).collect();
        html! {
            details.filter open[is_used] {
                summary { (page.text(DETAILS)) }
                form method="get" action="/explore" {
                    (game_filter::hidden(page, address, &names))
                    div.fields {
                        @for (name, label, text, words) in fields {
                            label { span { (page.text(label)) }
                                @if words.is_empty() { input name=(name) value=(text); }
                                @else { select name=(name) {
                                    option value="" {}
                                    @for (word, said) in words {
                                        option value=(word) selected[*word == text] { (page.text(*said)) }
                                    }
                                } }
                            }
                        }
                    }
                    p { button.main { (page.text(SEARCH)) } }
                }
            }
        }
    }

    fn region_form(&self, address: &Address) -> Markup {
        let Exploration { page, query, desk, .. } = *self;
        let link = |region: &str| page.link(&address.clone().with("region", region).to_string());
        html! {
            form.tools #region method="get" action="/explore" {
                (game_filter::hidden(page, address, &["region"]))
                label { span { (page.text(REGION)) } " "
                    input name="region" value=(query.hits.region) placeholder="K10-T19" size="12"
                        aria-describedby="region-hint"; }
                button.main { (page.text(SEARCH)) }
                button type="button" data-tool="region" aria-pressed="false" hidden {
                    (page.text(CHOOSE))
                }
            }
            p.soft #region-hint { (page.text(REGION_HINT)) }
            @if desk.board.place.board == Size::STANDARD {
                ul.chips {
                    @for (region, name) in REGIONS {
                        li { a.button aria-current=[(region == query.hits.region).then_some("true")]
                            href=(link(region)) { (page.text(name)) } }
                    }
                }
            }
        }
    }
}
