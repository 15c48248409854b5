//! The columns of main lines: what a caller of `write_columns` lays out for blocks of games.
//!
//! ```text
//!   part 0   directory
//!   part 1   for each block the number of its games and their ids, as distances from the first one of the segment
//!   part 2   block 0
//!   part 3   block 1
//!   …
//! ```
//!
//! Columns follow the segments of games: there are none behind the last of these. Some games have no
//! columns. Whether a game was removed, and its facts, are known from the segments of games.

use rusqlite::params;

use super::layout::{COLUMNS, GAME, Segment};
use super::parts::Parts;
use super::planes::Planes;
use crate::store::connection::Store;
use crate::store::error::{StoreError, read_row};
use crate::store::session::ImportSession;

/// The number of bytes of the number of games in a block, and of an id.
const NUMBER: usize = 4;

/// Games that are stored together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnBlock {
    /// The ids of the games, ascending.
    pub games: Vec<i64>,
    /// What is stored of them.
    pub bytes: Vec<u8>,
}

impl ImportSession {
    /// The first games without columns that have a segment, with their encoded moves, at most as many as a
    /// segment has. Includes the games of this transaction.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn games_without_columns(
        &mut self,
        format: i64,
    ) -> Result<Vec<(i64, Vec<u8>)>, StoreError> {
        let next = match self.first_unindexed(COLUMNS, format)? {
            Some(next) => next,
            None => {
                self.delete_segments(COLUMNS)?;
                0
            }
        };
        let sql = "SELECT ifnull(max(last), -1) FROM segment WHERE kind = ?1";
        let last = self.store.run(|connection| {
            connection.prepare_cached(sql)?.query_row([GAME], |row| row.get(0))
        })?;
        self.store.moves_between(next, last, self.segment_rows)
    }

    /// Writes the columns of the games of [`games_without_columns`](Self::games_without_columns). `first` and
    /// `last` are the ids of the first and the last of these games. The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_columns(
        &mut self,
        format: i64,
        (first, last): (i64, i64),
        blocks: Vec<ColumnBlock>,
    ) -> Result<(), StoreError> {
        let mut contents = Vec::new();
        for ColumnBlock { games, .. } in &blocks {
            contents.extend((games.len() as u32).to_le_bytes());
            contents.extend(games.iter().flat_map(|game| ((game - first) as u32).to_le_bytes()));
        }
        let rows = blocks.iter().map(|block| block.games.len()).sum();
        let mut parts = Planes(vec![contents]);
        parts.0.extend(blocks.into_iter().map(|block| block.bytes));
        self.insert_segment((COLUMNS, format), (first, last, rows), &parts)
    }

    /// Removes the segments of columns, between two ids of games, whose games were all removed. The last
    /// segment of the database stays: new columns begin behind it.
    pub(super) fn delete_dead_columns(&mut self, first: i64, last: i64) -> Result<(), StoreError> {
        let sql = "SELECT id FROM segment WHERE kind = ?1 AND first >= ?2 AND last <= ?3
             AND last < (SELECT max(last) FROM segment WHERE kind = ?1)
             AND NOT EXISTS (SELECT 1 FROM game WHERE game.id BETWEEN segment.first AND segment.last)";
        for id in self.ids(sql, &[&COLUMNS, &first, &last])? {
            self.delete_segment(id)?;
        }
        Ok(())
    }
}

impl Store {
    /// The segments of columns of a format, in the order of their games; none if there are others.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn column_segments(&self, format: i64) -> Result<Vec<Segment>, StoreError> {
        self.segments(COLUMNS, format)
    }

    /// The games from one id to another one with their encoded moves, at most so many.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn moves_between(
        &self,
        first: i64,
        last: i64,
        limit: usize,
    ) -> Result<Vec<(i64, Vec<u8>)>, StoreError> {
        let sql = "SELECT game, lines FROM game_line WHERE game BETWEEN ?1 AND ?2
             ORDER BY game LIMIT ?3";
        self.run(|connection| {
            connection
                .prepare_cached(sql)?
                .query_map(params![first, last, limit as i64], |row| {
                    read_row(row, "game", |row| Ok((row.get(0)?, row.get(1)?)))
                })?
                .collect()
        })
    }
}

/// The columns of a segment.
#[derive(Debug)]
pub struct ColumnSegment<'a> {
    parts: Parts<'a>,
    blocks: Vec<Vec<i64>>,
}

impl<'a> ColumnSegment<'a> {
    /// Reads the directory and the ids of the games.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the part if its bytes were altered.
    pub fn open(store: &'a Store, segment: Segment) -> Result<ColumnSegment<'a>, StoreError> {
        let mut parts = Parts::open(store, segment)?;
        let contents = parts.read(0, None, Vec::new())?;
        let blocks = read_contents(&segment, contents.as_chunks().0);
        match blocks {
            Some(blocks) if blocks.len() + 1 == parts.count() => {
                Ok(ColumnSegment { parts, blocks })
            }
            _ => Err(parts.damaged(0, "it does not have the blocks")),
        }
    }

    /// The ids of the games of each block.
    pub fn blocks(&self) -> &[Vec<i64>] {
        &self.blocks
    }

    /// Reads a block into a buffer.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn read(&mut self, number: usize, buffer: Vec<u8>) -> Result<ColumnBlock, StoreError> {
        let bytes = self.parts.read(1 + number, None, buffer)?;
        Ok(ColumnBlock { games: self.blocks[number].clone(), bytes })
    }

    /// Reads all blocks.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub fn read_all(&mut self) -> Result<Vec<ColumnBlock>, StoreError> {
        (0..self.blocks.len()).map(|number| self.read(number, Vec::new())).collect()
    }

    /// The error for columns that cannot be read.
    pub fn damaged(&self) -> StoreError {
        self.parts.damaged(0, "the columns behind it are no columns")
    }
}

fn read_contents(segment: &Segment, mut numbers: &[[u8; NUMBER]]) -> Option<Vec<Vec<i64>>> {
    let mut blocks = Vec::new();
    while let Some((count, rest)) = numbers.split_first() {
        let (games, rest) = rest.split_at_checked(u32::from_le_bytes(*count) as usize)?;
        let id = |distance: &[u8; NUMBER]| {
            let id = segment.first() + i64::from(u32::from_le_bytes(*distance));
            (id <= segment.last()).then_some(id)
        };
        blocks.push(games.iter().map(id).collect::<Option<Vec<_>>>()?);
        numbers = rest;
    }
    Some(blocks)
}
