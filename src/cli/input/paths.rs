//! The paths of files, folders and archives on a command line.

#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use gtn_db::escape::Escaped;
use gtn_db::import::inputs::{Inputs, Limits};

use crate::cli::error::CommandError;
use crate::cli::global::report;

/// Finds the inputs behind the paths that a user named.
///
/// # Errors
/// If a path leads nowhere. A file in a folder that cannot be read is none; the visit of the inputs
/// reports it.
pub fn gather_inputs(paths: &[PathBuf], limits: Limits) -> Result<Inputs, CommandError> {
    paths.iter().for_each(|path| announce_pipe(path));
    Inputs::gather(paths, limits)
        .map_err(|error| CommandError::new(error.to_string()).with_hint(NOTHING_READ))
}

/// Says that a path names a pipe, which the system opens only when another program writes to it. The
/// shell's `<(command)` has a writer already, and no path of its own.
pub fn announce_pipe(path: &Path) {
    #[cfg(unix)]
    if let Ok(path) = path.canonicalize()
        && path.metadata().is_ok_and(|found| found.file_type().is_fifo())
    {
        let name = path.display().to_string();
        report(&format!("{} is a pipe: waiting for a program that writes to it", Escaped(&name)));
    }
}

const NOTHING_READ: &str = "correct the path; no other path was read either";

/// The files that a command reads for these inputs, for comparison with its output.
pub fn list_files(inputs: &Inputs) -> Vec<PathBuf> {
    inputs.files().map(|file| file.unwrap_or_else(|| Path::new(STDIN).to_owned())).collect()
}

/// Standard input, which may be a file.
pub const STDIN: &str = "/dev/stdin";
