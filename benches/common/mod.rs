//! What the benchmarks share.
#![allow(dead_code, reason = "each benchmark uses its part")]

#[path = "../../examples/abalone/games.rs"]
pub mod abalone_games;
pub mod collection;
pub mod command;
#[path = "../../examples/abalone/random.rs"]
pub mod random;
pub mod real_games;
pub mod samples;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use gtn_db::import::{self, inputs};
use gtn_db::store::ImportSession;

/// Makes paths of arguments relative to the project's folder. Cargo starts a benchmark of the package
/// gtn-db-benches in `benches/`.
pub fn enter_project() -> io::Result<()> {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Imports a file or folder inside this process.
pub fn import(database: &Path, paths: &[PathBuf]) {
    let session = ImportSession::open(database).expect("a new database");
    let inputs =
        inputs::Inputs::gather(paths, inputs::Limits::default()).expect("paths that exist");
    let cancel = AtomicBool::new(false);
    import::import(session, inputs, import::ImportOptions::new(&cancel), &|_| ())
        .expect("an import");
}
