//! Where a comment has the words that were looked for.

use crate::extract::{extract_comments, stored_charset};
use crate::store::{Commented, Phrase, Store, StoreError};

/// The most characters on each side of a phrase that an excerpt shows.
const AROUND: usize = 40;

/// The first comment of a game tree with a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentMatch {
    /// The number of moves before the comment, that of its own node included.
    pub moves: u32,
    /// The phrase and what is around it, on one line.
    pub excerpt: String,
}

/// Finds the first comment with a phrase in the game tree of a record or game.
///
/// # Errors
/// If the database cannot be read.
pub fn find_comment(
    store: &Store,
    of: Commented,
    phrase: &Phrase,
) -> Result<Option<CommentMatch>, StoreError> {
    let Some(tree) = store.commented_tree(of)? else { return Ok(None) };
    let charset = stored_charset(tree.charset.as_ref()).charset;
    let comments = extract_comments(&tree.sgf, charset);
    Ok(comments.iter().find_map(|comment| {
        let excerpt = phrase.excerpt(&comment.text, AROUND)?;
        Some(CommentMatch { moves: comment.moves, excerpt })
    }))
}
