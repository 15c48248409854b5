//! Stored game trees that are read again.

use super::classify::{Extracted, TreeLocation, extract_tree_as};
use crate::model::{Charset, Record, TreeKind, TreeOptions, TreeParts};
use crate::sgf::{CharsetSource, Detected};
use crate::solution::Dialect;

/// The charset in which the import read a tree, from what is stored of it.
#[doc(hidden)]
pub fn stored_charset(stored: Option<&Charset>) -> Detected {
    let source = match stored {
        Some(charset) if charset.is_guessed => CharsetSource::Detected,
        _ => CharsetSource::Declared,
    };
    Detected { charset: Charset::for_reading(stored), source }
}

/// Reads a record again from its stored game tree, charset and dialect. Returns
/// `None` if the tree is no problem, which means that the row was altered.
#[doc(hidden)]
pub fn extract_stored_record(
    sgf: &[u8],
    charset: Option<&Charset>,
    location: TreeLocation,
    dialect: Option<Dialect>,
) -> Option<Record> {
    let options = TreeOptions {
        kind: Some(TreeKind::Problem),
        parts: Some(TreeParts::One),
        ..TreeOptions::default()
    };
    // These dialects are known from the format of the source, not from the tree.
    let known = dialect.filter(|dialect| matches!(dialect, Dialect::OgsJson | Dialect::SolJson));
    match extract_tree_as(sgf, stored_charset(charset), location, options, known).0 {
        Extracted::Problem(record) => Some(*record),
        _ => None,
    }
}
