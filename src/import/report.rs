//! What came of an import.

use crate::record::Skip;
use crate::store::Tally;

/// What an import brought, and what it did not.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What was written and kept.
    pub tally: Tally,
    /// Sources that were in the database already.
    pub unchanged: u64,
    /// What was not taken as it stands, in the order of the inputs.
    pub skipped: Vec<Skip>,
    /// Whether the import was ended before all was read.
    pub is_interrupted: bool,
}
