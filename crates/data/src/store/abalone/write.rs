//! Insertion and removal of problems and games of Abalone.

use std::sync::LazyLock;

use rusqlite::{Connection, params};

use crate::model::{AbaloneGame, AbaloneProblem};
use crate::store::checksum;
use crate::store::error::StoreError;
use crate::store::session::ImportSession;
use crate::{Color, PositionKey};

pub(super) static INSERT_PROBLEM: LazyLock<String> =
    LazyLock::new(|| checksum::ABALONE_PROBLEM.insert(0));
pub(super) static INSERT_GAME: LazyLock<String> =
    LazyLock::new(|| checksum::ABALONE_GAME.insert(0));

impl ImportSession {
    /// Writes problems of Abalone, each with the id of its source.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_abalone_problems(
        &mut self,
        problems: &[(i64, AbaloneProblem)],
    ) -> Result<(), StoreError> {
        if problems.is_empty() {
            return Ok(());
        }
        self.begin_transaction()?;
        let mut new_positions = 0;
        self.store.run(|connection| {
            let first = next_id(connection, "abalone_problem")?;
            let mut insert = connection.prepare_cached(&INSERT_PROBLEM)?;
            for (id, (source, problem)) in (first..).zip(problems) {
                new_positions += u64::from(is_new(connection, problem.key)?);
                let lost = |color| problem.lost.map(|lost| lost.of(color));
                insert.execute(params![
                    id,
                    source,
                    problem.number,
                    problem.offset as i64,
                    problem.form.code(),
                    problem.name,
                    problem.key.as_bytes(),
                    problem.text,
                    problem.symmetry.index(),
                    problem.turn.code(),
                    lost(Color::Black),
                    lost(Color::White),
                    problem.source_text,
                ])?;
            }
            Ok(())
        })?;
        self.pending.new_positions += new_positions;
        for (_, problem) in problems {
            self.pending.count_abalone(problem.key, problem.identity());
        }
        Ok(())
    }

    /// Writes games of Abalone, each with the id of its source, and adds their
    /// positions to the index.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_abalone_games(&mut self, games: &[(i64, AbaloneGame)]) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        self.begin_transaction()?;
        self.store.run(|connection| {
            let first = next_id(connection, "abalone_game")?;
            let mut insert = connection.prepare_cached(&INSERT_GAME)?;
            for (id, (source, game)) in (first..).zip(games) {
                let info = &game.info;
                insert.execute(params![
                    id,
                    source,
                    game.number,
                    game.offset as i64,
                    game.form.code(),
                    game.start.to_iatn(),
                    game.moves,
                    info.year,
                    info.winner.code(),
                    info.black,
                    info.white,
                    info.event,
                    info.site,
                    info.round,
                    info.date,
                    info.result,
                    game.source_text,
                ])?;
            }
            let games = (first..).zip(games.iter().map(|(_, game)| &*game.keys));
            insert_plies(connection, games)
        })?;
        self.pending.abalone_games += games.len() as u64;
        Ok(())
    }

    /// Removes the problems and games of Abalone of a source. The index keeps
    /// the positions of the games until the commit.
    pub(in crate::store) fn remove_abalone_of(&mut self, source: i64) -> Result<(), StoreError> {
        self.execute("DELETE FROM abalone_problem WHERE source = ?1", &[&source])?;
        let games = self.execute("DELETE FROM abalone_game WHERE source = ?1", &[&source])?;
        self.has_removed_abalone_games |= games > 0;
        Ok(())
    }

    /// Removes the positions of removed games from the index: one pass over the
    /// whole index for all games that were removed since the last commit.
    pub(in crate::store) fn remove_left_plies(&mut self) -> Result<(), StoreError> {
        if std::mem::take(&mut self.has_removed_abalone_games) {
            self.execute(
                "DELETE FROM abalone_ply WHERE game NOT IN (SELECT id FROM abalone_game)",
                &[],
            )?;
        }
        Ok(())
    }
}

/// Whether no problem has the position of a key.
pub(super) fn is_new(connection: &Connection, key: PositionKey) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT NOT EXISTS (SELECT 1 FROM abalone_problem WHERE key = ?1)")?
        .query_row([key.as_bytes()], |row| row.get(0))
}

/// The id of the next row of a table whose ids are never used twice.
pub(super) fn next_id(connection: &Connection, table: &str) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("SELECT ifnull(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = ?1")?
        .query_row([table], |row| row.get(0))
}

/// Adds the positions of games to the index, sorted by key, so that its pages
/// are written in order.
pub(super) fn insert_plies<'a>(
    connection: &Connection,
    games: impl Iterator<Item = (i64, &'a [PositionKey])>,
) -> rusqlite::Result<()> {
    let mut rows: Vec<(PositionKey, i64, u32)> = games
        .flat_map(|(game, keys)| (0..).zip(keys).map(move |(ply, &key)| (key, game, ply)))
        .collect();
    rows.sort_unstable();
    let mut insert = connection
        .prepare_cached("INSERT INTO abalone_ply (key, game, ply) VALUES (?1, ?2, ?3)")?;
    for (key, game, ply) in rows {
        insert.execute(params![key.as_bytes(), game, ply])?;
    }
    Ok(())
}
