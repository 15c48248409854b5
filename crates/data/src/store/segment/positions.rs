//! The index of positions: sketches by column, in the order of their keys.
//!
//! ```text
//!   part 0   directory
//!   part 1   runs: a key and the number of its rows, ascending
//!   part 2   block 0, column 0: ids, as distances from the first one of the segment
//!   part 3   block 0, column 1: what a caller of `write_position_segment` makes of the positions
//!   …
//!   part 2 + columns         block 1, column 0
//! ```
//!
//! A block has [`BLOCK_ROWS`] rows, so a question reads few bytes beyond the rows whose keys it wants.
//! The positions behind the last segment are read as without an index. A position that was removed
//! keeps its row until segments are merged: a question looks every position up by its id.

use std::collections::HashSet;
use std::ops::Range;

use super::layout::{POSITION, Segment};
use super::parts::Parts;
use super::planes::Planes;
use crate::store::connection::Store;
use crate::store::error::StoreError;
use crate::store::session::ImportSession;

/// Number of rows in a block: 16 bytes of each fill two pages of the database.
const BLOCK_ROWS: usize = 500;

/// The number of bytes of a key and the number of its rows.
const RUN: usize = 12;

/// The number of bytes of an id, as a distance from the first one of the segment.
const ID: usize = 4;

/// The version and the columns of sketches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SketchFormat {
    /// The version of the bytes.
    pub version: i64,
    /// The number of bytes in each column.
    pub widths: &'static [usize],
}

impl SketchFormat {
    /// The number of bytes in a column, of which the first one has ids.
    fn width(&self, column: usize) -> usize {
        column.checked_sub(1).map_or(ID, |column| self.widths[column])
    }

    fn columns(&self) -> usize {
        1 + self.widths.len()
    }

    fn part(&self, block: usize, column: usize) -> usize {
        1 + block * self.columns() + column
    }
}

/// A position in the index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IndexedPosition {
    /// What rows are sorted by.
    pub key: u64,
    /// The id.
    pub id: i64,
    /// The bytes of all columns of the sketch.
    pub columns: Vec<u8>,
}

/// The parts of a segment of sorted rows.
fn parts_of(format: SketchFormat, first: i64, rows: &[IndexedPosition]) -> Planes {
    let mut parts = Planes::default();
    let runs = rows.chunk_by(|one, other| one.key == other.key).flat_map(|run| {
        let count = (run.len() as u32).to_le_bytes();
        run[0].key.to_le_bytes().into_iter().chain(count)
    });
    parts.0.push(runs.collect());
    for block in rows.chunks(BLOCK_ROWS) {
        let ids = block.iter().flat_map(|row| ((row.id - first) as u32).to_le_bytes());
        parts.0.push(ids.collect());
        let mut at = 0;
        for width in format.widths {
            let bytes = block.iter().flat_map(|row| &row.columns[at..at + width]).copied();
            parts.0.push(bytes.collect());
            at += width;
        }
    }
    parts
}

impl ImportSession {
    /// The first positions behind the last segment with their texts, as many as make one, else none.
    /// Includes the positions of this transaction.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn positions_to_index(
        &mut self,
        format: SketchFormat,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let next = match self.next_unindexed_position {
            Some((version, next)) if version == format.version => next,
            _ => match self.first_unindexed(POSITION, format.version)? {
                Some(next) => next,
                None => {
                    self.clear_position_segments()?;
                    0
                }
            },
        };
        self.next_unindexed_position = Some((format.version, next));
        let rows = self.segment_rows;
        // Ids are given to positions one by one, so fewer ids are fewer positions.
        if self.next_ids()?.position - next < rows as i64 {
            return Ok(Vec::new());
        }
        let sql = "SELECT id, text FROM position WHERE id >= ?1 ORDER BY id LIMIT ?2";
        let positions: Vec<(i64, String)> = self.store.run(|connection| {
            connection
                .prepare_cached(sql)?
                .query_map([next, rows as i64], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })?;
        Ok(if positions.len() == rows { positions } else { Vec::new() })
    }

    /// Writes the segment of positions, as [`positions_to_index`](Self::positions_to_index) gave them.
    /// The caller commits.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn write_position_segment(
        &mut self,
        format: SketchFormat,
        mut rows: Vec<IndexedPosition>,
    ) -> Result<(), StoreError> {
        let ids = || rows.iter().map(|row| row.id);
        let (Some(first), Some(last)) = (ids().min(), ids().max()) else { return Ok(()) };
        rows.sort_unstable();
        let span = (first, last, rows.len());
        let kind = (POSITION, format.version);
        self.insert_segment(kind, span, &parts_of(format, first, &rows))?;
        self.next_unindexed_position = Some((format.version, last + 1));
        self.merge_position_segments(format)
    }

    /// Merges the last segments, if they are enough small ones, without the rows of removed positions.
    fn merge_position_segments(&mut self, format: SketchFormat) -> Result<(), StoreError> {
        let segments = self.store.segments(POSITION, format.version)?;
        let Some((merged, (first, end))) = self.segments_to_merge(segments) else { return Ok(()) };
        let sql = "SELECT id FROM position WHERE id BETWEEN ?1 AND ?2";
        let alive: HashSet<i64> = self.ids(sql, &[&first, &end])?.into_iter().collect();
        let mut rows = Vec::with_capacity(alive.len());
        for segment in &merged {
            let read = PositionSegment::open(&self.store, format, *segment)?.read_all()?;
            rows.extend(read.into_iter().filter(|row| alive.contains(&row.id)));
            self.delete_segment(segment.id())?;
        }
        rows.sort_unstable();
        let span = (first, end, rows.len());
        let parts = parts_of(format, first, &rows);
        self.insert_segment((POSITION, format.version), span, &parts)
    }

    /// Removes all segments of positions. The caller commits.
    pub(super) fn clear_position_segments(&mut self) -> Result<(), StoreError> {
        self.delete_segments(POSITION)?;
        self.next_unindexed_position = None;
        Ok(())
    }
}

impl Store {
    /// The segments of the index of positions, in the order of their positions; none if some have
    /// sketches of another version.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn segments_of_positions(&self, format: SketchFormat) -> Result<Vec<Segment>, StoreError> {
        self.segments(POSITION, format.version)
    }

    /// The segments of the index of positions, opened.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the part if a directory or the keys
    /// of a segment were altered.
    pub fn position_segments(
        &self,
        format: SketchFormat,
    ) -> Result<Vec<PositionSegment<'_>>, StoreError> {
        let segments = self.segments_of_positions(format)?.into_iter();
        segments.map(|segment| PositionSegment::open(self, format, segment)).collect()
    }

    /// The ids of the positions from one id to another one.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn position_texts(&self, first: i64, last: i64) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT id, text FROM position WHERE id BETWEEN ?1 AND ?2 ORDER BY id";
        self.run(|connection| {
            connection
                .prepare_cached(sql)?
                .query_map([first, last], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })
    }
}

/// A segment of the index of positions.
#[derive(Debug)]
pub struct PositionSegment<'a> {
    parts: Parts<'a>,
    format: SketchFormat,
    /// The rows of each key.
    runs: Vec<(u64, Range<usize>)>,
}

impl<'a> PositionSegment<'a> {
    /// Reads the directory and the keys of a segment.
    ///
    /// # Errors
    /// As for [`Store::position_segments`].
    pub fn open(
        store: &'a Store,
        format: SketchFormat,
        segment: Segment,
    ) -> Result<PositionSegment<'a>, StoreError> {
        let mut parts = Parts::open(store, segment)?;
        let (read, mut end) = (parts.read(0, None, Vec::new())?, 0);
        let run = |run: &[u8; RUN]| {
            let (key, count) = run.split_first_chunk().expect("a run has a key");
            let count = u32::from_le_bytes(*count.first_chunk().expect("and a number of rows"));
            let start = end;
            end += count as usize;
            (u64::from_le_bytes(*key), start..end)
        };
        let runs = read.as_chunks().0.iter().map(run).collect();
        if end != segment.rows() {
            return Err(parts.damaged(0, &format!("it has {end} rows of {}", segment.rows())));
        }
        Ok(PositionSegment { parts, format, runs })
    }

    /// The segment in the list of all.
    pub fn segment(&self) -> &Segment {
        &self.parts.segment
    }

    /// Each key with its rows, in ascending order.
    pub fn runs(&self) -> &[(u64, Range<usize>)] {
        &self.runs
    }

    /// The rows of the block with a row.
    pub fn block_of(&self, row: usize) -> Range<usize> {
        let first = row / BLOCK_ROWS * BLOCK_ROWS;
        first..(first + BLOCK_ROWS).min(self.segment().rows())
    }

    /// The bytes of a column of sketches, of the rows of the block with a row.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the part if its bytes were altered.
    pub fn column(&mut self, row: usize, column: usize) -> Result<Vec<u8>, StoreError> {
        self.read(row, column + 1)
    }

    /// The ids of the positions in the rows of the block with a row.
    ///
    /// # Errors
    /// As for [`column`](Self::column).
    pub fn ids(&mut self, row: usize) -> Result<Vec<i64>, StoreError> {
        let (first, bytes) = (self.segment().first(), self.read(row, 0)?);
        let id = |bytes: &[u8; ID]| first + i64::from(u32::from_le_bytes(*bytes));
        Ok(bytes.as_chunks().0.iter().map(id).collect())
    }

    fn read(&mut self, row: usize, column: usize) -> Result<Vec<u8>, StoreError> {
        let bytes = self.block_of(row).len() * self.format.width(column);
        self.parts.read(self.format.part(row / BLOCK_ROWS, column), Some(bytes), Vec::new())
    }

    /// Reads all rows.
    ///
    /// # Errors
    /// As for [`column`](Self::column).
    fn read_all(&mut self) -> Result<Vec<IndexedPosition>, StoreError> {
        let mut rows = Vec::with_capacity(self.segment().rows());
        let mut keys = Vec::with_capacity(self.segment().rows());
        self.runs.iter().for_each(|(key, run)| keys.extend(run.clone().map(|_| *key)));
        for start in (0..self.segment().rows()).step_by(BLOCK_ROWS) {
            let ids = self.ids(start)?;
            let mut columns = vec![Vec::new(); ids.len()];
            for (column, &width) in self.format.widths.iter().enumerate() {
                let bytes = self.column(start, column)?;
                let rows = columns.iter_mut().zip(bytes.chunks_exact(width));
                rows.for_each(|(row, bytes)| row.extend(bytes));
            }
            let found = ids.into_iter().zip(columns).zip(&keys[start..]);
            rows.extend(found.map(|((id, columns), &key)| IndexedPosition { key, id, columns }));
        }
        Ok(rows)
    }

    /// Reads all parts and compares them with their checksums.
    ///
    /// # Errors
    /// As for [`column`](Self::column).
    pub fn check(&mut self) -> Result<(), StoreError> {
        self.read_all().map(drop)
    }

    /// Compares the segment with what its positions give. Rows of removed positions count for nothing.
    /// Returns what differs, if anything.
    ///
    /// # Errors
    /// As for [`column`](Self::column).
    pub fn find_difference(
        &mut self,
        mut expected: Vec<IndexedPosition>,
    ) -> Result<Option<String>, StoreError> {
        let mut rows = self.read_all()?;
        expected.sort_unstable();
        let known: HashSet<i64> = expected.iter().map(|row| row.id).collect();
        rows.retain(|row| known.contains(&row.id));
        if rows.len() != expected.len() {
            let what = format!("{} positions of {} in the database", rows.len(), expected.len());
            return Ok(Some(what));
        }
        let different = rows.iter().zip(&expected).find(|(row, expected)| row != expected);
        Ok(different.map(|(_, expected)| format!("the row of position {}", expected.id)))
    }
}
