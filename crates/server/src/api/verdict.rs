//! `/api/v1/positions/KEY/verdict`: what the solver has computed about a problem.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::positions::RecordQuery;
use crate::abalone_lookup::KnownAbalone;
use crate::answer::{SolveJson, accepted_moves};
use crate::find::{RecordVerdict, load_solution, record_verdicts};
use crate::input::QueryOf;
use crate::lookup::KnownPosition;
use crate::problem::Problem;
use crate::solve::Limits;
use crate::solving::{no_verdict, solve_record};
use crate::state::{App, View};

/// The stored verdicts about a record.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct VerdictsAnswer {
    /// The key of the position.
    key: String,
    /// The number of the record among those of the position, from 1.
    record: usize,
    /// A verdict for each side that may be to move; none if nobody has solved the problem, or the
    /// problem does not fit the board of the record.
    verdicts: Vec<StoredVerdictJson>,
}

/// A stored verdict.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct StoredVerdictJson {
    /// The most positions that the search was to take.
    budget: u64,
    /// The verdict, as `solve --json` prints it, on the board of the record. What is said of frames that do
    /// not agree is not stored.
    verdict: SolveJson,
}

/// Which record is solved, and what that may cost.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct SolveQuery {
    /// The number of the record among those of the position, from 1. Without a number, the first
    /// record that accepts a move, or else the first one.
    record: Option<usize>,
    /// The most positions to search; 250,000 if the request does not say.
    nodes: Option<u64>,
}

/// The verdicts of the solver about a record, whose proofs are replayed. Nothing is solved: `POST` and
/// `check --solve` do, and keep the verdicts.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(("key" = String, Path, description = "The key, or its beginning if no other begins so."), RecordQuery),
    responses((status = 200, body = VerdictsAnswer)),
))]
pub(super) async fn verdict(
    State(app): State<Arc<App>>,
    Path(key): Path<String>,
    QueryOf(query): QueryOf<RecordQuery>,
) -> Result<Json<VerdictsAnswer>, Problem> {
    Ok(Json(app.read(move |view| load(view, &key, query.record)).await?))
}

/// Solves the problem of a record as `check --solve` does, keeps the verdict and answers with it. A
/// verdict that more positions cannot change is not searched again. One search runs at a time, others are
/// refused with 409; it ends if the client goes away.
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "",
    params(("key" = String, Path, description = "The key, or its beginning if no other begins so."), SolveQuery),
    responses((status = 200, body = VerdictsAnswer)),
))]
pub(super) async fn solve(
    State(app): State<Arc<App>>,
    Path(key): Path<String>,
    QueryOf(query): QueryOf<SolveQuery>,
) -> Result<Json<VerdictsAnswer>, Problem> {
    let nodes = query.nodes.unwrap_or(Limits::default().nodes);
    solve_record(Arc::clone(&app), key.clone(), query.record, nodes).await?;
    Ok(Json(app.read(move |view| load(view, &key, query.record)).await?))
}

fn load(view: &View<'_>, key: &str, record: Option<usize>) -> Result<VerdictsAnswer, Problem> {
    if KnownAbalone::find(view.store, key)?.is_some() {
        return Err(no_verdict());
    }
    let known = KnownPosition::find(view.store, key)?;
    let (number, record) = known.record(view.store, record)?;
    let accepted = accepted_moves(&load_solution(view.store, record)?, record);
    let key = known.position.key.to_string();
    let write = |RecordVerdict { turn, verdict, budget }: RecordVerdict| {
        let board = record.placement.board;
        let verdict = SolveJson::new(&key, board, turn, &verdict, &accepted);
        StoredVerdictJson { budget, verdict }
    };
    let verdicts = record_verdicts(view.store, &known.position, record)?;
    let verdicts = verdicts.into_iter().map(write).collect();
    Ok(VerdictsAnswer { key: key.clone(), record: number, verdicts })
}
