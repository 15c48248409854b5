//! A database in a temporary folder, for commands that take files and leave the
//! user's database alone.

use std::sync::atomic::AtomicBool;

use gtn_db::Diagnostic;
use gtn_db::find::check_records;
use gtn_db::import::inputs::Inputs;
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::store::{ImportSession, Store};

use crate::cli::output::plural;
use crate::cli::output::progress::Progress;
use crate::cli::temporaries::TemporaryFolder;
use crate::cli::{Global, report};

/// An imported database that is deleted when it is dropped.
pub struct ScratchDatabase {
    pub store: Store,
    /// What the import reported.
    pub imported: Report,
    /// Dropped after the store, which keeps files open in it.
    _folder: TemporaryFolder,
}

impl ScratchDatabase {
    /// Imports inputs into a new database.
    pub fn import(inputs: Inputs, global: &Global) -> anyhow::Result<ScratchDatabase> {
        let folder = TemporaryFolder::create()?;
        let path = folder.path().join("gtn.db");
        let cancel = AtomicBool::new(false);
        let mut options = ImportOptions::new(&cancel);
        options.max_listed = import::MAX_LISTED;
        let progress = Progress::start_bytes(global, "Reading", inputs.total_bytes());
        let add = |bytes| progress.add(bytes);
        let imported = import::import(ImportSession::open(&path)?, inputs, options, &add)?;
        let store = Store::open(&path)?;
        Ok(ScratchDatabase { store, imported, _folder: folder })
    }

    /// The first ten of what the import skipped, and how many more there are, a line each.
    pub fn skipped(&self) -> impl Iterator<Item = String> {
        const SHOWN: usize = 10;
        let skipped = self.imported.diagnostics.iter().filter(|diagnostic| !diagnostic.is_kept());
        let lines = skipped
            .take(SHOWN)
            .map(|Diagnostic { location, message, .. }| format!("{location}: {message}"));
        let more = self.imported.skipped_items.saturating_sub(SHOWN as u64);
        let more = (more > 0).then(|| format!("and {} skipped", plural(more, "more tree or file")));
        lines.chain(more)
    }

    /// Prints [`skipped`](Self::skipped) on standard error.
    pub fn report_skipped(&self) {
        self.skipped().for_each(|line| report(&line));
    }
}

/// Checks the records of a database; see [`check_records`]. Shows a progress bar
/// with `has_bar`, which must be false when `visit` prints to the terminal.
pub fn check_with_progress(
    store: &Store,
    imported: &[Diagnostic],
    strict: bool,
    has_bar: bool,
    global: &Global,
    visit: impl FnMut(Diagnostic) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let records = Some(store.counts()?.records);
    let progress = has_bar.then(|| Progress::start(global, "Checking", records));
    let add = |checked| progress.iter().for_each(|progress| progress.add(checked));
    check_records(store, imported, strict, add, visit)
}
