//! Searches for near positions that go on after the request that began them.
//!
//! Pairs that differ in one point are found in linear time, all others by comparing the positions
//! with each other: half a minute for 200,000. A thread compares them, one search at a time, while
//! requests list the pairs that differ in one point. It ends early when nobody asks for its pairs.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};
use std::{ptr, thread};

use super::database::lock;
use super::problem::{Problem, describe};
use crate::find::{PositionIndex, find_all_near_pairs};
use crate::similarity::NearPair;

/// How long a request waits for the end of a search, which a small database reaches.
const PATIENCE: Duration = Duration::from_millis(300);

/// How long a search goes on after the last request for its pairs.
const ABANDONED: Duration = Duration::from_secs(15);

/// The search that runs, or the last one.
#[derive(Debug, Default)]
pub(super) struct NearSearches(Mutex<Option<Arc<NearSearch>>>);

/// A search among some positions.
#[derive(Debug)]
pub(super) struct NearSearch {
    k: u8,
    /// Held by the thread alone, so that the memory is free after the search.
    positions: Weak<PositionIndex>,
    /// The number of positions that were compared with all others.
    compared: AtomicU64,
    /// When a request asked last.
    asked: Mutex<Instant>,
    /// `None` until the end.
    end: Mutex<Option<Result<(), Problem>>>,
    has_ended: Condvar,
}

impl NearSearches {
    /// The search for the pairs of these positions that differ in at most `k` points. It begins
    /// unless it runs already, and passes the pairs to `keep`. `None` while another search runs.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub(super) fn begin(
        &self,
        k: u8,
        positions: &Arc<PositionIndex>,
        keep: impl FnOnce((Vec<NearPair>, bool)) -> Result<(), Problem> + Send + 'static,
    ) -> Result<Option<Arc<NearSearch>>, Problem> {
        let mut last = lock(&self.0);
        if let Some(search) = last.as_ref().filter(|search| lock(&search.end).is_none()) {
            let is_this =
                search.k == k && ptr::eq(search.positions.as_ptr(), Arc::as_ptr(positions));
            if is_this {
                *lock(&search.asked) = Instant::now();
            }
            return Ok(is_this.then(|| Arc::clone(search)));
        }
        let search = Arc::new(NearSearch {
            k,
            positions: Arc::downgrade(positions),
            compared: AtomicU64::new(0),
            asked: Mutex::new(Instant::now()),
            end: Mutex::new(None),
            has_ended: Condvar::new(),
        });
        let (running, positions) = (Arc::clone(&search), Arc::clone(positions));
        let run = move || {
            let ending = Ending(&running);
            let end = running.compare(&positions).map_or(Ok(()), keep);
            drop(positions);
            *lock(&ending.0.end) = Some(end);
        };
        let spawned = thread::Builder::new().name("near".to_owned()).spawn(run);
        spawned.map_err(|error| Problem::internal(describe(&error)))?;
        *last = Some(Arc::clone(&search));
        Ok(Some(search))
    }
}

impl NearSearch {
    /// Finds the pairs; `None` if nobody waits for them any more.
    fn compare(&self, positions: &PositionIndex) -> Option<(Vec<NearPair>, bool)> {
        let advance = |count| {
            self.compared.fetch_add(count, Ordering::Relaxed);
            lock(&self.asked).elapsed() < ABANDONED
        };
        find_all_near_pairs(positions, self.k, advance)
    }

    /// The number of positions that were compared with all others.
    pub(super) fn compared(&self) -> u64 {
        self.compared.load(Ordering::Relaxed)
    }

    /// Waits a little for the end. Returns whether the search has ended.
    ///
    /// # Errors
    /// Those of the search.
    pub(super) fn wait(&self) -> Result<bool, Problem> {
        let end = lock(&self.end);
        let end = self.has_ended.wait_timeout_while(end, PATIENCE, |end| end.is_none());
        let (end, _) = end.unwrap_or_else(PoisonError::into_inner);
        Ok(end.clone().transpose()?.is_some())
    }
}

/// Ends a search for those who wait, even if its thread panics.
struct Ending<'a>(&'a NearSearch);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        let failed = || Err(Problem::internal("the search for near positions panicked"));
        lock(&self.0.end).get_or_insert_with(failed);
        self.0.has_ended.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::mpsc;

    use super::*;
    use crate::store::Store;
    use crate::tests::import_files;

    fn load_positions(folder: &Path) -> Arc<PositionIndex> {
        let file = folder.join("a.sgf");
        let problems = "(;SZ[9]AB[aa][bb]AW[cc])(;SZ[9]AB[aa][bb]AW[cc][ca][ac])";
        std::fs::write(&file, problems).unwrap();
        import_files(folder, &[file]);
        Arc::new(PositionIndex::load(&Store::open(&folder.join("gtn.db")).unwrap()).unwrap())
    }

    #[test]
    fn one_search_runs_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let positions = load_positions(folder.path());
        let searches = NearSearches::default();
        let (release, released) = mpsc::channel::<()>();
        let keep = move |(pairs, has_more): (Vec<NearPair>, bool)| {
            assert_eq!((pairs.len(), has_more), (1, false));
            released.recv().unwrap();
            Ok(())
        };
        let unused = |_| panic!("a search for these positions runs");
        let search = searches.begin(2, &positions, keep).unwrap().unwrap();
        assert!(!search.wait().unwrap());
        assert!(searches.begin(3, &positions, unused).unwrap().is_none());
        let same = searches.begin(2, &positions, unused).unwrap().unwrap();
        assert!(Arc::ptr_eq(&same, &search));
        release.send(()).unwrap();
        while !search.wait().unwrap() {}
        assert_eq!(search.compared(), 2);
        assert_eq!(Arc::strong_count(&positions), 1);
        let failing = |_| Err(Problem::busy());
        let next = searches.begin(3, &positions, failing).unwrap().unwrap();
        let failed = loop {
            match next.wait() {
                Ok(has_ended) => assert!(!has_ended),
                Err(failed) => break failed,
            }
        };
        assert_eq!(failed.status, 503);
    }

    #[test]
    fn a_search_that_nobody_asks_about_ends() {
        let folder = tempfile::tempdir().unwrap();
        let positions = load_positions(folder.path());
        let searched = |asked| NearSearch {
            k: 2,
            positions: Arc::downgrade(&positions),
            compared: AtomicU64::new(0),
            asked: Mutex::new(asked),
            end: Mutex::default(),
            has_ended: Condvar::new(),
        };
        let now = Instant::now();
        assert!(searched(now).compare(&positions).is_some());
        assert!(searched(now.checked_sub(ABANDONED).unwrap()).compare(&positions).is_none());
    }
}
