//! Work for all threads, this one too, on what is still being read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Hands every part that `read` gives to `work`, on some thread, and what comes
/// of it to `take`, in no order.
///
/// This thread reads. When the others are behind it works too, so that few
/// parts wait.
pub(crate) fn relay<P: Send, T: Send, E>(
    work: impl Fn(P) -> T + Sync,
    take: impl FnMut(T) + Send,
    read: impl FnOnce(&mut dyn FnMut(P)) -> Result<(), E>,
) -> Result<(), E> {
    let (take, waiting) = (Mutex::new(take), AtomicUsize::new(0));
    let run = |part: P| {
        let done = work(part);
        take.lock().unwrap_or_else(PoisonError::into_inner)(done);
        waiting.fetch_sub(1, Ordering::Relaxed);
    };
    rayon::in_place_scope(|scope| {
        let run = &run;
        read(&mut |part| {
            if waiting.fetch_add(1, Ordering::Relaxed) < rayon::current_num_threads() {
                scope.spawn(move |_| run(part));
            } else {
                run(part);
            }
        })
    })
}
