//! Finds the records of the same problem or the same position.

use super::query::{PositionQuery, RecordMatch};
use crate::store::{Store, StoreError, StoredPosition};

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
    let records = store.records(position.id)?;
    let mut matches: Vec<RecordMatch> =
        records.into_iter().map(|record| query.match_record(record)).collect();
    matches.sort_by_key(|found| (found.kind, found.record.id));
    Ok(Some(FoundPosition { position, matches }))
}
