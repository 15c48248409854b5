//! Checks every record of a database.

use crate::check;
use crate::model::Charset;
use crate::parallel::map_stream;
use crate::store::{Store, StoreError, StoredRecord};
use crate::{Diagnostic, Disposition, Fault};

/// Records that a thread checks at a time.
const BATCH: usize = 64;

/// A record and its game tree.
type Batch = Vec<(StoredRecord, Vec<u8>)>;

/// Checks every record of a database, in parallel, and returns what is wrong
/// with them, ordered by source, tree and offset.
///
/// `imported` holds the diagnostics of the import that filled the database, or
/// nothing. They are merged into the result; one that the check finds again is
/// listed once. With `strict` each game tree is also checked by
/// [`check::check_conformance`].
///
/// `progress` is called from any thread, with the number of records that were
/// checked since the last call.
///
/// # Errors
/// When the database cannot be read.
pub fn check_records(
    store: &Store,
    imported: &[Diagnostic],
    strict: bool,
    progress: impl Fn(u64) + Sync,
) -> Result<Vec<Diagnostic>, StoreError> {
    let mut diagnostics = imported.to_vec();
    let check_batch = |batch: Batch| {
        let found = batch.iter().flat_map(|(record, sgf)| check_record(record, sgf, strict));
        let found = found.collect::<Vec<Diagnostic>>();
        progress(batch.len() as u64);
        found
    };
    map_stream(
        check_batch,
        |found| diagnostics.extend(found),
        |emit| {
            let mut batch = Batch::with_capacity(BATCH);
            store.for_each_record(|record, sgf| {
                batch.push((record, sgf));
                if batch.len() == BATCH {
                    emit(std::mem::replace(&mut batch, Batch::with_capacity(BATCH)));
                }
            })?;
            emit(batch);
            Ok(())
        },
    )?;
    diagnostics.sort();
    diagnostics.dedup();
    Ok(diagnostics)
}

fn check_record(record: &StoredRecord, sgf: &[u8], strict: bool) -> Vec<Diagnostic> {
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
