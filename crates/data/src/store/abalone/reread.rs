//! Games of Abalone that are read again by newer rules.

use rusqlite::params;

use super::read::{GAME_COLUMNS, GAMES, StoredAbaloneGame, game};
use super::write::insert_plies;
use crate::PositionKey;
use crate::model::AbaloneGame;
use crate::store::checksum;
use crate::store::error::StoreError;
use crate::store::session::ImportSession;
use crate::store::verify::Difference;

/// A game of Abalone with its text.
pub type AbaloneGameText = (StoredAbaloneGame, String);

impl ImportSession {
    /// The ids of the sources that have games of Abalone.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn sources_with_abalone_games(&self) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT DISTINCT source FROM abalone_game ORDER BY source";
        self.store
            .run(|connection| connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect())
    }

    /// The games of Abalone of a source with their texts, or what is wrong with their rows, in the
    /// order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn abalone_games_of(
        &self,
        source: i64,
    ) -> Result<Vec<Result<AbaloneGameText, Difference>>, StoreError> {
        let sql = format!(
            "SELECT {GAME_COLUMNS}, source_text FROM {GAMES} JOIN source ON source.id = game.source
             WHERE game.source = {source} ORDER BY game.id"
        );
        let mut games = Vec::new();
        self.store.for_each_row(
            "abalone_game",
            &sql,
            |row| games.push(row),
            |row| {
                let text = row.as_ref().column_count() - 1;
                Ok((game(row)?, row.get(text)?))
            },
        )?;
        Ok(games)
    }

    /// Writes everything that was derived again from the text of the game with the id `id`, and its
    /// positions in place of those of `before`. Returns false, and leaves the row as it is, if the
    /// checksum of the row is wrong. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_abalone_game(
        &mut self,
        id: i64,
        before: &[PositionKey],
        derived: &AbaloneGame,
    ) -> Result<bool, StoreError> {
        let info = &derived.info;
        let is_sound = self.update_sound_row(
            &checksum::ABALONE_GAME,
            "form = ?2, start = ?3, moves = ?4, year = ?5, winner = ?6, black = ?7, white = ?8,
                 event = ?9, site = ?10, round = ?11, date = ?12, result = ?13",
            id,
            params![
                id,
                derived.form.code(),
                derived.start.to_iatn(),
                derived.moves,
                info.year,
                info.winner.code(),
                info.black,
                info.white,
                info.event,
                info.site,
                info.round,
                info.date,
                info.result,
            ],
        )?;
        if is_sound {
            for key in before {
                let key = key.as_bytes();
                self.execute("DELETE FROM abalone_ply WHERE key = ?1 AND game = ?2", &[&key, &id])?;
            }
            self.store.run(|connection| {
                insert_plies(connection, std::iter::once((id, &*derived.keys)))
            })?;
        }
        Ok(is_sound)
    }
}
