//! The near positions of a database, in the order of `dups --near K --pairs`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::unknown_place::UnknownPlace;
use crate::PositionKey;
use crate::answer::NearAnswers;
use crate::find::{Misprints, PositionIndex, drop_separated_pairs};
use crate::similarity::NearPair;
use crate::store::{Store, StoreError};

/// The place of a pair in the list: its text is `0.1.KEY.KEY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NearPlace {
    /// Likely misprints come first.
    rank: (u8, u32),
    keys: (PositionKey, PositionKey),
}

/// Pairs of positions that differ in few points.
#[derive(Debug)]
pub struct NearList {
    pairs: Vec<NearPair>,
    /// Whether some positions have more partners than [`max_partners`](crate::find::max_partners).
    pub has_more: bool,
    misprints: Arc<Misprints>,
}

impl fmt::Display for NearPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearPlace { rank, keys } = self;
        write!(f, "{}.{}.{}.{}", rank.0, rank.1, keys.0, keys.1)
    }
}

impl FromStr for NearPlace {
    type Err = UnknownPlace;

    fn from_str(text: &str) -> Result<NearPlace, UnknownPlace> {
        parse(text).ok_or(UnknownPlace)
    }
}

fn parse(text: &str) -> Option<NearPlace> {
    let parts: Vec<&str> = text.split('.').collect();
    let &[suspicion, distance, one, other] = &*parts else { return None };
    let rank = (suspicion.parse().ok()?, distance.parse().ok()?);
    Some(NearPlace { rank, keys: (one.parse().ok()?, other.parse().ok()?) })
}

impl NearList {
    /// Finds which pairs of [`find_all_near_pairs`](crate::find::find_all_near_pairs) are likely
    /// misprints, and sorts them.
    pub(super) fn new(
        store: &Store,
        positions: &PositionIndex,
        (mut pairs, has_more): (Vec<NearPair>, bool),
    ) -> Result<NearList, StoreError> {
        let misprints = Misprints::find(store, positions, &pairs, |_| ())?;
        NearAnswers { positions, misprints: &misprints }.sort_pairs(&mut pairs);
        Ok(NearList { pairs, has_more, misprints: Arc::new(misprints) })
    }

    /// The list without the pairs that decisions separate.
    pub(super) fn without_separated(
        &self,
        store: &Store,
        positions: &PositionIndex,
    ) -> Result<NearList, StoreError> {
        let pairs = drop_separated_pairs(store, positions, self.pairs.clone())?;
        Ok(NearList { pairs, misprints: Arc::clone(&self.misprints), ..*self })
    }

    /// The pairs, in the order of the list.
    pub fn pairs(&self) -> &[NearPair] {
        &self.pairs
    }

    /// Describes pairs; `positions` is the index from which the list was loaded.
    pub fn answers<'a>(&'a self, positions: &'a PositionIndex) -> NearAnswers<'a> {
        NearAnswers { positions, misprints: &self.misprints }
    }

    /// The place of a pair.
    pub fn place(&self, positions: &PositionIndex, pair: NearPair) -> NearPlace {
        let (one, other) = pair.numbers;
        let (suspicion, distance) = self.answers(positions).rank(pair.numbers, pair.distance);
        let keys = (positions.key(one), positions.key(other));
        NearPlace { rank: (suspicion as u8, distance), keys }
    }
}
