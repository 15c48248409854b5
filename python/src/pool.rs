//! Threads of a single call.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Rows that a thread processes at a time, and the most rows of a returned batch.
pub const ROWS: usize = 1 << 14;

/// Game trees are deep.
const STACK_BYTES: usize = 16 << 20;

/// Runs `work` without the interpreter lock on threads of its own, which end with the call.
///
/// Nothing ever runs on rayon's global pool: its threads are missing in a forked process, where the
/// first use would wait for them forever.
///
/// # Errors
/// `ValueError` if `threads` is 0; `RuntimeError` if the system does not allow so many.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| Ok(build(threads)?.install(work)))
}

/// Threads that end when their work is done and the pool is dropped.
///
/// # Errors
/// As those of [`run`].
pub fn build(threads: usize) -> PyResult<ThreadPool> {
    if threads == 0 {
        return Err(PyValueError::new_err("threads: at least 1 is needed"));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    pool.map_err(|error| PyRuntimeError::new_err(format!("threads: {error}")))
}

/// Maps pieces of at most [`ROWS`] values, on all threads of the pool; the results are in order.
pub fn map_pieces<V: Sync, T: Send>(values: &[V], map: impl Fn(&[V]) -> T + Sync + Send) -> Vec<T> {
    values.par_chunks(ROWS).map(map).collect()
}
