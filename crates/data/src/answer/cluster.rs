//! A cluster of duplicates.

use serde::Serialize;

use crate::PositionKey;
use crate::find::{Cluster, find_copies};
use crate::store::{Store, StoreError, StoredRecord};

/// Records of the same problem or position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClusterJson {
    /// The key of the position.
    pub key: String,
    /// Who moves, in the colors of the canonical text.
    pub turn: &'static str,
    /// The records.
    pub records: Vec<ClusterRecordJson>,
}

/// A record of a cluster.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClusterRecordJson {
    /// The name of the source.
    pub source: String,
    /// The number of the game tree in the source, from 1.
    pub tree: u32,
    /// The rank of the problem in that tree, from 1.
    pub problem: u32,
    /// SGF's GN.
    pub name: Option<String>,
    /// Maps the record to the canonical text.
    pub operation: &'static str,
    /// Who moves, in the record's own colors.
    pub turn: &'static str,
    /// The number, from 1, of the first record with the same game tree.
    pub copy_of: Option<usize>,
}

impl ClusterJson {
    /// A cluster of records of the position with this key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn new(
        store: &Store,
        key: PositionKey,
        cluster: &Cluster<'_>,
    ) -> Result<ClusterJson, StoreError> {
        let copies = find_copies(store, &cluster.records)?;
        let record = |(record, copy): (&&StoredRecord, Option<usize>)| ClusterRecordJson {
            source: record.at.source.clone(),
            tree: record.at.tree,
            problem: record.at.problem,
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
