//! A cluster of duplicates as a line of JSON.

use gtn_db::PositionKey;
use gtn_db::find::Cluster;
use gtn_db::store::StoredRecord;
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
}

impl ClusterJson {
    pub fn new(key: PositionKey, cluster: &Cluster<'_>) -> ClusterJson {
        let record = |record: &&StoredRecord| RecordJson {
            source: record.at.source.clone(),
            tree: record.at.tree,
            name: record.at.name.clone(),
            operation: record.at.symmetry.name(),
            turn: record.own_turn().name(),
        };
        ClusterJson {
            key: key.to_string(),
            turn: cluster.turn.name(),
            records: cluster.records.iter().map(record).collect(),
        }
    }
}
