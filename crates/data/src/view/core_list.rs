//! The problems with the same core, as pairs.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use super::unknown_place::UnknownPlace;
use crate::PositionKey;
use crate::answer::CorePairJson;
use crate::find::{CoreIndex, CoreNeighbors, Decisions};
use crate::store::{CoreRows, Store, StoreError};

/// Two positions whose problems have the same core, or near ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorePair {
    /// The keys of both, the smaller one first.
    pub keys: [PositionKey; 2],
    /// The number of points of the core that differ.
    pub distance: u8,
    /// The lines around the right lines that agree, 1 or 2; 0 if points differ.
    pub margin: u8,
}

/// The place of a pair in the list: those with fewer differing points come first, then those with the
/// larger margin, then those with the smaller keys. Its text is `0.2.KEY.KEY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CorePlace {
    distance: u8,
    margin: Reverse<u8>,
    keys: [PositionKey; 2],
}

impl fmt::Display for CorePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CorePlace { distance, margin: Reverse(margin), keys: [one, other] } = self;
        write!(f, "{distance}.{margin}.{one}.{other}")
    }
}

impl FromStr for CorePlace {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<CorePlace, UnknownPlace> {
        let [distance, margin, one, other] = text.split('.').collect::<Vec<_>>()[..] else {
            return Err(UnknownPlace);
        };
        let key = |text: &str| text.parse().map_err(|_| UnknownPlace);
        let number = |text: &str| text.parse().map_err(|_| UnknownPlace);
        let (distance, margin) = (number(distance)?, Reverse(number(margin)?));
        Ok(CorePlace { distance, margin, keys: [key(one)?, key(other)?] })
    }
}

impl CorePair {
    /// The pair as the API and Python answer it.
    pub fn describe(&self) -> CorePairJson {
        let CorePair { keys, distance, margin } = *self;
        CorePairJson { keys: keys.map(|key| key.to_string()), distance, margin }
    }

    /// The place of the pair in a list.
    pub fn place(&self) -> CorePlace {
        let CorePair { keys, distance, margin } = *self;
        CorePlace { distance, margin: Reverse(margin), keys }
    }

    /// Finds all pairs whose cores differ in at most `k` points, in the order of their places, with
    /// those that decisions separate.
    pub(super) fn find_all(store: &Store, k: u8) -> Result<Vec<CorePair>, StoreError> {
        let cores = CoreIndex::load(store, CoreRows::All)?;
        let to_pair = |pair: CoreNeighbors| {
            let CoreNeighbors { numbers: (one, other), distance, margin, .. } = pair;
            let mut keys = [one, other].map(|number| cores.problems()[number as usize].key);
            keys.sort_unstable();
            CorePair { keys, distance, margin }
        };
        let mut pairs: Vec<CorePair> =
            cores.find_pairs(k.into()).into_iter().map(to_pair).collect();
        pairs.sort_unstable_by_key(CorePair::place);
        Ok(pairs)
    }

    /// The pairs that decisions do not separate.
    pub(super) fn without_separated(
        store: &Store,
        pairs: &[CorePair],
    ) -> Result<Vec<CorePair>, StoreError> {
        let keys = |pair: &CorePair| pair.keys.into();
        Decisions::load(store)?.drop_separated(store, pairs.iter().copied(), keys)
    }
}
