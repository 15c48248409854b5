//! Human decisions about pairs of records, and their effect on clusters.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::duplicates::{Cluster, Identity, cluster_records};
use crate::PositionKey;
use crate::model::Source;
use crate::store::{
    Decision, JudgedRecord, Judgment, Store, StoreError, StoredPosition, StoredRecord,
    StoredSource, tree_hash,
};

/// All decisions of a database.
///
/// A decision identifies a record by the [`tree_hash`] of its game tree, so it
/// survives a new import of the record.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The judgment on each pair, in both orders.
    judgments: HashMap<([u8; 16], [u8; 16]), Judgment>,
    /// The positions that have a record with a decision.
    keys: HashSet<PositionKey>,
}

/// Two records of a cluster without a decision; see
/// [`Decisions::undecided_pairs`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UndecidedPair<'a> {
    /// The records.
    pub records: [&'a StoredRecord; 2],
    /// The same records as a decision identifies them.
    pub judged: [JudgedRecord; 2],
}

impl Decisions {
    /// Loads the decisions of a database.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn load(store: &Store) -> Result<Decisions, StoreError> {
        Ok(store.decisions()?.into_iter().collect())
    }

    /// Whether two records, given by their [`tree_hash`], were decided to be
    /// different problems.
    fn are_different(&self, one: [u8; 16], other: [u8; 16]) -> bool {
        self.judgments.get(&(one, other)) == Some(&Judgment::Different)
    }

    /// Whether decisions separate two positions: every record of one was
    /// decided to be a different problem than every record of the other.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn separate(
        &self,
        store: &Store,
        one: PositionKey,
        other: PositionKey,
    ) -> Result<bool, StoreError> {
        if !self.keys.contains(&one) || !self.keys.contains(&other) {
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

    /// Groups the records of a position as [`cluster_records`] does, then
    /// applies the decisions: records that were decided to be different
    /// problems are in separate clusters, and a cluster names the records that
    /// were decided to be worse than another one.
    ///
    /// Two records of which one was decided to be better stay together. Every
    /// other record joins the first cluster, in the order of import, without a
    /// record it was decided to differ from.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn cluster_records<'a>(
        &self,
        store: &Store,
        position: &StoredPosition,
        records: &'a [StoredRecord],
        identity: Identity,
    ) -> Result<Vec<Cluster<'a>>, StoreError> {
        let clusters = cluster_records(records, identity);
        if !self.keys.contains(&position.key) {
            return Ok(clusters);
        }
        let mut hashes = HashMap::with_capacity(records.len());
        for record in records {
            hashes.insert(record.id, tree_hash(&store.sgf(record.id)?));
        }
        let judged = |one: &StoredRecord, other: &StoredRecord| {
            self.judgments.get(&(hashes[&one.id], hashes[&other.id])).copied()
        };
        let mut separated = Vec::with_capacity(clusters.len());
        for cluster in clusters {
            separated.extend(separate_records(&cluster.records, judged).into_iter().map(
                |records| {
                    let is_worse = |record: &&StoredRecord| {
                        let is_better = |other: &&StoredRecord| {
                            judged(other, record) == Some(Judgment::FirstIsBetter)
                        };
                        records.iter().any(is_better)
                    };
                    let worse =
                        records.iter().copied().filter(is_worse).map(|record| record.id).collect();
                    Cluster { turn: cluster.turn, worse, records }
                },
            ));
        }
        Ok(separated)
    }

    /// Lists the pairs of a cluster that need a decision: its first record with
    /// each other one, except where the pair has a decision or both records
    /// have the same text.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn undecided_pairs<'a>(
        &self,
        store: &Store,
        position: &StoredPosition,
        cluster: &Cluster<'a>,
    ) -> Result<Vec<UndecidedPair<'a>>, StoreError> {
        let first = cluster.first();
        let judged = identify_record(store, position.key, first)?;
        let mut pairs = Vec::new();
        for &other in &cluster.records[1..] {
            let pair = [judged.clone(), identify_record(store, position.key, other)?];
            let hashes = (pair[0].hash, pair[1].hash);
            if hashes.0 != hashes.1 && !self.judgments.contains_key(&hashes) {
                pairs.push(UndecidedPair { records: [first, other], judged: pair });
            }
        }
        Ok(pairs)
    }
}

/// Splits the records of a cluster where decisions say that they are different
/// problems.
fn separate_records<'a>(
    records: &[&'a StoredRecord],
    judged: impl Fn(&StoredRecord, &StoredRecord) -> Option<Judgment>,
) -> Vec<Vec<&'a StoredRecord>> {
    let are_ranked = |one: &StoredRecord, other: &StoredRecord| {
        judged(one, other).is_some_and(|judgment| judgment != Judgment::Different)
    };
    // Records that were ranked are the same problem: the connected components.
    let mut groups: Vec<Vec<&StoredRecord>> = Vec::new();
    let mut unranked = Vec::new();
    for &record in records {
        if !records.iter().any(|other| are_ranked(record, other)) {
            unranked.push(record);
            continue;
        }
        let is_connected = |group: &Vec<&StoredRecord>| group.iter().any(|o| are_ranked(record, o));
        let (connected, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_connected);
        others.push(connected.into_iter().flatten().chain([record]).collect());
        groups = others;
    }
    for record in unranked {
        let may_join = |group: &&mut Vec<&StoredRecord>| {
            !group.iter().any(|other| judged(record, other) == Some(Judgment::Different))
        };
        match groups.iter_mut().find(may_join) {
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

/// Identifies a stored record for a decision.
///
/// # Errors
/// When the database cannot be read.
pub fn identify_record(
    store: &Store,
    key: PositionKey,
    record: &StoredRecord,
) -> Result<JudgedRecord, StoreError> {
    Ok(JudgedRecord {
        hash: tree_hash(&store.sgf(record.id)?),
        key,
        source: record.at.source.clone(),
        tree: record.at.tree,
    })
}

/// Why a source and a tree number do not identify a record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum IdentifyError {
    /// No source has the name.
    #[error("no source is named {name}")]
    UnknownSource {
        /// The name that was looked up.
        name: String,
    },
    /// Several sources have this file name.
    #[error("{name} is ambiguous: it may be {one} or {other}")]
    AmbiguousSource {
        /// The name that was looked up.
        name: String,
        /// The name of a source.
        one: String,
        /// The name of another source.
        other: String,
    },
    /// The source has no problem at this tree number.
    #[error("{name} has no problem as tree {tree}")]
    UnknownTree {
        /// The name that was looked up.
        name: String,
        /// The number of the game tree, from 1.
        tree: u32,
    },
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Identifies the record at a place: `source` is the name of a source or of its
/// file, `tree` the number of the game tree in it, from 1. `sources` are those
/// of the database. A source with exactly this name is preferred to a file name.
///
/// # Errors
/// When no source or several sources match, or the source has no such problem.
pub fn identify_at(
    store: &Store,
    sources: &[StoredSource],
    source: &str,
    tree: u32,
) -> Result<JudgedRecord, IdentifyError> {
    let name = || source.to_owned();
    let is_match =
        |known: &&StoredSource| known.name == source || Source::file_name(&known.name) == source;
    let matches: Vec<&StoredSource> = sources.iter().filter(is_match).collect();
    let known = match (matches.iter().find(|known| known.name == source), &matches[..]) {
        (Some(known), _) | (None, [known]) => known,
        (None, []) => return Err(IdentifyError::UnknownSource { name: name() }),
        (None, [one, other, ..]) => {
            let (one, other) = (one.name.clone(), other.name.clone());
            return Err(IdentifyError::AmbiguousSource { name: name(), one, other });
        }
    };
    let (key, record) = store
        .record_at(known.id, tree)?
        .ok_or_else(|| IdentifyError::UnknownTree { name: name(), tree })?;
    Ok(identify_record(store, key, &record)?)
}
