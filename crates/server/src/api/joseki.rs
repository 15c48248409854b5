//! `/api/v1/joseki`: what is played next in a corner.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::Color;
use crate::answer::{CornerJson, likely_turn};
use crate::explore::{Counted, count_in_corner};
use crate::game_fields::{GameFields, Selecting};
use crate::given_board::GivenBoard;
use crate::go::MAX_SIDE;
use crate::input::{
    ByField, ExamplesField, TurnField, check_limit, check_window, read_aspects, read_moves,
};
use crate::problem::Problem;
use crate::state::{App, View};

/// A corner.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct CornerRequest {
    /// Moves such as `Q16 R14`, an IGTN with two open sides, a GTN, or SGF; the empty corner if not
    /// given.
    position: Option<String>,
    /// The lines of the board on which a position of moves is played, 2 to 52; 19 if not given.
    board: Option<u8>,
    /// How many columns and rows of each corner count, 1 to 26; at most half of the board of the position. 10 if
    /// not given.
    window: Option<u8>,
    /// The side to move; if not given, as the position says, else the player with fewer stones,
    /// else Black.
    turn: Option<TurnField>,
    /// Whether handicap games are left out.
    #[serde(default)]
    even: bool,
    /// Whether a group of the same game counts once.
    #[serde(default)]
    unique: bool,
    /// Only where the position begins with this move or later.
    after_move: Option<u16>,
    /// Only where the position begins with this move or earlier.
    before_move: Option<u16>,
    /// Leave out moves that occur in fewer games than this; 1 if not given.
    min_games: Option<u32>,
    /// With `year`, the share of each move and its results by year; with `rank`, by the rank of the players.
    by: Option<ByField>,
    /// A year such as `2016`: the share of each move before it and since, with intervals. `pro`: the
    /// share among amateurs and among professionals.
    versus: Option<String>,
    /// Which five games of each move are its `examples`; those that were imported first if not given.
    examples: Option<ExamplesField>,
    /// The most moves to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// A corner with the moves that were played next.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct CornerAnswer {
    /// The corner, as `joseki --json` prints it.
    #[serde(flatten)]
    corner: CornerJson,
    /// How many moves were played there.
    total: usize,
    /// Whether there are more moves than `moves` lists.
    more: bool,
}

/// The moves played next in a corner.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(CornerRequest, GameFields),
    responses((status = 200, body = CornerAnswer)),
))]
pub(super) async fn joseki(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<CornerRequest>,
) -> Result<Json<CornerAnswer>, Problem> {
    Ok(Json(app.read(move |view| list(view, &request, &fields)).await?))
}

fn list(
    view: &View<'_>,
    request: &CornerRequest,
    fields: &GameFields,
) -> Result<CornerAnswer, Problem> {
    let limit = check_limit(request.limit)?;
    let aspects = read_aspects(request.by, request.versus.as_deref(), request.examples)?;
    if request.board == Some(1) {
        return Err(Problem::unprocessable(format!("board is 2 to {MAX_SIDE}, not 1")));
    }
    let given = GivenBoard::read(request.position.as_deref(), request.board)?;
    let window = check_window(request.window)?;
    let asked = given.to_corner(window)?;
    let turn = request.turn.map(Color::from).or(given.turn);
    let turn = turn.unwrap_or_else(|| likely_turn(asked.corner.board()));
    let moves = read_moves(request.after_move, request.before_move)?;
    let games = Counted { even: request.even, unique: request.unique, moves };
    let mut counted = count_in_corner(view, (&asked, window), turn, (fields, games))?;
    counted.moves.retain(|found| found.results.games >= request.min_games.unwrap_or(1).into());
    let total = counted.moves.len();
    counted.moves.truncate(limit);
    let corner = CornerJson::new(&asked, &asked.corner, turn, &counted, aspects);
    Ok(CornerAnswer { corner, total, more: total > limit })
}
