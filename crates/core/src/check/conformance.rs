//! Checks conformance to SGF FF\[4\] with the crate `sgf-parse`.

use std::borrow::Cow;

use sgf_parse::{InvalidNodeError, go};

use crate::sgf::{Charset, Event, GameTree, Ident, Node, Property, Reader};
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
    let tree = GameTree::read(bytes, charset);
    if count_levels(&tree) > MAX_DEPTH || count_nesting(bytes, charset) > MAX_DEPTH {
        return fault(format!("a tree of more than {MAX_DEPTH} levels is not checked"));
    }
    match go::parse(&replace_escaped_colons(&charset.decode(bytes))) {
        Err(error) => fault(format!("not FF[4]: {error}")),
        Ok(trees) => {
            let error = trees.iter().find_map(|tree| tree.validate().err())?;
            let name = find_culprit(&error, &tree);
            let error = error.to_string();
            // The sentence is followed by the whole node.
            let sentence = error.split(['"', '[', '{']).next().unwrap_or_default();
            let sentence = sentence.trim().trim_end_matches(':');
            fault(match name {
                Some(name) => format!("not FF[4]: {sentence}: {name}"),
                None => format!("not FF[4]: {sentence}"),
            })
        }
    }
}

/// Puts another character in place of each colon that is escaped, as in `LB[aa:a\:b]`: `sgf-parse` would
/// take the colon for the one between the two parts of a value.
fn replace_escaped_colons(text: &str) -> Cow<'_, str> {
    if !text.contains("\\:") {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let mut is_escaped = false;
    for char in text.chars() {
        out.push(if is_escaped && char == ':' { '.' } else { char });
        is_escaped = char == '\\' && !is_escaped;
    }
    out.into()
}

/// The name of the property that an error is about, where its sentence does not say it.
fn find_culprit(error: &InvalidNodeError, tree: &GameTree<'_>) -> Option<String> {
    let root_only = ["AP", "CA", "FF", "GM", "ST", "SZ"].map(|name| Ident::new(name.as_bytes()));
    let find = |is_culprit: &dyn Fn(Node<'_, '_>, usize, Ident) -> bool| {
        tree.nodes().find_map(|node| {
            let mut names = node.properties().iter().map(Property::name).enumerate();
            let name = names.find(|&(at, name)| is_culprit(node, at, name));
            name.map(|(_, name)| name.to_string())
        })
    };
    match error {
        InvalidNodeError::InvalidProperty(context) => context.split(',').next().map(str::to_owned),
        InvalidNodeError::RepeatedIdentifier(_) => find(&|node, at, name| {
            // A node with many properties is no reason to compare all pairs of them.
            at < MAX_DEPTH && node.properties()[..at].iter().any(|before| before.name() == name)
        }),
        InvalidNodeError::UnexpectedRootProperties(_) => {
            find(&|node, _, name| node.parent().is_some() && root_only.contains(&name))
        }
        _ => None,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaped_colons_are_part_of_a_text() {
        let check = |sgf: &str| check_conformance(sgf.as_bytes(), Charset::UTF_8);
        assert_eq!(check(r"(;AP[a\:b:1]LB[aa:a\:b][bb:\\](;B[cc]FG[257:x\:y]))"), None);
        assert!(check(r"(;LB[aa:a:b])").is_some());
        assert!(check(r"(;LB[aa:a\\:b])").is_some()); // a backslash, and a colon
    }

    #[test]
    fn the_property_is_named() {
        for (sgf, message) in [
            ("(;AB[aa]PL[X])", "not FF[4]: Invalid property: PL"),
            ("(;AB[aa]PL[B]PL[W])", "not FF[4]: Identifier repeated in node: PL"),
            ("(;AB[aa];SZ[9])", "not FF[4]: Root properties in non-root node: SZ"),
            ("(;AB[aa];B[bb]AW[cc])", "not FF[4]: Setup and move properties in same node"),
        ] {
            let fault = check_conformance(sgf.as_bytes(), Charset::UTF_8).unwrap();
            assert_eq!(fault.message, message);
        }
    }
}
