//! `/api/v1/games/profile`: what a player plays in the first moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::answer::{Aspects, PointNames, ProfileMoveJson};
use crate::find::ProfileOptions;
use crate::game_fields::{GameFields, Selecting};
use crate::given_board::GivenBoard;
use crate::problem::Problem;
use crate::profile::{MAX_DEPTH, MAX_POSITIONS, find_profile};
use crate::state::{App, View};

/// A player.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct ProfileRequest {
    /// The player; part of the name is enough.
    name: String,
    /// The whole board to begin with, as for `/api/v1/games/next`; the empty 19x19 board if not given.
    position: Option<String>,
    /// Only positions after fewer moves than this, 1 to 30; 6 if not given.
    depth: Option<usize>,
    /// The most positions as Black and as White, those that most games of the player reach, 1 to 100; 10
    /// if not given.
    positions: Option<usize>,
    /// Whether a group of the same game counts once.
    #[serde(default)]
    unique: bool,
    /// Leave out moves that the player chose in fewer games than this; 1 if not given.
    min_games: Option<u32>,
}

/// What a player chose, and what all others chose in the same positions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct ProfileAnswer {
    /// How many games the player has as Black.
    black_games: usize,
    /// How many games the player has as White.
    white_games: usize,
    /// The choices, as `next --profile --json` prints them.
    moves: Vec<ProfileMoveJson>,
}

/// What a player chose in the first moves, and what all others chose in the same positions. Conditions that name
/// players are refused.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(ProfileRequest, described::OtherFields),
    responses((status = 200, body = ProfileAnswer)),
))]
pub(super) async fn profile(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<ProfileRequest>,
) -> Result<Json<ProfileAnswer>, Problem> {
    Ok(Json(app.read(move |view| list(view, &request, &fields)).await?))
}

fn list(
    view: &View<'_>,
    request: &ProfileRequest,
    fields: &GameFields,
) -> Result<ProfileAnswer, Problem> {
    let default = ProfileOptions::default();
    let check = |name, value: Option<usize>, default, most| match value.unwrap_or(default) {
        value if (1..=most).contains(&value) => Ok(value),
        value => Err(Problem::unprocessable(format!("{name} is 1 to {most}, not {value}"))),
    };
    let options = ProfileOptions {
        depth: check("depth", request.depth, default.depth, MAX_DEPTH)?,
        positions: check("positions", request.positions, default.positions, MAX_POSITIONS)?,
        least: request.min_games.map_or(default.least, u64::from),
    };
    let given = GivenBoard::read(request.position.as_deref(), None)?.into_whole()?;
    let asked = (&*request.name, &given);
    let profile = find_profile(view, asked, (fields, request.unique), options)?;
    let names = PointNames::new(given.place);
    Ok(ProfileAnswer {
        black_games: profile.games[0],
        white_games: profile.games[1],
        moves: ProfileMoveJson::list(&profile, names, Aspects::default()),
    })
}

/// The parameters of the OpenAPI description.
#[cfg(feature = "openapi")]
mod described {
    use utoipa::IntoParams;
    use utoipa::openapi::path::{Parameter, ParameterIn};

    use crate::game_fields::GameFields;
    use crate::profile::PLAYERS;

    /// The conditions that name no players.
    #[cfg_attr(not(test), expect(dead_code, reason = "describes the parameters"))]
    pub(super) enum OtherFields {}

    impl IntoParams for OtherFields {
        fn into_params(place: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
            let mut fields = GameFields::into_params(place);
            fields.retain(|field| !PLAYERS.contains(&&*field.name));
            fields
        }
    }
}
