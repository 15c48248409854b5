//! Where a comment has the words that were looked for.

use crate::extract::{extract_comments, stored_charset};
use crate::games::{GameDecoder, Step};
use crate::sgf::value::Move;
use crate::sgf::{GameTree, Node};
use crate::store::{Commented, Phrase, Store, StoreError};

/// The most characters on each side of a phrase that an excerpt shows.
const AROUND: usize = 40;

/// The first comment of a game tree with a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentMatch {
    /// The number of moves before the comment, that of its own node included.
    pub moves: u32,
    /// The number of the first line of the game that has the node, 1 for the main line; `None` for a record, and
    /// where the database has no such line: after an illegal move, or if variations were not imported.
    pub line: Option<u32>,
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
    let found = comments.iter().find_map(|comment| {
        let excerpt = phrase.excerpt(&comment.text, AROUND)?;
        Some((comment, excerpt))
    });
    let Some((comment, excerpt)) = found else { return Ok(None) };
    let lines = match of {
        Commented::Record(_) => None,
        Commented::Game(game) => store.game_lines(game)?,
    };
    let tree = GameTree::read(&tree.sgf, charset);
    let node = tree.nodes().nth(comment.node);
    let line = lines.zip(node).and_then(|(lines, node)| find_line(&lines, node));
    Ok(Some(CommentMatch { moves: comment.moves, line, excerpt }))
}

/// The number of the first line, from 1, that begins with the moves to a node. `None` if there is none, or the
/// lines are damaged.
fn find_line(lines: &[u8], node: Node<'_, '_>) -> Option<u32> {
    let mut lines = GameDecoder::new(lines).ok()?;
    let mut path = Vec::new();
    let mut next = Some(node);
    while let Some(node) = next {
        if let Some((color, played)) = node.played(lines.size()) {
            path.push(match played.ok()? {
                Move::At(point) => Step::Play(color, point),
                Move::Pass => Step::Pass(color),
            });
        }
        next = node.parent();
    }
    let mut number = 0;
    while lines.next_line().ok()? {
        number += 1;
        let moves = lines.steps().iter().filter(|step| step.player().is_some());
        // The path is from the node to the root.
        if moves.take(path.len()).eq(path.iter().rev()) {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::tests::Database;

    #[test]
    fn a_comment_is_in_the_first_line_with_its_moves() {
        let tree = "(;SZ[9]C[at the start];B[aa](;W[bb];B[cc]C[main])\
            (;W[cc];B[bb](;W[dd]C[deep])(;AB[ee]C[set up];W[]C[pass]))\
            (;W[aa]C[illegal])(;W[cc];B[bb];W[dd];B[ff]C[again]))";
        let database = Database::new(&[("games.sgf", tree)]);
        for (words, moves, line) in [
            ("at the start", 0, Some(1)),
            ("main", 3, Some(1)),
            ("deep", 4, Some(2)),
            ("set up", 3, Some(2)),
            ("pass", 4, Some(3)),
            ("illegal", 2, None),
            ("again", 5, Some(4)),
        ] {
            let phrase = words.parse().unwrap();
            let found =
                find_comment(&database.store, Commented::Game(1), &phrase).unwrap().unwrap();
            assert_eq!((found.moves, found.line), (moves, line), "{words}");
        }
    }
}
