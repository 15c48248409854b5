//! Progress of long work on standard error.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::global::Global;

/// Work that is done sooner shows no progress.
const DELAY: Duration = Duration::from_millis(500);
/// Time between two redraws of a bar that does not advance.
const TICK: Duration = Duration::from_millis(100);

/// A progress bar, or a spinner when the total is unknown.
///
/// The bar appears half a second after [`Progress::start`], only when standard
/// error is a terminal and only without `--quiet`. Dropping the value clears
/// the bar, so drop it before printing to the same terminal.
///
/// ```ignore
/// let progress = Progress::start(global, "Checking records", Some(records.len() as u64));
/// records.par_iter().for_each(|record| {
///     check(record);
///     progress.add(1);
/// });
/// drop(progress);
/// ```
pub struct Progress {
    bar: ProgressBar,
    /// Shows the bar when the delay is over, and redraws it; ends when the sender is
    /// dropped.
    timer: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What a bar counts.
#[derive(Clone, Copy)]
enum Unit {
    Items,
    Bytes,
}

impl Progress {
    /// Starts to count items: a bar up to `total`, or a spinner with the count
    /// so far. `task` names the work, as in "Checking records".
    pub fn start(global: &Global, task: &'static str, total: Option<u64>) -> Progress {
        Progress::start_counting(global, task, total, Unit::Items)
    }

    /// Starts to count items of work that prints as it goes: like
    /// [`Progress::start`], but hidden when standard output is a terminal too.
    pub fn start_beside_output(global: &Global, task: &'static str, total: u64) -> Progress {
        if io::stdout().is_terminal() {
            return Progress { bar: ProgressBar::hidden(), timer: None };
        }
        Progress::start(global, task, Some(total))
    }

    /// Starts to count bytes; otherwise like [`Progress::start`].
    pub fn start_bytes(global: &Global, task: &'static str, total: u64) -> Progress {
        Progress::start_counting(global, task, Some(total), Unit::Bytes)
    }

    fn start_counting(
        global: &Global,
        task: &'static str,
        total: Option<u64>,
        unit: Unit,
    ) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let is_shown = !global.is_quiet() && io::stderr().is_terminal();
        if !is_shown {
            return Progress { bar, timer: None };
        }
        bar.set_message(task);
        bar.set_style(style(total.is_some(), unit));
        let (sender, stop) = mpsc::channel();
        let shown = bar.clone();
        let show = move || {
            let mut wait = DELAY;
            while stop.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if wait == DELAY {
                    shown.set_draw_target(ProgressDrawTarget::stderr());
                }
                shown.tick();
                wait = TICK;
            }
        };
        // Without a thread the work is done without a bar.
        let timer = Builder::new().spawn(show).ok().map(|thread| (sender, thread));
        Progress { bar, timer }
    }

    /// Adds to the count. Any thread may call this; a call costs an atomic addition.
    pub fn add(&self, count: u64) {
        self.bar.inc(count);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.timer.take() {
            drop(sender);
            let _ = thread.join(); // the thread cannot panic, and its result is nothing
        }
        self.bar.finish_and_clear();
    }
}

fn style(has_total: bool, unit: Unit) -> ProgressStyle {
    let template = match (has_total, unit) {
        (true, Unit::Items) => "{msg} {bar:30} {human_pos}/{human_len}, {eta} left",
        (true, Unit::Bytes) => "{msg} {bar:30} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left",
        (false, Unit::Items) => "{spinner} {msg} {human_pos}",
        (false, Unit::Bytes) => "{spinner} {msg} {bytes}",
    };
    ProgressStyle::with_template(template).expect("the templates are valid")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_template_is_valid() {
        for unit in [Unit::Items, Unit::Bytes] {
            for has_total in [true, false] {
                style(has_total, unit);
            }
        }
    }
}
