//! Searches in the columns of main lines.

use crate::games::{COLUMNS_FORMAT, Columns, GameIndex};
use crate::model::GameOutcome;
use crate::store::{ColumnBlock, ColumnSegment, Segment, SegmentOutcomes, Store, StoreError};

/// Blocks of 256 games whose columns are in memory at a time: 6 MiB with what is made of them.
const BLOCKS_AT_ONCE: usize = 16;

/// Columns are read if they decide one game in so many: to search those of as many takes about as long as to
/// decode one.
const FEWEST_IN_COLUMNS: usize = 8;

/// Loads the outcomes of games, given by their ids in ascending order; perhaps of others, too.
pub(super) type LoadOutcomes<'a> =
    &'a mut dyn FnMut(&[i64]) -> Result<Vec<GameOutcome>, StoreError>;

/// Searches games whose lines are in memory.
type SearchLoaded<'a> = dyn FnMut(&GameIndex, LoadOutcomes<'_>) -> Result<(), StoreError> + 'a;

/// The columns of a database, in one state.
pub(super) struct ColumnSource<'a> {
    store: &'a Store,
    segments: Vec<Segment>,
    searched: u64,
    /// Memory for columns, and for what is made of them.
    buffers: Vec<Vec<u8>>,
    index: GameIndex,
}

impl<'a> ColumnSource<'a> {
    /// Lists the segments of columns. Reads none of them.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub(super) fn new(store: &'a Store) -> Result<ColumnSource<'a>, StoreError> {
        Ok(ColumnSource {
            store,
            segments: store.column_segments(COLUMNS_FORMAT)?,
            searched: 0,
            buffers: Vec::new(),
            index: GameIndex::default(),
        })
    }

    /// Number of main lines that were searched.
    pub(super) fn searched(&self) -> u64 {
        self.searched
    }

    /// Passes the main lines of games of a segment, given by their ids in ascending order, to
    /// `search_loaded`. Returns the ids of those that have no columns, or are too few to read them.
    ///
    /// # Errors
    /// If the database cannot be read, and [`StoreError::Damaged`] with the part if columns were altered.
    pub(super) fn search(
        &mut self,
        mut games: &[i64],
        outcomes: &SegmentOutcomes,
        search_loaded: &mut SearchLoaded<'_>,
    ) -> Result<Vec<i64>, StoreError> {
        let mut rest = Vec::new();
        for segment in self.segments.clone() {
            let start = games.partition_point(|&id| id < segment.first());
            let end = games.partition_point(|&id| id <= segment.last());
            rest.extend(&games[..start]);
            let here = &games[start..end];
            games = &games[end..];
            if here.is_empty() || FEWEST_IN_COLUMNS * here.len() < segment.rows() {
                rest.extend(here);
            } else {
                rest.extend(self.search_segment(segment, here, outcomes, search_loaded)?);
            }
        }
        rest.extend(games);
        Ok(rest)
    }

    /// Does the same for games of one segment of columns.
    fn search_segment(
        &mut self,
        segment: Segment,
        games: &[i64],
        outcomes: &SegmentOutcomes,
        search_loaded: &mut SearchLoaded<'_>,
    ) -> Result<Vec<i64>, StoreError> {
        let place = |id: i64| (id - segment.first()) as usize;
        let mut wanted = vec![false; place(segment.last()) + 1];
        games.iter().for_each(|&id| wanted[place(id)] = true);
        let mut is_left = wanted.clone();
        let mut columns = ColumnSegment::open(self.store, segment)?;
        let mut blocks: Vec<usize> = (0..columns.blocks().len()).collect();
        blocks.retain(|&block| columns.blocks()[block].iter().any(|&id| wanted[place(id)]));
        for blocks in blocks.chunks(BLOCKS_AT_ONCE) {
            let mut read = Vec::with_capacity(blocks.len());
            for &block in blocks {
                let buffer = self.buffers.pop().unwrap_or_default();
                let ColumnBlock { games, bytes } = columns.read(block, buffer)?;
                games.iter().for_each(|&id| is_left[place(id)] = false);
                read.push(Columns { games, bytes });
            }
            let is_read = self.index.read_columns(&read, |id| wanted[place(id)]);
            is_read.ok_or_else(|| columns.damaged())?;
            self.buffers.extend(read.into_iter().map(|columns| columns.bytes));
            self.searched += self.index.games() as u64;
            search_loaded(&self.index, &mut |games| Ok(outcomes.of_games(games)))?;
        }
        Ok(games.iter().copied().filter(|&id| is_left[place(id)]).collect())
    }
}
