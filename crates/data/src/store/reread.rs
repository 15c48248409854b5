//! Records that are read again by newer rules.

use rusqlite::{ToSql, params};

use super::checksum::{self, Checked};
use super::comments::Commented;
use super::connection::Store;
use super::error::StoreError;
use super::schema;
use super::session::ImportSession;
use super::verify::{Difference, GameRow, RecordRow};
use crate::model::{GameInfo, READING, Record, TreeOptions, TreeParts};

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

    /// The id that the next record gets.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn next_record_id(&self) -> Result<i64, StoreError> {
        Ok(self.next_ids()?.record)
    }

    /// Adds to each record how the trees of its source are divided, and whether the record is a part
    /// of its tree.
    ///
    /// # Errors
    /// If the database cannot be read.
    #[expect(clippy::type_complexity, reason = "a row and how it is read")]
    pub fn with_parts(
        &self,
        rows: Vec<Result<RecordRow, Difference>>,
    ) -> Result<Vec<(Result<RecordRow, Difference>, (Option<TreeParts>, bool))>, StoreError> {
        let mut readings = Vec::with_capacity(rows.len());
        for row in rows {
            let reading = match &row {
                Ok(row) => {
                    let sql = "SELECT kind / 3, EXISTS (SELECT 1 FROM part WHERE record = ?2)
                               FROM source WHERE id = ?1";
                    let params = [row.record.source_id, row.record.id];
                    self.store.run(|connection| {
                        connection.prepare_cached(sql)?.query_row(params, |row| {
                            Ok((TreeParts::from_code(row.get(0)?), row.get(1)?))
                        })
                    })?
                }
                Err(_) => (None, false),
            };
            readings.push((row, reading));
        }
        Ok(readings)
    }

    /// Adds to each game the id of its source, how the trees of that are read, and whether the database has problems
    /// of its tree.
    ///
    /// # Errors
    /// If the database cannot be read.
    #[expect(clippy::type_complexity, reason = "a row and how it is read")]
    pub fn with_readings(
        &self,
        rows: Vec<Result<GameRow, Difference>>,
    ) -> Result<Vec<(Result<GameRow, Difference>, (i64, TreeOptions, bool))>, StoreError> {
        let mut readings = Vec::with_capacity(rows.len());
        for row in rows {
            let reading = match &row {
                Ok(row) => {
                    let sql = "SELECT source.id, kind, EXISTS (SELECT 1 FROM record
                                   WHERE record.source = source.id AND record.tree = game.tree)
                               FROM game JOIN source ON source.id = game.source WHERE game.id = ?1";
                    let (source, code, has_problems): (i64, u8, bool) =
                        self.store.run(|connection| {
                            connection.prepare_cached(sql)?.query_row([row.game.id], |row| {
                                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
                            })
                        })?;
                    (source, TreeOptions::from_codes(code, 0), has_problems)
                }
                Err(_) => (0, TreeOptions::default(), true),
            };
            readings.push((row, reading));
        }
        Ok(readings)
    }

    /// Removes the record with the id `id` of a source, and writes others in its place. Returns false,
    /// and leaves the row as it is, if the checksum of the row is wrong. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn replace_record(
        &mut self,
        id: i64,
        source: i64,
        by: &[Record],
    ) -> Result<bool, StoreError> {
        let positions = self.ids("SELECT position FROM record WHERE id = ?1", &[&id])?;
        self.execute("DELETE FROM part WHERE record = ?1", &[&id])?;
        self.execute("DELETE FROM piece WHERE record = ?1", &[&id])?;
        let sound = format!(
            "DELETE FROM record WHERE id = ?1 AND checksum IS {}",
            checksum::RECORD.expression()
        );
        if self.execute(&sound, &[&id])? == 0 {
            return Ok(false);
        }
        self.forget_comments(Commented::Record(id))?;
        self.changed_positions.extend(positions);
        self.add_records(source, by)?;
        Ok(true)
    }

    /// The sources and trees that have records which are parts of their trees.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn trees_with_parts(&self) -> Result<Vec<(i64, u32)>, StoreError> {
        self.store.run(|connection| {
            connection
                .prepare(
                    "SELECT DISTINCT source, tree
                     FROM part CROSS JOIN record ON record.id = part.record ORDER BY source, tree",
                )?
                .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }

    /// The records of a tree of a source, or what is wrong with their rows, and how the trees of the
    /// source are read.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn record_rows_of_tree(
        &self,
        source: i64,
        tree: u32,
    ) -> Result<(Vec<Result<RecordRow, Difference>>, TreeOptions), StoreError> {
        let mut rows = Vec::new();
        let condition =
            format!("WHERE record.source = {source} AND record.tree = {tree} ORDER BY record.id");
        self.store.visit_record_rows(&condition, |row| rows.push(row))?;
        let code: u8 = self.store.run(|connection| {
            let sql = "SELECT kind FROM source WHERE id = ?1";
            connection.prepare_cached(sql)?.query_row([source], |row| row.get(0))
        })?;
        Ok((rows, TreeOptions::from_codes(code, 0)))
    }

    /// Removes the records of a tree of a source, and writes others in their place. Returns false, and
    /// leaves the rows as they are, if the checksum of one is wrong. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn replace_tree(
        &mut self,
        (source, tree): (i64, u32),
        by: &[Record],
    ) -> Result<bool, StoreError> {
        let of_tree = "source = ?1 AND tree = ?2";
        let altered = format!(
            "SELECT id FROM record WHERE {of_tree} AND checksum IS NOT {}",
            checksum::RECORD.expression()
        );
        if !self.ids(&altered, &[&source, &tree])?.is_empty() {
            return Ok(false);
        }
        let ids = format!("SELECT id FROM record WHERE {of_tree}");
        for id in self.ids(&ids, &[&source, &tree])? {
            self.forget_comments(Commented::Record(id))?;
        }
        let positions = format!("SELECT position FROM record WHERE {of_tree}");
        let positions = self.ids(&positions, &[&source, &tree])?;
        for sql in [
            format!("DELETE FROM part WHERE record IN ({ids})"),
            format!("DELETE FROM piece WHERE {of_tree}"),
            format!("DELETE FROM record WHERE {of_tree}"),
        ] {
            self.execute(&sql, &[&source, &tree])?;
        }
        self.changed_positions.extend(positions);
        self.add_records(source, by)?;
        Ok(true)
    }

    /// Writes the problems of the tree of a game, and removes the game if it is none. The caller
    /// commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add_problems_of_game(
        &mut self,
        id: i64,
        source: i64,
        problems: &[Record],
        is_game: bool,
    ) -> Result<(), StoreError> {
        if !is_game {
            self.note_dead_game(id)?;
            self.forget_comments(Commented::Game(id))?;
            for sql in [
                "DELETE FROM game_line WHERE game = ?1",
                "DELETE FROM game_tree WHERE game = ?1",
                "DELETE FROM game WHERE id = ?1",
            ] {
                self.execute(sql, &[&id])?;
            }
        }
        self.add_records(source, problems)
    }

    /// Writes records of a source, and counts what the source has then.
    fn add_records(&mut self, source: i64, records: &[Record]) -> Result<(), StoreError> {
        let records: Vec<(i64, Record)> =
            records.iter().map(|record| (source, record.clone())).collect();
        // They are not imported.
        let tally = std::mem::take(&mut self.pending);
        let written = self.write_records(&records);
        self.pending = tally;
        written?;
        self.execute(
            "UPDATE source SET
                 records = (SELECT count(*) FROM record WHERE source = ?1)
                     + (SELECT count(*) FROM abalone_problem WHERE source = ?1),
                 games = (SELECT count(*) FROM game WHERE source = ?1)
                     + (SELECT count(*) FROM abalone_game WHERE source = ?1)
             WHERE id = ?1",
            &[&source],
        )?;
        self.execute(&checksum::SOURCE.update("id = ?1"), &[&source]).map(drop)
    }

    /// Writes the side to move, dialect, solution and answers of a record that
    /// was derived again, to the row with the id `id`. Returns false, and leaves
    /// the row as it is, if the checksum of the row is wrong. The index of cores,
    /// which is made of these columns, is emptied. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_reading(&mut self, id: i64, derived: &Record) -> Result<bool, StoreError> {
        let is_sound = self.update_sound_row(
            &checksum::RECORD,
            "turn = ?2, turn_source = ?3, dialect = ?4, solution = ?5, answers = ?6, name = ?7,
                 moves = ?8",
            id,
            params![
                id,
                derived.turn.code(),
                derived.turn_source.code(),
                derived.dialect.code(),
                derived.solution,
                derived.answers,
                derived.name,
                derived.moves,
            ],
        )?;
        if is_sound {
            self.clear_core_index()?;
            let position = self.ids("SELECT position FROM record WHERE id = ?1", &[&id])?;
            self.changed_positions.extend(position);
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
    /// and leaves the row as it is, if the checksum of the row is wrong. The index of games, which has
    /// these facts, is emptied. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn update_game_info(&mut self, id: i64, info: &GameInfo) -> Result<bool, StoreError> {
        let is_sound = self.update_sound_row(
            &checksum::GAME,
            "black = ?2, white = ?3, black_rank = ?4, white_rank = ?5, event = ?6, name = ?7, date = ?8,
                 year = ?9, result = ?10, winner = ?11, komi = ?12, rules = ?13, handicap = ?14",
            id,
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
            self.clear_game_segments()?;
        }
        Ok(is_sound)
    }

    /// Writes columns of the row with the id `id`, `?1`, and its checksum. Returns false, and leaves
    /// the row as it is, if its checksum is wrong.
    pub(in crate::store) fn update_sound_row(
        &mut self,
        checked: &Checked,
        columns: &str,
        id: i64,
        values: &[&dyn ToSql],
    ) -> Result<bool, StoreError> {
        let (table, checksum) = (checked.table, checked.expression());
        let sql = format!("UPDATE {table} SET {columns} WHERE id = ?1 AND checksum IS {checksum}");
        let is_sound = self.execute(&sql, values)? == 1;
        if is_sound {
            self.execute(&checked.update("id = ?1"), &[&id])?;
        }
        Ok(is_sound)
    }

    /// Notes that all records were read by the current rules, and gives all sources the books of these. The
    /// caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn set_current_reading(&mut self) -> Result<(), StoreError> {
        self.execute(&checksum::SOURCE.derive(), &[])?;
        self.execute("UPDATE database SET reading = ?1", &[&READING]).map(drop)
    }

    /// Notes that some records were read by the rules `reading`. The caller
    /// commits.
    pub(super) fn lower_reading(&mut self, reading: i64) -> Result<(), StoreError> {
        self.execute("UPDATE database SET reading = ?1 WHERE reading > ?1", &[&reading]).map(drop)
    }
}
