//! `/api/v1/shapes`: where a shape occurs in games, and what is played there next.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use crate::Color;
use crate::answer::{HitCountJson, HitJson, PointNames};
use crate::explore::find_shape;
use crate::game_fields::{GameFields, Selecting};
use crate::games::ListMatches;
use crate::given_board::GivenBoard;
use crate::input::{TurnField, check_limit, read_moves};
use crate::problem::Problem;
use crate::sought::Hits;
use crate::state::{App, View};

/// A shape.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct ShapeRequest {
    /// An IGTN or a GTN, in which `?` is any point; moves such as `Q16 D4`, or SGF.
    position: String,
    /// The part of the position that is the shape, such as `K10-T19`; if not given, all of it, and
    /// of moves and SGF the stones with the edges near them.
    region: Option<String>,
    /// Only hits that begin with this move or later.
    after_move: Option<u16>,
    /// Only hits that begin with this move or earlier.
    before_move: Option<u16>,
    /// Only hits at the place of the shape on its board, and at the images of this place.
    #[serde(default)]
    anchor: bool,
    /// Only hits after which this color plays inside the shape first.
    next: Option<TurnField>,
    /// Only hits after which these moves are played inside the shape, such as `B R14 W Q17`.
    sequence: Option<String>,
    /// Only hits behind these in the list: `next` of the part before. The counts are of all hits.
    after: Option<String>,
    /// The most hits to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

/// Where a shape occurs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct ShapeAnswer {
    /// The shape as IGTN.
    position: String,
    /// Games, hits and next moves, as `find --in games --count --json` prints them.
    #[serde(flatten)]
    counts: HitCountJson,
    /// The hits, as `find --in games --json` prints them, but without `query`.
    matches: Vec<HitJson>,
    /// Whether hits follow those of `matches`.
    more: bool,
    /// The value of `after` for the next part; null on the last one.
    next: Option<String>,
}

/// Where a shape occurs in games.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(ShapeRequest, GameFields),
    responses((status = 200, body = ShapeAnswer)),
))]
pub(super) async fn shapes(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<ShapeRequest>,
) -> Result<Json<ShapeAnswer>, Problem> {
    Ok(Json(app.read(move |view| list(view, &request, &fields)).await?))
}

/// Reads the number of a game, and how many of its hits are left out.
fn read_after(text: &str) -> Result<(i64, usize), Problem> {
    let numbers = text
        .split_once(':')
        .and_then(|(game, hits)| Some((game.parse().ok()?, hits.parse().ok()?)));
    numbers.ok_or_else(|| Problem::unprocessable("after: `next` of the part before, such as 12:3"))
}

fn list(
    view: &View<'_>,
    request: &ShapeRequest,
    fields: &GameFields,
) -> Result<ShapeAnswer, Problem> {
    let limit = check_limit(request.limit)?;
    let given = GivenBoard::read(Some(&request.position), None)?;
    let shape = given.into_shape(request.region.as_deref())?;
    let hits = Hits {
        moves: read_moves(request.after_move, request.before_move)?,
        anchor: request.anchor,
        next: request.next.map(Color::from),
        sequence: request.sequence.clone().unwrap_or_default(),
    };
    let (game, behind) = request.after.as_deref().map_or(Ok((i64::MIN, 0)), read_after)?;
    // One more says whether others follow.
    let listed = ListMatches::limit(limit + 1).behind(game, behind);
    let mut found = find_shape(view, &hits.search(&shape.shape())?, fields, listed)?;
    let more = found.matches.len() > limit;
    found.matches.truncate(limit);
    let next = found.matches.last().filter(|_| more).map(|last| {
        let of_game = found.matches.iter().filter(|found| found.game == last.game).count();
        format!("{}:{}", last.game, of_game + if last.game == game { behind } else { 0 })
    });
    let names = PointNames::new(shape.place);
    let mut matches = Vec::with_capacity(found.matches.len());
    for of_game in found.matches.chunk_by(|one, other| one.game == other.game) {
        matches.extend(HitJson::of_game(view.store, of_game, names)?);
    }
    Ok(ShapeAnswer {
        position: shape.pattern.to_string(),
        more,
        next,
        counts: HitCountJson::new(&found.counts, &found.played.moves, names),
        matches,
    })
}
