//! Bodies that are written while they are sent.

use std::fmt;
use std::io::{self, Write};
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::Frame;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};
use tokio::task;
use tokio::time::timeout;

use super::problem::{Problem, describe};
use super::state::{App, View};

/// The bytes of a piece.
const PIECE: usize = 64 * 1024;

/// How long a client may pause.
const PAUSE: Duration = Duration::from_secs(30);

/// Sends what a thread writes. `prepare` reads what is to be written, and what it returns writes, in
/// the same snapshot of the database. At most a few pieces are in memory.
///
/// A fault after the beginning breaks the body off, so that the client does not take it for whole.
///
/// # Errors
/// Those of `prepare`; 503 if too many bodies are being sent.
pub(super) async fn send<W>(
    app: Arc<App>,
    prepare: impl FnOnce(&View<'_>) -> Result<W, Problem> + Send + 'static,
) -> Result<Body, Problem>
where
    W: FnOnce(&View<'_>, &mut dyn Write) -> Result<(), Problem>,
{
    let transfer = Arc::clone(&app.transfers).try_acquire_owned();
    let transfer = transfer.map_err(|_| Problem::busy())?;
    let (begin, begun) = oneshot::channel();
    let (pieces, received) = mpsc::channel(2);
    let runtime = Handle::current();
    task::spawn_blocking(move || {
        let _transfer = transfer;
        let mut pieces = Pieces { pieces, piece: Vec::with_capacity(PIECE), runtime };
        let sent = app.with_view(|view| {
            let write = match prepare(view) {
                Ok(write) => write,
                Err(problem) => {
                    let _ = begin.send(Err(problem)); // the client is gone
                    return Ok(());
                }
            };
            let _ = begin.send(Ok(()));
            write(view, &mut pieces)?;
            pieces.flush().map_err(Problem::from)
        });
        if let Err(problem) = sent {
            problem.log.iter().for_each(|log| (app.report)(log));
            pieces.break_off();
        }
    });
    match begun.await {
        Ok(Ok(())) => Ok(Body::new(Received(received))),
        Ok(Err(problem)) => Err(problem),
        Err(_) => Err(Problem::internal("an export failed before it began")),
    }
}

impl From<io::Error> for Problem {
    /// The client does not read any more, or the disk fails.
    fn from(error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Problem::busy(),
            _ => Problem::internal(describe(&error)),
        }
    }
}

/// The body was broken off.
#[derive(Debug)]
struct BrokenOff;

impl fmt::Display for BrokenOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the body was broken off")
    }
}

impl std::error::Error for BrokenOff {}

/// Sends pieces from a thread that may block.
struct Pieces {
    pieces: mpsc::Sender<Result<Bytes, BrokenOff>>,
    piece: Vec<u8>,
    runtime: Handle,
}

impl Pieces {
    fn break_off(self) {
        let _ = self.runtime.block_on(timeout(PAUSE, self.pieces.send(Err(BrokenOff))));
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let piece = mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        if piece.is_empty() {
            return Ok(());
        }
        let sent = self.runtime.block_on(timeout(PAUSE, self.pieces.send(Ok(piece.into()))));
        match sent {
            Ok(Ok(())) => Ok(()),
            _ => Err(io::ErrorKind::BrokenPipe.into()), // gone, or too slow
        }
    }
}

/// The pieces as a body.
struct Received(mpsc::Receiver<Result<Bytes, BrokenOff>>);

impl HttpBody for Received {
    type Data = Bytes;
    type Error = BrokenOff;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BrokenOff>>> {
        self.0.poll_recv(context).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
