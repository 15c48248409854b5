//! A parallel map over items that are still being read.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Runs `produce` on the calling thread, maps each item that it emits with
/// `work` on rayon's pool, and passes the results to `consume` in arbitrary
/// order.
///
/// Without threads this is equivalent to
/// `produce(&mut |item| consume(work(item)))`.
///
/// At most one item per thread is in flight. When that many are, the calling
/// thread maps the next item itself, which bounds memory.
///
/// # Errors
/// The error of `produce`. Items that were emitted before are still consumed.
#[doc(hidden)]
pub fn map_stream<P: Send, T: Send, E>(
    work: impl Fn(P) -> T + Sync,
    consume: impl FnMut(T) + Send,
    produce: impl FnOnce(&mut dyn FnMut(P)) -> Result<(), E>,
) -> Result<(), E> {
    let (consume, in_flight) = (Mutex::new(consume), AtomicUsize::new(0));
    let run = |item: P| {
        let result = work(item);
        consume.lock().unwrap_or_else(PoisonError::into_inner)(result);
        in_flight.fetch_sub(1, Ordering::Relaxed);
    };
    rayon::in_place_scope(|scope| {
        let run = &run;
        produce(&mut |item| {
            if in_flight.fetch_add(1, Ordering::Relaxed) < rayon::current_num_threads() {
                scope.spawn(move |_| run(item));
            } else {
                run(item);
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_stream_maps_every_item_once() {
        let mut squares = Vec::new();
        let produce = |emit: &mut dyn FnMut(u64)| {
            (0..1000).for_each(emit);
            Err("the end")
        };
        assert_eq!(map_stream(|n| n * n, |n| squares.push(n), produce), Err("the end"));
        squares.sort_unstable();
        assert!(squares.into_iter().eq((0..1000).map(|n| n * n)));
    }
}
