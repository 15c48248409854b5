//! Walks through the positions of a database with their records.

use std::vec;

use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// An iterator over positions and their records; see [`walk_positions`].
#[derive(Debug)]
pub struct PositionWalk<'a> {
    store: &'a Store,
    ids: vec::IntoIter<i64>,
}

/// Walks through the positions with at least `min_records` records, in the
/// order in which the first records were imported. The records of a position
/// come in the order of import, too.
///
/// # Errors
/// When the database cannot be read.
pub fn walk_positions(store: &Store, min_records: u64) -> Result<PositionWalk<'_>, StoreError> {
    Ok(PositionWalk::over(store, store.positions_with_records(min_records)?))
}

impl<'a> PositionWalk<'a> {
    /// Walks through the positions with these ids, in this order.
    pub fn over(store: &'a Store, ids: Vec<i64>) -> PositionWalk<'a> {
        PositionWalk { store, ids: ids.into_iter() }
    }

    /// The number of positions that are left.
    pub fn remaining(&self) -> usize {
        self.ids.len()
    }

    fn load(&self, id: i64) -> Result<Option<(StoredPosition, Vec<StoredRecord>)>, StoreError> {
        let Some(position) = self.store.position_by_id(id)? else { return Ok(None) };
        Ok(Some((position, self.store.records(id)?)))
    }
}

impl Iterator for PositionWalk<'_> {
    type Item = Result<(StoredPosition, Vec<StoredRecord>), StoreError>;

    /// Skips positions that an import has removed since the walk began.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let id = self.ids.next()?;
            if let Some(loaded) = self.load(id).transpose() {
                return Some(loaded);
            }
        }
    }
}
