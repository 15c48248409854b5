//! What an import brought: which problems are new, and which contradict what was there.

use super::conflicts::visit_conflicts;
use super::decisions::Decisions;
use crate::PositionKey;
use crate::model::Occurrence;
use crate::solution::Conflict;
use crate::store::{Store, StoreError};

/// The problems of some sources beside those of all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedProblems {
    /// The first positions that no other source has, each with a record.
    pub new: Vec<(PositionKey, Occurrence)>,
    /// The number of such positions.
    pub new_positions: usize,
    /// The first problems whose records contradict each other or have no answer in common, one of the
    /// sources among them, each with a record of the sources.
    pub contradicting: Vec<(PositionKey, Conflict, Occurrence)>,
    /// The number of such problems.
    pub contradictions: usize,
}

/// Compares the problems of sources with those of all others; lists up to `limit` of a kind, in the order
/// of their places. Takes time
/// linear in the records of the positions that the sources have.
///
/// # Errors
/// If the database cannot be read.
pub fn find_imported(
    store: &Store,
    sources: &[i64],
    limit: usize,
) -> Result<ImportedProblems, StoreError> {
    let mut found = ImportedProblems::default();
    let decisions = Decisions::load(store)?;
    for id in store.positions_of_sources(sources)? {
        let Some(position) = store.position_by_id(id)? else { continue };
        let records = store.records(id)?;
        let is_own = |source: i64| sources.contains(&source);
        let Some(own) = records.iter().find(|record| is_own(record.source_id)) else { continue };
        let (key, at) = (position.key, own.at.clone());
        if records.iter().all(|record| is_own(record.source_id)) {
            found.new_positions += 1;
            if found.new.len() < limit {
                found.new.push((key, at.clone()));
            }
        }
        if records.len() < 2 {
            continue;
        }
        let positions = std::iter::once(Ok((position, records)));
        visit_conflicts(store, &decisions, positions, |_, _, comparison| {
            let groups = || comparison.groups.iter().flat_map(|group| &group.records);
            let conflict = comparison.conflict.filter(|conflict| conflict.is_grave());
            let own = groups().find(|record| is_own(record.source_id));
            if let (Some(conflict), Some(own)) = (conflict, own) {
                found.contradictions += 1;
                if found.contradicting.len() < limit {
                    found.contradicting.push((key, conflict, own.at.clone()));
                }
            }
            Ok::<(), StoreError>(())
        })?;
    }
    let place = |at: &Occurrence| (at.source.clone(), at.tree, at.problem);
    found.new.sort_by_cached_key(|(_, at)| place(at));
    found.contradicting.sort_by_cached_key(|(_, _, at)| place(at));
    Ok(found)
}
