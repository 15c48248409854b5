//! The positions that may answer a question: read from the index of positions, else all.
//!
//! ```text
//!   positions by id   ├── segment ──┼── segment ──┼── tail ──┤
//!                      sketches: ranges of keys,    all
//!                      then the columns of these
//!                      └ candidates: texts, read by id
//! ```
//!
//! Candidates and tail become a [`PositionIndex`], which answers as the one of all positions does: the
//! numbers of positions have the same order in both.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use super::assessment::Submitted;
use super::conflicts::load_solution;
use super::containment::{ContainedQuery, ContainmentQuery};
use super::nearest::{NEAR, contained_query};
use super::position_index::PositionIndex;
use super::query::PositionQuery;
use super::record_view::RecordView;
use super::similar::{SimilarPosition, find_similar, find_similar_with_any_edges};
use super::submissions::Submissions;
use super::walk::walk_positions;
use crate::gtn::SubPosition;
use crate::similarity::{Edges, SKETCH_FORMAT, Sketch, SketchBlock, SketchColumn, SketchFilter};
use crate::store::{PositionSegment, SketchFormat, Store, StoreError, StoredRecord};

/// What sketches of positions look like.
pub(super) const SKETCHES: SketchFormat =
    SketchFormat { version: SKETCH_FORMAT, widths: &Sketch::WIDTHS };

/// The number of questions after which all positions are loaded, for all that follow.
const MAX_QUESTIONS: usize = 32;

/// The positions of a database for one question after the other.
#[derive(Debug)]
pub struct PositionSource<'a> {
    store: &'a Store,
    segments: Vec<PositionSegment<'a>>,
    questions: usize,
    /// The positions of the last question, or all.
    positions: Option<Arc<PositionIndex>>,
    has_all: bool,
    work: Cell<PositionWork>,
}

/// What the last question read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionWork {
    /// Number of segments.
    pub segments: usize,
    /// Number of bytes of their columns.
    pub bytes: usize,
    /// Number of positions that were compared, the tail included.
    pub positions: usize,
}

impl<'a> PositionSource<'a> {
    /// Takes the positions of a database; without the index, each question loads all. Ask in one
    /// [snapshot](Store::snapshot).
    ///
    /// # Errors
    /// When the database cannot be read, or the index was altered.
    pub fn new(store: &'a Store, uses_index: bool) -> Result<PositionSource<'a>, StoreError> {
        let segments = match uses_index {
            true => store.position_segments(SKETCHES)?,
            false => Vec::new(),
        };
        let (positions, work) = (None, Cell::default());
        Ok(PositionSource { store, segments, questions: 0, positions, has_all: false, work })
    }

    /// Takes all positions, which are in memory.
    pub fn of_all(store: &'a Store, all: Arc<PositionIndex>) -> PositionSource<'a> {
        let work = PositionWork { positions: all.len(), ..PositionWork::default() };
        let (segments, positions, work) = (Vec::new(), Some(all), Cell::new(work));
        PositionSource { store, segments, questions: 0, positions, has_all: true, work }
    }

    /// Whether the database has an index of positions, and it is read.
    pub fn has_index(&self) -> bool {
        !self.segments.is_empty()
    }

    /// The positions for [`find_similar`], or with any edges for [`find_similar_with_any_edges`].
    ///
    /// # Errors
    /// When the database cannot be read, a stored text is not a position, or the index was altered.
    pub fn near(
        &mut self,
        query: &PositionQuery,
        k: u8,
        edges: Edges,
    ) -> Result<&PositionIndex, StoreError> {
        let mut filters =
            vec![SketchFilter::same_shape(&query.window), SketchFilter::near(&query.window, k)];
        if edges == Edges::Any {
            filters.push(SketchFilter::near_with_any_edges(&query.window, k));
        }
        self.ask(&filters)
    }

    /// What [`find_similar`] finds, or with any edges [`find_similar_with_any_edges`].
    ///
    /// # Errors
    /// As for [`near`](Self::near).
    pub fn find_near(
        &mut self,
        query: &PositionQuery,
        k: u8,
        edges: Edges,
    ) -> Result<Vec<SimilarPosition>, StoreError> {
        let find = match edges {
            Edges::Marked => find_similar,
            Edges::Any => find_similar_with_any_edges,
        };
        let store = self.store;
        find(store, self.near(query, k, edges)?, query, k)
    }

    /// The positions for [`ContainmentQuery::find`].
    ///
    /// # Errors
    /// As for [`near`](Self::near).
    pub fn containment(&mut self, query: &ContainmentQuery) -> Result<&PositionIndex, StoreError> {
        self.ask(&[query.filter()])
    }

    /// The positions for [`find_nearest`](super::find_nearest).
    ///
    /// # Errors
    /// As for [`near`](Self::near).
    pub fn nearest(&mut self, query: &PositionQuery) -> Result<&PositionIndex, StoreError> {
        let searches = contained_query(query).searches(true);
        let mut filters: Vec<SketchFilter<'_>> =
            searches.iter().map(ContainmentQuery::filter).collect();
        filters.push(SketchFilter::same_shape(&query.window));
        filters.push(SketchFilter::near(&query.window, NEAR));
        self.ask(&filters)
    }

    /// The positions for [`assess_record`](super::assess_record) of submissions, at
    /// most so many points away, and with `contained` those that contain one or lie in one.
    ///
    /// # Errors
    /// As for [`near`](Self::near), and when the database of the submissions cannot be read.
    pub fn like(
        &mut self,
        submissions: &Submissions<'_>,
        near: Option<u8>,
        contained: bool,
    ) -> Result<&PositionIndex, StoreError> {
        if self.segments.is_empty() {
            if near.is_some() || contained || self.has_all {
                return self.ask(&[]);
            }
            let like = PositionIndex::load_like(self.store, submissions.store())?;
            return Ok(self.positions.insert(Arc::new(like)));
        }
        let mut asked = AskedRecords { near, contained, ..AskedRecords::default() };
        let store = submissions.store();
        // What is near is counted even if the position is known.
        let walk = match near {
            Some(_) => walk_positions(store, 1)?,
            None => submissions.walk_asked()?,
        };
        for walked in walk {
            let (position, records) = walked?;
            let is_asked =
                |record: &&StoredRecord| near.is_some() || submissions.is_asked(record.id);
            for record in records.iter().filter(is_asked) {
                asked.add(Submitted { store, position: &position, record })?;
            }
        }
        self.ask(&asked.filters())
    }

    /// The positions for [`assess_record`](super::assess_record) of one record, as [`like`](Self::like)
    /// has them.
    ///
    /// # Errors
    /// As for [`like`](Self::like).
    pub fn like_record(
        &mut self,
        submitted: Submitted<'_>,
        near: Option<u8>,
        contained: bool,
    ) -> Result<&PositionIndex, StoreError> {
        let mut asked = AskedRecords { near, contained, ..AskedRecords::default() };
        asked.add(submitted)?;
        self.ask(&asked.filters())
    }

    /// The positions that pass some filter, and maybe others.
    fn ask(&mut self, filters: &[SketchFilter<'_>]) -> Result<&PositionIndex, StoreError> {
        self.questions += 1;
        let is_whole = self.segments.is_empty() || self.questions > MAX_QUESTIONS;
        let positions = match self.positions.take() {
            Some(all) if self.has_all => all,
            _ if is_whole => {
                self.has_all = true;
                let all = PositionIndex::load(self.store)?;
                let positions = all.len();
                self.work.set(PositionWork { positions, ..PositionWork::default() });
                Arc::new(all)
            }
            _ => Arc::new(self.load_some(filters)?),
        };
        Ok(self.positions.insert(positions))
    }

    /// What the last question read.
    pub fn work(&self) -> PositionWork {
        self.work.get()
    }

    fn load_some(&mut self, filters: &[SketchFilter<'_>]) -> Result<PositionIndex, StoreError> {
        let (mut ids, mut bytes, mut last) = (Vec::new(), 0, None);
        for segment in &mut self.segments {
            bytes += list_candidates(segment, filters, &mut ids)?;
            last = Some(segment.segment().last());
        }
        ids.sort_unstable();
        let positions = PositionIndex::load_among(self.store, &ids, last, filters)?;
        let segments = self.segments.len();
        self.work.set(PositionWork { segments, bytes, positions: positions.len() });
        Ok(positions)
    }
}

/// Records that are compared with the positions.
#[derive(Default)]
struct AskedRecords {
    near: Option<u8>,
    contained: bool,
    windows: Vec<SubPosition>,
    searches: Vec<ContainmentQuery>,
}

impl AskedRecords {
    fn add(
        &mut self,
        Submitted { store, position, record }: Submitted<'_>,
    ) -> Result<(), StoreError> {
        let view = RecordView::new(position, record).map_err(|error| error.in_store(store))?;
        if self.contained {
            let solution = load_solution(store, record)?;
            let query = ContainedQuery::of_record(&view, record, &solution);
            self.searches.extend(query.searches(true));
        }
        self.windows.push(view.window);
        Ok(())
    }

    fn filters(&self) -> Vec<SketchFilter<'_>> {
        let mut filters: Vec<SketchFilter<'_>> =
            self.searches.iter().map(ContainmentQuery::filter).collect();
        filters.push(SketchFilter::same_shapes(&self.windows));
        if let Some(k) = self.near {
            filters.extend(self.windows.iter().map(|window| SketchFilter::near(window, k)));
        }
        filters
    }
}

/// Adds the ids of the positions of a segment that pass a filter. Returns the number of bytes read.
fn list_candidates(
    segment: &mut PositionSegment<'_>,
    filters: &[SketchFilter<'_>],
    ids: &mut Vec<i64>,
) -> Result<usize, StoreError> {
    let mut block = Block::default();
    let runs = segment.runs().to_vec();
    for (key, run) in runs {
        let wanted: Vec<&SketchFilter<'_>> =
            filters.iter().filter(|filter| filter.accepts_key(key)).collect();
        if wanted.is_empty() {
            continue;
        }
        let mut start = run.start;
        while start < run.end {
            let rows = segment.block_of(start);
            if block.rows != rows {
                block.rows = rows.clone();
                block.columns = Default::default();
                block.ids = None;
            }
            let end = run.end.min(rows.end);
            let passed = block.find(segment, key, start..end, &wanted)?;
            if !passed.is_empty() {
                let known = block.ids(segment)?;
                ids.extend(passed.into_iter().map(|row| known[row]));
            }
            start = end;
        }
    }
    Ok(block.bytes)
}

/// The block of a segment that was read last, as far as it was.
#[derive(Debug, Default)]
struct Block {
    rows: Range<usize>,
    columns: [Option<Vec<u8>>; 5],
    ids: Option<Vec<i64>>,
    /// The number of bytes of all blocks.
    bytes: usize,
}

impl Block {
    /// The rows with a key that pass a filter, from the first row of the block.
    fn find(
        &mut self,
        segment: &mut PositionSegment<'_>,
        key: u64,
        rows: Range<usize>,
        filters: &[&SketchFilter<'_>],
    ) -> Result<Vec<usize>, StoreError> {
        let rows = rows.start - self.rows.start..rows.end - self.rows.start;
        self.read(segment, filters.iter().map(|filter| filter.columns(key)))?;
        let accept =
            |filter: &&SketchFilter<'_>| filter.accepted(key, &self.sketches(), rows.clone());
        let accepted: Vec<Vec<usize>> = filters.iter().map(accept).collect();
        let mut passed = Vec::new();
        for (filter, rows) in filters.iter().zip(accepted) {
            if !rows.is_empty() {
                self.read(segment, [filter.confirming_columns(key)].into_iter())?;
                let block = self.sketches();
                passed.extend(rows.into_iter().filter(|&row| filter.confirms(key, &block, row)));
            }
        }
        passed.sort_unstable();
        passed.dedup();
        Ok(passed)
    }

    /// Reads the columns that were not read.
    fn read<'c>(
        &mut self,
        segment: &mut PositionSegment<'_>,
        columns: impl Iterator<Item = &'c [SketchColumn]>,
    ) -> Result<(), StoreError> {
        for &column in columns.flatten() {
            let place = &mut self.columns[column as usize];
            if place.is_none() {
                let bytes = segment.column(self.rows.start, column as usize)?;
                self.bytes += bytes.len();
                *place = Some(bytes);
            }
        }
        Ok(())
    }

    fn sketches(&self) -> SketchBlock<'_> {
        let columns = self.columns.each_ref();
        SketchBlock { columns: columns.map(|column| column.as_deref().unwrap_or_default()) }
    }

    fn ids(&mut self, segment: &mut PositionSegment<'_>) -> Result<&[i64], StoreError> {
        let ids = match self.ids.take() {
            Some(ids) => ids,
            None => {
                let ids = segment.ids(self.rows.start)?;
                self.bytes += 4 * ids.len();
                ids
            }
        };
        Ok(self.ids.insert(ids))
    }
}

#[cfg(test)]
#[path = "position_source_tests.rs"]
mod tests;
