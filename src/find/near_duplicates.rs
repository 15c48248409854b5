//! Finds pairs of stored positions that differ in few points.

use super::decisions::Decisions;
use super::position_index::PositionIndex;
use crate::similarity::NearPair;
use crate::store::{Store, StoreError};

/// Finds all pairs of positions that differ in at most `k` points, except
/// those that decisions [separate](Decisions::separate).
///
/// The smaller key of a pair comes first, and the pairs are sorted by their
/// keys, so the result does not depend on the order of import.
///
/// # Errors
/// When the database cannot be read.
pub fn find_near_pairs(
    store: &Store,
    positions: &PositionIndex,
    k: u8,
) -> Result<Vec<NearPair>, StoreError> {
    let decisions = Decisions::load(store)?;
    let mut pairs = Vec::new();
    for mut pair in positions.index().find_near_pairs(k) {
        let (one, other) = pair.numbers;
        let keys = (positions.key(one), positions.key(other));
        if decisions.separate(store, keys.0, keys.1)? {
            continue;
        }
        if keys.1 < keys.0 {
            pair.numbers = (other, one);
        }
        pairs.push(pair);
    }
    pairs.sort_by_cached_key(|pair| {
        let (one, other) = pair.numbers;
        (positions.key(one), positions.key(other))
    });
    Ok(pairs)
}
