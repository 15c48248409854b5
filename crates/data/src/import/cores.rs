//! The index of candidates for problems with the same core, filled after the records are written.

use rayon::prelude::*;

use crate::extract::extract_core;
use crate::similarity::NO_ANSWER;
use crate::store::{CoreRow, ImportSession, StoreError};

/// The number of records that are read and committed together.
const ROWS_PER_COMMIT: usize = 4_096;

/// Adds the records to the index of candidates for cores that are not there yet. A row that is damaged has no
/// moves there. Commits after every few thousand records, and goes on where an earlier run ended.
///
/// # Errors
/// If the database cannot be read or written.
pub fn index_cores(session: &mut ImportSession) -> Result<(), StoreError> {
    if !session.begin_core_index(NO_ANSWER)? {
        return Ok(());
    }
    loop {
        let rows = session.core_rows_to_index(ROWS_PER_COMMIT)?;
        if rows.is_empty() {
            break;
        }
        let moves: Vec<(i64, Vec<(u32, i64)>)> = rows.par_iter().map(read_moves).collect();
        session.index_cores(&moves)?;
        session.commit()?;
    }
    session.end_core_index()?;
    session.commit()
}

fn read_moves(row: &CoreRow) -> (i64, Vec<(u32, i64)>) {
    let CoreRow { record, text, symmetry, turn, placement, solution, .. } = row;
    let problem = extract_core(text, *symmetry, placement, *turn, solution);
    (*record, problem.map_or_else(Vec::new, |problem| problem.indexed_moves()))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::sync::atomic::AtomicBool;

    use rusqlite::Connection;

    use super::*;
    use crate::import::inputs::{Inputs, Limits};
    use crate::import::{ImportOptions, import};
    use crate::store::{CoreRows, Store};

    /// A database of three problems, the second one with an answer.
    fn database(folder: &Path) -> PathBuf {
        let [path, file] = ["x.db", "a.sgf"].map(|name| folder.join(name));
        let text = "(;AB[aa][ba]AW[ca])(;AB[aa]AW[ca]PL[B];B[ab]TE[1])(;AB[aa][bb]AW[ca])";
        std::fs::write(&file, text).unwrap();
        let inputs = Inputs::gather(&[file], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs, options, &|_| ()).unwrap();
        path
    }

    #[test]
    fn the_rarest_patterns_are_those_that_fit_and_at_least_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = database(folder.path());
        let rows = "(7, 1, 0), (7, 2, 0), (7, 3, 0), (8, 2, 0), (9, 1, 0), (9, 3, 0)";
        let sql =
            format!("DELETE FROM core; INSERT INTO core (pattern, record, around) VALUES {rows}");
        Connection::open(&path).unwrap().execute_batch(&sql).unwrap();
        let store = Store::open(&path).unwrap();
        let records = |patterns: &[u32], count| {
            let mut records = Vec::new();
            let rows = CoreRows::WithRarest(patterns, count);
            store.for_each_core_row(rows, |row| records.push(row.record)).unwrap();
            records
        };
        assert_eq!(records(&[6, 7, 8, 9, 9], 3), [1, 2, 3], "those of 8 and 9");
        assert_eq!(records(&[7, 8, 9], 2), [2], "those of 8");
        assert_eq!(records(&[7, 9], 1), [1], "the first one of 9, the rarest");
        assert_eq!(records(&[7], 2), [1, 2]);
        assert!(records(&[6], 2).is_empty());
    }

    #[test]
    fn records_without_an_answer_are_indexed_unread() {
        let folder = tempfile::tempdir().unwrap();
        let path = database(folder.path());
        let store = Store::open(&path).unwrap();
        let mut session = ImportSession::open(&path).unwrap();
        assert!(!session.begin_core_index(NO_ANSWER).unwrap(), "all records are indexed");

        let indexed = || {
            let (mut patterns, mut unanswered) = (Vec::new(), Vec::new());
            store.for_each_indexed_core(|row| patterns.push(row.unwrap().1)).unwrap();
            let rows = CoreRows::WithPatterns(&[NO_ANSWER]);
            store.for_each_core_row(rows, |row| unanswered.push(row.record)).unwrap();
            assert_eq!(unanswered, [1, 3]);
            patterns
        };
        let before = indexed();
        Connection::open(&path).unwrap().execute("DELETE FROM core_state", []).unwrap();
        assert!(session.begin_core_index(NO_ANSWER).unwrap());
        let read: Vec<i64> =
            session.core_rows_to_index(9).unwrap().iter().map(|row| row.record).collect();
        assert_eq!(read, [2], "only what may have an answer is read");
        index_cores(&mut session).unwrap();
        assert_eq!(indexed(), before);
    }
}
