//! What the benchmarks share.
#![allow(dead_code, reason = "each benchmark uses its part")]

pub mod abalone_games;
pub mod collection;
pub mod random;
pub mod samples;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use gtn_db::import::{self, inputs};
use gtn_db::store::ImportSession;

/// Imports a file or folder inside this process.
pub fn import(database: &Path, paths: &[PathBuf]) {
    let session = ImportSession::open(database).expect("a new database");
    let inputs =
        inputs::Inputs::gather(paths, inputs::Limits::default()).expect("paths that exist");
    let cancel = AtomicBool::new(false);
    import::import(session, inputs, import::ImportOptions::new(&cancel), &|_| ())
        .expect("an import");
}
