//! What is played in the corners of games.

use super::continuations::LoadGamesError;
use crate::joseki::{CornerOptions, Joseki, Kept};
use crate::model::GameOutcome;
use crate::store::Store;

/// Reads the corners of games: of all, or of those with the given ids, in ascending order.
///
/// # Errors
/// When the database cannot be read, or the moves of a game cannot be decoded.
pub fn load_joseki(
    store: &Store,
    ids: Option<&[i64]>,
    options: CornerOptions,
    kept: Kept<'_>,
) -> Result<Joseki, LoadGamesError> {
    let outcomes = store.game_outcomes(ids)?;
    let mut bytes = Vec::new();
    let mut ends: Vec<(GameOutcome, usize)> = Vec::new();
    store.for_each_game(ids, |game, lines| {
        if let Ok(at) = outcomes.binary_search_by_key(&game, |outcome| outcome.id) {
            bytes.extend_from_slice(lines);
            ends.push((outcomes[at], bytes.len()));
        }
    })?;
    let mut start = 0;
    let lines = ends.into_iter().map(|(outcome, end)| {
        let lines = &bytes[start..end];
        start = end;
        (outcome, lines)
    });
    Ok(Joseki::new(&lines.collect::<Vec<_>>(), options, kept)?)
}
