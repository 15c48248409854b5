//! How far exports are that a page asks about while the browser waits for the file.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

/// The most exports that are remembered.
const KEPT: usize = 16;

/// The last exports that have a name.
#[derive(Debug, Default)]
pub(super) struct Exports(Mutex<VecDeque<(String, Arc<Counts>)>>);

/// How far an export is.
#[derive(Debug, Default)]
struct Counts {
    is_writing: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    is_written: AtomicBool,
    has_ended: AtomicBool,
}

/// An export that goes on. It has ended when this is dropped.
#[derive(Debug, Default)]
pub(super) struct RunningExport(Arc<Counts>);

/// How far an export is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(super) struct ExportStateJson {
    pub(super) state: ExportState,
    /// The number of positions that were read, or of problems that were made ready.
    pub(super) done: u64,
    /// The number of all of them; 0 as long as it is not known.
    pub(super) total: u64,
}

/// What an export does, and how it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub(super) enum ExportState {
    /// It chooses the problems.
    Choosing,
    /// It makes the problems ready and sends them.
    Writing,
    /// The file was sent.
    Done,
    /// The export was refused or broken off.
    Failed,
}

impl Exports {
    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Counts>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an export, which has a name if somebody wants to ask about it.
    pub(super) fn begin(&self, name: Option<String>) -> RunningExport {
        let counts = Arc::<Counts>::default();
        if let Some(name) = name {
            let mut exports = self.lock();
            exports.retain(|(other, _)| *other != name);
            if exports.len() == KEPT {
                exports.pop_front();
            }
            exports.push_back((name, Arc::clone(&counts)));
        }
        RunningExport(counts)
    }

    /// How far the export with a name is, if it is remembered.
    pub(super) fn find(&self, name: &str) -> Option<ExportStateJson> {
        let exports = self.lock();
        let (_, counts) = exports.iter().find(|(other, _)| other == name)?;
        let load = |count: &AtomicU64| count.load(Ordering::Acquire);
        let is = |flag: &AtomicBool| flag.load(Ordering::Acquire);
        let state = match (is(&counts.has_ended), is(&counts.is_written)) {
            (true, true) => ExportState::Done,
            (true, false) => ExportState::Failed,
            (false, _) if is(&counts.is_writing) => ExportState::Writing,
            (false, _) => ExportState::Choosing,
        };
        Some(ExportStateJson { state, done: load(&counts.done), total: load(&counts.total) })
    }
}

impl RunningExport {
    /// One more of all positions was read.
    pub(super) fn has_read(&self, total: u64) {
        self.0.total.store(total, Ordering::Release);
        self.0.done.fetch_add(1, Ordering::AcqRel);
    }

    /// The problems were chosen.
    pub(super) fn has_chosen(&self, total: usize) {
        self.0.done.store(0, Ordering::Release);
        self.0.total.store(total as u64, Ordering::Release);
        self.0.is_writing.store(true, Ordering::Release);
    }

    /// One more problem was made ready.
    pub(super) fn has_made_one(&self) {
        self.0.done.fetch_add(1, Ordering::AcqRel);
    }

    /// The whole file was sent.
    pub(super) fn has_written(&self) {
        self.0.is_written.store(true, Ordering::Release);
    }
}

impl Drop for RunningExport {
    fn drop(&mut self) {
        self.0.has_ended.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_is_choosing_then_writing_then_done_or_failed() {
        let exports = Exports::default();
        let state = |name: &str| exports.find(name).map(|one| (one.state, one.done, one.total));
        let running = exports.begin(Some("a".to_owned()));
        running.has_read(9);
        assert_eq!(state("a"), Some((ExportState::Choosing, 1, 9)));
        running.has_chosen(2);
        running.has_made_one();
        assert_eq!(state("a"), Some((ExportState::Writing, 1, 2)));
        running.has_written();
        drop(running);
        assert_eq!(state("a"), Some((ExportState::Done, 1, 2)));
        drop(exports.begin(Some("b".to_owned())));
        assert_eq!(state("b"), Some((ExportState::Failed, 0, 0)));
        for number in 0..KEPT {
            exports.begin(Some(number.to_string()));
        }
        assert_eq!((state("a"), state("0").is_some()), (None, true));
    }
}
