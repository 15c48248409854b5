//! Compares the solutions of duplicate records: which first moves they accept.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::canonical_board::{build_frame, find_images};
use super::decisions::Decisions;
use super::duplicates::{Cluster, Identity};
use super::record_view::{DamagedTextError, RecordView};
use crate::Color;
use crate::extract;
use crate::go::{Point, Symmetry};
use crate::model::Charset;
use crate::sgf::GameTree;
use crate::solution::{
    Agreement, AlignmentBase, Answer, CanonicalFrame, Certainty, Claims, Conflict, Dialect,
    Solution, SolutionNode, SolutionPoint, Verdict, canonicalize_answer, compare_answers,
    compare_claims,
};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// The first moves that the records of a problem accept.
///
/// All points are points of the board of [`shown`](Self::shown).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison<'a> {
    /// How the records agree. `None` when fewer than two records accept
    /// anything, and none rejects what another one accepts.
    pub agreement: Option<Agreement>,
    /// How the records contradict each other, if they do.
    pub conflict: Option<Conflict>,
    /// The record on whose board the others are shown: the first one that
    /// accepts a move, or else the first one.
    pub shown: &'a StoredRecord,
    /// The records by what they accept, in the order of each group's first
    /// record. Records that accept nothing are in a group only if they reject
    /// what another one states.
    pub groups: Vec<AnswerGroup<'a>>,
}

/// Records that accept the same first moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnswerGroup<'a> {
    /// The records in the order of import.
    pub records: Vec<&'a StoredRecord>,
    /// The accepted moves.
    pub accepted: Vec<AcceptedMove>,
    /// How they are known in the record that is surest; `None` if there are none.
    pub certainty: Option<Certainty>,
    /// The moves that other records state as right, and after which every line of one of these is wrong.
    pub rejected: Vec<AcceptedMove>,
    /// The solution tree of the first record.
    pub line: Vec<LineMove>,
}

/// A first move that a record accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct AcceptedMove {
    /// The number of the move, from 0. Moves that the symmetry of the position
    /// makes equal share one number in all groups.
    pub number: usize,
    /// The point; `None` for tenuki.
    pub at: Option<Point>,
}

impl AcceptedMove {
    /// The letter that stands for the number: `a` to `z`, then `A` to `Z`, then
    /// `?`.
    pub fn letter(self) -> char {
        let mut letters = ('a'..='z').chain('A'..='Z');
        letters.nth(self.number).unwrap_or('?')
    }
}

/// A move of a solution tree in depth-first order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineMove {
    /// The number of moves before this one in its line. The parent is the
    /// nearest preceding move whose depth is smaller by one.
    pub depth: u32,
    /// The color of the move.
    pub color: Color,
    /// The point. `None` for tenuki, and for a move beyond the edge of the
    /// board shown.
    pub at: Option<Point>,
    /// The verdict on the line that ends with this move.
    pub verdict: Option<Verdict>,
}

/// Loads the solution of a record, on the canonical board.
///
/// # Errors
/// When the database cannot be read.
pub fn load_solution(store: &Store, record: &StoredRecord) -> Result<Solution, StoreError> {
    if let Some(solution) = &record.solution {
        return Ok(solution.clone());
    }
    // The record was imported before schema 2, which added solutions.
    let sgf = store.sgf(record.id)?;
    let tree = GameTree::read(&sgf, Charset::for_reading(record.charset.as_ref()));
    Ok(extract::extract_solution(&tree, &record.placement, record.at.symmetry))
}

/// The index of the record that stands for its position if nobody names one: the first one that accepts a
/// move, or else the first one.
///
/// # Errors
/// When the database cannot be read.
pub fn find_answered(store: &Store, records: &[StoredRecord]) -> Result<usize, StoreError> {
    for (index, record) in records.iter().enumerate() {
        if !load_solution(store, record)?.accepted(None).is_empty() {
            return Ok(index);
        }
    }
    Ok(0)
}

/// Compares the first moves that the records of a cluster accept.
///
/// # Errors
/// When the database cannot be read.
pub fn compare_cluster<'a>(
    store: &Store,
    position: &StoredPosition,
    cluster: &Cluster<'a>,
) -> Result<Comparison<'a>, StoreError> {
    let images = find_images(position, cluster.first()).map_err(|error| error.in_store(store))?;
    let turn = cluster.turn.color();
    let mut solutions = Vec::with_capacity(cluster.records.len());
    for &record in &cluster.records {
        solutions.push(load_solution(store, record)?);
    }
    let all: Vec<_> =
        solutions.iter().map(|solution| Claims::new(solution, turn, &images)).collect();
    let conflict = compare_claims(&all);
    let stated = all.iter().filter(|claims| !claims.is_assumed);
    let stated: BTreeSet<Answer> = stated.flat_map(|claims| &claims.accepted).copied().collect();
    let sets: Vec<_> = all.iter().map(|claims| claims.accepted.clone()).collect();
    let agreement = match (conflict, compare_answers(&sets)) {
        // A record that accepts nothing rejects an answer.
        (Some(_), None | Some(Agreement::Agree)) => Some(Agreement::Disjoint),
        (_, agreement) => agreement,
    };
    let mut group_of: HashMap<BTreeSet<Answer>, usize> = HashMap::new();
    // The records of each group, the solution of the first, and what they reject.
    let mut alike: Vec<(Vec<&StoredRecord>, Solution, BTreeSet<Answer>)> = Vec::new();
    for ((&record, solution), claims) in cluster.records.iter().zip(solutions).zip(all) {
        let rejected: BTreeSet<_> = claims.rejected.intersection(&stated).copied().collect();
        if claims.accepted.is_empty() && rejected.is_empty() {
            continue;
        }
        let group = *group_of.entry(claims.accepted).or_insert(alike.len());
        match alike.get_mut(group) {
            Some((records, _, all)) => {
                records.push(record);
                all.extend(rejected);
            }
            None => alike.push((vec![record], solution, rejected)),
        }
    }
    let accepting = alike.iter().find(|(_, solution, _)| !solution.accepted(turn).is_empty());
    let shown_record = accepting.map_or(cluster.first(), |(records, ..)| records[0]);
    let shown = ShownBoard::new(shown_record, Symmetry::IDENTITY);
    let base = accepting.map(|(_, solution, _)| AlignmentBase::new(solution));
    let mut known: BTreeMap<Answer, AcceptedMove> = BTreeMap::new();
    let mut groups = Vec::with_capacity(alike.len());
    let mut rejections = Vec::with_capacity(alike.len());
    for (records, solution, rejected) in alike {
        let base =
            base.as_ref().expect("a group accepts a move, or rejects one that another accepts");
        let (aligned, _) = base.align(&solution, &images);
        let accepted = aligned.accepted(turn).into_iter().map(|node| {
            let found = AcceptedMove { number: known.len(), at: shown.point(node.at) };
            let first = known.entry(canonicalize_answer(&node, &images)).or_insert(found);
            AcceptedMove { number: first.number, ..found }
        });
        let mut accepted: Vec<_> = accepted.collect();
        accepted.sort_unstable();
        let dialects = records.iter().filter_map(|record| Some(record.solution.as_ref()?.dialect));
        let certainties = dialects.chain([solution.dialect]).map(Dialect::certainty);
        let certainty = certainties.min().filter(|_| !accepted.is_empty());
        let line = shown.line(&aligned);
        groups.push(AnswerGroup { records, accepted, certainty, rejected: Vec::new(), line });
        rejections.push(rejected);
    }
    for (group, rejected) in groups.iter_mut().zip(rejections) {
        group.rejected = rejected.iter().map(|answer| known[answer]).collect();
        group.rejected.sort_unstable();
    }
    Ok(Comparison { agreement, conflict, shown: shown_record, groups })
}

/// The solution trees of records of one position, all on the board of the first
/// record; a tree is turned so that it has the most moves in common with the
/// first one.
///
/// # Errors
/// When the database cannot be read.
pub fn show_solutions(
    store: &Store,
    position: &StoredPosition,
    records: [&StoredRecord; 2],
) -> Result<[Vec<LineMove>; 2], StoreError> {
    let images = find_images(position, records[0]).map_err(|error| error.in_store(store))?;
    let shown = ShownBoard::new(records[0], Symmetry::IDENTITY);
    let first = load_solution(store, records[0])?;
    let (second, _) = AlignmentBase::new(&first).align(&load_solution(store, records[1])?, &images);
    Ok([shown.line(&first), shown.line(&second)])
}

impl Comparison<'_> {
    /// Returns the view of the record shown, large enough for all accepted
    /// moves.
    ///
    /// # Errors
    /// When the text of the position does not parse, which happens only in a
    /// damaged database.
    pub fn view(&self, position: &StoredPosition) -> Result<RecordView, DamagedTextError> {
        let accepted = self.groups.iter().flat_map(|group| &group.accepted);
        let points = accepted.filter_map(|accepted| accepted.at);
        Ok(RecordView::new(position, self.shown)?.grown_to_include(points))
    }
}

/// The board on which solutions are shown: that of a record, after an operation.
pub(super) struct ShownBoard<'a> {
    record: &'a StoredRecord,
    frame: CanonicalFrame,
    symmetry: Symmetry,
}

impl<'a> ShownBoard<'a> {
    pub(super) fn new(record: &'a StoredRecord, symmetry: Symmetry) -> ShownBoard<'a> {
        ShownBoard { record, frame: build_frame(record), symmetry }
    }

    pub(super) fn point(&self, at: Option<SolutionPoint>) -> Option<Point> {
        let board = self.record.placement.board;
        Some(self.symmetry.point(self.frame.to_board(at?, board)?, board))
    }

    pub(super) fn line(&self, solution: &Solution) -> Vec<LineMove> {
        let mut depths: Vec<u32> = Vec::with_capacity(solution.nodes.len());
        for node in &solution.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent as usize] + 1));
        }
        let shown = |(node, depth): (&SolutionNode, u32)| LineMove {
            depth,
            color: self.symmetry.color(self.record.at.symmetry.color(node.color)),
            at: self.point(node.at),
            verdict: node.verdict,
        };
        solution.nodes.iter().zip(depths).map(shown).collect()
    }
}

/// How many duplicate problems have records that agree on the first move, and how the others
/// contradict each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConflictCounts {
    /// All records accept the same first moves.
    pub agree: u64,
    /// The problems of each [`Conflict`], in the order of [`Conflict::ALL`].
    pub of: [u64; 4],
    /// Fewer than two records accept anything.
    pub unanswered: u64,
}

impl ConflictCounts {
    /// The number of problems whose records disagree.
    pub fn conflicts(self) -> u64 {
        self.of.iter().sum()
    }

    /// The number of conflicts of a kind.
    pub fn of(self, kind: Conflict) -> u64 {
        self.of[kind as usize]
    }

    /// The number of duplicate problems.
    pub fn problems(self) -> u64 {
        self.agree + self.unanswered + self.conflicts()
    }

    fn add(&mut self, comparison: &Comparison<'_>) {
        match (comparison.conflict, comparison.agreement) {
            (Some(kind), _) => self.of[kind as usize] += 1,
            (None, Some(_)) => self.agree += 1,
            (None, None) => self.unanswered += 1,
        }
    }
}

/// Compares the records of every duplicate problem among some positions with
/// their records, as [`walk_positions`](super::walk_positions) returns them.
/// Calls `visit` for each problem whose records disagree, in the order of the
/// positions, and counts all.
///
/// # Errors
/// When the database cannot be read; those of `positions` and `visit`.
pub fn for_each_conflict<E: From<StoreError>>(
    store: &Store,
    positions: impl Iterator<Item = Result<(StoredPosition, Vec<StoredRecord>), StoreError>>,
    mut visit: impl FnMut(&StoredPosition, &Comparison<'_>) -> Result<(), E>,
) -> Result<ConflictCounts, E> {
    let decisions = Decisions::load(store)?;
    visit_conflicts(store, &decisions, positions, |position, _, comparison| {
        visit(position, comparison)
    })
}

/// Calls `visit` for a conflict of a position, whose number among those of the position
/// is counted from 0. `None` if the database has no such conflict.
///
/// # Errors
/// If the database cannot be read; those of `visit`.
pub fn visit_conflict<T, E: From<StoreError>>(
    store: &Store,
    decisions: &Decisions,
    (position, number): (i64, usize),
    visit: impl FnOnce(&StoredPosition, &Comparison<'_>) -> Result<T, E>,
) -> Result<Option<T>, E> {
    let Some(stored) = store.position_by_id(position)? else { return Ok(None) };
    let positions = std::iter::once(Ok((stored, store.records(position)?)));
    let (mut visit, mut visited) = (Some(visit), None);
    visit_conflicts(store, decisions, positions, |position, found, comparison| {
        if found == number
            && let Some(visit) = visit.take()
        {
            visited = Some(visit(position, comparison)?);
        }
        Ok::<(), E>(())
    })?;
    Ok(visited)
}

/// As [`for_each_conflict`], with decisions that are loaded already. `visit` also gets the number
/// of the conflict among those of its position, from 0.
///
/// # Errors
/// If the database cannot be read; those of `visit`.
pub fn visit_conflicts<E: From<StoreError>>(
    store: &Store,
    decisions: &Decisions,
    positions: impl Iterator<Item = Result<(StoredPosition, Vec<StoredRecord>), StoreError>>,
    mut visit: impl FnMut(&StoredPosition, usize, &Comparison<'_>) -> Result<(), E>,
) -> Result<ConflictCounts, E> {
    let mut counts = ConflictCounts::default();
    for stored in positions {
        let (position, records) = stored?;
        let mut number = 0;
        for cluster in decisions.cluster_records(store, &position, &records, Identity::Problem)? {
            if cluster.records.len() < 2 {
                continue;
            }
            let comparison = compare_cluster(store, &position, &cluster)?;
            counts.add(&comparison);
            if comparison.conflict.is_some() {
                visit(&position, number, &comparison)?;
                number += 1;
            }
        }
    }
    Ok(counts)
}
