//! A problem with all that an export writes of it.

use super::duplicates::Cluster;
use crate::model::{Charset, OtherTree, Problem, RecordRights};
use crate::sgf::GameTree;
use crate::sgf::value::decode_simple_text;
use crate::store::{RightsList, Store, StoreError, StoredPosition, StoredRecord};

/// Loads a problem with everything that is exported of it: `kept` is one of the records of
/// `cluster`, whose game tree is written. With `has_trees`, the game trees of the others are loaded
/// too, to merge their solutions. `rights` are those of all sources.
///
/// # Errors
/// If the database cannot be read.
pub fn load_publication(
    store: &Store,
    position: &StoredPosition,
    cluster: &Cluster<'_>,
    kept: &StoredRecord,
    has_trees: bool,
    rights: &RightsList,
) -> Result<Problem, StoreError> {
    let others = || cluster.records.iter().filter(|record| record.id != kept.id);
    let sgf = store.sgf(kept.id)?;
    let mut all_rights = vec![find_rights(kept, &sgf, rights)];
    let mut other_trees = Vec::new();
    for record in others() {
        let sgf = store.sgf(record.id)?;
        all_rights.push(find_rights(record, &sgf, rights));
        if has_trees {
            other_trees.push(OtherTree {
                placement: record.placement,
                charset: record.charset.clone(),
                dialect: record.solution.as_ref().map(|solution| solution.dialect),
                sgf,
            });
        }
    }
    Ok(Problem {
        key: position.key,
        text: position.text.clone(),
        turn: cluster.turn,
        sgf,
        placement: kept.placement,
        charset: kept.charset.clone(),
        dialect: kept.solution.as_ref().map(|solution| solution.dialect),
        kept: kept.at.clone(),
        others: others().map(|record| record.at.clone()).collect(),
        other_trees,
        rights: all_rights,
        replaced: Vec::new(),
        computed: None,
    })
}

/// The rights of a record: what people set for its source, and CP, AN and SO of the root of its tree.
fn find_rights(record: &StoredRecord, sgf: &[u8], list: &RightsList) -> RecordRights {
    let tree = GameTree::read(sgf, Charset::for_reading(record.charset.as_ref()));
    let text = |name: &[u8; 2]| {
        let text = decode_simple_text(tree.root()?.get(name)?, tree.charset());
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    };
    RecordRights {
        set: list.find(&record.at.source).map(|rights| rights.text.clone()),
        copyright: text(b"CP"),
        annotator: text(b"AN"),
        origin: text(b"SO"),
    }
}
