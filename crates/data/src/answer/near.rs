//! Positions that differ in few points.

use serde::Serialize;

use super::point_names::PointNames;
use crate::find::{Misprints, PositionKeys, Suspicion};
use crate::similarity::{NearPair, StarCluster};

/// A position and others near it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearGroupJson {
    /// The old name of `center`.
    pub centre: String,
    /// The key of the position at the center of the group.
    pub center: String,
    /// The other positions, the nearest first.
    pub members: Vec<NearMemberJson>,
}

/// A position of a group.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearMemberJson {
    /// The key of the position.
    pub key: String,
    /// The number of points in which it differs from the center.
    pub distance: u8,
    /// Whether the position and the center are a likely misprint.
    #[serde(flatten)]
    pub misprint: MisprintJson,
}

/// Two near positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NearPairJson {
    /// The keys of both.
    pub keys: [String; 2],
    /// The number of points that differ.
    pub distance: u8,
    /// Whether the two are a likely misprint.
    #[serde(flatten)]
    pub misprint: MisprintJson,
}

/// Two positions whose problems have the same core, or near ones.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CorePairJson {
    /// The keys of both.
    pub keys: [String; 2],
    /// The number of points of the core that differ.
    pub distance: u8,
    /// The lines around the right lines that agree, 1 or 2; 0 if points differ.
    pub margin: u8,
}

/// Whether a pair is a likely misprint, and where.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MisprintJson {
    /// Whether the pair is a likely misprint.
    pub misprint: bool,
    /// Whether only records of one source give the common answers; null if this is no likely
    /// misprint.
    pub same_source: Option<bool>,
    /// Whether only records of one book give the common answers; null if this is no likely misprint.
    pub same_book: Option<bool>,
    /// The points that differ, as (column,row) of the first canonical text with (1,1) at its top
    /// left; null if this is no likely misprint.
    pub difference: Option<Vec<String>>,
    /// The points of `difference` for people, on the board of the first record: `Q16 R14`.
    #[serde(skip)]
    pub difference_names: String,
}

/// The most stones of a position: those of a full board of 52 lines.
const MOST_STONES: u32 = 52 * 52;

/// The number of lines from the answers at which a difference no longer changes the fight: problems that
/// differ nearer to the answers are mostly variations that an author made.
const FAR_FROM_ANSWERS: u16 = 3;

/// Describes and sorts near positions of a database.
#[derive(Clone, Copy, Debug)]
pub struct NearAnswers<'a> {
    /// The positions under their numbers.
    pub positions: &'a PositionKeys,
    /// The likely misprints among the pairs.
    pub misprints: &'a Misprints,
}

impl NearAnswers<'_> {
    /// The key of a position.
    pub fn key(self, number: u32) -> String {
        self.positions.key(number).to_string()
    }

    /// A pair.
    pub fn describe_pair(self, pair: NearPair) -> NearPairJson {
        let keys = <[u32; 2]>::from(pair.numbers).map(|number| self.key(number));
        NearPairJson { keys, distance: pair.distance, misprint: self.describe_misprint(pair) }
    }

    /// A group.
    pub fn describe_group(self, group: &StarCluster) -> NearGroupJson {
        let member = |&(number, distance): &(u32, u8)| {
            let pair = NearPair { numbers: (group.center, number), distance };
            let misprint = self.describe_misprint(pair);
            NearMemberJson { key: self.key(number), distance, misprint }
        };
        let (members, center) = (group.members.iter().map(member), self.key(group.center));
        NearGroupJson { centre: center.clone(), members: members.collect(), center }
    }

    /// Whether a pair is a likely misprint. The difference is that of the second position from the
    /// first one.
    pub fn describe_misprint(self, pair: NearPair) -> MisprintJson {
        let Some(found) = self.misprints.locate(pair) else { return MisprintJson::default() };
        let suspicion = self.misprints.suspicion(pair.numbers);
        let names = PointNames::new(found.place);
        let names = found.on_board.iter().map(|point| names.name_at(point.col, point.row));
        MisprintJson {
            misprint: true,
            same_source: Some(suspicion == Suspicion::WithinSource),
            same_book: Some(suspicion != Suspicion::AcrossBooks),
            difference: Some(found.differences.iter().map(|point| point.at.to_string()).collect()),
            difference_names: names.collect::<Vec<_>>().join(" "),
        }
    }

    /// Sorts pairs: the likely misprints first, then the other pairs in their order.
    pub fn sort_pairs(self, pairs: &mut [NearPair]) {
        // A stable sort: pairs of equal rank stay in the order of their keys.
        pairs.sort_by_key(|pair| self.rank(pair.numbers, pair.distance));
    }

    /// Sorts groups: those with a member that is a likely misprint of the center, or the other way
    /// round, then the other groups in their order.
    pub fn sort_groups(self, groups: &mut [StarCluster]) {
        groups.sort_by_cached_key(|StarCluster { center, members }| {
            members.iter().map(|&(number, distance)| self.rank((*center, number), distance)).min()
        });
    }

    /// What likely misprints are sorted by: those across books before those within one, then those across
    /// its sources; those that differ far from the answers, then those nearer; the most stones first, then
    /// the nearest. All other pairs are last.
    #[doc(hidden)]
    pub fn rank(self, numbers: (u32, u32), distance: u8) -> (Suspicion, u32) {
        let suspicion = self.misprints.suspicion(numbers);
        if suspicion == Suspicion::None {
            return (suspicion, u32::MAX);
        }
        let nearness = FAR_FROM_ANSWERS.saturating_sub(self.misprints.lines_to_answer(numbers));
        let missing = MOST_STONES - self.misprints.count_stones(numbers) as u32;
        (suspicion, (u32::from(nearness) * MOST_STONES + missing) * 8 + u32::from(distance))
    }
}
