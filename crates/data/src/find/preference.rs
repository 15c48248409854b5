//! The sources that somebody prefers.

use crate::model::Source;
use crate::store::{Store, StoreError, StoredSource};

/// The first of these names of preferred sources that names no source of the database, if there is one.
///
/// # Errors
/// If the database cannot be read.
pub fn find_unknown_source<'a>(
    store: &Store,
    preferred: &'a [String],
) -> Result<Option<&'a str>, StoreError> {
    if preferred.is_empty() {
        return Ok(None);
    }
    let sources = store.sources()?;
    let is_unknown = |wanted: &&String| {
        let is_within = |source: &StoredSource| Source::is_within(&source.name, wanted);
        !sources.iter().any(is_within)
    };
    Ok(preferred.iter().find(is_unknown).map(String::as_str))
}
