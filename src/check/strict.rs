//! A second opinion on the syntax: the crate `sgf-parse`.

use sgf_parse::go;

use crate::sgf::{Charset, Event, GameTree, Reader};
use crate::{Fault, Rule};

/// The deepest tree that is given to `sgf-parse`, which recurses.
const DEEPEST: usize = 500;

/// What `sgf-parse` finds in a tree that is not as SGF FF\[4\] has it; it tells
/// the first thing, and not where.
///
/// ```
/// use gtn_db::check;
/// use gtn_db::sgf::Charset;
///
/// assert_eq!(check::check_conformance(b"(;AB[aa];B[bb])", Charset::UTF_8), None);
/// assert!(check::check_conformance(b"(;AB[aa]B[bb])", Charset::UTF_8).is_some());
/// ```
pub fn check_conformance(bytes: &[u8], charset: Charset) -> Option<Fault> {
    let fault = |message: String| Some(Fault { rule: Rule::Strict, offset: 0, message });
    if deepest(&GameTree::read(bytes, charset)) > DEEPEST || nesting(bytes, charset) > DEEPEST {
        return fault(format!("a tree of more than {DEEPEST} levels was not looked at"));
    }
    match go::parse(&charset.decode(bytes)) {
        Err(error) => fault(format!("no FF[4]: {error}")),
        Ok(trees) => {
            let error = trees.iter().find_map(|tree| tree.validate().err())?.to_string();
            // Behind the sentence it prints the whole node.
            let sentence = error.split(['"', '[', '{']).next().unwrap_or_default();
            fault(format!("not as FF[4] has it: {}", sentence.trim()))
        }
    }
}

/// The number of nodes on the longest line.
fn deepest(tree: &GameTree<'_>) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        depths.push(1 + node.parent().map_or(0, |parent| depths[parent.id().index()]));
    }
    depths.into_iter().max().unwrap_or(0)
}

/// How many parentheses are open at once.
fn nesting(bytes: &[u8], charset: Charset) -> usize {
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
