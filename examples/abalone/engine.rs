//! A small engine for Abalone. It looks a few moves ahead and values marbles, the center and
//! marbles that lie side by side.

use std::cmp::Reverse;

use gtn_db::Color;
use gtn_db::abalone::{CELLS, Cell, Direction, Move, Position};

/// More than the value of any position that is not won.
const WIN: i32 = 1_000_000;
/// The value of a marble of the other side that was pushed off the board.
const EJECTION: i32 = 1_000;
/// The value of one step toward the center, for each marble.
const STEP: i32 = 10;
/// The value of two marbles of one color side by side.
const PAIR: i32 = 3;

/// Finds moves. Equal positions always have equal moves.
#[derive(Debug)]
pub struct Engine {
    /// The steps from each cell to the center.
    distances: [i32; CELLS],
    /// The neighbors of each cell as bits.
    neighbors: [u64; CELLS],
}

impl Engine {
    pub fn new() -> Engine {
        let center = Cell::new(5, 5).expect("e5 is a cell");
        let mut engine = Engine { distances: [0; CELLS], neighbors: [0; CELLS] };
        for cell in Cell::all() {
            let neighbors = Direction::ALL.into_iter().filter_map(|to| cell.neighbor(to));
            let at = usize::from(cell.index());
            engine.distances[at] = i32::from(cell.distance(center));
            engine.neighbors[at] = neighbors.map(|cell| 1_u64 << cell.index()).sum();
        }
        engine
    }

    /// The best moves, all of the same value, after looking so many moves ahead: at least one. None
    /// if there is no legal move.
    pub fn best_moves(&self, position: &Position, depth: u32) -> Vec<Move> {
        let mut best = Vec::new();
        let mut best_value = -2 * WIN;
        for (step, next) in ordered_moves(position) {
            // A value above the lower bound is exact, so equal values are recognized.
            let value = -self.search(&next, depth.saturating_sub(1), -2 * WIN, 1 - best_value);
            if value > best_value {
                best.clear();
                best_value = value;
            }
            if value == best_value {
                best.push(step);
            }
        }
        best
    }

    /// The value of a position for the side to move, by negamax with alpha-beta pruning.
    fn search(&self, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if let Some(winner) = position.winner() {
            let sooner = WIN + depth as i32;
            return if winner == position.turn { sooner } else { -sooner };
        }
        if depth == 0 {
            return self.value(position, position.turn) - self.value(position, !position.turn);
        }
        let mut best = -2 * WIN;
        for (_, next) in ordered_moves(position) {
            best = best.max(-self.search(&next, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// What a color has.
    fn value(&self, position: &Position, color: Color) -> i32 {
        let bits = position.board.bits(color);
        let mut value = EJECTION * i32::from(position.lost.of(!color));
        let mut rest = bits;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            value -= STEP * self.distances[at];
            value += PAIR * (self.neighbors[at] & rest).count_ones() as i32; // each pair once
        }
        value
    }
}

/// The legal moves and the positions after them, pushes first: they prune best.
fn ordered_moves(position: &Position) -> Vec<(Move, Position)> {
    let after = |step| {
        let mut next = *position;
        let push = next.play(step).expect("a legal move can be played");
        (Reverse((push.is_ejection, push.pushed)), step, next)
    };
    let mut moves: Vec<_> = position.legal_moves().map(after).collect();
    moves.sort_by_key(|&(order, ..)| order);
    moves.into_iter().map(|(_, step, next)| (step, next)).collect()
}

/// The first moves by which the side to move wins in so many moves of its own, whatever the other
/// side does.
pub fn winning_moves(position: &Position, turns: u32) -> impl Iterator<Item = Move> {
    position.legal_moves().filter(move |&step| {
        let mut next = *position;
        next.play(step).expect("a legal move can be played");
        let is_answered = |reply| {
            let mut after = next;
            after.play(reply).expect("a legal move can be played");
            after.winner().is_none() && winning_moves(&after, turns - 1).next().is_some()
        };
        next.winner().is_some() || (turns > 1 && next.legal_moves().all(is_answered))
    })
}
