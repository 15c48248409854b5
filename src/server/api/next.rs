//! `/api/v1/games/next`: what is played next on a whole board.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::answer::{NextMoveJson, PointNames};
use crate::server::explore::count_next;
use crate::server::game_fields::{GameFields, Selecting};
use crate::server::given_board::GivenBoard;
use crate::server::input::check_limit;
use crate::server::problem::Problem;
use crate::server::state::{App, View};

/// A whole board.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct NextRequest {
    /// Moves such as `Q16 D4`, an IGTN without `_` and `!`, a GTN, or SGF; the empty board if not
    /// given.
    position: Option<String>,
    /// Moves to play on the board first, such as `Q16 D4`; the player with fewer stones begins.
    moves: Option<String>,
    /// The lines of the board on which a position of moves is played; 19 if not given.
    board: Option<u8>,
    /// Leave out moves that occur in fewer games than this; 1 if not given.
    min_games: Option<u64>,
    /// The most moves to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// The moves that were played next.
#[derive(Debug, Serialize, ToSchema)]
struct NextAnswer {
    /// The board as IGTN.
    position: String,
    /// How many games reach the board.
    games: u64,
    /// How many moves were played there.
    total: usize,
    /// The moves, as `next --json` prints them; the most frequent first.
    moves: Vec<NextMoveJson>,
    /// Whether there are more moves than `moves` lists.
    more: bool,
}

pub(super) fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(next))
}

/// The moves played next on a whole board.
#[utoipa::path(get, path = "/api/v1/games/next", params(NextRequest, GameFields), responses(
    (status = 200, body = NextAnswer),
    (status = "default", body = Problem, content_type = "application/problem+json"),
))]
async fn next(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<NextRequest>,
) -> Result<Json<NextAnswer>, Problem> {
    Ok(Json(app.read(move |view| list(view, &request, &fields)).await?))
}

fn list(
    view: &View<'_>,
    request: &NextRequest,
    fields: &GameFields,
) -> Result<NextAnswer, Problem> {
    let limit = check_limit(request.limit)?;
    let given = GivenBoard::read(request.position.as_deref(), request.board)?.into_whole()?;
    let given = given.play(request.moves.as_deref().unwrap_or_default())?;
    let (games, mut played) = count_next(view, &given.pattern, fields)?;
    played.retain(|played| played.results.games >= request.min_games.unwrap_or(1));
    let total = played.len();
    played.truncate(limit);
    Ok(NextAnswer {
        position: given.pattern.to_string(),
        games,
        total,
        moves: NextMoveJson::list(games, &played, PointNames::new(given.place)),
        more: total > limit,
    })
}
