//! Finds positions that contain a pattern, or are contained in a position.

use super::position_index::PositionIndex;
use super::query::MatchKind;

use crate::go::Symmetry;
use crate::model::Turn;
use crate::similarity::{Containing, ContainmentHit, Placement, QueryPoint, Within};
use crate::store::{Store, StoreError, StoredRecord};
use crate::{Color, PositionKey};

/// A search for positions that contain the query, or are contained in it.
#[derive(Debug)]
#[non_exhaustive]
pub enum ContainmentQuery {
    /// Finds positions that contain a pattern.
    Containing(Containing),
    /// Finds positions that a position contains.
    Within(Within),
}

/// A record that contains the query, or is contained in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContainmentMatch {
    /// The key of the record's position.
    pub key: PositionKey,
    /// [`MatchKind::Contains`] or [`MatchKind::Contained`].
    pub kind: MatchKind,
    /// The operation that maps the query to the record's own board; the first
    /// one if there are several.
    pub operation: Symmetry,
    /// Where the upper left point of the query lies on the record's board,
    /// counted from 0; the first place if there are several. The point may be
    /// off the board where the query demands nothing, or where an edge is far
    /// away.
    pub at: QueryPoint,
    /// The number of places.
    pub placements: u32,
    /// The side to move in the record, in the colors of the query.
    pub turn: Turn,
    /// The record.
    pub record: StoredRecord,
}

impl ContainmentQuery {
    /// Finds the matching positions.
    pub fn find(&self, positions: &PositionIndex) -> Vec<ContainmentHit> {
        match self {
            ContainmentQuery::Containing(search) => search.find(positions.index()),
            ContainmentQuery::Within(search) => search.find(positions.index()),
        }
    }

    fn placements(&self, positions: &PositionIndex, found: &ContainmentHit) -> Vec<Placement> {
        match self {
            ContainmentQuery::Containing(search) => {
                search.find_placements(positions.index(), found)
            }
            ContainmentQuery::Within(search) => search.find_placements(positions.index(), found),
        }
    }

    /// Loads the records of a position that [`find`](Self::find) returned, in
    /// the order of import. With a turn, only records in which this color may
    /// be to move, in the colors of the query at one of its places.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load_records(
        &self,
        store: &Store,
        positions: &PositionIndex,
        found: &ContainmentHit,
        turn: Option<Color>,
    ) -> Result<Vec<ContainmentMatch>, StoreError> {
        let kind = match self {
            ContainmentQuery::Containing(_) => MatchKind::Contains,
            ContainmentQuery::Within(_) => MatchKind::Contained,
        };
        let placements = self.placements(positions, found);
        let matched = |record: StoredRecord| {
            let (symmetry, region) = (record.at.symmetry, record.placement.region);
            // No placement fits a record whose window has another size than the
            // indexed one; such a record has an entry of its own in the index.
            let own_turn = record.own_turn();
            let turn_under = |operation: Symmetry| own_turn.transform(operation.inverse());
            let has_turn = |operation| match (turn, turn_under(operation)) {
                (None, _) | (_, Turn::Either | Turn::Unknown) => true,
                (wanted, found) => found == Turn::of(wanted),
            };
            let (operation, at) = placements
                .iter()
                .filter_map(|place| place.locate_in_record(symmetry, region))
                .filter(|&(operation, _)| has_turn(operation))
                .min()?;
            let turn = turn_under(operation);
            let (key, placements) = (positions.key(found.number), found.placements);
            Some(ContainmentMatch { key, kind, operation, at, placements, turn, record })
        };
        let records = store.records(positions.id(found.number))?;
        Ok(records.into_iter().filter_map(matched).collect())
    }
}
