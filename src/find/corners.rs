//! What is played in the corners of games.

use super::continuations::LoadGamesError;
use crate::Color;
use crate::games::{GameDecoder, IndexGameError, replay_line};
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

/// The games with the given ids, or all, that are no handicap games: HA states fewer than two
/// stones, and Black alone has no stones before the first move. In ascending order.
///
/// # Errors
/// As for [`load_joseki`].
pub fn find_even_games(store: &Store, ids: Option<&[i64]>) -> Result<Vec<i64>, LoadGamesError> {
    let announced = store.games_with_handicap()?;
    let (mut even, mut damaged) = (Vec::new(), None);
    store.for_each_game(ids, |game, lines| {
        let is_even = || {
            let mut decoder = GameDecoder::new(lines)?;
            decoder.next_line()?;
            let start = replay_line(&decoder, 0).board;
            let has = |color| start.stones().any(|stone| stone.1 == color);
            Ok(has(Color::White) || !has(Color::Black))
        };
        match is_even() {
            Ok(true) if announced.binary_search(&game).is_err() => even.push(game),
            Ok(_) => {}
            Err(source) => damaged = damaged.or(Some(IndexGameError { game, source })),
        }
    })?;
    damaged.map_or(Ok(even), |error| Err(error.into()))
}
