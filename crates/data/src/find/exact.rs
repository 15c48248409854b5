//! Finds the records of the same problem or the same position.

use std::collections::HashMap;
use std::rc::Rc;

use super::query::{PositionQuery, RecordMatch};
use crate::Color;
use crate::gtn::SubPosition;
use crate::store::{DatabaseVersion, Store, StoreError, StoredPosition};

/// A stored position that is the same as the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundPosition {
    /// The position.
    pub position: StoredPosition,
    /// The position's records: those of the same problem first, then in the
    /// order of import.
    pub matches: Vec<RecordMatch>,
}

/// Looks up the position of a query by its key, with all records of it. `None`
/// when the database does not hold the position.
///
/// # Errors
/// When the database cannot be read.
pub fn find_exact(
    store: &Store,
    query: &PositionQuery,
) -> Result<Option<FoundPosition>, StoreError> {
    let Some(position) = store.position(query.key())? else { return Ok(None) };
    let matches = match_records(store, &position, query)?;
    Ok(Some(FoundPosition { position, matches }))
}

/// The records of the position with the key of a query, as [`FoundPosition::matches`].
fn match_records(
    store: &Store,
    position: &StoredPosition,
    query: &PositionQuery,
) -> Result<Vec<RecordMatch>, StoreError> {
    let records = store.records(position.id)?;
    let mut matches: Vec<RecordMatch> =
        records.into_iter().map(|record| query.match_record(record)).collect();
    matches.sort_by_key(|found| (found.kind, found.record.id));
    Ok(matches)
}

/// The records of the position with the key of a submission that count for it: none of the sources `without`,
/// and none of a board of another size with the same text, which is another position. What else is like the
/// submission comes behind them.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn find_counting(
    store: &Store,
    position: &StoredPosition,
    query: &PositionQuery,
    without: &[i64],
) -> Result<Vec<RecordMatch>, StoreError> {
    let mut matches = match_records(store, position, query)?;
    matches.retain(|found| !found.has_other_size && !without.contains(&found.record.source_id));
    Ok(matches)
}

/// What has fewer records is looked up again, so that what is kept takes memory for a small part of
/// the records only.
pub(super) const MIN_KEPT: usize = 16;
/// The most records that are kept.
const MAX_KEPT: usize = 1 << 16;

/// Looks up many queries; equal queries cost the time of one: k queries for a position with k
/// records take linear time.
#[derive(Debug)]
pub struct ExactFinder<'a> {
    store: &'a Store,
    /// The state of the database from which `found` is.
    version: Option<DatabaseVersion>,
    /// Positions with many records, by the queries for them.
    found: HashMap<(SubPosition, Option<Color>), Rc<FoundPosition>>,
    /// The number of records in `found`.
    records: usize,
}

impl<'a> ExactFinder<'a> {
    /// Looks up queries in a database.
    pub fn new(store: &'a Store) -> ExactFinder<'a> {
        ExactFinder { store, version: None, found: HashMap::new(), records: 0 }
    }

    /// Looks up a query as [`find_exact`] does.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn find(&mut self, query: &PositionQuery) -> Result<Option<Rc<FoundPosition>>, StoreError> {
        let version = Some(self.store.version()?);
        let asked = || (query.window.clone(), query.turn);
        if !self.found.is_empty()
            && self.version == version
            && let Some(found) = self.found.get(&asked())
        {
            return Ok(Some(Rc::clone(found)));
        }
        let Some(found) = find_exact(self.store, query)?.map(Rc::new) else { return Ok(None) };
        let records = found.matches.len();
        if self.version != version || self.records + records > MAX_KEPT {
            (self.version, self.records) = (version, 0);
            self.found.clear();
        }
        if records >= MIN_KEPT {
            self.records += records;
            self.found.insert(asked(), Rc::clone(&found));
        }
        Ok(Some(found))
    }
}
