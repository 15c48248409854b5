//! Searches of the solver that clients ask for: one at a time, each ended when its client goes away.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;
use tokio::task::spawn_blocking;

use super::lookup::KnownPosition;
use super::problem::Problem;
use super::state::App;
use super::text::texts;
use crate::abalone_lookup::KnownAbalone;
use crate::find::SolvableProblem;
use crate::solve::Limits;
use crate::store::StoredVerdict;

/// The most positions that a client may have searched for a problem: some minutes.
pub(super) const MAX_NODES: u64 = 16_000_000;

texts! { "server/solving": SOLVING, NO_VERDICT, OTHER_NODES }

/// Stops a search when the request that waits for it is dropped: its client has gone away.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// That a position of Abalone has no verdict.
pub(super) fn no_verdict() -> Problem {
    Problem::not_found(NO_VERDICT)
}

/// Solves the problems of a record, one for each side that may be to move, and stores the verdicts, as
/// `check --solve` does. A problem whose stored verdict cannot become better is left alone.
///
/// # Errors
/// 422 if `nodes` is not 1 to [`MAX_NODES`]; 404 without such a record; 409 while another search or an
/// import runs.
pub(super) async fn solve_record(
    app: Arc<App>,
    key: String,
    record: Option<usize>,
    nodes: u64,
) -> Result<(), Problem> {
    if !(1..=MAX_NODES).contains(&nodes) {
        return Err(Problem::unprocessable(OTHER_NODES.with(&[&MAX_NODES, &nodes])));
    }
    let permit = Arc::clone(&app.solving).try_acquire_owned();
    let permit = permit.map_err(|_| Problem::new(StatusCode::CONFLICT, SOLVING))?;
    let due = Arc::clone(&app).read(move |view| {
        if KnownAbalone::find(view.store, &key)?.is_some() {
            return Err(no_verdict());
        }
        let known = KnownPosition::find(view.store, &key)?;
        let (_, record) = known.record(view.store, record)?;
        let mut due = Vec::new();
        for problem in SolvableProblem::of_record(&known.position, record)? {
            if problem.is_due(view.store, nodes)? {
                due.push(problem);
            }
        }
        Ok(due)
    });
    let due = due.await?;
    if due.is_empty() {
        return Ok(());
    }
    let stop = StopOnDrop(Arc::default());
    let cancel = Arc::clone(&stop.0);
    let opener = Arc::clone(&app);
    // Not on a permit of the requests, which a long search would keep from all others.
    let search = move || {
        let _permit = permit; // until the search has ended, even if nobody waits for it
        drop(opener.begin_import()?); // nothing is searched that could not be stored
        let limits = Limits { nodes, cancel: Some(&cancel) };
        Ok(due.iter().map_while(|problem| problem.solve(&limits)).collect())
    };
    let failed = |error| Problem::internal(format!("a search failed: {error}"));
    let found: Result<Vec<StoredVerdict>, Problem> =
        spawn_blocking(search).await.map_err(failed)?;
    let found = found?;
    app.write_decisions(move |_, session| {
        found.iter().try_for_each(|verdict| session.put_verdict(verdict))?;
        Ok(())
    })
    .await
}
