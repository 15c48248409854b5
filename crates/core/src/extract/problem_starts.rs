//! The problems of a game tree: where each begins, and which nodes belong to it.
//!
//! ```text
//!   (;C[A book]                    a title page: no stones, so no problem
//!     (;AB..AW..;B[ab](;W..)(;W..))      each branch that sets up stones is one
//!     (;AB..AW..;W[dd]                   and its moves are its own
//!       ;AE[aa:ss]AB..AW..C[3];B[ba])    a set-up behind moves that replaces the board, too
//!     (;AB..AW..(;PL[B];B[ab])           a branch for the other side to move is one
//!       (;PL[W];W[ba])))                   on the same stones
//! ```
//!
//! [`further`](super::further) finds those that follow another one on the same board.

use super::further::{Finder, Further, Line, says_right};
use super::outline::{Outline, sets_task};
use super::setup::find_player;
use crate::Color;
use crate::go::{Board, Size};
use crate::model::TreeParts;
use crate::sgf::value::{self, Move};
use crate::sgf::{self, GameTree, Node, NodeId, Property};

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
    /// The first of its nodes that would begin a problem more than a board has.
    pub(super) undivided: Option<NodeId>,
}

/// Finds the problems of a tree in the order of the file, in time linear in its length. Returns with them the first
/// nodes of the lines that are played on an empty board, and so belong to none.
pub(super) fn find_problems(
    outline: &Outline<'_>,
    size: Size,
    parts: Option<TreeParts>,
) -> (Vec<Found>, Vec<NodeId>) {
    let mut walk = Walk::new(outline, size, parts);
    for node in outline.tree.nodes() {
        walk.visit(node);
    }
    (walk.found, walk.strays)
}

/// What is known at a node from the nodes above it.
#[derive(Clone, Copy, Default)]
struct State {
    /// The problem that the node belongs to.
    owner: Option<usize>,
    has_moved: bool,
    /// Whether nodes branch between the first node of the owner and this one.
    has_branched: bool,
    /// Whether a comment since the first node of the owner calls the line right.
    is_right: bool,
    /// Whether the node removed all stones.
    is_cleared: bool,
    /// Whether the node only continues a set-up that was judged with the node before.
    is_judged: bool,
    /// Whether a node since the first node of the owner is in another branch than the first.
    is_aside: bool,
    /// The line since the first node of the owner.
    line: Line,
}

/// A walk over the nodes of a tree in the order of the file.
struct Walk<'t> {
    outline: &'t Outline<'t>,
    parts: Option<TreeParts>,
    facts: Vec<Facts>,
    /// What is known at the nodes that were visited.
    states: Vec<State>,
    /// The board at the node that is visited.
    board: Board,
    /// The nodes above with several children, each with the board behind it.
    saved: Vec<(usize, Board)>,
    /// Finds problems that follow another one, if a tree may have several.
    finder: Option<Finder<'t>>,
    found: Vec<Found>,
    /// The first moves that no problem has.
    strays: Vec<NodeId>,
    /// For each problem, the board at its first move.
    first_boards: Vec<Option<Board>>,
    /// For each problem, the side to move that PL names before the moves of its first line.
    players: Vec<Option<Color>>,
}

impl<'t> Walk<'t> {
    fn new(outline: &'t Outline<'t>, size: Size, parts: Option<TreeParts>) -> Walk<'t> {
        let may_follow = parts != Some(TreeParts::One);
        Walk {
            outline,
            parts,
            facts: collect_facts(&outline.tree),
            states: Vec::with_capacity(outline.tree.node_count()),
            board: Board::new(size),
            saved: Vec::new(),
            finder: may_follow.then(|| Finder::new(&outline.tree, size)),
            found: Vec::new(),
            strays: Vec::new(),
            first_boards: Vec::new(),
            players: Vec::new(),
        }
    }

    /// Visits the next node.
    fn visit(&mut self, node: Node<'_, '_>) {
        let facts = self.facts[node.id().index()];
        let before = self.go_to(node);
        let is_branch = facts.parent.is_some_and(|parent| self.facts[parent].children > 1);
        let mut state = State {
            has_branched: before.has_branched || is_branch,
            is_right: before.is_right || facts.is_right,
            is_aside: before.is_aside
                || facts.parent.is_some_and(|parent| parent + 1 != node.id().index()),
            is_cleared: before.is_cleared && self.board.is_empty(),
            is_judged: before.is_judged && !is_branch && facts.has_setup && !facts.has_move,
            ..before
        };
        if facts.has_setup {
            self.visit_setup(node, &before, &mut state);
        }
        if !facts.has_move && !before.has_moved {
            self.visit_player(node, &mut state);
        }
        self.find_further(node, &mut state);
        if facts.has_move {
            let is_asked_for = self.parts != Some(TreeParts::One);
            if state.owner.is_none() && !before.has_moved && is_asked_for {
                self.strays.push(node.id());
            }
            state.has_moved = true;
            play(node, &mut self.board);
        }
        self.states.push(state);
    }

    /// Restores the board of the node above. Returns what is known there.
    fn go_to(&mut self, node: Node<'_, '_>) -> State {
        let at = node.id().index();
        let Some(parent) = self.facts[at].parent else {
            self.board = Board::new(self.board.size());
            return State::default();
        };
        if parent + 1 != at {
            while self.saved.pop_if(|(saved, _)| *saved > parent).is_some() {}
            let (_, copy) = self.saved.last().expect("the board is saved where lines branch");
            self.board.clone_from(copy);
        } else if self.facts[parent].children > 1 {
            self.saved.push((parent, self.board.clone()));
        }
        self.states[parent]
    }

    /// Sets up the stones of a node, which begin a problem or belong to the one above.
    fn visit_setup(&mut self, node: Node<'_, '_>, before: &State, state: &mut State) {
        let had = self.board.clone();
        let is_whole = set_up(node, &mut self.board);
        let setup_end = self.outline.spans[node.id().index()].body;
        let continued = before.owner.filter(|_| !before.has_moved && !state.has_branched);
        let change = Change::between(&had, &self.board);
        let begins = match continued {
            // The position is set up in several nodes.
            Some(_) if self.parts == Some(TreeParts::One) => false,
            Some(_) => change.is_seen() && (before.is_cleared || change.replaces()),
            // Stones off the board become a problem, too, whose reader says so.
            None => {
                (change.is_seen() || !is_whole) && self.begins_problem(node, before, state, &change)
            }
        };
        state.is_judged = true;
        state.is_cleared = self.board.is_empty() && !had.is_empty();
        if begins {
            let board = (!had.is_empty()).then(|| self.board.clone());
            let owner = self.add(Found {
                node: node.id(),
                board,
                further: None,
                within: before.owner,
                setup_end,
                is_behind_moves: before.has_moved,
                undivided: None,
            });
            (state.owner, state.line) = (Some(owner), Line::default());
            (state.has_moved, state.has_branched, state.is_aside) = (false, false, false);
            state.is_right = self.facts[node.id().index()].is_right;
        } else if let Some(owner) = continued {
            self.found[owner].setup_end = setup_end;
        }
    }

    /// Reads the side to move in a node before the moves. Beside the first line of a problem, another side with moves of
    /// its own has another problem on the same stones.
    fn visit_player(&mut self, node: Node<'_, '_>, state: &mut State) {
        let Some((owner, player)) = state.owner.zip(find_player(node.properties())) else { return };
        let facts = self.facts[node.id().index()];
        if !state.is_aside {
            self.players[owner] = Some(player);
            self.found[owner].setup_end = self.outline.spans[node.id().index()].body;
        } else if self.parts != Some(TreeParts::One)
            && facts.leads_to_move
            && self.players[owner].is_some_and(|other| other != player)
        {
            let of_board = self.add(Found {
                node: node.id(),
                board: Some(self.board.clone()),
                further: None,
                within: Some(owner),
                setup_end: self.outline.spans[node.id().index()].body,
                is_behind_moves: false,
                undivided: None,
            });
            self.players[of_board] = Some(player);
            *state = State { owner: Some(of_board), ..State::default() };
        }
    }

    /// Whether a set-up that continues no other one begins a problem.
    fn begins_problem(
        &self,
        node: Node<'_, '_>,
        before: &State,
        state: &State,
        change: &Change<'_>,
    ) -> bool {
        let facts = self.facts[node.id().index()];
        let is_start = before.owner.is_none() && !before.has_moved || before.is_cleared;
        match self.parts {
            Some(TreeParts::One) => is_start && self.found.is_empty(),
            _ if is_start => true,
            _ if state.is_judged => false,
            Some(TreeParts::Each) => true,
            _ if !before.has_moved => change.clears() || facts.leads_to_move,
            _ => {
                // In the line of a problem, what is right behind a set-up can be the end of that line.
                let is_answered =
                    facts.leads_to_right && (before.owner.is_none() || before.is_right);
                change.replaces() || change.changed > 2 && (is_answered || sets_task(node))
            }
        }
    }

    /// Finds a problem that begins at a node or before it on the board of its owner.
    fn find_further(&mut self, node: Node<'_, '_>, state: &mut State) {
        let Some((finder, owner)) = self.finder.as_mut().zip(state.owner) else { return };
        let at = node.id().index();
        let base = self.found[owner].further.map_or(owner, |(base, _)| base);
        if self.facts[at].has_move && !state.has_moved && self.first_boards[base].is_none() {
            self.first_boards[base] = Some(self.board.clone());
        }
        match finder.follow(&mut state.line, node.id(), &self.board, self.found[base].node) {
            None => {}
            Some(Further::TooMany) => {
                self.found[owner].undivided.get_or_insert(node.id());
            }
            Some(Further::From(first)) => {
                state.owner = Some(self.add(Found {
                    node: node.id(),
                    board: self.first_boards[base].clone(),
                    further: Some((base, first)),
                    within: Some(owner),
                    setup_end: self.outline.spans[at].start,
                    is_behind_moves: true,
                    undivided: None,
                }));
            }
        }
    }

    /// Adds a problem. Returns its number.
    fn add(&mut self, problem: Found) -> usize {
        self.found.push(problem);
        self.first_boards.push(None);
        self.players.push(None);
        self.found.len() - 1
    }
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
    /// Whether a comment in the node calls the line right.
    is_right: bool,
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
            facts.has_setup |=
                is_setup(property) && property.values().any(|list| !list.trim_ascii().is_empty());
            facts.has_move |= value::player_of(name).is_some();
        }
        facts.is_right = says_right(node);
        facts.leads_to_right = facts.is_right;
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

/// Whether a property sets up stones or removes them.
pub(super) fn is_setup(property: &Property<'_>) -> bool {
    sgf::setups(std::slice::from_ref(property)).next().is_some()
}

/// Sets up the stones of a node. Returns whether all of them are on the board.
fn set_up(node: Node<'_, '_>, board: &mut Board) -> bool {
    let mut is_whole = true;
    for (property, color) in sgf::setups(node.properties()) {
        for list in property.values() {
            match value::parse_points(list, board.size()) {
                Ok(points) => points.for_each(|point| board.set(point, color)),
                Err(_) => is_whole = false,
            }
        }
    }
    is_whole
}

/// Puts the stone of a node on the board.
fn play(node: Node<'_, '_>, board: &mut Board) {
    let played = node
        .properties()
        .iter()
        .find_map(|property| Some((value::player_of(property.name())?, property.value())));
    let Some((color, value)) = played else { return };
    if let Ok(Move::At(point)) = value::parse_move(value, board.size()) {
        board.place(point, color);
    }
}

/// How a set-up changes a board.
struct Change<'b> {
    before: &'b Board,
    after: &'b Board,
    /// The points with another state.
    changed: usize,
    /// The stones that are removed, or have another color.
    removed: usize,
}

impl<'b> Change<'b> {
    fn between(before: &'b Board, after: &'b Board) -> Change<'b> {
        let lost = |from: &Board, to: &Board| {
            from.stones().filter(|&(point, color)| to.get(point) != Some(color)).count()
        };
        let removed = lost(before, after);
        let new = after.stones().filter(|&(point, _)| before.get(point).is_none()).count();
        Change { before, after, changed: removed + new, removed }
    }

    /// Whether there are stones, and not those of before.
    fn is_seen(&self) -> bool {
        !self.after.is_empty() && self.changed > 0
    }

    /// Whether most of the stones go.
    fn clears(&self) -> bool {
        self.removed * 2 > self.before.stones().count()
    }

    /// Whether another position takes the place of most of the stones: not a corrected stone, and
    /// no handicap.
    fn replaces(&self) -> bool {
        let has = |color| self.after.stones().any(|(_, other)| other == color);
        self.clears() && self.changed > 2 && has(Color::Black) && has(Color::White)
    }
}
