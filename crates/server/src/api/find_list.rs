//! `POST /api/v1/find/list`: whether many positions are known, in one request.

use std::sync::Arc;

use axum::Json;
use axum::extract::{DefaultBodyLimit, FromRequest, Request, State};
use serde::{Deserialize, Serialize};

use crate::Color;
use crate::answer::ListedPositionJson;
use crate::find::ExactFinder;
use crate::input::{BodyOf, TurnField};
use crate::problem::Problem;
use crate::state::{App, View};

/// The most positions of a request.
pub(super) const MAX_POSITIONS: usize = 10_000;

/// The longest body, in bytes: so many whole boards of 19x19.
const MAX_BODY: usize = 4 << 20;

/// The positions to find.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct FindListRequest {
    /// Positions of Go in the forms that `/api/v1/find` takes, at most 10,000.
    positions: Vec<String>,
    /// The side to move, in the colors of each position.
    turn: Option<TurnField>,
}

/// What was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct FindListAnswer {
    /// An answer for each position, in their order.
    answers: Vec<ListedPositionJson>,
}

/// Finds the records of many positions: for each how many there are, and the first one. A text that is no
/// position has an error in its place, and the others are found.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "", request_body = FindListRequest,
    responses((status = 200, body = FindListAnswer)),
))]
pub(super) async fn find_list(
    State(app): State<Arc<App>>,
    mut request: Request,
) -> Result<Json<FindListAnswer>, Problem> {
    DefaultBodyLimit::max(MAX_BODY).apply(&mut request);
    let BodyOf(FindListRequest { positions, turn }) = BodyOf::from_request(request, &app).await?;
    if positions.len() > MAX_POSITIONS {
        let detail = format!("positions: at most {MAX_POSITIONS}, not {}", positions.len());
        return Err(Problem::unprocessable(detail));
    }
    let turn = turn.map(Color::from);
    let read = move |view: &View<'_>| {
        let mut finder = ExactFinder::new(view.store);
        let found = positions.iter().map(|text| ListedPositionJson::find(&mut finder, text, turn));
        Ok(found.collect::<Result<_, _>>()?)
    };
    Ok(Json(FindListAnswer { answers: app.read(read).await? }))
}
