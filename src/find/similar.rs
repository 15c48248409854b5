//! The records of positions that are alike.

use super::Decisions;
use super::exact::{Kind, Match, Query, exact};
use super::positions::Positions;
use crate::PositionKey;
use crate::go::{Sides, Symmetry};
use crate::model::Turn;
use crate::similarity::{Alignment, Difference, NearHit, QueryPoint};
use crate::similarity::{Containing, ContainmentHit, Placement, Within};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// A position like the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alike {
    /// The position.
    pub position: StoredPosition,
    /// In how many points it differs; none when in more than were looked for,
    /// which only a position of the same shape does.
    pub distance: Option<u8>,
    /// Its records, in the order of import; those of the same position as
    /// [`exact`] has them.
    pub matches: Vec<AlikeMatch>,
}

/// A record of a position like the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlikeMatch {
    /// How it matches.
    pub matched: Match,
    /// The points that differ, as the query counts them; none when there is no
    /// distance.
    pub difference: Option<Vec<Difference>>,
}

/// The positions that are the same as the query, of the same shape, or at most
/// `k` points away: by kind, then by distance, then in the order of import.
/// Positions that were decided to be another problem than the query are left
/// out.
///
/// # Errors
/// When the database cannot be read.
pub fn alike(
    store: &Store,
    positions: &Positions,
    query: &Query,
    k: u8,
) -> Result<Vec<Alike>, StoreError> {
    let mut found = Vec::new();
    if let Some(same) = exact(store, query)? {
        let matches = same.matches.into_iter();
        let matches = matches.map(|matched| AlikeMatch { matched, difference: Some(Vec::new()) });
        let matches = matches.collect();
        found.push(Alike { position: same.position, distance: Some(0), matches });
    }
    let index = positions.index();
    let mut near = index.find_near(&query.window, k);
    near.retain(|near| positions.key(near.number) != query.key());
    for shape in index.find_same_shapes(&query.window) {
        if positions.key(shape.number) == query.key() {
            continue;
        }
        let at = near.iter().position(|near| near.number == shape.number);
        let like = match at.map(|at| near.remove(at)) {
            Some(NearHit { distance, alignments, .. }) => Like::near(distance, alignments, query),
            None => Like {
                distance: None,
                ways: shape.symmetries.into_iter().map(|symmetry| (symmetry, None)).collect(),
            },
        };
        found.extend(like.found(store, query, positions.id(shape.number), Kind::SameShape)?);
    }
    for NearHit { number, distance, alignments, .. } in near {
        let like = Like::near(distance, alignments, query);
        found.extend(like.found(store, query, positions.id(number), Kind::Near)?);
    }
    let decisions = Decisions::of(store)?;
    let mut listed = Vec::with_capacity(found.len());
    for alike in found {
        let key = alike.position.key;
        if key == query.key() || !decisions.separate(store, query.key(), key)? {
            listed.push(alike);
        }
    }
    Ok(listed)
}

/// How a position is like the query.
struct Like {
    distance: Option<u8>,
    /// Operations that carry the query onto the position's text, and the
    /// points that differ.
    ways: Vec<(Symmetry, Option<Vec<Difference>>)>,
}

impl Like {
    fn near(distance: u8, ways: Vec<Alignment>, query: &Query) -> Like {
        let (cols, rows) = (i16::from(query.origin.col), i16::from(query.origin.row));
        let asked = |Difference { at: QueryPoint { row, col }, found }: Difference| Difference {
            at: QueryPoint { row: row + rows, col: col + cols },
            found,
        };
        let way =
            |way: Alignment| (way.symmetry, Some(way.differences.into_iter().map(asked).collect()));
        Like { distance: Some(distance), ways: ways.into_iter().map(way).collect() }
    }

    /// The position with its records; none when it is there no more.
    fn found(
        self,
        store: &Store,
        query: &Query,
        id: i64,
        kind: Kind,
    ) -> Result<Option<Alike>, StoreError> {
        let Some(position) = store.position_by_id(id)? else { return Ok(None) };
        let matched = |record: StoredRecord| {
            let back = record.at.symmetry.inverse();
            let ways = self.ways.iter();
            let ways = ways.map(|(symmetry, difference)| (symmetry.then(back), difference));
            let (operation, difference) = ways.min_by_key(|(operation, _)| *operation)?;
            let turn = turn(&record, operation);
            let has_other_size = kind == Kind::Near && has_other_size(query, operation, &record);
            let matched = Match { kind, operation, turn, has_other_size, record };
            Some(AlikeMatch { matched, difference: difference.clone() })
        };
        let matches = store.records(id)?.into_iter().filter_map(matched).collect();
        Ok(Some(Alike { position, distance: self.distance, matches }))
    }
}

/// Whether two edges that face each other are not as far apart in a record as
/// in the query, though another record with its text has them so.
fn has_other_size(query: &Query, operation: Symmetry, record: &StoredRecord) -> bool {
    let (size, there) = (operation.size(query.window.board.size()), record.placement.region.size);
    let is_between = |sides: Sides| record.placement.open.complement().contains(sides);
    is_between(Sides::LEFT | Sides::RIGHT) && size.cols() != there.cols()
        || is_between(Sides::TOP | Sides::BOTTOM) && size.rows() != there.rows()
}

/// Who is to move in a record, in the colors of the query that an operation
/// carries onto it.
fn turn(record: &StoredRecord, operation: Symmetry) -> Turn {
    record.own_turn().transform(operation.inverse())
}

/// A search for what contains a pattern, or what is within a position.
#[derive(Debug)]
pub enum InsideSearch {
    /// Positions that contain a pattern.
    Containing(Containing),
    /// Positions that are in one.
    Within(Within),
}

/// A record that contains the query, or is contained in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsideMatch {
    /// The key of the position.
    pub key: PositionKey,
    /// How it matches.
    pub kind: Kind,
    /// Carries the query onto the record, as it lies on its board: the first
    /// operation that does, where several do.
    pub operation: Symmetry,
    /// The point of the record's board, from 0, on which the query's first
    /// point comes to lie, of several the first. It may be none of its points
    /// where nothing is asked, or an edge is far away.
    pub at: QueryPoint,
    /// In how many places.
    pub placements: u32,
    /// Who is to move in the record, in the colors of the query.
    pub turn: Turn,
    /// The record.
    pub record: StoredRecord,
}

impl InsideSearch {
    /// The positions found, by number.
    pub fn find(&self, positions: &Positions) -> Vec<ContainmentHit> {
        match self {
            InsideSearch::Containing(search) => search.find(positions.index()),
            InsideSearch::Within(search) => search.find(positions.index()),
        }
    }

    fn placements(&self, positions: &Positions, found: &ContainmentHit) -> Vec<Placement> {
        match self {
            InsideSearch::Containing(search) => search.find_placements(positions.index(), found),
            InsideSearch::Within(search) => search.find_placements(positions.index(), found),
        }
    }

    /// The records of a position that was found, in the order of import.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn records(
        &self,
        store: &Store,
        positions: &Positions,
        found: &ContainmentHit,
    ) -> Result<Vec<InsideMatch>, StoreError> {
        let kind = match self {
            InsideSearch::Containing(_) => Kind::Contains,
            InsideSearch::Within(_) => Kind::Contained,
        };
        let placements = self.placements(positions, found);
        let matched = |record: StoredRecord| {
            let (symmetry, region) = (record.at.symmetry, record.placement.region);
            let places =
                placements.iter().filter_map(|place| place.locate_in_record(symmetry, region));
            let (operation, at) = places.min()?;
            let turn = turn(&record, operation);
            let (key, placements) = (positions.key(found.number), found.placements);
            Some(InsideMatch { key, kind, operation, at, placements, turn, record })
        };
        let records = store.records(positions.id(found.number))?;
        Ok(records.into_iter().filter_map(matched).collect())
    }
}
