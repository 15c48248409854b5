//! The next moves in games: on a whole board, in a corner, and in a shape.

use std::sync::Arc;

use super::game_fields::GameFields;
use super::problem::Problem;
use super::state::View;
use crate::Color;
use crate::answer::AskedCorner;
use crate::find::{ListReached, Played, find_even_games, find_unique_games};
use crate::games::{CountMatches, ListMatches, Match, MatchCounts, Search};
use crate::gtn::Pattern;
use crate::joseki::CornerMoves;

/// Where a shape occurs.
pub(super) struct FoundShape {
    /// How often, and what is played there next.
    pub(super) counts: MatchCounts,
    /// The results of the games, by next move.
    pub(super) played: Vec<Played>,
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
) -> Result<Arc<(u64, Vec<Played>)>, Problem> {
    Ok(match select_games(view, fields, counted)? {
        None => view.next_moves(pattern)?,
        games => Arc::new(view.played_next(games, &Search::new(pattern.clone()))?),
    })
}

/// Counts the moves of a player in a corner in games.
///
/// # Errors
/// As for [`select_games`].
pub(super) fn count_in_corner(
    view: &View<'_>,
    asked: &AskedCorner,
    turn: Color,
    (fields, counted): (&GameFields, Counted),
) -> Result<CornerMoves, Problem> {
    Ok(view.corner_moves(select_games(view, fields, counted)?, &asked.corner, turn)?)
}

/// Finds a shape in the selected games, and lists at most `limit` places.
///
/// # Errors
/// As for [`select_games`].
pub(super) fn find_shape(
    view: &View<'_>,
    search: Search,
    fields: &GameFields,
    limit: usize,
) -> Result<FoundShape, Problem> {
    let collectors = ((CountMatches, ListReached), ListMatches::limit(limit));
    let ((counts, reached), matches) = view.search(fields.select(view)?, &search, &collectors)?;
    let (_, played) = view.count_results(&reached)?;
    Ok(FoundShape { counts, played, matches })
}
