//! `gtn-db dups --between`: the two groups of sources.

use gtn_db::find::SourcePair;
use gtn_db::model::SourcePattern;
use gtn_db::store::Store;

use crate::cli::error::CommandError;

/// The sources that two patterns select.
///
/// # Errors
/// If a pattern selects no source.
pub fn select(store: &Store, patterns: &[SourcePattern]) -> anyhow::Result<SourcePair> {
    let [one, other] = patterns else { unreachable!("--between takes two values") };
    let pair = SourcePair::new(&store.source_details()?, [one, other]);
    for (size, pattern) in pair.sizes().into_iter().zip(patterns) {
        if size == 0 {
            let pattern = pattern.as_str();
            return Err(CommandError::new(format!("--between: no source matches `{pattern}`"))
                .with_hint("`gtn-db sources` lists all sources")
                .into());
        }
    }
    Ok(pair)
}
