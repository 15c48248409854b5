//! `/api/v1/games`: the games, and one of them.

use std::io::Write;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use crate::Color;
use crate::answer::{GameJson, abalone};
use crate::download::{self, attach};
use crate::family::Family;
use crate::find::load_game_sgf;
use crate::game_fields::Selecting;
use crate::game_list::{GameList, ListedGames, SortField};
use crate::input::{TurnField, check_limit, read_moves, read_query};
use crate::problem::Problem;
use crate::sought::{Hits, Sought};
use crate::state::{App, View};

/// Which games, and in which order.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct GamesRequest {
    /// The family to list: `go` if not given. Games of Abalone have no shapes and ranks.
    #[serde(default)]
    family: Family,
    /// Only games in which this shape occurs: an IGTN or a GTN, in which `?` is any point, moves
    /// such as `Q16 D4`, or SGF.
    shape: Option<String>,
    /// The shape is a corner, as `/joseki` counts it: only games in which this player comes to move there.
    turn: Option<TurnField>,
    /// Only games in which the shape begins with this move or later.
    after_move: Option<u16>,
    /// Only games in which the shape begins with this move or earlier.
    before_move: Option<u16>,
    /// The order; by their numbers if not given.
    #[serde(default)]
    sort: SortField,
    /// Whether the order is reversed.
    #[serde(default)]
    reverse: bool,
    /// Only games behind this one in the list: `next` of the page before.
    after: Option<i64>,
    /// The most games to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// A page of the list of games.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct GamesAnswer {
    /// How many games the whole list has.
    total: usize,
    /// The games, as `games --json` prints them.
    items: Vec<AnyGameJson>,
    /// The value of `after` for the next page; null on the last one.
    next: Option<i64>,
}

/// A game of either family.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
enum AnyGameJson {
    Go(GameJson),
    Abalone(abalone::GameJson),
}

/// The games.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(GamesRequest, crate::game_fields::GameFields),
    responses((status = 200, body = GamesAnswer)),
))]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<GamesRequest>,
) -> Result<Json<GamesAnswer>, Problem> {
    let read = move |view: &View<'_>| {
        let limit = check_limit(request.limit)?;
        let order = request.sort.order(request.reverse);
        let shape = request.shape.as_deref().unwrap_or_default();
        let moves = read_moves(request.after_move, request.before_move)?;
        let hits = Hits { moves, ..Hits::default() };
        let sought = Sought::new(shape, "", request.turn.map(Color::from), hits)?;
        let sought = sought.as_ref();
        let list = GameList { family: request.family, fields: &fields, sought, order };
        let page = list.page(view, request.after, limit)?;
        let abalone = |game| AnyGameJson::Abalone(abalone::GameJson::new(game, None));
        let items = match page.games {
            ListedGames::Go(games) => games.into_iter().map(AnyGameJson::Go).collect(),
            ListedGames::Abalone(games) => games.into_iter().map(abalone).collect(),
        };
        Ok(GamesAnswer { total: page.total, items, next: page.next })
    };
    Ok(Json(app.read(read).await?))
}

/// Which games, in which order, and how they are turned.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct GamesSgfRequest {
    /// Only games in which this shape occurs: an IGTN or a GTN, in which `?` is any point, moves
    /// such as `Q16 D4`, or SGF.
    shape: Option<String>,
    /// The order; by their numbers if not given.
    #[serde(default)]
    sort: SortField,
    /// Whether the order is reversed.
    #[serde(default)]
    reverse: bool,
    /// Whether each game is turned to its normal form, as `games --sgf --orient` does.
    #[serde(default)]
    orient: bool,
}

/// The game trees of games of Go in UTF-8, one per line, as `games --sgf` writes them.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(GamesSgfRequest, crate::game_fields::GameFields),
    responses((status = 200, body = String, content_type = "application/x-go-sgf")),
))]
pub(super) async fn games_sgf(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<GamesSgfRequest>,
) -> Result<Response, Problem> {
    let GamesSgfRequest { shape, sort, reverse, orient } = request;
    let body = download::send(app, move |view| {
        let shape = shape.as_deref().unwrap_or_default();
        let sought = Sought::new(shape, "", None, Hits::default())?;
        let (family, order) = (Family::Go, sort.order(reverse));
        let list = GameList { family, fields: &fields, sought: sought.as_ref(), order };
        let ids = list.ids_of_go(view)?;
        Ok(move |view: &View<'_>, out: &mut dyn Write| {
            for id in ids {
                writeln!(out, "{}", load_game_sgf(view.store, id, orient)?)?;
            }
            Ok(())
        })
    })
    .await?;
    Ok(attach("games.sgf".to_owned(), "application/x-go-sgf; charset=utf-8", body))
}

/// How the SGF of a game is turned.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct SgfRequest {
    /// Whether the game is turned to its normal form, as `games --sgf --orient` does.
    #[serde(default)]
    orient: bool,
}

/// A game.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("id" = String, Path, description = "The number of the game, of Abalone with `a` \
        before it.")),
    responses((status = 200, body = AnyGameJson)),
))]
pub(super) async fn game(
    State(app): State<Arc<App>>,
    Path(file): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Problem> {
    let (name, extension) = match file.split_once('.') {
        Some((name, extension)) => (name.to_owned(), Some(extension.to_owned())),
        None => (file.clone(), None),
    };
    let missing = || Problem::not_found(format!("there is no game {file}"));
    let (digits, is_abalone) = match name.strip_prefix('a') {
        Some(digits) => (digits, true),
        None => (&*name, false),
    };
    let id: i64 = digits.parse().map_err(|_| missing())?;
    let SgfRequest { orient } = match (is_abalone, extension.as_deref()) {
        (false, Some("sgf")) => read_query(query.as_deref().unwrap_or_default())?,
        _ => SgfRequest::default(),
    };
    let read = move |view: &View<'_>| match (is_abalone, extension.as_deref()) {
        (false, None) => read_game(view, id),
        (false, Some("sgf")) => write_sgf(view, id, orient),
        (true, None) => read_abalone(view, id),
        (true, Some("apgn")) => write_apgn(view, id),
        _ => Ok(None),
    };
    app.read(read).await?.ok_or_else(missing)
}

fn read_game(view: &View<'_>, id: i64) -> Result<Option<Response>, Problem> {
    let game = view.store.game(id)?;
    Ok(game.map(|game| Json(GameJson::new(game, None)).into_response()))
}

fn read_abalone(view: &View<'_>, id: i64) -> Result<Option<Response>, Problem> {
    let game = view.store.abalone_game(id)?;
    Ok(game.map(|game| Json(abalone::GameJson::new(game, None)).into_response()))
}

/// The game tree of a game of Go, in UTF-8.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", operation_id = "game_sgf",
    params(("id" = i64, Path, description = "The number of the game."), SgfRequest),
    responses((status = 200, body = String, content_type = "application/x-go-sgf")),
))]
pub(super) fn write_sgf(
    view: &View<'_>,
    id: i64,
    orient: bool,
) -> Result<Option<Response>, Problem> {
    if view.store.game(id)?.is_none() {
        return Ok(None);
    }
    let text = load_game_sgf(view.store, id, orient)? + "\n";
    Ok(Some(attach(format!("game-{id}.sgf"), "application/x-go-sgf; charset=utf-8", text)))
}

/// The text of a game of Abalone, as its source has it: a result is in the sense of the source, which
/// may be that of PGN. `winner` of the game says who won; `/api/v1/export` writes APGN.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", operation_id = "game_apgn",
    params(("id" = i64, Path, description = "The number of the game, without `a`.")),
    responses((status = 200, body = String, content_type = "text/plain")),
))]
pub(super) fn write_apgn(view: &View<'_>, id: i64) -> Result<Option<Response>, Problem> {
    if view.store.abalone_game(id)?.is_none() {
        return Ok(None);
    }
    let text = view.store.abalone_game_text(id)? + "\n";
    Ok(Some(attach(format!("game-a{id}.apgn"), "text/plain; charset=utf-8", text)))
}
