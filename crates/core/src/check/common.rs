//! What all checks need to locate and word a fault.

use crate::Color;
use crate::sgf::{Ident, Node, Property};

/// The offset of the first property of a node that has one of these names.
pub(super) fn find_property(node: Node<'_, '_>, names: &[&str]) -> Option<usize> {
    let is_named = |property: &&Property<'_>| {
        names.iter().any(|name| property.name() == Ident::new(name.as_bytes()))
    };
    node.properties().iter().find(is_named).map(|property| property.offset)
}

/// The offset of the move that a node of a solution was read from.
pub(super) fn find_move(node: Node<'_, '_>) -> usize {
    find_property(node, &["B", "W"]).expect("a move of a solution is read from B or W")
}

/// `Black` or `White`.
pub(super) fn player(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
