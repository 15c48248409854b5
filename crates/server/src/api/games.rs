//! `/api/v1/games`: the games, and one of them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, OpenApi, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{GameJson, abalone};
use crate::family::Family;
use crate::game_fields::{GameFields, Selecting};
use crate::game_list::{GameList, ListedGames, SortField};
use crate::input::check_limit;
use crate::model::Charset;
use crate::problem::Problem;
use crate::sgf::{GameTree, Layout, to_sgf};
use crate::state::{App, View};

/// Which games, and in which order.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct GamesRequest {
    /// The family to list: `go` if not given. Games of Abalone have no shapes and ranks.
    #[serde(default)]
    family: Family,
    /// Only games in which this shape occurs: an IGTN or a GTN, in which `?` is any point, moves
    /// such as `Q16 D4`, or SGF.
    shape: Option<String>,
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
#[derive(Debug, Serialize, ToSchema)]
struct GamesAnswer {
    /// How many games the whole list has.
    total: usize,
    /// The games, as `games --json` prints them.
    items: GamesJson,
    /// The value of `after` for the next page; null on the last one.
    next: Option<i64>,
}

/// Games of a family.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum GamesJson {
    Go(Vec<GameJson>),
    Abalone(Vec<abalone::GameJson>),
}

/// A game of either family.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum AnyGameJson {
    Go(GameJson),
    Abalone(abalone::GameJson),
}

/// The types of query parameters, which a route does not add by itself.
#[derive(OpenApi)]
#[openapi(components(schemas(Family, SortField)))]
struct Fields;

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::with_openapi(Fields::openapi()).routes(routes!(games)).routes(routes!(game))
}

/// The games.
#[utoipa::path(get, path = "/api/v1/games", params(GamesRequest, GameFields), responses(
    (status = 200, body = GamesAnswer),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn games(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<GamesRequest>,
) -> Result<Json<GamesAnswer>, Problem> {
    let read = move |view: &View<'_>| {
        let limit = check_limit(request.limit)?;
        let order = request.sort.order(request.reverse);
        let shape = request.shape.as_deref();
        let list = GameList { family: request.family, fields: &fields, shape, order };
        let page = list.page(view, request.after, limit)?;
        let items = match page.games {
            ListedGames::Go(games) => {
                let games = games.into_iter().map(|game| GameJson::new(game, None));
                GamesJson::Go(games.collect())
            }
            ListedGames::Abalone(games) => {
                let games = games.into_iter().map(|game| abalone::GameJson::new(game, None));
                GamesJson::Abalone(games.collect())
            }
        };
        Ok(GamesAnswer { total: page.total, items, next: page.next })
    };
    Ok(Json(app.read(read).await?))
}

/// A game, or its text: of Go the game tree as SGF in UTF-8, of Abalone as its source has it.
#[utoipa::path(get, path = "/api/v1/games/{id}",
    params(("id" = String, Path, description = "The number of the game, of Abalone with `a` \
        before it; with `.sgf` behind it, or `.apgn` for Abalone, the text is sent as an \
        attachment.")),
    responses(
        (status = 200, content(
            (AnyGameJson = "application/json"),
            (String = "application/x-go-sgf"),
            (String = "text/plain"),
        )),
        (status = "default", body = Problem, content_type = "application/problem+json"),
    ),
)]
async fn game(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Problem> {
    let number = |text: &str| text.parse::<i64>().ok();
    let missing = |id: &str| Problem::not_found(format!("there is no game {id}"));
    if let Some(name) = id.strip_prefix('a') {
        let (digits, is_text) = match name.strip_suffix(".apgn") {
            Some(digits) => (digits, true),
            None => (name, false),
        };
        let game = number(digits).ok_or_else(|| missing(&id))?;
        let read = move |view: &View<'_>| read_abalone(view, game, is_text);
        return app.read(read).await?.ok_or_else(|| missing(&id));
    }
    if let Some(id) = id.strip_suffix(".sgf") {
        let number = number(id).ok_or_else(|| missing(id))?;
        let sgf = app.read(move |view| read_sgf(view, number)).await?;
        return sgf.ok_or_else(|| missing(id));
    }
    let number = number(&id).ok_or_else(|| missing(&id))?;
    let game = app.read(move |view| Ok(view.store.game(number)?)).await?;
    let game = game.ok_or_else(|| missing(&id))?;
    Ok(Json(AnyGameJson::Go(GameJson::new(game, None))).into_response())
}

/// The game tree with the headers of a file.
fn read_sgf(view: &View<'_>, id: i64) -> Result<Option<Response>, Problem> {
    if view.store.game(id)?.is_none() {
        return Ok(None);
    }
    let (sgf, charset) = view.store.game_tree(id)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(charset.as_ref()));
    let text = to_sgf(&tree, Layout::OneLine) + "\n";
    let name = format!("attachment; filename=\"game-{id}.sgf\"");
    let kind = "application/x-go-sgf; charset=utf-8".to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    Ok(Some((headers, text).into_response()))
}

/// A game of Abalone, or its text with the headers of a file.
fn read_abalone(view: &View<'_>, id: i64, is_text: bool) -> Result<Option<Response>, Problem> {
    let Some(game) = view.store.abalone_game(id)? else { return Ok(None) };
    if !is_text {
        let game = AnyGameJson::Abalone(abalone::GameJson::new(game, None));
        return Ok(Some(Json(game).into_response()));
    }
    let text = view.store.abalone_game_text(id)? + "\n";
    let name = format!("attachment; filename=\"game-a{id}.apgn\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)];
    Ok(Some((headers, text).into_response()))
}
