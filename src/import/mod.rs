//! Bringing files into the database.
//!
//! Three stages run side by side, with little between them, so that memory
//! does not grow with what is imported:
//!
//! ```text
//!   reader ────────→ parsers ───────────→ writer
//!   one thread:      all cores:           one thread:
//!   files, archives  trees to records     SQLite, whole sources
//! ```
//!
//! The order of the inputs is kept throughout: the database is the same with
//! any number of threads.

pub mod inputs;
mod json;
mod parser;
mod reader;
mod report;
mod stage;
mod writer;

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::sync_channel;

pub use report::Report;

use crate::model::TreeOptions;
use crate::store::{ImportSession, StoreError};
use inputs::Inputs;

/// Groups of work that may wait between two stages.
const WAITING: usize = 2;

/// [`ImportOptions::max_listed`] for a report to a program.
pub const MAX_LISTED: usize = 100_000;

/// Options of [`import`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ImportOptions<'a> {
    /// How game trees are read.
    pub tree_options: TreeOptions,
    /// How many diagnostics of each rule [`Report::diagnostics`] lists.
    pub max_listed: usize,
    /// Another thread sets the flag to end the import early. What was finished
    /// is kept.
    pub cancel: &'a AtomicBool,
}

impl<'a> ImportOptions<'a> {
    /// The default options: each tree decides what it is, all variations are
    /// kept, and ten diagnostics of each rule are listed.
    pub fn new(cancel: &'a AtomicBool) -> ImportOptions<'a> {
        ImportOptions { tree_options: TreeOptions::default(), max_listed: 10, cancel }
    }
}

/// Imports all inputs and reports what was added and what was not.
///
/// `progress` is called with the number of bytes that were read since its last
/// call. These numbers add up to [`Inputs::total_bytes`].
///
/// # Errors
/// If the database cannot be read or written. Sources that were committed
/// before are kept. A fault in an input is not an error but a diagnostic in the
/// report.
///
/// # Example
/// ```
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
/// let inputs = Inputs::gather(&[file], Limits::default());
/// let cancel = AtomicBool::new(false);
/// let options = ImportOptions::new(&cancel);
/// let report = import(store.begin_import()?, inputs, options, &|_bytes| ())?;
///
/// assert_eq!(report.tally.records, 1);
/// assert_eq!(store.counts()?.records, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn import(
    session: ImportSession,
    inputs: Inputs,
    options: ImportOptions<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, StoreError> {
    let known = session.open_reader()?;
    std::thread::scope(|scope| {
        let (to_parsers, from_reader) = sync_channel(WAITING);
        let (to_writer, from_parsers) = sync_channel(WAITING);
        let reader = scope
            .spawn(move || reader::run(inputs, known.as_ref(), options, progress, &to_parsers));
        scope.spawn(move || {
            for group in from_reader {
                if to_writer.send(parser::group(group, options.tree_options)).is_err() {
                    break; // the writer has failed, and says so itself
                }
            }
        });
        let mut report = writer::run(session, from_parsers, options.max_listed)?;
        // One that panicked has not read all either.
        report.is_interrupted = reader.join().unwrap_or(true);
        Ok(report)
    })
}
