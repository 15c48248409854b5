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

/// What a report lists of each kind at most, where a program asks for all.
pub const MOST_LISTED: usize = 100_000;

/// How an import is to go about it.
#[derive(Clone, Copy, Debug)]
pub struct ImportOptions<'a> {
    /// What game trees are to be taken for.
    pub taken: TreeOptions,
    /// How many things of each kind the report lists that were not taken as they
    /// stand.
    pub listed: usize,
    /// Set by another thread to end the import: what is finished is kept.
    pub cancel: &'a AtomicBool,
}

/// Imports all inputs, and tells what came of it.
///
/// `progress` is called with numbers of bytes that were read since the last
/// time; they add up to [`Inputs::total_bytes`].
///
/// # Errors
/// When the database cannot be read or written; whole sources that were
/// written before are kept. What is wrong with an input is no error: the
/// report lists it.
pub fn import(
    session: ImportSession,
    inputs: Inputs,
    options: ImportOptions<'_>,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Report, StoreError> {
    // Where nothing is, nothing need be asked for.
    let known = if session.is_empty()? { None } else { Some(session.reader()?) };
    std::thread::scope(|scope| {
        let (to_parsers, from_reader) = sync_channel(WAITING);
        let (to_writer, from_parsers) = sync_channel(WAITING);
        let reader = scope
            .spawn(move || reader::run(inputs, known.as_ref(), options, progress, &to_parsers));
        scope.spawn(move || {
            for group in from_reader {
                if to_writer.send(parser::group(group, options.taken)).is_err() {
                    break; // the writer has failed, and says so itself
                }
            }
        });
        let mut report = writer::run(session, from_parsers, options.listed)?;
        // One that panicked has not read all either.
        report.is_interrupted = reader.join().unwrap_or(true);
        Ok(report)
    })
}
