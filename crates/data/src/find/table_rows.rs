//! Records and games in the order of their keys, for tables.

use std::collections::HashMap;

use thiserror::Error;

use crate::PositionKey;
use crate::extract::{TreeLocation, extract_stored_record};
use crate::games::hash_game;
use crate::go::Size;
use crate::model::{Game, Record};
use crate::store::{Difference, GameRow, RecordRow, Store, StoreError};

/// The number of games that are read at a time.
const GAMES_PER_READ: usize = 1000;

/// Why the rows of a database cannot be read to their end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoredRowError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row is damaged.
    #[error("{} {}: {}", .0.table, .0.row, .0.what)]
    Damaged(Difference),
}

/// Calls `visit` with the name of the source of each record and the record, for the positions with
/// keys from `first` to `last`, in the order of keys, names and trees. Memory holds one record.
///
/// # Errors
/// If the database cannot be read or a row is damaged, and the first error of `visit`.
pub fn for_each_record_by_key<E: From<StoredRowError>>(
    store: &Store,
    first: PositionKey,
    last: PositionKey,
    mut visit: impl FnMut(&str, &Record) -> Result<(), E>,
) -> Result<(), E> {
    let mut result = Ok(());
    let read = store.for_each_record_row_by_key(first, last, |row| {
        if result.is_ok() {
            result = match row.and_then(to_record) {
                Ok((source, record)) => visit(&source, &record),
                Err(damaged) => Err(StoredRowError::Damaged(damaged).into()),
            };
        }
    });
    read.map_err(StoredRowError::Store)?;
    result
}

/// The name of the source of a record, and the record.
fn to_record(row: RecordRow) -> Result<(String, Record), Difference> {
    let RecordRow { record, text, answers, sgf, part } = row;
    let solution = match (record.solution, answers) {
        (Some(solution), Some(answers)) => Some((solution.dialect, solution.encode(), answers)),
        _ => {
            // From before schema 2: the solution is in the game tree.
            let location = TreeLocation { tree: record.at.tree, offset: record.offset };
            let charset = record.charset.as_ref();
            extract_stored_record(&sgf, charset, location, None)
                .map(|derived| (derived.dialect, derived.solution, derived.answers))
        }
    };
    let Some((dialect, solution, answers)) = solution else {
        let what = "sgf: not the game tree of a problem".to_owned();
        return Err(Difference { table: "record", row: record.id.to_string(), what });
    };
    let mut derived = Record::new(text, record.at.symmetry, record.placement, sgf);
    derived.tree = record.at.tree;
    derived.part = part;
    derived.offset = record.offset;
    derived.name = record.at.name;
    derived.turn = record.turn;
    derived.turn_source = record.turn_source;
    derived.moves = record.moves;
    derived.dialect = dialect;
    derived.solution = solution;
    derived.answers = answers;
    derived.charset = record.charset;
    Ok((record.at.source, derived))
}

/// The keys of games, as [`hash_game`] makes them, and their ids, sorted. Takes 24
/// bytes of memory a game.
///
/// # Errors
/// If the database cannot be read or the moves of a game are damaged.
pub fn sort_games_by_key(
    store: &Store,
    ids: &[i64],
) -> Result<Vec<([u8; 16], i64)>, StoredRowError> {
    let mut keys = Vec::with_capacity(ids.len());
    let mut damaged = None;
    store.for_each_game(Some(ids), |id, lines| match hash_game(lines) {
        Ok(key) => keys.push((key, id)),
        Err(error) => {
            let what = format!("lines: {error}");
            damaged.get_or_insert(Difference { table: "game", row: id.to_string(), what });
        }
    })?;
    keys.sort_unstable();
    damaged.map_or(Ok(keys), |damaged| Err(StoredRowError::Damaged(damaged)))
}

/// Calls `visit` with the name of the source of each game and the game, in the given order, which
/// is that of [`sort_games_by_key`] or a part of it.
///
/// # Errors
/// If the database cannot be read or a row is damaged, and the first error of `visit`.
pub fn for_each_game_in_order<E: From<StoredRowError>>(
    store: &Store,
    order: &[([u8; 16], i64)],
    mut visit: impl FnMut(&str, &Game) -> Result<(), E>,
) -> Result<(), E> {
    for order in order.chunks(GAMES_PER_READ) {
        let ids: Vec<i64> = order.iter().map(|&(_, id)| id).collect();
        let (mut games, mut damaged) = (HashMap::new(), None);
        let read = store.for_each_game_row_of(&ids, |row| match row.and_then(to_game) {
            Ok((id, source, game)) => {
                games.insert(id, (source, game));
            }
            Err(fault) => damaged = Some(fault),
        });
        read.map_err(StoredRowError::Store)?;
        if let Some(damaged) = damaged {
            return Err(StoredRowError::Damaged(damaged).into());
        }
        for id in &ids {
            if let Some((source, game)) = games.get(id) {
                visit(source, game)?;
            }
        }
    }
    Ok(())
}

/// The id of a game, the name of its source, and the game.
fn to_game(row: GameRow) -> Result<(i64, String, Game), Difference> {
    let GameRow { game, offset, lines, charset, sgf, .. } = row;
    let Ok(size) = Size::new(game.cols, game.rows) else {
        let what = format!("cols: no board has {}x{} points", game.rows, game.cols);
        return Err(Difference { table: "game", row: game.id.to_string(), what });
    };
    let mut read = Game::new(size, game.moves, game.opening, lines, sgf);
    read.tree = game.tree;
    read.offset = offset;
    read.info = game.info;
    read.charset = charset;
    Ok((game.id, game.source, read))
}
