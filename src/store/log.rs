//! The log of an import moved into the database while more is written.
//!
//! ```text
//!   writer   ── commit ──── commit ──── commit ── end: what is left
//!                  └ move      └ move      └ move
//! ```
//!
//! To move is to wait for the disk, twice: until the log lies on it, and then
//! what was moved. In a thread of its own that waits beside the work, little
//! is left to wait for at the end.

use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OpenFlags};

/// The thread that moves the log.
#[derive(Debug)]
pub(super) struct LogMover {
    /// Tells it that there is more to move; none when it is to end.
    more: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl LogMover {
    /// A mover for the database at a path. Nothing depends on it: where it
    /// cannot move the log, that grows, and the writer moves it.
    pub(super) fn start(path: &Path) -> rusqlite::Result<LogMover> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        let (more, ask) = sync_channel(1);
        let thread = thread::spawn(move || {
            for () in ask {
                // It takes what no reader needs and waits for nobody.
                let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
            }
        });
        Ok(LogMover { more: Some(more), thread: Some(thread) })
    }

    /// Has what was committed moved, and does not wait for it.
    pub(super) fn wake(&self) {
        if let Some(more) = &self.more {
            let _ = more.try_send(()); // it has been told already
        }
    }
}

impl Drop for LogMover {
    /// Waits until nothing is being moved.
    fn drop(&mut self) {
        self.more = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
