//! Reads a game: its moves in all variations, replayed under the rules.
//!
//! Every line is replayed from the root. An illegal move ends its line and is
//! reported; the moves before it are kept. A move out of turn is reported and
//! kept: the other player is assumed to have passed, as many records omit
//! passes. Moves after two passes belong to a resumed game.

use std::cell::RefCell;

use super::fault_list::FaultList;
use super::game_info;
use super::problem_starts::is_setup;
use super::replay::{Lines, Replay, SetupStones};
use super::setup::SetupReader;
use super::tree_reader::{move_fault, syntax_fault};
use super::wording::word_no_liberty;
use crate::go::{Point, Size};
use crate::model::{GameInfo, Variations};
use crate::sgf::value::{self, Move};
use crate::sgf::{self, Charset, Event, Property, Reader};
use crate::{Color, Fault, Rule};

thread_local! {
    /// Every game is replayed in the memory of the last one.
    static REPLAY: RefCell<Replay> = RefCell::new(Replay::new());
}

/// A game after its replay.
pub(super) struct ReplayedGame {
    pub info: GameInfo,
    /// Moves in the main line.
    pub moves: u32,
    /// The hash of the opening of the main line.
    pub opening: u64,
    /// The stored form of all lines.
    pub lines: Vec<u8>,
    /// The faults of the tree, then those of replaying it.
    pub faults: Vec<Fault>,
    /// Whether stones are set up behind the start.
    pub has_further_setups: bool,
}

/// Reads a game tree on a board of `size`, the size that its root states.
///
/// # Errors
/// The fault that hides the setup.
pub(super) fn read_game(
    bytes: &[u8],
    charset: Charset,
    size: Size,
    variations: Variations,
) -> Result<ReplayedGame, Fault> {
    let events = Reader::new(bytes, charset);
    REPLAY.with_borrow_mut(|replay| replay_game(events, size, variations, replay))
}

/// Puts a stone on a point, or none; returns what the set-up put there before.
fn put(stones: &mut SetupStones, point: Point, stone: Option<Color>) -> Option<Color> {
    match stones.binary_search_by_key(&point, |&(other, _)| other) {
        Ok(place) => std::mem::replace(&mut stones[place].1, stone),
        Err(place) => {
            stones.insert(place, (point, stone));
            None
        }
    }
}

fn replay_game(
    mut events: Reader<'_>,
    size: Size,
    variations: Variations,
    replay: &mut Replay,
) -> Result<ReplayedGame, Fault> {
    replay.reset(size, variations);
    let mut game = GameReader {
        size,
        info: GameInfo::default(),
        setup: Some(SetupReader::new()),
        node: Vec::with_capacity(24),
        replay,
        tree_faults: FaultList::default(),
        replay_faults: FaultList::default(),
        has_reported_turn: false,
        has_further_setups: false,
    };
    loop {
        if game.setup.is_none()
            && let Some((offset, color, point)) = events.next_stone(size)
        {
            game.end_node()?;
            game.play_stone(offset, color, point);
            continue;
        }
        let Some(event) = events.next() else { break };
        match event {
            Event::Property(property) => game.node.push(property),
            Event::Node { .. } => game.end_node()?,
            Event::Open { .. } => {
                game.end_node()?;
                game.replay.open_branch();
            }
            Event::Close { .. } => {
                game.end_node()?;
                game.setup = None;
                game.replay.close_branch();
            }
            Event::Fault(fault) => game.tree_faults.report(|| syntax_fault(fault)),
        }
    }
    let Lines { moves, opening, encoded } = game.replay.finish();
    let mut faults = game.tree_faults.into_vec();
    faults.append(&mut game.replay_faults.into_vec());
    let has_further_setups = game.has_further_setups;
    Ok(ReplayedGame { info: game.info, moves, opening, lines: encoded, faults, has_further_setups })
}

struct GameReader<'a, 'r> {
    size: Size,
    info: GameInfo,
    /// Reports the faults of the setup; `None` after the first move.
    setup: Option<SetupReader>,
    /// The properties of the node that is being read.
    node: Vec<Property<'a>>,
    replay: &'r mut Replay,
    tree_faults: FaultList,
    replay_faults: FaultList,
    has_reported_turn: bool,
    has_further_setups: bool,
}

impl GameReader<'_, '_> {
    fn report(&mut self, rule: Rule, offset: usize, message: impl FnOnce() -> String) {
        self.replay_faults.report(|| Fault { rule, offset, message: message() });
    }

    /// Handles the node whose properties have been read, if there is one.
    fn end_node(&mut self) -> Result<(), Fault> {
        if self.node.is_empty() {
            return Ok(());
        }
        let mut node = std::mem::take(&mut self.node);
        if let Some(setup) = &mut self.setup {
            setup.read_node(&node, &mut self.tree_faults)?;
        }
        let is_root = self.replay.next_node();
        self.tree_faults.report_left_out(&node, is_root);
        if is_root {
            self.info = game_info::read_game_info(&node, &mut self.replay_faults);
        }
        self.has_further_setups |= self.setup.is_none() && node.iter().any(is_setup);
        if !self.replay.has_ended() {
            self.set_up(&node, is_root);
        }
        for property in &node {
            if let Some(color) = value::player_of(property.name()) {
                self.setup = None;
                self.read_move(property, color);
            }
        }
        node.clear();
        self.node = node; // reuses the memory
        Ok(())
    }

    /// Handles a node after the root that has nothing but a stone.
    fn play_stone(&mut self, offset: usize, color: Color, point: Point) {
        self.replay.next_node();
        if !self.replay.has_ended() && !self.replay.try_play(color, point) {
            self.play(color, Move::At(point), offset);
        }
    }

    /// Sets up the stones of a node. Only at the root a setup without stones
    /// counts.
    fn set_up(&mut self, node: &[Property<'_>], is_root: bool) {
        let mut stones = SetupStones::new();
        let mut contradiction = None;
        let mut offset = 0;
        for (property, stone) in sgf::setups(node) {
            offset = property.offset;
            for list in property.values() {
                match value::parse_points(list, self.size) {
                    Ok(points) => {
                        for point in points {
                            let before = put(&mut stones, point, stone);
                            if before.is_some() && before != stone {
                                contradiction = contradiction.or(Some(point));
                            }
                        }
                    }
                    Err(_) if list.trim_ascii().is_empty() => {}
                    Err(error) => {
                        let name = property.name();
                        let message = || format!("{name}: {error}");
                        self.report(Rule::SetupPoint, property.offset, message);
                    }
                }
            }
        }
        let has_setup = is_root || !stones.is_empty();
        if let Some(point) = contradiction {
            let name = point.name(self.size);
            let message =
                || format!("{name} is set up in two ways in one node: the last one counts");
            self.report(Rule::SetupBoth, offset, message);
        }
        if is_root {
            stones.retain(|&(_, stone)| stone.is_some());
            if let Err(error) = self.replay.set_up_root(&stones) {
                let size = self.size;
                let message =
                    || format!("the game cannot start: {}", word_no_liberty(&error, size));
                self.report(Rule::SetupNoLiberty, offset, message);
            }
        } else if has_setup {
            let stones = self.replay.without_unchanged(stones);
            if let Err(error) = self.replay.set_up(stones) {
                let number = self.replay.moves();
                let message = || format!("the line ends after move {number}: setup: {error}");
                self.report(Rule::MoveIllegal, offset, message);
            }
        }
    }

    fn read_move(&mut self, property: &Property<'_>, color: Color) {
        let played = value::parse_move(property.value(), self.size);
        if let Err(error) = &played {
            self.tree_faults.report(|| move_fault(property, color, error));
        }
        if self.replay.has_ended() {
            return;
        }
        match played {
            Ok(played) => self.play(color, played, property.offset),
            Err(_) => {
                let number = self.replay.moves() + 1;
                let message = || format!("the line ends before move {number}, which is unreadable");
                self.report(Rule::MoveIllegal, property.offset, message);
                self.replay.end_line();
            }
        }
    }

    /// Adds a move to the line, or ends the line.
    fn play(&mut self, color: Color, played: Move, offset: usize) {
        match self.replay.play(color, played) {
            Ok(is_out_of_turn) => {
                if is_out_of_turn && !self.has_reported_turn {
                    let number = self.replay.moves();
                    let message = || format!("move {number}: it is not {color}'s turn (Article 2)");
                    self.report(Rule::MoveTurn, offset, message);
                    self.has_reported_turn = true;
                }
            }
            Err(error) => {
                let number = self.replay.moves() + 1;
                let message = || format!("the line ends before move {number}: {error}");
                self.report(Rule::MoveIllegal, offset, message);
            }
        }
    }
}

#[cfg(test)]
#[path = "game_tests.rs"]
mod tests;
