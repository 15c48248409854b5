//! Standard output: a file, a pipe, a terminal, or a pager on a terminal.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};
use gtn_db::escape::write_json;
use serde::Serialize;
use thiserror::Error;

use super::pager;
use super::table::wrap;

/// Standard output, buffered unless it is a terminal.
pub type Stdout = BufWriter<Sink>;

/// What is behind [`Stdout`].
pub enum Sink {
    /// Standard output of the process.
    Own(StdoutLock<'static>),
    /// The pager, which starts at the first write.
    Pager,
}

/// A failure to write to standard output.
#[derive(Debug, Error)]
#[error("cannot write to standard output")]
struct StdoutError(#[source] io::Error);

/// Adds to an error that it is one of standard output, not of a file. The kind
/// of the error stays.
pub fn stdout_error(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), StdoutError(error))
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Own(stdout) => stdout.write(bytes),
            Sink::Pager => pager::write(bytes),
        }
        .map_err(stdout_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Own(stdout) => stdout.flush(),
            Sink::Pager => pager::flush(),
        }
        .map_err(stdout_error)
    }
}

/// Standard output, or the pager in its place. The caller flushes the writer at
/// its end. A terminal gets each line as soon as it is complete.
pub fn stdout() -> Stdout {
    const CAPACITY: usize = 1 << 16;
    if pager::is_requested() {
        return BufWriter::with_capacity(CAPACITY, Sink::Pager);
    }
    let stdout = io::stdout().lock(); // buffers lines itself
    let capacity = if stdout.is_terminal() { 0 } else { CAPACITY };
    BufWriter::with_capacity(capacity, Sink::Own(stdout))
}

/// Prints a sentence on standard output, in lines that fit a terminal.
///
/// # Errors
/// Those of standard output.
pub fn print_line(line: impl Display) -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{}", fit_sentence(&line.to_string()))?;
    out.flush()
}

/// Prints each item as a line of JSON on standard output.
///
/// # Errors
/// Those of standard output.
pub fn print_json(items: impl IntoIterator<Item: Serialize>) -> io::Result<()> {
    let mut out = stdout();
    items.into_iter().try_for_each(|item| write_json(&mut out, &item))?;
    out.flush()
}

/// Whether output may be colored: by `--color`, else on a terminal that can,
/// unless the environment forbids it.
pub fn has_colors() -> bool {
    AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// A sentence in lines that fit the terminal; in one line elsewhere.
pub fn fit_sentence(text: &str) -> String {
    terminal_width().map_or_else(|| text.to_owned(), |width| wrap(text, width.max(20)).join("\n"))
}

/// The columns of the terminal; none when standard output is not a terminal.
pub fn terminal_width() -> Option<usize> {
    const USUAL: usize = 80;
    let variable = || env::var("COLUMNS").ok()?.parse().ok();
    let measured = || Some(usize::from(terminal_size::terminal_size()?.0.0));
    io::stdout().is_terminal().then(|| variable().or_else(measured).unwrap_or(USUAL))
}
