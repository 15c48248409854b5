//! Positions of Abalone that differ in few cells.

use serde::Serialize;

use super::family::FAMILY;
use crate::PositionKey;
use crate::similarity::{NearPair, StarCluster};

/// A position and others near it.
#[derive(Clone, Debug, Serialize)]
pub struct NearGroupJson {
    /// `abalone`.
    pub family: &'static str,
    /// The key of the position at the center of the group.
    pub center: String,
    /// The other positions, the nearest first.
    pub members: Vec<NearMemberJson>,
}

/// A position of a group.
#[derive(Clone, Debug, Serialize)]
pub struct NearMemberJson {
    /// The key of the position.
    pub key: String,
    /// The number of cells in which it differs from the center.
    pub distance: u8,
}

/// Two near positions.
#[derive(Clone, Debug, Serialize)]
pub struct NearPairJson {
    /// `abalone`.
    pub family: &'static str,
    /// The keys of both.
    pub keys: [String; 2],
    /// The number of cells that differ.
    pub distance: u8,
}

impl NearGroupJson {
    /// A group; `key` gives the key of a position by its number.
    pub fn new(group: &StarCluster, key: impl Fn(u32) -> PositionKey) -> NearGroupJson {
        let member = |&(number, distance): &(u32, u8)| NearMemberJson {
            key: key(number).to_string(),
            distance,
        };
        let members = group.members.iter().map(member).collect();
        NearGroupJson { family: FAMILY, center: key(group.center).to_string(), members }
    }
}

impl NearPairJson {
    /// A pair; `key` gives the key of a position by its number.
    pub fn new(pair: NearPair, key: impl Fn(u32) -> PositionKey) -> NearPairJson {
        let keys = <[u32; 2]>::from(pair.numbers).map(|number| key(number).to_string());
        NearPairJson { family: FAMILY, keys, distance: pair.distance }
    }
}
