//! Writing of segments.

use super::layout::{COLUMNS, GAME, MERGED, Segment, format, name, part};
use super::planes::Planes;
use super::unindexed::{UnindexedGame, names_in, planes_of};
use crate::store::error::StoreError;
use crate::store::session::ImportSession;

impl ImportSession {
    /// Sets the number of rows in a segment, for tests.
    #[doc(hidden)]
    pub fn set_segment_rows(&mut self, rows: usize) {
        self.segment_rows = rows;
    }

    /// Whether imports add to the index.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn keeps_index(&self) -> Result<bool, StoreError> {
        let sql = "SELECT ifnull((SELECT is_kept FROM segment_state), 1)";
        self.store.run(|connection| connection.query_row(sql, [], |row| row.get(0)))
    }

    /// The first games behind the last segment: as many as make one, else none. With `is_last`, an eighth
    /// makes one too. `digest` is the version of the digests. Includes the games of this transaction.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn games_to_index(
        &mut self,
        digest: i64,
        is_last: bool,
    ) -> Result<Vec<UnindexedGame>, StoreError> {
        let next = match self.next_unindexed {
            Some((version, next)) if version == digest => next,
            _ => match self.first_unindexed(GAME, format(digest))? {
                Some(next) => next,
                None => {
                    self.clear_game_segments()?;
                    0
                }
            },
        };
        self.next_unindexed = Some((digest, next));
        let rows = self.segment_rows;
        let least = if is_last { rows.div_ceil(MERGED) } else { rows };
        // Ids are given to games one by one, so fewer ids are fewer games.
        if self.next_ids()?.game - next < least as i64 {
            return Ok(Vec::new());
        }
        let games = self.store.games_behind(next - 1, rows)?;
        Ok(if games.len() >= least { games } else { Vec::new() })
    }

    /// The id behind the last segment of a kind and a format; `None` if there are segments of another format.
    pub(super) fn first_unindexed(
        &self,
        kind: i64,
        format: i64,
    ) -> Result<Option<i64>, StoreError> {
        self.store.run(|connection| {
            connection.query_row(
                "SELECT max(last) FILTER (WHERE format = ?1), count(*) FILTER (WHERE format <> ?1)
                 FROM segment WHERE kind = ?2",
                [format, kind],
                |row| {
                    let (last, others): (Option<i64>, i64) = (row.get(0)?, row.get(1)?);
                    Ok((others == 0).then(|| last.map_or(0, |last| last + 1)))
                },
            )
        })
    }

    /// The last segments, their first id and their last one, if they are enough small ones to be merged.
    pub(super) fn segments_to_merge(
        &self,
        mut segments: Vec<Segment>,
    ) -> Option<(Vec<Segment>, (i64, i64))> {
        // Those that were merged of the last segments of imports are small too.
        let most = 2 * self.segment_rows;
        let small = segments.iter().rev().take_while(|segment| segment.rows() <= most).count();
        let merged = segments.split_off(segments.len() - small);
        let (first, last) = (merged.first()?.first(), merged.last()?.last());
        (small >= MERGED).then_some((merged, (first, last)))
    }

    /// Writes the segment of games, as [`games_to_index`](Self::games_to_index) gave them, with
    /// their digests of this version, all of one length. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_segment(
        &mut self,
        games: &[UnindexedGame],
        digest: i64,
        digests: &[impl AsRef<[u8]>],
    ) -> Result<(), StoreError> {
        let (Some(first), Some(last)) = (games.first(), games.last()) else { return Ok(()) };
        let planes = planes_of(first.id, games, &self.add_names(names_in(games))?, digests);
        let span = (first.id, last.id, planes.rows());
        self.insert_segment((GAME, format(digest)), span, &planes)?;
        self.next_unindexed = Some((digest, last.id + 1));
        self.merge_segments(digest)
    }

    /// Writes a segment of a kind and a format, with the ids of its first and last row, the number of
    /// its rows, and its parts.
    pub(super) fn insert_segment(
        &mut self,
        (kind, format): (i64, i64),
        (first, last, rows): (i64, i64, usize),
        parts: &Planes,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO segment (kind, format, first, last, count) VALUES (?1, ?2, ?3, ?4, ?5)",
            &[&kind, &format, &first, &last, &(rows as i64)],
        )?;
        let id = self.store.connection.last_insert_rowid();
        let sql = "INSERT INTO segment_part (id, data) VALUES (?1, ?2)";
        self.execute(sql, &[&part(id, 0), &parts.directory(&name(first, last, rows))])?;
        for (number, data) in parts.0.iter().enumerate() {
            self.execute(sql, &[&part(id, number + 1), data])?;
        }
        Ok(())
    }

    /// Merges the last segments, if they are enough small ones, without the rows of removed games.
    fn merge_segments(&mut self, digest: i64) -> Result<(), StoreError> {
        let segments = self.store.game_segments(digest)?;
        let Some((merged, (first, end))) = self.segments_to_merge(segments) else { return Ok(()) };
        let mut all = Planes::default();
        for segment in &merged {
            let mut planes = segment.read_all(&self.store)?;
            // The ids are distances from the first one of the segment.
            for row in 0..planes.rows() {
                let id = u32::from_le_bytes(std::array::from_fn(|byte| planes.0[byte][row]));
                let id = (i64::from(id) + segment.first() - first) as u32;
                for (byte, value) in id.to_le_bytes().into_iter().enumerate() {
                    planes.0[byte][row] = value;
                }
            }
            planes.retain(&segment.open(&self.store)?.alive()?);
            all.append(planes);
            self.delete_segment(segment.id())?;
        }
        self.execute("DELETE FROM segment_dead WHERE game BETWEEN ?1 AND ?2", &[&first, &end])?;
        self.delete_dead_columns(first, end)?;
        self.insert_segment((GAME, format(digest)), (first, end, all.rows()), &all)
    }

    pub(super) fn delete_segment(&mut self, id: i64) -> Result<(), StoreError> {
        let (first, end) = (part(id, 0), part(id + 1, 0));
        self.execute("DELETE FROM segment_part WHERE id >= ?1 AND id < ?2", &[&first, &end])?;
        self.execute("DELETE FROM segment WHERE id = ?1", &[&id]).map(drop)
    }

    /// Remembers the games of a source as removed, before they are.
    pub(in crate::store) fn note_dead_games(&mut self, source: i64) -> Result<(), StoreError> {
        self.note_dead("source = ?1", source)
    }

    /// Remembers a game as removed, before it is.
    pub(in crate::store) fn note_dead_game(&mut self, id: i64) -> Result<(), StoreError> {
        self.note_dead("id = ?1", id)
    }

    fn note_dead(&mut self, condition: &str, value: i64) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT OR IGNORE INTO segment_dead SELECT id FROM game WHERE {condition}
             AND id <= (SELECT max(last) FROM segment WHERE kind = {GAME})"
        );
        self.execute(&sql, &[&value]).map(drop)
    }

    /// Removes all segments and the index of comments, and says whether imports make new ones. The caller
    /// commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn drop_index(&mut self, is_kept: bool) -> Result<(), StoreError> {
        self.clear_segments()?;
        self.clear_comment_index()?;
        self.keep_index(is_kept)
    }

    /// Says whether imports add to the index. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn keep_index(&mut self, is_kept: bool) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO segment_state (id, is_kept) VALUES (1, ?1)";
        self.execute(sql, &[&is_kept]).map(drop)
    }

    /// Removes all segments. The caller commits.
    fn clear_segments(&mut self) -> Result<(), StoreError> {
        self.clear_position_segments()?;
        self.clear_game_segments()
    }

    /// Removes all segments of games and their columns. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub(in crate::store) fn clear_game_segments(&mut self) -> Result<(), StoreError> {
        self.delete_segments(GAME)?;
        self.delete_segments(COLUMNS)?;
        for table in ["segment_dead", "player"] {
            self.execute(&format!("DELETE FROM {table}"), &[])?;
        }
        self.next_unindexed = None;
        Ok(())
    }

    pub(super) fn delete_segments(&mut self, kind: i64) -> Result<(), StoreError> {
        let parts = "id >> 16 IN (SELECT id FROM segment WHERE kind = ?1)";
        self.execute(&format!("DELETE FROM segment_part WHERE {parts}"), &[&kind])?;
        self.execute("DELETE FROM segment WHERE kind = ?1", &[&kind]).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;
    use crate::store::tests::{game, import, source};

    /// A database in memory with eight games.
    fn store() -> Store {
        let store = Store::open_in_memory().unwrap();
        let games = (0..8).map(|_| game("(;SZ[9]PB[A]DT[1990];B[cc];W[gg])")).collect();
        import(&store, &source(1), vec![], games);
        store
    }

    fn session(store: &Store) -> ImportSession {
        let mut session = store.begin_import().unwrap();
        session.set_segment_rows(4);
        session
    }

    /// Adds a segment with digests of 4,000 bytes.
    fn write_next(session: &mut ImportSession) -> Result<usize, StoreError> {
        let games = session.games_to_index(1, false)?;
        session.write_segment(&games, 1, &vec![[7; 4_000]; games.len()])?;
        Ok(games.len())
    }

    #[test]
    fn a_full_disk_leaves_no_part_of_a_segment() {
        let store = store();
        let mut full = session(&store);
        assert_eq!(write_next(&mut full).unwrap(), 4);
        full.commit().unwrap();
        let before = store.index_state().unwrap();
        assert_eq!((before.segments, before.games), (1, 4));
        let limit = "SELECT page_count + 2 FROM pragma_page_count";
        let connection = &full.store.connection;
        let pages: i64 = connection.query_row(limit, [], |row| row.get(0)).unwrap();
        connection.pragma_update(None, "max_page_count", pages).unwrap();
        let written = write_next(&mut full);
        assert!(matches!(written, Err(StoreError::Full { .. })), "{written:?}");
        drop(full);
        assert_eq!(store.index_state().unwrap(), before);
        let mut session = session(&store);
        assert_eq!(write_next(&mut session).unwrap(), 4);
        session.commit().unwrap();
        assert_eq!(store.index_state().unwrap().games, 8);
    }

    #[test]
    fn changed_facts_of_a_game_and_another_format_empty_the_index() {
        let store = store();
        let mut session = session(&store);
        write_next(&mut session).unwrap();
        session.commit().unwrap();
        let info = session.store.game(1).unwrap().unwrap().info;
        assert!(session.update_game_info(1, &info).unwrap());
        assert_eq!(session.store.index_state().unwrap().segments, 0);
        write_next(&mut session).unwrap();
        session.commit().unwrap();
        assert_eq!(session.store.game_segments(1).unwrap().len(), 1);
        assert!(session.store.game_segments(2).unwrap().is_empty());
        session.games_to_index(2, false).unwrap();
        session.commit().unwrap();
        assert_eq!(session.games_to_index(2, false).unwrap().len(), 4);
        assert_eq!(session.store.index_state().unwrap().segments, 0);
    }
}
