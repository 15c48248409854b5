//! Connections that wait for their clients: the headers or the body of a request are still under way.
//!
//! A client that sends half a request and no more would keep a connection from others. So a body must arrive
//! in time, and of the connections of one client that wait at once, the oldest ones are closed.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use axum::body::{Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep};

/// The connections that wait for their clients, of each client in the order in which they began to wait.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    clients: HashMap<IpAddr, VecDeque<Arc<Notify>>>,
}

/// A connection of a client.
#[derive(Debug)]
pub(super) struct Connection {
    waiting: Arc<Mutex<Waiting>>,
    client: IpAddr,
    /// The most connections of a client that wait.
    most: usize,
    /// Tells the connection to close, and identifies it among those that wait.
    close: Arc<Notify>,
}

impl Connection {
    /// A connection that waits for its first request.
    pub(super) fn new(waiting: &Arc<Mutex<Waiting>>, client: IpAddr, most: usize) -> Connection {
        let waiting = Arc::clone(waiting);
        let connection = Connection { waiting, client, most, close: Arc::default() };
        connection.begin_waiting();
        connection
    }

    /// Notes that the client is waited for, and closes its oldest connection that waits if there are too many.
    fn begin_waiting(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let connections = waiting.clients.entry(self.client).or_default();
        connections.push_back(Arc::clone(&self.close));
        if connections.len() > self.most
            && let Some(close) = connections.pop_front()
        {
            close.notify_one();
        }
    }

    /// Notes that the client has sent what was waited for.
    fn end_waiting(&self) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(connections) = waiting.clients.get_mut(&self.client) else { return };
        connections.retain(|close| !Arc::ptr_eq(close, &self.close));
        if connections.is_empty() {
            waiting.clients.remove(&self.client);
        }
    }

    /// Waits until the connection is to be closed.
    pub(super) async fn closed(&self) {
        self.close.notified().await;
    }

    /// The body of a request whose headers have arrived. It may take `time`, and a second more for each
    /// [`BYTES_PER_SECOND`] that have arrived.
    pub(super) fn receive(self: &Arc<Self>, body: Incoming, time: Duration) -> ReceivedBody {
        self.end_waiting();
        let is_received = body.is_end_stream();
        if !is_received {
            self.begin_waiting();
        }
        let deadline = Box::pin(sleep(time));
        ReceivedBody { body, connection: Arc::clone(self), deadline, is_received }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.end_waiting();
    }
}

/// The slowest client whose long body is received.
pub(super) const BYTES_PER_SECOND: u32 = 4 << 10;

/// The body of a request, which must arrive in time.
pub(super) struct ReceivedBody {
    body: Incoming,
    connection: Arc<Connection>,
    deadline: Pin<Box<Sleep>>,
    is_received: bool,
}

impl ReceivedBody {
    fn end(&mut self) {
        if !self.is_received {
            self.is_received = true;
            self.connection.end_waiting();
        }
    }
}

impl HttpBody for ReceivedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(Some(Ok(frame))) => {
                let len = frame.data_ref().map_or(0, Bytes::len);
                let more = Duration::from_secs(1).mul_f64(len as f64 / f64::from(BYTES_PER_SECOND));
                let deadline: Instant = self.deadline.deadline() + more;
                self.deadline.as_mut().reset(deadline);
                if self.body.is_end_stream() {
                    self.end();
                }
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(ended) => {
                self.end();
                Poll::Ready(ended.map(|ended| ended.map_err(BoxError::from)))
            }
            Poll::Pending => {
                std::task::ready!(self.deadline.as_mut().poll(context));
                Poll::Ready(Some(Err("the body takes too long".into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ReceivedBody {
    fn drop(&mut self) {
        self.end();
    }
}
