//! Writing game trees.

use std::fmt;
use std::io::{self, Write};

use super::{Charset, GameTree, Node, Property};

/// Where line breaks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// None, apart from those within values.
    OneLine,
    /// One line per node.
    NodePerLine,
}

/// Writes a tree as SGF, in UTF-8.
///
/// Keeps identifiers, values and their order, including escapes and unknown properties. Only the
/// charset changes: `CA` becomes `CA[UTF-8]`, and is added to a tree with non-ASCII values.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, GameTree, Layout, write_tree};
///
/// let tree = GameTree::read(b"(; AB[aa] [bb] (;B[cc]))", Charset::UTF_8);
/// let mut out = Vec::new();
/// write_tree(&tree, Layout::OneLine, &mut out)?;
/// assert_eq!(out, b"(;AB[aa][bb];B[cc])");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// When writing to `out` fails.
pub fn write_tree(tree: &GameTree<'_>, layout: Layout, out: &mut impl Write) -> io::Result<()> {
    write_tree_with(tree, layout, out, |node, out| {
        node.properties().iter().try_for_each(|property| write_property(property, out))
    })
}

/// Writes a tree; `node` writes the properties of a node.
pub(crate) fn write_tree_with<W: Write>(
    tree: &GameTree<'_>,
    layout: Layout,
    out: &mut W,
    node: impl FnMut(Node<'_, '_>, &mut W) -> io::Result<()>,
) -> io::Result<()> {
    out.write_all(b"(")?;
    if let Some(root) = tree.root() {
        // A damaged tree may have several roots; each gets its own parentheses.
        let split = root.next_sibling().is_some();
        if split {
            out.write_all(b"(")?;
        }
        write_nodes(root, layout, needs_charset(tree), out, node)?;
        if split {
            out.write_all(b")")?;
        }
    }
    out.write_all(b")")
}

/// Formats a tree as SGF; see [`write_tree`].
pub fn to_sgf(tree: &GameTree<'_>, layout: Layout) -> String {
    let mut out = Vec::new();
    write_tree(tree, layout, &mut out).expect("writing to memory cannot fail");
    String::from_utf8(out).expect("names are ASCII and values are decoded")
}

impl fmt::Debug for GameTree<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameTree({})", to_sgf(self, Layout::OneLine))
    }
}

fn write_nodes<W: Write>(
    root: Node<'_, '_>,
    layout: Layout,
    add_charset: bool,
    out: &mut W,
    mut write_node: impl FnMut(Node<'_, '_>, &mut W) -> io::Result<()>,
) -> io::Result<()> {
    let mut node = root;
    let mut first = true;
    loop {
        out.write_all(b";")?;
        if first && add_charset {
            out.write_all(b"CA[UTF-8]")?;
        }
        write_node(node, out)?;
        first = false;
        if let Some(child) = node.first_child() {
            line_break(layout, out)?;
            if child.next_sibling().is_some() {
                out.write_all(b"(")?;
            }
            node = child;
            continue;
        }
        // Ascend to the next variation, closing those that end here.
        loop {
            if let Some(sibling) = node.next_sibling() {
                out.write_all(b")")?;
                line_break(layout, out)?;
                out.write_all(b"(")?;
                node = sibling;
                break;
            }
            let Some(parent) = node.parent() else {
                return Ok(());
            };
            let is_variation = parent.first_child().is_some_and(|child| child.id() != node.id());
            if is_variation {
                out.write_all(b")")?;
            }
            node = parent;
        }
    }
}

fn line_break(layout: Layout, out: &mut impl Write) -> io::Result<()> {
    match layout {
        Layout::OneLine => Ok(()),
        Layout::NodePerLine => out.write_all(b"\n"),
    }
}

/// Writes a property in UTF-8; `CA` becomes `CA[UTF-8]`.
#[doc(hidden)]
pub fn write_property(property: &Property<'_>, out: &mut impl Write) -> io::Result<()> {
    out.write_all(property.ident)?;
    if property.name() == b"CA" {
        return out.write_all(b"[UTF-8]");
    }
    for value in property.values() {
        out.write_all(b"[")?;
        write_value(value, property.charset(), out)?;
        out.write_all(b"]")?;
    }
    Ok(())
}

/// Writes a raw value as UTF-8. Keeps its escapes and adds missing ones: a damaged character may
/// leave a bare bracket, and a truncated value may end in a single backslash.
pub(super) fn write_value(value: &[u8], charset: Charset, out: &mut impl Write) -> io::Result<()> {
    let text = charset.decode(value);
    let text = text.as_bytes();
    let (mut done, mut at) = (0, 0);
    while at < text.len() {
        match text[at] {
            b'\\' if at + 1 < text.len() => at += 2,
            b'\\' | b']' => {
                out.write_all(&text[done..at])?;
                out.write_all(b"\\")?;
                done = at;
                at += 1;
            }
            _ => at += 1,
        }
    }
    out.write_all(&text[done..])
}

/// Whether a value is not ASCII and the tree has no `CA`.
fn needs_charset(tree: &GameTree<'_>) -> bool {
    let mut ascii = true;
    for property in tree.nodes().flat_map(Node::properties) {
        if property.name() == b"CA" {
            return false;
        }
        ascii &= property.raw.is_ascii();
    }
    !ascii
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(text: &str, layout: Layout) -> String {
        to_sgf(&GameTree::read(text.as_bytes(), Charset::UTF_8), layout)
    }

    #[test]
    fn trees_are_written_as_they_were_read() {
        for text in [
            "(;GM[1]FF[4]AB[aa][bb];B[aa](;W[bb];B[dd])(;W[cc](;B[ee])(;B[ff])))",
            "(;A[](;B[](;C[])(;D[]))(;E[]))",
            "(;)",
            "()",
            "((;A[])(;B[]))",
            "(;C[a \\] b \\\\ \\: c\n\nd]KO[]XY[unknown])",
        ] {
            assert_eq!(written(text, Layout::OneLine), text);
        }
    }

    #[test]
    fn each_node_gets_a_line() {
        assert_eq!(
            written("(;GM[1];B[aa](;W[bb])(;W[cc];B[dd]))", Layout::NodePerLine),
            "(;GM[1]\n;B[aa]\n(;W[bb])\n(;W[cc]\n;B[dd]))"
        );
    }

    #[test]
    fn the_output_is_utf8() {
        let bytes = b"(;CA[Shift_JIS]C[\x83\x5D\x83\x5C])";
        let tree = GameTree::read(bytes, Charset::SHIFT_JIS);
        assert_eq!(to_sgf(&tree, Layout::OneLine), "(;CA[UTF-8]C[ゾソ])");
        assert_eq!(written("(;C[é])", Layout::OneLine), "(;CA[UTF-8]C[é])");
        assert_eq!(written("(;C[e])", Layout::OneLine), "(;C[e])");
    }

    #[test]
    fn damaged_characters_do_not_open_values() {
        // Not a character of Shift_JIS, but the scanner skips both bytes as one.
        let tree = GameTree::read(b"(;C[\xFC\x5D])", Charset::SHIFT_JIS);
        let text = to_sgf(&tree, Layout::OneLine);
        assert_eq!(text, "(;CA[UTF-8]C[\u{FFFD}\\]])");
        assert_eq!(written("(;C[x\\", Layout::OneLine), "(;C[x\\\\])");
    }

    fn sgf() -> impl Strategy<Value = String> {
        let value = r"([a-z ()\[;:\n]|\\[\]\\a]){0,6}";
        let property = (r"[A-Z]{1,3}", prop::collection::vec(value, 1..3))
            .prop_map(|(name, values)| format!("{name}[{}]", values.join("]\n[")));
        let node = prop::collection::vec(property, 0..3).prop_map(|p| format!(";{}", p.join(" ")));
        let line = prop::collection::vec(node, 1..4).prop_map(|n| n.concat());
        line.prop_recursive(4, 30, 3, |tree| {
            (tree.clone(), prop::collection::vec(tree, 2..4))
                .prop_map(|(line, trees)| format!("{line}({})", trees.join(")(")))
        })
        .prop_map(|tree| format!("({tree})"))
    }

    proptest! {
        #[test]
        fn a_written_tree_reads_as_the_same_tree(text in sgf(), layout in prop::sample::select(vec![Layout::OneLine, Layout::NodePerLine])) {
            let text = text.replace("CA[", "XCA[");
            let tree = GameTree::read(text.as_bytes(), Charset::UTF_8);
            let out = to_sgf(&tree, layout);
            let again = GameTree::read(out.as_bytes(), Charset::UTF_8);
            prop_assert!(again.faults().is_empty());
            prop_assert_eq!(again, tree);
        }

        #[test]
        fn writing_is_idempotent(bytes in prop::collection::vec(prop::sample::select(b"(();AB[]]\\\n \x83\xE9\xFCx".to_vec()), 0..60)) {
            for charset in [Charset::SHIFT_JIS, Charset::UTF_8, Charset::GB18030] {
                let once = to_sgf(&GameTree::read(&bytes, charset), Layout::OneLine);
                prop_assert_eq!(written(&once, Layout::OneLine), once);
            }
        }
    }
}
