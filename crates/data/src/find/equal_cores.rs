//! Problems with the same core as submissions, found once for all submissions with equal cores.
//!
//! ```text
//!   submissions     known problems          k submissions with one core are compared with the boards
//!   A1 ─┐                 ┌─ B1             of all known problems once, and k known problems with one
//!   A2 ─┼─ core a ────────┼─ B2             larger core once with each submission: `a`, `b` and `c`
//!   A3 ─┘                 └─ B3 ─ core b    stand for all that have this core.
//! ```

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::core_match::{CoreMatch, StoredCore, compare_cores, keep_best};
use crate::similarity::{CoreJoin, CoreKey, CoreProblem};

/// Problems that have the same core as a query, sorted as by [`CoreIndex::find`](super::CoreIndex::find).
/// Queries that differ only outside of the compared parts share one list; what its hits say of points is that of
/// the first of these queries.
#[derive(Debug, Default)]
pub(super) struct CoreList {
    pub(super) matches: Vec<CoreMatch>,
    /// The number of their records.
    pub(super) records: usize,
}

/// What decides on the list of a query: the number of its core, and the known cores on its board, each with the
/// number of the operation, the margin, and whether a first move is common.
type ListKey = (Option<usize>, Vec<(u32, u8, u8, bool)>);

/// The cores of submissions and of known problems.
#[derive(Debug)]
pub(super) struct EqualCores {
    /// The numbers of the cores of the submissions.
    asked: HashMap<CoreKey, usize>,
    /// For each of these cores, the known problems with no larger core on whose boards it lies.
    boards: Vec<Vec<CoreMatch>>,
    /// For each known core, the numbers of the problems that have it.
    known: Vec<Vec<u32>>,
    /// Finds known cores by their numbers.
    join: CoreJoin,
    lists: Mutex<HashMap<ListKey, Arc<CoreList>>>,
}

impl EqualCores {
    pub(super) fn new(problems: &[StoredCore], asked: &[CoreProblem]) -> EqualCores {
        let (mut numbers, mut cores) = (HashMap::new(), Vec::new());
        for problem in asked {
            if let Some(key) = problem.core_key() {
                numbers.entry(key).or_insert_with(|| {
                    cores.push(problem);
                    cores.len() - 1
                });
            }
        }
        let of_asked = CoreJoin::new((0..).zip(cores.iter().copied()), 0);
        let on_board = |(number, stored): (usize, &StoredCore)| {
            let candidates = of_asked.candidates(&stored.problem).into_iter();
            let compare = |core: u32| {
                let found = compare_cores(cores[core as usize], None, &stored.problem, 0);
                let (hit, is_of_query) = found.filter(|(_, is_of_query)| *is_of_query)?;
                Some((core as usize, CoreMatch { number: number as u32, hit, is_of_query }))
            };
            candidates.filter_map(compare).collect::<Vec<_>>()
        };
        let found: Vec<(usize, CoreMatch)> =
            problems.par_iter().enumerate().flat_map_iter(on_board).collect();
        let mut boards = vec![Vec::new(); cores.len()];
        for (core, found) in found {
            boards[core].push(found);
        }
        let (mut known_numbers, mut known) = (HashMap::new(), Vec::<Vec<u32>>::new());
        for (stored, number) in problems.iter().zip(0..) {
            if let Some(key) = stored.problem.core_key() {
                let core = *known_numbers.entry(key).or_insert(known.len());
                if core == known.len() {
                    known.push(Vec::new());
                }
                known[core].push(number);
            }
        }
        let first = |numbers: &Vec<u32>| &problems[numbers[0] as usize].problem;
        let join = CoreJoin::new((0..).zip(known.iter().map(first)), 0);
        EqualCores { asked: numbers, boards, known, join, lists: Mutex::default() }
    }

    /// Finds the problems of the index with the same core as a query; `None` if the query has a core that no
    /// submission has.
    pub(super) fn find(
        &self,
        problems: &[StoredCore],
        query: &CoreProblem,
    ) -> Option<Arc<CoreList>> {
        let own = match query.core_key() {
            Some(key) => Some(*self.asked.get(&key)?),
            None => None,
        };
        let possible = (!query.is_answered()).then(|| query.group_possible_moves());
        let on_query = |core: u32| {
            let first = &problems[self.known[core as usize][0] as usize].problem;
            let (hit, is_of_query) = compare_cores(query, possible.as_ref(), first, 0)?;
            (!is_of_query).then_some((core, hit))
        };
        let on_query: Vec<_> =
            self.join.candidates(query).into_iter().filter_map(on_query).collect();
        let onto = on_query
            .iter()
            .map(|(core, hit)| (*core, hit.symmetry.index(), hit.margin, hit.has_common_move));
        let key = (own, onto.collect());
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        let list = lists.entry(key).or_insert_with(|| {
            let mut matches = own.map_or(Vec::new(), |core| self.boards[core].clone());
            for (core, hit) in on_query {
                let found =
                    |&number: &u32| CoreMatch { number, hit: hit.clone(), is_of_query: false };
                matches.extend(self.known[core as usize].iter().map(found));
            }
            keep_best(problems, &mut matches, CoreMatch::rank);
            let records = |found: &CoreMatch| problems[found.number as usize].records.len();
            let records = matches.iter().map(records).sum();
            Arc::new(CoreList { matches, records })
        });
        Some(Arc::clone(list))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::super::submissions::Submissions;
    use super::super::tests::Database;
    use super::*;
    use crate::find::CoreIndex;
    use crate::store::CoreRows;

    /// Few different fights in a corner, with lines of one to four moves and stones outside.
    pub(in crate::find) fn tree(random: &mut u64) -> String {
        let mut below = |end: u64| {
            *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (*random >> 33) % end
        };
        let letter = |at: u64| char::from(b'a' + at as u8);
        let mut stones = ["[aa][cb][ad]".to_owned(), "[ca][cc][bd][bc]".to_owned()];
        for point in ["[db]", "[ea]", "[ec]"] {
            if let Some(stones) = stones.get_mut(below(5) as usize) {
                stones.push_str(point);
            }
        }
        let outside = format!("[{}{}]", letter(10 + below(6)), letter(10 + below(6)));
        stones[below(2) as usize].push_str(&outside);
        let line = [";B[bb]", ";W[ba]", ";B[ac]", ";W[dd]"][..below(5) as usize].concat();
        let [black, white] = stones;
        match below(2) {
            0 => format!("(;SZ[19]PL[B]AB{black}AW{white}{line}C[RIGHT])"),
            // The other colors.
            _ => {
                let line: String = line
                    .chars()
                    .map(|char| match char {
                        'B' => 'W',
                        'W' => 'B',
                        other => other,
                    })
                    .collect();
                format!("(;SZ[19]PL[W]AW{black}AB{white}{line}C[RIGHT])")
            }
        }
    }

    #[test]
    fn equal_cores_are_those_that_each_query_finds_alone() {
        let (mut random, mut seen) = (7, BTreeSet::new());
        for (known, asked) in [(40, 10), (120, 60)] {
            let mut trees = |count| (0..count).map(|_| tree(&mut random)).collect::<String>();
            let [known, asked] =
                [trees(known), trees(asked)].map(|trees| Database::new(&[("a.sgf", &trees)]).store);
            let all = CoreIndex::load(&known, CoreRows::All).unwrap();
            let submissions = Submissions::all(&asked);
            let asked = CoreIndex::load(&asked, CoreRows::All).unwrap();
            let loaded =
                [Some(0), Some(2), None].map(|k| CoreIndex::load_like(&known, &submissions, k));
            for index in loaded.map(Result::unwrap) {
                for query in asked.problems().iter().map(|stored| &stored.problem) {
                    let describe = |index: &CoreIndex, found: &CoreMatch| {
                        let (hit, stored) = (&found.hit, &index.problems()[found.number as usize]);
                        let how = (hit.symmetry.index(), hit.distance, hit.margin);
                        let what = (hit.has_common_move, hit.stones, found.is_of_query);
                        (stored.records.clone(), how, what)
                    };
                    let list = index.find_equal(query).expect("a submission");
                    let found: Vec<_> =
                        list.matches.iter().map(|found| describe(&index, found)).collect();
                    let expected = all.find(query, 0);
                    let expected: Vec<_> =
                        expected.iter().map(|found| describe(&all, found)).collect();
                    assert_eq!(found, expected);
                    let records = found.iter().map(|found| found.0.len());
                    assert_eq!(list.records, records.sum::<usize>());
                    let kinds = found.iter().map(|&(_, (_, _, margin), what)| {
                        (margin, what.0, what.2, query.is_answered())
                    });
                    seen.extend(kinds);
                }
            }
        }
        assert!(seen.len() >= 8, "{seen:?}");
    }
}
