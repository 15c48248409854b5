//! A finding of a check.

use serde::Serialize;

use crate::{Diagnostic, Location};

/// A fault of a source or of one of its game trees.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FindingJson {
    /// The rule that is broken.
    pub code: &'static str,
    /// The name of the source.
    pub source: String,
    /// The number of the game tree, from 1; null for the whole source.
    pub tree: Option<u32>,
    /// Bytes from the start of the source.
    pub offset: u64,
    /// The fault, in a sentence.
    pub cause: String,
}

impl From<Diagnostic> for FindingJson {
    fn from(finding: Diagnostic) -> FindingJson {
        let Diagnostic { location: Location { source, tree, offset, .. }, rule, message, .. } =
            finding;
        let tree = (tree > 0).then_some(tree);
        FindingJson { code: rule.name(), source, tree, offset, cause: message }
    }
}
