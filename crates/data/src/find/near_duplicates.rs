//! Finds pairs of stored positions that differ in few points.

use rayon::prelude::*;

use super::decisions::Decisions;
use super::position_index::{PositionIndex, PositionKeys};
use crate::similarity::NearPair;
use crate::store::{Store, StoreError};

/// The most partners of a position, among the positions after it, that differ in more than one
/// point: in a collection of variations every position is near every other one, and all pairs would
/// be quadratic. A small collection has all pairs.
pub fn max_partners(positions: &PositionIndex) -> usize {
    (MAX_PAIRS / positions.len().max(1)).max(50)
}

/// The number of pairs from which [`max_partners`] limits them, of some 50 bytes each.
const MAX_PAIRS: usize = if cfg!(test) { 1 } else { 1 << 19 };

/// Finds all pairs of positions that differ in at most `k` points, except
/// those that decisions [separate](Decisions::separate), and whether there are more than
/// [`max_partners`] of a position, which are left out.
///
/// The smaller key of a pair comes first, and the pairs are sorted by their
/// keys, so the result does not depend on the order of import unless some are left out. `advance` is
/// called as by [`SimilarityIndex::find_near_pairs`](crate::similarity::SimilarityIndex::find_near_pairs).
///
/// # Errors
/// When the database cannot be read.
pub fn find_near_pairs(
    store: &Store,
    positions: &PositionIndex,
    k: u8,
    advance: impl Fn(u64) + Sync,
) -> Result<(Vec<NearPair>, bool), StoreError> {
    let advance = |count| {
        advance(count);
        true
    };
    let found = find_all_near_pairs(positions, k, advance);
    let (pairs, has_more) = found.expect("nothing ends the search");
    Ok((drop_separated_pairs(store, positions.keys(), pairs)?, has_more))
}

/// Finds the pairs of [`find_near_pairs`], in the same order, together with those that decisions
/// separate; `None` as soon as `advance` returns false. Reads no database, so the result holds as
/// long as the positions do.
pub fn find_all_near_pairs(
    positions: &PositionIndex,
    k: u8,
    advance: impl Fn(u64) -> bool + Sync,
) -> Option<(Vec<NearPair>, bool)> {
    let keys = |pair: &NearPair| (positions.key(pair.numbers.0), positions.key(pair.numbers.1));
    let (mut pairs, has_more) =
        positions.index().find_some_near_pairs(k, max_partners(positions), advance)?;
    for pair in &mut pairs {
        let (key, other_key) = keys(pair);
        if other_key < key {
            pair.numbers = (pair.numbers.1, pair.numbers.0);
        }
    }
    pairs.par_sort_unstable_by_key(keys);
    Some((pairs, has_more))
}

/// Drops the pairs that decisions [separate](Decisions::separate).
///
/// # Errors
/// When the database cannot be read.
pub fn drop_separated_pairs(
    store: &Store,
    positions: &PositionKeys,
    pairs: Vec<NearPair>,
) -> Result<Vec<NearPair>, StoreError> {
    let keys = |pair: &NearPair| (positions.key(pair.numbers.0), positions.key(pair.numbers.1));
    Decisions::load(store)?.drop_separated(store, pairs, keys)
}
