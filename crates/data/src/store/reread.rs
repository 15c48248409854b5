//! Records that are read again by newer rules.

use rusqlite::params;

use super::checksum;
use super::connection::Store;
use super::error::StoreError;
use super::schema;
use super::session::ImportSession;
use super::verify::{Difference, GameRow, RecordRow};
use crate::model::{GameInfo, READING, Record};

impl Store {
    /// The version of the rules by which the records were read. If it is less
    /// than [`READING`], this version of gtn-db may read other sides to move,
    /// solutions and answers from the same game trees.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn reading(&self) -> Result<i64, StoreError> {
        self.run(schema::reading)
    }
}

impl ImportSession {
    /// The version of the rules by which the records were read, as
    /// [`Store::reading`] returns it.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn reading(&self) -> Result<i64, StoreError> {
        self.store.reading()
    }

    /// The number of records.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record_count(&self) -> Result<u64, StoreError> {
        let count = "SELECT count(*) FROM record";
        self.store
            .run(|connection| connection.query_row(count, [], |row| row.get::<_, i64>(0)))
            .map(|count| count as u64)
    }

    /// The first `count` records whose ids are `first` or more, or what is wrong
    /// with their rows, in the order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record_rows_from(
        &self,
        first: i64,
        count: usize,
    ) -> Result<Vec<Result<RecordRow, Difference>>, StoreError> {
        let mut rows = Vec::with_capacity(count);
        let condition =
            format!("WHERE record.id >= {first} ORDER BY record.id LIMIT {}", count as i64);
        self.store.visit_record_rows(&condition, |row| rows.push(row))?;
        Ok(rows)
    }

    /// Writes the side to move, dialect, solution and answers of a record that
    /// was derived again, to the row with the id `id`. Returns false, and leaves
    /// the row as it is, if the checksum of the row is wrong. The index of cores,
    /// which is made of these columns, is emptied. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_reading(&mut self, id: i64, derived: &Record) -> Result<bool, StoreError> {
        let update = format!(
            "UPDATE record SET turn = ?2, turn_source = ?3, dialect = ?4, solution = ?5, answers = ?6,
                 name = ?7
             WHERE id = ?1 AND checksum IS {}",
            checksum::RECORD.expression()
        );
        let is_sound = 1
            == self.execute(
                &update,
                params![
                    id,
                    derived.turn.code(),
                    derived.turn_source.code(),
                    derived.dialect.code(),
                    derived.solution,
                    derived.answers,
                    derived.name,
                ],
            )?;
        if is_sound {
            self.execute(&checksum::RECORD.update("id = ?1"), &[&id])?;
            self.clear_core_index()?;
        }
        Ok(is_sound)
    }

    /// The first `count` games whose ids are `first` or more, or what is wrong with their rows, in the
    /// order of import.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn game_rows_from(
        &self,
        first: i64,
        count: usize,
    ) -> Result<Vec<Result<GameRow, Difference>>, StoreError> {
        let mut rows = Vec::with_capacity(count);
        let ids =
            format!("SELECT id FROM game WHERE id >= {first} ORDER BY id LIMIT {}", count as i64);
        let condition = format!("WHERE game.id IN ({ids})");
        self.store.visit_game_rows(&condition, |row| rows.push(row))?;
        Ok(rows)
    }

    /// Writes the facts of a game that were derived again, to the row with the id `id`. Returns false,
    /// and leaves the row as it is, if the checksum of the row is wrong. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_game_info(&mut self, id: i64, info: &GameInfo) -> Result<bool, StoreError> {
        let update = format!(
            "UPDATE game SET black = ?2, white = ?3, black_rank = ?4, white_rank = ?5, event = ?6,
                 name = ?7, date = ?8, year = ?9, result = ?10, winner = ?11, komi = ?12, rules = ?13,
                 handicap = ?14
             WHERE id = ?1 AND checksum IS {}",
            checksum::GAME.expression()
        );
        let is_sound = 1
            == self.execute(
                &update,
                params![
                    id,
                    info.black.as_deref(),
                    info.white.as_deref(),
                    info.black_rank.as_deref(),
                    info.white_rank.as_deref(),
                    info.event.as_deref(),
                    info.name.as_deref(),
                    info.date.as_deref(),
                    info.year,
                    info.result.as_deref(),
                    info.winner.code(),
                    info.komi.map(|komi| f64::from(komi) / 100.0),
                    info.rules.as_deref(),
                    info.handicap,
                ],
            )?;
        if is_sound {
            self.execute(&checksum::GAME.update("id = ?1"), &[&id])?;
        }
        Ok(is_sound)
    }

    /// Notes that all records were read by the current rules. The caller
    /// commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn set_current_reading(&mut self) -> Result<(), StoreError> {
        self.execute("UPDATE database SET reading = ?1", &[&READING]).map(drop)
    }

    /// Notes that some records were read by the rules `reading`. The caller
    /// commits.
    pub(super) fn lower_reading(&mut self, reading: i64) -> Result<(), StoreError> {
        self.execute("UPDATE database SET reading = ?1 WHERE reading > ?1", &[&reading]).map(drop)
    }
}
