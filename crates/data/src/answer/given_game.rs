//! A game that a question gives.

use crate::extract::{Extracted, TreeLocation, extract_tree};
use crate::model::{Game, TreeKind, TreeOptions, Variations};
use crate::sgf;

/// Reads the main line of the one game of a file in SGF.
///
/// # Errors
/// When there is no game tree, or there are several, or the tree cannot be read: the cause.
///
/// ```
/// # mod gtn_db { pub use {gtn_db_core::*, gtn_db_data::*}; }
/// use gtn_db::answer::read_given_game;
///
/// assert_eq!(read_given_game(b"(;SZ[9];B[cc];W[gg])".to_vec())?.moves, 2);
/// assert!(read_given_game(b"(;B[cc])(;B[dd])".to_vec()).is_err());
/// # Ok::<(), String>(())
/// ```
pub fn read_given_game(bytes: Vec<u8>) -> Result<Box<Game>, String> {
    let bytes = sgf::to_utf8(&bytes).unwrap_or(bytes);
    let charset = sgf::detect_charset(&bytes);
    let trees = sgf::split(&bytes, charset.charset, true).trees;
    let [span] = &trees[..] else {
        return Err(format!("one game in SGF is needed, and there are {}", trees.len()));
    };
    let tree = &bytes[span.range()];
    let options = TreeOptions {
        kind: Some(TreeKind::Game),
        variations: Some(Variations::Main),
        ..TreeOptions::default()
    };
    let charset = sgf::tree_charset(tree, charset).0;
    match extract_tree(tree, charset, TreeLocation::FIRST, options) {
        (Extracted::Game(game), _) => Ok(game),
        (_, faults) => {
            let cause = faults.last().map(|fault| fault.message.to_string());
            Err(cause.unwrap_or_else(|| "not a game tree".to_owned()))
        }
    }
}
