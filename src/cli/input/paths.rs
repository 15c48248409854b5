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
    for path in paths.iter().filter(|path| path.as_os_str() != "-") {
        if path.as_os_str().is_empty() {
            return Err(CommandError::new("a path is empty").with_hint(NOTHING_READ));
        }
        if let Err(error) = path.metadata() {
            let message = match error.kind() {
                std::io::ErrorKind::NotFound if path.is_symlink() => {
                    "the target of the symbolic link does not exist".to_owned()
                }
                std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
                _ => format!("cannot be read: {error}"),
            };
            let message = format!("{}: {message}", path.display());
            return Err(CommandError::new(message).with_hint(NOTHING_READ));
        }
    }
    Ok(Inputs::gather(paths, limits))
}

const NOTHING_READ: &str = "correct the path; no other path was read either";

/// The files that a command reads for these inputs, for comparison with its output.
pub fn list_files(inputs: &Inputs) -> Vec<PathBuf> {
    inputs.files().map(|file| file.unwrap_or_else(|| Path::new(STDIN).to_owned())).collect()
}

/// Standard input, which may be a file.
pub const STDIN: &str = "/dev/stdin";
