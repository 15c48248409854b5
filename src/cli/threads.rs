//! The worker threads of a command: as many as the system allows.

use std::env;
use std::io;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use rayon::{ThreadBuilder, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads that a command may need besides the workers: two stages of an import,
/// the progress bar and the handler of Ctrl-C.
const OTHERS: usize = 4;

/// A started thread that waits for its work in rayon's pool.
type Worker = (Sender<ThreadBuilder>, JoinHandle<()>);

/// Starts rayon's pool with one thread for each core, or with as many as
/// `RAYON_NUM_THREADS` says.
///
/// Where a limit does not allow so many, the pool is smaller, down to the
/// calling thread alone; rayon by itself would panic.
///
/// # Errors
/// If the pool was started before.
pub fn start_pool() -> Result<(), ThreadPoolBuildError> {
    let workers = start_workers(wanted_threads(), |work| thread::Builder::new().spawn(work));
    if workers.is_empty() {
        return ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
    }
    let pool = ThreadPoolBuilder::new().num_threads(workers.len());
    let mut workers = workers.into_iter();
    pool.spawn_handler(move |thread| {
        let (sender, _) = workers.next().expect("one worker for each thread of the pool");
        sender.send(thread).map_err(|_| io::ErrorKind::BrokenPipe.into())
    })
    .build_global()
}

fn wanted_threads() -> usize {
    let chosen = env::var("RAYON_NUM_THREADS").ok().and_then(|number| number.parse().ok());
    chosen
        .filter(|&number| number > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Starts `wanted` threads. If that many cannot be had, ends some of those that
/// were started, so that [`OTHERS`] can be.
fn start_workers(
    wanted: usize,
    mut spawn: impl FnMut(Box<dyn FnOnce() + Send>) -> io::Result<JoinHandle<()>>,
) -> Vec<Worker> {
    let mut workers: Vec<Worker> = Vec::with_capacity(wanted);
    while workers.len() < wanted {
        let (sender, receiver) = mpsc::channel::<ThreadBuilder>();
        let work = move || {
            if let Ok(thread) = receiver.recv() {
                thread.run();
            }
        };
        match spawn(Box::new(work)) {
            Ok(handle) => workers.push((sender, handle)),
            Err(_) => {
                let kept = workers.len().saturating_sub(OTHERS).max(1).min(workers.len());
                for (sender, handle) in workers.drain(kept..) {
                    drop(sender);
                    let _ = handle.join(); // the thread has done nothing
                }
                break;
            }
        }
    }
    workers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_threads_are_started_where_a_limit_says_so() {
        for (wanted, limit, started) in
            [(2, 9, 2), (8, 8, 8), (8, 7, 3), (8, 5, 1), (8, 2, 1), (8, 1, 1), (8, 0, 0)]
        {
            let mut spawned = 0;
            let workers = start_workers(wanted, |work| {
                spawned += 1;
                let is_allowed = spawned <= limit;
                is_allowed.then(|| thread::spawn(work)).ok_or(io::ErrorKind::WouldBlock.into())
            });
            assert_eq!(workers.len(), started, "{wanted} wanted, {limit} allowed");
        }
    }
}
