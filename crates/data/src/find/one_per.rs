//! Of problems that count as one, the one that is published.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::cores::{CoreIndex, find_core_copies};
use super::position_index::PositionIndex;
use super::problem_set::{OnePer, ProblemSet};
use super::shapes::find_shape_groups;
use super::twins::Twins;
use crate::model::Sameness;
use crate::store::{CoreRows, JudgedRecord, Judgment, Store, StoreError};

/// What decisions say of the problems of a set whose positions differ, by their places in the set.
struct Decided {
    /// Whose records a decision calls the same problem.
    same: Vec<(usize, usize)>,
    /// The number of decisions in the longest chain of better problems.
    worse_by: Vec<u32>,
}

/// Which problems of a set stay, and which of them stands for each that does not, by their places in the set.
struct Reduction {
    /// The places of the problems that stay, those that stay rather than others first.
    ranked: Vec<usize>,
    /// For each problem that does not stay, the one that stood for it, and why.
    replaced_by: HashMap<usize, (usize, Sameness)>,
}

impl Reduction {
    /// Drops the problems of each group but the first.
    fn keep_first_of<G: Eq + Hash>(
        &mut self,
        sameness: Sameness,
        group: impl Fn(usize) -> Option<G>,
    ) {
        let mut first_of: HashMap<G, usize> = HashMap::new();
        self.retain(sameness, |at| {
            let first = *first_of.entry(group(at)?).or_insert(at);
            (first != at).then_some(first)
        });
    }

    /// Drops the problems for which `replacement` finds another one.
    fn retain(&mut self, sameness: Sameness, mut replacement: impl FnMut(usize) -> Option<usize>) {
        let replaced_by = &mut self.replaced_by;
        self.ranked.retain(|&at| match replacement(at) {
            Some(first) => {
                replaced_by.insert(at, (first, sameness));
                false
            }
            None => true,
        });
    }

    /// The problem that stands for one that does not stay, and why: the last in a chain of replacements.
    fn find_replacement(&self, at: usize) -> Option<(usize, Sameness)> {
        let mut last = *self.replaced_by.get(&at)?;
        while let Some(&next) = self.replaced_by.get(&last.0) {
            last = next; // ends: each replacement was dropped after what it had replaced
        }
        Some(last)
    }
}

impl ProblemSet {
    /// Leaves out all but one of the problems that a decision calls the same, and of those with one
    /// position, shape or core. What stays is a problem that no decision calls worse than another one, of these
    /// the most preferred one, and else the first in the order of import.
    pub(super) fn keep_one_per(
        &mut self,
        store: &Store,
        one_per: OnePer,
    ) -> Result<(), StoreError> {
        let decided = self.find_decided(store)?;
        let mut ranked: Vec<usize> = (0..self.chosen.len()).collect();
        // Stable: else in the order of import.
        ranked.sort_by_key(|&at| (decided.worse_by[at], self.chosen[at].preference));
        let mut twins = Twins::new(self.chosen.len());
        decided.same.iter().for_each(|&(one, other)| twins.join(one, other));
        let groups = twins.number();
        let mut reduction = Reduction { ranked, replaced_by: HashMap::new() };
        reduction.keep_first_of(Sameness::Decision, |at| Some(groups[at]));
        self.left_out.add(
            "that a decision calls the same as another one",
            self.chosen.len() - reduction.ranked.len(),
        );
        let before = reduction.ranked.len();
        let reason = match one_per {
            OnePer::Problem => "",
            OnePer::Position => {
                let position = |at: usize| Some(self.chosen[at].position);
                reduction.keep_first_of(Sameness::Position, position);
                "with the position of another one"
            }
            OnePer::Core => {
                self.drop_core_copies(store, &mut reduction)?;
                "with the core of another one"
            }
            OnePer::Shape => {
                self.drop_shape_copies(store, &mut reduction)?;
                "with the shape of another one"
            }
        };
        self.left_out.add(reason, before - reduction.ranked.len());
        for (at, chosen) in self.chosen.iter().enumerate() {
            if let Some((kept, sameness)) = reduction.find_replacement(at) {
                let kept = self.chosen[kept].place();
                self.replaced.entry(kept).or_default().push((*chosen, sameness));
            }
        }
        let mut kept = reduction.ranked;
        kept.sort_unstable();
        self.chosen = kept.into_iter().map(|at| self.chosen[at]).collect();
        Ok(())
    }

    /// Drops the problems with the shape of an earlier one. A position that is there more than once, with
    /// two sides to move, stays.
    fn drop_shape_copies(
        &self,
        store: &Store,
        reduction: &mut Reduction,
    ) -> Result<(), StoreError> {
        let index = PositionIndex::load(store)?;
        let mut shapes = HashMap::new();
        for (number, group) in find_shape_groups(store, &index)?.into_iter().enumerate() {
            shapes.extend(group.numbers.iter().map(|&one| (index.id(one), number)));
        }
        let mut first_of: HashMap<usize, usize> = HashMap::new();
        reduction.retain(Sameness::Shape, |at| {
            let position = self.chosen[at].position;
            let first = *first_of.entry(*shapes.get(&position)?).or_insert(at);
            (self.chosen[first].position != position).then_some(first)
        });
        Ok(())
    }

    /// Drops the problems with the core and a common first move of an earlier one that stays. A position
    /// that is there more than once, with several problems, stays; the one with the core stands for its copies.
    fn drop_core_copies(&self, store: &Store, reduction: &mut Reduction) -> Result<(), StoreError> {
        let cores = CoreIndex::load(store, CoreRows::All)?;
        let copies_of = find_core_copies(store, &cores)?;
        let mut counts: HashMap<i64, usize> = HashMap::new();
        for &at in &reduction.ranked {
            *counts.entry(self.chosen[at].position).or_default() += 1;
        }
        let mut records_of: HashMap<usize, HashSet<i64>> = HashMap::new();
        for &at in reduction.ranked.iter().filter(|&&at| counts[&self.chosen[at].position] > 1) {
            let records = self.visit_cluster(store, &self.chosen[at], |_, cluster, _| {
                Ok(cluster.records.iter().map(|record| record.id).collect())
            })?;
            records_of.insert(at, records.unwrap_or_default());
        }
        let has_core = |at: usize, core: u32| {
            let of_core = &cores.problems()[core as usize].records;
            let is_alone = !records_of.contains_key(&at);
            is_alone || of_core.iter().any(|(id, _)| records_of[&at].contains(id))
        };
        let mut original_of: HashMap<i64, usize> = HashMap::new();
        reduction.retain(Sameness::Core, |at| {
            let position = self.chosen[at].position;
            let original = original_of.get(&position).copied();
            let original = original.filter(|_| counts[&position] == 1);
            if original.is_none() {
                let copies = copies_of.get(&position).into_iter().flatten();
                for (copy, _) in copies.filter(|(_, core)| has_core(at, *core)) {
                    original_of.entry(*copy).or_insert(at);
                }
            }
            original
        });
        Ok(())
    }

    /// Reads the decisions about records of two problems of the set with different positions.
    fn find_decided(&self, store: &Store) -> Result<Decided, StoreError> {
        let mut decided = Decided { same: Vec::new(), worse_by: vec![0; self.chosen.len()] };
        let mut decisions = store.decisions()?;
        decisions
            .retain(|one| one.judgment != Judgment::Different && one.first.key != one.second.key);
        if decisions.is_empty() {
            return Ok(decided);
        }
        let places: HashMap<(i64, u32), usize> = (0..)
            .zip(&self.chosen)
            .map(|(place, one)| ((one.position, one.number), place))
            .collect();
        let mut better = Vec::new();
        for decision in decisions {
            let first = self.place_of(store, &decision.first, &places)?;
            let second = self.place_of(store, &decision.second, &places)?;
            let (Some(first), Some(second)) = (first, second) else { continue };
            decided.same.push((first, second));
            match decision.judgment {
                Judgment::FirstIsBetter => better.push((first, second)),
                Judgment::SecondIsBetter => better.push((second, first)),
                Judgment::Same | Judgment::Different => {}
            }
        }
        // In an order in which the better problem of a decision comes first. Of decisions in a circle none
        // counts, nor those that depend on them.
        let mut worse: HashMap<usize, Vec<usize>> = HashMap::new();
        let mut waiting = vec![0; self.chosen.len()];
        for (good, bad) in better {
            worse.entry(good).or_default().push(bad);
            waiting[bad] += 1;
        }
        let mut ready: Vec<usize> = worse.keys().copied().filter(|&at| waiting[at] == 0).collect();
        while let Some(good) = ready.pop() {
            for &bad in worse.get(&good).into_iter().flatten() {
                decided.worse_by[bad] = decided.worse_by[bad].max(decided.worse_by[good] + 1);
                waiting[bad] -= 1;
                if waiting[bad] == 0 {
                    ready.push(bad);
                }
            }
        }
        Ok(decided)
    }

    /// The place of the problem that has a record of a decision.
    fn place_of(
        &self,
        store: &Store,
        judged: &JudgedRecord,
        places: &HashMap<(i64, u32), usize>,
    ) -> Result<Option<usize>, StoreError> {
        let Some(position) = store.position(judged.key)? else { return Ok(None) };
        let Some(found) = self.load_position(store, position.id)? else { return Ok(None) };
        for (number, cluster) in (0..).zip(found.clusters()) {
            for record in cluster.records {
                if store.record_hash(record.id)? == judged.hash {
                    return Ok(places.get(&(position.id, number)).copied());
                }
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem_set::SetOptions;
    use super::super::tests::{Database, one_problem, two_problems};
    use super::*;
    use crate::model::ReplacedRecord;
    use crate::store::ProblemFilter;

    const CORNER: &str = "AB[da][db][ac][bc][cc]AW[ab][bb]";

    /// Three problems with one core, and another one.
    fn database() -> Database {
        let of_core =
            |outside: &str| format!("(;SZ[19]{CORNER}{outside}PL[B];B[ba];W[aa];B[ca]C[RIGHT])");
        let outside = ["AW[kk]", "AB[ll]", "AB[mm]AW[nn]"].map(of_core);
        Database::new(&[(
            "a.sgf",
            &format!("{}(;SZ[9]AB[ee]AW[gg]PL[B];B[ef]C[RIGHT])", outside.concat()),
        )])
    }

    /// The trees of the records that are kept.
    fn kept(database: &Database, one_per: OnePer) -> Vec<u32> {
        let options = SetOptions { one_per, ..SetOptions::default() };
        let store = &database.store;
        let set = ProblemSet::choose(store, &ProblemFilter::default(), options, &|_| ()).unwrap();
        let load = |one| set.load(store, one, false).unwrap().unwrap().kept.tree;
        set.problems().iter().map(load).collect()
    }

    #[test]
    fn what_is_kept_names_what_it_replaces() {
        let replaced = |database: &Database, one_per: OnePer| {
            let options = SetOptions { one_per, ..SetOptions::default() };
            let store = &database.store;
            let set = ProblemSet::choose(store, &ProblemFilter::default(), options, &|_| ());
            let set = set.unwrap();
            let named = |one| {
                let problem = set.load(store, one, false).unwrap().unwrap();
                let named = |record: &ReplacedRecord| (record.at.tree, record.sameness);
                (problem.kept.tree, problem.replaced.iter().map(named).collect::<Vec<_>>())
            };
            set.problems().iter().map(named).collect::<Vec<_>>()
        };
        let database = database();
        let core = Sameness::Core;
        assert_eq!(
            replaced(&database, OnePer::Core),
            [(1, vec![(2, core), (3, core)]), (4, vec![])]
        );
        database.decide(&[(Judgment::Same, 3, 2)]);
        let decision = Sameness::Decision;
        assert_eq!(
            replaced(&database, OnePer::Problem),
            [(1, vec![]), (2, vec![(3, decision)]), (4, vec![])]
        );
        // The third problem was replaced by the second, which the first one replaces.
        assert_eq!(
            replaced(&database, OnePer::Core),
            [(1, vec![(2, core), (3, core)]), (4, vec![])]
        );
    }

    /// A board with a fight of Black and one of White, and the fight of White, recolored, on another board.
    #[test]
    fn the_problem_with_the_core_stands_for_its_copies() {
        let both = format!("(;SZ[19]{CORNER}AW[jr][kr][lr][ms]AB[is][js][ls]");
        let sgf = format!(
            "{both}PL[B];B[ba];W[aa];B[ca]C[RIGHT]){both}PL[W];W[ir];B[jq];W[iq];B[jp])\
             (;SZ[19]AB[eb][fb][gb][ha]AW[da][ea][ga]PL[B];B[db];W[ec];B[dc];W[ed])"
        );
        let database = Database::new(&[("a.sgf", &sgf)]);
        let store = &database.store;
        let options = SetOptions { one_per: OnePer::Core, ..SetOptions::default() };
        let set = ProblemSet::choose(store, &ProblemFilter::default(), options, &|_| ()).unwrap();
        let named = |one| {
            let problem = set.load(store, one, false).unwrap().unwrap();
            let replaced = problem.replaced.iter().map(|record| record.at.tree);
            (problem.kept.tree, replaced.collect::<Vec<_>>())
        };
        let found: Vec<_> = set.problems().iter().map(named).collect();
        assert_eq!(found, [(1, vec![]), (2, vec![3])]);
    }

    #[test]
    fn every_problem_of_a_board_is_kept() {
        let files = [("0b.sgf", one_problem("sr")), ("1a.sgf", two_problems("ab", "sr"))];
        let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
        let database = Database::new(&files);
        let store = &database.store;
        for one_per in [OnePer::Problem, OnePer::Core] {
            let options = SetOptions { one_per, ..SetOptions::default() };
            let set = ProblemSet::choose(store, &ProblemFilter::default(), options, &|_| ());
            let set = set.unwrap();
            let load = |one| {
                let problem = set.load(store, one, true).unwrap().unwrap();
                (problem.kept.problem, problem.others.iter().map(|at| at.problem).collect())
            };
            let found: Vec<(u32, Vec<u32>)> = set.problems().iter().map(load).collect();
            assert_eq!(found, [(1, vec![2]), (1, vec![])], "{}", one_per.name());
        }
    }

    #[test]
    fn decisions_say_what_is_one_problem_and_what_is_better() {
        let undecided = database();
        assert_eq!(kept(&undecided, OnePer::Problem), [1, 2, 3, 4]);
        assert_eq!(kept(&undecided, OnePer::Core), [1, 4]);
        let decided = |decisions: &[(Judgment, u32, u32)]| {
            let database = database();
            database.decide(decisions);
            database
        };
        let same = decided(&[(Judgment::Same, 3, 2), (Judgment::Different, 1, 4)]);
        assert_eq!(kept(&same, OnePer::Problem), [1, 2, 4]);
        let better = decided(&[(Judgment::FirstIsBetter, 3, 2), (Judgment::FirstIsBetter, 2, 1)]);
        assert_eq!(kept(&better, OnePer::Problem), [3, 4]);
        assert_eq!(kept(&better, OnePer::Core), [3, 4]);
        let in_circle =
            [(3, 2), (2, 1), (1, 3)].map(|(good, bad)| (Judgment::FirstIsBetter, good, bad));
        assert_eq!(kept(&decided(&in_circle), OnePer::Problem), [1, 4]);
        let different = decided(&[(Judgment::Different, 1, 2), (Judgment::SecondIsBetter, 1, 3)]);
        assert_eq!(kept(&different, OnePer::Core), [2, 4]);
    }
}
