//! Groups of positions that are near each other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use super::near::Pair;

/// Positions near one of them.
///
/// ```text
///   a ─ b ─ c ─ d ─ e      a line of positions, each near the next, makes two
///   (a [b] c)  ([d] e)     groups with the centers b and d: a and e may have
///                          nothing in common
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The number of the one that the others are near.
    pub center: u32,
    /// The others' numbers and their distance from the center, the nearest
    /// first, then by rank.
    pub members: Vec<(u32, u8)>,
}

/// Puts what is near each other into groups: each position into one at most,
/// and all members of a group as near to its center as a pair is.
///
/// The first center is the position that is in the most pairs, and the others
/// of these pairs are its members; then the same with the pairs of which
/// nothing is in a group yet. Of several positions in as many pairs the first
/// by `rank` is the center. So the groups do not depend on the order of the
/// pairs, nor on the numbers, where ranks do not. Groups come by the first
/// ranks in them.
pub fn groups<R: Ord>(pairs: &[Pair], rank: impl Fn(u32) -> R) -> Vec<Group> {
    let mut near: BTreeMap<u32, Vec<(u32, u8)>> = BTreeMap::new();
    for &Pair { numbers: (one, other), distance } in pairs {
        near.entry(one).or_default().push((other, distance));
        near.entry(other).or_default().push((one, distance));
    }
    let mut queue: BinaryHeap<(usize, Reverse<R>, u32)> =
        near.iter().map(|(&number, near)| (near.len(), Reverse(rank(number)), number)).collect();
    let mut groups = Vec::new();
    while let Some((count, first, center)) = queue.pop() {
        let Some(all) = near.get(&center) else { continue };
        let free = all.iter().copied().filter(|(number, _)| near.contains_key(number));
        let mut members: Vec<(u32, u8)> = free.collect();
        match members.len() {
            0 => {}
            // Some went into groups since they were counted.
            fewer if fewer < count => queue.push((fewer, first, center)),
            _ => {
                near.remove(&center);
                members.iter().for_each(|(number, _)| drop(near.remove(number)));
                members.sort_by_cached_key(|&(number, distance)| (distance, rank(number)));
                groups.push(Group { center, members });
            }
        }
    }
    groups.sort_by_cached_key(|group| {
        let all = group.members.iter().map(|&(number, _)| number).chain([group.center]);
        all.map(&rank).min()
    });
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pair(one: u32, other: u32, distance: u8) -> Pair {
        Pair { numbers: (one.min(other), one.max(other)), distance }
    }

    #[test]
    fn a_line_is_no_group() {
        let pairs = [pair(0, 1, 2), pair(1, 2, 1), pair(2, 3, 1), pair(3, 4, 1)];
        assert_eq!(
            groups(&pairs, |number| number),
            [
                Group { center: 1, members: vec![(2, 1), (0, 2)] },
                Group { center: 3, members: vec![(4, 1)] },
            ]
        );
    }

    proptest! {
        #[test]
        fn groups_have_a_center_and_leave_no_pair(
            pairs in prop::collection::btree_map((0u32..12, 0u32..12), 1u8..4, 0..40),
            order in any::<prop::sample::Index>(),
        ) {
            let pairs: BTreeMap<(u32, u32), u8> = pairs
                .into_iter()
                .filter(|((one, other), _)| one < other)
                .collect();
            let mut all: Vec<Pair> =
                pairs.iter().map(|(&numbers, &distance)| Pair { numbers, distance }).collect();
            let found = groups(&all, |number| number);
            let mut seen = BTreeSet::new();
            for group in &found {
                prop_assert!(!group.members.is_empty() && seen.insert(group.center));
                for &(number, distance) in &group.members {
                    let key = (number.min(group.center), number.max(group.center));
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
            prop_assert_eq!(groups(&all, |number| number), found);
        }
    }
}
