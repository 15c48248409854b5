//! The program `typst` on the PATH.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::process::{Command, Stdio};

use crate::cli::error::CommandError;
use crate::cli::temporaries::TemporaryFolder;

/// Whether there is a typst.
#[cfg(feature = "serve")]
pub(super) fn is_there() -> bool {
    let mut typst = Command::new("typst");
    typst.arg("--version").stdin(Stdio::null());
    typst.output().is_ok_and(|run| run.status.success())
}

/// Compiles the file `main` of a folder to PDF.
///
/// # Errors
/// If there is no typst, or it cannot compile the book.
pub(super) fn compile_files(
    files: BTreeMap<String, Vec<u8>>,
    main: &str,
) -> anyhow::Result<Vec<u8>> {
    let folder = TemporaryFolder::create()?;
    for (name, content) in files {
        fs::write(folder.path().join(name), content)?;
    }
    let output = folder.path().join("book.pdf");
    let run = Command::new("typst")
        .arg("compile")
        .arg(folder.path().join(main))
        .arg(&output)
        .env("SOURCE_DATE_EPOCH", "0") // equal books are equal byte by byte
        .stdin(Stdio::null())
        .output();
    match run {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let message = "--format pdf needs the program typst, which is not on the PATH";
            Err(CommandError::new(message)
                .with_hint(
                    "install it from https://typst.app, or build gtn-db with `--features book`, or write \
                     --format typst and compile that elsewhere, or print --format html from a browser",
                )
                .into())
        }
        Err(error) => Err(CommandError::new(format!("cannot run typst: {error}")).into()),
        Ok(run) if !run.status.success() => {
            let said = String::from_utf8_lossy(&run.stderr);
            Err(CommandError::new(format!("typst: {}", said.trim())).into())
        }
        Ok(_) => Ok(fs::read(output)?),
    }
}
