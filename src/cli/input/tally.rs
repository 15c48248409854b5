//! How a command over several queries ends.

use crate::cli::{Outcome, report};

/// The message about the prefix of a key that is not in the database.
pub const NO_SUCH_KEY: &str = "no stored position has a key with this prefix";

/// What became of the queries of a command.
#[derive(Default)]
pub struct Tally {
    has_failed: bool,
    has_found: bool,
}

impl Tally {
    /// Returns the value of a query, or reports why there is none: an error, or `None` for a key
    /// that is not in the database.
    pub fn accept<T>(&mut self, label: &str, query: anyhow::Result<Option<T>>) -> Option<T> {
        match query {
            Ok(Some(query)) => Some(query),
            Ok(None) => {
                report(&format!("{label}: {NO_SUCH_KEY}"));
                None
            }
            Err(error) => {
                report(&format!("{label}: {error:#}"));
                self.has_failed = true;
                None
            }
        }
    }

    /// Records whether a query was found.
    pub fn count(&mut self, is_found: bool) {
        self.has_found |= is_found;
    }

    /// The outcome of the whole command: one failed query makes it fail.
    pub fn outcome(&self) -> Outcome {
        match (self.has_failed, self.has_found) {
            (true, _) => Outcome::Failed,
            (false, true) => Outcome::Done,
            (false, false) => Outcome::NothingFound,
        }
    }
}
