//! Which records people decided to be better than which others.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;

use super::decision::{Decision, JudgedRecord, Judgment};

/// The hash of a record, as [`tree_hash`](super::tree_hash) returns it.
type TreeHash = [u8; 16];

/// The decisions that one record is better than another one, as a directed
/// graph. Decisions that two records are different problems, or the same one, are no part of it.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// For a record those that are worse.
    worse: HashMap<TreeHash, BTreeSet<TreeHash>>,
    /// The source and the game tree of each record, for messages.
    places: HashMap<TreeHash, (String, u32)>,
}

/// At least two records, each of them decided to be better than the next one.
///
/// Displayed as `a.sgf, tree 1, is better than b.sgf, tree 7, which is better
/// than c.sgf, tree 2`. The names are not escaped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedChain(Vec<(String, u32)>);

impl fmt::Display for RankedChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((source, tree), number) in self.0.iter().zip(0..) {
            f.write_str(match number {
                0 => "",
                1 => ", is better than ",
                _ => ", which is better than ",
            })?;
            write!(f, "{source}, tree {tree}")?;
        }
        Ok(())
    }
}

/// The better and the worse record of a decision.
fn ranked(decision: &Decision) -> Option<[&JudgedRecord; 2]> {
    let Decision { judgment, first, second } = decision;
    match judgment {
        Judgment::Different | Judgment::Same => None,
        Judgment::FirstIsBetter => Some([first, second]),
        Judgment::SecondIsBetter => Some([second, first]),
    }
}

impl Ranking {
    /// Adds a decision, in place of an earlier one about the same two records.
    pub fn insert(&mut self, decision: &Decision) {
        self.remove(&decision.first.hash, &decision.second.hash);
        let Some([better, worse]) = ranked(decision) else { return };
        self.worse.entry(better.hash).or_default().insert(worse.hash);
        for judged in [better, worse] {
            self.places.insert(judged.hash, (judged.source.clone(), judged.tree));
        }
    }

    /// Removes the decision about two records, if there is one.
    pub fn remove(&mut self, one: &TreeHash, other: &TreeHash) {
        for (one, other) in [(one, other), (other, one)] {
            if let Some(worse) = self.worse.get_mut(one) {
                worse.remove(other);
            }
        }
    }

    /// The shortest chain of decisions that says the opposite of a decision: from
    /// the record that it calls worse to the one that it calls better. `None` if
    /// there is no such chain, and for a decision that two records are different
    /// problems.
    ///
    /// An earlier decision about the same two records does not count, because
    /// the new one takes its place.
    pub fn find_opposite(&self, decision: &Decision) -> Option<RankedChain> {
        let [better, worse] = ranked(decision)?;
        let mut reached_from: HashMap<TreeHash, TreeHash> = HashMap::new();
        let mut seen = HashSet::from([worse.hash]);
        let mut queue = VecDeque::from([worse.hash]);
        while let Some(one) = queue.pop_front() {
            for &other in self.worse.get(&one).into_iter().flatten() {
                let is_replaced = one == worse.hash && other == better.hash;
                if is_replaced || !seen.insert(other) {
                    continue;
                }
                reached_from.insert(other, one);
                if other == better.hash {
                    let back = |hash: &TreeHash| reached_from.get(hash).copied();
                    let hashes = std::iter::successors(Some(other), back);
                    let mut chain: Vec<_> = hashes.map(|hash| self.places[&hash].clone()).collect();
                    chain.reverse();
                    return Some(RankedChain(chain));
                }
                queue.push_back(other);
            }
        }
        None
    }
}

impl<'a> FromIterator<&'a Decision> for Ranking {
    fn from_iter<I: IntoIterator<Item = &'a Decision>>(decisions: I) -> Ranking {
        let mut ranking = Ranking::default();
        decisions.into_iter().for_each(|decision| ranking.insert(decision));
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PositionKey;
    use Judgment::{Different, FirstIsBetter, SecondIsBetter};

    fn decision(first: u8, second: u8, judgment: Judgment) -> Decision {
        let judged = |number: u8| JudgedRecord {
            hash: [number; 16],
            key: PositionKey::from_bytes([0; 16]),
            source: format!("{number}.sgf"),
            tree: number.into(),
            problem: 1,
        };
        Decision { judgment, first: judged(first), second: judged(second) }
    }

    #[test]
    fn the_shortest_chain_is_found() {
        let decisions = [
            decision(1, 2, FirstIsBetter),
            decision(3, 2, SecondIsBetter),
            decision(3, 4, FirstIsBetter),
            decision(2, 4, FirstIsBetter),
            decision(4, 5, Different),
        ];
        let mut ranking: Ranking = decisions.iter().collect();
        let opposite = |ranking: &Ranking, one, other, judgment| {
            let chain = ranking.find_opposite(&decision(one, other, judgment));
            chain.map(|chain| chain.to_string())
        };
        let chain =
            "1.sgf, tree 1, is better than 2.sgf, tree 2, which is better than 4.sgf, tree 4";
        assert_eq!(opposite(&ranking, 4, 1, FirstIsBetter).unwrap(), chain);
        assert_eq!(opposite(&ranking, 1, 4, SecondIsBetter).unwrap(), chain);
        for (one, other, judgment) in [
            (1, 4, FirstIsBetter),
            (4, 1, Different),
            (5, 1, FirstIsBetter),
            (2, 1, FirstIsBetter), // in place of the first one
        ] {
            assert_eq!(opposite(&ranking, one, other, judgment), None);
        }
        ranking.insert(&decision(2, 4, Different));
        assert!(opposite(&ranking, 4, 1, FirstIsBetter).unwrap().contains("3.sgf"));
        ranking.remove(&[4; 16], &[3; 16]);
        assert_eq!(opposite(&ranking, 4, 1, FirstIsBetter), None);
    }
}
