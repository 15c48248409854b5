//! The sources that `prefer` names.

use crate::model::Source;
use crate::problem::Problem;
use crate::state::View;

/// Refuses a source to prefer that the database does not have.
pub(super) fn check_sources(view: &View<'_>, prefer: &[String]) -> Result<(), Problem> {
    let sources = view.store.sources()?;
    let is_known =
        |wanted: &&String| sources.iter().any(|source| Source::is_within(&source.name, wanted));
    let unknown = prefer.iter().find(|wanted| !is_known(wanted));
    unknown.map_or(Ok(()), |unknown| {
        let detail = format!("prefer: the database has no source `{unknown}`");
        Err(Problem::unprocessable(detail))
    })
}
