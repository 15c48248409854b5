//! The games that are most like a game.

use super::game_view::NO_GAME;
use super::problem::Problem;
use super::state::View;
use crate::answer::GameJson;

/// The encoded moves of a game.
///
/// # Errors
/// 404 if there is no such game.
pub(super) fn load_lines(view: &View<'_>, game: i64) -> Result<Vec<u8>, Problem> {
    let lines = view.store.game_lines(game)?;
    lines.ok_or_else(|| Problem::not_found(NO_GAME.with(&[&game])))
}

/// The games with these ids, or of all, that are most like a game, which is given as its encoded moves with its
/// number.
///
/// # Errors
/// If the database cannot be read.
pub(super) fn list_like(
    view: &View<'_>,
    games: Option<Vec<i64>>,
    (lines, own): (&[u8], Option<i64>),
    limit: usize,
) -> Result<Vec<GameJson>, Problem> {
    let mut listed = Vec::new();
    for like in view.like_games(games, lines, own, limit)? {
        let game = view.store.game(like.game)?;
        listed.extend(game.map(|game| GameJson::new(game, None).with_likeness(&like)));
    }
    Ok(listed)
}
