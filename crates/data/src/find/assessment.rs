//! Tells whether a submitted problem is new, and whether its answers agree with
//! those of the known records.

use std::collections::BTreeSet;

use super::conflicts::{find_images, load_solution};
use super::exact::find_exact;
use super::position_index::PositionIndex;
use super::query::{MatchKind, PositionQuery, RecordMatch};
use super::record_view::{DamagedTextError, RecordView};
use super::similar::find_similar;
use crate::PositionKey;
use crate::model::Turn;
use crate::names;
use crate::solution::{
    Agreement, Answer, PositionStabilizer, Solution, collect_answers, compare_answers,
};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

names! {
    /// How much of a submitted problem is known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Novelty {
        /// A record has the same position with the same side to move.
        SameProblem => "same problem",
        /// A record has the same position. The other side is to move, or one of the
        /// two does not say who is.
        SamePosition => "same position",
        /// A record has a position that is near, or the same stones with other
        /// edges.
        Near => "near",
        /// No record is like it.
        New => "new",
    }

    /// `same problem`, `same position`, `near` or `new`.
    pub fn name;
}

/// What a database knows about a submitted problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assessment {
    /// How much of the problem is known.
    pub novelty: Novelty,
    /// How the accepted first moves of the submitted record compare with all
    /// that known records of the problem accept. `None` if the one or the other
    /// accept nothing, or if no known record can be the same problem.
    pub agreement: Option<Agreement>,
    /// The known records, the closest first.
    pub matches: Vec<KnownRecord>,
}

/// A known record that is like a submitted one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownRecord {
    /// The key of the known position.
    pub key: PositionKey,
    /// How the known record matches the submitted one.
    pub matched: RecordMatch,
    /// The number of points that differ; `None` for the same shape farther away.
    pub distance: Option<u8>,
    /// How the answers of the two records compare, as in
    /// [`Assessment::agreement`].
    pub agreement: Option<Agreement>,
}

/// A submitted record, which is in a database of its own.
#[derive(Clone, Copy, Debug)]
pub struct Submitted<'a> {
    /// The database with the record.
    pub store: &'a Store,
    /// The position of the record.
    pub position: &'a StoredPosition,
    /// The record.
    pub record: &'a StoredRecord,
}

/// Looks up a submitted record in the database `known`. With `near`, an index of
/// the positions in `known` and a number k, positions that differ in at most k
/// points are looked up as well.
///
/// # Errors
/// If a database cannot be read.
pub fn assess_record(
    known: &Store,
    near: Option<(&PositionIndex, u8)>,
    submitted: Submitted<'_>,
) -> Result<Assessment, StoreError> {
    let Submitted { store, position, record } = submitted;
    let damaged = |error: DamagedTextError| error.in_store(store);
    let view = RecordView::new(position, record).map_err(damaged)?;
    let turn = record.own_turn().color();
    let query = PositionQuery::new(&view.window, turn).expect("a stored position has stones");
    let found = find_matches(known, near, &query)?;
    let images = find_images(position, record).map_err(damaged)?;
    let answers = Answers { solution: &load_solution(store, record)?, turn: record.turn, images };
    let (mut own, mut all) = (BTreeSet::new(), BTreeSet::new());
    let mut matches = Vec::with_capacity(found.len());
    for (key, matched, distance) in found {
        let is_same = matched.kind <= MatchKind::SamePosition;
        let agreement = if is_same && record.turn.agrees(matched.record.turn) {
            let solution = load_solution(known, &matched.record)?;
            let [submitted, known] = answers.compare_with(&solution, matched.record.turn);
            let agreement = compare_answers(&[submitted.clone(), known.clone()]);
            own.extend(submitted);
            all.extend(known);
            agreement
        } else {
            None
        };
        matches.push(KnownRecord { key, matched, distance, agreement });
    }
    let novelty = match matches.first().map(|first| first.matched.kind) {
        Some(MatchKind::SameProblem) => Novelty::SameProblem,
        Some(MatchKind::SamePosition) => Novelty::SamePosition,
        Some(_) => Novelty::Near,
        None => Novelty::New,
    };
    Ok(Assessment { novelty, agreement: compare_answers(&[own, all]), matches })
}

/// A known record with the key of its position and its distance.
type Found = (PositionKey, RecordMatch, Option<u8>);

fn find_matches(
    known: &Store,
    near: Option<(&PositionIndex, u8)>,
    query: &PositionQuery,
) -> Result<Vec<Found>, StoreError> {
    let Some((index, k)) = near else {
        let Some(found) = find_exact(known, query)? else { return Ok(Vec::new()) };
        let key = found.position.key;
        let matches = found.matches.into_iter().filter(|matched| !matched.has_other_size);
        return Ok(matches.map(|matched| (key, matched, Some(0))).collect());
    };
    let similar = find_similar(known, index, query, k)?;
    let records = similar.into_iter().flat_map(|similar| {
        let (key, distance) = (similar.position.key, similar.distance);
        let records = similar.records.into_iter().map(|similar| similar.matched);
        // A board of another size with the same text is another position.
        let is_like = |matched: &RecordMatch| {
            !matched.has_other_size || matched.kind > MatchKind::SamePosition
        };
        records.filter(is_like).map(move |matched| (key, matched, distance))
    });
    Ok(records.collect())
}

/// The answers of the submitted record.
struct Answers<'a> {
    solution: &'a Solution,
    turn: Turn,
    images: PositionStabilizer,
}

impl Answers<'_> {
    /// The first moves that the submitted and a known record accept for the
    /// side that moves in either; of both sides if neither names one.
    fn compare_with(&self, known: &Solution, turn: Turn) -> [BTreeSet<Answer>; 2] {
        // The two agree, or one of them is unknown.
        let turn = self.turn.color().or(turn.color());
        [self.solution, known].map(|solution| collect_answers(solution, turn, &self.images))
    }
}
