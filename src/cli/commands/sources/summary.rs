//! What the list and the changes share: states and numbers of sources.

use gtn_db::import::{CheckDepth, PlaceState, check_places};
use gtn_db::store::SourceDetails;

use crate::cli::Global;
use crate::cli::output::plural;
use crate::cli::output::progress::Progress;

/// The states of sources, with a progress bar.
pub fn check(sources: &[SourceDetails], depth: CheckDepth, global: &Global) -> Vec<PlaceState> {
    let total = sources.iter().filter(|source| source.file.is_some()).count() as u64;
    let progress = Progress::start(global, "Checking sources", Some(total));
    check_places(sources, depth, &|count| progress.add(count))
}

/// `2 sources, 30 records, 1 game`.
pub fn summarize(sources: &[SourceDetails]) -> String {
    let records = sources.iter().map(|source| source.records).sum();
    let games = sources.iter().map(|source| source.games).sum();
    format!(
        "{}, {}, {}",
        plural(sources.len() as u64, "source"),
        plural(records, "record"),
        plural(games, "game")
    )
}
