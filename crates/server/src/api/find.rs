//! `/api/v1/find`: the same position, near positions, and those that contain another one.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};

use super::find_abalone::{self, AbaloneAnswer, AbaloneMatchJson};
use crate::Color;
use crate::abalone::Setup;
use crate::abalone_position::{build_query, read_setup};
use crate::answer::{
    ContainmentJson, NearestMatchJson, PointNames, RecordMatchJson, SimilarMatchJson,
};
use crate::find::{
    ContainmentQuery, EdgesOption, FindOptions, Likeness, MAX_NEAREST, NEAREST_COUNT, find_exact,
    find_nearest,
};
use crate::input::{BodyOf, QueryOf, TurnField, check_limit};
use crate::position::{read_pattern, read_position};
use crate::problem::Problem;
use crate::similarity::{Containing, Edges, MAX_DISTANCE, Within};
use crate::state::{App, View};

/// What to find. At most one of `near`, `contains` and `within` is given; without them, the
/// records of the same position are found.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct FindRequest {
    /// An IGTN such as `3x3|OX._XX._..._!!!`, a GTN of several lines, or SGF; or a position of
    /// Abalone in any form, such as `aba5|` with 61 points or `0a12b123_0a45b456`.
    position: String,
    /// The side to move, in the colors of the position.
    turn: Option<TurnField>,
    /// Where to find a position of Abalone; `problems` if not given. `/api/v1/shapes` finds shapes
    /// of Go in games.
    #[serde(rename = "in")]
    place: Option<PlaceField>,
    /// Also find positions that differ in at most so many points, 0 to 5, and those with the same
    /// stones but other edges.
    near: Option<u8>,
    /// Find positions that contain this one, in which `?` is any point.
    #[serde(default)]
    contains: bool,
    /// Find positions that are contained in this one.
    #[serde(default)]
    within: bool,
    /// With `contains` and `within`: which sides must be edges of the board, `marked` or `any`.
    /// With `near`: whether edges count, `same` or `any`.
    edges: Option<EdgesOption>,
    /// The most of the nearest problems to list, 0 to 20; not with `near`, `contains` and `within`. If
    /// not given, 5 for a position that is not known.
    nearest: Option<u8>,
    /// The most matches to list, 1 to 200; 50 if not given.
    limit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
enum PlaceField {
    Problems,
    Games,
}

/// What was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct FindAnswer {
    /// The key of the position; null for a pattern.
    key: Option<String>,
    /// How many positions were found; in games, how often.
    positions: usize,
    /// Their records, as `find --json` prints them, but without `query`.
    matches: Vec<MatchJson>,
    /// Whether there are more records than `matches` lists.
    more: bool,
    /// The problems nearest to the position, if asked for or if it is not known.
    nearest: Vec<NearestMatchJson>,
}

/// A record that was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
enum MatchJson {
    Same(RecordMatchJson),
    Similar(SimilarMatchJson),
    Containment(ContainmentJson),
    Abalone(AbaloneMatchJson),
}

/// Finds a position.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "", params(FindRequest), responses(
    (status = 200, body = FindAnswer),
)))]
pub(super) async fn find_by_query(
    State(app): State<Arc<App>>,
    QueryOf(request): QueryOf<FindRequest>,
) -> Result<Json<FindAnswer>, Problem> {
    Ok(Json(app.read(move |view| find(view, &request)).await?))
}

/// Finds a position that is too long for an address.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "", request_body = FindRequest, responses(
    (status = 200, body = FindAnswer),
)))]
pub(super) async fn find_by_body(
    State(app): State<Arc<App>>,
    BodyOf(request): BodyOf<FindRequest>,
) -> Result<Json<FindAnswer>, Problem> {
    Ok(Json(app.read(move |view| find(view, &request)).await?))
}

fn find(view: &View<'_>, request: &FindRequest) -> Result<FindAnswer, Problem> {
    let limit = check_limit(request.limit)?;
    let turn = request.turn.map(Color::from);
    let is_abalone = Setup::is_meant_by(&request.position);
    let in_games = request.place == Some(PlaceField::Games);
    if in_games && !is_abalone {
        return Err(Problem::unprocessable("in=games applies to positions of Abalone"));
    }
    let options = FindOptions {
        is_abalone,
        in_games,
        near: request.near.map(check_distance).transpose()?,
        contains: request.contains,
        within: request.within,
        edges: request.edges,
        nearest: request.nearest.is_some(),
        ..FindOptions::default()
    };
    let spell =
        |name: &str, value: &str| format!("{name}={value}").trim_end_matches('=').to_owned();
    let (likeness, edges) = options.check(spell).map_err(Problem::unprocessable)?;
    if is_abalone {
        let query = build_query(read_setup(&request.position)?, turn);
        let find = match in_games {
            true => find_abalone::find_positions_of_games,
            false => find_abalone::find_in_problems,
        };
        let AbaloneAnswer { positions, matches, more } = find(view, &query, likeness, limit)?;
        let matches = matches.into_iter().map(MatchJson::Abalone).collect();
        let key = Some(query.key().to_string());
        return Ok(FindAnswer { key, positions, matches, more, nearest: Vec::new() });
    }
    match likeness {
        Likeness::Same => {
            let nearest = request.nearest.map(check_nearest).transpose()?;
            find_same(view, &request.position, turn, limit, nearest)
        }
        Likeness::Near(k) => find_near(view, &request.position, turn, k, edges, limit),
        Likeness::Contains | Likeness::Within => {
            let (key, query) = prepare(&request.position, request.contains, edges)?;
            find_containment(view, key, &query, turn, limit)
        }
    }
}

/// The number of points that may differ.
fn check_distance(k: u8) -> Result<u8, Problem> {
    if k > MAX_DISTANCE {
        return Err(Problem::unprocessable(format!("near is 0 to {MAX_DISTANCE}, not {k}")));
    }
    Ok(k)
}

/// The number of nearest problems to list.
fn check_nearest(count: u8) -> Result<usize, Problem> {
    match usize::from(count) {
        count @ 0..=MAX_NEAREST => Ok(count),
        count => {
            let detail = format!("nearest is 0 to {MAX_NEAREST}, not {count}");
            Err(Problem::unprocessable(detail))
        }
    }
}

fn find_same(
    view: &View<'_>,
    position: &str,
    turn: Option<Color>,
    limit: usize,
    nearest: Option<usize>,
) -> Result<FindAnswer, Problem> {
    let query = read_position(position)?.to_query(turn)?;
    let found = find_exact(view.store, &query)?;
    let matches = found.iter().flat_map(|found| {
        found.matches.iter().map(|matched| RecordMatchJson::new(&found.position, matched))
    });
    let (matches, more) = cut(matches.map(MatchJson::Same), limit);
    let key = Some(query.key().to_string());
    let nearest = match nearest.unwrap_or(if found.is_none() { NEAREST_COUNT } else { 0 }) {
        0 => Vec::new(),
        count => {
            let mut source = view.position_source()?;
            find_nearest(view.store, source.nearest(&query)?, &query, count)?
        }
    };
    let nearest = nearest.iter().map(NearestMatchJson::new).collect();
    Ok(FindAnswer { key, positions: usize::from(found.is_some()), matches, more, nearest })
}

fn find_near(
    view: &View<'_>,
    position: &str,
    turn: Option<Color>,
    k: u8,
    edges: Edges,
    limit: usize,
) -> Result<FindAnswer, Problem> {
    let given = read_position(position)?;
    let query = given.to_query(turn)?;
    let found = view.position_source()?.find_near(&query, k, edges)?;
    let names = PointNames::new(given.place);
    let matches = found.iter().flat_map(|found| {
        found.records.iter().map(move |record| SimilarMatchJson::new(names, found, record))
    });
    let (matches, more) = cut(matches.map(MatchJson::Similar), limit);
    let (key, positions) = (Some(query.key().to_string()), found.len());
    Ok(FindAnswer { key, positions, matches, more, nearest: Vec::new() })
}

/// The search for what contains a position, or is within it, and the key of the position.
fn prepare(
    position: &str,
    contains: bool,
    edges: Edges,
) -> Result<(Option<String>, ContainmentQuery), Problem> {
    if contains {
        let pattern = read_pattern(position)?;
        let search = Containing::new(&pattern, edges)
            .map_err(|error| Problem::unprocessable(error.to_string()))?;
        let has_key = pattern.wildcards().next().is_none();
        let key = has_key.then(|| pattern.sub_position().canonicalize().key().to_string());
        return Ok((key, ContainmentQuery::Containing(search)));
    }
    let query = read_position(position)?.to_query(None)?;
    let search = ContainmentQuery::Within(Within::new(&query.given, edges));
    Ok((Some(query.key().to_string()), search))
}

fn find_containment(
    view: &View<'_>,
    key: Option<String>,
    query: &ContainmentQuery,
    turn: Option<Color>,
    limit: usize,
) -> Result<FindAnswer, Problem> {
    let mut source = view.position_source()?;
    let index = source.containment(query)?;
    let (mut positions, mut last, mut matches, mut more) = (0, None, Vec::new(), false);
    for found in query.find(index) {
        // A turn selects records, so a position counts only when one of its records is selected.
        let has_records = if more && turn.is_none() {
            true
        } else {
            let records = query.load_records(view.store, index, &found, turn)?;
            let has_records = !records.is_empty();
            let room = limit - matches.len();
            more |= records.len() > room;
            let listed = records.into_iter().take(room).map(ContainmentJson::new);
            matches.extend(listed.map(MatchJson::Containment));
            has_records
        };
        if has_records && last.replace(found.number) != Some(found.number) {
            positions += 1;
        }
    }
    Ok(FindAnswer { key, positions, matches, more, nearest: Vec::new() })
}

/// The first items, and whether there are more.
fn cut<T>(mut items: impl Iterator<Item = T>, limit: usize) -> (Vec<T>, bool) {
    let first = items.by_ref().take(limit).collect();
    (first, items.next().is_some())
}
