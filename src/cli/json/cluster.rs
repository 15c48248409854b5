//! A cluster of duplicates as a line of JSON.

use gtn_db::PositionKey;
use gtn_db::find::{Cluster, find_copies};
use gtn_db::store::{Store, StoreError, StoredRecord};
use serde::Serialize;

/// Records of the same problem or position.
#[derive(Serialize)]
pub struct ClusterJson {
    pub key: String,
    pub turn: &'static str,
    pub records: Vec<RecordJson>,
}

/// A record of a cluster.
#[derive(Serialize)]
pub struct RecordJson {
    pub source: String,
    pub tree: u32,
    pub name: Option<String>,
    pub operation: &'static str,
    pub turn: &'static str,
    /// The number, from 1, of the first record with the same game tree.
    pub copy_of: Option<usize>,
}

impl ClusterJson {
    /// # Errors
    /// If the database cannot be read.
    pub fn new(
        store: &Store,
        key: PositionKey,
        cluster: &Cluster<'_>,
    ) -> Result<ClusterJson, StoreError> {
        let copies = find_copies(store, &cluster.records)?;
        let record = |(record, copy): (&&StoredRecord, Option<usize>)| RecordJson {
            source: record.at.source.clone(),
            tree: record.at.tree,
            name: record.at.name.clone(),
            operation: record.at.symmetry.name(),
            turn: record.own_turn().name(),
            copy_of: copy.map(|index| index + 1),
        };
        Ok(ClusterJson {
            key: key.to_string(),
            turn: cluster.turn.name(),
            records: cluster.records.iter().zip(copies).map(record).collect(),
        })
    }
}
