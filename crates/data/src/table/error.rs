//! Errors of rows that a table cannot hold.

use thiserror::Error;

use crate::games::DecodeGameError;

/// A row that a table cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The number of a game tree does not fit into 32 bits with a sign.
    #[error("{source_name}: tree {tree} is beyond the {} that a table can number", i32::MAX)]
    TreeNumber {
        /// The name of the source.
        source_name: String,
        /// The number of the tree.
        tree: u32,
    },
    /// The moves of a game cannot be decoded.
    #[error("{source_name}, tree {tree}: {error}")]
    Moves {
        /// The name of the source.
        source_name: String,
        /// The number of the tree.
        tree: u32,
        /// The fault of the moves.
        error: DecodeGameError,
    },
}

/// The number of a game tree as a table has it.
pub(super) fn tree_number(source: &str, tree: u32) -> Result<i32, TableError> {
    i32::try_from(tree).map_err(|_| TableError::TreeNumber { source_name: source.to_owned(), tree })
}
