//! A cluster of duplicates of Abalone.

use serde::Serialize;

use super::family::FAMILY;
use super::record::own_turn;
use crate::PositionKey;
use crate::find::abalone::{Cluster, read_problem};
use crate::store::{Store, StoreError, StoredAbaloneProblem};

/// Records of the same problem or position of Abalone.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterJson {
    /// `abalone`.
    pub family: &'static str,
    /// The key of the position.
    pub key: String,
    /// Who moves, in the colors of the canonical text.
    pub turn: &'static str,
    /// The marbles lost by X and by O of the canonical text, such as `5-4`; null if unknown.
    pub lost: Option<String>,
    /// The records.
    pub records: Vec<ClusterRecordJson>,
}

/// A record of a cluster.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterRecordJson {
    /// The name of the source.
    pub source: String,
    /// The number in the source, from 1: of the line, the APGN or the puzzle.
    pub number: u32,
    /// The name.
    pub name: Option<String>,
    /// The form in which the source has the problem.
    pub form: &'static str,
    /// Maps the record to the canonical text.
    pub operation: &'static str,
    /// Who moves, in the record's own colors.
    pub turn: &'static str,
    /// The marbles lost by Black and by White of the record; null if unknown.
    pub lost: Option<String>,
    /// The number, from 1, of the first record with the same text.
    pub copy_of: Option<usize>,
}

impl ClusterJson {
    /// A cluster of records of the position with this key.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn new(
        store: &Store,
        key: PositionKey,
        cluster: &Cluster<'_>,
    ) -> Result<ClusterJson, StoreError> {
        let record = |(record, copy): (&&StoredAbaloneProblem, Option<usize>)| {
            let setup = read_problem(store, record)?.setup;
            Ok(ClusterRecordJson {
                source: record.source.clone(),
                number: record.number,
                name: record.name.clone(),
                form: record.form.name(),
                operation: record.symmetry.name(),
                turn: own_turn(record, &setup).name(),
                lost: setup.lost.map(|lost| lost.to_string()),
                copy_of: copy.map(|index| index + 1),
            })
        };
        let records = cluster.records.iter().zip(cluster.find_copies()).map(record);
        Ok(ClusterJson {
            family: FAMILY,
            key: key.to_string(),
            turn: cluster.identity.turn.name(),
            lost: cluster.identity.lost.map(|lost| lost.to_string()),
            records: records.collect::<Result<_, StoreError>>()?,
        })
    }
}
