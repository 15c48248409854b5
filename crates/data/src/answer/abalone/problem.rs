//! A problem of Abalone of a collection.

use serde::Serialize;

use super::family::FAMILY;
use super::record::own_turn;
use crate::Color;
use crate::PositionKey;
use crate::find::abalone::{Cluster, read_problem};
use crate::store::{Store, StoreError};

/// A problem of Abalone, as in the first of the records that say most of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = AbaloneProblemJson))]
pub struct ProblemJson {
    /// `abalone`.
    pub family: &'static str,
    /// The key of the position.
    pub key: String,
    /// Who moves, in the colors of the record shown.
    pub turn: &'static str,
    /// Who moves, in the colors of the canonical text.
    pub canonical_turn: &'static str,
    /// The marbles lost by Black and by White of the record shown; null if unknown.
    pub lost: Option<String>,
    /// The marbles on the board of the record shown: black ones, white ones.
    pub marbles: [u8; 2],
    /// The number of selected records.
    pub records: usize,
    /// The number of sources of these records.
    pub sources: usize,
    /// The form of the record shown.
    pub form: &'static str,
    /// The name of its source.
    pub source: String,
    /// Its number in the source, from 1.
    pub number: u32,
    /// Its name.
    pub name: Option<String>,
}

impl ProblemJson {
    /// A problem with its selected records.
    ///
    /// # Errors
    /// If the database is damaged.
    pub fn new(
        store: &Store,
        key: PositionKey,
        cluster: &Cluster<'_>,
    ) -> Result<ProblemJson, StoreError> {
        let shown = cluster.choose_representative(&[]);
        let setup = read_problem(store, shown)?.setup;
        let mut sources: Vec<i64> = cluster.records.iter().map(|record| record.source_id).collect();
        sources.sort_unstable();
        sources.dedup();
        Ok(ProblemJson {
            family: FAMILY,
            key: key.to_string(),
            turn: own_turn(shown, &setup).name(),
            canonical_turn: cluster.identity.turn.name(),
            lost: setup.lost.map(|lost| lost.to_string()),
            marbles: Color::ALL.map(|color| setup.board.count(color)),
            records: cluster.records.len(),
            sources: sources.len(),
            form: shown.form.name(),
            source: shown.source.clone(),
            number: shown.number,
            name: shown.name.clone(),
        })
    }
}
