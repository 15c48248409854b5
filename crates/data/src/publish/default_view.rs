//! How a record is drawn unless somebody wants another view: on the board that `export` writes.

use crate::export::{ExportOptions, choose_symmetry, names_places};
use crate::find::{Cluster, Decisions, Identity, load_publication};
use crate::go::Symmetry;
use crate::store::{RightsList, Store, StoreError, StoredPosition, StoredRecord};

/// The operation that maps the board of a record onto the board that `export` writes of its problem without
/// options: pages, pictures and files show one orientation and the same colors.
///
/// A record whose comments or names mention places on the board is not turned, unless it is the one that is
/// exported. `records` are all those of the position; a record of several problems is drawn as in the first.
///
/// # Errors
/// If the database cannot be read.
pub fn find_default_view(
    store: &Store,
    decisions: &Decisions,
    position: &StoredPosition,
    records: &[StoredRecord],
    record: &StoredRecord,
) -> Result<Symmetry, StoreError> {
    let clusters = decisions.cluster_records(store, position, records, Identity::Problem)?;
    let has_record = |cluster: &&Cluster<'_>| cluster.records.iter().any(|one| one.id == record.id);
    let first = clusters.iter().filter(has_record).min_by_key(|one| (one.first().id, one.turn));
    let alone = || Cluster { turn: record.turn, records: vec![record], worse: Vec::new() };
    choose_default_view(store, position, first.unwrap_or(&alone()), record)
}

/// As [`find_default_view`], for a record of a problem whose records are known.
///
/// # Errors
/// If the database cannot be read.
pub fn choose_default_view(
    store: &Store,
    position: &StoredPosition,
    cluster: &Cluster<'_>,
    record: &StoredRecord,
) -> Result<Symmetry, StoreError> {
    let load = |record: &StoredRecord| {
        let alone = Cluster { records: vec![record], worse: Vec::new(), ..*cluster };
        load_publication(store, position, &alone, record, false, &RightsList::default())
    };
    let kept = cluster.choose_representative(&[]);
    let exported = choose_symmetry(&load(kept)?, &ExportOptions::default());
    if kept.id == record.id {
        return Ok(exported);
    }
    let view = record.at.symmetry.then(kept.at.symmetry.inverse()).then(exported);
    let is_turned = ![Symmetry::IDENTITY, Symmetry::NEGATIVE].contains(&view);
    Ok(if is_turned && names_places(&load(record)?) { Symmetry::IDENTITY } else { view })
}
