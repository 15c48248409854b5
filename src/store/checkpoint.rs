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
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, OpenFlags};

/// Pages the log holds before a commit moves them itself. A page that changes
/// in several batches is moved once.
pub(super) const LOG_PAGES: i64 = 640;

/// The thread that moves the log.
#[derive(Debug)]
pub(super) struct LogMover {
    /// Tells it that there is more to move; none when it is to end.
    more: Option<SyncSender<()>>,
    thread: Option<JoinHandle<()>>,
    log: Arc<Log>,
}

/// What the mover knows of the log.
#[derive(Debug, Default)]
struct Log {
    /// Held while it is being moved.
    moving: Mutex<()>,
    /// How many pages it had then.
    pages: AtomicI64,
}

impl LogMover {
    /// A mover for the database at a path. Nothing depends on it: where it
    /// cannot move the log, that grows, and a commit moves it.
    pub(super) fn start(path: &Path) -> rusqlite::Result<LogMover> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        let (more, ask) = sync_channel(1);
        let log = Arc::new(Log::default());
        let moved = Arc::clone(&log);
        let thread = thread::spawn(move || {
            for () in ask {
                let _moving = moved.hold();
                // It takes what no reader needs and waits for nobody.
                let sql = "PRAGMA wal_checkpoint(PASSIVE)";
                if let Ok(pages) = connection.query_row(sql, [], |row| row.get(1)) {
                    moved.pages.store(pages, Ordering::Relaxed);
                }
            }
        });
        Ok(LogMover { more: Some(more), thread: Some(thread), log })
    }

    /// Keeps it from moving a log that has become long, so that the next
    /// commit moves all of it. Only then does the log begin anew: on a slow
    /// disk it would grow and grow.
    pub(super) fn hold_if_long(&self) -> Option<MutexGuard<'_, ()>> {
        (self.log.pages.load(Ordering::Relaxed) >= LOG_PAGES).then(|| self.log.hold())
    }

    /// Has what was committed moved, and does not wait for it.
    pub(super) fn wake(&self) {
        if let Some(more) = &self.more {
            let _ = more.try_send(()); // it has been told already
        }
    }
}

impl Log {
    fn hold(&self) -> MutexGuard<'_, ()> {
        self.moving.lock().unwrap_or_else(PoisonError::into_inner)
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
