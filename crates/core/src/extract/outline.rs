//! A game tree with the places of its nodes in the text.

use super::further::says_right;
use super::turn::TurnWords;
use crate::go::Size;
use crate::sgf::value;
use crate::sgf::{Charset, Event, GameTree, Node, Reader, TreeBuilder};

/// Where a node is in the text of its tree.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    /// Its `;`, or its first property if that is missing.
    pub(super) start: usize,
    /// Behind its properties.
    pub(super) body: usize,
    /// Behind all nodes below it.
    pub(super) end: usize,
    /// What to cut to remove the node with all below it: with the parentheses, if it begins a
    /// variation.
    pub(super) cut: (usize, usize),
}

/// A game tree with the places of its nodes.
pub(super) struct Outline<'a> {
    pub(super) tree: GameTree<'a>,
    pub(super) spans: Vec<Span>,
}

impl<'a> Outline<'a> {
    /// Reads a tree, in time linear in its length.
    pub(super) fn read(bytes: &'a [u8], charset: Charset) -> Outline<'a> {
        let reader = Reader::new(bytes, charset);
        let mut builder = TreeBuilder::for_tree(bytes, reader.charset());
        let mut spans: Vec<Span> = Vec::new();
        // The nodes whose ends are not known, and for each open parenthesis, how many there were,
        // its offset, and the number of nodes before it.
        let mut unfinished: Vec<usize> = Vec::new();
        let mut open: Vec<(usize, usize, usize)> = Vec::new();
        let mut in_body = false;
        for event in reader {
            builder.add(&event);
            let (Event::Open { offset } | Event::Close { offset } | Event::Node { offset }) = event
            else {
                continue;
            };
            if let Some(last) = spans.last_mut().filter(|_| in_body) {
                last.body = offset;
            }
            in_body = matches!(event, Event::Node { .. });
            match event {
                Event::Open { .. } => open.push((unfinished.len(), offset, spans.len())),
                Event::Close { .. } => {
                    let Some((kept, from, first)) = open.pop() else { continue };
                    let behind = (offset + 1).min(bytes.len());
                    for node in unfinished.drain(kept..) {
                        let is_first = node == first;
                        spans[node].end = offset;
                        let start = spans[node].start;
                        spans[node].cut = if is_first { (from, behind) } else { (start, offset) };
                    }
                }
                _ => {
                    unfinished.push(spans.len());
                    spans.push(Span { start: offset, ..Span::default() });
                }
            }
        }
        Outline { tree: builder.finish(), spans }
    }

    /// The size of the board that the root states, else 19x19; `None` if the root has a wrong one.
    pub(super) fn size(&self) -> Option<Size> {
        let stated = self.tree.root().and_then(|root| crate::sgf::stated_size(root.properties()));
        stated.map_or(Some(Size::STANDARD), Result::ok)
    }

    /// Whether a comment before the first move says who is to move, or one calls a line right.
    pub(super) fn sets_task(&self) -> bool {
        let has_move = |node: &Node<'_, '_>| {
            node.properties().iter().any(|property| value::player_of(property.name()).is_some())
        };
        self.tree.main_line().take_while(|node| !has_move(node)).any(sets_task)
            || self.tree.nodes().any(says_right)
    }
}

/// Whether a comment of a node says who is to move.
pub(super) fn sets_task(node: Node<'_, '_>) -> bool {
    let mut words = TurnWords::default();
    for comment in node.properties().iter().filter(|property| property.name() == *b"C") {
        words.read(&comment.text(), comment.offset);
    }
    words.color().is_some()
}
