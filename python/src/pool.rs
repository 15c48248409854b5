//! Threads of a single call.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Rows that a thread processes at a time, and the most rows of a returned batch.
pub const ROWS: usize = 1 << 14;

/// How often a wait for a thread looks for Ctrl-C.
pub const SIGNAL_PERIOD: Duration = Duration::from_millis(100);

/// Game trees are deep.
const STACK_BYTES: usize = 16 << 20;

thread_local! {
    /// On a thread of a pool, whether nobody waits for its work any more.
    static IS_CANCELLED: RefCell<Arc<AtomicBool>> = RefCell::default();
}

/// Whether nobody waits for the work of this thread any more, so that it may end with any result.
pub fn is_cancelled() -> bool {
    IS_CANCELLED.with_borrow(|flag| flag.load(Ordering::Relaxed))
}

/// The flag of [`is_cancelled`], for work that looks at one.
pub fn cancel_flag() -> Arc<AtomicBool> {
    IS_CANCELLED.with_borrow(Arc::clone)
}

/// Runs `work` without the interpreter lock on threads of its own, which end with the call. After
/// Ctrl-C the call ends at once, and the threads when they look at [`is_cancelled`].
///
/// Nothing ever runs on rayon's global pool: its threads are missing in a forked process, where the
/// first use would wait for them forever.
///
/// # Errors
/// `ValueError` if `threads` is 0; `RuntimeError` if the system has no thread to give;
/// `KeyboardInterrupt` or what else a signal handler raises.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let flag = Arc::new(AtomicBool::new(false));
    let pool = build(threads, &flag)?;
    let (sender, receiver) = sync_channel(1);
    let receiver = Mutex::new(receiver);
    pool.spawn(move || {
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work))); // after Ctrl-C nobody waits
    });
    loop {
        let received = py.detach(|| {
            // A receiver may move between threads, but not be shared.
            receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNAL_PERIOD)
        });
        match received {
            Ok(result) => return Ok(result.unwrap_or_else(|panic| resume_unwind(panic))),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| {
                flag.store(true, Ordering::Relaxed);
            })?,
            Err(RecvTimeoutError::Disconnected) => {
                unreachable!("the work sends its result or panic")
            }
        }
    }
}

/// Threads that end when their work is done and the pool is dropped: as many as asked, but no more
/// than the CPUs that the process may use.
///
/// # Errors
/// `ValueError` if `threads` is 0; `RuntimeError` if the system has no thread to give.
pub fn build(threads: usize, is_cancelled: &Arc<AtomicBool>) -> PyResult<ThreadPool> {
    if threads == 0 {
        return Err(PyValueError::new_err("threads: at least 1 is needed"));
    }
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let flag = Arc::clone(is_cancelled);
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads.min(most))
        .stack_size(STACK_BYTES)
        .start_handler(move |_| IS_CANCELLED.set(Arc::clone(&flag)))
        .build();
    pool.map_err(|error| PyRuntimeError::new_err(format!("threads: {error}")))
}

/// Maps pieces of at most `size` values, on all threads of the pool; the results are in order.
/// Stops when the call [is cancelled](is_cancelled).
pub fn map_pieces<V: Sync, T: Send>(
    values: &[V],
    size: usize,
    map: impl Fn(&[V]) -> T + Sync + Send,
) -> Vec<T> {
    let map = |piece| (!is_cancelled()).then(|| map(piece));
    values.par_chunks(size).map(map).while_some().collect()
}
