//! Finds pairs of stored positions that differ in few points.

use rayon::prelude::*;

use super::decisions::Decisions;
use super::position_index::PositionIndex;
use crate::similarity::NearPair;
use crate::store::{Store, StoreError};

/// Finds all pairs of positions that differ in at most `k` points, except
/// those that decisions [separate](Decisions::separate).
///
/// The smaller key of a pair comes first, and the pairs are sorted by their
/// keys, so the result does not depend on the order of import. `advance` is
/// called as by [`SimilarityIndex::find_near_pairs`](crate::similarity::SimilarityIndex::find_near_pairs).
///
/// # Errors
/// When the database cannot be read.
pub fn find_near_pairs(
    store: &Store,
    positions: &PositionIndex,
    k: u8,
    advance: impl Fn(u64) + Sync,
) -> Result<Vec<NearPair>, StoreError> {
    let decisions = Decisions::load(store)?;
    let keys = |pair: &NearPair| (positions.key(pair.numbers.0), positions.key(pair.numbers.1));
    let sort_keys = |pair: NearPair| {
        let ((one, other), (key, other_key)) = (pair.numbers, keys(&pair));
        let numbers = if other_key < key { (other, one) } else { (one, other) };
        NearPair { numbers, ..pair }
    };
    let near = |pair: NearPair| {
        let (key, other_key) = keys(&pair);
        match decisions.separate(store, key, other_key) {
            Ok(is_separated) => (!is_separated).then(|| Ok(sort_keys(pair))),
            Err(error) => Some(Err(error)),
        }
    };
    let pairs = positions.index().find_near_pairs(k, advance).into_iter();
    let mut pairs = pairs.filter_map(near).collect::<Result<Vec<NearPair>, StoreError>>()?;
    pairs.par_sort_unstable_by_key(keys);
    Ok(pairs)
}
