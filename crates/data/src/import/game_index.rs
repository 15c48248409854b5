//! The index of games, filled in the transactions that add games.

use rayon::prelude::*;

use crate::games::{DIGEST_FORMAT, digest_game};
use crate::store::{ImportSession, StoreError};

/// The most segments that one transaction adds: 64,000 games of an older database take 0.3 s.
const SEGMENTS_PER_COMMIT: usize = 8;

/// Adds games to the index, if there are as many as make a segment. The caller commits.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_new_games(session: &mut ImportSession) -> Result<(), StoreError> {
    for _ in 0..SEGMENTS_PER_COMMIT {
        if !session.keeps_index()? || index_segment(session)? == 0 {
            break;
        }
    }
    Ok(())
}

/// Adds one segment to the index. Returns its number of games; 0 if there are fewer than make one.
fn index_segment(session: &mut ImportSession) -> Result<usize, StoreError> {
    let games = match session.games_to_index(DIGEST_FORMAT) {
        // A row was altered, as `stats --verify` reports. The index ends before it.
        Err(StoreError::Damaged { .. }) => return Ok(0),
        games => games?,
    };
    let digests: Vec<_> = games.par_iter().map(|game| digest_game(&game.lines)).collect();
    session.write_segment(&games, DIGEST_FORMAT, &digests)?;
    Ok(games.len())
}

/// Adds the games to the index that it does not have, in transactions of their own: those of another
/// database, or all of them after the index was emptied.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_left_games(session: &mut ImportSession) -> Result<(), StoreError> {
    while session.keeps_index()? && index_segment(session)? > 0 {
        session.commit()?;
    }
    Ok(())
}

/// Indexes the games of a database, from where an earlier run ended. From now on, imports add to the
/// index. Commits after every segment, and calls `progress` with its number of games.
///
/// # Errors
/// If the database cannot be read or written.
pub fn index_games(
    session: &mut ImportSession,
    mut progress: impl FnMut(usize),
) -> Result<(), StoreError> {
    session.keep_index(true)?;
    loop {
        let games = index_segment(session)?;
        session.commit()?;
        if games == 0 {
            return Ok(());
        }
        progress(games);
    }
}
