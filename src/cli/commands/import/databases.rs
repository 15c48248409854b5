//! Other databases of gtn-db among the paths to import.

use std::path::{Path, PathBuf};

use gtn_db::import::{ImportOptions, Report, merge_database};
use gtn_db::store::{ImportSession, OtherDatabase, StoreError};

use crate::cli::Global;
use crate::cli::output::progress::Progress;

/// Opens the databases among the paths, to be merged into the one at `target`.
/// Returns them and the other paths.
///
/// # Errors
/// If an SQLite file is not a database of gtn-db that can be merged.
pub fn open(
    paths: &[PathBuf],
    target: &Path,
) -> Result<(Vec<OtherDatabase>, Vec<PathBuf>), StoreError> {
    let (databases, files): (Vec<_>, Vec<_>) =
        paths.iter().cloned().partition(|path| OtherDatabase::is_database(path));
    let open = |path: PathBuf| OtherDatabase::open(&path, target);
    Ok((databases.into_iter().map(open).collect::<Result<_, _>>()?, files))
}

/// Merges databases, one after the other. The tally is that of the session.
///
/// # Errors
/// If a database cannot be read or written.
pub fn merge(
    session: &mut ImportSession,
    databases: Vec<OtherDatabase>,
    options: ImportOptions<'_>,
    global: &Global,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    for database in databases {
        let counts = database.counts()?;
        let total = counts.records + counts.games;
        let progress = Progress::start(global, "Merging", Some(total));
        let merged = merge_database(session, &database, options, &|rows| progress.add(rows))?;
        report.append(merged);
        if report.is_interrupted {
            break;
        }
    }
    Ok(report)
}
