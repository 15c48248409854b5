//! `/api/v1/joseki.sgf`: the moves in the corners of games as one game tree.

use std::io::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;

use crate::answer::likely_turn;
use crate::download::{self, attach};
use crate::explore::{Counted, select_games};
use crate::find::{leave_out_games, load_dictionary, load_joseki};
use crate::game_fields::Selecting;
use crate::given_board::GivenBoard;
use crate::input::{check_window, read_moves};
use crate::joseki::{self, CornerOptions, Kept};
use crate::problem::Problem;
use crate::state::{App, View};

/// The most dictionaries of a request.
const MAX_DICTIONARIES: usize = 100;

/// How much of the tree.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub(super) struct TreeRequest {
    /// The corner with which the tree begins: moves such as `Q16 R14`, an IGTN with two open sides, a GTN, or
    /// SGF; the empty corner if not given.
    from: Option<String>,
    /// How many columns and rows of each corner count, 1 to 26, at most half of the board; 10 if not given.
    window: Option<u8>,
    /// Only occurrences that begin with this move or later.
    after_move: Option<u16>,
    /// Only occurrences that begin with this move or earlier.
    before_move: Option<u16>,
    /// Leave out moves that occur in fewer games than this; 2 if not given.
    min_games: Option<u32>,
    /// Whether handicap games are left out.
    #[serde(default)]
    even: bool,
    /// Whether a group of the same game counts once.
    #[serde(default)]
    unique: bool,
    /// The numbers of games that are dictionaries, such as `12` or `12,15`, at most 100. They do not count; their
    /// moves and comments are written beside those of the other games.
    dictionary: Option<String>,
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
    let window = check_window(request.window)?;
    let after = read_moves(request.after_move, request.before_move)?;
    let options = CornerOptions { window, after, ..CornerOptions::default() };
    let body = download::send(app, move |view| {
        let given = GivenBoard::read(request.from.as_deref(), None)?;
        let corner = given.to_corner(options.window)?.corner;
        let turn = given.turn.unwrap_or_else(|| likely_turn(corner.board()));
        let mut selected = select_games(view, &fields, counted)?;
        let mut dictionary = None;
        if let Some(text) = &request.dictionary {
            let games = read_dictionaries(text, view)?;
            selected = Some(leave_out_games(view.store, selected, |id| games.contains(id))?);
            dictionary = Some(load_dictionary(view.store, &games, options)?);
        }
        let joseki = match selected {
            None if options == CornerOptions::default() => view.joseki()?,
            games => Arc::new(load_joseki(view.store, games.as_deref(), options, Kept::All)?),
        };
        if !joseki.has_moves(&corner, turn, min_games) && dictionary.is_none() {
            let detail = format!("no move in a corner occurs in {min_games} games");
            return Err(Problem::not_found(detail));
        }
        Ok(move |_: &View<'_>, mut out: &mut dyn Write| {
            let depth = options.moves.into();
            let (from, dictionary) = ((&corner, turn), dictionary.as_ref());
            joseki::write_sgf(&joseki, dictionary, from, min_games, depth, &mut out)?;
            Ok(())
        })
    });
    let kind = "application/x-go-sgf; charset=utf-8";
    Ok(attach("joseki.sgf".to_owned(), kind, body.await?))
}

/// The games that are dictionaries, in ascending order.
fn read_dictionaries(text: &str, view: &View<'_>) -> Result<Vec<i64>, Problem> {
    let games: Result<Vec<i64>, _> = text.split(',').map(str::parse).collect();
    let mut games = games
        .ok()
        .filter(|games| games.len() <= MAX_DICTIONARIES)
        .ok_or_else(|| Problem::unprocessable("dictionary: numbers of games, such as 12,15"))?;
    games.sort_unstable();
    games.dedup();
    for game in &games {
        if view.store.game(*game)?.is_none() {
            return Err(Problem::not_found(format!("there is no game {game}")));
        }
    }
    Ok(games)
}
