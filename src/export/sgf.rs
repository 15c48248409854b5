//! Problems as game trees; what becomes of the root is told by
//! [`Format::Sgf`](super::Format::Sgf).

use std::io::{self, Write};

use super::Exported;
use super::orient::{tree, turn_of_kept};
use super::union::joined;
use crate::model::Turn;
use crate::sgf::value::{decode_simple_text, escape, format_size_property};
use crate::sgf::{Charset, GameTree, Layout, Node, Property, to_sgf, transform};
use crate::solution::{marked, read_as};

/// Writes the game tree.
pub(super) fn write(exported: &Exported<'_>, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", text(exported))
}

/// The game tree.
pub(super) fn text(exported: &Exported<'_>) -> String {
    // The root comes first: its SZ and PL are then turned with the rest.
    let text = with_root(exported);
    let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
    let turned = transform(&tree, exported.orientation, Layout::OneLine);
    let Some(dialect) = exported.options.marks else { return turned };
    // The marks of some dialects depend on color: they are read before.
    let reading = read_as(&tree, exported.problem.placement.board, exported.dialect());
    marked(&GameTree::read(turned.as_bytes(), Charset::UTF_8), &reading, dialect)
}

/// The game tree of the kept record in UTF-8, not turned, with its root in
/// order.
fn with_root(exported: &Exported<'_>) -> String {
    let problem = exported.problem;
    let text = if exported.options.union {
        joined(exported)
    } else {
        to_sgf(&tree(problem), Layout::OneLine)
    };
    let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
    let root = tree.root().map_or(&[][..], Node::properties);
    let (before, behind) = text.split_once(';').unwrap_or(("(", ")"));
    let player = match turn_of_kept(problem) {
        Turn::Black => "B",
        Turn::White => "W",
        Turn::Either | Turn::Unknown => "",
    };
    let board = problem.placement.board;

    let mut out = String::with_capacity(text.len() + 200);
    out.push_str(before);
    out.push_str(";FF[4]GM[1]CA[UTF-8]");
    out.push_str(&format_size_property(board));
    if let Some(name) = &problem.kept.name
        && !root.iter().any(|property| property.name() == b"GN")
    {
        push(&mut out, "GN", name);
    }
    if !player.is_empty() {
        push(&mut out, "PL", player);
    }
    push(&mut out, "SO", &sources(exported, root));

    let written = |property: &&Property<'_>| {
        let name = property.name();
        let is_new = [*b"FF", *b"GM", *b"CA", *b"SZ", *b"SO"].iter().any(|new| name == *new);
        !is_new && (player.is_empty() || name != b"PL")
    };
    for property in root.iter().filter(written) {
        out.push_str(text.get(property.offset..end(property)).unwrap_or_default());
    }
    out.push_str(root.last().map_or(behind, |last| text.get(end(last)..).unwrap_or_default()));
    out
}

/// Where a property ends in a text that has no blanks behind its name.
fn end(property: &Property<'_>) -> usize {
    property.offset + property.ident.len() + property.raw.len()
}

/// Appends a property with a text of one line.
fn push(out: &mut String, name: &str, text: &str) {
    out.push_str(name);
    out.push('[');
    out.push_str(&escape(text));
    out.push(']');
}

/// Where the problem stands.
fn sources(exported: &Exported<'_>, root: &[Property<'_>]) -> String {
    let own = root.iter().filter(|property| property.name() == b"SO").flat_map(Property::values);
    let own = own.map(|value| decode_simple_text(value, Charset::UTF_8).trim().to_owned());
    let labels = exported.occurrences().map(|occurrence| exported.label(occurrence));
    let all: Vec<String> = own.filter(|own| !own.is_empty()).chain(labels).collect();
    all.join("; ")
}
