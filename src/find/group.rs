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
    /// first, then by number.
    pub members: Vec<(u32, u8)>,
}

/// Puts what is near each other into groups: each position into one at most,
/// and all members of a group as near to its center as a pair is.
///
/// The first center is the position that is in the most pairs (of several the
/// one with the smallest number), and the others of these pairs are its
/// members; then the same with the pairs of which nothing is in a group yet.
/// So the order of the pairs does not matter. The groups come in the order of
/// their smallest numbers.
pub fn groups(pairs: &[Pair]) -> Vec<Group> {
    let mut near: BTreeMap<u32, Vec<(u8, u32)>> = BTreeMap::new();
    for &Pair { numbers: (one, other), distance } in pairs {
        near.entry(one).or_default().push((distance, other));
        near.entry(other).or_default().push((distance, one));
    }
    let mut queue: BinaryHeap<(usize, Reverse<u32>)> =
        near.iter().map(|(&number, near)| (near.len(), Reverse(number))).collect();
    let mut groups = Vec::new();
    while let Some((count, Reverse(center))) = queue.pop() {
        let Some(free) = near.get(&center) else { continue };
        let mut free: Vec<(u8, u32)> =
            free.iter().copied().filter(|(_, number)| near.contains_key(number)).collect();
        match free.len() {
            0 => {}
            // Some went into groups since it was counted.
            fewer if fewer < count => queue.push((fewer, Reverse(center))),
            _ => {
                near.remove(&center);
                free.sort_unstable();
                free.iter().for_each(|(_, number)| drop(near.remove(number)));
                let members = free.into_iter().map(|(distance, number)| (number, distance));
                groups.push(Group { center, members: members.collect() });
            }
        }
    }
    let first = |group: &Group| {
        group.members.iter().map(|&(number, _)| number).fold(group.center, u32::min)
    };
    groups.sort_unstable_by_key(first);
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
            groups(&pairs),
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
            let found = groups(&all);
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
            prop_assert_eq!(groups(&all), found);
        }
    }
}
