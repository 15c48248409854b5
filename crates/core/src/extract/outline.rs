//! The problems of a game tree: where each begins, and which nodes belong to it.
//!
//! ```text
//!   (;C[A book]                    a title page: no stones, so no problem
//!     (;AB..AW..;B[ab](;W..)(;W..))      each branch that sets up stones is one
//!     (;AB..AW..;W[dd]                   and its moves are its own
//!       ;AE[aa:ss]AB..AW..C[3];B[ba]))   a set-up behind moves that replaces the board, too
//! ```
//!
//! [`further`](super::further) finds those that follow another one on the same board.

use super::further::{Finder, Line, says_right};
use super::turn::TurnWords;
use crate::Color;
use crate::go::{Board, Point, Size};
use crate::model::TreeParts;
use crate::sgf::value::{self, Move};
use crate::sgf::{Charset, Event, GameTree, Node, NodeId, Property, Reader, TreeBuilder};

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
}

impl Outline<'_> {
    /// Whether a comment before the first move says who is to move, or one calls a line right.
    pub(super) fn sets_task(&self) -> bool {
        let has_move = |node: &Node<'_, '_>| {
            node.properties().iter().any(|property| value::player_of(property.name()).is_some())
        };
        self.tree.main_line().take_while(|node| !has_move(node)).any(sets_task)
            || self.tree.nodes().any(says_right)
    }
}

/// A problem of a tree.
pub(super) struct Found {
    /// Its first node, which sets up stones or plays on the board of another problem.
    pub(super) node: NodeId,
    /// The board with the stones of that node, if there were stones before.
    pub(super) board: Option<Board>,
    /// If it is on the board of another problem: that problem, and the first node that the problem
    /// before it does not have.
    pub(super) further: Option<(usize, NodeId)>,
    /// The problem in whose nodes it begins.
    pub(super) within: Option<usize>,
    /// The first byte behind the nodes that set up its position, where set-ups branch.
    pub(super) setup_end: usize,
    /// Whether moves are before it.
    pub(super) is_behind_moves: bool,
}

/// What is known at a node from the nodes above it.
#[derive(Clone, Copy)]
struct State {
    /// The problem that the node belongs to.
    owner: Option<usize>,
    has_moved: bool,
    /// Whether nodes branch between the first node of the owner and this one.
    has_branched: bool,
    /// Whether the node removed all stones.
    is_cleared: bool,
    /// Whether the node only continues a set-up that was judged with the node before.
    is_judged: bool,
    /// The line since the first node of the owner.
    line: Line,
}

/// Finds the problems of a tree in the order of the file, in time linear in its length.
pub(super) fn find_problems(
    outline: &Outline<'_>,
    size: Size,
    parts: Option<TreeParts>,
) -> Vec<Found> {
    let nodes: Vec<Facts> = collect_facts(&outline.tree);
    let mut found: Vec<Found> = Vec::new();
    let mut states: Vec<State> = Vec::with_capacity(nodes.len());
    let mut board = Board::new(size);
    let mut saved: Vec<(usize, Board)> = Vec::new();
    let mut finder = (parts != Some(TreeParts::One)).then(|| Finder::new(&outline.tree, size));
    // For each problem, the board at its first move.
    let mut boards: Vec<Option<Board>> = Vec::new();
    for (at, node) in outline.tree.nodes().enumerate() {
        let facts = nodes[at];
        let before = match facts.parent {
            None => {
                board = Board::new(size);
                State {
                    owner: None,
                    has_moved: false,
                    has_branched: false,
                    is_cleared: false,
                    is_judged: false,
                    line: Line::default(),
                }
            }
            Some(parent) => {
                if parent + 1 != at {
                    while saved.pop_if(|(saved, _)| *saved > parent).is_some() {}
                    let (_, copy) = saved.last().expect("the board is saved where lines branch");
                    board.clone_from(copy);
                }
                if nodes[parent].children > 1 && parent + 1 == at {
                    saved.push((parent, board.clone()));
                }
                states[parent]
            }
        };
        let is_branch = facts.parent.is_some_and(|parent| nodes[parent].children > 1);
        let mut state = State {
            has_branched: before.has_branched || is_branch,
            is_cleared: before.is_cleared && board.is_empty(),
            is_judged: before.is_judged && !is_branch && facts.has_setup && !facts.has_move,
            ..before
        };
        if facts.has_setup {
            let had = board.clone();
            set_up(node, &mut board);
            let change = Change::between(&had, &board);
            let continued = before.owner.filter(|_| !before.has_moved && !state.has_branched);
            let is_start = before.owner.is_none() && !before.has_moved || before.is_cleared;
            let begins = match () {
                () if board.is_empty() || change.changed == 0 => false,
                // The position is set up in several nodes.
                () if continued.is_some() && parts == Some(TreeParts::One) => false,
                () if continued.is_some() => before.is_cleared || change.replaces(&had, &board),
                () if is_start && (parts != Some(TreeParts::One) || found.is_empty()) => true,
                () if parts == Some(TreeParts::One) || state.is_judged => false,
                () if parts == Some(TreeParts::Each) => true,
                () if !before.has_moved => change.clears(&had) || facts.leads_to_move,
                () => {
                    change.replaces(&had, &board)
                        || change.changed > 2 && (facts.leads_to_right || sets_task(node))
                }
            };
            if let Some(owner) = continued.filter(|_| !begins) {
                found[owner].setup_end = outline.spans[at].body;
            }
            state.is_judged = true;
            state.is_cleared = board.is_empty() && !had.is_empty();
            if begins {
                boards.push(None);
                found.push(Found {
                    node: node.id(),
                    board: (!had.is_empty()).then(|| board.clone()),
                    further: None,
                    within: before.owner,
                    setup_end: outline.spans[at].body,
                    is_behind_moves: before.has_moved,
                });
                let owner = Some(found.len() - 1);
                let line = Line::default();
                state = State { owner, has_moved: false, has_branched: false, line, ..state };
            }
        }
        if let Some((finder, owner)) = finder.as_mut().zip(state.owner) {
            let base = found[owner].further.map_or(owner, |(base, _)| base);
            if facts.has_move && !state.has_moved && boards[base].is_none() {
                boards[base] = Some(board.clone());
            }
            let first = finder.follow(&mut state.line, node.id(), &board, found[base].node);
            if let Some(first) = first {
                boards.push(None);
                found.push(Found {
                    node: node.id(),
                    board: boards[base].clone(),
                    further: Some((base, first)),
                    within: Some(owner),
                    setup_end: outline.spans[at].start,
                    is_behind_moves: true,
                });
                state.owner = Some(found.len() - 1);
            }
        }
        if facts.has_move {
            state.has_moved = true;
            play(node, &mut board);
        }
        states.push(state);
    }
    found
}

/// What a node has, and what is below it.
#[derive(Clone, Copy, Default)]
struct Facts {
    parent: Option<usize>,
    children: u32,
    has_setup: bool,
    has_move: bool,
    /// Whether a move is in the node or below it.
    leads_to_move: bool,
    /// Whether a comment in the node or below it calls a line right.
    leads_to_right: bool,
}

fn collect_facts(tree: &GameTree<'_>) -> Vec<Facts> {
    let mut all: Vec<Facts> = Vec::with_capacity(tree.node_count());
    for node in tree.nodes() {
        let mut facts =
            Facts { parent: node.parent().map(|parent| parent.id().index()), ..Facts::default() };
        for property in node.properties() {
            let name = property.name();
            facts.has_setup |= setup_color(property).is_some()
                && property.values().any(|list| !list.trim_ascii().is_empty());
            facts.has_move |= value::player_of(name).is_some();
        }
        facts.leads_to_right = says_right(node);
        facts.leads_to_move = facts.has_move;
        if let Some(parent) = facts.parent {
            all[parent].children += 1;
        }
        all.push(facts);
    }
    for at in (0..all.len()).rev() {
        let Facts { parent, leads_to_move, leads_to_right, .. } = all[at];
        if let Some(parent) = parent {
            all[parent].leads_to_move |= leads_to_move;
            all[parent].leads_to_right |= leads_to_right;
        }
    }
    all
}

/// Whether a comment of a node says who is to move.
fn sets_task(node: Node<'_, '_>) -> bool {
    let mut words = TurnWords::default();
    for comment in node.properties().iter().filter(|property| property.name() == *b"C") {
        words.read(&comment.text(), comment.offset);
    }
    words.color().is_some()
}

/// What AB, AW or AE sets its points to.
fn setup_color(property: &Property<'_>) -> Option<Option<Color>> {
    match property.name() {
        name if name == *b"AB" => Some(Some(Color::Black)),
        name if name == *b"AW" => Some(Some(Color::White)),
        name if name == *b"AE" => Some(None),
        _ => None,
    }
}

/// Whether a property sets up stones or removes them.
pub(super) fn is_setup(property: &Property<'_>) -> bool {
    setup_color(property).is_some()
}

fn set_up(node: Node<'_, '_>, board: &mut Board) {
    for property in node.properties() {
        let Some(color) = setup_color(property) else { continue };
        for list in property.values() {
            if let Ok(points) = value::parse_points(list, board.size()) {
                points.for_each(|point| board.set(point, color));
            }
        }
    }
}

/// Puts the stone of a node on the board, and takes what has no liberty.
fn play(node: Node<'_, '_>, board: &mut Board) {
    let played = node
        .properties()
        .iter()
        .find_map(|property| Some((value::player_of(property.name())?, property.value())));
    let Some((color, value)) = played else { return };
    let Ok(Move::At(point)) = value::parse_move(value, board.size()) else { return };
    board.set(point, Some(color));
    for next in neighbors(point, board.size()) {
        if board.get(next) == Some(!color) {
            capture(next, board);
        }
    }
    capture(point, board);
}

fn neighbors(Point { col, row }: Point, size: Size) -> impl Iterator<Item = Point> {
    let around = [
        (Some(col), row.checked_sub(1)),
        (col.checked_sub(1), Some(row)),
        (Some(col + 1), Some(row)),
        (Some(col), Some(row + 1)),
    ];
    let points = around.into_iter().filter_map(|(col, row)| Some(Point::new(col?, row?)));
    points.filter(move |&point| size.contains(point))
}

/// Removes the chain of a stone if it has no liberty.
fn capture(stone: Point, board: &mut Board) {
    let color = board.get(stone);
    let mut chain = vec![stone];
    let mut is_seen = Board::new(board.size());
    is_seen.set(stone, color);
    let mut next = 0;
    while let Some(&point) = chain.get(next) {
        next += 1;
        for point in neighbors(point, board.size()) {
            match board.get(point) {
                None => return,
                other if other == color && is_seen.get(point).is_none() => {
                    is_seen.set(point, color);
                    chain.push(point);
                }
                _ => {}
            }
        }
    }
    chain.into_iter().for_each(|point| board.set(point, None));
}

/// How a set-up changes a board.
struct Change {
    /// The points with another state.
    changed: usize,
    /// The stones that are removed, or have another color.
    removed: usize,
}

impl Change {
    fn between(before: &Board, after: &Board) -> Change {
        let lost = |from: &Board, to: &Board| {
            from.stones().filter(|&(point, color)| to.get(point) != Some(color)).count()
        };
        let removed = lost(before, after);
        let new = after.stones().filter(|&(point, _)| before.get(point).is_none()).count();
        Change { changed: removed + new, removed }
    }

    /// Whether most of the stones go.
    fn clears(&self, before: &Board) -> bool {
        self.removed * 2 > before.stones().count()
    }

    /// Whether another position takes the place of most of the stones: not a corrected stone, and
    /// no handicap.
    fn replaces(&self, before: &Board, after: &Board) -> bool {
        let has = |color| after.stones().any(|(_, other)| other == color);
        self.clears(before) && self.changed > 2 && has(Color::Black) && has(Color::White)
    }
}
