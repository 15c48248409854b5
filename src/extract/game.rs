//! A game tree as a game: its moves, replayed by the rules.
//!
//! Each line is replayed from the root. What the rules forbid ends it there,
//! and is told; what came before is kept. A move out of turn is told as well,
//! and is taken as if the other player had passed: records leave passes out.
//! Moves behind two passes are a game that was resumed.

use super::faults::Faults;
use super::replay::{Replay, Replayed, Stones};
use super::{game_info, start};
use crate::go::{Point, Size};
use crate::model::{GameInfo, Variations};
use crate::sgf::value::{self, Move};
use crate::sgf::{Event, Property, Reader};
use crate::{Color, Fault, Rule};

/// A game as its tree has it.
pub(super) struct Played {
    pub info: GameInfo,
    pub moves: u32,
    pub opening: u64,
    pub lines: Vec<u8>,
    /// Those of the tree, and behind them those of replaying it.
    pub faults: Vec<Fault>,
}

struct Walk<'a, 'r> {
    size: Size,
    info: GameInfo,
    /// The faults of the tree.
    tree_faults: Faults,
    /// Whether those of the present event have been told.
    is_told: bool,
    /// The faults of replaying it.
    faults: Faults,
    /// The properties of the node that is being read.
    node: Vec<Property<'a>>,
    replay: &'r mut Replay,
    is_out_of_turn_told: bool,
}

/// Reads a game whose tree was looked at up to its first move.
pub(super) fn read<'a>(
    mut reader: Reader<'a>,
    size: Size,
    variations: Variations,
    left: start::Left<'a>,
    replay: &mut Replay,
) -> Played {
    replay.begin(size, variations);
    let mut walk = Walk {
        size,
        info: GameInfo::default(),
        tree_faults: left.faults,
        is_told: true,
        faults: Faults::default(),
        node: left.node,
        replay,
        is_out_of_turn_told: false,
    };
    let mut events = 0;
    loop {
        if events >= left.events
            && let Some((offset, color, point)) = reader.next_stone(size)
        {
            walk.end_node();
            walk.stone(offset, color, point);
            continue;
        }
        let Some(event) = reader.next() else { break };
        walk.is_told = events < left.events;
        events += 1;
        match event {
            Event::Property(property) => walk.node.push(property),
            Event::Node { .. } => walk.end_node(),
            Event::Open { .. } => {
                walk.end_node();
                walk.replay.open();
            }
            Event::Close { .. } => {
                walk.end_node();
                walk.replay.close();
            }
            Event::Fault(_) if walk.is_told => {}
            Event::Fault(fault) => walk.tree_faults.tell(|| start::syntax(fault)),
        }
    }
    let Replayed { moves, opening, lines } = walk.replay.finish();
    let mut faults = walk.tree_faults.into_vec();
    faults.append(&mut walk.faults.into_vec());
    Played { info: walk.info, moves, opening, lines, faults }
}

impl Walk<'_, '_> {
    fn fault(&mut self, rule: Rule, offset: usize, message: impl FnOnce() -> String) {
        self.faults.tell(|| Fault { rule, offset, message: message() });
    }

    /// Deals with the node that has been read, if one has.
    fn end_node(&mut self) {
        if self.node.is_empty() {
            return;
        }
        let node = std::mem::take(&mut self.node);
        let is_root = self.replay.next_node();
        if is_root {
            self.info = game_info::read(&node, &mut self.faults);
        }
        if !self.replay.has_ended() {
            self.setup(&node, is_root);
        }
        for property in &node {
            if let Some(color) = value::player(property.name()) {
                self.play(property, color);
            }
        }
        self.node = node; // its memory is used again
        self.node.clear();
    }

    /// Deals with a node behind the root that is a stone and nothing else.
    fn stone(&mut self, offset: usize, color: Color, point: Point) {
        self.replay.next_node();
        if !self.replay.has_ended() && !self.replay.play_in_order(color, point) {
            self.take(color, Move::At(point), offset);
        }
    }

    /// Puts up what a node sets up. A node that does not is no setup, but the
    /// root is always one.
    fn setup(&mut self, node: &[Property<'_>], is_root: bool) {
        let mut stones = Stones::new();
        let mut offset = 0;
        for property in node {
            let name = property.name();
            let stone = match () {
                _ if name == *b"AB" => Some(Color::Black),
                _ if name == *b"AW" => Some(Color::White),
                _ if name == *b"AE" => None,
                _ => continue,
            };
            offset = property.offset;
            for list in property.values() {
                match value::points(list, self.size) {
                    Ok(points) => stones.extend(points.map(|point| (point, stone))),
                    Err(_) if list.trim_ascii().is_empty() => {}
                    Err(error) => {
                        self.fault(Rule::SetupPoint, property.offset, || format!("{name}: {error}"))
                    }
                }
            }
        }
        let is_setup = is_root || !stones.is_empty();
        // Of a point that is named twice, the last one counts.
        stones.reverse();
        stones.sort_by_key(|&(point, _)| point);
        stones.dedup_by_key(|&mut (point, _)| point);
        if is_root {
            stones.retain(|&(_, stone)| stone.is_some());
            if let Err(error) = self.replay.set_up_root(&stones) {
                let message = || format!("the game cannot begin so: {error}");
                self.fault(Rule::SetupNoLiberty, offset, message);
            }
        } else if is_setup {
            // What stands already is no change.
            let stones = self.replay.new_stones(stones);
            if let Err(error) = self.replay.set_up(stones) {
                let number = self.replay.moves();
                self.fault(Rule::MoveIllegal, offset, || {
                    format!("the line ends at move {number}, the setup behind it: {error}")
                });
            }
        }
    }

    fn play(&mut self, property: &Property<'_>, color: Color) {
        let played = value::play(property.value(), self.size);
        if let (Err(error), false) = (&played, self.is_told) {
            self.tree_faults.tell(|| start::bad_move(property, color, error));
        }
        match played {
            _ if self.replay.has_ended() => {}
            Ok(played) => self.take(color, played, property.offset),
            Err(_) => {
                let number = self.replay.moves() + 1;
                self.fault(Rule::MoveIllegal, property.offset, || {
                    format!("the line ends before move {number}")
                });
                self.replay.end_line();
            }
        }
    }

    /// Adds a move to the line, or ends the line.
    fn take(&mut self, color: Color, played: Move, offset: usize) {
        match self.replay.take(color, played) {
            Ok(is_out_of_turn) => {
                if is_out_of_turn && !self.is_out_of_turn_told {
                    let number = self.replay.moves();
                    let message = format!("move {number}: it is not {color}'s turn (Article 2)");
                    self.fault(Rule::MoveTurn, offset, || message);
                    self.is_out_of_turn_told = true;
                }
            }
            Err(error) => {
                let number = self.replay.moves() + 1;
                self.fault(Rule::MoveIllegal, offset, || {
                    format!("the line ends at move {number}, the move: {error}")
                });
            }
        }
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
