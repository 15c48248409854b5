//! Insertion of records and games.

use std::sync::LazyLock;

use rusqlite::{Statement, params};

use super::checksum;
use super::error::StoreError;
use super::part::{insert_part, sgf_column};
use super::session::ImportSession;
use crate::PositionKey;
use crate::model::{Charset, Game, Record};

impl ImportSession {
    /// Writes records, each with the id of its source.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_records(&mut self, records: &[(i64, Record)]) -> Result<(), StoreError> {
        if records.is_empty() {
            return Ok(());
        }
        self.enlarge_cache()?;
        self.begin_transaction()?;
        let keys: Vec<(PositionKey, &str)> =
            records.iter().map(|(_, record)| (record.key, &*record.text)).collect();
        let positions = self.insert_positions(&keys)?;
        let first = self.ids.record;
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(&INSERT_RECORD)?;
            for (id, ((source, record), &position)) in (first..).zip(records.iter().zip(&positions))
            {
                insert_record(&mut insert, id, *source, record, position)?;
                if let Some(part) = &record.part {
                    let place = (*source, record.tree);
                    insert_part(connection, id, place, record.charset.as_ref(), part)?;
                }
            }
            Ok(())
        })?;
        self.ids.record += records.len() as i64;
        for ((source, record), &position) in records.iter().zip(&positions) {
            let tree = record.part.as_ref().map(|_| (*source, record.tree));
            self.pending.count_record(position, record.turn, &record.placement, tree);
            self.pending.count_turn_source(record.turn_source, record.turn_words.as_deref());
        }
        Ok(())
    }

    /// Writes games, each with the id of its source.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_games(&mut self, games: &[(i64, Game)]) -> Result<(), StoreError> {
        if games.is_empty() {
            return Ok(());
        }
        self.begin_transaction()?;
        let first = self.ids.game;
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(&INSERT_GAME)?;
            let mut insert_line =
                connection.prepare_cached("INSERT INTO game_line (game, lines) VALUES (?1, ?2)")?;
            let mut insert_tree = connection
                .prepare_cached("INSERT INTO game_tree (game, charset, sgf) VALUES (?1, ?2, ?3)")?;
            for (id, (source, game)) in (first..).zip(games) {
                insert_game(&mut insert, id, *source, game)?;
                insert_line.execute(params![id, game.lines])?;
                let charset = game.charset.as_ref();
                insert_tree.execute(params![
                    id,
                    charset.map(Charset::to_stored),
                    sgf_column(charset, &game.sgf),
                ])?;
            }
            Ok(())
        })?;
        self.ids.game += games.len() as i64;
        Ok(())
    }

    /// Inserts the positions that are new; returns the ids of all. A position is given by its key and text, once for
    /// each record that the caller adds to the position.
    pub(super) fn insert_positions(
        &mut self,
        keys: &[(PositionKey, &str)],
    ) -> Result<Vec<i64>, StoreError> {
        // Sorted by key, so that the index of keys is read and written in order.
        let mut by_key: Vec<(PositionKey, usize)> =
            keys.iter().enumerate().map(|(i, &(key, _))| (key, i)).collect();
        by_key.sort_unstable();
        let mut positions = vec![0; keys.len()];
        let first = self.ids.position;
        let mut next = first;
        let changed = &mut self.changed_positions;
        self.store.run(|connection| {
            let mut insert = connection.prepare_cached(
                "INSERT INTO position (id, key, text) VALUES (?1, ?2, ?3)
                 ON CONFLICT (key) DO NOTHING",
            )?;
            let mut find = connection.prepare_cached("SELECT id FROM position WHERE key = ?1")?;
            let mut last: Option<(PositionKey, i64)> = None;
            for (key, i) in by_key {
                let position = match last {
                    Some((last, position)) if last == key => {
                        changed.insert(position);
                        position
                    }
                    _ if insert.execute(params![next, key.as_bytes(), keys[i].1])? == 1 => {
                        next += 1;
                        next - 1
                    }
                    _ => {
                        let known = find.query_row([key.as_bytes()], |row| row.get(0))?;
                        changed.insert(known);
                        known
                    }
                };
                last = Some((key, position));
                positions[i] = position;
            }
            Ok(())
        })?;
        self.ids.position = next;
        self.pending.new_positions += (next - first) as u64;
        Ok(positions)
    }
}

static INSERT_RECORD: LazyLock<String> = LazyLock::new(|| checksum::RECORD.insert(0));

fn insert_record(
    insert: &mut Statement<'_>,
    id: i64,
    source: i64,
    record: &Record,
    position: i64,
) -> rusqlite::Result<()> {
    let [board_cols, board_rows, col, row, cols, rows, open] = record.placement.to_numbers();
    insert.execute(params![
        id,
        position,
        source,
        record.tree,
        record.offset as i64,
        record.symmetry.index(),
        record.turn.code(),
        record.turn_source.code(),
        board_cols,
        board_rows,
        col,
        row,
        cols,
        rows,
        open,
        record.moves,
        record.name,
        record.charset.as_ref().map(Charset::to_stored),
        sgf_column(record.charset.as_ref(), &record.sgf),
        record.dialect.code(),
        record.solution,
        record.answers,
    ])?;
    Ok(())
}

/// After the columns, the checksum of a game takes its lines, charset and SGF.
static INSERT_GAME: LazyLock<String> = LazyLock::new(|| checksum::GAME.insert(3));

fn insert_game(
    insert: &mut Statement<'_>,
    id: i64,
    source: i64,
    game: &Game,
) -> rusqlite::Result<()> {
    let info = &game.info;
    let charset = game.charset.as_ref();
    insert.execute(params![
        id,
        source,
        game.tree,
        game.offset as i64,
        game.size.cols(),
        game.size.rows(),
        game.moves,
        game.opening as i64,
        info.year,
        info.winner.code(),
        info.komi.map(|komi| f64::from(komi) / 100.0),
        info.handicap,
        info.black.as_deref(),
        info.white.as_deref(),
        info.black_rank.as_deref(),
        info.white_rank.as_deref(),
        info.event.as_deref(),
        info.name.as_deref(),
        info.date.as_deref(),
        info.result.as_deref(),
        info.rules.as_deref(),
        game.lines,
        charset.map(Charset::to_stored),
        sgf_column(charset, &game.sgf),
    ])?;
    Ok(())
}
