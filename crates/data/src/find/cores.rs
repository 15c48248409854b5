//! Problems with the same core, and the problems nearest to a position.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::core_match::{CoreMatch, StoredCore, compare_cores, keep_best};
use super::decisions::Decisions;
use super::equal_cores::{CoreList, EqualCores};
use super::query::{MatchKind, RecordMatch};
use super::record_view::DamagedTextError;
use super::submissions::Submissions;
use crate::extract::extract_core;
use crate::go::Symmetry;
use crate::parallel::map_stream;
use crate::similarity::{
    CoreFilter, CoreHit, CoreJoin, CoreProblem, NO_ANSWER, NearPair, PossibleMoves, StoredMove,
};
use crate::store::{CoreRow, CoreRows, Store, StoreError, StoredPosition, StoredRecord};

/// Records of a database as problems with cores, with an index of candidates.
#[derive(Debug, Default)]
pub struct CoreIndex {
    /// In the order of their first records.
    problems: Vec<StoredCore>,
    /// Made for the first query: pairs do without.
    patterns: OnceLock<Patterns>,
    /// What was found for submissions at once.
    equal: Option<EqualCores>,
}

/// The candidates of an index by their patterns.
#[derive(Debug, Default)]
struct Patterns {
    /// The numbers of the problems with a pattern around an accepted first move, and what is around it.
    by_pattern: HashMap<u32, Vec<(u32, StoredMove)>>,
    /// The numbers of the problems without answers with a pattern around an empty point.
    by_empty_point: HashMap<u32, Vec<u32>>,
}

/// Two positions whose problems have the same core, or near ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreNeighbors {
    /// The numbers of the first problems of both in the index, the smaller one first.
    pub numbers: (u32, u32),
    /// The numbers of the problems with these cores, that of the same position first.
    pub problems: (u32, u32),
    /// The number of points of the core that differ.
    pub distance: u8,
    /// The lines around the right lines that agree, 1 or 2; 0 if points differ.
    pub margin: u8,
    /// Whether an accepted first move of the one lies on one of the other.
    pub has_common_move: bool,
}

impl CoreNeighbors {
    /// The positions as a pair at their distance.
    pub fn pair(&self) -> NearPair {
        NearPair { numbers: self.numbers, distance: self.distance }
    }
}

/// The number of rows that one thread reads at a time.
const ROWS_PER_BATCH: usize = 512;

/// The number of candidates that are compared before the farthest are passed over.
const NEAREST_PART: usize = if cfg!(test) { 4 } else { 512 };

impl CoreIndex {
    /// Loads problems of a database.
    ///
    /// # Errors
    /// When the database cannot be read, or a stored text is not that of its records.
    pub fn load(store: &Store, rows: CoreRows<'_>) -> Result<CoreIndex, StoreError> {
        CoreIndex::load_some(store, rows, None)
    }

    fn load_some(
        store: &Store,
        rows: CoreRows<'_>,
        wanted: Option<&WantedCores<'_>>,
    ) -> Result<CoreIndex, StoreError> {
        let (mut read, mut damaged) = (Vec::new(), None);
        let read_wanted = |row: CoreRow| -> Option<Result<StoredCore, _>> {
            let stored = read_row(row);
            let is_wanted =
                |stored: &StoredCore| wanted.is_none_or(|wanted| wanted.has(&stored.problem));
            stored.as_ref().map_or(true, is_wanted).then_some(stored)
        };
        map_stream(
            |rows: Vec<CoreRow>| {
                rows.into_iter().filter_map(read_wanted).collect::<Result<Vec<_>, _>>()
            },
            |batch| match batch {
                Ok(problems) => read.extend(problems),
                Err(error) => damaged = Some(error),
            },
            |send| {
                let mut batch = Vec::new();
                store.for_each_core_row(rows, |row| {
                    batch.push(row);
                    if batch.len() == ROWS_PER_BATCH {
                        send(std::mem::take(&mut batch));
                    }
                })?;
                send(batch);
                Ok(())
            },
        )?;
        if let Some(error) = damaged {
            return Err(DamagedTextError::in_store(error, store));
        }
        Ok(CoreIndex { problems: merge_equal(read), ..CoreIndex::default() })
    }

    fn patterns(&self) -> &Patterns {
        self.patterns.get_or_init(|| {
            let mut patterns = Patterns::default();
            for (stored, number) in self.problems.iter().zip(0..) {
                for (pattern, around) in stored.problem.stored_moves() {
                    patterns.by_pattern.entry(pattern).or_default().push((number, around));
                }
                if !stored.problem.is_answered() {
                    for pattern in stored.problem.patterns_of_empty_points() {
                        patterns.by_empty_point.entry(pattern).or_default().push(number);
                    }
                }
            }
            patterns
        })
    }

    /// Loads the problems of a database that have a pattern in common with a submission. With a distance,
    /// only those that [`find`](Self::find) finds for a submission, up to this distance.
    ///
    /// # Errors
    /// When a database cannot be read, or a stored text is not that of its records.
    pub fn load_like(
        store: &Store,
        submissions: &Submissions<'_>,
        distance: Option<u8>,
    ) -> Result<CoreIndex, StoreError> {
        let asked = CoreIndex::load(submissions.store(), submissions.core_rows())?.problems;
        let is_asked = |stored: &StoredCore| {
            stored.records.iter().any(|&(record, _)| submissions.is_asked(record))
        };
        let asked: Vec<CoreProblem> =
            asked.into_iter().filter(is_asked).map(|stored| stored.problem).collect();
        if asked.is_empty() {
            return Ok(CoreIndex::default());
        }
        let mut patterns: Vec<u32> = asked.iter().flat_map(CoreProblem::asked_patterns).collect();
        patterns.sort_unstable();
        patterns.dedup();
        let with_equal = |index: CoreIndex| {
            let equal = Some(EqualCores::new(&index.problems, &asked));
            CoreIndex { equal, ..index }
        };
        let Some(distance) = distance.map(u16::from) else {
            let rows = CoreRows::WithPatterns(&patterns);
            return CoreIndex::load_some(store, rows, None).map(with_equal);
        };
        let wanted = WantedCores::new(&asked, distance);
        let accepts = |pattern: u32, around: i64| {
            pattern == NO_ANSWER || wanted.filter.accepts_move(StoredMove::from_number(around))
        };
        let candidates = store.find_core_candidates(&patterns, accepts)?;
        let rows = candidates.as_ref().map_or(CoreRows::All, CoreRows::Of);
        CoreIndex::load_some(store, rows, Some(&wanted)).map(with_equal)
    }

    /// Loads the problems of a database that have a pattern in common with one record.
    ///
    /// # Errors
    /// When the database cannot be read, or a stored text is not that of its records.
    pub fn load_for_record(
        store: &Store,
        position: &StoredPosition,
        record: &StoredRecord,
    ) -> Result<CoreIndex, StoreError> {
        let problem = core_of_record(position, record);
        let problem = problem.map_err(|error: DamagedTextError| error.in_store(store))?;
        CoreIndex::load(store, CoreRows::WithPatterns(&problem.asked_patterns()))
    }

    /// The problems under their numbers.
    pub fn problems(&self) -> &[StoredCore] {
        &self.problems
    }

    /// Finds the problems that have the same core as a query, or whose cores differ in at most
    /// `distance` points: those with a common first move first, then by margin and distance; one for
    /// each position.
    pub fn find(&self, query: &CoreProblem, distance: u16) -> Vec<CoreMatch> {
        let possible = (!query.is_answered()).then(|| query.group_possible_moves());
        let compare = |number: u32| {
            let other = &self.problems[number as usize].problem;
            let (hit, is_of_query) = compare_cores(query, possible.as_ref(), other, distance)?;
            Some(CoreMatch { number, hit, is_of_query })
        };
        let mut found: Vec<CoreMatch> =
            self.candidates(query, distance).into_iter().filter_map(compare).collect();
        keep_best(&self.problems, &mut found, CoreMatch::rank);
        found
    }

    /// Finds the problems that have the same core as a submission for which the index was
    /// [loaded](Self::load_like). All submissions together take the time of the different cores, and of the
    /// lists, of which those with equal cores share one. `None` for other queries.
    pub(super) fn find_equal(&self, query: &CoreProblem) -> Option<Arc<CoreList>> {
        self.equal.as_ref()?.find(&self.problems, query)
    }

    /// Loads the records of a match. `symmetry` maps the query as it was given onto the orientation
    /// in which it was compared.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn match_records(
        &self,
        store: &Store,
        found: &CoreMatch,
        symmetry: Symmetry,
    ) -> Result<Vec<RecordMatch>, StoreError> {
        let stored = &self.problems[found.number as usize];
        let onto =
            if found.is_of_query { found.hit.symmetry } else { found.hit.symmetry.inverse() };
        let kind = if found.hit.distance == 0 { MatchKind::SameCore } else { MatchKind::NearCore };
        let matched = |record: StoredRecord| {
            let operation = symmetry.then(onto).then(record.at.symmetry.inverse());
            let turn = record.own_turn().transform(operation.inverse());
            RecordMatch { kind, operation, turn, has_other_size: false, record }
        };
        let is_listed =
            |record: &StoredRecord| stored.records.iter().any(|&(id, _)| id == record.id);
        let records = store.records(stored.position)?;
        Ok(records.into_iter().filter(is_listed).map(matched).collect())
    }

    /// The numbers of the problems with a pattern of the query whose cores may be so near, sorted.
    fn candidates(&self, query: &CoreProblem, distance: u16) -> Vec<u32> {
        let (patterns, mut numbers) = (self.patterns(), Vec::new());
        for asked in query.asked_moves() {
            let with = patterns.by_pattern.get(&asked.pattern).into_iter().flatten();
            let near = with.filter(|(_, around)| asked.may_be_on(around, distance));
            numbers.extend(near.map(|(number, _)| number));
        }
        if query.is_answered() && query.has_core() {
            let unanswered = |pattern: &u32| patterns.by_empty_point.get(pattern);
            numbers.extend(query.patterns().iter().filter_map(unanswered).flatten());
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Finds the `count` problems nearest to a query: their core, or without one their window and
    /// a line around it, is compared with the query so that an accepted first move is on an empty
    /// point; at most a quarter of its points may differ. Sorted by the share of differing points, then the
    /// larger number of stones, then key.
    pub fn find_nearest(&self, query: &CoreProblem, count: usize) -> Vec<CoreMatch> {
        let possible = query.group_possible_moves();
        let mut candidates: Vec<(u32, u16)> = Vec::new();
        for asked in query.asked_moves() {
            let with = self.patterns().by_pattern.get(&asked.pattern).into_iter().flatten();
            candidates
                .extend(with.map(|(number, around)| (*number, asked.least_difference(around))));
        }
        candidates.sort_unstable();
        candidates.dedup_by_key(|(number, _)| *number); // keeps the smallest difference
        candidates.sort_unstable_by_key(|&(number, least)| (least, number));
        let mut found: Vec<CoreMatch> = Vec::new();
        for part in candidates.chunks(NEAREST_PART) {
            // From here on, only what is as near as the last of so many can be among them.
            let last = found.get(count - 1).map(|last| share(last.hit.distance, last.hit.area));
            let lay = |&(number, least): &(u32, u16)| {
                let problem = &self.problems[number as usize].problem;
                let area = problem.nearest_area();
                let most = last.map_or(u16::MAX, |last| largest_distance(last, area)).min(area / 4);
                if least > most {
                    return None;
                }
                let hit = problem.lay_nearest_on(query, &possible, most)?;
                Some(CoreMatch { number, hit, is_of_query: false })
            };
            found.par_extend(part.par_iter().filter_map(lay));
            keep_best(&self.problems, &mut found, |found| {
                let CoreHit { distance, area, stones, .. } = found.hit;
                let key = self.problems[found.number as usize].key;
                (share(distance, area), Reverse(stones), key)
            });
            found.truncate(count);
        }
        found
    }

    /// Finds the pairs of positions with problems that have the same core, or whose cores differ in at
    /// most `distance` points, sorted by their numbers.
    ///
    /// The time grows with the number of problems and of pairs that agree around a first move
    /// ([`CoreJoin`]).
    pub fn find_pairs(&self, distance: u16) -> Vec<CoreNeighbors> {
        let mut first_of: HashMap<i64, u32> = HashMap::new();
        for (stored, number) in self.problems.iter().zip(0..) {
            first_of.entry(stored.position).or_insert(number);
        }
        let numbered = || (0..).zip(self.problems.iter().map(|stored| &stored.problem));
        let join = CoreJoin::new(numbered().filter(|(_, problem)| problem.has_core()), distance);
        let pairs_of = |number: u32| {
            let stored = &self.problems[number as usize];
            let candidates = join.candidates(&stored.problem).into_iter();
            let first_of = &first_of;
            candidates.filter_map(move |candidate| {
                let other = &self.problems[candidate as usize];
                let (one, two) = (first_of[&stored.position], first_of[&other.position]);
                // The larger core of the two is compared with the board of the other.
                if one == two || other.problem.core_area() < stored.problem.core_area() {
                    return None;
                }
                let CoreHit { distance, margin, has_common_move, .. } =
                    other.problem.find_core_in(&stored.problem, distance)?;
                let (numbers, distance) = ((one.min(two), one.max(two)), distance as u8);
                let problems = if one < two { (number, candidate) } else { (candidate, number) };
                Some(CoreNeighbors { numbers, problems, distance, margin, has_common_move })
            })
        };
        let count = self.problems.len() as u32;
        let mut pairs: Vec<CoreNeighbors> =
            (0..count).into_par_iter().flat_map_iter(pairs_of).collect();
        let rank = |pair: &CoreNeighbors| {
            let CoreNeighbors { numbers, problems, distance, margin, has_common_move } = *pair;
            (numbers, distance > 0, !has_common_move, Reverse(margin), distance, problems)
        };
        pairs.par_sort_unstable_by_key(rank);
        pairs.dedup_by_key(|pair| pair.numbers);
        pairs
    }
}

/// Passes over problems that [`CoreIndex::find`] finds for none of some others, most of them at least.
struct WantedCores<'a> {
    /// The others, the smallest core first, each with its area, and without an answer with its possible first
    /// moves.
    asked: Vec<(&'a CoreProblem, u16, Option<PossibleMoves>)>,
    filter: CoreFilter,
    distance: u16,
}

/// A problem that may have its core on the boards of more others is kept without comparing it: else k problems
/// that are equal around the first move would be compared with k others.
const MAX_BOARDS: usize = 256;

impl<'a> WantedCores<'a> {
    fn new(asked: &'a [CoreProblem], distance: u16) -> WantedCores<'a> {
        let mut asked: Vec<_> =
            asked.iter().map(|problem| (problem, problem.core_area())).collect();
        asked.sort_by_key(|&(_, area)| area);
        let filter = CoreFilter::new(asked.iter().map(|&(problem, _)| problem), distance);
        let possible = |problem: &CoreProblem| {
            (!problem.is_answered()).then(|| problem.group_possible_moves())
        };
        let asked = asked.into_iter();
        let asked = asked.map(|(problem, area)| (problem, area, possible(problem))).collect();
        WantedCores { asked, filter, distance }
    }

    fn has(&self, problem: &CoreProblem) -> bool {
        let has_core = |&number: &u32| {
            let (asked, _, possible) = &self.asked[number as usize];
            compare_cores(asked, possible.as_ref(), problem, self.distance).is_some()
        };
        if self.filter.cores_on(problem).iter().any(has_core) {
            return true;
        }
        let area = problem.core_area();
        let is_smaller = |number: &&u32| self.asked[**number as usize].1 < area;
        let mut left = MAX_BOARDS;
        self.filter.boards_with(problem).any(|numbers| {
            numbers.iter().take_while(is_smaller).any(|number| {
                left = left.saturating_sub(1);
                left == 0 || has_core(number)
            })
        })
    }
}

/// The share of differing points, in ten thousandths.
pub(super) fn share(distance: u16, points: u16) -> u32 {
    u32::from(distance) * 10_000 / u32::from(points.max(1))
}

/// The largest distance whose [`share`] of so many points is at most that share.
fn largest_distance(most: u32, points: u16) -> u16 {
    (((most + 1) * u32::from(points.max(1)) - 1) / 10_000) as u16
}

/// Merges equal problems of one position; in the order of their first records.
fn merge_equal(mut read: Vec<StoredCore>) -> Vec<StoredCore> {
    read.sort_unstable_by_key(|stored| (stored.position, stored.records[0]));
    let mut problems: Vec<StoredCore> = Vec::with_capacity(read.len());
    let mut known: HashMap<CoreProblem, usize> = HashMap::new(); // of the position
    let mut read = read.into_iter().peekable();
    while let Some(stored) = read.next() {
        let is_other = |one: &StoredCore| one.position != stored.position;
        let is_first = problems.last().is_none_or(is_other);
        if is_first {
            known = HashMap::new();
        }
        if is_first && read.peek().is_none_or(is_other) {
            problems.push(stored);
            continue;
        }
        match known.entry(stored.problem.clone()) {
            Entry::Occupied(same) => problems[*same.get()].records.extend(stored.records),
            Entry::Vacant(new) => {
                new.insert(problems.len());
                problems.push(stored);
            }
        }
    }
    problems.sort_unstable_by_key(|stored| stored.records[0]);
    problems
}

/// Makes a problem of a row.
fn read_row(row: CoreRow) -> Result<StoredCore, DamagedTextError> {
    let CoreRow { record, position, key, text, source, symmetry, turn, placement, solution } = row;
    let problem = extract_core(&text, symmetry, &placement, turn, &solution);
    let problem = problem.ok_or(DamagedTextError { key })?;
    Ok(StoredCore { position, key, problem, records: vec![(record, source)] })
}

/// The problem of a record with its solution, in the orientation of the canonical text.
///
/// # Errors
/// If the text of the position is damaged.
pub(super) fn core_of_record(
    position: &StoredPosition,
    record: &StoredRecord,
) -> Result<CoreProblem, DamagedTextError> {
    let solution = record.solution.clone().unwrap_or_default();
    let (text, symmetry) = (&position.text, record.at.symmetry);
    let found = extract_core(text, symmetry, &record.placement, record.turn, &solution);
    found.ok_or(DamagedTextError { key: position.key })
}

/// Drops the pairs that decisions [separate](Decisions::separate).
///
/// # Errors
/// When the database cannot be read.
pub fn drop_separated_core_pairs(
    store: &Store,
    cores: &CoreIndex,
    pairs: Vec<CoreNeighbors>,
) -> Result<Vec<CoreNeighbors>, StoreError> {
    let key = |number: u32| cores.problems[number as usize].key;
    let keys = |pair: &CoreNeighbors| (key(pair.numbers.0), key(pair.numbers.1));
    Decisions::load(store)?.drop_separated(store, pairs, keys)
}

/// The positions whose problems have the same core with a common first move, in both orders, without
/// those that decisions [separate](Decisions::separate): for each, the others, with the number of its own problem.
///
/// # Errors
/// When the database cannot be read.
pub(super) fn find_core_copies(
    store: &Store,
    cores: &CoreIndex,
) -> Result<HashMap<i64, Vec<(i64, u32)>>, StoreError> {
    let mut pairs = cores.find_pairs(0);
    pairs.retain(|pair| pair.has_common_move);
    let mut copies: HashMap<i64, Vec<(i64, u32)>> = HashMap::new();
    for pair in drop_separated_core_pairs(store, cores, pairs)? {
        let (one, other) = pair.problems;
        let position = |number: u32| cores.problems[number as usize].position;
        copies.entry(position(one)).or_default().push((position(other), one));
        copies.entry(position(other)).or_default().push((position(one), other));
    }
    Ok(copies)
}
