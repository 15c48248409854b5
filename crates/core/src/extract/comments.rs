//! The comments of a game tree.

use crate::sgf::value::player_of;
use crate::sgf::{Charset, Event, Reader};

/// A comment of a game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeComment {
    /// The number of moves from the root to the node of the comment, that of the node included.
    pub moves: u32,
    /// The number of nodes before its node in the order of the file, as [`NodeId::index`](crate::sgf::NodeId::index).
    pub node: usize,
    /// The text, with line breaks.
    pub text: String,
}

/// The comments of a tree in the order of the file: the properties C, GC and N. Blank ones are left out.
/// The time is linear in the length of the tree.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::extract::extract_comments;
/// use gtn_db::sgf::Charset;
///
/// let comments = extract_comments("(;GC[定石](;C[劫]B[aa])(;W[bb]C[Ko]))".as_bytes(), Charset::UTF_8);
/// let texts: Vec<_> = comments.iter().map(|one| (one.moves, &*one.text)).collect();
/// assert_eq!(texts, [(0, "定石"), (1, "劫"), (1, "Ko")]);
/// ```
pub fn extract_comments(bytes: &[u8], charset: Charset) -> Vec<TreeComment> {
    let mut comments: Vec<TreeComment> = Vec::new();
    // The number of moves before each open parenthesis.
    let mut open = Vec::new();
    let mut moves = 0;
    // Whether the present node has a move, and its first comment.
    let (mut has_move, mut first) = (false, 0);
    let mut nodes = 0;
    for event in Reader::new(bytes, charset) {
        match event {
            Event::Open { .. } => open.push(moves),
            Event::Close { .. } => moves = open.pop().unwrap_or(0),
            Event::Node { .. } => {
                (has_move, first) = (false, comments.len());
                nodes += 1;
            }
            Event::Property(property) if player_of(property.name()).is_some() => {
                if !has_move {
                    (has_move, moves) = (true, moves + 1);
                    comments[first..].iter_mut().for_each(|comment| comment.moves = moves);
                }
            }
            Event::Property(property) => {
                let name = property.name();
                if name == b"C" || name == b"GC" || name == b"N" {
                    let text = property.text();
                    if !text.trim().is_empty() {
                        // A comment before the first node is one of the first node.
                        let node = usize::saturating_sub(nodes, 1);
                        comments.push(TreeComment { moves, node, text: text.into_owned() });
                    }
                }
            }
            Event::Fault(_) => {}
        }
    }
    comments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::GameTree;

    #[test]
    fn moves_count_along_the_line_of_a_comment() {
        let text =
            "(;C[0]N[zero];B[aa]C[1](;C[2]W[bb]B[cc];C[2 too])(;AB[dd]C[still 1];W[]C[2])C[end])";
        let comments = extract_comments(text.as_bytes(), Charset::UTF_8);
        let found: Vec<_> = comments.iter().map(|one| (one.moves, &*one.text)).collect();
        let expected =
            [(0, "0"), (0, "zero"), (1, "1"), (2, "2"), (2, "2 too"), (1, "still 1"), (2, "2")];
        assert_eq!(found[..7], expected);
        let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
        for comment in &comments {
            let node = tree.nodes().nth(comment.node).unwrap();
            assert!(node.properties().iter().any(|property| property.text() == comment.text));
        }
        assert!(extract_comments(b"(;C[ ]B[aa]GN[name]", Charset::UTF_8).is_empty());
    }
}
