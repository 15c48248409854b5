//! Disjoint sets, for problems that are twins of each other.

use std::collections::HashMap;

/// Disjoint sets of problems.
pub(super) struct Twins {
    parents: Vec<usize>,
}

impl Twins {
    pub(super) fn new(count: usize) -> Twins {
        Twins { parents: (0..count).collect() }
    }

    fn root(&mut self, mut one: usize) -> usize {
        while self.parents[one] != one {
            self.parents[one] = self.parents[self.parents[one]];
            one = self.parents[one];
        }
        one
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.parents[one.max(other)] = one.min(other);
    }

    /// The number of the set of each problem, from 1, in the order of their first problems.
    pub(super) fn number(mut self) -> Vec<u32> {
        let mut numbers = HashMap::new();
        (0..self.parents.len())
            .map(|one| {
                let next = numbers.len() as u32 + 1;
                *numbers.entry(self.root(one)).or_insert(next)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_one_set() {
        let mut twins = Twins::new(6);
        for (one, other) in [(4, 2), (5, 4), (0, 0), (2, 5)] {
            twins.join(one, other);
        }
        assert_eq!(twins.number(), [1, 2, 3, 4, 3, 3]);
    }
}
