//! The file that `-o` names.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::guard::{folder_of, refuse_reads, refuse_source};
use super::progress::Progress;
use super::shown::ShownOutput;
use super::terminal::{Stdout, stdout};
use crate::cli::error::CommandError;
use crate::cli::global::Global;
use crate::cli::temporaries::TemporaryFile;

/// Names of standard output.
const STDOUT: [&str; 4] = ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];

/// An output: a file, a device, a pipe, or standard output.
///
/// A file appears or is replaced as a whole, by [`finish`](Self::finish). If that is not reached,
/// because of an error, a full disk or a signal, an old file is as it was.
///
/// ```ignore
/// let mut out = OutputFile::create(path, &[], global)?;
/// writeln!(out, "…")?;
/// out.finish()?;
/// ```
pub struct OutputFile {
    sink: Sink,
    /// The path as the user wrote it.
    path: PathBuf,
}

enum Sink {
    Stdout(Stdout),
    /// Standard output that a person reads.
    Terminal(ShownOutput<Stdout>),
    /// A device or a pipe, which cannot be replaced.
    Stream(BufWriter<File>),
    /// Written beside its target.
    File {
        writer: BufWriter<TemporaryFile>,
        target: PathBuf,
    },
}

/// A failure to write to a file.
#[derive(Debug, Error)]
#[error("cannot write to {}: {reason}", path.display())]
struct WriteError {
    path: PathBuf,
    reason: String,
}

impl OutputFile {
    /// Standard output; a terminal gets control characters escaped.
    pub fn stdout() -> OutputFile {
        let sink = match io::stdout().is_terminal() {
            true => Sink::Terminal(ShownOutput::new(stdout())),
            false => Sink::Stdout(stdout()),
        };
        OutputFile { sink, path: PathBuf::from("-") }
    }

    /// Whether a path names standard output.
    pub fn is_stdout(path: &Path) -> bool {
        STDOUT.iter().any(|name| path.as_os_str() == *name)
    }

    /// Begins an output to a path; `-` is standard output. `inputs` are the files that the
    /// command reads.
    ///
    /// # Errors
    /// If the path is the database, a file that belongs to it, one of its sources, another database,
    /// or an input; if it is a folder or cannot be written. Nothing was changed then.
    pub fn create(path: &Path, inputs: &[PathBuf], global: &Global) -> anyhow::Result<OutputFile> {
        if OutputFile::is_stdout(path) {
            return Ok(OutputFile::stdout());
        }
        let fail = |error: io::Error| write_error(path, &error);
        let target = follow_links(path).map_err(fail)?;
        refuse_reads(&target, path, inputs, global)?;
        refuse_source(&target, path, global)?;
        let sink = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_dir() => {
                let message = format!("cannot write to {}: this is a folder", path.display());
                return Err(CommandError::new(message).into());
            }
            // Such a name may stand for a file that another program has open.
            Ok(metadata) if !metadata.is_file() || is_device_name(path) => {
                // Appending cuts nothing off.
                let file = File::options().append(true).open(path).map_err(fail)?;
                Sink::Stream(BufWriter::new(file))
            }
            Ok(metadata) => {
                // A file that must not be written must not be replaced.
                File::options().write(true).open(&target).map_err(fail)?;
                Sink::file(target, Some(metadata.permissions())).map_err(fail)?
            }
            Err(_) => Sink::file(target, None).map_err(fail)?,
        };
        Ok(OutputFile { sink, path: path.to_owned() })
    }

    /// Progress of writing; hidden while a terminal shows the output itself.
    pub fn progress(&self, global: &Global, task: &'static str, total: u64) -> Progress {
        match self.sink {
            Sink::Terminal(_) => Progress::start_beside_output(global, task, total),
            _ => Progress::start(global, task, Some(total)),
        }
    }

    /// Writes what is left, and puts the file in its place.
    pub fn finish(self) -> io::Result<()> {
        let finished = match self.sink {
            Sink::Stdout(mut stdout) => return stdout.flush(),
            Sink::Terminal(mut shown) => return shown.flush(),
            Sink::Stream(mut stream) => stream.flush(),
            Sink::File { writer, target } => writer
                .into_inner()
                .map_err(|failure| failure.into_error())
                .and_then(|file| file.persist(&target)),
        };
        finished.map_err(|error| write_error(&self.path, &error))
    }
}

impl Sink {
    fn file(target: PathBuf, permissions: Option<fs::Permissions>) -> io::Result<Sink> {
        let folder = folder_of(&target);
        if !folder.is_dir() {
            let message = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        // The error without the random name of the temporary file.
        let file = TemporaryFile::create(folder, permissions)
            .map_err(|error| io::Error::from(error.kind()))?;
        Ok(Sink::File { writer: BufWriter::with_capacity(1 << 16, file), target })
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(stdout) => return stdout.write(bytes),
            Sink::Terminal(shown) => return shown.write(bytes),
            Sink::Stream(stream) => stream.write(bytes),
            Sink::File { writer, .. } => writer.write(bytes),
        }
        .map_err(|error| write_error(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => return stdout.flush(),
            Sink::Terminal(shown) => return shown.flush(),
            Sink::Stream(stream) => stream.flush(),
            Sink::File { writer, .. } => writer.flush(),
        }
        .map_err(|error| write_error(&self.path, &error))
    }
}

/// Adds the path to an error, whose kind stays.
pub(super) fn write_error(path: &Path, error: &io::Error) -> io::Error {
    let failure = WriteError { path: path.to_owned(), reason: error.to_string() };
    io::Error::new(error.kind(), failure)
}

/// Whether a path leads to an open file of a process. Other files below /dev are replaced as any
/// file is: /dev/shm is a folder in memory.
fn is_device_name(path: &Path) -> bool {
    const OPEN_FILES: [&str; 5] = ["/dev/fd", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/proc"];
    cfg!(unix) && OPEN_FILES.iter().any(|name| path.starts_with(name))
}

/// The path behind all symbolic links, also behind one whose target does not exist.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
            Ok(link) => follow_links(&folder_of(path).join(link)),
            Err(_) => Ok(path.to_owned()),
        },
        followed => followed,
    }
}
