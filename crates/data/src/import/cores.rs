//! The index of candidates for problems with the same core, filled after the records are written.

use rayon::prelude::*;

use crate::extract::extract_core;
use crate::store::{CoreRow, ImportSession, StoreError};

/// The number of records that are read and committed together.
const ROWS_PER_COMMIT: usize = 4_096;

/// Adds the records to the index that are not there yet. A row that is damaged has no patterns.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_cores(session: &mut ImportSession) -> Result<(), StoreError> {
    loop {
        let rows = session.core_rows_to_index(ROWS_PER_COMMIT)?;
        if rows.is_empty() {
            return Ok(());
        }
        let patterns: Vec<(i64, Vec<u32>)> = rows.par_iter().map(read_patterns).collect();
        session.index_cores(&patterns)?;
        session.commit()?;
    }
}

fn read_patterns(row: &CoreRow) -> (i64, Vec<u32>) {
    let CoreRow { record, text, symmetry, turn, placement, solution, .. } = row;
    let problem = extract_core(text, *symmetry, placement, *turn, solution);
    (*record, problem.map_or_else(Vec::new, |problem| problem.indexed_patterns()))
}
