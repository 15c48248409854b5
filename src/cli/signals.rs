//! The end of the process by a signal: SIGINT, which Ctrl-C sends, and SIGTERM.
//!
//! A command ends at once, without its temporary files; a transaction of SQLite
//! that is cut off leaves the database as it was before. Only a command that
//! asked for [`cancel_flag`] gets [`GRACE`] to end by itself. A second signal
//! ends every command at once. While the user reads the output in a pager,
//! Ctrl-C is for the pager.

use std::process;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

use super::global::{Outcome, report};
use super::output::is_pager_open;
use super::temporaries;

/// How long a command with a cancel flag goes on after a signal.
const GRACE: Duration = Duration::from_millis(350);

static CANCEL: AtomicBool = AtomicBool::new(false);

/// Whether the command watches [`CANCEL`].
static ENDS_BY_ITSELF: AtomicBool = AtomicBool::new(false);

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
/// If it does not, the process ends after [`GRACE`].
pub fn cancel_flag() -> &'static AtomicBool {
    ENDS_BY_ITSELF.store(true, Ordering::SeqCst);
    &CANCEL
}

/// The exit status of the signal that came, if one came.
pub fn status() -> Option<u8> {
    Some(STATUS.load(Ordering::SeqCst)).filter(|status| *status != 0)
}

/// Waits for the end of the process if a signal is ending it. What failed in
/// the meantime, without temporary files, must not be reported.
pub fn wait_if_ending() {
    while status().is_some() && !ENDS_BY_ITSELF.load(Ordering::SeqCst) {
        thread::park();
    }
}

fn handle(status: u8) {
    if status == Outcome::Interrupted.status() && is_pager_open() {
        return;
    }
    let is_first = STATUS.compare_exchange(0, status, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    CANCEL.store(true, Ordering::SeqCst);
    let has_grace = is_first && ENDS_BY_ITSELF.load(Ordering::SeqCst);
    let end_later = move || {
        thread::sleep(GRACE);
        report("interrupted; the sources that were finished are kept");
        end(status)
    };
    if !has_grace || thread::Builder::new().spawn(end_later).is_err() {
        end(status);
    }
}

fn end(status: u8) -> ! {
    temporaries::remove_all();
    process::exit(status.into())
}
