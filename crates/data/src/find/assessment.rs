//! Tells whether a submitted problem is new, and whether its answers agree with
//! those of the known records.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::canonical_board::find_images;
use super::conflicts::load_solution;
use super::containment::{ContainedQuery, ContainmentMatch};
use super::core_match::CoreMatch;
use super::cores::{CoreIndex, core_of_record};
use super::decisions::Decisions;
use super::duplicates::tree_of;
use super::exact::{MIN_KEPT, find_counting};
use super::fights::{Fighter, find_others, has_several};
use super::nearest::NEAREST_COUNT;
use super::position_index::PositionIndex;
use super::query::{MatchKind, PositionQuery, RecordMatch};
use super::record_view::{DamagedTextError, RecordView};
use super::similar::{SimilarPosition, find_nearest_similar, find_same_shape};
use crate::go::Symmetry;
use crate::model::{Occurrence, Placement, Turn};
use crate::names;
use crate::solution::{
    AnswerRelation, Claims, JointClaims, PositionStabilizer, Solution, collect_answers,
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
        /// A record has the same part of the board where the right lines are played.
        SameCore => "same core",
        /// A record has the same stones with other edges.
        SameShape => "same shape",
        /// A record contains the position with its answer, or is contained in it with its own.
        Contained => "contained",
        /// A record has a position that is near, or a core that is near.
        Near => "near",
        /// A record contains the position, or is contained in it; the answer of the smaller one is
        /// not among the moves of the larger one.
        ContainedWithout => "contained without answer",
        /// A record is among the nearest ones.
        Nearest => "nearest",
        /// No record is like it.
        New => "new",
    }

    /// The name in output: `same problem`, …, `new`.
    pub fn name;
}

impl Novelty {
    /// All values, the closest first.
    pub const ALL: [Novelty; 9] = Novelty::VALUES;

    fn new(kind: MatchKind, has_answer: bool) -> Novelty {
        match kind {
            MatchKind::SameProblem => Novelty::SameProblem,
            MatchKind::SamePosition => Novelty::SamePosition,
            MatchKind::SameCore => Novelty::SameCore,
            MatchKind::SameShape => Novelty::SameShape,
            MatchKind::Contains | MatchKind::Contained if has_answer => Novelty::Contained,
            MatchKind::Contains | MatchKind::Contained => Novelty::ContainedWithout,
            MatchKind::Near | MatchKind::NearCore | MatchKind::NearOtherEdges => Novelty::Near,
            MatchKind::Nearest => Novelty::Nearest,
        }
    }
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
    /// How the answers of the submitted record relate to what all known records of the problem say.
    /// `None` if the one or the other say nothing, or if no known record can be the same problem.
    pub answers: Option<AnswerRelation>,
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
    /// The number of points that differ; `None` for the same shape farther away, and for a position
    /// that contains the other one.
    pub distance: Option<u8>,
    /// For the same core, the number of lines around the right lines that agree: 1 or 2.
    pub margin: Option<u8>,
    /// How the answers of the two records relate, as in [`Assessment::answers`].
    pub answers: Option<AnswerRelation>,
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

/// The database with known records, and which kinds of likeness are looked for in it besides the
/// same position, the same core and the same shape.
#[derive(Debug)]
pub struct Known<'a> {
    /// The database.
    pub store: &'a Store,
    /// Its problems with their cores; at least those with a pattern of a submitted record, if its position is
    /// not known or `all` kinds are listed.
    pub cores: &'a CoreIndex,
    /// Its positions: all, or at least those with the shape of such a record if nothing of
    /// what follows but `nearest` is looked for.
    pub positions: &'a PositionIndex,
    /// The most points that differ in a near position, or in a core that is near.
    pub near: Option<u8>,
    /// Whether positions that contain the submitted one, or lie in it, are looked for.
    pub contained: bool,
    /// Whether the nearest problems are listed where nothing else is found.
    pub nearest: bool,
    /// Whether all kinds are listed, or only the first kind that has a record.
    pub all: bool,
    /// The ids of sources that do not count, such as those that were imported from the submission.
    pub without: &'a [i64],
}

/// Looks up a submitted record among known ones.
///
/// # Errors
/// If a database cannot be read.
pub fn assess_record(
    known: &Known<'_>,
    submitted: Submitted<'_>,
) -> Result<Assessment, StoreError> {
    let (verdict, matches) = Assessor::new(known).assess(submitted, |_| true)?;
    let NoveltyVerdict { novelty, answers, .. } = verdict;
    Ok(Assessment { novelty, answers, matches })
}

/// What [`assess_record`] says of a submitted record without the list of known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoveltyVerdict {
    /// [`Assessment::novelty`].
    pub novelty: Novelty,
    /// [`Assessment::answers`].
    pub answers: Option<AnswerRelation>,
    /// The first of [`Assessment::matches`].
    pub first: Option<Occurrence>,
    /// The number of [`Assessment::matches`].
    pub matches: usize,
    /// Whether there are more than [`MAX_NEAR`] near positions.
    pub has_more: bool,
}

impl NoveltyVerdict {
    /// The verdict on what no record is like.
    pub(super) fn new() -> NoveltyVerdict {
        NoveltyVerdict {
            novelty: Novelty::New,
            answers: None,
            first: None,
            matches: 0,
            has_more: false,
        }
    }
}

/// What the known records of a group depend on. The core depends on the board around the position
/// and on the solution, and so does what contains the position or lies in it. Last, whether the tree of
/// the submitted record has other problems on its board.
type Asked = (PositionKey, Symmetry, Placement, Turn, Solution, bool);

/// What is compared of a submitted record.
#[derive(Debug)]
pub(super) struct SubmittedProblem {
    pub(super) solution: Solution,
    pub(super) images: PositionStabilizer,
    /// Whether the tree of the record has other records of its position.
    pub(super) has_siblings: bool,
}

/// Assesses many submitted records. Equal ones are looked up once, so k submissions that are equal to
/// k known records cost linear time.
#[derive(Debug)]
pub struct Assessor<'a> {
    known: &'a Known<'a>,
    groups: HashMap<Asked, KnownGroup>,
    /// Loaded for the first record.
    decisions: Option<Decisions>,
    /// The positions of submissions that several records of a tree have, with the tree. Loaded for the
    /// first record.
    several: Option<HashSet<(i64, (i64, u32))>>,
}

impl<'a> Assessor<'a> {
    /// Takes the same as [`assess_record`].
    pub fn new(known: &'a Known<'a>) -> Assessor<'a> {
        Assessor { known, groups: HashMap::new(), decisions: None, several: None }
    }

    /// Whether the tree of a submitted record has other records of its position.
    fn has_siblings(
        &mut self,
        store: &Store,
        position: i64,
        record: &StoredRecord,
    ) -> Result<bool, StoreError> {
        let several = match &mut self.several {
            Some(several) => several,
            none => none.insert(store.positions_repeated_in_trees()?.into_iter().collect()),
        };
        Ok(several.contains(&(position, tree_of(record))))
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
        let problem = self.read_problem(submitted)?;
        self.assess_problem(submitted, problem, lists)
    }

    /// Reads what is compared of a submitted record.
    pub(super) fn read_problem(
        &mut self,
        Submitted { store, position, record }: Submitted<'_>,
    ) -> Result<SubmittedProblem, StoreError> {
        Ok(SubmittedProblem {
            solution: load_solution(store, record)?,
            images: find_images(position, record).map_err(|error| error.in_store(store))?,
            has_siblings: self.has_siblings(store, position.id, record)?,
        })
    }

    /// Looks up a submitted record as [`assess`](Self::assess) does.
    pub(super) fn assess_problem(
        &mut self,
        submitted: Submitted<'_>,
        SubmittedProblem { solution, images, has_siblings }: SubmittedProblem,
        lists: impl FnOnce(&NoveltyVerdict) -> bool,
    ) -> Result<(NoveltyVerdict, Vec<KnownRecord>), StoreError> {
        let Submitted { position, record, .. } = submitted;
        let known = self.known;
        let decisions = match &mut self.decisions {
            Some(decisions) => decisions,
            none => none.insert(Decisions::load(known.store)?),
        };
        let Occurrence { symmetry, .. } = record.at;
        let asked = (position.key, symmetry, record.placement, record.turn, solution, has_siblings);
        let solution = &asked.4;
        let asking = (submitted, solution, &images, has_siblings);
        let stored = known.store.position(position.key)?;
        let of_core;
        let group = match self.groups.get(&asked) {
            None if stored.is_none() => {
                of_core = find_core_group(known, decisions, submitted, &images)?;
                of_core.as_ref()
            }
            group => group,
        };
        if let Some(group) = group {
            let verdict = group.judge(solution);
            if !lists(&verdict) {
                return Ok((verdict, Vec::new()));
            }
            let (found, _) = find_group(known, decisions, stored.as_ref(), asking)?;
            return Ok((verdict, group.list_matches(known.store, solution, found)?));
        }
        let (found, group) = find_group(known, decisions, stored.as_ref(), asking)?;
        let verdict = group.judge(solution);
        let matches = match lists(&verdict) {
            true => group.list_matches(known.store, solution, found)?,
            false => Vec::new(),
        };
        let is_costly = known.near.is_some() || known.contained || known.nearest;
        if is_costly || group.count >= MIN_KEPT {
            self.groups.insert(asked, group);
        }
        Ok((verdict, matches))
    }
}

/// What all known records together say about equal submitted ones.
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
    /// What known records of the same problem say.
    claims: JointClaims,
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

    /// Relates the answers of a submitted record to those of all known ones.
    fn relate(&self, solution: &Solution) -> Option<AnswerRelation> {
        let claims = |&turn: &Option<Color>| Claims::new(solution, turn, &self.images);
        let mut all = self.compared.iter().map(claims);
        let mut own = all.next()?;
        for Claims { accepted, rejected, .. } in all {
            own.accepted.extend(accepted);
            own.rejected.extend(rejected);
        }
        self.claims.relate(&own)
    }

    /// The known records, each with how its answers compare with those of a submitted one.
    fn list_matches(
        &self,
        known: &Store,
        solution: &Solution,
        found: Vec<Found>,
    ) -> Result<Vec<KnownRecord>, StoreError> {
        let list = |Found { key, matched, distance, margin, is_other, .. }: Found| {
            let answers = match self.compared_turn(&matched) {
                Some(turn) if !is_other => {
                    let known = load_solution(known, &matched.record)?;
                    let mut joint = JointClaims::default();
                    joint.add(Claims::new(&known, turn, &self.images));
                    joint.relate(&Claims::new(solution, turn, &self.images))
                }
                _ => None,
            };
            Ok(KnownRecord { key, matched, distance, margin, answers })
        };
        found.into_iter().map(list).collect()
    }

    fn judge(&self, solution: &Solution) -> NoveltyVerdict {
        NoveltyVerdict {
            novelty: self.novelty,
            answers: self.relate(solution),
            first: self.first.clone(),
            matches: self.count,
            has_more: self.has_more,
        }
    }
}

/// What known records with the same core say of a submitted record whose position is not stored, if these
/// are the closest ones. None of them is loaded but the first, so k submissions with the core of k known records
/// take linear time.
fn find_core_group(
    known: &Known<'_>,
    decisions: &Decisions,
    Submitted { store, position, record }: Submitted<'_>,
    images: &PositionStabilizer,
) -> Result<Option<KnownGroup>, StoreError> {
    let damaged = |error: DamagedTextError| error.in_store(store);
    if known.all || !known.without.is_empty() || decisions.concern(position.key) {
        return Ok(None); // some of the records may not count
    }
    let problem = core_of_record(position, record).map_err(damaged)?;
    let Some(list) = known.cores.find_equal(&problem) else { return Ok(None) };
    let Some(first) = list.matches.first() else { return Ok(None) };
    let mut has_more = false;
    if known.near.is_some() {
        let view = RecordView::new(position, record).map_err(damaged)?;
        let query = PositionQuery::new(&view.window, record.own_turn().color());
        (_, has_more) = find_matches(known, &query.expect("a stored position has stones"))?;
    }
    let first = known.cores.match_records(known.store, first, record.at.symmetry)?;
    Ok(Some(KnownGroup {
        novelty: Novelty::SameCore,
        turn: record.turn,
        first: first.into_iter().next().map(|first| first.record.at),
        count: list.records,
        has_more,
        compared: BTreeSet::new(),
        claims: JointClaims::default(),
        images: *images,
    }))
}

/// Finds the known records that are like a submitted one, and what all of them say. `stored` is the known
/// position with its key; the submitted one comes with its solution, the operations that map its position to
/// itself, and whether its tree has other problems on the board.
fn find_group(
    known: &Known<'_>,
    decisions: &Decisions,
    stored: Option<&StoredPosition>,
    (submitted, solution, images, has_siblings): (
        Submitted<'_>,
        &Solution,
        &PositionStabilizer,
        bool,
    ),
) -> Result<(Vec<Found>, KnownGroup), StoreError> {
    let Submitted { store, position, record } = submitted;
    let damaged = |error: DamagedTextError| error.in_store(store);
    let view = RecordView::new(position, record).map_err(damaged)?;
    let turn = record.own_turn().color();
    let query = PositionQuery::new(&view.window, turn).expect("a stored position has stones");
    let same = match stored {
        Some(stored) => find_counting(known.store, stored, &query, known.without)?,
        None => Vec::new(),
    };
    let is_known = !same.is_empty() && !known.all;
    let (mut found, has_more) = match known.near {
        None if is_known => {
            let found = |matched| Found::new(query.key(), matched, Some(0), None);
            (same.into_iter().map(found).collect(), false)
        }
        _ => find_matches(known, &query)?,
    };
    if !is_known {
        found.extend(find_like(known, decisions, submitted, &view, solution)?);
    }
    found.retain(|found| !known.without.contains(&found.matched.record.source_id));
    mark_others(known.store, (record.turn, solution, has_siblings), &mut found, images)?;
    found.sort_by_key(|found| (found.novelty, found.matched.kind, found.distance));
    let mut seen = HashSet::new();
    found.retain(|found| seen.insert(found.matched.record.id));
    if !known.all {
        // The same position lists records of the same problem and others.
        let first = found.first().map(|first| first.novelty.max(Novelty::SamePosition));
        found.retain(|found| Some(found.novelty) <= first);
    }
    let first = found.first();
    let mut group = KnownGroup {
        novelty: first.map_or(Novelty::New, |first| first.novelty),
        turn: record.turn,
        first: first.map(|first| first.matched.record.at.clone()),
        count: found.len(),
        has_more,
        compared: BTreeSet::new(),
        claims: JointClaims::default(),
        images: *images,
    };
    for Found { matched, .. } in found.iter().filter(|found| !found.is_other) {
        if let Some(turn) = group.compared_turn(matched) {
            group.compared.insert(turn);
            let solution = load_solution(known.store, &matched.record)?;
            group.claims.add(Claims::new(&solution, turn, images));
        }
    }
    Ok((found, group))
}

/// Marks the known records of the same position that are other problems of the board than the submitted
/// one, because the one or the other has siblings in its tree.
fn mark_others(
    known: &Store,
    (turn, solution, has_siblings): (Turn, &Solution, bool),
    found: &mut [Found],
    images: &PositionStabilizer,
) -> Result<(), StoreError> {
    let can_be_same = |found: &&mut Found| {
        let RecordMatch { kind, record, .. } = &found.matched;
        *kind <= MatchKind::SamePosition && turn.agrees(record.turn)
    };
    let mut same: Vec<&mut Found> = found.iter_mut().filter(can_be_same).collect();
    let trees = same.iter().map(|found| tree_of(&found.matched.record));
    if !has_siblings && !has_several(trees) {
        return Ok(());
    }
    let mut fighters = Vec::with_capacity(same.len());
    for Found { matched: RecordMatch { record, .. }, .. } in same.iter().map(|found| &**found) {
        let turn = turn.color().or(record.turn.color());
        let answers = collect_answers(&load_solution(known, record)?, turn, images);
        fighters.push(Fighter { tree: tree_of(record), answers });
    }
    let own = collect_answers(solution, turn.color(), images);
    for place in find_others(&own, &fighters, Some(images)) {
        let Found { novelty, matched, is_other, .. } = &mut *same[place];
        (*novelty, matched.kind, *is_other) =
            (Novelty::SamePosition, MatchKind::SamePosition, true);
    }
    Ok(())
}

/// A known record with the key of its position, its distance and the margin of its core.
struct Found {
    novelty: Novelty,
    key: PositionKey,
    matched: RecordMatch,
    distance: Option<u8>,
    margin: Option<u8>,
    /// Whether it is another problem on the board of the submitted one.
    is_other: bool,
}

impl Found {
    fn new(
        key: PositionKey,
        matched: RecordMatch,
        distance: Option<u8>,
        margin: Option<u8>,
    ) -> Found {
        let novelty = Novelty::new(matched.kind, true);
        Found { novelty, key, matched, distance, margin, is_other: false }
    }
}

/// Finds records of the same position and of the same shape, and near positions; tells whether there
/// are more near ones.
fn find_matches(
    known: &Known<'_>,
    query: &PositionQuery,
) -> Result<(Vec<Found>, bool), StoreError> {
    let (similar, has_more) = match known.near {
        Some(k) => find_nearest_similar(known.store, known.positions, query, k, MAX_NEAR)?,
        None => (find_same_shape(known.store, known.positions, query)?, false),
    };
    let records = similar.into_iter().flat_map(|similar| {
        let SimilarPosition { position, distance, records } = similar;
        let records = records.into_iter().map(|similar| similar.matched);
        // A board of another size with the same text is another position.
        let is_like = |matched: &RecordMatch| {
            !matched.has_other_size || matched.kind > MatchKind::SamePosition
        };
        let found = move |matched| Found::new(position.key, matched, distance, None);
        records.filter(is_like).map(found)
    });
    Ok((records.collect(), has_more))
}

/// Finds records with the same core, near it, containing or contained, and the nearest ones.
fn find_like(
    known: &Known<'_>,
    decisions: &Decisions,
    Submitted { store, position, record }: Submitted<'_>,
    view: &RecordView,
    solution: &Solution,
) -> Result<Vec<Found>, StoreError> {
    let problem = core_of_record(position, record)
        .map_err(|error: DamagedTextError| error.in_store(store))?;
    let mut all = Vec::new();
    let mut add = |cores: &[CoreMatch], is_nearest: bool| -> Result<(), StoreError> {
        for found in cores {
            let stored = &known.cores.problems()[found.number as usize];
            if stored.key == position.key
                || decisions.separate(known.store, position.key, stored.key)?
            {
                continue;
            }
            let matches = known.cores.match_records(known.store, found, record.at.symmetry)?;
            all.extend(matches.into_iter().map(|mut matched| {
                if is_nearest {
                    matched.kind = MatchKind::Nearest;
                }
                let margin = Some(found.hit.margin).filter(|&margin| margin > 0 && !is_nearest);
                let distance = u8::try_from(found.hit.distance).ok();
                Found::new(stored.key, matched, distance, margin)
            }));
        }
        Ok(())
    };
    let equal = known.cores.find_equal(&problem).filter(|_| known.near.is_none());
    match &equal {
        Some(list) => add(&list.matches, false)?,
        None => add(&known.cores.find(&problem, known.near.unwrap_or(0).into()), false)?,
    }
    if known.nearest {
        add(&known.cores.find_nearest(&problem, NEAREST_COUNT), true)?;
    }
    if known.contained {
        let query = ContainedQuery::of_record(view, record, solution);
        for (found, has_answer) in query.find(known.store, known.positions, true)? {
            let ContainmentMatch { key, kind, operation, turn, record, .. } = found;
            if (has_answer || known.all) && !decisions.separate(known.store, position.key, key)? {
                let matched = RecordMatch { kind, operation, turn, has_other_size: false, record };
                let novelty = Novelty::new(kind, has_answer);
                all.push(Found { novelty, ..Found::new(key, matched, None, None) });
            }
        }
    }
    Ok(all)
}
