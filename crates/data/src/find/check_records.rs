//! Checks every record of a database.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::sync::{Mutex, PoisonError};

use crate::check;
use crate::model::Charset;
use crate::parallel::map_stream;
use crate::store::{Store, StoreError, StoredRecord};
use crate::{Diagnostic, Disposition, Fault};

/// Records that a thread checks at a time.
const BATCH: usize = 64;

/// A record and its game tree.
type Batch = Vec<(StoredRecord, Vec<u8>)>;

/// Checks every record of a database, in parallel, and calls `visit` on this
/// thread with each fault, ordered by source, tree and offset.
///
/// `imported` holds the diagnostics of the import that filled the database, or
/// nothing. They are visited too; one that the check finds again is visited
/// once. With `strict` each game tree is also checked by
/// [`check::check_conformance`].
///
/// `progress` is called from any thread, with the number of records that were
/// checked since the last call. Memory does not grow with the number of records
/// or faults.
///
/// # Errors
/// When the database cannot be read; those of `visit`.
pub fn check_records<E: From<StoreError>>(
    store: &Store,
    imported: &[Diagnostic],
    strict: bool,
    progress: impl Fn(u64) + Sync,
    visit: impl FnMut(Diagnostic) -> Result<(), E>,
) -> Result<(), E> {
    // The faults of the batches that have been checked, by the number of the batch.
    let checked: Mutex<BTreeMap<usize, Vec<Diagnostic>>> = Mutex::default();
    let take_next =
        |number: usize| checked.lock().unwrap_or_else(PoisonError::into_inner).remove(&number);
    let check_batch = |(number, batch): (usize, Batch)| {
        let found = batch.iter().flat_map(|(record, sgf)| check_record(record, sgf, strict));
        let mut found = found.collect::<Vec<Diagnostic>>();
        found.sort();
        progress(batch.len() as u64);
        (number, found)
    };
    let mut merge = Merge::new(imported, visit);
    let mut visited = 0; // batches
    map_stream(
        check_batch,
        |(number, found)| {
            checked.lock().unwrap_or_else(PoisonError::into_inner).insert(number, found);
        },
        |emit| {
            let mut numbers = 0..;
            let mut emit = |batch| emit((numbers.next().expect("numbers are endless"), batch));
            let mut batch = Batch::with_capacity(BATCH);
            for source in store.source_ids_by_name()? {
                let mut last = (0, 0);
                loop {
                    let records = store.records_of_source(source, last, BATCH)?;
                    let is_complete = records.len() < BATCH;
                    last = records.last().map_or(last, |(record, _)| (record.at.tree, record.id));
                    batch.extend(records);
                    if batch.len() >= BATCH {
                        emit(std::mem::take(&mut batch));
                        while let Some(found) = take_next(visited) {
                            merge.visit_found(found)?;
                            visited += 1;
                        }
                    }
                    if is_complete {
                        break;
                    }
                }
            }
            emit(batch);
            Ok::<(), E>(())
        },
    )?;
    while let Some(found) = take_next(visited) {
        merge.visit_found(found)?;
        visited += 1;
    }
    merge.finish()
}

/// Visits the diagnostics of an import together with the faults of a check.
struct Merge<'a, V> {
    /// In order, those that have not been visited.
    imported: Peekable<std::vec::IntoIter<&'a Diagnostic>>,
    last: Option<Diagnostic>,
    visit: V,
}

impl<'a, E, V: FnMut(Diagnostic) -> Result<(), E>> Merge<'a, V> {
    fn new(imported: &'a [Diagnostic], visit: V) -> Merge<'a, V> {
        let mut imported: Vec<&Diagnostic> = imported.iter().collect();
        imported.sort();
        Merge { imported: imported.into_iter().peekable(), last: None, visit }
    }

    /// Visits a diagnostic, unless it is the last one again.
    fn visit_one(&mut self, diagnostic: Diagnostic) -> Result<(), E> {
        if self.last.as_ref() == Some(&diagnostic) {
            return Ok(());
        }
        self.last = Some(diagnostic.clone());
        (self.visit)(diagnostic)
    }

    /// Visits faults in order, which come after those of earlier calls, and the
    /// diagnostics of the import before them.
    fn visit_found(&mut self, found: Vec<Diagnostic>) -> Result<(), E> {
        for fault in found {
            while let Some(imported) = self.imported.next_if(|&imported| *imported <= fault) {
                self.visit_one(imported.clone())?;
            }
            self.visit_one(fault)?;
        }
        Ok(())
    }

    /// Visits the remaining diagnostics of the import.
    fn finish(mut self) -> Result<(), E> {
        while let Some(imported) = self.imported.next() {
            self.visit_one(imported.clone())?;
        }
        Ok(())
    }
}

pub(super) fn check_record(record: &StoredRecord, sgf: &[u8], strict: bool) -> Vec<Diagnostic> {
    let charset = Charset::for_reading(record.charset.as_ref());
    let dialect = record.solution.as_ref().map(|solution| solution.dialect);
    let mut faults = check::check_tree(sgf, charset, dialect);
    if strict {
        faults.extend(check::check_conformance(sgf, charset));
    }
    let (source, tree) = (&record.at.source, record.at.tree);
    let locate = |fault: Fault| fault.locate(source, tree, record.offset, Disposition::Kept);
    faults.into_iter().map(locate).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Item, Location, Rule};

    fn diagnostic(number: u8) -> Diagnostic {
        let location =
            Location { source: String::new(), tree: number.into(), offset: 0, item: Item::Tree };
        let (rule, disposition) = (Rule::Syntax, Disposition::Kept);
        Diagnostic { location, rule, message: String::new(), disposition }
    }

    proptest! {
        #[test]
        fn diagnostics_are_visited_in_order_and_once(
            imported in prop::collection::vec(0_u8..30, 0..20),
            mut found in prop::collection::vec(0_u8..30, 0..20),
            batch in 1_usize..5,
        ) {
            found.sort_unstable();
            let mut expected: Vec<Diagnostic> =
                imported.iter().chain(&found).copied().map(diagnostic).collect();
            expected.sort();
            expected.dedup();
            let imported: Vec<Diagnostic> = imported.into_iter().map(diagnostic).collect();
            let mut visited = Vec::new();
            let visit = |diagnostic| {
                visited.push(diagnostic);
                Ok::<(), ()>(())
            };
            let mut merge = Merge::new(&imported, visit);
            for batch in found.chunks(batch) {
                merge.visit_found(batch.iter().copied().map(diagnostic).collect()).unwrap();
            }
            merge.finish().unwrap();
            prop_assert_eq!(visited, expected);
        }
    }
}
