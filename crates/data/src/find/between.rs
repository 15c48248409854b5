//! Duplicates between two groups of sources.

use std::collections::HashSet;

use super::duplicates::Cluster;
use crate::model::SourcePattern;
use crate::store::{SourceDetails, StoredRecord};

/// Two groups of sources. A source may be in both.
#[derive(Clone, Debug)]
pub struct SourcePair {
    /// The ids of the sources in each group.
    groups: [HashSet<i64>; 2],
}

impl SourcePair {
    /// The groups of sources that two patterns select.
    pub fn new(sources: &[SourceDetails], patterns: [&SourcePattern; 2]) -> SourcePair {
        let groups = patterns.map(|pattern| {
            let selected = sources.iter().filter(|source| source.is_selected(pattern));
            selected.map(|source| source.id).collect()
        });
        SourcePair { groups }
    }

    /// The numbers of sources in the groups.
    pub fn sizes(&self) -> [usize; 2] {
        [self.groups[0].len(), self.groups[1].len()]
    }

    /// Whether a record is from one of the groups.
    pub fn has(&self, record: &StoredRecord) -> bool {
        self.has_source(record.source_id)
    }

    /// Whether the source with an id is in one of the groups.
    pub fn has_source(&self, source: i64) -> bool {
        self.groups.iter().any(|group| group.contains(&source))
    }

    /// Whether a cluster has a record from the first group and another record
    /// from the second group.
    pub fn is_joined_by(&self, cluster: &Cluster<'_>) -> bool {
        self.is_joined_by_sources(cluster.records.iter().map(|record| record.source_id))
    }

    /// The same about a cluster whose records come from the sources with these ids.
    pub fn is_joined_by_sources(&self, sources: impl Iterator<Item = i64> + Clone) -> bool {
        let count =
            |group: &HashSet<i64>| sources.clone().filter(|source| group.contains(source)).count();
        let [first, second] = [&self.groups[0], &self.groups[1]].map(count);
        let all = sources.clone().filter(|&source| self.has_source(source)).count();
        // A single record in both groups is no duplicate.
        first > 0 && second > 0 && all > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::{Identity, cluster_records};
    use crate::store::Store;
    use crate::{extract, model};

    #[test]
    fn a_cluster_joins_groups_if_it_has_a_record_of_each() {
        let store = Store::open_in_memory().unwrap();
        let mut session = store.begin_import().unwrap();
        for (number, name) in (1..).zip(["a/1.sgf", "a/2.sgf", "b/1.sgf", "c/1.sgf"]) {
            let source = model::Source {
                name: name.to_owned(),
                file: None,
                place: [number; 16],
                hash: [number; 16],
                bytes: 1,
                tree_options: model::TreeOptions::default(),
            };
            let record =
                extract::extract_line("3x3|X........", extract::TreeLocation::FIRST).unwrap();
            let id = session.insert_source(&source, None, 1, 0).unwrap();
            session.write_records(&[(id, record)]).unwrap();
        }
        session.commit().unwrap();
        drop(session);
        let sources = store.source_details().unwrap();
        let joins = |one: &str, other: &str| {
            let patterns = [one.parse().unwrap(), other.parse().unwrap()];
            let pair = SourcePair::new(&sources, [&patterns[0], &patterns[1]]);
            let mut records = store.records(1).unwrap();
            records.retain(|record| pair.has(record));
            let position = store.position_by_id(1).unwrap().unwrap();
            cluster_records(&position, &records, Identity::Problem)
                .iter()
                .any(|cluster| pair.is_joined_by(cluster))
        };
        assert!(joins("a", "b"));
        assert!(joins("a", "a"));
        assert!(joins("b", "*"));
        assert!(!joins("b", "b"));
        assert!(!joins("a", "nothing"));
    }
}
