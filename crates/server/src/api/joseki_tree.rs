//! `/api/v1/joseki.sgf`: the moves in the corners of games as one game tree.

use std::io::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use crate::Color;
use crate::download::{self, attach};
use crate::explore::{Counted, select_games};
use crate::find::load_joseki;
use crate::game_fields::Selecting;
use crate::joseki::{self, Corner, CornerOptions, Kept};
use crate::problem::Problem;
use crate::state::{App, View};

/// How much of the tree.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct TreeRequest {
    /// Leave out moves that occur in fewer games than this; 2 if not given.
    min_games: Option<u32>,
    /// Whether handicap games are left out.
    #[serde(default)]
    even: bool,
    /// Whether a group of the same game counts once.
    #[serde(default)]
    unique: bool,
}

/// The moves played in the corners of games as one SGF tree with counts, as `export --joseki`
/// writes it.
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "",
    params(TreeRequest, crate::game_fields::GameFields),
    responses((status = 200, body = String, content_type = "application/x-go-sgf")),
))]
pub(super) async fn joseki_tree(
    State(app): State<Arc<App>>,
    Selecting(request, fields): Selecting<TreeRequest>,
) -> Result<Response, Problem> {
    let min_games = request.min_games.unwrap_or(2).into();
    let counted = Counted { even: request.even, unique: request.unique, ..Counted::default() };
    let body = download::send(app, move |view| {
        let CornerOptions { window, moves, .. } = CornerOptions::default();
        let joseki = match select_games(view, &fields, counted)? {
            None => view.joseki()?,
            games => {
                let options = CornerOptions::default();
                Arc::new(load_joseki(view.store, games.as_deref(), options, Kept::All)?)
            }
        };
        let corner = Corner::empty(window).expect("every board has a corner of the default size");
        let first_moves = joseki.moves(&corner, Color::Black).moves;
        if !first_moves.iter().any(|found| found.results.games >= min_games) {
            let detail = format!("no move in a corner occurs in {min_games} games");
            return Err(Problem::not_found(detail));
        }
        Ok(move |_: &View<'_>, mut out: &mut dyn Write| {
            let depth = moves.into();
            joseki::write_sgf(&joseki, &corner, Color::Black, min_games, depth, &mut out)?;
            Ok(())
        })
    });
    let kind = "application/x-go-sgf; charset=utf-8";
    Ok(attach("joseki.sgf".to_owned(), kind, body.await?))
}
