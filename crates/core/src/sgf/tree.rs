//! Game trees as a data structure.

use std::fmt;
use std::iter::{FusedIterator, successors};
use std::ops::Range;

use super::value::{Move, ValueError, parse_move};
use super::{Charset, Event, Property, Reader, SyntaxFault, SyntaxFaultKind};
use crate::Color;
use crate::go::Size;

const NONE: u32 = u32::MAX;

/// For trees of fewer nodes than this, all memory is allocated at once.
const FEW: usize = 64;

/// The number of a node in its [`GameTree`], in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    fn from_link(index: u32) -> Option<NodeId> {
        (index != NONE).then_some(NodeId(index))
    }

    /// The number of nodes before this one in the file; 0 for the root.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node by the numbers of its relatives; [`NONE`] where there is none.
#[derive(Clone, Debug)]
struct Links {
    parent: u32,
    first_child: u32,
    next_sibling: u32,
    properties: Range<u32>,
}

/// A game tree: two flat lists, of nodes and of properties, in the order of the file.
///
/// Values are borrowed from the file. Two trees are equal if they have the same structure, names
/// and raw values; white space between them does not count.
///
/// A node after the variations of its parent, as in `(;A[](;B[]);C[])`, becomes one more
/// variation.
///
/// ```
/// # use gtn_db_core as gtn_db;
/// use gtn_db::sgf::{Charset, GameTree};
///
/// let tree = GameTree::read(b"(;AB[aa];B[bb](;W[cc];B[dd])(;W[ee]))", Charset::UTF_8);
/// assert_eq!(tree.node_count(), 5);
/// assert_eq!(tree.main_line().count(), 4);
/// let first_move = tree.main_line().nth(1).unwrap();
/// assert_eq!(first_move.children().count(), 2);
/// assert_eq!(first_move.get(b"B"), Some(&b"bb"[..]));
/// ```
#[derive(Clone)]
pub struct GameTree<'a> {
    nodes: Vec<Links>,
    properties: Vec<Property<'a>>,
    faults: Vec<SyntaxFault>,
    charset: Charset,
}

impl<'a> GameTree<'a> {
    /// Parses a tree from any bytes. Syntax violations are listed by [`GameTree::faults`].
    pub fn read(bytes: &'a [u8], charset: Charset) -> GameTree<'a> {
        let reader = Reader::new(bytes, charset);
        let charset = reader.charset();
        let mut builder = TreeBuilder::for_tree(bytes, charset);
        reader.for_each(|event| builder.add(&event));
        builder.finish()
    }

    /// The syntax violations that were skipped or repaired.
    pub fn faults(&self) -> &[SyntaxFault] {
        &self.faults
    }

    /// The charset of the values.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The first node; `None` in an empty tree. In a damaged tree the root may have
    /// [siblings](Node::next_sibling).
    pub fn root(&self) -> Option<Node<'_, 'a>> {
        (!self.nodes.is_empty()).then(|| self.node(NodeId(0)))
    }

    /// The node with a number of this tree.
    ///
    /// # Panics
    /// If `id` comes from another, larger tree.
    pub fn node(&self, id: NodeId) -> Node<'_, 'a> {
        Node { tree: self, id, links: &self.nodes[id.index()] }
    }

    /// All nodes in the order of the file: parents before children.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node<'_, 'a>> {
        self.nodes.iter().enumerate().map(|(index, links)| Node {
            tree: self,
            id: NodeId(index as u32),
            links,
        })
    }

    /// The root, its first child, the first child of that, and so on.
    pub fn main_line(&self) -> impl FusedIterator<Item = Node<'_, 'a>> {
        successors(self.root(), Node::first_child)
    }
}

/// Builds a [`GameTree`] from the events of a [`Reader`], for callers that also process the
/// events themselves.
pub(crate) struct TreeBuilder<'a> {
    tree: GameTree<'a>,
    is_too_large: bool,
    /// For each node its last child so far.
    last_child: Vec<u32>,
    last_root: u32,
    /// For each open parenthesis the node before it.
    open: Vec<u32>,
    current: u32,
}

impl<'a> TreeBuilder<'a> {
    /// A builder for a tree of any size.
    pub(crate) fn for_tree(bytes: &[u8], charset: Charset) -> TreeBuilder<'a> {
        let small = TreeBuilder::for_small_tree(bytes, charset);
        small.unwrap_or_else(|| TreeBuilder::new(bytes, FEW, charset))
    }

    /// A builder with memory for all nodes of `bytes`, if the tree is small.
    pub(crate) fn for_small_tree(bytes: &[u8], charset: Charset) -> Option<TreeBuilder<'a>> {
        let nodes = memchr::memchr_iter(b';', bytes).take(FEW).count();
        (nodes < FEW).then(|| TreeBuilder::new(bytes, nodes, charset))
    }

    /// A builder with memory for `nodes` nodes.
    fn new(bytes: &[u8], nodes: usize, charset: Charset) -> TreeBuilder<'a> {
        let mut faults = Vec::new();
        // Nodes and properties are fewer than bytes, so below this limit all numbers fit u32.
        let is_too_large = bytes.len() >= NONE as usize;
        if is_too_large {
            faults.push(SyntaxFault::new(0, SyntaxFaultKind::TooLarge));
        }
        let properties = Vec::with_capacity(nodes + 10); // about 10 in the root, then one move a node
        TreeBuilder {
            tree: GameTree { nodes: Vec::with_capacity(nodes), properties, faults, charset },
            is_too_large,
            last_child: Vec::with_capacity(nodes),
            last_root: NONE,
            open: Vec::new(),
            current: NONE,
        }
    }

    /// Adds the next event.
    #[inline]
    pub(crate) fn add(&mut self, event: &Event<'a>) {
        let tree = &mut self.tree;
        match *event {
            _ if self.is_too_large => {}
            Event::Open { .. } => self.open.push(self.current),
            Event::Close { .. } => self.current = self.open.pop().unwrap_or(NONE),
            Event::Node { .. } => {
                let id = tree.nodes.len() as u32;
                let end = tree.properties.len() as u32;
                tree.nodes.push(Links {
                    parent: self.current,
                    first_child: NONE,
                    next_sibling: NONE,
                    properties: end..end,
                });
                self.last_child.push(NONE);
                let last = match self.current {
                    NONE => &mut self.last_root,
                    parent => &mut self.last_child[parent as usize],
                };
                if *last != NONE {
                    tree.nodes[*last as usize].next_sibling = id;
                } else if self.current != NONE {
                    tree.nodes[self.current as usize].first_child = id;
                }
                *last = id;
                self.current = id;
            }
            Event::Property(property) => {
                tree.properties.push(property);
                if let Some(node) = tree.nodes.last_mut() {
                    node.properties.end = tree.properties.len() as u32;
                }
            }
            Event::Fault(fault) => tree.faults.push(fault),
        }
    }

    /// The tree of all events added.
    pub(crate) fn finish(self) -> GameTree<'a> {
        self.tree
    }
}

impl PartialEq for GameTree<'_> {
    fn eq(&self, other: &Self) -> bool {
        // In file order the parents determine the structure.
        self.node_count() == other.node_count()
            && self.nodes().zip(other.nodes()).all(|(a, b)| {
                a.links.parent == b.links.parent
                    && a.properties().len() == b.properties().len()
                    && a.properties()
                        .iter()
                        .zip(b.properties())
                        .all(|(a, b)| a.ident == b.ident && a.values().eq(b.values()))
            })
    }
}

impl Eq for GameTree<'_> {}

/// A node with a reference to its tree.
#[derive(Clone, Copy)]
pub struct Node<'t, 'a> {
    tree: &'t GameTree<'a>,
    id: NodeId,
    links: &'t Links,
}

impl<'t, 'a> Node<'t, 'a> {
    /// The number of the node in its tree.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The parent; `None` for a root.
    pub fn parent(&self) -> Option<Node<'t, 'a>> {
        NodeId::from_link(self.links.parent).map(|id| self.tree.node(id))
    }

    /// The first child, which continues the main variation.
    pub fn first_child(&self) -> Option<Node<'t, 'a>> {
        NodeId::from_link(self.links.first_child).map(|id| self.tree.node(id))
    }

    /// The next child of the same parent.
    pub fn next_sibling(&self) -> Option<Node<'t, 'a>> {
        NodeId::from_link(self.links.next_sibling).map(|id| self.tree.node(id))
    }

    /// All children, one per variation.
    pub fn children(self) -> impl FusedIterator<Item = Node<'t, 'a>> {
        successors(self.first_child(), Node::next_sibling)
    }

    /// The properties in the order of the file.
    pub fn properties(self) -> &'t [Property<'a>] {
        let Range { start, end } = self.links.properties;
        &self.tree.properties[start as usize..end as usize]
    }

    /// The player and the move of the node; `None` without `B` and `W`. With both, Black's.
    pub fn played(self, size: Size) -> Option<(Color, Result<Move, ValueError>)> {
        let black = self.get(b"B").map(|value| (Color::Black, value));
        let (color, value) = black.or_else(|| self.get(b"W").map(|value| (Color::White, value)))?;
        Some((color, parse_move(value, size)))
    }

    /// The first raw value of the first property with this name.
    pub fn get<const N: usize>(self, name: &[u8; N]) -> Option<&'a [u8]> {
        self.properties().iter().find(|property| property.name() == name).map(Property::value)
    }
}

impl fmt::Debug for Node<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.id.0).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> GameTree<'_> {
        GameTree::read(text.as_bytes(), Charset::UTF_8)
    }

    fn parents(text: &str) -> Vec<Option<usize>> {
        let tree = read(text);
        tree.nodes().map(|n| n.parent().map(|p| p.id().index())).collect()
    }

    #[test]
    fn variations_are_children_of_the_node_before_them() {
        assert_eq!(
            parents("(;A[](;B[];C[])(;D[](;E[])(;F[])))"),
            [None, Some(0), Some(1), Some(0), Some(3), Some(3)]
        );
        let tree = read("(;A[](;B[];C[])(;D[]))");
        let root = tree.root().unwrap();
        let children: Vec<_> = root.children().map(|n| n.id().index()).collect();
        assert_eq!(children, [1, 3]);
        assert_eq!(tree.main_line().count(), 3);
    }

    #[test]
    fn damaged_trees_have_a_structure() {
        assert_eq!(parents("(;A[](;B[]);C[])"), [None, Some(0), Some(0)]);
        assert_eq!(parents("((;A[])(;B[]))"), [None, None]);
        assert_eq!(parents("()"), []);
        assert!(read("").root().is_none());
        assert_eq!(read("(;A[](;B[]").node_count(), 2);
    }

    #[test]
    fn parentheses_around_a_single_line_make_no_difference() {
        assert_eq!(read("(;A[];B[])"), read("(;A[](\n;B []))"));
        assert_ne!(read("(;A[];B[])"), read("(;A[];B[x])"));
        assert_ne!(read("(;A[];B[])"), read("(;A[](;B[])(;C[]))"));
    }

    #[test]
    fn deep_and_broad_trees_are_read() {
        let deep = "(;B[aa]".repeat(100_000);
        assert_eq!(read(&deep).main_line().count(), 100_000);
        let broad = format!("(;{})", "(;B[aa])".repeat(100_000));
        assert_eq!(read(&broad).root().unwrap().children().count(), 100_000);
    }
}
