//! The texts of stored problems and games, read again.

use super::damaged::DamagedRowError;
use crate::extract::abalone::{ProblemText, StoredGame};
use crate::store::{Store, StoreError, StoredAbaloneGame, StoredAbaloneProblem};

/// Reads the text of a stored problem.
///
/// # Errors
/// If the text has no position, which happens only in a damaged database.
pub fn read_problem(
    store: &Store,
    problem: &StoredAbaloneProblem,
) -> Result<ProblemText, StoreError> {
    ProblemText::read(problem.form, &problem.source_text)
        .map_err(|what| DamagedRowError::new("abalone_problem", problem.id, what).in_store(store))
}

/// Reads the text of a stored game.
///
/// # Errors
/// If the database cannot be read, or the text has no game or other moves than are stored, which
/// happens only in a damaged database.
pub fn read_game(store: &Store, game: &StoredAbaloneGame) -> Result<StoredGame, StoreError> {
    let damaged = |what| DamagedRowError::new("abalone_game", game.id, what).in_store(store);
    let start = game.start.parse().map_err(|error| damaged(format!("its start: {error}")))?;
    let read = StoredGame::read(&store.abalone_game_text(game.id)?, start).map_err(damaged)?;
    let codes = read.record.moves.iter().flat_map(|recorded| recorded.step.code().to_le_bytes());
    if codes.eq(game.moves.iter().copied()) {
        Ok(read)
    } else {
        Err(damaged("its text has other moves".to_owned()))
    }
}
