//! The three stages of an import, connected.

use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::thread::{self, Scope, ScopedJoinHandle};

use super::comments::index_left_comments;
use super::cores::index_cores;
use super::error::ImportError;
use super::inputs::Inputs;
use super::options::ImportOptions;
use super::place::name_inputs;
use super::reader::ReadEnd;
use super::report::Report;
use super::writer::Written;
use super::{parser, reader, writer};
use crate::store::{ImportSession, StoreError};

/// The number of groups of items that may wait between two stages.
const QUEUE: usize = 2;

/// Imports all inputs and reports what was added and what was not.
///
/// `progress` is called with the number of bytes that were read since its last
/// call. These numbers add up to [`Inputs::total_bytes`].
///
/// # Errors
/// If the database cannot be read or written, or a name for standard
/// input or a renamed file is taken. Sources that were committed before are kept. A fault in an input is not an error but a diagnostic in the
/// report.
///
/// # Example
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use std::sync::atomic::AtomicBool;
///
/// use gtn_db::import::inputs::{Inputs, Limits};
/// use gtn_db::import::{ImportOptions, import};
/// use gtn_db::store::Store;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("1.sgf");
/// std::fs::write(&file, "(;SZ[9]AB[aa][ba]AW[ca];B[ab])")?;
///
/// let store = Store::open_in_memory()?;
/// let inputs = Inputs::gather(&[file], Limits::default())?;
/// let cancel = AtomicBool::new(false);
/// let options = ImportOptions::new(&cancel);
/// let report = import(store.begin_import()?, inputs, options, &|_bytes| ())?;
///
/// assert_eq!(report.tally.records, 1);
/// assert_eq!(store.counts()?.records, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(
    mut session: ImportSession,
    mut inputs: Inputs,
    options: ImportOptions<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, ImportError> {
    if let Some(started) = options.started {
        session.set_started(started);
    }
    let missing = name_inputs(&mut inputs, &session)?;
    let known = session.open_reader()?;
    thread::scope(|scope| {
        let (to_parser, from_reader) = sync_channel(QUEUE);
        let (to_writer, from_parser) = sync_channel(QUEUE);
        let read = move || {
            reader::run(inputs, known.as_ref(), options, progress, &mut |group| {
                match to_parser.send(group) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()), // the parser has ended
                }
            })
        };
        let reader = spawn(scope, "reader", read)?;
        let parse = move || {
            for group in from_reader {
                if to_writer.send(parser::parse_group(group)).is_err() {
                    break; // the writer failed and returns the error
                }
            }
        };
        // Without a parser the reader finds its channel closed and ends.
        let parser = spawn(scope, "parser", parse)?;
        let written = writer::run(session, from_parser, options.max_listed);
        let read = join(reader, "reader");
        let parsed = join(parser, "parser");
        let written = written?;
        parsed?;
        Ok(finish(written, read??, &missing, options.prune)?)
    })
}

/// Completes the report, removes what is gone if that is wanted, and ends the
/// session. `missing` has the ids of files that do not exist any more.
fn finish(
    written: Written,
    read: ReadEnd,
    missing: &[i64],
    prune: bool,
) -> Result<Report, StoreError> {
    let Written { mut session, mut report, mut gone } = written;
    report.is_interrupted = read.is_interrupted;
    report.passed_over = read.passed_over;
    if !report.is_interrupted {
        for &file in missing {
            // Those that are left: the others were found at another place.
            let left = session.sources_of_file(file, i64::MAX)?;
            gone.extend(left.into_iter().map(|source| (source.id, source.name)));
        }
        if prune {
            session.remove_sources(gone.keys().copied())?;
            session.commit()?;
        }
        report.gone = gone.into_values().collect();
        index_cores(&mut session)?;
        index_left_comments(&mut session)?;
    }
    report.tally = session.finish()?;
    Ok(report)
}

/// Starts a thread of the import.
fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    name: &'static str,
    run: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, ImportError> {
    let thread = thread::Builder::new().spawn_scoped(scope, run);
    thread.map_err(|source| ImportError::Thread { thread: name, source })
}

/// Waits for the end of a thread. A panic becomes an error.
fn join<T>(thread: ScopedJoinHandle<'_, T>, name: &'static str) -> Result<T, ImportError> {
    thread.join().map_err(|payload| ImportError::from_panic(name, &*payload))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::import::inputs::Limits;
    use crate::store::Store;

    fn import_files(
        store: &Store,
        files: &[&str],
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Report, ImportError> {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> =
            (0..files.len()).map(|number| folder.path().join(format!("{number}.sgf"))).collect();
        for (path, text) in paths.iter().zip(files) {
            std::fs::write(path, text).unwrap();
        }
        let inputs = Inputs::gather(&paths, Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        import(store.begin_import().unwrap(), inputs, ImportOptions::new(&cancel), progress)
    }

    const PROBLEM: &str = "(;SZ[9]AB[aa][ba]AW[ca];B[ab])";
    const GAME: &str = "(;SZ[9];B[aa];W[bb])";

    #[test]
    fn problems_games_and_faults_are_reported() {
        let store = Store::open_in_memory().unwrap();
        let report = import_files(&store, &[PROBLEM, GAME, "junk"], &|_| ()).unwrap();
        let tally = &report.tally;
        assert_eq!((tally.records, tally.games, tally.sources), (1, 1, 2));
        assert_eq!((report.diagnostics.len(), report.skipped_items), (1, 1));
        assert!(!report.is_interrupted);
        let counts = store.counts().unwrap();
        assert_eq!((counts.records, counts.games), (1, 1));
    }

    #[test]
    fn a_panic_of_the_reader_is_an_error_and_no_interruption() {
        let store = Store::open_in_memory().unwrap();
        let error = import_files(&store, &[PROBLEM], &|_| panic!("out of cheese")).unwrap_err();
        assert_eq!(error.to_string(), "a bug in gtn-db: the reader panicked: out of cheese");
        // The next import works.
        assert!(import_files(&store, &[PROBLEM], &|_| ()).is_ok());
    }

    #[test]
    fn a_panic_of_any_thread_is_an_error() {
        thread::scope(|scope| {
            let number = 7;
            let panicking = scope.spawn(move || panic!("number {number}"));
            let error = join::<()>(panicking, "parser").unwrap_err();
            assert_eq!(error.to_string(), "a bug in gtn-db: the parser panicked: number 7");
            assert_eq!(join(scope.spawn(|| 7), "parser").unwrap(), 7);
        });
    }

    #[test]
    fn a_database_that_cannot_be_read_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.db");
        let sgf = folder.path().join("1.sgf");
        std::fs::write(&sgf, PROBLEM).unwrap();
        let inputs = || Inputs::gather(std::slice::from_ref(&sgf), Limits::default()).unwrap();
        let cancel = AtomicBool::new(false);
        let options = ImportOptions::new(&cancel);
        import(ImportSession::open(&path).unwrap(), inputs(), options, &|_| ()).unwrap();
        let session = ImportSession::open(&path).unwrap();
        rusqlite::Connection::open(&path)
            .unwrap()
            .execute_batch("ALTER TABLE source RENAME COLUMN place TO elsewhere")
            .unwrap();
        let error = import(session, inputs(), options, &|_| ()).unwrap_err();
        assert!(matches!(error, ImportError::Store(_)), "{error}");
    }
}
