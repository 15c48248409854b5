//! Where an export goes.

use std::path::Path;

use crate::cli::output::plural;
use crate::cli::report;

/// Whether to write one file per problem.
pub fn is_folder(path: &Path) -> bool {
    let ends_like_one = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    ends_like_one || path.is_dir()
}

/// Says which files of a folder were kept because somebody has changed them.
pub fn report_changed(path: &Path, changed: &[String]) {
    if let [first, others @ ..] = changed {
        let more = match others.len() as u64 {
            0 => String::new(),
            more => format!(" and {}", plural(more, "more file")),
        };
        let first = path.join(first);
        report(&format!("{}{more}: changed since the last export, kept", first.display()));
    }
}
