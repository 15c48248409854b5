//! The pager of long output on a terminal.
//!
//! A process has one pager. It starts at the first write, so that a command
//! that prints nothing starts none.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// The pager unless the environment names another one: it ends at once when
/// the output fits the screen, shows colors, and leaves the output there.
const DEFAULT: &str = "less -FRX";

enum Pager {
    Off,
    Requested,
    Running(Child),
}

static PAGER: Mutex<Pager> = Mutex::new(Pager::Off);

/// Whether a pager was started and [`close_pager`] has not returned.
static IS_STARTED: AtomicBool = AtomicBool::new(false);

fn lock() -> MutexGuard<'static, Pager> {
    PAGER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends standard output to the pager from now on, if it is a terminal and the
/// user has a pager.
pub fn request_pager() {
    let is_capable =
        io::stdout().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb");
    if is_capable && !command_words(|name| env::var(name).ok()).is_empty() {
        *lock() = Pager::Requested;
    }
}

/// Whether output goes to the pager.
pub(super) fn is_requested() -> bool {
    !matches!(*lock(), Pager::Off)
}

/// Writes to the pager, which is started if need be, or to standard output
/// when the pager cannot be started.
pub(super) fn write(bytes: &[u8]) -> io::Result<usize> {
    let mut pager = lock();
    if matches!(*pager, Pager::Requested) {
        *pager = start().map_or(Pager::Off, Pager::Running);
    }
    match &mut *pager {
        Pager::Running(Child { stdin: Some(stdin), .. }) => stdin.write(bytes),
        _ => io::stdout().write(bytes),
    }
}

/// Hands everything written so far to the pager, or to standard output.
pub(super) fn flush() -> io::Result<()> {
    match &mut *lock() {
        Pager::Running(Child { stdin: Some(stdin), .. }) => stdin.flush(),
        _ => io::stdout().flush(),
    }
}

/// Ends the output and waits until the user closes the pager.
pub fn close_pager() {
    let mut pager = lock();
    if let Pager::Running(child) = &mut *pager {
        drop(child.stdin.take());
        let _ = child.wait(); // the exit status of a pager means nothing to gtn-db
        IS_STARTED.store(false, Ordering::SeqCst);
    }
    *pager = Pager::Off;
}

/// Whether the user reads the output in a pager. Closing the pager ends the
/// command at its next write. Does not wait for other threads.
pub fn is_pager_open() -> bool {
    let is_running = || match PAGER.try_lock() {
        Ok(mut pager) => match &mut *pager {
            Pager::Running(child) => !matches!(child.try_wait(), Ok(Some(_))),
            Pager::Off | Pager::Requested => false,
        },
        // The command writes to the pager or waits for its end.
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Poisoned(_)) => false,
    };
    IS_STARTED.load(Ordering::SeqCst) && is_running()
}

fn start() -> Option<Child> {
    let words = command_words(|name| env::var(name).ok());
    let (program, arguments) = words.split_first()?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX"); // for PAGER=less
    }
    let child = command.spawn().ok()?;
    IS_STARTED.store(true, Ordering::SeqCst);
    Some(child)
}

/// The command of the pager: `$GTN_DB_PAGER`, else `$PAGER`, else `less -FRX`,
/// split at blanks. Empty for no pager: the variable is empty or `cat`.
fn command_words(variable: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let command = variable("GTN_DB_PAGER").or_else(|| variable("PAGER"));
    let words: Vec<String> =
        command.as_deref().unwrap_or(DEFAULT).split_whitespace().map(str::to_owned).collect();
    if words == ["cat"] { Vec::new() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_names_the_pager() {
        let words = |own: Option<&str>, usual: Option<&str>| {
            let value = |name: &str| if name == "PAGER" { usual } else { own };
            command_words(|name| value(name).map(str::to_owned)).join(" ")
        };
        assert_eq!(words(None, None), "less -FRX");
        assert_eq!(words(None, Some("more")), "more");
        assert_eq!(words(Some("less -S"), Some("more")), "less -S");
        assert_eq!(words(Some(""), Some("more")), "");
        assert_eq!(words(None, Some("cat")), "");
    }
}
