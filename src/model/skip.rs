//! Items that an import skipped or repaired.

use crate::Rule;

/// Something that was not taken as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Of what kind.
    pub code: Rule,
    /// The source's name.
    pub source: String,
    /// Which game tree, from 1; 0 when the whole source is meant.
    pub tree: u32,
    /// Where in the source, in bytes.
    pub offset: u64,
    /// What is wrong.
    pub cause: String,
    /// Whether the tree was kept all the same.
    pub kept: bool,
}
