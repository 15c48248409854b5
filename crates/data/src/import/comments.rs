//! The index of comments, filled in the transactions that add records and games.

use rayon::prelude::*;

use crate::extract::{extract_comments, stored_charset};
use crate::store::{Commented, CommentedTree, ImportSession, StoreError, index_words};

/// The number of trees that are read together.
const TREES: usize = 4_096;

/// The most trees that one transaction of an import adds, of an older database.
const TREES_PER_COMMIT: usize = 16 * TREES;

/// The words of the comments of a tree, as the index has them.
fn comment_words(tree: &CommentedTree) -> String {
    let charset = stored_charset(tree.charset.as_ref()).charset;
    let comments = extract_comments(&tree.sgf, charset);
    index_words(comments.iter().map(|comment| &*comment.text))
}

/// Adds trees to the index; gives their number. The caller commits.
fn index_some(session: &mut ImportSession) -> Result<usize, StoreError> {
    let trees = session.trees_to_index(TREES)?;
    let words: Vec<(Commented, String)> =
        trees.par_iter().map(|tree| (tree.of, comment_words(tree))).collect();
    session.index_comments(&words)?;
    Ok(words.len())
}

/// Adds what was imported to the index of comments. The caller commits.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_new_comments(session: &mut ImportSession) -> Result<(), StoreError> {
    if !session.keeps_index()? {
        return Ok(());
    }
    session.clear_other_comment_index()?;
    let mut indexed = 0;
    while indexed < TREES_PER_COMMIT {
        match index_some(session)? {
            0 => break,
            trees => indexed += trees,
        }
    }
    Ok(())
}

/// Adds the records and games to the index of comments that it does not have, in transactions of their own:
/// those of another database, or all of them after the index was emptied.
///
/// # Errors
/// If the database cannot be read or written.
pub(super) fn index_left_comments(session: &mut ImportSession) -> Result<(), StoreError> {
    match session.keeps_index()? {
        true => index_comments(session, |_| ()),
        false => Ok(()),
    }
}

/// Indexes the comments of a database, from where an earlier run ended. Commits after some trees, and calls
/// `progress` with their number.
///
/// # Errors
/// If the database cannot be read or written.
pub fn index_comments(
    session: &mut ImportSession,
    mut progress: impl FnMut(usize),
) -> Result<(), StoreError> {
    session.clear_other_comment_index()?;
    loop {
        let trees = index_some(session)?;
        session.commit()?;
        if trees == 0 {
            return Ok(());
        }
        progress(trees);
    }
}
