//! The near positions of a database, in the order of `dups --near K --pairs`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::unknown_place::UnknownPlace;
use crate::PositionKey;
use crate::answer::NearAnswers;
use crate::find::{Misprints, PositionIndex, PositionKeys, drop_separated_pairs, max_partners};
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
    /// The most partners of a position, if pairs are left out because some have more.
    pub max_partners: Option<usize>,
    found: Arc<Found>,
}

/// The positions of pairs, and what their records say.
#[derive(Debug)]
struct Found {
    positions: PositionKeys,
    misprints: Misprints,
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
    /// misprints, and sorts them. Holds the positions of the pairs alone.
    pub(super) fn new(
        store: &Store,
        all: &PositionIndex,
        (mut pairs, has_more): (Vec<NearPair>, bool),
    ) -> Result<NearList, StoreError> {
        let mut numbers: Vec<u32> =
            pairs.iter().flat_map(|pair| <[u32; 2]>::from(pair.numbers)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let place = |number| numbers.partition_point(|&other| other < number) as u32;
        for NearPair { numbers: (one, other), .. } in &mut pairs {
            (*one, *other) = (place(*one), place(*other));
        }
        let positions = all.keys().only(&numbers);
        let misprints = Misprints::find(store, &positions, &pairs, |_| ())?;
        NearAnswers { positions: &positions, misprints: &misprints }.sort_pairs(&mut pairs);
        let max_partners = has_more.then(|| max_partners(all));
        Ok(NearList { pairs, max_partners, found: Arc::new(Found { positions, misprints }) })
    }

    /// The list without the pairs that decisions separate.
    pub(super) fn without_separated(&self, store: &Store) -> Result<NearList, StoreError> {
        let pairs = drop_separated_pairs(store, self.positions(), self.pairs.clone())?;
        Ok(NearList { pairs, found: Arc::clone(&self.found), ..*self })
    }

    /// The pairs, in the order of the list, with numbers of [`positions`](Self::positions).
    pub fn pairs(&self) -> &[NearPair] {
        &self.pairs
    }

    /// The positions of the pairs.
    pub fn positions(&self) -> &PositionKeys {
        &self.found.positions
    }

    /// Describes pairs.
    pub fn answers(&self) -> NearAnswers<'_> {
        NearAnswers { positions: self.positions(), misprints: &self.found.misprints }
    }

    /// The place of a pair.
    pub fn place(&self, pair: NearPair) -> NearPlace {
        let (one, other) = pair.numbers;
        let (suspicion, distance) = self.answers().rank(pair.numbers, pair.distance);
        let keys = (self.positions().key(one), self.positions().key(other));
        NearPlace { rank: (suspicion as u8, distance), keys }
    }
}
