//! Human decisions about pairs of records, and their effect on clusters.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::duplicates::{Cluster, Identity, cluster_records};
use crate::PositionKey;
use crate::model::Source;
use crate::store::{
    Decision, JudgedRecord, Judgment, RankedChain, Ranking, Store, StoreError, StoredPosition,
    StoredRecord, StoredSource,
};

/// The [`Store::record_hash`] of a record.
type TreeHash = [u8; 16];

/// For a record and another one, the judgment on both in this order.
type Judgments = HashMap<TreeHash, HashMap<TreeHash, Judgment>>;

/// All decisions of a database.
///
/// A decision identifies a record by its [`Store::record_hash`], so it
/// survives a new import of the record.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// The judgment on each pair, in both orders.
    judgments: Judgments,
    /// Which records are better than which others.
    ranking: Ranking,
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

    /// Adds a decision, in place of an earlier one about the same two records.
    pub fn insert(&mut self, decision: &Decision) {
        self.ranking.insert(decision);
        let Decision { judgment, first, second } = decision;
        let mut insert = |one: &JudgedRecord, other: &JudgedRecord, judgment| {
            self.judgments.entry(one.hash).or_default().insert(other.hash, judgment);
            self.keys.insert(one.key);
        };
        insert(first, second, *judgment);
        insert(second, first, judgment.swapped());
    }

    /// Removes the decision about two records.
    pub fn remove(&mut self, one: &JudgedRecord, other: &JudgedRecord) {
        self.ranking.remove(&one.hash, &other.hash);
        for (one, other) in [(one, other), (other, one)] {
            if let Some(judgments) = self.judgments.get_mut(&one.hash) {
                judgments.remove(&other.hash);
            }
        }
    }

    /// Whether there is a decision about two records.
    pub fn is_decided(&self, one: &JudgedRecord, other: &JudgedRecord) -> bool {
        self.judgment(&one.hash, &other.hash).is_some()
    }

    /// Whether there is the decision that a record is better than another one.
    pub fn is_better(&self, one: &JudgedRecord, other: &JudgedRecord) -> bool {
        self.judgment(&one.hash, &other.hash) == Some(Judgment::FirstIsBetter)
    }

    /// The chain of decisions that a decision contradicts: it says that one
    /// record is better than another one, and the chain says the opposite; see
    /// [`Ranking::find_opposite`].
    pub fn find_opposite(&self, decision: &Decision) -> Option<RankedChain> {
        self.ranking.find_opposite(decision)
    }

    /// Whether a decision is about two different texts, and the first one about them.
    fn is_new(&self, Decision { first, second, .. }: &Decision) -> bool {
        first.hash != second.hash && !self.is_decided(first, second)
    }

    /// The decisions that say the same about a record and each of the others, once for each text,
    /// without pairs that have a decision or the same text.
    pub fn judge_each(
        &self,
        judgment: Judgment,
        one: &JudgedRecord,
        others: impl IntoIterator<Item = JudgedRecord>,
    ) -> Vec<Decision> {
        let mut seen = HashSet::new();
        let decision = |second| Decision { judgment, first: one.clone(), second };
        let decisions = others.into_iter().filter(|other| seen.insert(other.hash)).map(decision);
        decisions.filter(|decision| self.is_new(decision)).collect()
    }

    /// The decisions that the first of these records that is from a source is better than those
    /// that are from other sources, without pairs that have a decision or the same text, and
    /// without what contradicts a chain of decisions. `None` if no record is from the source, or
    /// all are.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn prefer_source(
        &self,
        store: &Store,
        key: PositionKey,
        records: &[&StoredRecord],
        source: i64,
    ) -> Result<Option<Vec<Decision>>, StoreError> {
        let (of_source, others): (Vec<&StoredRecord>, Vec<&StoredRecord>) =
            records.iter().copied().partition(|record| record.source_id == source);
        let (Some(preferred), false) = (of_source.first(), others.is_empty()) else {
            return Ok(None);
        };
        let preferred = identify_record(store, key, preferred)?;
        let identified = others.into_iter().map(|other| identify_record(store, key, other));
        let identified = identified.collect::<Result<Vec<_>, _>>()?;
        let mut decisions = self.judge_each(Judgment::FirstIsBetter, &preferred, identified);
        decisions.retain(|decision| self.find_opposite(decision).is_none());
        Ok(Some(decisions))
    }

    /// The judgment on two records.
    fn judgment(&self, one: &TreeHash, other: &TreeHash) -> Option<Judgment> {
        self.judgments.get(one)?.get(other).copied()
    }

    /// Whether a decision concerns a position.
    pub(super) fn concern(&self, key: PositionKey) -> bool {
        self.keys.contains(&key)
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
        let hashes = |key| -> Result<HashSet<TreeHash>, StoreError> {
            let Some(position) = store.position(key)? else { return Ok(HashSet::new()) };
            let records = store.records(position.id)?;
            records.iter().map(|record| store.record_hash(record.id)).collect()
        };
        let (ones, others) = (hashes(one)?, hashes(other)?);
        let are_different = |(one, other)| self.judgment(one, other) == Some(Judgment::Different);
        let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
        Ok(pairs.into_iter().all(are_different))
    }

    /// Drops the pairs whose positions decisions [separate](Self::separate).
    ///
    /// # Errors
    /// When the database cannot be read.
    pub(crate) fn drop_separated<P>(
        &self,
        store: &Store,
        pairs: impl IntoIterator<Item = P>,
        keys: impl Fn(&P) -> (PositionKey, PositionKey),
    ) -> Result<Vec<P>, StoreError> {
        let keep = |pair: P| {
            let (one, other) = keys(&pair);
            match self.separate(store, one, other) {
                Ok(is_separated) => (!is_separated).then_some(Ok(pair)),
                Err(error) => Some(Err(error)),
            }
        };
        pairs.into_iter().filter_map(keep).collect()
    }

    /// The ids of the positions with a decision.
    pub(super) fn positions(&self, store: &Store) -> Result<Vec<i64>, StoreError> {
        let found = self.keys.iter().map(|&key| store.position(key));
        let ids = found.filter_map(|found| found.map(|found| Some(found?.id)).transpose());
        ids.collect()
    }

    /// Groups the records of a position as [`cluster_records`] does, then
    /// applies the decisions: records that were decided to be different
    /// problems are in separate clusters, and a cluster names the records that
    /// were decided to be worse than another one.
    ///
    /// Two records stay together if one of them was decided to be better. Every
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
        let clusters = cluster_records(position, records, identity);
        if !self.keys.contains(&position.key) {
            return Ok(clusters);
        }
        let mut hashes = HashMap::with_capacity(records.len());
        for record in records {
            hashes.insert(record.id, store.record_hash(record.id)?);
        }
        let mut separated = Vec::with_capacity(clusters.len());
        for cluster in clusters {
            let own: Vec<TreeHash> =
                cluster.records.iter().map(|record| hashes[&record.id]).collect();
            let worse = find_worse(&own, &self.judgments);
            for places in separate_records(&own, &self.judgments) {
                let is_worse = |place: &&usize| worse.contains(&own[**place]);
                separated.push(Cluster {
                    turn: cluster.turn,
                    worse: places
                        .iter()
                        .filter(is_worse)
                        .map(|&at| cluster.records[at].id)
                        .collect(),
                    records: places.iter().map(|&at| cluster.records[at]).collect(),
                });
            }
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
            let hashes = (&pair[0].hash, &pair[1].hash);
            if hashes.0 != hashes.1 && self.judgment(hashes.0, hashes.1).is_none() {
                pairs.push(UndecidedPair { records: [first, other], judged: pair });
            }
        }
        Ok(pairs)
    }
}

/// The judgments on a record together with other ones of a cluster.
fn judgments_within<'a>(
    judgments: &'a Judgments,
    cluster: &'a HashSet<TreeHash>,
    record: TreeHash,
) -> impl Iterator<Item = (TreeHash, Judgment)> + 'a {
    let own = judgments.get(&record).into_iter().flatten();
    own.map(|(&other, &judgment)| (other, judgment)).filter(|(other, _)| cluster.contains(other))
}

/// The records of a cluster that were decided to be worse than another one of
/// the cluster.
fn find_worse(records: &[TreeHash], judgments: &Judgments) -> HashSet<TreeHash> {
    let cluster: HashSet<TreeHash> = records.iter().copied().collect();
    let is_worse = |record: &TreeHash| {
        judgments_within(judgments, &cluster, *record)
            .any(|(_, judgment)| judgment == Judgment::SecondIsBetter)
    };
    cluster.iter().copied().filter(is_worse).collect()
}

/// Splits the records of a cluster where decisions say that they are different
/// problems. Returns the places of the records of each group, in order.
///
/// All records with the same text are in one group. Linear in the number of
/// records and of the judgments on them.
fn separate_records(records: &[TreeHash], judgments: &Judgments) -> Vec<Vec<usize>> {
    let cluster: HashSet<TreeHash> = records.iter().copied().collect();
    let within = |record: TreeHash| judgments_within(judgments, &cluster, record);
    let mut group_of: HashMap<TreeHash, usize> = HashMap::with_capacity(cluster.len());
    let mut groups = 0;
    // Records that were ranked are the same problem: the connected components, in the order of
    // their last records.
    for record in records.iter().rev() {
        let mut reached = vec![*record];
        let mut is_ranked = false;
        while let Some(one) = reached.pop() {
            if group_of.contains_key(&one) {
                continue;
            }
            let ranked = within(one).filter(|(_, judgment)| *judgment != Judgment::Different);
            let before = reached.len();
            reached.extend(ranked.map(|(other, _)| other));
            if reached.len() > before {
                group_of.insert(one, groups);
                is_ranked = true;
            }
        }
        groups += usize::from(is_ranked);
    }
    group_of.values_mut().for_each(|group| *group = groups - 1 - *group);
    // Every other record joins the first group that it may join.
    for record in records {
        if group_of.contains_key(record) {
            continue;
        }
        let refused: HashSet<usize> = within(*record)
            .filter(|(_, judgment)| *judgment == Judgment::Different)
            .filter_map(|(other, _)| group_of.get(&other).copied())
            .collect();
        let group = (0..groups).find(|group| !refused.contains(group)).unwrap_or(groups);
        groups = groups.max(group + 1);
        group_of.insert(*record, group);
    }
    let mut places = vec![Vec::new(); groups];
    for (place, record) in records.iter().enumerate() {
        places[group_of[record]].push(place);
    }
    places.sort_unstable_by_key(|places| places[0]);
    places
}

impl FromIterator<Decision> for Decisions {
    fn from_iter<I: IntoIterator<Item = Decision>>(decisions: I) -> Decisions {
        let mut all = Decisions::default();
        decisions.into_iter().for_each(|decision| all.insert(&decision));
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
        hash: store.record_hash(record.id)?,
        key,
        source: record.at.source.clone(),
        tree: record.at.tree,
        problem: record.at.problem,
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

/// The source with a name. A source with exactly this name is preferred to one whose file has the
/// name.
///
/// # Errors
/// When no source or several sources match.
pub fn find_source<'a>(
    sources: &'a [StoredSource],
    name: &str,
) -> Result<&'a StoredSource, IdentifyError> {
    let is_match =
        |known: &&StoredSource| known.name == name || Source::file_name(&known.name) == name;
    let matches: Vec<&StoredSource> = sources.iter().filter(is_match).collect();
    let owned = || name.to_owned();
    match (matches.iter().find(|known| known.name == name), &matches[..]) {
        (Some(known), _) | (None, [known]) => Ok(known),
        (None, []) => Err(IdentifyError::UnknownSource { name: owned() }),
        (None, [one, other, ..]) => {
            let (one, other) = (one.name.clone(), other.name.clone());
            Err(IdentifyError::AmbiguousSource { name: owned(), one, other })
        }
    }
}

/// Identifies the record at a place: `source` is the name of a source or of its
/// file, as [`find_source`] finds it, `tree` the number of the game tree in it,
/// `problem` the rank of the problem in that tree, each from 1. `sources` are those of the database.
///
/// # Errors
/// When no source or several sources match, or the source has no such problem.
pub fn identify_at(
    store: &Store,
    sources: &[StoredSource],
    source: &str,
    tree: u32,
    problem: u32,
) -> Result<JudgedRecord, IdentifyError> {
    let known = find_source(sources, source)?;
    let (key, record) = store
        .record_at(known.id, tree, problem)?
        .ok_or_else(|| IdentifyError::UnknownTree { name: source.to_owned(), tree })?;
    Ok(identify_record(store, key, &record)?)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Compares every two records.
    fn separate_pairwise(records: &[TreeHash], judgments: &Judgments) -> Vec<Vec<usize>> {
        let judged =
            |one: usize, other: usize| judgments.get(&records[one])?.get(&records[other]).copied();
        let are_ranked =
            |one, other| judged(one, other).is_some_and(|found| found != Judgment::Different);
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut unranked = Vec::new();
        for record in 0..records.len() {
            if !(0..records.len()).any(|other| are_ranked(record, other)) {
                unranked.push(record);
                continue;
            }
            let is_connected = |group: &Vec<usize>| group.iter().any(|&o| are_ranked(record, o));
            let (connected, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_connected);
            groups = others;
            groups.push(connected.into_iter().flatten().chain([record]).collect());
        }
        for record in unranked {
            let may_join = |group: &&mut Vec<usize>| {
                !group.iter().any(|&other| judged(record, other) == Some(Judgment::Different))
            };
            match groups.iter_mut().find(may_join) {
                Some(group) => group.push(record),
                None => groups.push(vec![record]),
            }
        }
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_unstable();
        groups
    }

    fn judgments(decisions: &[(u8, u8, Judgment)]) -> Judgments {
        let judged = |hash: u8| JudgedRecord {
            hash: [hash; 16],
            key: PositionKey::from_bytes([0; 16]),
            source: String::new(),
            tree: 1,
            problem: 1,
        };
        let decisions = decisions.iter().filter(|(one, other, _)| one != other);
        let decision = |&(one, other, judgment): &(u8, u8, Judgment)| Decision {
            judgment,
            first: judged(one),
            second: judged(other),
        };
        decisions.map(decision).collect::<Decisions>().judgments
    }

    fn any_judgment() -> impl Strategy<Value = Judgment> {
        use Judgment::{Different, FirstIsBetter, SecondIsBetter};
        prop::sample::select(vec![Different, Different, Different, FirstIsBetter, SecondIsBetter])
    }

    #[test]
    fn a_removed_decision_decides_nothing() {
        let judged = |hash: u8| JudgedRecord {
            hash: [hash; 16],
            key: PositionKey::from_bytes([0; 16]),
            source: String::new(),
            tree: 1,
            problem: 1,
        };
        let better = |first, second| Decision {
            judgment: Judgment::FirstIsBetter,
            first: judged(first),
            second: judged(second),
        };
        let mut decisions: Decisions = [better(1, 2), better(2, 3)].into_iter().collect();
        assert!(decisions.find_opposite(&better(3, 1)).is_some());
        decisions.remove(&judged(2), &judged(1));
        assert!(!decisions.is_decided(&judged(1), &judged(2)));
        assert!(decisions.find_opposite(&better(3, 1)).is_none());
    }

    proptest! {
        #[test]
        fn records_are_separated_as_pair_by_pair(
            records in prop::collection::vec(0_u8..9, 1..14),
            decisions in prop::collection::vec((0_u8..10, 0_u8..10, any_judgment()), 0..20),
        ) {
            let records: Vec<TreeHash> = records.into_iter().map(|record| [record; 16]).collect();
            let judgments = judgments(&decisions);
            let expected = separate_pairwise(&records, &judgments);
            prop_assert_eq!(separate_records(&records, &judgments), expected);
            let is_worse = |one: &TreeHash| records.iter().any(|other| {
                let judgment = judgments.get(other).and_then(|others| others.get(one));
                judgment == Some(&Judgment::FirstIsBetter)
            });
            let worse: HashSet<TreeHash> = records.iter().copied().filter(is_worse).collect();
            prop_assert_eq!(find_worse(&records, &judgments), worse);
        }
    }
}
