//! Tells whether a submitted problem is new, and whether its answers agree with
//! those of the known records.

use std::collections::{BTreeSet, HashMap};

use super::conflicts::{find_images, load_solution};
use super::exact::{MIN_KEPT, find_exact};
use super::position_index::PositionIndex;
use super::query::{MatchKind, PositionQuery, RecordMatch};
use super::record_view::{DamagedTextError, RecordView};
use super::similar::find_nearest_similar;
use crate::go::{Sides, Size, Symmetry};
use crate::model::{Occurrence, Turn};
use crate::names;
use crate::solution::{
    Agreement, Answer, PositionStabilizer, Solution, collect_answers, compare_answers,
};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};
use crate::{Color, PositionKey};

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

/// The most near positions of a submitted problem that are looked up: in a collection of variations
/// every position is near every other one, and listing all would be quadratic.
pub const MAX_NEAR: usize = 100;

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
    /// The known records, the closest first. Of more than [`MAX_NEAR`] near positions, those of the
    /// nearest ones.
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
    let (verdict, matches) = Assessor::new(known, near).assess(submitted, |_| true)?;
    let NoveltyVerdict { novelty, agreement, .. } = verdict;
    Ok(Assessment { novelty, agreement, matches })
}

/// What [`assess_record`] says of a submitted record without the list of known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoveltyVerdict {
    /// [`Assessment::novelty`].
    pub novelty: Novelty,
    /// [`Assessment::agreement`].
    pub agreement: Option<Agreement>,
    /// The first of [`Assessment::matches`].
    pub first: Option<Occurrence>,
    /// The number of [`Assessment::matches`].
    pub matches: usize,
    /// Whether there are more than [`MAX_NEAR`] near positions.
    pub has_more: bool,
}

/// Assesses many submitted records. Equal ones are looked up once, so k submissions that are equal to
/// k known records cost linear time.
#[derive(Debug)]
pub struct Assessor<'a> {
    known: &'a Store,
    near: Option<(&'a PositionIndex, u8)>,
    groups: HashMap<(PositionKey, Symmetry, Size, Sides, Turn), KnownGroup>,
}

impl<'a> Assessor<'a> {
    /// Takes the same as [`assess_record`].
    pub fn new(known: &'a Store, near: Option<(&'a PositionIndex, u8)>) -> Assessor<'a> {
        Assessor { known, near, groups: HashMap::new() }
    }

    /// Looks up a submitted record as [`assess_record`] does. The known records are listed only if
    /// `lists` says so of the verdict.
    ///
    /// # Errors
    /// If a database cannot be read.
    pub fn assess(
        &mut self,
        submitted: Submitted<'_>,
        lists: impl FnOnce(&NoveltyVerdict) -> bool,
    ) -> Result<(NoveltyVerdict, Vec<KnownRecord>), StoreError> {
        let Submitted { store, position, record } = submitted;
        let solution = load_solution(store, record)?;
        let size = record.placement.region.size;
        // What the answer depends on besides the solution.
        let asked = (position.key, record.at.symmetry, size, record.placement.open, record.turn);
        if let Some(group) = self.groups.get(&asked) {
            let verdict = group.judge(&solution);
            if !lists(&verdict) {
                return Ok((verdict, Vec::new()));
            }
            let (found, _) = find_group(self.known, self.near, submitted)?;
            return Ok((verdict, group.list_matches(self.known, &solution, found)?));
        }
        let (found, group) = find_group(self.known, self.near, submitted)?;
        let verdict = group.judge(&solution);
        let matches = match lists(&verdict) {
            true => group.list_matches(self.known, &solution, found)?,
            false => Vec::new(),
        };
        if self.near.is_some() || group.count >= MIN_KEPT {
            self.groups.insert(asked, group);
        }
        Ok((verdict, matches))
    }
}

/// What all known records together say about submitted ones that differ in their solutions only.
#[derive(Debug)]
struct KnownGroup {
    novelty: Novelty,
    /// The side to move in the submitted records.
    turn: Turn,
    first: Option<Occurrence>,
    count: usize,
    has_more: bool,
    /// The players whose first moves are compared; see [`KnownGroup::compared_turn`].
    compared: BTreeSet<Option<Color>>,
    /// What known records of the same problem accept.
    accepted: BTreeSet<Answer>,
    images: PositionStabilizer,
}

impl KnownGroup {
    /// Whose first moves are compared with those of a known record: those of the side that moves in
    /// either record; of both sides if neither names one. `None` if they are not the same problem.
    fn compared_turn(&self, matched: &RecordMatch) -> Option<Option<Color>> {
        let is_same = matched.kind <= MatchKind::SamePosition;
        let turn = matched.record.turn;
        // The two agree, or one of them is unknown.
        (is_same && self.turn.agrees(turn)).then(|| self.turn.color().or(turn.color()))
    }

    /// Compares the answers of a submitted record with those of all known ones.
    fn compare(&self, solution: &Solution) -> Option<Agreement> {
        let answers = |&turn: &Option<Color>| collect_answers(solution, turn, &self.images);
        let own = self.compared.iter().flat_map(answers).collect();
        compare_answers(&[&own, &self.accepted].map(BTreeSet::clone))
    }

    /// The known records, each with how its answers compare with those of a submitted one.
    fn list_matches(
        &self,
        known: &Store,
        solution: &Solution,
        found: Vec<Found>,
    ) -> Result<Vec<KnownRecord>, StoreError> {
        let list = |(key, matched, distance): Found| {
            let agreement = match self.compared_turn(&matched) {
                Some(turn) => {
                    let known = load_solution(known, &matched.record)?;
                    let accepted = |solution| collect_answers(solution, turn, &self.images);
                    compare_answers(&[solution, &known].map(accepted))
                }
                None => None,
            };
            Ok(KnownRecord { key, matched, distance, agreement })
        };
        found.into_iter().map(list).collect()
    }

    fn judge(&self, solution: &Solution) -> NoveltyVerdict {
        NoveltyVerdict {
            novelty: self.novelty,
            agreement: self.compare(solution),
            first: self.first.clone(),
            matches: self.count,
            has_more: self.has_more,
        }
    }
}

/// Finds the known records that are like a submitted one, and what all of them say.
fn find_group(
    known: &Store,
    near: Option<(&PositionIndex, u8)>,
    Submitted { store, position, record }: Submitted<'_>,
) -> Result<(Vec<Found>, KnownGroup), StoreError> {
    let damaged = |error: DamagedTextError| error.in_store(store);
    let view = RecordView::new(position, record).map_err(damaged)?;
    let turn = record.own_turn().color();
    let query = PositionQuery::new(&view.window, turn).expect("a stored position has stones");
    let (found, has_more) = find_matches(known, near, &query)?;
    let first = found.first().map(|(_, matched, _)| matched);
    let mut group = KnownGroup {
        novelty: match first.map(|first| first.kind) {
            Some(MatchKind::SameProblem) => Novelty::SameProblem,
            Some(MatchKind::SamePosition) => Novelty::SamePosition,
            Some(_) => Novelty::Near,
            None => Novelty::New,
        },
        turn: record.turn,
        first: first.map(|first| first.record.at.clone()),
        count: found.len(),
        has_more,
        compared: BTreeSet::new(),
        accepted: BTreeSet::new(),
        images: find_images(position, record).map_err(damaged)?,
    };
    for (_, matched, _) in &found {
        if let Some(turn) = group.compared_turn(matched) {
            group.compared.insert(turn);
            let solution = load_solution(known, &matched.record)?;
            group.accepted.extend(collect_answers(&solution, turn, &group.images));
        }
    }
    Ok((found, group))
}

/// A known record with the key of its position and its distance.
type Found = (PositionKey, RecordMatch, Option<u8>);

/// The known records, and whether there are more near ones.
fn find_matches(
    known: &Store,
    near: Option<(&PositionIndex, u8)>,
    query: &PositionQuery,
) -> Result<(Vec<Found>, bool), StoreError> {
    let Some((index, k)) = near else {
        let Some(found) = find_exact(known, query)? else { return Ok((Vec::new(), false)) };
        let key = found.position.key;
        let matches = found.matches.into_iter().filter(|matched| !matched.has_other_size);
        return Ok((matches.map(|matched| (key, matched, Some(0))).collect(), false));
    };
    let (similar, has_more) = find_nearest_similar(known, index, query, k, MAX_NEAR)?;
    let records = similar.into_iter().flat_map(|similar| {
        let (key, distance) = (similar.position.key, similar.distance);
        let records = similar.records.into_iter().map(|similar| similar.matched);
        // A board of another size with the same text is another position.
        let is_like = |matched: &RecordMatch| {
            !matched.has_other_size || matched.kind > MatchKind::SamePosition
        };
        records.filter(is_like).map(move |matched| (key, matched, distance))
    });
    Ok((records.collect(), has_more))
}
