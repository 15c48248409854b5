//! The near positions of a database, in the order of `dups --near K --pairs`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::problem::Problem;
use super::text::texts;
use crate::PositionKey;
use crate::answer::NearAnswers;
use crate::find::{Misprints, PositionIndex, drop_separated_pairs, find_all_near_pairs};
use crate::similarity::{MAX_DISTANCE, NearPair};
use crate::store::{Store, StoreError};

texts! { "server/near_list": OTHER_DISTANCE }

/// The place of a pair in the list: its text is `0.1.KEY.KEY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NearPlace {
    /// Likely misprints come first.
    rank: (u8, u32),
    keys: (PositionKey, PositionKey),
}

/// Pairs of positions that differ in few points.
#[derive(Debug)]
pub(super) struct NearList {
    pairs: Vec<NearPair>,
    misprints: Arc<Misprints>,
}

impl fmt::Display for NearPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearPlace { rank, keys } = self;
        write!(f, "{}.{}.{}.{}", rank.0, rank.1, keys.0, keys.1)
    }
}

impl FromStr for NearPlace {
    type Err = Problem;

    fn from_str(text: &str) -> Result<NearPlace, Problem> {
        parse(text).ok_or_else(Problem::unknown_place)
    }
}

fn parse(text: &str) -> Option<NearPlace> {
    let parts: Vec<&str> = text.split('.').collect();
    let &[suspicion, distance, one, other] = &*parts else { return None };
    let rank = (suspicion.parse().ok()?, distance.parse().ok()?);
    Some(NearPlace { rank, keys: (one.parse().ok()?, other.parse().ok()?) })
}

/// Checks how many points may differ: 1 to 5, and 1 if the request does not say.
pub(super) fn check_distance(k: Option<u8>) -> Result<u8, Problem> {
    let k = k.unwrap_or(1);
    if (1..=MAX_DISTANCE).contains(&k) {
        return Ok(k);
    }
    Err(Problem::unprocessable(OTHER_DISTANCE.with(&[&MAX_DISTANCE, &k])))
}

impl NearList {
    /// Finds all pairs at a distance of at most `k`, and which of them are likely misprints,
    /// together with the pairs that decisions separate.
    pub(super) fn load(
        store: &Store,
        positions: &PositionIndex,
        k: u8,
    ) -> Result<NearList, StoreError> {
        let mut pairs = find_all_near_pairs(positions, k, |_| ());
        let misprints = Misprints::find(store, positions, &pairs, |_| ())?;
        NearAnswers { positions, misprints: &misprints }.sort_pairs(&mut pairs);
        Ok(NearList { pairs, misprints: Arc::new(misprints) })
    }

    /// The list without the pairs that decisions separate.
    pub(super) fn without_separated(
        &self,
        store: &Store,
        positions: &PositionIndex,
    ) -> Result<NearList, StoreError> {
        let pairs = drop_separated_pairs(store, positions, self.pairs.clone())?;
        Ok(NearList { pairs, misprints: Arc::clone(&self.misprints) })
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Describes pairs; `positions` is the index from which the list was loaded.
    pub(super) fn answers<'a>(&'a self, positions: &'a PositionIndex) -> NearAnswers<'a> {
        NearAnswers { positions, misprints: &self.misprints }
    }

    /// The place of a pair.
    pub(super) fn place(&self, positions: &PositionIndex, pair: NearPair) -> NearPlace {
        let (one, other) = pair.numbers;
        let (suspicion, distance) = self.answers(positions).rank(pair.numbers, pair.distance);
        let keys = (positions.key(one), positions.key(other));
        NearPlace { rank: (suspicion as u8, distance), keys }
    }

    /// The pairs behind a place, all without one.
    pub(super) fn after(&self, positions: &PositionIndex, place: Option<NearPlace>) -> &[NearPair] {
        let is_before = |place: NearPlace| {
            self.pairs.partition_point(|&pair| self.place(positions, pair) <= place)
        };
        &self.pairs[place.map_or(0, is_before)..]
    }
}
