//! Options of an import.

use std::sync::atomic::AtomicBool;

use crate::model::TreeOptions;

/// [`ImportOptions::max_listed`] for a report to a program.
pub const MAX_LISTED: usize = 100_000;

/// Options of [`import`](super::import).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ImportOptions<'a> {
    /// How game trees are read.
    pub tree_options: TreeOptions,
    /// The most diagnostics of each rule that
    /// [`Report::diagnostics`](super::Report::diagnostics) lists.
    pub max_listed: usize,
    /// When the import began, in seconds since 1970; `None` if not known.
    pub started: Option<i64>,
    /// Whether sources are removed whose place below an imported folder, or in
    /// an imported archive, is gone.
    pub prune: bool,
    /// A flag by which another thread ends the import early. What was finished
    /// is kept.
    pub cancel: &'a AtomicBool,
}

impl<'a> ImportOptions<'a> {
    /// The default options: the content of each tree decides whether it is a
    /// problem or a game, all variations are kept, nothing that is gone is
    /// removed, and ten diagnostics of each rule are listed.
    pub fn new(cancel: &'a AtomicBool) -> ImportOptions<'a> {
        ImportOptions {
            tree_options: TreeOptions::default(),
            max_listed: 10,
            started: None,
            prune: false,
            cancel,
        }
    }
}
