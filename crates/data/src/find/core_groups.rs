//! Groups of problems with the same core, without the pairs within them.
//!
//! ```text
//!   A1  A2  A3   B1   C1        A1, A2 and A3 have one core, and on their boards are the same other
//!    └───┼───┘   │    │         cores: they have the same neighbors, each other among them, and
//!       [A] ─── [B]  [C]        end up in one group. So [A] is a node that counts for three.
//! ```

use std::cmp::Reverse;
use std::collections::HashMap;

use rayon::prelude::*;

use super::cores::CoreIndex;
use super::decisions::Decisions;
use crate::similarity::{CoreJoin, CoreProblem, NearPair, StarCluster, find_star_clusters_of_sets};
use crate::store::{Store, StoreError};

/// A position, and others with the same core, or whose cores are near its own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreGroup {
    /// The number of the first problem of the position in the index.
    pub center: u32,
    /// The others, sorted by distance, then by key.
    pub members: Vec<CoreMember>,
}

/// A position of a [`CoreGroup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreMember {
    /// The number of the first problem of the position in the index.
    pub number: u32,
    /// The number of points in which its core differs from that of the center.
    pub distance: u8,
    /// The lines around the right lines that agree, 1 or 2; 0 if points differ.
    pub margin: u8,
}

/// How a core lies on a board; the best way is the least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Lie {
    differs: bool,
    has_no_common_move: bool,
    margin: Reverse<u8>,
    distance: u8,
}

/// The cores of a position, each by its number with `None`, and the cores on its board.
type Neighbors = Vec<(u32, Option<Lie>)>;

/// Positions with the same neighbors.
struct Twins {
    /// The numbers of their first problems, sorted by key.
    numbers: Vec<u32>,
    neighbors: Neighbors,
}

impl Twins {
    /// How the positions are neighbors of each other; `None` if they have no core.
    fn lie(&self) -> Option<Lie> {
        let lies = self.neighbors.iter().filter_map(|&(core, lie)| Some((core, lie?)));
        let own = lies.filter(|&(core, _)| self.neighbors.contains(&(core, None)));
        own.map(|(_, lie)| lie).min()
    }
}

impl CoreIndex {
    /// Divides the positions into groups around a center with the same core, or with one that differs in at most
    /// `distance` points, as [`find_star_clusters`](crate::similarity::find_star_clusters) does with the pairs of
    /// [`find_pairs`](Self::find_pairs) that decisions do not separate. Takes linear time for problems with one
    /// core, which have all pairs.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn find_groups(&self, store: &Store, distance: u16) -> Result<Vec<CoreGroup>, StoreError> {
        let decisions = Decisions::load(store)?;
        let key = |number: u32| self.problems()[number as usize].key;
        let twins = self.find_twins(distance, &decisions);
        let first = |number: u32| key(twins[number as usize].numbers[0]);
        let keys = |pair: &(NearPair, u8)| (first(pair.0.numbers.0), first(pair.0.numbers.1));
        let pairs = decisions.drop_separated(store, find_twin_pairs(&twins), keys)?;
        let margins: HashMap<(u32, u32), u8> =
            pairs.iter().map(|(pair, margin)| (pair.numbers, *margin)).collect();
        let pairs: Vec<NearPair> = pairs.into_iter().map(|(pair, _)| pair).collect();
        let sizes: HashMap<u32, usize> = (0..)
            .zip(&twins)
            .map(|(number, twins)| (number, twins.numbers.len()))
            .filter(|&(_, size)| size > 1)
            .collect();
        let spread = |StarCluster { center, members }: StarCluster| {
            let of_center = &twins[center as usize];
            let own = of_center.numbers[1..].iter().map(|&number| {
                let lie = of_center.lie().expect("only positions with a core have twins");
                CoreMember { number, distance: lie.distance, margin: lie.margin.0 }
            });
            let others = members.into_iter().flat_map(|(member, distance)| {
                let margin = margins[&(center.min(member), center.max(member))];
                let numbers = twins[member as usize].numbers.iter();
                numbers.map(move |&number| CoreMember { number, distance, margin })
            });
            let mut members: Vec<CoreMember> = own.chain(others).collect();
            members.sort_by_cached_key(|member| (member.distance, key(member.number)));
            CoreGroup { center: of_center.numbers[0], members }
        };
        let clusters = find_star_clusters_of_sets(&pairs, &sizes, first);
        Ok(clusters.into_iter().map(spread).collect())
    }

    /// Divides the positions into those with the same neighbors. A position without a core or with a decision is
    /// alone.
    fn find_twins(&self, distance: u16, decisions: &Decisions) -> Vec<Twins> {
        let (mut numbers, mut cores) = (HashMap::new(), Vec::<&CoreProblem>::new());
        let mut number_core = |problem| -> Option<u32> {
            let number = numbers.entry(CoreProblem::core_key(problem)?).or_insert_with(|| {
                cores.push(problem);
                cores.len() as u32 - 1
            });
            Some(*number)
        };
        let own: Vec<Option<u32>> =
            self.problems().iter().map(|stored| number_core(&stored.problem)).collect();
        let join = CoreJoin::new((0..).zip(cores.iter().copied()), distance);
        let neighbors = |(number, own): (usize, &Option<u32>)| -> Neighbors {
            let problem = &self.problems()[number].problem;
            let lie = |core: u32| {
                let larger = cores[core as usize];
                if larger.core_area() < problem.core_area() {
                    return None; // the larger core of the two is compared
                }
                let hit = larger.find_core_in(problem, distance)?;
                let lie = Lie {
                    differs: hit.distance > 0,
                    has_no_common_move: !hit.has_common_move,
                    margin: Reverse(hit.margin),
                    distance: hit.distance as u8,
                };
                Some((core, Some(lie)))
            };
            let on_board = join.candidates(problem).into_iter().filter_map(lie);
            own.map(|core| (core, None)).into_iter().chain(on_board).collect()
        };
        let of_problems: Vec<Neighbors> = own.par_iter().enumerate().map(neighbors).collect();

        let (mut places, mut positions) = (HashMap::new(), Vec::<(u32, Neighbors)>::new());
        for ((stored, neighbors), number) in self.problems().iter().zip(of_problems).zip(0..) {
            let place = *places.entry(stored.position).or_insert(positions.len());
            match positions.get_mut(place) {
                Some((_, known)) => known.extend(neighbors),
                None => positions.push((number, neighbors)),
            }
        }
        let (mut places, mut all) = (HashMap::new(), Vec::<Twins>::new());
        for (number, mut neighbors) in positions {
            neighbors.sort_unstable();
            neighbors.dedup();
            let twins = Twins { numbers: vec![number], neighbors };
            if twins.lie().is_none() || decisions.concern(self.problems()[number as usize].key) {
                all.push(twins);
                continue;
            }
            let place = *places.entry(twins.neighbors.clone()).or_insert(all.len());
            match all.get_mut(place) {
                Some(known) => known.numbers.push(number),
                None => all.push(twins),
            }
        }
        for twins in &mut all {
            twins.numbers.sort_by_key(|&number| self.problems()[number as usize].key);
        }
        all
    }
}

/// The pairs of which a core of one lies on the boards of the other, each with its margin. Their numbers are
/// indexes of `twins`.
fn find_twin_pairs(twins: &[Twins]) -> Vec<(NearPair, u8)> {
    let mut with_core: HashMap<u32, Vec<u32>> = HashMap::new();
    for (one, number) in twins.iter().zip(0..) {
        for &(core, _) in one.neighbors.iter().filter(|(_, lie)| lie.is_none()) {
            with_core.entry(core).or_default().push(number);
        }
    }
    let mut pairs: Vec<((u32, u32), Lie)> = Vec::new();
    for (one, number) in twins.iter().zip(0..) {
        for (core, lie) in one.neighbors.iter().filter_map(|&(core, lie)| Some((core, lie?))) {
            let others = with_core[&core].iter().filter(|&&other| other != number);
            pairs.extend(others.map(|&other| ((number.min(other), number.max(other)), lie)));
        }
    }
    pairs.par_sort_unstable();
    pairs.dedup_by_key(|(numbers, _)| *numbers);
    let pair = |(numbers, lie): ((u32, u32), Lie)| {
        (NearPair { numbers, distance: lie.distance }, lie.margin.0)
    };
    pairs.into_iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::super::equal_cores::tests::tree;
    use super::super::tests::Database;
    use super::*;
    use crate::find::{drop_separated_core_pairs, identify_record};
    use crate::similarity::find_star_clusters;
    use crate::store::{CoreRows, Decision, Judgment};

    /// The groups, made of all pairs.
    fn find_by_definition(cores: &CoreIndex, store: &Store, distance: u16) -> Vec<CoreGroup> {
        let pairs = drop_separated_core_pairs(store, cores, cores.find_pairs(distance)).unwrap();
        let margins: HashMap<(u32, u32), u8> =
            pairs.iter().map(|pair| (pair.numbers, pair.margin)).collect();
        let pairs: Vec<NearPair> = pairs.iter().map(|pair| pair.pair()).collect();
        let clusters = find_star_clusters(&pairs, |number| cores.problems()[number as usize].key);
        let group = |StarCluster { center, members }: StarCluster| {
            let member = |(number, distance): (u32, u8)| {
                let margin = margins[&(center.min(number), center.max(number))];
                CoreMember { number, distance, margin }
            };
            CoreGroup { center, members: members.into_iter().map(member).collect() }
        };
        clusters.into_iter().map(group).collect()
    }

    #[test]
    fn groups_are_those_of_all_pairs() {
        let (mut random, mut most) = (11, 0);
        for count in [8, 40, 300] {
            let trees: String = (0..count).map(|_| tree(&mut random)).collect();
            let store = Database::new(&[("a.sgf", &trees)]).store;
            let cores = CoreIndex::load(&store, CoreRows::All).unwrap();
            for distance in 0..3 {
                let groups = cores.find_groups(&store, distance).unwrap();
                assert_eq!(groups, find_by_definition(&cores, &store, distance));
                most = groups.iter().map(|group| group.members.len()).fold(most, usize::max);
            }
            let twins = cores.find_twins(0, &Decisions::default());
            assert!(count < 300 || twins.iter().any(|twins| twins.numbers.len() > 3));
        }
        assert!(most > 10, "{most}");
    }

    #[test]
    fn positions_with_one_core_are_one_node() {
        let tree = |number: u8| {
            let outside = char::from(b'j' + number);
            format!(
                "(;SZ[19]AB[aa][ba][cb][bd][{outside}s]AW[ca][da][eb][cd]PL[B];B[bc];W[cc];B[dc]C[RIGHT])"
            )
        };
        let trees: String = (0..9).map(tree).collect();
        let store = Database::new(&[("a.sgf", &trees)]).store;
        let cores = CoreIndex::load(&store, CoreRows::All).unwrap();
        let twins = cores.find_twins(0, &Decisions::default());
        assert_eq!(twins.iter().map(|twins| twins.numbers.len()).collect::<Vec<_>>(), [9]);
        assert!(find_twin_pairs(&twins).is_empty());
        let groups = cores.find_groups(&store, 0).unwrap();
        assert_eq!(groups, find_by_definition(&cores, &store, 0));
        assert_eq!(groups[0].members.len(), 8);

        let judge = |number: usize| {
            let stored = &cores.problems()[number];
            let record = &store.records(stored.position).unwrap()[0];
            identify_record(&store, stored.key, record).unwrap()
        };
        let [first, second] = [judge(0), judge(5)];
        let mut session = store.begin_import().unwrap();
        session.decide(&Decision { judgment: Judgment::Different, first, second }).unwrap();
        session.commit().unwrap();
        let groups = cores.find_groups(&store, 0).unwrap();
        assert_eq!(groups, find_by_definition(&cores, &store, 0));
    }
}
