//! The own texts of the problems of a tree: each a game tree with its set-up in the root and its
//! lines, so that it is read as any other. What the root says of all is in each, and the texts of a
//! title page are in GC, which neither names the side to move nor an answer.
//!
//! ```text
//!   (;CP[me]GN[A book]C[By Ann](;AB..AW..;B[ab])..)
//!   (;SZ[19]CP[me]GC[A book
//!   By Ann]AB..AW..;B[ab])
//! ```

use std::collections::HashSet;

use super::fault_list::FaultList;
use super::further::MOST;
use super::outline::Outline;
use super::problem_starts::{Found, is_setup};
use crate::go::Size;
use crate::model::TreePiece;
use crate::sgf::value::{format_point, format_size_property};
use crate::sgf::{Ident, NodeId, Property};
use crate::{Color, Fault, Rule};

/// A problem of a tree with its own text.
pub(super) struct Part {
    /// The byte of the tree at which the first node of the problem begins.
    pub(super) setup: usize,
    /// The own text.
    pub(super) sgf: Vec<u8>,
    /// The byte of the own text at which the setup ends.
    pub(super) setup_end: usize,
    /// What of the own text is in the tree as it stands: where in the tree, where in the own text,
    /// and how long.
    copies: Vec<(usize, usize, usize)>,
    /// What counts for nothing in the first node, which is the root of the own text only.
    left_out: Vec<Fault>,
    /// The end of the root of the own text, if that is another node than in the tree.
    root_end: usize,
}

impl Part {
    /// The offset in the own text of a byte of the tree, or the end of the own text.
    fn to_own(&self, offset: usize) -> usize {
        let copy = self.copies.iter().find(|&&(tree, _, len)| tree + len >= offset);
        copy.map_or(self.sgf.len(), |&(tree, own, _)| own + offset.saturating_sub(tree))
    }

    /// The faults of the problem in the tree, from those of its own text, but for faults of syntax.
    pub(super) fn faults_in_tree(&self, faults: Vec<Fault>) -> impl Iterator<Item = Fault> {
        let in_tree = faults.into_iter().filter(|fault| match fault.rule {
            Rule::Syntax => false,
            Rule::LeftOut => fault.offset >= self.root_end,
            _ => true,
        });
        let in_tree = in_tree.map(|fault| Fault { offset: self.to_tree(fault.offset), ..fault });
        self.left_out.iter().cloned().chain(in_tree)
    }

    /// The offset in the tree of a byte of the own text.
    fn to_tree(&self, offset: usize) -> usize {
        let copy = self.copies.iter().rev().find(|(_, own, _)| *own <= offset);
        copy.map_or(self.setup, |&(tree, own, len)| tree + (offset - own).min(len))
    }
}

/// Makes the own texts of all problems of a tree. Takes time linear in the tree, and in the stones
/// of the problems.
pub(super) fn make_parts(bytes: &[u8], outline: &Outline<'_>, found: &[Found]) -> Vec<Part> {
    let mut holes: Vec<Vec<Hole>> = found.iter().map(|_| Vec::new()).collect();
    for problem in found {
        if let Some(owner) = problem.within {
            let first = problem.further.map_or(problem.node, |(_, first)| first);
            let (start, end) = outline.spans[first.index()].cut;
            let parent = outline.tree.node(first).parent();
            let is_variation = parent.is_some_and(|parent| parent.children().nth(1).is_some());
            holes[owner].push(Hole { start, end, is_variation });
        }
    }
    let size = outline.size().unwrap_or(Size::STANDARD);
    let mut head = format!("(;{}", format_size_property(size)).into_bytes();
    let root = outline.tree.root().map(|root| root.properties()).unwrap_or_default();
    if let Some(charset) = root.iter().find(|property| property.name() == *b"CA") {
        head.extend([charset.ident, charset.raw].concat());
    }
    let mut titles = Titles::read(outline);
    let parts = found.iter().zip(holes);
    parts
        .map(|(problem, holes)| {
            let node = outline.tree.node(problem.node);
            let own = if problem.further.is_none() { node.properties() } else { &[] };
            let has = |name| own.iter().any(|property| property.name() == name);
            let mut head = head.clone();
            for property in
                root.iter().filter(|property| is_inherited(property) && !has(property.name()))
            {
                push_value(&mut head, property.ident, property.value());
            }
            let base = problem.further.map_or(problem, |(base, _)| &found[base]);
            let is_lost = match titles.text_above(base) {
                Some(_) if has(Ident::new(b"GC")) => true,
                Some(text) => {
                    push_value(&mut head, b"GC", &text);
                    false
                }
                None => false,
            };
            if problem.further.is_some() {
                head.extend(list_texts(outline, base.node));
            }
            let mut part = make_part(bytes, outline, problem, &holes, &head);
            if is_lost {
                let message = "the problem has GC: it does not get the text of its title page";
                let (rule, offset) = (Rule::LeftOut, part.setup);
                part.left_out.push(Fault { rule, offset, message: message.to_owned() });
            }
            part.left_out.extend(problem.undivided.map(|first| {
                let message = format!(
                    "a board has at most {} problems: this one stays with another",
                    MOST + 1
                );
                Fault { rule: Rule::LeftOut, offset: outline.spans[first.index()].start, message }
            }));
            part
        })
        .collect()
}

/// Whether each problem of a tree has a property of the root: where it comes from, and whose it is.
fn is_inherited(property: &Property<'_>) -> bool {
    const INHERITED: [&[u8; 2]; 8] = [b"AN", b"CP", b"DT", b"EV", b"PC", b"RO", b"SO", b"US"];
    INHERITED.iter().any(|name| property.name() == **name)
}

/// Appends a property with one value as a file has it.
fn push_value(sgf: &mut Vec<u8>, ident: &[u8], value: &[u8]) {
    sgf.extend([ident, b"[", value, b"]"].concat());
}

/// The texts of the nodes above the positions of a tree: the name of a book, of a chapter, and what
/// they say.
struct Titles<'o> {
    outline: &'o Outline<'o>,
    /// For each node, itself or the nearest node above it with a text.
    nearest: Vec<Option<NodeId>>,
    /// The nodes whose texts a problem has.
    given: HashSet<NodeId>,
}

impl<'o> Titles<'o> {
    fn read(outline: &'o Outline<'o>) -> Titles<'o> {
        let mut nearest: Vec<Option<NodeId>> = Vec::with_capacity(outline.tree.node_count());
        for node in outline.tree.nodes() {
            let above = node.parent().and_then(|parent| nearest[parent.id().index()]);
            let has_text = node.properties().iter().any(is_title);
            nearest.push(if has_text { Some(node.id()) } else { above });
        }
        Titles { outline, nearest, given: HashSet::new() }
    }

    /// The texts of the title pages above a problem. The first problem below one has all of it, the
    /// others only what is short.
    fn text_above(&mut self, problem: &Found) -> Option<Vec<u8>> {
        if problem.within.is_some() || problem.is_behind_moves {
            return None;
        }
        let (mut texts, mut room, mut known) = (Vec::new(), MAX_TEXT, 0);
        let mut next = self.above(problem.node);
        while let Some(at) = next.filter(|_| known < MAX_TITLES) {
            let properties = self.outline.tree.node(at).properties().iter();
            let values = properties.filter(|property| is_title(property)).map(Property::value);
            let length: usize = values.clone().map(<[u8]>::len).sum();
            let is_new = self.given.insert(at);
            known += usize::from(!is_new);
            if is_new || length <= room {
                room = room.saturating_sub(length);
                texts.push(values.collect::<Vec<_>>().join(&b'\n'));
            }
            next = self.above(at);
        }
        texts.reverse();
        (!texts.is_empty()).then(|| texts.join(&b'\n'))
    }

    /// The nearest node above another one with a text.
    fn above(&self, node: NodeId) -> Option<NodeId> {
        self.nearest[self.outline.tree.node(node).parent()?.id().index()]
    }
}

/// Whether a property of a title page is a text of it.
fn is_title(property: &Property<'_>) -> bool {
    let name = property.name();
    let is_text = name == *b"GN" || name == *b"C" || name == *b"GC";
    is_text && !property.value().trim_ascii().is_empty()
}

/// Of the title pages that other problems have, too, only the nearest count.
const MAX_TITLES: usize = 8;

/// The comment and the name of a node, unless they are long, for each problem on its board.
fn list_texts(outline: &Outline<'_>, node: NodeId) -> Vec<u8> {
    let properties = outline.tree.node(node).properties().iter();
    let texts = properties.filter(|text| text.name() == *b"C" || text.name() == *b"GN");
    let texts = texts.filter(|text| text.raw.len() <= MAX_TEXT);
    texts.flat_map(|text| [text.ident, text.raw].concat()).collect()
}

/// A longer text of a board or of title pages is only in its first problem.
const MAX_TEXT: usize = 1_000;

/// What of a problem belongs to another one.
struct Hole {
    start: usize,
    end: usize,
    is_variation: bool,
}

fn make_part(
    bytes: &[u8],
    outline: &Outline<'_>,
    problem: &Found,
    holes: &[Hole],
    head: &[u8],
) -> Part {
    let span = outline.spans[problem.node.index()];
    let node = outline.tree.node(problem.node);
    let mut part = Part {
        setup: span.start,
        sgf: Vec::new(),
        setup_end: 0,
        copies: Vec::new(),
        left_out: Vec::new(),
        root_end: 0,
    };
    let mut from = span.start;
    if problem.node.index() > 0 {
        part.sgf.extend(head);
        from += usize::from(bytes.get(from) == Some(&b';'));
    } else {
        part.sgf.push(b'(');
    }
    if let Some(board) = &problem.board {
        for color in Color::ALL {
            let mut name = Some(format!("A{}", color.sgf_char()));
            for (point, _) in board.stones().filter(|&(_, other)| other == color) {
                let point = format!("{}[{}]", name.take().unwrap_or_default(), format_point(point));
                part.sgf.extend(point.bytes());
            }
        }
        if problem.further.is_some() {
            part.sgf.push(b';');
        } else {
            let properties = node.properties().iter().filter(|property| !is_setup(property));
            part.sgf
                .extend(properties.flat_map(|property| [property.ident, property.raw].concat()));
            from = span.body;
        }
    }
    let end = Hole { start: span.end, end: span.end, is_variation: false };
    for hole in holes.iter().chain([&end]) {
        if from < hole.start {
            part.copies.push((from, part.sgf.len(), hole.start - from));
            part.sgf.extend(&bytes[from..hole.start]);
        }
        if hole.is_variation {
            part.sgf.extend(b"(;)"); // the lines still branch here
        }
        from = hole.end;
    }
    part.sgf.push(b')');
    part.setup_end = part.to_own(problem.setup_end);
    if problem.node.index() > 0 && problem.further.is_none() {
        part.root_end = part.to_own(span.body);
        let mut faults = FaultList::default();
        faults.report_left_out(node.properties(), false);
        part.left_out = faults.into_vec();
    }
    part
}

/// Shares the text of a tree out among its problems: what each has copied, and before it what none
/// has. Together, in the order of the tree, the pieces are its text.
pub(super) fn share_out(bytes: &[u8], parts: &[Part]) -> Vec<Vec<TreePiece>> {
    let copies = parts.iter().enumerate();
    let mut copies: Vec<(usize, usize, usize, usize)> = copies
        .flat_map(|(of, part)| part.copies.iter().map(move |&(at, own, len)| (at, of, own, len)))
        .collect();
    copies.sort_unstable();
    let mut shared: Vec<Vec<TreePiece>> = parts.iter().map(|_| Vec::new()).collect();
    let mut behind = 0;
    for (at, of, own, len) in copies {
        let before = bytes[behind..at].to_vec();
        shared[of].push(TreePiece { offset: behind as u64, before, own: (own as u32, len as u32) });
        behind = at + len;
    }
    if let Some(last) = shared.last_mut().filter(|_| behind < bytes.len()) {
        let before = bytes[behind..].to_vec();
        last.push(TreePiece { offset: behind as u64, before, own: (0, 0) });
    }
    shared
}
