//! Clusters of records: the same problem of Abalone from several places.

use std::collections::{BTreeSet, HashMap};

use crate::PositionKey;
use crate::find::Identity;
use crate::model::{AbaloneIdentity, Source, Turn};
use crate::store::{Store, StoreError, StoredAbaloneProblem};

/// A position with its records, in the order of import.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionRecords {
    /// The key of the position.
    pub key: PositionKey,
    /// The records, at least one.
    pub records: Vec<StoredAbaloneProblem>,
}

/// Records of the same problem, or of the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cluster<'a> {
    /// The side to move and the marbles lost, in the colors of the canonical text. With
    /// [`Identity::Position`], what all records agree on.
    pub identity: AbaloneIdentity,
    /// The records in the order of import, at least one.
    pub records: Vec<&'a StoredAbaloneProblem>,
}

/// Loads the positions with the records that fulfill a condition, in the order in which the first
/// of these records were imported. All texts are in memory then.
///
/// # Errors
/// If the database cannot be read.
pub fn load_positions(
    store: &Store,
    mut is_selected: impl FnMut(&StoredAbaloneProblem) -> bool,
) -> Result<Vec<PositionRecords>, StoreError> {
    let mut places: HashMap<PositionKey, usize> = HashMap::new();
    let mut positions: Vec<PositionRecords> = Vec::new();
    for problem in store.abalone_problems()? {
        if !is_selected(&problem) {
            continue;
        }
        let key = problem.key;
        let place = *places.entry(key).or_insert(positions.len());
        if place == positions.len() {
            positions.push(PositionRecords { key, records: Vec::new() });
        }
        positions[place].records.push(problem);
    }
    Ok(positions)
}

/// Groups the records of one position by their problems, in the order of
/// [`AbaloneIdentity::find_problems`].
///
/// A record joins the cluster of every problem with which it [agrees](AbaloneIdentity::agrees): one
/// that does not say who is to move may be any of the problems.
pub fn cluster_records(records: &[StoredAbaloneProblem], identity: Identity) -> Vec<Cluster<'_>> {
    if records.is_empty() {
        return Vec::new();
    }
    let identities: BTreeSet<AbaloneIdentity> =
        records.iter().map(StoredAbaloneProblem::identity).collect();
    if identity == Identity::Position {
        let identity = find_common(&identities);
        return vec![Cluster { identity, records: records.iter().collect() }];
    }
    let cluster = |identity: AbaloneIdentity| Cluster {
        identity,
        records: records.iter().filter(|record| record.identity().agrees(identity)).collect(),
    };
    AbaloneIdentity::find_problems(&identities).map(cluster).collect()
}

/// The clusters without those that have the same records as one before.
pub fn distinct_clusters(clusters: Vec<Cluster<'_>>) -> Vec<Cluster<'_>> {
    let mut seen = BTreeSet::new();
    let ids = |cluster: &Cluster<'_>| -> Vec<i64> {
        cluster.records.iter().map(|record| record.id).collect()
    };
    clusters.into_iter().filter(|cluster| seen.insert(ids(cluster))).collect()
}

/// What the records say that say anything; unknown where they contradict each other.
fn find_common(identities: &BTreeSet<AbaloneIdentity>) -> AbaloneIdentity {
    let turns = identities.iter().map(|one| one.turn).filter(|&turn| turn != Turn::Unknown);
    let turns: BTreeSet<Turn> = turns.collect();
    let losses: BTreeSet<_> = identities.iter().filter_map(|one| one.lost).collect();
    AbaloneIdentity {
        turn: if turns.len() == 1 {
            turns.into_iter().next().unwrap_or_default()
        } else {
            Turn::Unknown
        },
        lost: if losses.len() == 1 { losses.into_iter().next() } else { None },
    }
}

impl<'a> Cluster<'a> {
    /// The record that was imported first.
    pub fn first(&self) -> &'a StoredAbaloneProblem {
        self.records.first().expect("a cluster has at least one record")
    }

    /// The number of records besides the one to keep.
    pub fn redundant(&self) -> u64 {
        self.records.len() as u64 - 1
    }

    /// The index of the first record with the same text, for each record whose text an earlier one
    /// has.
    pub fn find_copies(&self) -> Vec<Option<usize>> {
        let mut first: HashMap<&str, usize> = HashMap::new();
        let records = self.records.iter().enumerate();
        let copy = |(index, record): (usize, &&'a StoredAbaloneProblem)| {
            let original = *first.entry(&record.source_text).or_insert(index);
            (original < index).then_some(original)
        };
        records.map(copy).collect()
    }

    /// Chooses the record to keep: one that says as much as any of the problem, then one from a
    /// preferred source (in the order of `prefer`), then the one that was imported first.
    ///
    /// A source is preferred when `prefer` names the source, its file, or a folder or archive that
    /// contains it.
    pub fn choose_representative(&self, prefer: &[String]) -> &'a StoredAbaloneProblem {
        let rank = |record: &StoredAbaloneProblem| {
            let is_in = |wanted: &String| Source::is_within(&record.source, wanted);
            let preferred = prefer.iter().position(is_in).unwrap_or(prefer.len());
            (record.identity() != self.identity, preferred, record.id)
        };
        let best = self.records.iter().copied().min_by_key(|record| rank(record));
        best.expect("a cluster has at least one record")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abalone::{Lost, Symmetry};
    use crate::model::AbaloneForm;

    fn record(id: i64, source: &str, turn: Turn, lost: Option<(u8, u8)>) -> StoredAbaloneProblem {
        let problem = crate::extract::abalone::read_line("0a1_0a2i9", 1, 0).unwrap();
        StoredAbaloneProblem {
            id,
            source_id: 1,
            source: source.to_owned(),
            number: 1,
            offset: 0,
            form: AbaloneForm::Kaawa,
            name: None,
            key: problem.key,
            text: problem.text,
            symmetry: Symmetry::IDENTITY,
            turn,
            lost: lost.map(|(x, o)| Lost::new(x, o).unwrap()),
            source_text: format!("text of {source}"),
        }
    }

    fn ids(cluster: &Cluster<'_>) -> Vec<i64> {
        cluster.records.iter().map(|record| record.id).collect()
    }

    #[test]
    fn records_that_know_less_join_every_problem_they_agree_with() {
        let records = [
            record(1, "a", Turn::Black, Some((1, 0))),
            record(2, "a", Turn::Unknown, None),
            record(3, "b", Turn::White, None),
            record(4, "b", Turn::Black, None),
        ];
        let found = cluster_records(&records, Identity::Problem);
        let members: Vec<Vec<i64>> = found.iter().map(ids).collect();
        assert_eq!(members, [vec![1, 2, 4], vec![2, 3]]);
        assert_eq!(found[0].identity, records[0].identity());
        assert_eq!(found[1].choose_representative(&[]).id, 3, "record 2 says less");
        let found = cluster_records(&records, Identity::Position);
        assert_eq!((found.len(), ids(&found[0])), (1, vec![1, 2, 3, 4]));
        assert_eq!(
            (found[0].identity.turn, found[0].identity.lost),
            (Turn::Unknown, Lost::new(1, 0))
        );
        assert_eq!(cluster_records(&[], Identity::Problem), []);
    }

    #[test]
    fn clusters_with_the_same_records_are_one() {
        let records =
            [record(1, "a", Turn::Black, None), record(2, "b", Turn::Unknown, Some((1, 0)))];
        let found = cluster_records(&records, Identity::Problem);
        assert_eq!(found.len(), 2, "neither is known better");
        assert_eq!(distinct_clusters(found).len(), 1);
    }

    #[test]
    fn different_losses_are_different_problems() {
        let records =
            [record(1, "a", Turn::Black, Some((0, 0))), record(2, "b", Turn::Black, Some((1, 0)))];
        let found = cluster_records(&records, Identity::Problem);
        assert!(found.len() == 2 && found.iter().all(|cluster| cluster.redundant() == 0));
    }

    #[test]
    fn copies_and_preferred_sources() {
        let records = [
            record(1, "old/x.txt", Turn::Black, None),
            record(2, "new/x.txt", Turn::Black, None),
            record(3, "old/x.txt", Turn::Black, None),
        ];
        let cluster = &cluster_records(&records, Identity::Problem)[0];
        assert_eq!(cluster.find_copies(), [None, None, Some(0)]);
        assert_eq!(cluster.choose_representative(&[]).id, 1);
        assert_eq!(cluster.choose_representative(&["new".to_owned()]).id, 2);
    }
}
