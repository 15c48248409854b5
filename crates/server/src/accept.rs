//! The connections: how many, how long they may take, how they end.

use std::future::poll_fn;
use std::io;
use std::net;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

/// The most bytes of headers.
const MAX_HEADERS: usize = 64 * 1024;

/// How often the flag of the end is read, and how long a system without free file descriptors is
/// left alone.
const PAUSE: Duration = Duration::from_millis(50);

/// What connections may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most connections at a time; more wait.
    pub(super) connections: usize,
    /// How long a client may take to send the headers of a request.
    pub(super) header_time: Duration,
    /// How long requests may go on after the end was asked for.
    pub(super) grace: Duration,
}

impl Default for Limits {
    /// The limits that docs/serve.md names. The grace is less than [`GRACE`](super::GRACE), after
    /// which the process ends.
    fn default() -> Limits {
        Limits {
            connections: 256,
            header_time: Duration::from_secs(10),
            grace: Duration::from_millis(4_500),
        }
    }
}

/// Answers requests until `is_ending` is set, then waits for those that run.
pub(super) fn run(
    listeners: Vec<net::TcpListener>,
    router: Router,
    limits: Limits,
    is_ending: &'static AtomicBool,
) -> io::Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let listeners = listeners.into_iter().map(TcpListener::from_std);
        let listeners = listeners.collect::<io::Result<Vec<TcpListener>>>()?;
        let connections = GracefulShutdown::new();
        let permits = Arc::new(Semaphore::new(limits.connections));
        loop {
            let accepted = accept(&listeners, &permits, is_ending).await;
            let Some((stream, permit)) = accepted else { break };
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits.header_time)
                .max_buf_size(MAX_HEADERS)
                .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                let _permit = permit;
                let _ = connection.await; // the client broke off, or was too slow
            });
        }
        drop(listeners);
        let _ = timeout(limits.grace, connections.shutdown()).await;
        io::Result::Ok(())
    })?;
    runtime.shutdown_background(); // work that still runs has no client that waits
    Ok(())
}

/// The next connection; `None` when the end was asked for.
async fn accept(
    listeners: &[TcpListener],
    permits: &Arc<Semaphore>,
    is_ending: &AtomicBool,
) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    loop {
        if is_ending.load(Ordering::SeqCst) {
            return None;
        }
        let next = async {
            let permit = Arc::clone(permits).acquire_owned().await;
            let permit = permit.expect("the semaphore is never closed");
            (accept_any(listeners).await, permit)
        };
        match timeout(PAUSE, next).await {
            Ok((Ok(stream), permit)) => return Some((stream, permit)),
            Ok((Err(_), _)) => sleep(PAUSE).await, // such as too many open files
            Err(_) => {}
        }
    }
}

/// The next connection on any of the listeners.
async fn accept_any(listeners: &[TcpListener]) -> io::Result<TcpStream> {
    poll_fn(|context| {
        let mut ready = listeners.iter().map(|listener| listener.poll_accept(context));
        let ready = ready.find_map(|poll| match poll {
            Poll::Ready(accepted) => Some(accepted),
            Poll::Pending => None,
        });
        ready.map_or(Poll::Pending, |accepted| Poll::Ready(accepted.map(|(stream, _)| stream)))
    })
    .await
}
