//! The next moves in games: on a whole board, in a corner, and in a shape.

use std::sync::Arc;

use super::game_fields::GameFields;
use super::problem::Problem;
use super::state::View;
use crate::Color;
use crate::answer::AskedCorner;
use crate::find::{BoardMoves, find_even_games, find_unique_games};
use crate::games::{CountMatches, ListMatches, Match, MatchCounts, MatchFilter, MoveRange, Search};
use crate::gtn::Pattern;
use crate::joseki::{CornerMoves, CornerOptions};

/// Where a shape occurs.
pub(super) struct FoundShape {
    /// How often, and what is played there next.
    pub(super) counts: MatchCounts,
    /// The results of the games, by next move.
    pub(super) played: BoardMoves,
    /// The first places, by game.
    pub(super) matches: Vec<Match>,
}

/// Which of the selected games count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counted {
    /// Only games that are no handicap games.
    pub(super) even: bool,
    /// A group of the same game counts once.
    pub(super) unique: bool,
    /// Only where the position begins with one of these moves.
    pub(super) moves: MoveRange,
}

/// The ids of the selected games that count; `None` if these are all.
///
/// # Errors
/// As for [`GameFields::to_filter`], and if the database cannot be read.
pub(super) fn select_games(
    view: &View<'_>,
    fields: &GameFields,
    counted: Counted,
) -> Result<Option<Vec<i64>>, Problem> {
    let mut selected = fields.select(view)?;
    if counted.even {
        selected = Some(find_even_games(view.store, selected.as_deref())?);
    }
    if counted.unique {
        selected = find_unique_games(view.store, selected)?;
    }
    Ok(selected)
}

/// Counts the moves played next on a whole board in games, and the games.
///
/// # Errors
/// As for [`select_games`].
pub(super) fn count_next(
    view: &View<'_>,
    pattern: &Pattern,
    (fields, counted): (&GameFields, Counted),
) -> Result<Arc<BoardMoves>, Problem> {
    let selected = select_games(view, fields, counted)?;
    if selected.is_none() && counted.moves == MoveRange::default() {
        return Ok(view.next_moves(pattern)?);
    }
    let filter = MatchFilter { moves: counted.moves, ..MatchFilter::default() };
    let search = Search::new(pattern.clone()).filter(filter);
    Ok(Arc::new(view.played_next(selected, &search)?))
}

/// Counts the moves of a player in a corner in games.
///
/// # Errors
/// As for [`select_games`].
pub(super) fn count_in_corner(
    view: &View<'_>,
    (asked, window): (&AskedCorner, u8),
    turn: Color,
    (fields, counted): (&GameFields, Counted),
) -> Result<CornerMoves, Problem> {
    let selected = select_games(view, fields, counted)?;
    let options = CornerOptions { window, after: counted.moves, ..CornerOptions::default() };
    Ok(view.corner_moves(selected, &asked.corner, turn, options)?)
}

/// Finds a shape in the selected games, and lists some of its places.
///
/// # Errors
/// As for [`select_games`].
pub(super) fn find_shape(
    view: &View<'_>,
    search: &Search,
    fields: &GameFields,
    listed: ListMatches,
) -> Result<FoundShape, Problem> {
    let games = fields.select(view)?;
    let ((counts, matches), played) =
        view.search_and_count(games, search, &(CountMatches, listed))?;
    Ok(FoundShape { counts, played, matches })
}
