//! The connections: how many, how long they may take, how they end.

use std::future::poll_fn;
use std::io;
use std::net::{self, IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::waiting::{Connection, Waiting};

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
    /// The most connections of one client that wait for the rest of a request; with more, the oldest of
    /// them is closed.
    pub(super) waiting: usize,
    /// How long a client may take to send the headers of a request.
    pub(super) header_time: Duration,
    /// How long a client may take to send a short body.
    pub(super) body_time: Duration,
    /// How long requests may go on after the end was asked for.
    pub(super) grace: Duration,
}

impl Default for Limits {
    /// The limits that docs/serve.md names. The grace is less than [`GRACE`](super::GRACE), after
    /// which the process ends.
    fn default() -> Limits {
        Limits {
            connections: 256,
            waiting: 64,
            header_time: Duration::from_secs(5),
            body_time: Duration::from_secs(10),
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
        let waiting = Arc::new(Mutex::new(Waiting::default()));
        loop {
            let accepted = accept(&listeners, &permits, is_ending).await;
            let Some((stream, client, permit)) = accepted else { break };
            let client = Arc::new(Connection::new(&waiting, client, limits.waiting));
            let routes = TowerToHyperService::new(router.clone());
            let receiver = Arc::clone(&client);
            let service = service_fn(move |request: Request<Incoming>| {
                routes.call(request.map(|body| receiver.receive(body, limits.body_time)))
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits.header_time)
                .max_buf_size(MAX_HEADERS)
                .serve_connection(TokioIo::new(stream), service);
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                let _permit = permit;
                tokio::select! {
                    _ = connection => {} // the client broke off, or was too slow
                    () = client.closed() => {}
                }
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
) -> Option<(TcpStream, IpAddr, OwnedSemaphorePermit)> {
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
            Ok((Ok((stream, client)), permit)) => return Some((stream, client.ip(), permit)),
            Ok((Err(_), _)) => sleep(PAUSE).await, // such as too many open files
            Err(_) => {}
        }
    }
}

/// The next connection on any of the listeners.
async fn accept_any(listeners: &[TcpListener]) -> io::Result<(TcpStream, SocketAddr)> {
    poll_fn(|context| {
        let mut ready = listeners.iter().map(|listener| listener.poll_accept(context));
        let ready = ready.find_map(|poll| match poll {
            Poll::Ready(accepted) => Some(accepted),
            Poll::Pending => None,
        });
        ready.map_or(Poll::Pending, Poll::Ready)
    })
    .await
}
