//! What a player plays in the first moves, and what others play there.

use super::explore::{Counted, select_games};
use super::game_fields::GameFields;
use super::given_board::GivenBoard;
use super::problem::Problem;
use super::state::View;
use super::text::texts;
use crate::find::{Profile, ProfileOptions};

texts! { "server/profile": NO_NAME, PLAYER_TWICE }

/// The most moves before a position.
pub(super) const MAX_DEPTH: usize = 30;

/// The most positions of each color.
pub(super) const MAX_POSITIONS: usize = 100;

/// The conditions that name players.
pub(super) const PLAYERS: [&str; 4] = ["player", "opponent", "black", "white"];

/// Finds the profile of a player from a board on, in the selected games; a group of the same game counts once
/// if `is_unique`. Leaves out moves in fewer games than [`ProfileOptions::least`].
///
/// # Errors
/// 422 if there is no name, the board has a `?`, or a condition names players; else as for [`select_games`].
pub(super) fn find_profile(
    view: &View<'_>,
    (name, board): (&str, &GivenBoard),
    (fields, is_unique): (&GameFields, bool),
    options: ProfileOptions,
) -> Result<Profile, Problem> {
    if name.trim().is_empty() {
        return Err(Problem::unprocessable(NO_NAME));
    }
    if let Some(condition) = PLAYERS.into_iter().find(|name| fields.text(name).is_some()) {
        return Err(Problem::unprocessable(PLAYER_TWICE.with(&[&condition])));
    }
    if board.pattern.wildcards().next().is_some() {
        return Err(Problem::unprocessable("position: a board without `?` is needed"));
    }
    let games = select_games(view, fields, Counted { unique: is_unique, ..Counted::default() })?;
    let mut profile = view.profile(games, name.trim(), &board.pattern, options)?;
    for position in &mut profile.positions {
        position.own.moves.retain(|played| played.results.games >= options.least);
    }
    Ok(profile)
}
