//! Finds similar positions: near the query, or of the same shape.

use std::collections::HashSet;

use super::decisions::Decisions;
use super::exact::find_exact;
use super::position_index::PositionIndex;
use super::query::{MatchKind, PositionQuery, RecordMatch};
use crate::go::{Sides, Symmetry};
use crate::similarity::{Alignment, Difference, NearHit, QueryPoint};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// A stored position that is similar to the query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SimilarPosition {
    /// The position.
    pub position: StoredPosition,
    /// The number of points that differ; for
    /// [`MatchKind::NearOtherEdges`] without regard to edges. `None` for a position of the same
    /// shape that is farther away than the search went.
    pub distance: Option<u8>,
    /// The position's records in the order of import; those of the same
    /// position as [`find_exact`] sorts them.
    pub records: Vec<SimilarRecord>,
}

/// A record of a similar position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SimilarRecord {
    /// How the record matches.
    pub matched: RecordMatch,
    /// The points that differ, in the coordinates of the query as it was given.
    /// `None` when the position has no distance.
    pub difference: Option<Vec<Difference>>,
}

/// Finds the positions that are the same as the query, have the same shape, or
/// differ in at most `k` points.
///
/// The result is sorted by kind, distance and order of import. A position is
/// left out when every record of it was decided to be a different problem than
/// every record of the query's position.
///
/// # Errors
/// When the database cannot be read.
pub fn find_similar(
    store: &Store,
    positions: &PositionIndex,
    query: &PositionQuery,
    k: u8,
) -> Result<Vec<SimilarPosition>, StoreError> {
    let near = positions.index().find_near(&query.window, k);
    search(store, positions, query, near, Vec::new())
}

/// Finds what [`find_similar`] finds, but of the positions that differ only the nearest `max` or so,
/// and whether there are more.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn find_nearest_similar(
    store: &Store,
    positions: &PositionIndex,
    query: &PositionQuery,
    k: u8,
    max: usize,
) -> Result<(Vec<SimilarPosition>, bool), StoreError> {
    let (near, has_more) = positions.index().find_nearest(&query.window, k, max);
    let found = search(store, positions, query, near, Vec::new())?;
    // Decisions may have separated all of them.
    match has_more && found.is_empty() {
        true => Ok((find_similar(store, positions, query, k)?, false)),
        false => Ok((found, has_more)),
    }
}

/// Finds the positions that are the same as the query or have the same shape.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn find_same_shape(
    store: &Store,
    positions: &PositionIndex,
    query: &PositionQuery,
) -> Result<Vec<SimilarPosition>, StoreError> {
    search(store, positions, query, Vec::new(), Vec::new())
}

/// Finds what [`find_similar`] finds, and after it the positions whose stones
/// alone, without regard to edges, differ from those of the query in at most `k`
/// points ([`MatchKind::NearOtherEdges`]).
///
/// # Errors
/// When the database cannot be read.
pub fn find_similar_with_any_edges(
    store: &Store,
    positions: &PositionIndex,
    query: &PositionQuery,
    k: u8,
) -> Result<Vec<SimilarPosition>, StoreError> {
    let index = positions.index();
    let near = index.find_near(&query.window, k);
    let mut with_other_edges = index.find_near_with_any_edges(&query.window, k);
    let numbers: HashSet<u32> = near.iter().map(|near| near.number).collect();
    // Without a differing point it is the position itself, or of the same shape.
    with_other_edges.retain(|hit| hit.distance > 0 && !numbers.contains(&hit.number));
    search(store, positions, query, near, with_other_edges)
}

/// Loads the positions that are the same as the query or have the same shape, then those found near
/// it.
fn search(
    store: &Store,
    positions: &PositionIndex,
    query: &PositionQuery,
    mut near: Vec<NearHit>,
    with_other_edges: Vec<NearHit>,
) -> Result<Vec<SimilarPosition>, StoreError> {
    let mut found = Vec::new();
    if let Some(same) = find_exact(store, query)? {
        let similar = |matched| SimilarRecord { matched, difference: Some(Vec::new()) };
        let records = same.matches.into_iter().map(similar).collect();
        found.push(SimilarPosition { position: same.position, distance: Some(0), records });
    }
    near.retain(|near| positions.key(near.number) != query.key());
    for shape in positions.index().find_same_shapes(&query.window) {
        if positions.key(shape.number) == query.key() {
            continue;
        }
        let place = near.iter().position(|near| near.number == shape.number);
        let similarity = match place.map(|place| near.remove(place)) {
            Some(NearHit { distance, alignments, .. }) => {
                Similarity::near(distance, alignments, query)
            }
            None => Similarity::same_shape(shape.symmetries),
        };
        let id = positions.id(shape.number);
        found.extend(similarity.load(store, query, id, MatchKind::SameShape)?);
    }
    let near = near.into_iter().map(|hit| (hit, MatchKind::Near));
    let with_other_edges = with_other_edges.into_iter().map(|hit| (hit, MatchKind::NearOtherEdges));
    for (NearHit { number, distance, alignments, .. }, kind) in near.chain(with_other_edges) {
        let similarity = Similarity::near(distance, alignments, query);
        found.extend(similarity.load(store, query, positions.id(number), kind)?);
    }
    let decisions = Decisions::load(store)?;
    let mut kept = Vec::with_capacity(found.len());
    for similar in found {
        let key = similar.position.key;
        if key == query.key() || !decisions.separate(store, query.key(), key)? {
            kept.push(similar);
        }
    }
    Ok(kept)
}

/// How a position is similar to the query.
struct Similarity {
    distance: Option<u8>,
    /// The operations that align the query with the position's canonical text,
    /// at least one, each with the points that differ under it.
    alignments: Vec<(Symmetry, Option<Vec<Difference>>)>,
}

impl Similarity {
    fn same_shape(symmetries: impl IntoIterator<Item = Symmetry>) -> Similarity {
        let alignments = symmetries.into_iter().map(|symmetry| (symmetry, None)).collect();
        Similarity { distance: None, alignments }
    }

    /// Moves the points that differ from the query's window to the query as it
    /// was given.
    fn near(distance: u8, alignments: Vec<Alignment>, query: &PositionQuery) -> Similarity {
        let (cols, rows) = (i16::from(query.origin.col), i16::from(query.origin.row));
        let moved = |Difference { at: QueryPoint { row, col }, found }: Difference| Difference {
            at: QueryPoint { row: row + rows, col: col + cols },
            found,
        };
        let alignment =
            |way: Alignment| (way.symmetry, Some(way.differences.into_iter().map(moved).collect()));
        Similarity {
            distance: Some(distance),
            alignments: alignments.into_iter().map(alignment).collect(),
        }
    }

    /// Loads the position with its records. `None` when an import has removed
    /// the position since the index was loaded.
    fn load(
        self,
        store: &Store,
        query: &PositionQuery,
        id: i64,
        kind: MatchKind,
    ) -> Result<Option<SimilarPosition>, StoreError> {
        let Some(position) = store.position_by_id(id)? else { return Ok(None) };
        let records = store.records(id)?.into_iter();
        let records = records.map(|record| self.match_record(query, kind, record)).collect();
        Ok(Some(SimilarPosition { position, distance: self.distance, records }))
    }

    /// Of several alignments, takes the first one in the order of operations.
    fn match_record(
        &self,
        query: &PositionQuery,
        kind: MatchKind,
        record: StoredRecord,
    ) -> SimilarRecord {
        let back = record.at.symmetry.inverse();
        let (operation, difference) = self
            .alignments
            .iter()
            .map(|(symmetry, difference)| (symmetry.then(back), difference))
            .min_by_key(|(operation, _)| *operation)
            .expect("a similar position has at least one alignment");
        let turn = record.own_turn().transform(operation.inverse());
        let has_other_size = kind == MatchKind::Near && has_other_size(query, operation, &record);
        let matched = RecordMatch { kind, operation, turn, has_other_size, record };
        SimilarRecord { matched, difference: difference.clone() }
    }
}

/// Whether two facing edges are not as far apart in the record as in the query.
/// Records of one canonical text can differ in this.
fn has_other_size(query: &PositionQuery, operation: Symmetry, record: &StoredRecord) -> bool {
    let mapped = operation.size(query.window.board.size());
    let own = record.placement.region.size;
    let has_edges = |sides: Sides| record.placement.open.complement().contains(sides);
    has_edges(Sides::LEFT | Sides::RIGHT) && mapped.cols() != own.cols()
        || has_edges(Sides::TOP | Sides::BOTTOM) && mapped.rows() != own.rows()
}
