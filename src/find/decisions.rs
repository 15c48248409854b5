//! What people decided, and what becomes of clusters by it.

use std::collections::{HashMap, HashSet};

use super::duplicates::{By, Cluster, clusters};
use crate::PositionKey;
use crate::store::{
    Decision, Judgment, Store, StoreError, StoredPosition, StoredRecord, tree_hash,
};

/// All decisions of a database.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// Both orders of each pair.
    judgments: HashMap<([u8; 16], [u8; 16]), Judgment>,
    /// The positions of records of which something was decided.
    keys: HashSet<PositionKey>,
}

impl Decisions {
    /// Reads them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn of(store: &Store) -> Result<Decisions, StoreError> {
        Ok(store.decisions()?.into_iter().collect())
    }

    /// Whether something was decided of a record of this position.
    pub fn concern(&self, key: PositionKey) -> bool {
        self.keys.contains(&key)
    }

    /// Whether anything was decided of two game trees, by their [`tree_hash`].
    pub fn are_decided(&self, one: [u8; 16], other: [u8; 16]) -> bool {
        self.judgments.contains_key(&(one, other))
    }

    /// Whether two game trees, by their [`tree_hash`], were decided to be
    /// different problems.
    pub fn are_different(&self, one: [u8; 16], other: [u8; 16]) -> bool {
        self.judgments.get(&(one, other)) == Some(&Judgment::Different)
    }

    /// Whether every record of one position was decided to be another problem
    /// than every record of another one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn separate(
        &self,
        store: &Store,
        one: PositionKey,
        other: PositionKey,
    ) -> Result<bool, StoreError> {
        if !self.concern(one) || !self.concern(other) {
            return Ok(false);
        }
        let hashes = |key| -> Result<Vec<[u8; 16]>, StoreError> {
            let Some(position) = store.position(key)? else { return Ok(Vec::new()) };
            let records = store.records(position.id)?;
            records.iter().map(|record| Ok(tree_hash(&store.sgf(record.id)?))).collect()
        };
        let (ones, others) = (hashes(one)?, hashes(other)?);
        Ok(ones.iter().all(|&one| others.iter().all(|&other| self.are_different(one, other))))
    }

    /// Groups the records of a position as [`clusters`] does. Records that were
    /// decided to be different are in no cluster together, and a cluster keeps
    /// no record than which another one was decided to be better.
    ///
    /// Records of which one is better than the other stay together; every other
    /// one joins the first group, by the order of import, that has none it
    /// differs from.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn clusters<'a>(
        &self,
        store: &Store,
        position: &StoredPosition,
        records: &'a [StoredRecord],
        by: By,
    ) -> Result<Vec<Cluster<'a>>, StoreError> {
        let plain = clusters(records, by);
        if !self.concern(position.key) {
            return Ok(plain);
        }
        let mut hashes = HashMap::with_capacity(records.len());
        for record in records {
            hashes.insert(record.id, tree_hash(&store.sgf(record.id)?));
        }
        let judged = |one: &StoredRecord, other: &StoredRecord| {
            self.judgments.get(&(hashes[&one.id], hashes[&other.id])).copied()
        };
        let mut split = Vec::with_capacity(plain.len());
        for cluster in plain {
            let groups = groups(&cluster.records, judged);
            split.extend(groups.into_iter().map(|records| {
                let is_worse = |record: &&StoredRecord| {
                    let is_better = |other: &&StoredRecord| {
                        judged(other, record) == Some(Judgment::FirstIsBetter)
                    };
                    records.iter().any(is_better)
                };
                let worse =
                    records.iter().copied().filter(is_worse).map(|record| record.id).collect();
                Cluster { turn: cluster.turn, worse, records }
            }));
        }
        Ok(split)
    }
}

/// Splits records by what was decided of them, by the order of import.
fn groups<'a>(
    records: &[&'a StoredRecord],
    judged: impl Fn(&StoredRecord, &StoredRecord) -> Option<Judgment>,
) -> Vec<Vec<&'a StoredRecord>> {
    let are_compared = |one: &StoredRecord, other: &StoredRecord| {
        judged(one, other).is_some_and(|judgment| judgment != Judgment::Different)
    };
    // Those of which one is better than the other are the same problem.
    let mut groups: Vec<Vec<&StoredRecord>> = Vec::new();
    let mut rest = Vec::new();
    for &record in records {
        if !records.iter().any(|other| are_compared(record, other)) {
            rest.push(record);
            continue;
        }
        let is_near = |group: &Vec<&StoredRecord>| group.iter().any(|o| are_compared(record, o));
        let (near, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_near);
        others.push(near.into_iter().flatten().chain([record]).collect());
        groups = others;
    }
    for record in rest {
        let is_apart = |group: &&mut Vec<&StoredRecord>| {
            !group.iter().any(|other| judged(record, other) == Some(Judgment::Different))
        };
        match groups.iter_mut().find(is_apart) {
            Some(group) => group.push(record),
            None => groups.push(vec![record]),
        }
    }
    for group in &mut groups {
        group.sort_unstable_by_key(|record| record.id);
    }
    groups.sort_unstable_by_key(|group| group.first().map(|record| record.id));
    groups
}

impl FromIterator<Decision> for Decisions {
    fn from_iter<I: IntoIterator<Item = Decision>>(decisions: I) -> Decisions {
        let mut all = Decisions::default();
        for Decision { judgment, first, second } in decisions {
            all.judgments.insert((first.hash, second.hash), judgment);
            all.judgments.insert((second.hash, first.hash), judgment.swapped());
            all.keys.extend([first.key, second.key]);
        }
        all
    }
}
