//! Refused requests whose bodies are still under way.
//!
//! A connection that is closed while the client sends is reset, and the client loses the answer
//! that it has not read yet. Therefore the rest of the body is received while the client reads the
//! answer.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Error;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::time::timeout;

/// The most bytes that are received after the answer.
const MAX_REST: u64 = 1 << 30;

/// How long the rest may take.
const REST_TIME: Duration = Duration::from_secs(60);

/// A body, and whether anybody has begun to read it.
struct Kept {
    body: Body,
    is_begun: bool,
}

/// A body that a route reads. It is kept when the route drops it.
struct Shared(Arc<Mutex<Kept>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HttpBody for Shared {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let mut kept = self.lock();
        kept.is_begun = true;
        Pin::new(&mut kept.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.lock().body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.lock().body.size_hint()
    }
}

/// Receives and drops what a route has left of a body, beside its answer: 1 GiB at most, for a
/// minute. A client that waits for `100 Continue` sends nothing after a refusal.
pub(super) async fn receive_rest(request: Request, next: Next) -> Response {
    let is_waiting = request.headers().contains_key(header::EXPECT);
    let (parts, body) = request.into_parts();
    let kept = Arc::new(Mutex::new(Kept { body, is_begun: false }));
    let shared = Body::new(Shared(Arc::clone(&kept)));
    let response = next.run(Request::from_parts(parts, shared)).await;
    let Some(kept) = Arc::into_inner(kept) else { return response }; // the route still reads it
    let Kept { mut body, is_begun } = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !body.is_end_stream() && (is_begun || !is_waiting) {
        tokio::spawn(timeout(REST_TIME, async move {
            let mut len = 0;
            while len < MAX_REST {
                let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
                let Some(Ok(frame)) = frame else { break };
                len += frame.data_ref().map_or(0, |data| data.len() as u64);
            }
        }));
    }
    response
}
