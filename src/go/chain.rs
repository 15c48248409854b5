//! Stones joined into chains, with their liberties counted as they are laid.
//!
//! ```text
//!   . X X .      the black chain has two stones and touches empty points five
//!   . O . .      times: its count is 5, though its liberties are four. A point
//! ```
//!
//! Counting the touches instead of the points needs no search when chains join
//! or fall, and the count is 0 exactly when no liberty is left.

use super::{Board, Point, Size};
use crate::Color;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Wall,
    Stone(Color),
}

/// A point of the board, or of the wall around it.
#[derive(Clone, Copy)]
struct Node {
    cell: Cell,
    /// The head of its chain: one of the stones, which has the counts.
    head: u16,
    /// The next stone of the chain; the last has the first.
    next: u16,
    /// Of a head: how many stones the chain has.
    stones: u16,
    /// Of a head: how many times stones of the chain touch an empty point.
    touches: u16,
}

/// A board whose chains are known. Points are places in a list of rows with a
/// wall above, below, and at the left of each, so that every point has four
/// neighbors.
pub(super) struct Chains {
    size: Size,
    stride: u16,
    nodes: Vec<Node>,
    hash: u64,
}

impl Clone for Chains {
    fn clone(&self) -> Chains {
        Chains { nodes: self.nodes.clone(), ..*self }
    }

    /// Into the memory that is there.
    fn clone_from(&mut self, other: &Chains) {
        let mut nodes = std::mem::take(&mut self.nodes);
        nodes.clone_from(&other.nodes);
        *self = Chains { nodes, ..*other };
    }
}

/// The share that a stone has in the number of a board, which is that of all
/// its stones by exclusive or; after SplitMix64 by Sebastiano Vigna.
pub(crate) fn share(at: u16, color: Color) -> u64 {
    let stone = u64::from(at) << 1 | color as u64;
    let z = (stone + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

impl Chains {
    /// A board without stones.
    pub(super) fn new(size: Size) -> Chains {
        let stride = u16::from(size.cols()) + 1;
        let wall = Node { cell: Cell::Wall, head: 0, next: 0, stones: 0, touches: 0 };
        let nodes = vec![wall; usize::from(stride) * (usize::from(size.rows()) + 2)];
        let mut chains = Chains { size, stride, nodes, hash: 0 };
        for row in 0..size.rows() {
            let first = usize::from(chains.at(Point::new(0, row)));
            for node in &mut chains.nodes[first..first + usize::from(size.cols())] {
                node.cell = Cell::Empty;
            }
        }
        chains
    }

    /// The stones of a board; chains may be without liberty.
    pub(super) fn of_board(board: &Board) -> Chains {
        let mut chains = Chains::new(board.size());
        for (point, color) in board.stones() {
            chains.put(chains.at(point), color);
        }
        chains
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// A number that equal boards have in common, and hardly any others.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// The place of a point that is on the board.
    pub(super) fn at(&self, point: Point) -> u16 {
        (u16::from(point.row) + 1) * self.stride + u16::from(point.col) + 1
    }

    /// The point at a place that is on the board.
    pub(super) fn point(&self, at: u16) -> Point {
        // Both are less than 256, because a side is.
        Point::new((at % self.stride - 1) as u8, (at / self.stride - 1) as u8)
    }

    fn node(&self, at: u16) -> Node {
        self.nodes[usize::from(at)]
    }

    fn node_mut(&mut self, at: u16) -> &mut Node {
        &mut self.nodes[usize::from(at)]
    }

    /// The four neighbors of a place on the board.
    pub(super) fn around(&self, at: u16) -> [u16; 4] {
        [at - self.stride, at - 1, at + 1, at + self.stride]
    }

    pub(super) fn is_empty(&self, at: u16) -> bool {
        self.node(at).cell == Cell::Empty
    }

    pub(super) fn stone(&self, at: u16) -> Option<Color> {
        match self.node(at).cell {
            Cell::Stone(color) => Some(color),
            Cell::Empty | Cell::Wall => None,
        }
    }

    /// The head of the chain that the stone at this place belongs to.
    pub(super) fn head(&self, at: u16) -> u16 {
        self.node(at).head
    }

    /// The number of stones in the chain of the stone at this place.
    pub(super) fn len(&self, at: u16) -> u16 {
        self.node(self.head(at)).stones
    }

    /// How many times stones of this chain touch an empty point.
    pub(super) fn touches(&self, at: u16) -> u16 {
        self.node(self.head(at)).touches
    }

    /// The stones of the chain of the stone at this place, from that one on.
    pub(super) fn chain(&self, at: u16) -> impl Iterator<Item = u16> {
        let next = move |&stone: &u16| Some(self.node(stone).next).filter(|&next| next != at);
        std::iter::successors(Some(at), next)
    }

    /// Whether the empty point `at` is the last liberty of the chain of a
    /// stone beside it.
    fn is_last_liberty(&self, at: u16, stone: u16) -> bool {
        let head = self.head(stone);
        let is_of_chain = |&at: &u16| self.stone(at).is_some() && self.head(at) == head;
        let touches = self.around(at).into_iter().filter(is_of_chain).count();
        usize::from(self.node(head).touches) == touches
    }

    /// Whether a stone on the empty point `at` has a liberty once it has
    /// captured what it captures: it has one beside it, or joins a chain that
    /// has another, or captures.
    pub(super) fn has_room(&self, at: u16, color: Color) -> bool {
        let around = self.around(at);
        around.into_iter().any(|beside| self.is_empty(beside))
            || around.into_iter().any(|beside| match self.stone(beside) {
                Some(stone) => (stone == color) != self.is_last_liberty(at, beside),
                None => false,
            })
    }

    /// Puts a stone on an empty point and joins it to its chain. Nothing is
    /// captured.
    pub(super) fn put(&mut self, at: u16, color: Color) {
        self.hash ^= share(at, color);
        let cell = Cell::Stone(color);
        *self.node_mut(at) = Node { cell, head: at, next: at, stones: 1, touches: 0 };
        let mut touches = 0;
        for beside in self.around(at) {
            match self.node(beside).cell {
                Cell::Empty => touches += 1,
                Cell::Wall => {}
                Cell::Stone(_) => {
                    let head = self.head(beside);
                    self.node_mut(head).touches -= 1;
                }
            }
        }
        self.node_mut(at).touches = touches;
        for beside in self.around(at) {
            if self.node(beside).cell == cell {
                self.join(self.head(at), self.head(beside));
            }
        }
    }

    /// Makes one chain of two, given by their heads. The stones of the smaller
    /// get a new head, so a stone gets one at most as often as its chain can
    /// double.
    fn join(&mut self, one: u16, other: u16) {
        if one == other {
            return;
        }
        let is_smaller = self.node(one).stones < self.node(other).stones;
        let (head, gone) = if is_smaller { (other, one) } else { (one, other) };
        let (kept, lost) = (self.node(head), self.node(gone));
        let mut stone = gone;
        loop {
            let node = self.node_mut(stone);
            node.head = head;
            stone = node.next;
            if stone == gone {
                break;
            }
        }
        self.node_mut(gone).next = kept.next;
        *self.node_mut(head) = Node {
            next: lost.next,
            stones: kept.stones + lost.stones,
            touches: kept.touches + lost.touches,
            ..kept
        };
    }

    /// Takes the chain of a stone of the given color off the board and adds
    /// its points to a list.
    pub(super) fn take(&mut self, first: u16, color: Color, taken: &mut Vec<Point>) {
        let enemy = Cell::Stone(!color);
        let mut stone = first;
        loop {
            let node = self.node_mut(stone);
            node.cell = Cell::Empty;
            let next = node.next;
            self.hash ^= share(stone, color);
            taken.push(self.point(stone));
            for beside in self.around(stone) {
                if self.node(beside).cell == enemy {
                    let head = self.head(beside);
                    self.node_mut(head).touches += 1;
                }
            }
            stone = next;
            if stone == first {
                break;
            }
        }
    }
}
