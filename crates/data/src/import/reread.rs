//! The records of a database, read again from their stored game trees.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::extract::{TreeLocation, extract_stored_record};
use crate::model::Record;
use crate::store::{Difference, ImportSession, RecordRow, StoreError};

/// The number of records that are read and committed together.
const ROWS_PER_COMMIT: usize = 4_096;

/// What [`reread_records`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reread {
    /// The records that were read again.
    pub records: u64,
    /// Those of them that changed: in the side to move, in how it is known, in
    /// the dialect, or in the solution.
    pub changed: u64,
    /// Those that accept other first moves than before.
    pub answers: u64,
    /// Those with another side to move than before.
    pub turns: u64,
    /// The records that were left as they are, because their rows were altered
    /// or damaged.
    pub damaged: u64,
    /// Whether all records were read again. If the work was canceled, the next
    /// call reads all records.
    pub is_complete: bool,
}

/// Reads all records of a database again from their stored game trees, on all
/// threads, and updates those whose side to move, dialect, solution or answers
/// are other ones by the current rules. The files are not needed.
///
/// Changes are committed on the way, and the
/// [reading](crate::store::Store::reading) of the database at the end, so a run
/// that was canceled or killed can be repeated. `progress` is called with the
/// number of records that were read since its last call.
///
/// # Errors
/// If the database cannot be read or written.
pub fn reread_records(
    session: &mut ImportSession,
    cancel: &AtomicBool,
    progress: &dyn Fn(u64),
) -> Result<Reread, StoreError> {
    reread_pages(session, ROWS_PER_COMMIT, cancel, progress)
}

fn reread_pages(
    session: &mut ImportSession,
    page: usize,
    cancel: &AtomicBool,
    progress: &dyn Fn(u64),
) -> Result<Reread, StoreError> {
    let mut reread = Reread::default();
    let mut next = Some(i64::MIN);
    while let Some(first) = next {
        if cancel.load(Ordering::Relaxed) {
            return Ok(reread);
        }
        let rows = session.record_rows_from(first, page)?;
        let read = rows.len() as u64;
        next = rows.last().and_then(|row| id(row).checked_add(1));
        let outcomes: Vec<Outcome> = rows.into_par_iter().map(read_again).collect();
        for outcome in outcomes {
            reread.apply(outcome, session)?;
        }
        session.commit()?;
        progress(read);
    }
    session.set_current_reading()?;
    session.commit()?;
    reread.is_complete = true;
    Ok(reread)
}

/// The id of a row.
fn id(row: &Result<RecordRow, Difference>) -> i64 {
    match row {
        Ok(row) => row.record.id,
        Err(difference) => difference.row.parse().expect("the id of a record is a number"),
    }
}

/// A record that was read again.
enum Outcome {
    Same,
    Damaged,
    Changed { id: i64, derived: Box<Record>, has_new_answers: bool, has_new_turn: bool },
}

fn read_again(row: Result<RecordRow, Difference>) -> Outcome {
    let Ok(row) = row else { return Outcome::Damaged };
    let stored = &row.record;
    let dialect = stored.solution.as_ref().map(|solution| solution.dialect);
    let location = TreeLocation { tree: stored.at.tree, offset: stored.offset };
    let charset = stored.charset.as_ref();
    let Some(derived) = extract_stored_record(&row.sgf, charset, location, dialect) else {
        return Outcome::Damaged;
    };
    // The solution is on the canonical board, which no reading changes.
    let has_same_board = (&derived.text, derived.symmetry, derived.placement)
        == (&row.text, stored.at.symmetry, stored.placement);
    if !has_same_board {
        return Outcome::Damaged;
    }
    let has_new_answers = row.answers.as_deref().unwrap_or_default() != derived.answers;
    let has_new_turn = stored.turn != derived.turn;
    let is_same = !has_new_turn
        && stored.turn_source == derived.turn_source
        && row.answers.as_ref() == Some(&derived.answers)
        && stored.solution.as_ref().is_some_and(|solution| {
            solution.dialect == derived.dialect && solution.encode() == derived.solution
        });
    if is_same {
        return Outcome::Same;
    }
    Outcome::Changed { id: stored.id, derived: Box::new(derived), has_new_answers, has_new_turn }
}

impl Reread {
    /// Counts a record, and writes what changed.
    fn apply(&mut self, outcome: Outcome, session: &mut ImportSession) -> Result<(), StoreError> {
        match outcome {
            Outcome::Same => self.records += 1,
            Outcome::Changed { id, derived, has_new_answers, has_new_turn }
                if session.update_reading(id, &derived)? =>
            {
                self.records += 1;
                self.changed += 1;
                self.answers += u64::from(has_new_answers);
                self.turns += u64::from(has_new_turn);
            }
            Outcome::Changed { .. } | Outcome::Damaged => self.damaged += 1,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::extract::{Extracted, extract_tree};
    use crate::import::inputs::{Inputs, Limits};
    use crate::import::{ImportOptions, import};
    use crate::model::TreeOptions;
    use crate::sgf::detect_charset;
    use crate::store::Store;

    /// The same position with another answer and another side to move.
    const TREE: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab]TE[1])";
    const AS_READ_BEFORE: &str = "(;SZ[9]AB[aa][ba]AW[ca]PL[W];W[bb]TE[1])";

    #[test]
    fn a_canceled_run_is_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let [path, file] = ["x.db", "1.sgf"].map(|name| folder.path().join(name));
        std::fs::write(&file, TREE.repeat(3)).unwrap();
        let inputs = Inputs::gather(&[file], Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs, options, &|_| ()).unwrap();

        let tree = AS_READ_BEFORE.as_bytes();
        let charset = detect_charset(tree);
        let before = extract_tree(tree, charset, TreeLocation::FIRST, TreeOptions::default()).0;
        let Extracted::Problem(before) = before else { panic!() };
        let mut session = ImportSession::open(&path).unwrap();
        for id in 1..=3 {
            assert!(session.update_reading(id, &before).unwrap());
        }
        session.commit().unwrap();
        let connection = Connection::open(&path).unwrap();
        connection.execute("UPDATE database SET reading = 1", []).unwrap();
        let store = Store::open(&path).unwrap();
        let answers = || {
            let mut answers = Vec::new();
            let add = |row: Result<RecordRow, _>| answers.extend(row.unwrap().answers);
            store.for_each_record_row(add).unwrap();
            answers.join(" ")
        };
        assert_eq!(answers(), "bb bb bb");

        let stop = |_| cancel.store(true, Ordering::Relaxed);
        let first = reread_pages(&mut session, 1, &cancel, &stop).unwrap();
        assert_eq!((first.changed, first.is_complete), (1, false));
        assert_eq!((answers().as_str(), store.reading().unwrap()), ("ab bb bb", 1));
        cancel.store(false, Ordering::Relaxed);
        let second = reread_pages(&mut session, 2, &cancel, &|_| ()).unwrap();
        let expected =
            Reread { records: 3, changed: 2, answers: 2, turns: 2, damaged: 0, is_complete: true };
        assert_eq!(second, expected);
        assert_eq!((answers().as_str(), store.reading().unwrap()), ("ab ab ab", 2));
        assert_eq!(store.check_rows().unwrap(), []);
    }
}
