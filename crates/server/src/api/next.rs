//! `/api/v1/games/next`: what is played next on a whole board of either family.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::abalone::Setup;
use crate::abalone_position::{play, read_setup};
use crate::answer::{Aspects, NextMoveJson, PointNames, TypedMoves, abalone};
use crate::explore::{Counted, count_next};
use crate::find::BoardMoves;
use crate::find::abalone::{Query, count_next_moves};
use crate::game_fields::{GameFields, Selecting};
use crate::games::MoveRange;
use crate::given_board::GivenBoard;
use crate::input::{ByField, ExamplesField, check_limit, read_aspects, read_moves};
use crate::problem::Problem;
use crate::state::{App, View};

/// A whole board.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct NextRequest {
    /// Moves such as `Q16 D4`, an IGTN without `_` and `!`, a GTN, or SGF; or a position of Abalone
    /// in any form. The empty 19x19 board if not given.
    position: Option<String>,
    /// Moves to play on the board first, such as `Q16 D4`; the player with fewer stones begins. On
    /// a board of Abalone moves in any notation, such as `a1b2 i9h8`.
    moves: Option<String>,
    /// The lines of the board on which a position of moves is played; 19 if not given.
    board: Option<u8>,
    /// Whether a group of the same game counts once; not for Abalone.
    #[serde(default)]
    unique: bool,
    /// Only where the position begins with this move or later.
    after_move: Option<u16>,
    /// Only where the position begins with this move or earlier.
    before_move: Option<u16>,
    /// Leave out moves that occur in fewer games than this; 1 if not given.
    min_games: Option<u32>,
    /// With `year`, the share of each move and its results by year; with `rank`, by the rank of the players; not for Abalone.
    by: Option<ByField>,
    /// A year such as `2016`: the share of each move before it and since, with intervals. `pro`: the
    /// share among amateurs and among professionals; not for Abalone.
    versus: Option<String>,
    /// Which five games of each move are its `examples`; those that were imported first if not given.
    examples: Option<ExamplesField>,
    /// The most moves to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// The moves that were played next.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct NextAnswer {
    /// The board as IGTN, of Abalone as IATN with the side to move and the marbles lost, if known.
    position: String,
    /// How many games reach the board.
    games: u64,
    /// How many moves were played there.
    total: usize,
    /// The moves, as `next --json` prints them; the most frequent first.
    moves: Vec<AnyMoveJson>,
    /// Whether there are more moves than `moves` lists.
    more: bool,
}

/// A move of either family.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
enum AnyMoveJson {
    Go(Box<NextMoveJson>),
    Abalone(abalone::NextMoveJson),
}

/// The moves played next on a whole board.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(NextRequest, GameFields),
    responses((status = 200, body = NextAnswer)),
))]
pub(super) async fn next(
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
    let moves = read_moves(request.after_move, request.before_move)?;
    let aspects = read_aspects(request.by, request.versus.as_deref(), request.examples)?;
    let least = u64::from(request.min_games.unwrap_or(1));
    if let Some(text) = request.position.as_deref().filter(|text| Setup::is_meant_by(text)) {
        if request.board.is_some() {
            return Err(Problem::unprocessable("board does not apply to positions of Abalone"));
        }
        if request.unique {
            return Err(Problem::unprocessable("unique does not apply to games of Abalone"));
        }
        if aspects != Aspects::default() || moves != MoveRange::default() {
            return Err(Problem::unprocessable(
                "by, versus, examples, after_move and before_move do not apply to games of Abalone",
            ));
        }
        let setup = play(read_setup(text)?, request.moves.as_deref().unwrap_or_default())?;
        let next = count_next_moves(view.store, &Query::new(setup), &fields.to_abalone_filter()?)?;
        let moves = abalone::NextMoveJson::list(&next).into_iter();
        let moves = moves.filter(|played| played.games >= least).map(AnyMoveJson::Abalone);
        return Ok(NextAnswer::new(setup.to_iatn(), next.games, moves.collect(), limit));
    }
    for typed in [&request.position, &request.moves].into_iter().flatten() {
        if let Ok(moves) = typed.parse::<TypedMoves>() {
            moves.refuse_last_pass().map_err(|error| Problem::unprocessable(error.to_string()))?;
        }
    }
    let given = GivenBoard::read(request.position.as_deref(), request.board)?.into_whole()?;
    let given = given.play(request.moves.as_deref().unwrap_or_default())?;
    let counted = Counted { unique: request.unique, moves, ..Counted::default() };
    let mut found = BoardMoves::clone(&*count_next(view, &given.pattern, (fields, counted))?);
    found.moves.retain(|played| played.results.games >= least);
    let moves = NextMoveJson::list(&found, PointNames::new(given.place), aspects).into_iter();
    let moves = moves.map(|played| AnyMoveJson::Go(Box::new(played))).collect();
    Ok(NextAnswer::new(given.pattern.to_string(), found.games, moves, limit))
}

impl NextAnswer {
    /// The first `limit` moves.
    fn new(position: String, games: u64, mut moves: Vec<AnyMoveJson>, limit: usize) -> NextAnswer {
        let total = moves.len();
        moves.truncate(limit);
        NextAnswer { position, games, total, moves, more: total > limit }
    }
}
