//! The sources that `prefer` names.

use crate::find::find_unknown_source;
use crate::problem::Problem;
use crate::state::View;

/// Refuses a source to prefer that the database does not have.
pub(super) fn check_sources(view: &View<'_>, prefer: &[String]) -> Result<(), Problem> {
    find_unknown_source(view.store, prefer)?.map_or(Ok(()), |unknown| {
        let detail = format!("prefer: the database has no source `{unknown}`");
        Err(Problem::unprocessable(detail))
    })
}
