//! The indexes of games and of positions, filled in the transactions that add their rows.

use rayon::prelude::*;

use crate::games::{COLUMNS_FORMAT, Columns, DIGEST_FORMAT, digest_game};
use crate::similarity::{SKETCH_FORMAT, Sketch};
use crate::store::{ColumnBlock, ImportSession, IndexedPosition, SketchFormat, StoreError};

/// The most segments of an index that one transaction adds: 64,000 games of an older database take 0.3 s.
const SEGMENTS_PER_COMMIT: usize = 8;

/// What sketches of positions look like.
const SKETCHES: SketchFormat = SketchFormat { version: SKETCH_FORMAT, widths: &Sketch::WIDTHS };

/// Adds one segment to an index. Returns its number of rows; 0 if there are fewer than make one.
type IndexSegment = fn(&mut ImportSession) -> Result<usize, StoreError>;

/// The indexes.
const INDEXES: [IndexSegment; 3] =
    [index_games_of_segment, index_columns_of_segment, index_positions_of_segment];

/// Adds games and positions to the indexes, if there are as many as make a segment. The caller commits.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_new_rows(session: &mut ImportSession) -> Result<(), StoreError> {
    for index in INDEXES {
        for _ in 0..SEGMENTS_PER_COMMIT {
            if !session.keeps_index()? || index(session)? == 0 {
                break;
            }
        }
    }
    Ok(())
}

fn index_games_of_segment(session: &mut ImportSession) -> Result<usize, StoreError> {
    add_games(session, false)
}

/// Adds the last games of an import to their index, if they are too many to be decoded in each question:
/// 1,000 take 6 ms. The caller commits.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_last_games(session: &mut ImportSession) -> Result<usize, StoreError> {
    if !session.keeps_index()? {
        return Ok(0);
    }
    let games = add_games(session, true)?;
    if games > 0 {
        index_columns_of_segment(session)?;
    }
    Ok(games)
}

fn add_games(session: &mut ImportSession, is_last: bool) -> Result<usize, StoreError> {
    let games = match session.games_to_index(DIGEST_FORMAT, is_last) {
        // A row was altered, as `stats --verify` reports. The index ends before it.
        Err(StoreError::Damaged { .. }) => return Ok(0),
        games => games?,
    };
    let digests: Vec<_> = games.par_iter().map(|game| digest_game(&game.lines)).collect();
    session.write_segment(&games, DIGEST_FORMAT, &digests)?;
    Ok(games.len())
}

/// Adds the columns of games that have a segment.
fn index_columns_of_segment(session: &mut ImportSession) -> Result<usize, StoreError> {
    let games = match session.games_without_columns(COLUMNS_FORMAT) {
        Err(StoreError::Damaged { .. }) => return Ok(0), // as above
        games => games?,
    };
    let (Some(first), Some(last)) = (games.first(), games.last()) else { return Ok(0) };
    let block = |Columns { games, bytes }| ColumnBlock { games, bytes };
    let blocks = Columns::lay_out(&games).into_iter().map(block).collect();
    session.write_columns(COLUMNS_FORMAT, (first.0, last.0), blocks)?;
    Ok(games.len())
}

fn index_positions_of_segment(session: &mut ImportSession) -> Result<usize, StoreError> {
    let positions = match session.positions_to_index(SKETCHES) {
        Err(StoreError::Damaged { .. }) => return Ok(0), // as above
        positions => positions?,
    };
    let sketch = |&(id, ref text): &(i64, String)| {
        let Sketch { key, columns } = Sketch::of_text(text);
        IndexedPosition { key, id, columns }
    };
    let sketches = positions.par_iter().map(sketch).collect();
    session.write_position_segment(SKETCHES, sketches)?;
    Ok(positions.len())
}

/// Adds the games and positions to the indexes that these do not have, in transactions of their own:
/// those of another database, or all of them after an index was emptied.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_left_rows(session: &mut ImportSession) -> Result<(), StoreError> {
    for index in INDEXES {
        while session.keeps_index()? && index(session)? > 0 {
            session.commit()?;
        }
    }
    if index_last_games(session)? > 0 {
        session.commit()?;
    }
    Ok(())
}

/// Indexes the games of a database, from where an earlier run ended. From now on, imports add to the
/// indexes. Commits after every segment, and calls `progress` with its number of games.
///
/// # Errors
/// If the database cannot be read or written.
pub fn index_games(
    session: &mut ImportSession,
    mut progress: impl FnMut(usize),
) -> Result<(), StoreError> {
    index_all(session, index_games_of_segment, &mut progress)?;
    progress(index_last_games(session)?);
    session.commit()?;
    index_all(session, index_columns_of_segment, |_| ())
}

/// Indexes the positions of a database, as [`index_games`] does the games.
///
/// # Errors
/// If the database cannot be read or written.
pub fn index_positions(
    session: &mut ImportSession,
    progress: impl FnMut(usize),
) -> Result<(), StoreError> {
    index_all(session, index_positions_of_segment, progress)
}

fn index_all(
    session: &mut ImportSession,
    index: IndexSegment,
    mut progress: impl FnMut(usize),
) -> Result<(), StoreError> {
    session.keep_index(true)?;
    loop {
        let rows = index(session)?;
        session.commit()?;
        if rows == 0 {
            return Ok(());
        }
        progress(rows);
    }
}
