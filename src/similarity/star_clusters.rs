//! Star clusters: groups of positions around a center.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::near::NearPair;

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
/// the order of the pairs. Clusters are sorted by the lowest rank in each.
///
/// ```
/// use gtn_db::similarity::{SimilarityIndexBuilder, find_star_clusters};
///
/// let mut builder = SimilarityIndexBuilder::default();
/// for (window, number) in ["1x3|XO.", "1x3|XOX", "1x3|.OX", "1x3|OOO"].iter().zip(0..) {
///     builder.add(number, &window.parse()?);
/// }
/// let clusters = find_star_clusters(&builder.build().find_near_pairs(1), |number| number);
/// assert_eq!((clusters[0].center, clusters[0].members.len()), (1, 3));
/// # Ok::<(), gtn_db::gtn::ParseGtnError>(())
/// ```
pub fn find_star_clusters<R: Ord>(pairs: &[NearPair], rank: impl Fn(u32) -> R) -> Vec<StarCluster> {
    let mut unassigned: BTreeMap<u32, Vec<(u32, u8)>> = BTreeMap::new();
    for &NearPair { numbers: (one, other), distance } in pairs {
        unassigned.entry(one).or_default().push((other, distance));
        unassigned.entry(other).or_default().push((one, distance));
    }
    let mut queue: BinaryHeap<(usize, Reverse<R>, u32)> = unassigned
        .iter()
        .map(|(&number, partners)| (partners.len(), Reverse(rank(number)), number))
        .collect();
    let mut clusters = Vec::new();
    while let Some((count, center_rank, center)) = queue.pop() {
        let Some(partners) = unassigned.get(&center) else { continue };
        let mut members: Vec<(u32, u8)> = partners
            .iter()
            .copied()
            .filter(|(number, _)| unassigned.contains_key(number))
            .collect();
        match members.len() {
            0 => {}
            // Partners joined other clusters since they were counted.
            fewer if fewer < count => queue.push((fewer, center_rank, center)),
            _ => {
                unassigned.remove(&center);
                for (number, _) in &members {
                    unassigned.remove(number);
                }
                members.sort_by_cached_key(|&(number, distance)| (distance, rank(number)));
                clusters.push(StarCluster { center, members });
            }
        }
    }
    clusters.sort_by_cached_key(|cluster| {
        let members = cluster.members.iter().map(|&(number, _)| number);
        members.chain([cluster.center]).map(&rank).min()
    });
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

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
    }
}
