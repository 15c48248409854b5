//! A problem with all that an export writes of it.

use super::duplicates::Cluster;
use crate::model::{OtherTree, Problem};
use crate::store::{Store, StoreError, StoredPosition, StoredRecord};

/// Loads a problem with everything that is exported of it: `kept` is one of the records of
/// `cluster`, whose game tree is written. With `has_trees`, the game trees of the others are loaded
/// too, to merge their solutions.
///
/// # Errors
/// If the database cannot be read.
pub fn load_publication(
    store: &Store,
    position: &StoredPosition,
    cluster: &Cluster<'_>,
    kept: &StoredRecord,
    has_trees: bool,
) -> Result<Problem, StoreError> {
    let others = || cluster.records.iter().filter(|record| record.id != kept.id);
    let tree = |record: &&StoredRecord| -> Result<OtherTree, StoreError> {
        Ok(OtherTree {
            placement: record.placement,
            charset: record.charset.clone(),
            dialect: record.solution.as_ref().map(|solution| solution.dialect),
            sgf: store.sgf(record.id)?,
        })
    };
    let other_trees =
        if has_trees { others().map(tree).collect::<Result<_, _>>()? } else { Vec::new() };
    Ok(Problem {
        key: position.key,
        text: position.text.clone(),
        turn: cluster.turn,
        sgf: store.sgf(kept.id)?,
        placement: kept.placement,
        charset: kept.charset.clone(),
        dialect: kept.solution.as_ref().map(|solution| solution.dialect),
        kept: kept.at.clone(),
        others: others().map(|record| record.at.clone()).collect(),
        other_trees,
        replaced: Vec::new(),
        computed: None,
    })
}
