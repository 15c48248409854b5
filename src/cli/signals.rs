//! The end of the process by a signal: SIGINT, which Ctrl-C sends, and SIGTERM.
//!
//! A command ends at once, without its temporary files; a transaction of SQLite
//! that is cut off leaves the database as it was before. Only a command that
//! asked for [`cancel_flag`] gets the time to end by itself that it wanted. A second signal
//! ends every command at once. While the user reads the output in a pager,
//! Ctrl-C is for the pager.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use super::global::{Outcome, report};
use super::output::is_pager_open;
use super::temporaries;

/// How a command ends by itself after a signal.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// How long the command may take.
    pub grace: Duration,
    /// What is reported if it takes longer.
    pub note: &'static str,
}

impl Ending {
    /// The end of a command that writes a database.
    pub const WRITER: Ending = Ending {
        grace: Duration::from_millis(350),
        note: "interrupted; the sources that were finished are kept",
    };
}

static CANCEL: AtomicBool = AtomicBool::new(false);

/// How the command ends that watches [`CANCEL`].
static ENDING: OnceLock<Ending> = OnceLock::new();

/// The exit status of the first signal; 0 before it.
static STATUS: AtomicU8 = AtomicU8::new(0);

/// Handles signals from now on.
#[cfg(unix)]
pub fn handle_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::register_conditional_default;
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else { return };
    let wait = move || signals.forever().for_each(|signal| handle(128 + signal as u8));
    if thread::Builder::new().name("signals".to_owned()).spawn(wait).is_err() {
        // Without a thread, signals do as they do by default.
        for signal in [SIGINT, SIGTERM] {
            let _ = register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
        }
    }
}

/// Handles Ctrl-C from now on.
#[cfg(not(unix))]
pub fn handle_signals() {
    let _ = ctrlc::set_handler(|| handle(Outcome::Interrupted.status()));
}

/// The flag that a signal sets, for a command that ends by itself soon after.
/// If it does not, the process ends. A command asks for one way to end.
pub fn cancel_flag(ending: Ending) -> &'static AtomicBool {
    ENDING.get_or_init(|| ending);
    &CANCEL
}

/// The exit status of the signal that came, if one came.
pub fn status() -> Option<u8> {
    Some(STATUS.load(Ordering::SeqCst)).filter(|status| *status != 0)
}

/// Waits for the end of the process if a signal is ending it. What failed in
/// the meantime, without temporary files, must not be reported.
pub fn wait_if_ending() {
    while status().is_some() && ENDING.get().is_none() {
        thread::park();
    }
}

fn handle(status: u8) {
    if status == Outcome::Interrupted.status() && is_pager_open() {
        return;
    }
    let is_first = STATUS.compare_exchange(0, status, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    CANCEL.store(true, Ordering::SeqCst);
    let Some(&Ending { grace, note }) = ENDING.get().filter(|_| is_first) else { end(status) };
    let end_later = move || {
        thread::sleep(grace);
        report(note);
        end(status)
    };
    if thread::Builder::new().spawn(end_later).is_err() {
        end(status);
    }
}

fn end(status: u8) -> ! {
    temporaries::remove_all();
    process::exit(status.into())
}
