//! A database in a temporary folder, for commands that take files and leave the
//! user's database alone.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::bail;
use gtn_db::import::inputs::{Inputs, Limits};
use gtn_db::import::{self, ImportOptions, Report};
use gtn_db::store::Store;
use tempfile::TempDir;

/// An imported database that is deleted when it is dropped.
pub struct ScratchDatabase {
    pub store: Store,
    /// What the import reported.
    pub imported: Report,
    /// Dropped after the store, which holds files in it.
    _folder: TempDir,
}

impl ScratchDatabase {
    /// Imports files, folders and archives into a new database.
    pub fn import(paths: &[PathBuf]) -> anyhow::Result<ScratchDatabase> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("gtn.db");
        let options = ImportOptions {
            taken: Default::default(),
            listed: import::MOST_LISTED,
            cancel: &AtomicBool::new(false),
        };
        let inputs = Inputs::gather(paths, Limits::default());
        let imported = import::import(Store::import(&path)?, inputs, options, &|_| ())?;
        if imported.is_interrupted {
            bail!("the import of the files was interrupted");
        }
        let store = Store::open(&path)?;
        Ok(ScratchDatabase { store, imported, _folder: folder })
    }
}
