//! Stored game trees that are read again.

use super::classify::{Extracted, Tree, TreeLocation, extract_tree_as};
use super::tree_reader::TreeReader;
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
    let charset = stored_charset(charset);
    match extract_tree_as(sgf, charset, location, options, known_dialect(dialect)).0 {
        Extracted::Problem(record) => Some(*record),
        _ => None,
    }
}

/// [`extract_stored_record`] as before reading 4: the setup goes on to the end of the first
/// variation, and all moves are of one problem.
#[doc(hidden)]
pub fn extract_early_record(
    sgf: &[u8],
    charset: Option<&Charset>,
    location: TreeLocation,
    dialect: Option<Dialect>,
) -> Option<Record> {
    let charset = stored_charset(charset);
    let tree = Tree { bytes: sgf, charset, location, dialect: known_dialect(dialect) };
    tree.extract_as_whole().ok().map(|(record, _)| record)
}

/// Whether a tree sets up stones elsewhere than one after the other before the first move.
#[doc(hidden)]
pub fn has_further_setups(sgf: &[u8], charset: Option<&Charset>) -> bool {
    let mut reader = TreeReader::new(sgf, stored_charset(charset).charset, usize::MAX);
    let _ = reader.read_start().and_then(|_| reader.read_rest());
    reader.has_further_setups
}

/// Whether a tree is a game with problems in it.
#[doc(hidden)]
pub fn is_game_with_problems(sgf: &[u8], charset: Detected, options: TreeOptions) -> bool {
    let extract = || extract_tree_as(sgf, charset, TreeLocation::FIRST, options, None).0;
    options.kind.is_none() && matches!(extract(), Extracted::Several(_, Some(_)))
}

/// The dialects that are known from the format of the source, not from the tree.
#[doc(hidden)]
pub fn known_dialect(stored: Option<Dialect>) -> Option<Dialect> {
    stored.filter(|dialect| matches!(dialect, Dialect::OgsJson | Dialect::SolJson))
}
