//! The sources that `--prefer` names.

use anyhow::bail;
use gtn_db::model::Source;
use gtn_db::store::{Store, StoredSource};

/// Refuses names of sources that the database does not have.
pub fn check(store: &Store, prefer: &[String]) -> anyhow::Result<()> {
    let sources = store.sources()?;
    for wanted in prefer {
        let is_known = |source: &StoredSource| Source::is_within(&source.name, wanted);
        if !sources.iter().any(is_known) {
            bail!("--prefer: the database has no source `{wanted}`");
        }
    }
    Ok(())
}
