//! Work for all threads, this one too: on what is there, or on what is still
//! being read.

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

/// Lets every thread take numbers below `parts`, one after the other, until
/// none is left. What came of them on each thread, in no order.
///
/// This thread begins at once, before another has woken up.
pub(crate) fn share<T: Send>(
    parts: usize,
    work: impl Fn(&mut dyn Iterator<Item = usize>) -> T + Sync,
) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let value = work(&mut numbers.take_while(|&number| number < parts));
        done.lock().unwrap_or_else(PoisonError::into_inner).push(value);
    };
    rayon::in_place_scope(|scope| {
        for _ in 1..rayon::current_num_threads().min(parts) {
            scope.spawn(|_| run());
        }
        run();
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}
