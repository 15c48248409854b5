//! Checks conformance to SGF FF\[4\] with the crate `sgf-parse`.

use sgf_parse::go;

use crate::sgf::{Charset, Event, GameTree, Reader};
use crate::{Fault, Rule};

/// The maximal depth of a tree for `sgf-parse`, which is recursive.
const MAX_DEPTH: usize = 500;

/// Checks a tree with `sgf-parse`. Returns the first fault that it finds, which
/// has no offset, or `None` if the tree conforms to SGF FF\[4\].
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::check;
/// use gtn_db::sgf::Charset;
///
/// assert_eq!(check::check_conformance(b"(;AB[aa];B[bb])", Charset::UTF_8), None);
/// assert!(check::check_conformance(b"(;AB[aa]B[bb])", Charset::UTF_8).is_some());
/// ```
pub fn check_conformance(bytes: &[u8], charset: Charset) -> Option<Fault> {
    let fault = |message: String| Some(Fault { rule: Rule::Strict, offset: 0, message });
    if count_levels(&GameTree::read(bytes, charset)) > MAX_DEPTH
        || count_nesting(bytes, charset) > MAX_DEPTH
    {
        return fault(format!("a tree of more than {MAX_DEPTH} levels is not checked"));
    }
    match go::parse(&charset.decode(bytes)) {
        Err(error) => fault(format!("not FF[4]: {error}")),
        Ok(trees) => {
            let error = trees.iter().find_map(|tree| tree.validate().err())?.to_string();
            // The sentence is followed by the whole node.
            let sentence = error.split(['"', '[', '{']).next().unwrap_or_default();
            fault(format!("not FF[4]: {}", sentence.trim()))
        }
    }
}

/// The number of nodes on the longest line.
fn count_levels(tree: &GameTree<'_>) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        depths.push(1 + node.parent().map_or(0, |parent| depths[parent.id().index()]));
    }
    depths.into_iter().max().unwrap_or(0)
}

/// The largest number of parentheses that are open at once.
fn count_nesting(bytes: &[u8], charset: Charset) -> usize {
    let depths = Reader::new(bytes, charset).scan(0_usize, |depth, event| {
        match event {
            Event::Open { .. } => *depth += 1,
            Event::Close { .. } => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    depths.max().unwrap_or(0)
}
