//! The paths of files, folders and archives on a command line.

use std::path::{Path, PathBuf};

use gtn_db::import::inputs::{Inputs, Limits};

use crate::cli::error::CommandError;

/// Finds the inputs behind the paths that a user named.
///
/// # Errors
/// If a path leads nowhere. A file in a folder that cannot be read is none; the visit of the inputs
/// reports it.
pub fn gather_inputs(paths: &[PathBuf], limits: Limits) -> Result<Inputs, CommandError> {
    Inputs::gather(paths, limits)
        .map_err(|error| CommandError::new(error.to_string()).with_hint(NOTHING_READ))
}

const NOTHING_READ: &str = "correct the path; no other path was read either";

/// The files that a command reads for these inputs, for comparison with its output.
pub fn list_files(inputs: &Inputs) -> Vec<PathBuf> {
    inputs.files().map(|file| file.unwrap_or_else(|| Path::new(STDIN).to_owned())).collect()
}

/// Standard input, which may be a file.
pub const STDIN: &str = "/dev/stdin";
