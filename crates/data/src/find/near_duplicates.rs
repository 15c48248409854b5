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
    let pairs = find_all_near_pairs(positions, k, advance);
    drop_separated_pairs(store, positions, pairs)
}

/// Finds the pairs of [`find_near_pairs`], in the same order, together with those that decisions
/// separate. Reads no database, so the result holds as long as the positions do.
pub fn find_all_near_pairs(
    positions: &PositionIndex,
    k: u8,
    advance: impl Fn(u64) + Sync,
) -> Vec<NearPair> {
    let keys = |pair: &NearPair| (positions.key(pair.numbers.0), positions.key(pair.numbers.1));
    let mut pairs = positions.index().find_near_pairs(k, advance);
    for pair in &mut pairs {
        let (key, other_key) = keys(pair);
        if other_key < key {
            pair.numbers = (pair.numbers.1, pair.numbers.0);
        }
    }
    pairs.par_sort_unstable_by_key(keys);
    pairs
}

/// Drops the pairs that decisions [separate](Decisions::separate).
///
/// # Errors
/// When the database cannot be read.
pub fn drop_separated_pairs(
    store: &Store,
    positions: &PositionIndex,
    pairs: Vec<NearPair>,
) -> Result<Vec<NearPair>, StoreError> {
    let decisions = Decisions::load(store)?;
    let keep = |pair: NearPair| {
        let (key, other_key) = (positions.key(pair.numbers.0), positions.key(pair.numbers.1));
        match decisions.separate(store, key, other_key) {
            Ok(is_separated) => (!is_separated).then_some(Ok(pair)),
            Err(error) => Some(Err(error)),
        }
    };
    pairs.into_iter().filter_map(keep).collect()
}
