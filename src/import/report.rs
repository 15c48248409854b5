//! What came of an import.

use crate::record::Skip;
use crate::store::Tally;

/// Skips that a report lists.
const LISTED: usize = 100_000;

/// What an import brought, and what it did not.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was written and kept.
    pub tally: Tally,
    /// Sources that were in the database already.
    pub unchanged: u64,
    /// What was not taken as it stands, in the order of the inputs: the first
    /// 100,000, because memory must not grow with what is imported.
    pub skipped: Vec<Skip>,
    /// How many more there were.
    pub untold: u64,
    /// Whether the import was ended before all was read.
    pub is_interrupted: bool,
}

impl Report {
    /// Adds to the list, or to the number of what is not listed.
    pub(super) fn skip(&mut self, skips: impl IntoIterator<Item = Skip>) {
        for skip in skips {
            if self.skipped.len() < LISTED {
                self.skipped.push(skip);
            } else {
                self.untold += 1;
            }
        }
    }
}
