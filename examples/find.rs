//! Finds a position in a folder of problems, with the library only.
//!
//! ```text
//! cargo run --example find -- FOLDER POSITION [DISTANCE]
//! cargo run --example find -- problems '3x3|.O.X.....' 1
//! ```
//!
//! POSITION is an IGTN, which `gtn-db convert` makes from other notations.
//! Prints the records of the same problem or position and those that differ in
//! at most DISTANCE points (default 0).

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use gtn_db::find::{self, PositionIndex, PositionQuery};
use gtn_db::gtn::SubPosition;
use gtn_db::import::inputs::{Inputs, Limits};
use gtn_db::import::{self, ImportOptions};
use gtn_db::store::{ImportSession, Store};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (folder, position, distance) = match &arguments[..] {
        [folder, position] => (folder, position, 0),
        [folder, position, distance] => (folder, position, distance.parse()?),
        _ => return Err("usage: find FOLDER POSITION [DISTANCE]".into()),
    };
    let matches = find_in_folder(Path::new(folder), position, distance)?;
    matches.iter().for_each(|line| println!("{line}"));
    Ok(if matches.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// A line for each record in the folder that matches the position.
pub(crate) fn find_in_folder(
    folder: &Path,
    position: &str,
    distance: u8,
) -> Result<Vec<String>, Box<dyn Error>> {
    let position: SubPosition = position.parse()?;
    let query = PositionQuery::new(&position, None)?;

    // This database is temporary. One that is kept makes the next import fast,
    // because unchanged files are not read again.
    let temporary = tempfile::tempdir()?;
    let database = temporary.path().join("gtn.db");
    let inputs = Inputs::gather(&[folder.to_owned()], Limits::default())?;
    let cancel = AtomicBool::new(false);
    let mut options = ImportOptions::new(&cancel);
    options.max_listed = import::MAX_LISTED;
    let report = import::import(ImportSession::open(&database)?, inputs, options, &|_bytes| {})?;
    for diagnostic in report.diagnostics.iter().filter(|diagnostic| !diagnostic.is_kept()) {
        let location = &diagnostic.location;
        eprintln!("{}, tree {}: {}", location.source, location.tree, diagnostic.message);
    }

    let store = Store::open(&database)?;
    let index = PositionIndex::load(&store)?;
    let mut lines = Vec::new();
    for position in find::find_similar(&store, &index, &query, distance)? {
        for found in position.records {
            let (kind, at) = (found.matched.kind.name(), &found.matched.record.at);
            let distance = match position.distance {
                Some(points @ 1..) => format!(", distance {points}"),
                _ => String::new(),
            };
            lines.push(format!("{kind}{distance}: {}, tree {}", at.source, at.tree));
        }
    }
    Ok(lines)
}
