//! `/api/v1/games/like`: the games that are most like a game.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::answer::{GameJson, read_given_game};
use crate::game_fields::Selecting;
use crate::input::{BodyOf, check_limit};
use crate::like::{list_like, load_lines};
use crate::problem::Problem;
use crate::state::{App, View};

/// A game of the database.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct LikeRequest {
    /// The number of the game.
    game: i64,
    /// The most games to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// A game that need not be in the database.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct LikeBody {
    /// The game in SGF.
    sgf: String,
    /// The most games to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// The games that are most like a game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct LikeAnswer {
    /// The games, as `games --like --json` prints them; those with the longest common positions first.
    items: Vec<GameJson>,
}

/// The games that are most like a game of the database: those with the longest common positions of the whole board
/// and of corners.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(LikeRequest, crate::game_fields::GameFields),
    responses((status = 200, body = LikeAnswer)),
))]
pub(super) async fn like(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<LikeRequest>,
) -> Result<Json<LikeAnswer>, Problem> {
    let limit = check_limit(request.limit)?;
    let read = move |view: &View<'_>| {
        let lines = load_lines(view, request.game)?;
        let games = fields.select(view)?;
        list_like(view, games, (&lines, Some(request.game)), limit)
    };
    Ok(Json(LikeAnswer { items: app.read(read).await? }))
}

/// The games that are most like a game in SGF.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "", request_body = LikeBody,
    responses((status = 200, body = LikeAnswer)),
))]
pub(super) async fn like_body(
    State(app): State<Arc<App>>,
    BodyOf(body): BodyOf<LikeBody>,
) -> Result<Json<LikeAnswer>, Problem> {
    let limit = check_limit(body.limit)?;
    let game = read_given_game(body.sgf.into_bytes());
    let game = game.map_err(|cause| Problem::unprocessable(format!("sgf: {cause}")))?;
    let read = move |view: &View<'_>| list_like(view, None, (&game.lines, None), limit);
    Ok(Json(LikeAnswer { items: app.read(read).await? }))
}
