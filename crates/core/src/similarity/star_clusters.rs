//! Star clusters: groups of positions around a center.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::near_pairs::NearPair;

/// A position and others near it.
///
/// ```text
///   a ─ b ─ c ─ d ─ e      In a chain of positions, each near the next, a and e
///   (a [b] c)  ([d] e)     may have nothing in common: the chain becomes two
///                          clusters, with the centers b and d.
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarCluster {
    /// The number of the position that all others are near.
    pub center: u32,
    /// The numbers of the others with their distance from the center, sorted by
    /// distance, then by rank.
    pub members: Vec<(u32, u8)>,
}

/// Divides positions into clusters, each position into at most one, so that
/// every member is in a pair with the center of its cluster.
///
/// The greedy algorithm of star clustering: the position in the most pairs
/// becomes a center, its partners become members, and the rest is divided in
/// the same way. Ties go to the lowest `rank`, so the result does not depend on
/// the order of the pairs. Clusters are sorted by the lowest rank in each. No
/// pair occurs twice. The time is `n log n` for `n` pairs.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::similarity::{SimilarityIndexBuilder, find_star_clusters};
///
/// let mut builder = SimilarityIndexBuilder::default();
/// for (window, number) in ["1x3|XO.", "1x3|XOX", "1x3|.OX", "1x3|OOO"].iter().zip(0..) {
///     builder.add(number, &window.parse()?);
/// }
/// let clusters = find_star_clusters(&builder.build().find_near_pairs(1, |_| ()), |number| number);
/// assert_eq!((clusters[0].center, clusters[0].members.len()), (1, 3));
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
pub fn find_star_clusters<R: Ord>(pairs: &[NearPair], rank: impl Fn(u32) -> R) -> Vec<StarCluster> {
    find_star_clusters_of_sets(pairs, &HashMap::new(), rank)
}

/// [`find_star_clusters`] of sets of positions: a number stands for a set whose positions are in pairs with each
/// other and all with the same others, so they end up in one cluster.
///
/// `sizes` has the number of positions of each set with several. `rank` is the lowest rank in a set; the position
/// with that rank is the center of a cluster around the set.
pub fn find_star_clusters_of_sets<R: Ord>(
    pairs: &[NearPair],
    sizes: &HashMap<u32, usize>,
    rank: impl Fn(u32) -> R,
) -> Vec<StarCluster> {
    let graph = Graph::new(pairs, sizes.keys().copied());
    let size = |at: usize| sizes.get(&graph.numbers[at]).copied().unwrap_or(1);
    let mut is_assigned = vec![false; graph.numbers.len()];
    // The number of partners of each position that are not in a cluster yet.
    let count = |at| graph.partners(at).map(|(partner, _)| size(partner)).sum::<usize>();
    let mut counts: Vec<usize> =
        (0..graph.numbers.len()).map(|at| size(at) - 1 + count(at)).collect();
    let mut queue: BinaryHeap<(usize, Reverse<R>, usize)> = graph
        .numbers
        .iter()
        .enumerate()
        .map(|(at, &number)| (counts[at], Reverse(rank(number)), at))
        .collect();
    let mut clusters = Vec::new();
    while let Some((count, center_rank, center)) = queue.pop() {
        let left = counts[center];
        if is_assigned[center] || left == 0 {
            continue;
        }
        if left < count {
            // Partners joined other clusters since they were counted.
            queue.push((left, center_rank, center));
            continue;
        }
        let mut members: Vec<(u32, u8)> = Vec::with_capacity(left);
        let mut joining = vec![center];
        for (partner, distance) in graph.partners(center) {
            if !is_assigned[partner] {
                members.push((graph.numbers[partner], distance));
                joining.push(partner);
            }
        }
        for at in joining {
            is_assigned[at] = true;
            graph.partners(at).for_each(|(partner, _)| counts[partner] -= size(at));
        }
        members.sort_by_cached_key(|&(number, distance)| (distance, rank(number)));
        clusters.push(StarCluster { center: graph.numbers[center], members });
    }
    clusters.sort_by_cached_key(|cluster| {
        let members = cluster.members.iter().map(|&(number, _)| number);
        members.chain([cluster.center]).map(&rank).min()
    });
    clusters
}

/// The positions of some pairs, each with its partners.
///
/// Needs 16 bytes a pair, and 24 bytes a position.
struct Graph<'a> {
    pairs: &'a [NearPair],
    /// The numbers of the positions, sorted. A position is known by its place
    /// here.
    numbers: Vec<u32>,
    /// The two positions of each pair.
    ends: Vec<[u32; 2]>,
    /// The indices of the pairs of each position, position by position.
    edges: Vec<u32>,
    /// Where the pairs of each position start in `edges`; then their end.
    starts: Vec<usize>,
}

impl<'a> Graph<'a> {
    /// The positions of these pairs, and others.
    fn new(pairs: &'a [NearPair], others: impl Iterator<Item = u32>) -> Graph<'a> {
        let of_pairs = pairs.iter().flat_map(|pair| <[u32; 2]>::from(pair.numbers));
        let mut numbers: Vec<u32> = of_pairs.chain(others).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.shrink_to_fit();
        let place = |number| numbers.partition_point(|&other| other < number) as u32;
        let ends: Vec<[u32; 2]> =
            pairs.iter().map(|pair| <[u32; 2]>::from(pair.numbers).map(place)).collect();
        let mut starts = vec![0; numbers.len() + 1];
        for &at in ends.iter().flatten() {
            starts[at as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut next, mut edges) = (starts.clone(), vec![0; 2 * pairs.len()]);
        for (edge, ends) in ends.iter().enumerate() {
            for &at in ends {
                edges[next[at as usize]] = edge as u32;
                next[at as usize] += 1;
            }
        }
        Graph { pairs, numbers, ends, edges, starts }
    }

    fn edges_of(&self, at: usize) -> &[u32] {
        &self.edges[self.starts[at]..self.starts[at + 1]]
    }

    /// The partners of a position, each with its distance.
    fn partners(&self, at: usize) -> impl Iterator<Item = (usize, u8)> {
        self.edges_of(at).iter().map(move |&edge| {
            let [one, other] = self.ends[edge as usize].map(|end| end as usize);
            (if one == at { other } else { one }, self.pairs[edge as usize].distance)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn pair(one: u32, other: u32, distance: u8) -> NearPair {
        NearPair { numbers: (one.min(other), one.max(other)), distance }
    }

    #[test]
    fn a_chain_is_more_than_one_cluster() {
        let pairs = [pair(0, 1, 2), pair(1, 2, 1), pair(2, 3, 1), pair(3, 4, 1)];
        assert_eq!(
            find_star_clusters(&pairs, |number| number),
            [
                StarCluster { center: 1, members: vec![(2, 1), (0, 2)] },
                StarCluster { center: 3, members: vec![(4, 1)] },
            ]
        );
    }

    /// The algorithm as it is described, with the number as rank.
    fn find_by_definition(pairs: &[NearPair]) -> Vec<StarCluster> {
        let (mut left, mut clusters) = (pairs.to_vec(), Vec::new());
        while !left.is_empty() {
            let partners = |number: u32| -> Vec<(u8, u32)> {
                let other = |pair: &NearPair| match pair.numbers {
                    (one, other) if one == number => Some((pair.distance, other)),
                    (one, other) if other == number => Some((pair.distance, one)),
                    _ => None,
                };
                left.iter().filter_map(other).collect()
            };
            let center = (0..100).rev().max_by_key(|&number| partners(number).len()).unwrap();
            let mut members = partners(center);
            members.sort_unstable();
            let mut joined: Vec<u32> = members.iter().map(|&(_, number)| number).collect();
            joined.push(center);
            left.retain(|pair| {
                !joined.contains(&pair.numbers.0) && !joined.contains(&pair.numbers.1)
            });
            let members = members.into_iter().map(|(distance, number)| (number, distance));
            clusters.push(StarCluster { center, members: members.collect() });
        }
        clusters.sort_by_key(|cluster| {
            cluster.members.iter().map(|member| member.0).chain([cluster.center]).min()
        });
        clusters
    }

    proptest! {
        #[test]
        fn clusters_have_a_center_and_leave_no_pair(
            pairs in prop::collection::btree_map((0u32..12, 0u32..12), 1u8..4, 0..40),
            order in any::<prop::sample::Index>(),
        ) {
            let pairs: BTreeMap<(u32, u32), u8> = pairs
                .into_iter()
                .filter(|((one, other), _)| one < other)
                .collect();
            let mut all: Vec<NearPair> =
                pairs.iter().map(|(&numbers, &distance)| NearPair { numbers, distance }).collect();
            let found = find_star_clusters(&all, |number| number);
            prop_assert_eq!(&found, &find_by_definition(&all));
            let mut seen = BTreeSet::new();
            for cluster in &found {
                prop_assert!(!cluster.members.is_empty() && seen.insert(cluster.center));
                for &(number, distance) in &cluster.members {
                    let key = (number.min(cluster.center), number.max(cluster.center));
                    prop_assert_eq!(pairs.get(&key), Some(&distance));
                    prop_assert!(seen.insert(number));
                }
            }
            for (one, other) in pairs.keys() {
                prop_assert!(seen.contains(one) || seen.contains(other));
            }
            if !all.is_empty() {
                let middle = order.index(all.len());
                all.rotate_left(middle);
                all.reverse();
            }
            prop_assert_eq!(find_star_clusters(&all, |number| number), found);
        }

        #[test]
        fn a_set_is_divided_as_its_positions(
            sizes in prop::collection::vec(1u32..4, 6),
            pairs in prop::collection::btree_set((0u32..6, 0u32..6), 0..12),
        ) {
            let pairs: BTreeSet<(u32, u32)> =
                pairs.into_iter().filter(|(one, other)| one < other).collect();
            // The first position of each set has the set's number, and the others follow behind all.
            let mut sets: Vec<Vec<u32>> = (0..6).map(|number| vec![number]).collect();
            let mut next = 6;
            for (set, size) in sets.iter_mut().zip(&sizes) {
                set.extend(next..next + size - 1);
                next += size - 1;
            }
            let of = |set: u32| sets[set as usize].iter();
            let mut all: Vec<NearPair> = Vec::new();
            for &(one, other) in &pairs {
                all.extend(of(one).flat_map(|&one| of(other).map(move |&other| pair(one, other, 1))));
            }
            for set in &sets {
                for (at, &one) in set.iter().enumerate() {
                    all.extend(set[at + 1..].iter().map(|&other| pair(one, other, 1)));
                }
            }
            let of_sets: Vec<NearPair> =
                pairs.iter().map(|&(one, other)| pair(one, other, 1)).collect();
            let several = (0..).zip(&sizes).filter(|(_, size)| **size > 1);
            let several = several.map(|(set, &size)| (set, size as usize)).collect();
            let found = find_star_clusters_of_sets(&of_sets, &several, |number| number);
            let spread = found.iter().map(|cluster| {
                let own = of(cluster.center).skip(1);
                let others = cluster.members.iter().flat_map(|&(set, _)| of(set));
                let mut members: Vec<(u32, u8)> =
                    own.chain(others).map(|&number| (number, 1)).collect();
                members.sort_unstable();
                StarCluster { center: cluster.center, members }
            });
            prop_assert_eq!(spread.collect::<Vec<_>>(), find_star_clusters(&all, |number| number));
        }
    }
}
